"""TOML of anybody's hand costs no more than its length, and is refused in words."""

from __future__ import annotations

import tomllib
import tracemalloc
from pathlib import Path

import pytest

from adjudicator.mail.settings.desk_toml import DeskError, read_settings
from adjudicator.rehearsal.file import read_rehearsal
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal
from builder.layout.factfile import read_toml as read_facts
from builder.module_faults import ModuleError
from counters.roster.style_file import read_style
from counters.roster_faults import RosterError
from counters.sheets.printers_file import printer_offset
from files import toml_text
from maps.map_faults import MapFault
from maps.reading.tables import read_toml

HARMLESS = '''a.b.c = 1
"x.y" = [1, 2, 3.5, -1, 0xff]  # a.b.c.d.e.f.g.h.i.j.k.l
day = 2026-01-01
said = "1.2.3.4.5.6.7.8.9.10 and 99999999999999999999999 [[[[[[[[[[[[[[[[[[[["
far = 1e9
12 = 340
long = """
so ""a.b.c.d.e.f.g.h.i.j.k"" it is
"""
'''

HOSTILE = {
    "name": ".".join(["a"] * 20_000) + " = 1",
    "quoted name": ".".join(['"a"'] * 20_000) + " = 1",
    "table": f"[{'.'.join(['a'] * 20_000)}]",
    "lists": "a = " + "[" * 5_000,
    "tables": "a = " + "{a=" * 500 + "1" + "}" * 500,
    "digits": "a = " + "9" * 5_000,
    "digits apart": "a = " + "1_" * 5_000 + ".",
    "bits": "a = 0x" + "f" * 400,
    "large": "a = 9223372036854775808",
    "endless": "a = inf",
    "none": "a = [1, -nan]",
    "far": "a = 1e999",
}


def test_what_people_write_is_read_as_the_library_reads_it() -> None:
    assert toml_text.loads(HARMLESS) == tomllib.loads(HARMLESS)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_nobody_needs_is_refused_before_it_costs_memory(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(toml_text.TooMuch) as told:
        toml_text.loads(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4_000_000
    assert len(str(told.value)) < 200


def test_the_line_of_what_is_too_much_is_named() -> None:
    with pytest.raises(toml_text.TooMuch, match="at line 4"):
        toml_text.loads('a = """\n[\n"""\nb = 1e999\n')
    with pytest.raises(toml_text.TooMuch, match="at line 2"):
        toml_text.loads(f"a = 1\nb = {'9' * 5_000}\n")


def test_more_than_any_file_needs_is_not_parsed() -> None:
    with pytest.raises(toml_text.TooMuch, match="1,000,000 characters"):
        toml_text.loads("#" * 1_000_001)


@pytest.mark.parametrize("text", [HOSTILE["digits"], HOSTILE["lists"], HOSTILE["large"]])
def test_every_reader_says_it_in_its_own_way(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DeskError, match=r"a\.toml:1"):
        read_settings(file)
    with pytest.raises(BadRehearsal, match=r"a\.toml:1"):
        read_rehearsal(file)
    with pytest.raises(ModuleError, match=r"a\.toml"):
        read_facts(file)
    with pytest.raises(RosterError, match=r"a\.toml"):
        printer_offset(text, "a.toml", "laser")
    faults: list[MapFault] = []
    assert read_toml(file, faults) == {}
    assert faults[0].kind == "not TOML"
    assert read_style(text, "style.toml")[1]
