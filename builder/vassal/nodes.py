"""The elements of a build file somebody else made, each with the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


@dataclass(frozen=True, slots=True)
class Node:
    """An element with the way to it: "GameModule/Map Board/SetupStack Lebus: 712"."""

    element: Element
    path: str

    @property
    def kind(self) -> str:
        """The class without its package: "PieceSlot"."""
        return _short(self.element)

    def get(self, name: str) -> str:
        """An attribute, "" when it is missing."""
        return self.element.get(name, "")

    def children(self) -> Iterator[Node]:
        """The elements inside, each with its own path; folders are looked through, as VASSAL does."""
        for child in self.element:
            if isinstance(child.tag, str):
                yield Node(child, f"{self.path}/{_short(child)}{_label(child)}")


def _short(element: Element) -> str:
    return str(element.tag).rpartition(".")[2]


def _label(element: Element) -> str:
    names = ("mapName", "name", "entryName", "title", "chartName")
    name = next((element.get(key, "") for key in names if element.get(key)), "")
    return f" {name}" if name else ""


def every(node: Node) -> Iterator[Node]:
    """The node and all below it, in document order."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(list(found.children())))
