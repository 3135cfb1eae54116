"""Names, words of servers and error messages: nothing in them is unseen, turns a line round or has no end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.mail.servers.trouble import one_line_of
from adjudicator.mail.settings.clock import day, when
from adjudicator.mail.settings.desk_toml import DeskError, read_settings
from adjudicator.mail.writing.outbox import one_line
from files.messages import MOST, bounded
from tests.adjudicator.house import House
from tests.adjudicator.test_commands import Terminal, terminal

__all__ = ["terminal"]

UNSEEN = ("\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\u061c", "\U000e0041", "\x1b", "\x9b", "\u2028")


@pytest.mark.parametrize("sign", UNSEEN)
def test_no_header_and_no_word_of_a_server_holds_what_cannot_be_seen(sign: str) -> None:
    assert one_line(f"a{sign}b") == "a b"
    assert one_line_of(f"NO a{sign}b".encode()) == "NO a b"
    assert (
        one_line("\U0001f468\u200d\U0001f469 \u0915\u094d\u200d")
        == "\U0001f468\u200d\U0001f469 \u0915\u094d\u200d"
    )


@pytest.mark.parametrize("sign", UNSEEN)
def test_a_message_tells_what_cannot_be_seen_by_its_number(sign: str) -> None:
    said = bounded(f"a{sign}b\nc\td")
    assert said.replace("\n", "").replace("\t", "").isprintable() and said.endswith("b\nc\td")


def test_no_message_is_longer_than_somebody_reads(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(f'game = "{"x" * 1_000_000}"\n', encoding="utf-8")
    said = terminal.type("rehearse", tmp_path / "r.toml")
    assert said.code == 1 and len(said.err) <= MOST + 1
    (tmp_path / "r.toml").write_text(
        f'game = "raceforberlin"\n[[orders]]\nfrom = "zhukov"\ntext = "move {"x" * 1_000_000}"\n',
        encoding="utf-8",
    )
    said = terminal.type("rehearse", tmp_path / "r.toml")
    assert len(said.out) + len(said.err) < 20_000


def test_what_post_prints_of_a_letter_is_bounded_and_turns_nothing_round(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False)
    house.write("red", "bid 3", chat="May I? " + "x" * 300_000)
    letter = os.fsencode(house.desk.inbox / "001.eml")  # bytes: not every locale has a word for this name
    Path(os.fsdecode(letter)).rename(os.fsdecode(letter.replace(b"001", "a\u202elme".encode())))
    said = house.says("post").output
    assert len(said) < 20_000 and "\u202e" not in said


def test_no_player_and_no_referee_has_an_unseen_name(tmp_path: Path, terminal: Terminal) -> None:
    house = House(tmp_path, pictures=False)
    said = terminal.type(
        "open", "raceforberlin", "--player", "zhukov=Ann\u202ea <a@b.example>",
        "--player", "koniev=c@d.example",
        "--desk", house.desk.folder,
    )  # fmt: skip
    assert said.code == 1 and "U+202E is invisible" in said.err and "\u202e" not in said.err
    assert house.says("player", "1", "red", "--rename", "A\u202eB").exit_code == 1
    file = house.desk.folder / "desk.toml"
    file.write_text('[referee]\nname = "The \u202eeerefeR"\n', encoding="utf-8")
    with pytest.raises(DeskError, match="a name on one line"):
        read_settings(file)


@pytest.mark.parametrize("iso", ["0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"])
def test_a_time_at_the_end_of_all_time_is_told(iso: str) -> None:
    for zone in ("America/New_York", "Asia/Tokyo"):
        assert when(iso, zone) and day(iso, zone)
