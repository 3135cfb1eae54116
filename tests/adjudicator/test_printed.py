"""Order lines in printed names: what players read, and may write back."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.printed import in_print

GAME = find_game("raceforberlin")


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("retreat 606 to sudl-oderbruch", "retreat 606 to Südl. Oderbruch"),
        ("move Munch seelow muncheberg", "move Müncheberg Seelow, Müncheberg"),
        ("advance 1GTA-1 8GA-1", "advance 1 GTA-1, 8 GA-1"),
        ("enter 3-1 at goritz\nenter 3-2 at reppen", "enter 3-1 at Göritz\nenter 3-2 at Reppen"),
        ("1SSPz", "1 SS Pz"),
        ("chit 9 zone kathlow", "chit 9 zone Kathlow"),
        ("move", "move"),
    ],
)
def test_ids_are_told_in_printed_names_that_mean_the_same(line: str, printed: str) -> None:
    assert in_print(GAME, [line]) == (printed,)
    grammar = GAME.grammar()
    for ours, theirs in zip(line.split("\n"), printed.split("\n"), strict=True):
        if " " in ours and not ours[0].isdigit():
            assert grammar.read(ours).args == grammar.read(theirs).args


def test_a_line_that_would_be_misread_stays_as_it_is() -> None:
    assert in_print(GAME, ["what is 606 to lebus"]) == ("what is 606 to lebus",)
