"""The hook of mkdocs.yml: the pages outside docs/ join the site, and links lead to where pages are there.

README.md is the first page of the site, and docs/index.md its list of all pages. A link to any other file of
the repository becomes the file's name, because a site that is read offline cannot lead there. What
Python-Markdown would not show as a forge does is a warning, and so stops the build.
"""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MOVED = {
    "README.md": "index.md",
    "docs/index.md": "pages.md",
    "ARCHITECTURE.md": "ARCHITECTURE.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
}
"""The page of the site that a file of the repository becomes, where that is not its name below docs/."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
ODD = re.compile(
    r"```|<code>(?:sh|text|toml|console|python)\n|<p>(?:[-*] |\d+\. |\| )|\n(?:[-*] |\d+\. |\| )[^\n]*\n"
)
"""A fence, list or table that was not taken as one."""
CELL = re.compile(r"(?s)<td\b.*?</td>")
log = logging.getLogger("mkdocs.hooks.site_pages")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are kept outside docs/, and make README.md the first page."""
    from mkdocs.structure.files import File

    files.remove(files.get_file_from_path("index.md"))
    for source, name in MOVED.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return the text of a page with its links as the site has them."""
    return for_the_site(markdown, source_of(page.file.src_uri))


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Warn of lists, tables and fences that show as plain text. Return the page with the bars of its tables
    as a forge shows them: Python-Markdown leaves the backslash before one in code."""
    outside = re.sub(r"(?s)<pre>.*?</pre>", "", html)
    for found in ODD.finditer(re.sub(r"<code>[^\n]*?</code>", "", outside)):
        log.warning("%s: not shown as on a forge: %r", page.file.src_uri, found.group()[:60])
    return CELL.sub(lambda cell: cell.group().replace("\\|", "|"), html)


def source_of(name: str) -> str:
    """Return the file of the repository that a page of the site is made from."""
    return next((source for source, moved in MOVED.items() if moved == name), f"docs/{name}")


def for_the_site(markdown: str, source: str) -> str:
    """Return a file's text with the links of the site. A link that leads nowhere stays: mkdocs finds it."""

    def replaced(link: re.Match[str]) -> str:
        picture, label, target, anchor = link.groups()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if ":" in target or not (ROOT / path).exists():
            return link.group()
        if path in MOVED or path.startswith("docs/"):
            return f"{picture}[{label}]({MOVED.get(path, path.removeprefix('docs/'))}{anchor or ''})"
        return label if label == path else f"{label} (`{path}`)"

    return LINK.sub(replaced, markdown)
