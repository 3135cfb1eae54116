"""What a backup of somebody's making would run or connect to, once it is a desk: asked about or switched off.

Rules of a game in a folder are a program, and so is what prints a password. A mail server gets the password
that desk.toml names, and that may be any file or variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from adjudicator.catalogue import runs_rules
from adjudicator.mail.settings.desk_toml import FILE, DeskError, Settings, read_settings
from adjudicator.mail.settings.servers import KINDS, PASSWORDS, Server
from adjudicator.store import Store
from files.characters import shown
from files.toml_lines import TomlLines

Agreed = Callable[[str], bool]
"""Asked with what would run or be connected to: whether it may."""
_OFF = "# Switched off when this desk was restored. To connect it, take the # away from the next lines."


def never(what: str) -> bool:
    """Nothing may run that the backup names."""
    return False


def check_games(store: Store, agreed: Agreed) -> None:
    """Raises DeskError for games whose rules stand in a folder, unless that is agreed to."""
    names = dict.fromkeys(row.game for row in store.journal.games() if runs_rules(row.game))
    told = ", ".join(shown(name) for name in names)
    if names and not agreed(f"run the rules in these game folders: {told}"):
        raise DeskError(
            f"its games use rules in a folder ({told}). Rules in a folder are a program, and may do whatever "
            "you may. If you know whose they are, type the command again with --trust"
        )


def settle_servers(file: Path, agreed: Agreed) -> str:
    """Switch the mail servers of a desk.toml off unless they are agreed to; what was switched off, "" for
    nothing. Raises DeskError where they are written in a way that nobody but a person can change."""
    servers = _servers(read_settings(file))
    told = "; ".join(f"[{table}] {' '.join(_told(server))}" for table, server in servers.items())
    if not servers or agreed(f"use these mail servers: {told}"):
        return ""
    text = file.read_text(encoding="utf-8")
    for table in servers:
        lines = TomlLines(text)
        off = {number for span in lines.tables(table) for number in span}
        marked = [f"# {line}" if number in off else line for number, line in enumerate(lines.lines, 1)]
        if off:
            marked.insert(min(off) - 1, _OFF)
        text = "\n".join(marked)
    file.write_text(text, encoding="utf-8", newline="\n")
    if _servers(read_settings(file)):
        raise DeskError(
            f"its {FILE} writes {' and '.join(f'[{one}]' for one in servers)} in a way that cannot be "
            f"switched off. If you know who made it, add --trust. It would use: {told}"
        )
    return told


def _servers(settings: Settings) -> dict[str, Server]:
    both = dict(zip(KINDS, (settings.mail_in, settings.mail_out), strict=True))
    return {table: server for table, server in both.items() if not server.is_folder or _ways(server)}


def _ways(server: Server) -> list[tuple[str, str]]:
    """How a server's password is come by, in the words of desk.toml."""
    said = [(way, str(getattr(server, way.replace("-", "_")))) for way in PASSWORDS]
    return [(way, value) for way, value in said if value]


def _told(server: Server) -> Iterator[str]:
    yield shown(server.told)
    yield from (f"{way} = {shown(value)!r}" for way, value in _ways(server))
