"""Tables written into desk.toml, with every other line of it left as its owner wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from adjudicator.mail.desk import DeskError
from files import private, toml_text
from files.reading import read_text
from files.toml_lines import TomlLines

Values = Mapping[str, str | int | None]
"""What is to stand in a table, by key; None takes a key away."""
_WRITTEN = re.compile(r"""\s*=\s*(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w.+-]+)(?P<remark>\s*(?:\#.*)?)$""")


def write_tables(file: Path, tables: Mapping[str, Values]) -> None:
    """Write some keys of some tables. Raises DeskError where the file would not say what it should then."""
    text = read_text(file)
    for table, values in tables.items():
        text = with_table(text, table, values)
    for table, values in tables.items():
        if not _says(text, table, values):
            raise DeskError(
                f"{file}: [{table}] is written in a way that hexpost cannot change. Change it yourself"
            )
    fresh = file.with_name(f"{file.name}.new")
    private.write(fresh, text.encode())
    fresh.chmod(file.stat().st_mode & 0o777)
    Path(fresh).replace(file)


def _says(text: str, table: str, values: Values) -> bool:
    try:
        said = toml_text.loads(text, countable=False).get(table, {})
    except toml_text.NoToml:
        return False
    return all(said.get(key) == value for key, value in values.items())


def with_table(text: str, table: str, values: Values) -> str:
    """The text with these keys in a table: each in its line, a new one at the end."""
    lines = TomlLines(text)
    if not lines.tables(table):
        written = [_line(key, value) for key, value in values.items() if value is not None]
        return "\n".join([text.rstrip("\n"), "", f"[{table}]", *written, ""])
    out, span, rest = list(lines.lines), lines.tables(table)[0], dict(values)
    gone: list[int] = []
    for number, path in lines.keys:
        key = path.removeprefix(f"{table}.")
        if number in span and key in rest and path != key:
            value = rest.pop(key)
            found = _WRITTEN.search(out[number - 1])
            gone += [number] if value is None else []
            out[number - 1] = _line(key, value) + (found["remark"] if found else "")
    end = max((number for number, _ in lines.keys if number in span), default=span.start)
    added = [_line(key, value) for key, value in rest.items() if value is not None]
    out[end:end] = added
    return "\n".join(line for number, line in enumerate(out, 1) if number not in gone)


def _line(key: str, value: str | int | None) -> str:
    if isinstance(value, int):
        return f"{key} = {value}"
    escaped = (value or "").replace("\\", "\\\\").replace('"', '\\"')
    return f'{key} = "{escaped}"'
