"""The adjudicator's commands as they are typed: what they print, and their exit codes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import hexpost
from tests.adjudicator.house import SECRET, House, text_of, tiny_folder


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


class Terminal:
    """Types commands, with a desk beside them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def type(self, *words: str | Path) -> Said:
        self.monkeypatch.setattr(sys, "argv", ["hexpost", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            hexpost.main()
        out, err = self.capsys.readouterr()
        return Said(int(ended.value.code or 0), out, err)

    def json(self, *words: str | Path) -> Any:
        said = self.type(*words, "--json")
        return json.loads(said.out)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


# -- the shelf -------------------------------------------------------------------------------------


def test_games_tells_how_much_of_each_rulebook_is_enforced(terminal: Terminal) -> None:
    told = {game["game"]: game for game in terminal.json("games")}
    race, campaign = told["raceforberlin"], told["redvengeance"]
    assert list(race) == ["game", "title", "clauses", "adjudicable", "enforced", "hooks", "standins"]
    assert race["hooks"] == 0 < campaign["hooks"] < campaign["enforced"]
    assert f"({campaign['hooks']} of them by what both sides report)" in terminal.type("games").out
    assert race["clauses"] == 280
    assert 0 < race["enforced"] <= race["adjudicable"] <= 280


def test_rule_says_what_a_clause_means_and_where_it_is_enforced(terminal: Terminal) -> None:
    told = terminal.json("rule", "raceforberlin", "2.4.2.B")
    assert told["rule"] == "2.4.2.b"
    assert told["requirement"]
    assert any("raceforberlin" in place for place in told["enforced"])
    assert told["requirement"] in terminal.type("rule", "raceforberlin", "2.4.2.b").out


def test_an_unknown_rule_or_game_is_the_inputs_fault_with_a_suggestion(terminal: Terminal) -> None:
    said = terminal.type("rule", "raceforberlin", "2.4.2.z")
    assert (said.code, said.out) == (1, "")
    assert "near it are" in said.err
    said = terminal.type("rule", "raceforberlim", "1")
    assert said.code == 1
    assert "did you mean raceforberlin?" in said.err


def test_a_heading_is_answered_with_its_clauses(terminal: Terminal) -> None:
    said = terminal.type("rule", "raceforberlin", "2.4.2").out
    assert said.splitlines()[0] == "Race for Berlin, 2.4.2: 3 clauses"
    assert [line.split()[0] for line in said.splitlines()[1:]] == ["2.4.2.a", "2.4.2.b", "2.4.2.c"]
    assert terminal.json("rule", "raceforberlin", "2.4.2")[0]["rule"] == "2.4.2.a"


# -- the desk --------------------------------------------------------------------------------------


def test_a_game_is_opened_shown_and_replayed(terminal: Terminal, tmp_path: Path) -> None:
    desk, game = tmp_path / "desk", tiny_folder(tmp_path)
    assert terminal.type("desk", "init", desk).code == 0
    opened = terminal.json(
        "open", game, "--player", "red=a@b.org", "--player", "Blue=Ben <c@d.org>", "--player", "red=e@f.org",
        "--desk", desk,
    )  # fmt: skip
    assert opened["players"] == {"red": ["a@b.org", "e@f.org"], "blue": ["c@d.org"]}
    assert len(opened["commitment"]) == 64
    assert json.loads(opened["opening"])["commitment"] == opened["commitment"]
    assert opened["mails"] == 3
    shown = terminal.json("show", "1", "--desk", desk)
    assert shown["position"]["units"]["R1"] == {"at": "ash", "step": "full", "flags": []}
    assert [decision["player"] for decision in shown["decisions"]] == ["red", "blue"]
    assert terminal.json("replay", "1", "--desk", desk)["identical"] is True


def test_every_fault_of_an_opening_is_told_at_once(terminal: Terminal, tmp_path: Path) -> None:
    desk, game = tmp_path / "desk", tiny_folder(tmp_path)
    terminal.type("desk", "init", desk)
    said = terminal.type("open", game, "--player", "red", "--player", "bleu=a@b.org", "--desk", desk)
    assert said.code == 1
    assert "--player red: write SIDE=ADDRESS" in said.err
    assert "Tiny has no side 'bleu': did you mean blue?" in said.err


def test_two_secrets_are_never_the_same(terminal: Terminal, tmp_path: Path) -> None:
    desk, game = tmp_path / "desk", tiny_folder(tmp_path)
    terminal.type("desk", "init", desk)
    words = ("open", game, "--player", "red=a@b.org", "--player", "blue=c@d.org", "--desk", desk)
    assert terminal.json(*words)["commitment"] != terminal.json(*words)["commitment"]


@pytest.mark.parametrize("words", ["post", "show 1", "report 1", "remind", "replay 1", "audit 1"])
def test_without_a_desk_it_is_said_how_to_make_one(terminal: Terminal, tmp_path: Path, words: str) -> None:
    said = terminal.type(*words.split(), "--desk", tmp_path)
    assert (said.code, said.out) == (1, "")
    assert "hexpost desk init" in said.err


@pytest.mark.parametrize("words", ["show 7", "report 7", "replay 7", "audit 7", "remind 7"])
def test_an_unknown_game_is_said_with_those_on_the_desk(terminal: Terminal, house: House, words: str) -> None:
    said = terminal.type(*words.split(), "--desk", house.desk.folder)
    assert said.code == 1
    assert "there is no game 7 on this desk (its games: 1)" in said.err


def test_post_tells_what_it_did(terminal: Terminal, house: House) -> None:
    house.write("red", "bid 3")
    done = terminal.json("post", "--desk", house.desk.folder)
    assert [letter["row"] for letter in done["letters"]] == ["taken"]
    assert done["mails"] == 1
    new = house.desk.outbox / "new"
    waiting = len(list(new.iterdir()))
    assert terminal.type("post", "--desk", house.desk.folder).err == (
        f"Nothing new. {waiting} emails wait in {new}\n"
    )
    for mail in list(new.iterdir())[1:]:
        mail.rename(house.desk.outbox / "cur" / mail.name)
    assert terminal.type("post", "--desk", house.desk.folder).err == f"Nothing new. 1 email waits in {new}\n"
    next(new.iterdir()).unlink()
    assert terminal.type("post", "--desk", house.desk.folder).err == "Nothing to do.\n"


def test_show_as_one_side_hides_the_others_chit(terminal: Terminal, house: House) -> None:
    everything = terminal.json("show", "1", "--desk", house.desk.folder)["position"]["hands"]
    seen = terminal.json("show", "1", "--as", "Blue", "--desk", house.desk.folder)["position"]["hands"]
    assert everything["red"] != ["?"]
    assert seen == {"red": ["?"], "blue": everything["blue"]}
    assert "Red holds ?" in terminal.type("show", "1", "--as", "blue", "--desk", house.desk.folder).out


def test_report_prints_what_was_sent(terminal: Terminal, house: House, tmp_path: Path) -> None:
    (told,) = terminal.json("report", "1", "--as", "blue", "--desk", house.desk.folder)
    assert told["text"] == house.last("ben@example.org")
    said = terminal.type("report", "1", "--turn", "9", "--desk", house.desk.folder)
    assert (said.code, said.err) == (1, "Game 1 has no report of turn 9.\n")
    out = tmp_path / "out"
    terminal.type("report", "1", "--as", "blue", "--out", out, "--desk", house.desk.folder)
    (file,) = out.iterdir()
    assert file.read_bytes() == house.outbox()[file.name]


def test_remind_writes_to_everybody_waited_for(terminal: Terminal, house: House) -> None:
    house.write("red", "bid 3")
    house.post()
    assert terminal.json("remind", "--desk", house.desk.folder) == [{"game": 1, "side": "blue"}]
    assert any("waits for you" in text_of(mail) for mail in house.mails("ben@example.org"))


# -- corrections -----------------------------------------------------------------------------------


def test_a_correction_is_recorded_and_told_to_both(terminal: Terminal, house: House) -> None:
    words = ["--unit", "1 Red", "--at", "Birch", "--steps", "1", "--flag", "tired", "--reason", "misread"]
    said = terminal.json("correct", "1", *words, "--desk", house.desk.folder)
    assert said["says"] == "Correction by the referee: 1 Red to Birch, reduced, marked tired (misread)."
    unit = terminal.json("show", "1", "--desk", house.desk.folder)["position"]["units"]["R1"]
    assert unit == {"at": "birch", "step": "reduced", "flags": ["tired"]}
    for address in ("anna@example.org", "ben@example.org"):
        assert any("misread" in text_of(mail) for mail in house.mails(address))
    assert terminal.json("replay", "1", "--desk", house.desk.folder)["identical"] is True


def test_the_reason_of_a_correction_tells_nobody_another_s_reply_code(
    terminal: Terminal, house: House
) -> None:
    _, code = house.form("red")
    words = ["--unit", "1 Red", "--at", "Birch", "--reason", f"the sheet {code.lower()} was misread"]
    said = terminal.type("correct", "1", *words, "--desk", house.desk.folder)
    assert said.code == 1
    assert "reply code" in said.err
    assert not any("misread" in text_of(mail) for mail in house.mails("ben@example.org"))


def test_every_fault_of_a_correction_is_told_and_nothing_changes(terminal: Terminal, house: House) -> None:
    words = ["--unit", "R9", "--at", "Birk", "--steps", "7", "--track", "round", "--reason", "x"]
    said = terminal.type("correct", "1", *words, "--desk", house.desk.folder)
    assert said.code == 1
    for part in ("no unit 'R9'", "near it are birch", "--steps 7", "--track round: write NAME=NUMBER"):
        assert part in said.err
    assert len(terminal.json("report", "1", "--as", "red", "--turn", "1", "--desk", house.desk.folder)) == 2


def test_a_correction_knows_who_can_hold_a_space_and_what_a_unit_can_bear(
    terminal: Terminal, tmp_path: Path
) -> None:
    desk = House(tmp_path, "raceforberlin", pictures=False).desk.folder
    words = ["--unit", "712", "--flag", "tired", "--control", "seelow=y", "--reason", "x"]
    said = terminal.type("correct", "1", *words, "--desk", desk)
    assert said.code == 1
    assert said.err.splitlines() == [
        "no unit can have a marker 'tired'; there are out-of-supply, activated",
        "no side called 'y' can control a space. The sides are zhukov, koniev",
    ]
    words = ["--control", "seelow=Zhukov", "--control", "kyritz=us", "--reason", "x"]
    assert terminal.json("correct", "1", *words, "--desk", desk)["says"].startswith(
        "Correction by the referee: Seelow to Zhukov"
    )


def test_a_correction_to_an_impossible_position_is_refused(
    terminal: Terminal, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.adjudicator import tinygame

    monkeypatch.setattr(tinygame, "MOST", 1)
    words = ["--unit", "R1", "--at", "birch", "--reason", "x"]
    said = terminal.type("correct", "1", *words, "--desk", house.desk.folder)
    assert said.code == 1
    assert "this is not possible, and nothing was changed: R1 has 2 steps" in said.err


# -- checks on the referee -------------------------------------------------------------------------


def test_audit_prints_every_die_and_takes_a_published_secret(
    terminal: Terminal, house: House, tmp_path: Path
) -> None:
    (tmp_path / "right.txt").write_text(SECRET.hex(), encoding="utf-8")
    (tmp_path / "wrong.txt").write_text("00" * 32, encoding="utf-8")
    (tmp_path / "none.txt").write_text("secret!", encoding="utf-8")
    words = ("audit", "1", "--desk", house.desk.folder, "--secret")
    assert "2 dice: all hold" in terminal.type(*words, tmp_path / "right.txt").out
    assert terminal.type(*words, tmp_path / "wrong.txt").code == 1
    assert "64 hexadecimal digits" in terminal.type(*words, tmp_path / "none.txt").err


def bundle_of(house: House, address: str, folder: Path) -> Path:
    """The bundle of the newest report, saved as a player would."""
    reports = [mail for mail in house.mails(address) if list(mail.iter_attachments())]
    (found,) = [a for a in reports[-1].iter_attachments() if str(a.get_filename()).endswith(".bundle.json")]
    file = folder / str(found.get_filename())
    file.write_bytes(found.get_payload(decode=True))  # type: ignore[arg-type]
    return file


def test_check_tries_a_sheet_at_home_with_the_bundle_of_a_report(
    terminal: Terminal, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    sheet = tmp_path / "orders.txt"
    sheet.write_text("move R1 birch\nmove R2 Dåle\nattack R1 cedar\ndone\n", encoding="utf-8")
    bundle = bundle_of(house, "anna@example.org", tmp_path)
    said = terminal.json("check", sheet, "--bundle", bundle, "--trust")
    assert [ruling["verdict"] for ruling in said["rulings"]] == [
        "may be done",
        "refused",
        "may be done",
        "not-judged",
    ]
    assert terminal.type("check", sheet, "--bundle", bundle, "--trust").code == 1
    sheet.write_text("move R1 birch\n", encoding="utf-8")
    assert terminal.type("check", sheet, "--bundle", bundle, "--trust").code == 0


def test_a_sheet_that_is_no_text_is_told_so_and_not_read_line_by_line(
    terminal: Terminal, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bundle = bundle_of(house, "anna@example.org", tmp_path)
    for name, data in (("orders.docx", b"PK\x03\x04 bid 3\n"), ("orders.doc", b"\xd0\xcf\x00\x00 bid 3\n")):
        (tmp_path / name).write_bytes(data)
        said = terminal.type("check", tmp_path / name, "--bundle", bundle, "--trust")
        assert (said.code, said.out) == (1, "")
        assert f"{name}: not a text" in said.err


def test_a_bundle_of_blue_tells_nothing_of_red(house: House, tmp_path: Path) -> None:
    bundle = json.loads(bundle_of(house, "ben@example.org", tmp_path).read_text(encoding="utf-8"))
    assert bundle["state"]["hands"]["red"] == ["?"]
    assert bundle["state"]["cups"] == {"chits": []}


def test_check_at_the_desk_answers_as_the_referee_would(
    terminal: Terminal, house: House, tmp_path: Path
) -> None:
    sheet = tmp_path / "orders.eml"
    sheet.write_bytes(house.letter("red", "bid 12"))
    (ruling,) = terminal.json("check", sheet, "--desk", house.desk.folder)["rulings"]
    assert (ruling["verdict"], ruling["rule"], ruling["legal"]) == ("refused", "2", ["bid 9"])


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"hexpost-bundle": 1, "game": 3}', '{"hexpost-bundle": 1, "game": "../x"}', "\0\1"],
)
def test_a_file_that_is_no_bundle_is_said(terminal: Terminal, tmp_path: Path, text: str) -> None:
    (tmp_path / "b.json").write_text(text, encoding="utf-8")
    (tmp_path / "o.txt").write_text("pass", encoding="utf-8")
    said = terminal.type("check", tmp_path / "o.txt", "--bundle", tmp_path / "b.json")
    assert said.code == 1
    assert "this is not a bundle" in said.err


# -- bots ------------------------------------------------------------------------------------------


def test_play_tells_of_whole_games(terminal: Terminal, tmp_path: Path) -> None:
    found = terminal.json("play", tiny_folder(tmp_path), "--bots", "random", "--games", "3", "--seed", "5")
    assert (found["games"], found["finished"]) == (3, 3)
    assert sum(found["victories"].values()) == 3
    assert terminal.type("play", tiny_folder(tmp_path / "x"), "--bots", "clever").code == 2
