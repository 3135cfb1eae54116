"""The first email of each game: who, against whom, what for, how to answer; short, and nothing technical
above the form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.game import Game
from adjudicator.report.welcome import aims, position, welcome
from tests.adjudicator.house import House, text_of

ANNA, BEN = "anna@example.org", "ben@example.org"
MOST_WORDS = 250
FORM = "YOUR ORDER FORM"
SAVE, PAGE = "game-1-turn-1.vsav", "game-1-orders.html"


def firsts(folder: Path, game: str, accepted: bool) -> list[str]:
    house = House(folder, game=game, pictures=False, accepted=accepted)
    mails = [house.mails(address) for address in (ANNA, BEN)]
    return [text_of(sent[0]) for sent in mails if sent]


def others(game: Game, side: str) -> dict[str, str]:
    """Who plays the other side, as the house names its players."""
    return {one: name for one, name in zip(game.sides, ("Anna", "Ben"), strict=True) if one != side}


@pytest.mark.parametrize("accepted", [False, True])
@pytest.mark.parametrize("name", game_names())
def test_a_first_email_says_what_matters_in_few_words_above_the_form(
    tmp_path: Path, name: str, accepted: bool
) -> None:
    game = find_game(name)
    for text in firsts(tmp_path, name, accepted):
        side = next(side for side in game.sides if f"report to {game.sides[side]}\n" in text)
        flat = " ".join(text.split())
        told = welcome(game, 1, side, True, [SAVE, PAGE], "", (), others(game, side))
        assert told.who in flat and told.aim in flat
        asked = "YOUR MOVE, by " in text
        assert text.count("so nobody can choose them") <= 1, "the form does not say it again"
        assert accepted or "## If you like, a few words of your own go into the dice:\n# seed any" in text
        assert text.splitlines()[2].startswith("INVITATION. YOUR MOVE") or accepted or not asked
        head = re.split(FORM if asked else "WHAT HAPPENED|CURRENT SITUATION", text)[0]
        assert asked or "You have no move to make." in text
        ways = [way for way in told.ways if way[0] != "Write"]
        more = [position(True, True), *(word for way in ways for word in way)]
        words = len(head.split()) + sum(len(one.split()) for one in more)
        assert words <= MOST_WORDS, f"{words} words before the form"
        assert not re.search(r"SHA-256|[0-9a-f]{64}|bundle|laceholder", head)


@pytest.mark.parametrize("name", game_names())
def test_a_game_says_to_each_side_what_it_wants_in_three_sentences(name: str) -> None:
    game = find_game(name)
    told = aims(game)
    assert set(told) == set(game.sides), f"{game.folder.name}/welcome.toml: [aim] needs a line for each side"
    for text in told.values():
        assert len(re.findall(r"[.!?](?:\s|$)", text)) == 3 and len(text.split()) <= 55


def test_there_are_three_ways_to_answer_where_there_is_a_page_and_a_saved_game() -> None:
    game = find_game("donnerschlag")
    assert [way for way, _ in welcome(game, 1, "axis", True, [SAVE, PAGE], "").ways] == [
        "Tap",
        "Write",
        "VASSAL",
    ]
    assert [way for way, _ in welcome(game, 1, "axis", True, [], "").ways] == ["Write"]
    (tap, *_) = welcome(game, 1, "axis", True, [SAVE], "https://example.org/x/orders.html").ways
    assert "https://example.org/x/orders.html" in tap[1]


def test_a_first_email_names_who_plays_the_other_side_and_a_later_name_does_not_change_it(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, game="amberroad", pictures=False, accepted=False)
    told = " ".join(house.last(BEN).split())
    assert "against the Blue player (Anna)." in told and ANNA not in told
    changed = house.says("player", "1", "blue", "--replace", "Carl <carl@example.org>")
    assert changed.exit_code == 0, changed.output
    assert "against the Red player (Ben)." in " ".join(house.last("carl@example.org").split())
    assert "all hold" in house.says("audit", "1").output
