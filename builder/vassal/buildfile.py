"""Elements of a VASSAL build file: the class names spelled out once, the attributes as plain values."""

from __future__ import annotations

from lxml import etree

from builder.vassal.traits import Definition

Element = etree._Element
Value = str | int | float | bool


def element(kind: str, *children: Element, **attributes: Value) -> Element:
    """An element of the class `VASSAL.build.<kind>`, its attributes in the order given, with its children."""
    texts = {name: value if isinstance(value, str) else _text(value) for name, value in attributes.items()}
    made = etree.Element(f"VASSAL.build.{kind}", texts)
    made.extend(children)
    return made


def _text(value: float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def language() -> Element:
    """The one element that every module has outside `VASSAL.build`."""
    return etree.Element("VASSAL.i18n.Language")


def entry(text: str) -> Element:
    """A bare entry, as the player roster lists its sides."""
    made = etree.Element("entry")
    made.text = text
    return made


def slot(name: str, gpid: str, size: int, piece: Definition, card: bool = False) -> Element:
    """A slot that holds one piece; `size` is the piece's width and height in pixels."""
    made = element(
        f"widget.{'CardSlot' if card else 'PieceSlot'}", entryName=name, gpid=gpid, width=size, height=size
    )
    made.text = piece.text
    return made


def prototype_definition(name: str, piece: Definition, description: str = "") -> Element:
    """A prototype: what every piece that names it can do."""
    made = element("module.PrototypeDefinition", name=name, description=description)
    made.text = piece.text
    return made


def serialised(root: Element) -> bytes:
    """The build file, one element a line; the texts of pieces keep every character."""
    etree.indent(root, " ")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"
