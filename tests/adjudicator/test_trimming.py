"""Lines cut short: what a refused line would still say without what may not be."""

from __future__ import annotations

from adjudicator.catalogue import find_game
from adjudicator.judging.trimming import Trimming, is_part, size, understood
from tests.games.panzerkorps48.fights import no, table

GAME = "panzerkorps48"


def shorter(line: str) -> list[str]:
    game = find_game(GAME)
    cuts = Trimming(game.grammar(), line, game.start(game.scenarios[0]).board.spaces)
    return [cut.text for ring in cuts.rings() for cut in ring]


def test_a_list_of_units_loses_some_and_never_all() -> None:
    found = shorter("prep 2332 by 15-II, 110-I, 110-II")
    assert set(found[:3]) == {
        "prep 2332 by 15-II, 110-I",
        "prep 2332 by 15-II, 110-II",
        "prep 2332 by 110-I, 110-II",
    }
    assert "prep 2332 by 110-II" in found
    assert shorter("hasty 2332 by 15-II") == [], "without units it would be an attack of all"


def test_a_path_loses_its_end_however_it_is_written() -> None:
    ends = ["move 15-II via 2332-2331", "move 15-II via 2332"]
    assert shorter("move 15-II via 2332-2331-2330  # far") == ends
    assert shorter("move 15-II via 2332, 2331, 2330")[0] == "move 15-II via 2332, 2331"


def test_a_clause_goes_as_a_whole() -> None:
    found = shorter("move 15-II via 2332 hasty 2331 by 15-II")
    assert found == ["move 15-II via 2332"]


def test_a_line_that_is_not_understood_has_no_part() -> None:
    assert shorter("moev 15-II via 2332-2331") == []
    assert shorter("end") == []


def test_a_part_says_nothing_else() -> None:
    grammar = find_game(GAME).grammar()
    whole = understood(grammar, "prep 2332 by 15-II, 110-I")
    assert is_part(understood(grammar, "prep 2332 by 110-I"), whole, ())
    assert not is_part(understood(grammar, "prep 2331 by 110-I"), whole, ())
    assert not is_part(understood(grammar, "prep 2332 by 110-II"), whole, ())
    assert size(whole) > size(understood(grammar, "prep 2332 by 110-I"))


def test_an_attack_with_a_unit_that_may_not_is_offered_without_it() -> None:
    laid = table({"110-I": "2429", "15-II": "2433", "89TB": "2332"}, segment="GER.MOVE")
    laid.order("german", "move 110-I to 2431\nmove 15-II to 2432")
    assert no(laid, "german", "hasty 2332 by 15-II, 110-I")[2] == ("hasty 2332 by 15-II",)


def test_an_entry_that_goes_too_far_is_offered_as_far_as_it_can_go() -> None:
    laid = table({"15-II": "german-reinforcements"}, segment="GER.MOVE")
    laid.play.state = laid.state.but(turn=2)
    far = "2032, 2031, 2131, 2130, 2129, 2128, 2227, 2226, 2326, 2425, 2424, 2524"
    more = ", 2623, 2622, 2722, 2721, 2720, 2819, 2818, 2817"
    legal = no(laid, "german", f"enter 15-II at 2033 via {far}{more}")[2]
    assert f"enter 15-II at 2033 via {far}, 2623, 2622, 2722, 2721, 2720, 2819, 2818" in legal


def test_the_and_of_a_list_goes_with_what_it_joined() -> None:
    assert set(shorter("move 421RR and 634RR to 3506")) == {"move 421RR to 3506", "move 634RR to 3506"}
    assert "prep 2332 by 15-II, 110-I" in shorter("prep 2332 by 15-II, 110-I, and 110-II")
