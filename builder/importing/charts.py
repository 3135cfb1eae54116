"""The charts of somebody's module: tables in pages become a game's charts, all pages are kept as they are."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from builder.importing.text import one_line, toml_text, unique
from builder.vassal.modulefile import ModuleFile
from maps.space import slug

_LARGEST_PAGE = 1_000_000
_MOST_CELLS = 5000


class _Cells(HTMLParser):
    """The cells of the first table of a page, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._in_cell = self._over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A new row, or a new cell in it."""
        if self._over:
            return
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        """The end of a cell, or of the table."""
        if tag in ("td", "th", "tr"):
            self._in_cell = False
        if tag == "table":
            self._over = True

    def handle_data(self, data: str) -> None:
        """Text: in a cell it belongs to it."""
        if self._in_cell:
            self.rows[-1][-1] += data


def read_charts(module: ModuleFile, carried: list[str], lost: list[str]) -> dict[str, str]:
    """rules/charts.toml with every page that is one table; what is none stays a page or a picture."""
    charts: dict[str, dict[str, Any]] = {}
    for node in module.of("HtmlChart"):
        title, file = one_line(node.get("chartName")) or "Chart", node.get("fileName")
        content = module.archive.read(file, _LARGEST_PAGE) if file in module.archive.names else None
        chart = _chart(title, content.decode("utf-8", "replace")) if content else None
        if chart:
            chart["id"] = unique(slug(title) or "chart", charts)
            charts[chart["id"]] = chart
            carried.append(f"chart {title!r}")
        else:
            lost.append(f"chart {title!r} is not a plain table. The page is kept in pages/{file}")
    lost += [f"chart {node.get('chartName')!r} is a picture, kept in images/" for node in module.of("Chart")]
    return {"rules/charts.toml": toml_text({"chart": list(charts.values())})} if charts else {}


def _chart(title: str, page: str) -> dict[str, Any] | None:
    reader = _Cells()
    reader.feed(page)
    rows = [[one_line(cell) for cell in row] for row in reader.rows if row]
    wide = len(rows[0]) if rows else 0
    if len(rows) < 2 or wide < 2 or any(len(row) != wide for row in rows) or len(rows) * wide > _MOST_CELLS:
        return None
    return {
        "id": "",
        "title": title,
        "columns": rows[0][1:],
        "rows": [row[0] for row in rows[1:]],
        "cells": [row[1:] for row in rows[1:]],
        "source": "the module this game was imported from",
    }
