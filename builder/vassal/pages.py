"""The images that a page of a module shows: charts and help are written in HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import unquote

from builder.vassal.readback import Archive

_LARGEST = 8 * 1024 * 1024


def page_images(archive: Archive, name: str) -> list[str]:
    """The images of the module that a page shows, each once; none when there is no such page."""
    content = archive.read(name, _LARGEST) if name and name in archive.names else None
    finder = _Finder()
    finder.feed((content or b"").decode("utf-8", "replace"))
    found = (one if f"images/{one}" in archive.names else unquote(one) for one in finder.found)
    return list(dict.fromkeys(found))


class _Finder(HTMLParser):
    """Collects what <img> shows. What has a path or a scheme lies elsewhere, and VASSAL leaves it alone."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins."""
        source = next((value for key, value in attrs if key == "src"), None)
        if tag == "img" and source and not any(sign in source for sign in "/:"):
            self.found.append(source)
