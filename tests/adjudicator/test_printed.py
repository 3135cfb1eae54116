"""Order lines in printed names: what players read, and may write back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.mail.desk.pages import STROKE_TOLD, first_line, questions_text, rulings_text
from adjudicator.mechanics.wording import printed_names
from adjudicator.rulings import Ruling
from adjudicator.waiting_lines import ON_HOLD
from adjudicator.wording.order_words import in_print, verdict_told
from counters.roster.load import load_roster
from maps.board import Board, Space
from templates.environments import environment
from tests.tabletop import Tabletop

GAME = find_game("raceforberlin")
GAMES = game_names()


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("retreat 606 to sudl-oderbruch", "retreat 606 to Südl. Oderbruch"),
        ("move Munch seelow muncheberg", "move Müncheberg via Seelow, Müncheberg"),
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


@pytest.mark.parametrize("name", GAMES)
def test_every_place_is_read_by_the_name_that_reports_tell(name: str) -> None:
    game = find_game(name)
    grammar, names = game.grammar(), game.names().names
    places = game.start(game.scenarios[0]).board.spaces
    lexicon = next(one for one in grammar.lexicons.values() if set(places) & one.all)
    assert [at for at in places if lexicon.find(names.get(at, at)) != (at,)] == []


def test_a_hex_with_a_town_goes_by_its_number_and_names_keep_their_commas() -> None:
    assert in_print(find_game("panzerkorps48"), ["prep 3508 by 421RR"]) == ("prep 3508 by 421RR",)
    assert in_print(GAME, ["move 606 sudl-oderbruch, lebus"]) == ("move 606 via Südl. Oderbruch, Lebus",)


def test_an_area_is_told_by_its_name_alone() -> None:
    area = Space("hoar-pass", "Hoar Pass", (0, 0), {"name": "Hoar Pass"})
    hex_ = Space("0205", "0205", (0, 0), {"name": "Harrow"})
    board = Board("two", {one.id: one for one in (area, hex_)}, {}, {})
    told = printed_names(board, load_roster("amberroad"))
    assert (told["hoar-pass"], told["0205"]) == ("Hoar Pass", "Harrow (0205)")


def test_done_is_not_answered_by_an_echo() -> None:
    assert verdict_told(Ruling(1, 1, "done", "done")) == "OK"
    assert verdict_told(Ruling(1, 1, "move R1", "done")) == "OK"
    assert verdict_told(Ruling(1, 1, "done", "refused")) == "REFUSED"


def test_each_example_of_an_answer_has_a_line_of_its_own() -> None:
    """With semicolons between them players wrote them so into one line, which is not understood."""
    game, state = find_game("donnerschlag"), Tabletop("donnerschlag", clear=False).state
    told = questions_text(game, state.waiting()[:1], {})
    assert "\n          highcommand ALARM-1\n          highcommand ARTY-1\n" in told


def test_no_order_of_an_example_is_broken_where_a_mail_folds_its_lines() -> None:
    """Copied from the mail, "setup" ended one line and "LJ-4 at 3522" began the next."""
    game = find_game("panzerkorps48")
    state = Tabletop("panzerkorps48", clear=False).state
    decision = state.waiting()[0]
    long = next(answer for answer in decision.answers if answer.count("\n") > 20)
    lines = long.split("\n")
    short = tuple("\n".join(lines[at : at + 3]) for at in range(0, 9, 3))
    assert "For example" not in questions_text(game, [replace(decision, answers=(long,))], {}), "in the form"
    mail = questions_text(game, [replace(decision, answers=short)], {})
    report = environment("panzerkorps48").from_string('{{ text | whole_orders | fold("      ") }}')
    shown = (
        mail.partition("Some possible orders:")[2].partition("Default:")[0],
        report.render(text=long.replace("\n", " / ")),
    )
    for text in shown:
        orders = [
            one.strip() for line in text.splitlines() for one in re.split(r"(?:^| )/(?: |$)|;(?: |$)", line)
        ]
        assert [one for one in orders if not re.fullmatch(r"(setup \S+ at \d{4}|end|)", one)] == []
        assert max(map(len, text.splitlines())) <= 78


def test_orders_that_only_work_together_are_told_as_such() -> None:
    apart = Ruling(1, 1, "move 47-1 seelow", "refused", legal=("move 47-1 lebus", "pass"))
    joined = replace(apart, legal=("move 47-1 lebus\ncombat 47-1 at seelow\nchit 7 army 47", "pass"))
    told = "move 47-1 Lebus / combat 47-1 at Seelow"
    assert told in " ".join(rulings_text(GAME, [joined]).split())
    assert STROKE_TOLD in rulings_text(GAME, [joined]) and STROKE_TOLD not in rulings_text(GAME, [apart])


def test_what_an_ambiguous_name_could_be_is_told_once() -> None:
    two = Ruling(1, 1, "move 13 Guben", "ambiguous", why='"13" could be 13-1 or 13-2', legal=("13-1", "13-2"))
    assert rulings_text(GAME, [two]).count("13-2") == 1
    assert "Could be: 13-1" in rulings_text(GAME, [replace(two, why="several")])


def test_the_first_line_of_an_answer_says_what_to_correct() -> None:
    good, back = (
        Ruling(1, 1, "move", "done"),
        Ruling(1, 2, "end", "waiting", why=f"{ON_HOLD}: line 1 is refused"),
    )
    assert first_line([back]) == "CORRECTION NEEDED: 1 on hold"
    assert first_line([good, good]) == "Your orders: 2 OK"
