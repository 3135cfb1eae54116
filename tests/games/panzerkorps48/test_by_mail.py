"""Attacks by mail, step by step: what the answer to each letter says, and what a bad line keeps waiting."""

from __future__ import annotations

import re
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator import demo
from adjudicator.games.panzerkorps48.record import GAME
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk import init_desk
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.mail.run import run_mail
from tests.games.test_whole_game_by_mail import quiet_desk

from .fights import EAST, HEX, NORTH, table

ATTACK = "prep Surovikino by 421, 634 support ART-1"
IN_FULL = "Results (your next report has all the arithmetic): "


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk at the first Soviet phase, both armies set up as in the demo, without standing orders."""
    desk = quiet_desk(tmp_path_factory.mktemp("set-up") / "desk")
    letters, script = [], demo.read_script(GAME)
    for letter in script.letters[:3]:
        lines = (line for line in letter["text"].splitlines() if not line.startswith("if asked"))
        letters.append({**letter, "text": "\n".join(lines)})
    demo.play(desk, GAME, letters, script.scheme)
    return desk.folder


class Post:
    """The desk of a game and its two players."""

    def __init__(self, folder: Path) -> None:
        self.desk, self.sent = init_desk(folder), 10

    def says(self, side: str, *lines: str) -> str:
        """What a side is told upon a letter of its own, answer and report, without line breaks."""
        self.sent += 1
        time, before = demo.BEGAN + timedelta(hours=6 * self.sent), len(self.told(side))
        letter = {"from": side, "style": "plain", "text": "\n".join((demo.SPLIT, *lines))}
        raw = demo.written(letter, demo.form_of(self.desk, GAME, side), self.sent, time)
        (self.desk.inbox / f"{self.sent}.eml").write_bytes(raw)
        assert run_mail(self.desk, time).problems == []
        return " ".join(self.told(side)[before:])

    def tries(self, side: str, *lines: str) -> str:
        """What a side is told of lines that it tries in a dry run, without line breaks."""
        with self.desk.store() as store:
            state = Table(store, 1).state
        rulings = try_sheet(GAME, known_to(GAME, state, side), side, list(enumerate(lines, 1)))
        return " ".join(f"{ruling.verdict}: {ruling.why}" for ruling in rulings)

    def told(self, side: str) -> list[str]:
        """All mails to a side, oldest first, without line breaks."""
        mails = (mail for mail in demo.mails(self.desk) if side in str(mail["To"]))
        return [" ".join(demo.plain_text(mail).split()) for mail in mails]


@pytest.fixture
def post(set_up: Path, tmp_path: Path) -> Post:
    return Post(shutil.copytree(set_up, tmp_path / "desk"))


@pytest.mark.slow
def test_a_refused_fire_keeps_the_next_one_back_until_it_is_put_right(post: Post) -> None:
    post.says("soviet", ATTACK)
    post.says("german", "hold")
    told = post.says("soviet", "fire 421 support ART-1 at Sch-AT", "fire 634 at Sch-4", "no advance", "end")
    assert (
        "fire 421 support ART-1 at Sch-AT REFUSED [7.3.type.1]: in Surovikino (3508) fire at personnel "
        "before weapons: Sch-3 or Sch-4 Legal instead: fire 421RR at Sch-3 fire 421RR at Sch-4"
    ) in told
    assert "fire 634 at Sch-4 ON HOLD: line 4 is refused" in told
    held = "fire 634 at Sch-4 no advance end Reply with the bad line corrected"
    assert f"is refused, so these orders are on hold: {held}" in told
    assert "Your move: * You are attacking Surovikino (3508). Fire with any of 421RR, 634RR" in told
    told = post.says("soviet", "fire 421 support ART-1 at Sch-3")
    assert "fire 421 support ART-1 at Sch-3 OK" in told
    assert f"{IN_FULL}* 421RR and ART-1 fire at Sch-3 in Surovikino (3508): value " in told
    assert "die roll" not in told, "a fire is told once"
    assert "Nothing is ended" not in told, "the rest follows without a word"
    assert "Waiting for the German player." in told


def test_who_says_as_is_has_the_rest_fired_without_the_refused_line(post: Post) -> None:
    post.says("soviet", ATTACK)
    post.says("german", "hold")
    post.says("soviet", "fire 421 at Sch-AT", "fire 634 at Sch-4")
    told = post.says("soviet", "as is")
    assert "* 634RR fires at Sch-4 in Surovikino (3508): value " in told
    assert "at Sch-3 in" not in told
    assert (
        "as is OK: left out: fire 421 at Sch-AT" in told
        or "going on with fire 634 at Sch-4. Left out: " in told
    )


def test_both_sides_are_told_that_fire_is_over_and_why(post: Post) -> None:
    post.says("soviet", ATTACK)
    over = "The defenders of Surovikino (3508) are done firing: they hold their fire. [7.1.B.2]"
    assert f"{IN_FULL}* {over} Waiting for the Soviet player." in post.says("german", "hold")
    assert f"* {over}" in post.told("soviet")[-1]
    told = post.says("soviet", "hold")
    assert "The attackers of Surovikino (3508) are done firing: they hold their fire. [7.1.C.3]" in told


def test_a_hold_behind_the_last_fire_is_done_with_it(post: Post) -> None:
    post.says("soviet", ATTACK)
    told = post.says("german", "fire Sch-AT at 421RR", "fire Sch-3 at 634RR", "hold")
    assert "hold OK: it has ended by itself" in told
    assert "The defenders of Surovikino (3508) are done firing: every enemy has been fired at." in told
    late = post.says("german", "fire Sch-4 at 421RR")
    assert "NOT USED: you have no move to make now" in late, "and no later combat hears of it"


def test_a_dry_run_tells_what_a_fire_would_bring(post: Post) -> None:
    attack = f"{ATTACK} then fire 421, 634 support ART-1 at Sch-3"
    told = post.tries("soviet", attack, "prep 3209 by 89TB then fire 89TB at Sch-2")
    prospects = "value 16, column 16-20: die 1: 4-2, 2: 3-2, 3: 3-1, 4-5: 2-1, 6: 1-1"
    assert f"at present the fire at Sch-3 has {prospects}" in told
    assert "the fire at Sch-2" not in told, "its combat comes later"
    post.says("soviet", ATTACK)
    told = post.tries("german", "fire Sch-3, Sch-4 at 421RR", "hold")
    assert "at present the fire at 421RR has value 4, column 3-4: die 1: 2-1, 2: 1-1, 3: 1-0, 4" in told
    told = post.tries("german", "fire Sch-AT at 421RR")
    assert "has value 0: no die is rolled, and it has no effect" in told


def test_a_dry_run_tells_what_all_who_attack_would_bring_to_each_target(post: Post) -> None:
    value = "value 16, column 16-20: die 1: 4-2, 2: 3-2, 3: 3-1, 4-5: 2-1, 6: 1-1"
    told = post.tries("soviet", ATTACK)
    assert told == f"may be done: at present the fire of all at Sch-3 or Sch-4 has {value}"
    told = post.says("soviet", f"odds {ATTACK.removeprefix('prep ')}")
    assert f"at present the fire of all at Sch-3 or Sch-4 has {value}" in told


def test_a_dry_run_tells_what_a_hasty_attack_would_bring() -> None:
    laid = table({"685-I": HEX, "421RR": "0917", "14MRB": EAST}, segment="SOV.MOVE")
    for line in (f"move 421RR to {NORTH} hasty {HEX}", f"hasty {HEX} by 14MRB"):
        (told,) = try_sheet(GAME, known_to(GAME, laid.state, "soviet"), "soviet", [(1, line)])
        assert "at present the fire of all at 685-I has value " in told.why, line


@pytest.mark.slow
@pytest.mark.rule("9.1.sov.6", "9.1.sov.7")
def test_the_turns_of_the_plan_are_told_its_areas_only_as_they_come(post: Post) -> None:
    sealed = post.told("german")[-1]
    for formation, turn in (("321st Rifle Division", 2), ("5th Mechanized Corps", 6)):
        assert f"{formation}: turn {turn}, area sealed" in sealed
    assert not re.search(r"\barea [A-G]\b", sealed)
    post.says("soviet", "end", "end")
    post.says("german", "end", "end")
    post.says("soviet", "end", "enter 488RR at 2501")
    now = next(told for told in reversed(post.told("german")) if "321st Rifle" in told)
    assert "321st Rifle Division enters this turn at area B. [9.1.sov.7]" in now
    assert re.findall(r"\barea [A-G]\b", now) == ["area B"]


# -- what is refused, with its clause and what would be legal ----------------------------------------------


def test_a_unit_that_has_fired(post: Post) -> None:
    post.says("soviet", ATTACK)
    told = post.says("german", "fire Sch-AT at 421RR", "fire Sch-3, Sch-AT at 634RR", "hold")
    assert "REFUSED [7.2.fire.1]: Sch-AT has already fired in this combat Legal instead: fire " in told
    assert '"fire Sch-3, Sch-AT at 634RR" is refused, so this order is on hold: hold' in told
    assert "Fire with any of Sch-3, Sch-4, one line" in told
    told = post.says("german", "fire Sch-3, Sch-4 at 634RR")
    assert "Sch-3 and Sch-4 fire at 634RR in 3507" in told


def test_a_unit_that_was_next_to_no_enemy_as_the_phase_began(post: Post) -> None:
    told = post.says("soviet", "prep 3209 by 216TB", "end")
    why = "216TB was not adjacent to an enemy as the phase began"
    assert f"REFUSED [3.1.prep.1]: {why} Legal instead: prep " in told
    assert "prep 3209 by ..." in told, "the form has it"
    assert "is refused, so this order is on hold: end Reply with the bad line corrected" in told
    assert "3.1.prep.1" not in post.says("soviet", "prep 3209 by 89TB")


def test_support_that_is_named_too_late(post: Post) -> None:
    post.says("soviet", ATTACK)
    post.says("german", "hold")
    told = post.says("soviet", "fire 421, 634 support ART-2 at Sch-3")
    assert "REFUSED [7.6.sup.5]: ART-2 was not named for support when the attack was announced" in told
    assert "fire 421, 634 at Sch-3 fire 421RR, 634RR support ART-1 at Sch-3" in told


def test_a_check_that_is_not_allowed(post: Post) -> None:
    post.says("soviet", f"{ATTACK}, ART-2, 119RD-A then fire 421, 634 support ART-1, ART-2, 119RD-A at Sch-3")
    told = post.says("german", "hold", "check Sch-3")
    assert "REFUSED [8.1.lim.1]: Sch-3 had 2 steps when it was hit, and a check needs " in told
    assert "Legal instead: retreat Sch-3" in told
    assert "Retreat Sch-4, Sch-AT 4 hexes" in told, "and the retreat is asked for, not walked"


def test_a_retreat_path_that_breaks_a_priority(post: Post) -> None:
    post.says("soviet", f"{ATTACK}, ART-2, 119RD-A then fire 421, 634 support ART-1, ART-2, 119RD-A at Sch-3")
    post.says("german", "hold")
    told = post.says("german", "retreatpath 3509-3508-3509")
    assert "REFUSED [8.3." in told
    assert "Legal instead: retreatpath " in told


@pytest.mark.slow
def test_an_entry_in_another_turn_or_area_than_was_planned(post: Post) -> None:
    told = post.says("soviet", "end", "enter 484RR at 2501", "end")
    assert "REFUSED [9.1.sov.7]: 484RR enters on turn 2, as planned Legal instead: move " in told
    assert "is refused, so this order is on hold: end Reply with the bad line corrected" in told
    post.says("soviet", "as is")
    post.says("german", "end", "end")
    told = post.says("soviet", "end", "enter 484RR at 1601", "enter 488RR at 2501", "end")
    why = "484RR may not enter at 1601: that hex is not in area B, where it enters"
    assert f"REFUSED [9.1.ent.1]: {why} Legal instead: enter 484RR at 2501 " in told
    assert 'These must enter before "end": 484RR, 493RR, 321RD-A' in told
    told = post.says("soviet", "enter 484RR at 2601", "enter 493RR at 2701")
    assert "enter 484RR at 2601 OK" in told and "enter 493RR at 2701 OK" in told
    assert "end REFUSED [9.1.sov.8]: these must enter in this phase: 321RD-A Legal" in told


def test_what_a_later_letter_replaces_is_told_with_what_replaces_it(post: Post) -> None:
    post.says("soviet", ATTACK, "end", "move 421 to 3507", "end")
    told = post.says("soviet", "move 421 to 3506")
    assert (
        'Your newer orders replace earlier ones. - "move 421 to 3506" replaces "move 421 to 3507". '
        '- Dropped: "end". If you still want it, send it again.'
    ) in told
    assert "newer orders replace" not in " ".join(post.told("german"))


def test_what_may_be_queued_is_not_named_to_a_line_of_that_kind(post: Post) -> None:
    post.says("soviet", ATTACK)
    post.says("german", "fire Sch-AT at 421RR", "fire Sch-3 at 634RR")
    late = post.says("german", "hold")
    assert "As things stand, no question that this line could answer will come" in late
    assert "You can queue now" not in late.partition("BEGIN ORDERS")[0]


def test_odds_that_cannot_be_asked_now_say_so_in_a_sentence(post: Post) -> None:
    told = post.says("german", "odds 3507 by Sch-3")
    assert "you have no attack to make at the moment. Ask again when you are asked for attacks" in told
