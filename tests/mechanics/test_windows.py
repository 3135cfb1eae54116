"""Windows for cards: asked of both alike, sealed, and telling nobody who holds one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.dice import Roll, SeededDice
from adjudicator.events import CardsMoved, DieRolled, StandingUsed
from adjudicator.events.cards import laid
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on, silence
from adjudicator.judging.what_if import playable
from adjudicator.mail.desk import table as tables
from adjudicator.mail.telling.reports import told_to_wait
from adjudicator.mechanics.decks import misplaced
from adjudicator.mechanics.windows import spoken
from adjudicator.play import Play
from adjudicator.rehearsal.file import parse_rehearsal
from adjudicator.rehearsal.rehearsal import compare, rehearse
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal
from adjudicator.rulings import Unreadable
from adjudicator.state import State
from tests.adjudicator.cardgame import CARDS, GAME, STANDING, start
from tests.adjudicator.house import House, parsed, text_of
from tests.adjudicator.test_audit import FORCE

RED, BLUE = ("c-01", "c-02", "c-03"), ("c-04", "c-05", "c-06")


def with_hands(red: Sequence[str], blue: Sequence[str] = BLUE) -> State:
    """The first state with these hands; the other cards lie in the pile."""
    state = laid(laid(start("duel"), "red", tuple(red)), "blue", tuple(blue))
    return laid(state, "deck", tuple(card for card in CARDS if card not in {*red, *blue}))


def in_battle(red: Sequence[str] = RED, standing: tuple[str, ...] = ()) -> Play:
    """A battle with its first window open; the standing orders are red's."""
    play = Play(with_hands(red).but(standing={"red": standing}), SeededDice(random.Random(1)))
    run_on(GAME, play)
    sheet(play, "red", "attack dale")
    return play


def sheet(play: Play, side: str, *lines: str, n: int = 1) -> list[str]:
    return [ruling.verdict for ruling in judge(GAME, play, side, list(enumerate(lines, 1)), n)]


def open_to(play: Play) -> list[str]:
    return [decision.player for decision in play.state.waiting()]


def played(play: Play) -> list[str]:
    return [
        event.cards[0] for event in play.events if isinstance(event, CardsMoved) and event.deed == "plays"
    ]


# -- asked, answered, opened ------------------------------------------------------------------------------


def test_both_are_asked_in_the_same_words_whatever_they_hold() -> None:
    for red in (RED, ("c-01", "c-03", "c-07"), ()):
        asked = in_battle(red).state.decisions
        assert [decision.player for decision in asked] == ["red", "blue"]
        red_, blue = ({**decision.pack(), "id": "", "player": ""} for decision in asked)
        assert red_ == blue and "c-" not in str(red_)


def test_the_first_window_takes_even_cards_and_opens_when_both_have_answered() -> None:
    play = in_battle()
    assert sheet(play, "red", "card c-01") == ["refused"]
    assert sheet(play, "red", "card c-02", n=2) == ["done"]
    assert open_to(play) == ["blue"] and played(play) == []
    assert sheet(play, "blue", "card c-04", n=3) == ["done"]
    assert played(play) == ["c-02", "c-04"]
    assert play.state.cups["discards"] == ("c-02", "c-04")
    assert open_to(play) == ["red", "blue"]  # the second window


def test_who_was_asked_first_plays_first_whoever_answers_first() -> None:
    play = in_battle()
    sheet(play, "blue", "card c-04")
    sheet(play, "red", "card c-02", n=2)
    assert played(play) == ["c-02", "c-04"]


def test_a_card_that_is_not_held_is_refused_and_says_nothing_of_the_other_hand() -> None:
    told = []
    for blue in (("c-04", "c-05", "c-06"), ("c-08", "c-05", "c-07")):
        play = Play(with_hands(RED, blue), SeededDice(random.Random(1)))
        run_on(GAME, play)
        sheet(play, "red", "attack dale")
        told.append(judge(GAME, play, "red", [(1, "card c-04")], 2))
    assert told[0] == told[1] and told[0][0].verdict == "refused"
    assert told[0][0].legal == ("card c-02",)


def test_an_answer_can_be_replaced_until_the_window_opens() -> None:
    play = in_battle(("c-02", "c-08", "c-01"))
    sheet(play, "red", "card c-02")
    assert sheet(play, "red", "card c-08", n=2) == ["done"]
    sheet(play, "blue", "pass", n=3)
    assert played(play) == ["c-08"]


def test_a_second_card_of_one_sheet_does_not_take_the_place_of_the_first() -> None:
    play = in_battle(("c-02", "c-08", "c-01"))
    sheet(play, "red", "card c-02", "card c-08")
    sheet(play, "blue", "pass", n=2)
    assert played(play) == ["c-02"]


def test_a_card_for_the_second_window_waits_for_it() -> None:
    play = in_battle()
    assert sheet(play, "red", "card c-02", "card c-01") == ["done", "waiting"]
    sheet(play, "blue", "pass", n=2)
    assert open_to(play) == ["blue"]
    sheet(play, "blue", "pass", n=3)
    assert played(play) == ["c-02", "c-01"]


def test_silence_passes() -> None:
    play = in_battle()
    assert all(silence(GAME, play, decision) for decision in play.state.waiting())
    assert played(play) == [] and play.state.frame.facts["window"] == 2


def test_no_window_settles_by_itself() -> None:
    play = in_battle(())
    assert open_to(play) == ["red", "blue"]
    assert not any(isinstance(event, DieRolled) for event in play.events)


# -- standing orders --------------------------------------------------------------------------------------

FILED = "if asked window 1 hex=dale and ratio>=2 then card c-02"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("stand card c-02 in window 1 when hex=dale and ratio>=2", FILED),
        ("STAND CARD c-02 WINDOW W1 WHEN hex=dale AND ratio>=2", FILED.replace(" and ", " AND ")),
        ("stand card c-02 in window 2", "if asked window 2 then card c-02"),
        (FILED, FILED),
        ("if asked window then pass", "if asked window then pass"),
    ],
)
def test_both_ways_of_writing_are_one(said: str, kept: str) -> None:
    assert spoken(said) == kept == STANDING.read(said)


@pytest.mark.parametrize(
    "wrong",
    [
        "stand card c-77 in window 1",
        "stand card c-02 in window 1 when hex=nowhere",
        "stand card c-02 in window 1 when ratio>=",
        "stand card c-02 in window one",
        "if asked window 1 and then pass",
    ],
)
def test_a_standing_order_is_checked_when_it_is_filed(wrong: str) -> None:
    with pytest.raises(Unreadable):
        STANDING.read(wrong)


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        (FILED, True),
        ("if asked window then card c-02", True),
        ("if asked window 2 then card c-02", False),
        ("if asked window 1 at ash then card c-02", False),
        ("if asked window 1 ratio>=3 then card c-02", False),
        ("if asked window 1 then card c-01", False),
        ("if asked window 1 then card c-09", False),
    ],
)
def test_it_answers_where_its_conditions_hold_and_its_card_is_legal(line: str, answers: bool) -> None:
    play = in_battle(standing=(line,))
    assert (open_to(play) == ["blue"]) == answers
    sheet(play, "blue", "pass", n=2)
    assert played(play) == (["c-02"] if answers else [])


def test_its_player_alone_is_told_which_one_answered() -> None:
    play = in_battle(standing=(FILED, "if asked window then pass"))
    sheet(play, "blue", "pass", n=2)
    used = [event for event in play.events if isinstance(event, StandingUsed)]
    assert [(event.line, event.to) for event in used] == [
        (FILED, ("red",)),
        ("if asked window then pass", ("red",)),
    ]
    assert used[0].says(GAME.names()) == f'Your standing order "{FILED}" has answered.'


# -- what the other side learns ---------------------------------------------------------------------------

PLANS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("c-01", "c-03", "c-07"), ()),
    (RED, ()),
    (RED, ("if asked window then pass",)),
    (RED, ("stand card c-02 in window 1", "if asked window then pass")),
    (("c-01", "c-03", "c-07"), ("if asked window then pass",)),
]


@pytest.mark.parametrize(("red", "standing"), PLANS)
def test_what_blue_may_know_is_the_same_while_the_window_is_open(
    red: tuple[str, ...], standing: tuple[str, ...]
) -> None:
    plain = in_battle(RED).state
    state = in_battle(red, tuple(map(STANDING.read, standing))).state
    assert playable(GAME, state, "blue") == playable(GAME, plain, "blue")
    assert told_to_wait(state, "blue") == told_to_wait(plain, "blue") == ("red", "blue")


def test_who_has_answered_reads_that_the_other_is_told_to_wait() -> None:
    play = in_battle()
    sheet(play, "red", "pass")
    assert told_to_wait(play.state, "red") == ("blue",)
    assert told_to_wait(play.state, "blue") == ("red", "blue")
    sheet(play, "blue", "pass", n=2)
    sheet(play, "blue", "pass", n=3)
    assert told_to_wait(play.state, "blue") == ("red",)


class Dealt:
    """Dice that deal the cards a test wants, and else show a three."""

    def __init__(self, red: Sequence[str], blue: Sequence[str]) -> None:
        self.wanted = {"red": list(red), "blue": list(blue)}

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(3)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        side = next(side for side in self.wanted if f"for {side} " in purpose)
        there = [card for card in self.wanted[side] if card in items]
        return Roll(items.index(there[0]) + 1 if there else 1)


def card_folder(folder: Path) -> str:
    """A game folder whose rules are the game of cards."""
    rules = folder / "cards" / "rules" / "__init__.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("from tests.adjudicator.cardgame import GAME\n", encoding="utf-8")
    return str(folder / "cards")


def a_house(folder: Path) -> House:
    return House(folder, card_folder(folder), pictures=False)


def house_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch, red: tuple[str, ...], standing: tuple[str, ...]
) -> House:
    """A desk on which red attacks, both windows are passed, and blue asks for a dry run in the first."""
    monkeypatch.setattr(tables, "CommittedDice", lambda *_: Dealt(red, BLUE))
    house = a_house(folder)
    house.write("red", *standing, "attack dale")
    house.post()
    house.write("blue", "card c-04", "card c-01", "pass", kind="CHECK")
    house.post()
    for _ in range(2):
        house.write("red", "pass")
        house.post()
        house.write("blue", "pass")
        house.post()
    return house


def to_blue(house: House) -> list[bytes]:
    return [raw for name, raw in house.outbox().items() if name.startswith("1-blue")]


@pytest.mark.slow
@pytest.mark.parametrize("red", [RED, ("c-01", "c-03", "c-07"), ("c-02", "c-08", "c-10")])
def test_blue_gets_the_same_mails_whatever_red_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, red: tuple[str, ...]
) -> None:
    """Among these hands are one without a legal card in the first window, and one without in the second."""
    one = house_of(tmp_path / "one", monkeypatch, ("c-03", "c-07", "c-08"), ())
    other = house_of(tmp_path / "other", monkeypatch, red, ())
    with one.desk.store() as a, other.desk.store() as b:
        assert one.table(a).state.hands["red"] != other.table(b).state.hands["red"]
    assert len(to_blue(one)) >= 5
    assert to_blue(one) == to_blue(other)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["if asked window then pass", "stand card c-02 in window 1"])
def test_blue_gets_the_same_mails_whatever_red_has_ordered_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Up to his own answer: then he sees whether the window opens at once, and not why."""
    one = house_of(tmp_path / "one", monkeypatch, RED, ())
    other = house_of(tmp_path / "other", monkeypatch, RED, (line,))
    assert to_blue(one)[:3] == to_blue(other)[:3]
    assert "Do you play a card in window 1?" in text_of(parsed(to_blue(other)[1]))


def test_every_draw_of_a_game_by_mail_holds_when_it_is_made_again(
    tmp_path: Path,
) -> None:
    house = a_house(tmp_path)
    for side, line in (("red", "attack dale"), ("red", "card c-02"), ("blue", "pass")):
        house.write(side, line)
        house.post()
    with house.desk.store() as store:
        found = audit(store, 1)
        assert found.faults == () and replay(store, 1).difference == ""
        assert [die.stream for die in found.dice[:6]] == ["nobody"] * 6
        store.database.script(
            f"{FORCE} "
            "UPDATE events SET facts = replace(facts, '\"n\":2,', '\"n\":9,') WHERE kind = 'CardDrawn';"
        )
        assert "should be number 2" in " ".join(audit(store, 1).faults)


REHEARSED = """
game = "{game}"

[position]
hands = {{ red = ["c-02"], red-box = ["c-03"], blue = ["c-04"] }}
piles = {{ discards = ["c-01"] }}

[chance]
draws = ["c-12", "c-11", "c-10", "c-09"]
dice = [3]

[[orders]]
from = "red"
text = "attack dale"

[[orders]]
from = "red"
text = "card c-02"

[expect]
hands = {{ red = ["c-11", "c-12"], red-box = ["c-03"], blue = ["c-04", "c-09", "c-10"], blue-box = [] }}
piles = {{ discards = ["c-01", "c-02"], deck = ["c-05", "c-06", "c-07", "c-08"] }}
"""


def test_a_rehearsal_lays_hands_boxes_and_piles(tmp_path: Path) -> None:
    asked = parse_rehearsal(REHEARSED.format(game=card_folder(tmp_path)), trust=True)
    assert misplaced(asked.state, CARDS) == []
    assert compare(asked, rehearse(asked)) == []


def test_places_that_no_game_knows_are_told_with_their_line(tmp_path: Path) -> None:
    text = REHEARSED.format(game=card_folder(tmp_path)).replace("red-box", "green-box", 1)
    with pytest.raises(BadRehearsal) as no:
        parse_rehearsal(text.replace("piles = { discards", "piles = { rubbish", 1), trust=True)
    told = str(no.value)
    assert 'no side "green-box" to hold cards' in told and 'no pile "rubbish" of cards' in told


@pytest.mark.slow
def test_games_by_chance_come_to_their_end_with_every_card_in_its_place() -> None:
    cards = 0
    for seed in range(10):
        tally = play_game(GAME, str(seed))
        assert tally.state.over is not None and misplaced(tally.state, CARDS) == []
        cards += len([event for event in tally.events if isinstance(event, CardsMoved)])
    assert cards > 100
