"""The elements of a build file somebody else made, each with the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


@dataclass(frozen=True, slots=True)
class Node:
    """An element, and the one in which it stands, or how the way to it begins."""

    element: Element
    within: Node | str

    @property
    def path(self) -> str:
        """The way to it, for people: "GameModule/Map Board/SetupStack Lebus: 712"."""
        if isinstance(self.within, str):
            return self.within
        return f"{self.within.path}/{self.kind}{_label(self.element)}"

    @property
    def kind(self) -> str:
        """The class without its package: "PieceSlot"."""
        return _short(self.element.tag)

    def get(self, name: str) -> str:
        """An attribute, "" when it is missing."""
        return self.element.get(name, "")

    def children(self) -> Iterator[Node]:
        """The elements inside; folders are looked through, as VASSAL does."""
        for child in self.element:
            if isinstance(child.tag, str):
                yield Node(child, self)


@lru_cache(maxsize=2000)
def _short(tag: str) -> str:
    return tag.rpartition(".")[2]


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
