"""Rules that change under a game: told once, and what they would judge differently shown sheet by sheet."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.mail.desk.rejudging import rejudge
from adjudicator.mail.desk.rulebooks import fingerprint
from adjudicator.rulings import Refused
from tests.adjudicator import tinygame
from tests.adjudicator.house import House, old_house
from tests.adjudicator.test_agreements import run, send
from tests.adjudicator.test_post_game import write_next
from tests.cases import one_quick


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk with a game just begun."""
    return House(tmp_path, pictures=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A desk with a turn of orders, refusals, attacks and an undo in it, which is only looked at."""
    house = House(tmp_path_factory.mktemp("played"), pictures=False, accepted=False)
    send(house, "red", "accept")
    send(house, "blue", "accept", "if asked loss then lose")
    house.write("red", "bid 3")
    house.write("red", "bid 4", "pictures none")
    house.write("blue", "bid 1", "# a comment")
    house.post()
    send(house, "red", "move R1 birch", "move R2 dale", "rubbish", "attack R1 cedar")
    send(house, "red", "propose undo")
    send(house, "blue", "agree undo")
    send(house, "red", "move R1 birch", *["attack R1 cedar"] * 2, "done")
    send(house, "blue", "if asked loss then lose", "move B1 cedar")
    run(house, "correct", "1", "--unit", "B2", "--steps", "1", "--reason", "a slip")
    return house


def judged_anew(house: House, code: int = 0) -> dict[str, object]:
    found: dict[str, object] = json.loads(
        run(house, "replay", "1", "--with-current-rules", "--json", code=code)
    )
    return found


def edit(house: House, more: str) -> None:
    """Change the rules in the game's folder; what is imported stays."""
    file = Path(house.name) / "rules" / "__init__.py"
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8", newline="\n")


# -- judged anew ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_with_the_same_rules_nothing_would_be_judged_differently(played: House) -> None:
    found = judged_anew(played)
    assert (found["different"], found["same"]) == ([], True)
    assert found["sheets"] == 10
    assert "decide nothing differently" in run(played, "replay", "1", "--with-current-rules")


def test_it_changes_nothing(played: House) -> None:
    with played.desk.store() as store:
        before = store.journal.sheets(1), store.journal.events(1)
        rejudge(store, 1, played.desk.boards)
        assert (store.journal.sheets(1), store.journal.events(1)) == before
        assert replay(store, 1).difference == "" and audit(store, 1).faults == ()


def test_other_words_are_no_difference(played: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tinygame.NAMES, "R1", "First Red")

    class Reworded(Refused):
        def __init__(self, rule: str, why: str, legal: tuple[str, ...] = ()) -> None:
            super().__init__(rule, f"now it is said that {why}")

    monkeypatch.setattr(tinygame, "Refused", Reworded)
    assert judged_anew(played)["different"] == []


def test_another_verdict_and_what_hangs_on_it_is_shown_with_its_sheet(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody_moves(play: object, decision: object, order: object) -> bool:
        raise Refused("3.1x", "nobody may move any more")

    monkeypatch.setattr(tinygame, "move", nobody_moves)
    found = judged_anew(played, code=1)["different"]
    assert isinstance(found, list)
    assert [(one["kind"], one["side"]) for one in found] == [
        ("orders", "red"), ("orders", "red"), ("orders", "blue"),
    ]  # fmt: skip
    (line, refused, *_) = found[0]["lines"]
    assert (line["text"], line["was"], line["now"]) == ("move R1 birch", "done [3.1]", "refused [3.1x]")
    assert (refused["was"], refused["now"]) == ("refused [3.1]", "refused [3.1x]"), "another clause"
    assert any("1 Red moves from Ash to Birch" in says for says in found[0]["gone"])
    told = run(played, "replay", "1", "--with-current-rules", code=1)
    assert '"move R1 birch": was done [3.1], would be refused [3.1x]' in told
    assert "3 decided differently. The game is unchanged" in told


def test_dice_are_those_that_were_rolled(played: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attack that now hits on a 1 shows the recorded die, and what it would bring."""
    with played.desk.store() as store:
        rolled = [row.facts["value"] for row in store.journal.events(1) if row.kind == "DieRolled"]
    attack = tinygame.attack

    def easier(play: object, decision: object, order: object) -> bool:
        class Better(int):
            def __lt__(self, other: int) -> bool:
                return False

        inner = play.roll  # type: ignore[attr-defined]
        play.roll = lambda *args, **more: Better(inner(*args, **more))  # type: ignore[attr-defined]
        return attack(play, decision, order)  # type: ignore[arg-type]

    monkeypatch.setattr(tinygame, "attack", easier)
    assert min(rolled) < 4, "at least one attack missed"
    found = judged_anew(played, code=1)["different"]
    assert isinstance(found, list)
    told = [says for one in found for says in (*one["gone"], *one["new"])]
    assert told and not any(", die roll " in says for says in told)


def test_rules_that_stumble_are_a_difference_and_no_traceback(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tinygame, "done", lambda *_: 1 // 0)
    found = judged_anew(played, code=1)["different"]
    assert isinstance(found, list)
    assert any("today's rules fail on it (ZeroDivisionError" in one["fault"] for one in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed", "letters"), one_quick([("raceforberlin", 3, 14), ("koenigsberg45", 5, 14)])
)
def test_whole_games_are_judged_the_same_again(tmp_path: Path, game: str, seed: int, letters: int) -> None:
    house, chance = House(tmp_path, game, pictures=False, accepted=False), random.Random(seed)
    for _ in range(letters):
        assert write_next(house, chance)
        assert house.post().problems == []
    with house.desk.store() as store:
        count, found = rejudge(store, 1, house.desk.boards)
    assert (count, found) == (letters + 1, [])


def test_a_game_of_the_first_scheme_is_judged_anew_too(tmp_path: Path) -> None:
    house = old_house(tmp_path)
    with house.desk.store() as store:
        assert rejudge(store, 1, house.desk.boards)[1] == []


# -- told once ------------------------------------------------------------------------------------------


def test_changed_rules_are_told_once_and_are_no_trouble(house: House) -> None:
    assert run(house, "post") and "rules for this game" not in run(house, "post")
    edit(house, "# mended\n")
    first = run(house, "post")
    assert "game 1: hexpost's rules for this game have changed" in first
    assert "hexpost replay 1 --with-current-rules" in first
    assert "rules for this game" not in run(house, "post"), "once, and exit status 0"
    assert "The rules have changed since this game was opened" in run(house, "show", "1")
    assert json.loads(run(house, "show", "1", "--json"))["rules"] == {"version": "1", "changed": True}
    edit(house, "# and mended again\n")
    assert "have changed" in " ".join(house.post().news)


def test_a_game_of_before_or_one_that_is_over_is_not_told_of(house: House) -> None:
    with house.desk.store() as store:
        store.database.execute("DELETE FROM rulebooks")
    assert house.post().news == []
    assert json.loads(run(house, "show", "1", "--json"))["rules"]["changed"] is False
    send(house, "red", "resign")
    edit(house, "# mended\n")
    assert house.post().news == []


def test_only_rules_and_data_make_the_fingerprint(house: House) -> None:
    was, folder = fingerprint(house.name), Path(house.name)
    (folder / "rules" / "notes.md").write_text("words", encoding="utf-8")
    (folder / "pictures").mkdir()
    (folder / "pictures" / "x.toml").write_text("a = 1", encoding="utf-8")
    assert fingerprint(house.name) == was
    (folder / "map").mkdir()
    (folder / "map" / "places.csv").write_text("id\n", encoding="utf-8")
    assert fingerprint(house.name) != was
    assert fingerprint("raceforberlin") != fingerprint("koenigsberg45")


def test_a_game_keeps_the_number_of_its_rules(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer number is no fault of the opening record of a game in play."""
    monkeypatch.setattr("adjudicator.audit.checks.find_game", lambda name: replace(tinygame.GAME, rules="2"))
    with house.desk.store() as store:
        assert audit(store, 1).faults == ()
