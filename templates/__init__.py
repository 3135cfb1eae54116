"""Pages for people: Jinja2 templates, the game's own where it has one, else the common one.

HTML is escaped, and a name that is not given is an error, never a gap. Where a user's game brings templates
of its own, its pages are made in a sandbox; ours need none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

COMMON = Path(__file__).parent


def render(page: str, game: str | Path, **facts: Any) -> str:
    """The page of a game ("report.txt", "report.html", ...) with these facts filled in.

    Raises jinja2.TemplateNotFound for a page there is not, jinja2.UndefinedError for a missing fact.
    """
    from templates.environments import environment  # Jinja2 is loaded by the first page

    return environment(str(game)).get_template(f"{page}.j2").render(**facts)
