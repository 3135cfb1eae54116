"""Resigning, closing by agreement, draws: said in sheets of real mails, told to all, kept on the record."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game
from adjudicator.mail.desk.table import Table
from adjudicator.mail.settings.wishes import split_said
from adjudicator.store import SheetRow
from tests.adjudicator.house import House, head_of, parsed, text_of, verdicts
from tests.cases import one_quick

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both have bid, and Red is to move."""
    return House(tmp_path, pictures=False).both_bid()


def send(house: House, side: str, *lines: str, **told: str) -> list[str]:
    """One letter and one mail run; the rows of what became of it."""
    house.write(side, *lines, **told)
    done = house.post()
    assert done.problems == []
    return [letter.row for letter in done.letters]


def run(house: House, *args: str, code: int = 0) -> str:
    """A command at the house's desk: what it says, a fault too."""
    found = house.says(*args)
    fault = "" if isinstance(found.exception, SystemExit) else str(found.exception or "")
    assert getattr(found.exception, "exit_code", found.exit_code) == code, found.output + fault
    return found.output + fault


def over(house: House) -> dict[str, object] | None:
    with house.desk.store() as store:
        found = Table(store, 1).state.over
        return dict(found) if found is not None else None


def sheets(house: House) -> tuple[SheetRow, ...]:
    with house.desk.store() as store:
        return store.journal.sheets(1)


def proposed(house: House) -> tuple[str, ...]:
    with house.desk.store() as store:
        return tuple(Table(store, 1).state.proposals)


def sound(house: House) -> None:
    """The game replays identically, and every die holds."""
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""
        assert audit(store, 1).faults == ()


def answer(house: House, address: str) -> str:
    """The newest answer to somebody's letter."""
    return text_of([mail for mail in written(house, address) if mail["In-Reply-To"]][-1])


def written(house: House, address: str) -> list[EmailMessage]:
    """The mails to somebody by their numbers: a command goes by another clock than the house."""
    outbox = sorted(house.outbox().items(), key=lambda one: int(one[0].split("-")[-2]))
    return [mail for mail in (parsed(raw) for _, raw in outbox) if address in str(mail["To"])]


def report(house: House, address: str) -> EmailMessage:
    """Somebody's newest report."""
    return [mail for mail in written(house, address) if "CURRENT SITUATION" in text_of(mail)][-1]


def flat(text: str) -> str:
    return " ".join(text.split())


def enclosed(mail: EmailMessage) -> list[str]:
    return [str(part.get_filename()) for part in mail.iter_attachments()]


# -- to give up -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "lines",
    [
        ["resign"],
        ["Resign."],
        ["# I have had enough", "I resign"],
        ["concede the game"],
        ["resign", "done"],
        ["pictures none", "resign"],
    ],
)
def test_who_resigns_alone_ends_the_game_for_the_other(house: House, lines: list[str]) -> None:
    send(house, "red", *lines)
    told = over(house)
    assert told is not None and (told["winner"], told["why"]) == ("blue", "Red resigns")
    assert set(told["points"]) == {"red", "blue"}, "counted as the game itself counts them"  # type: ignore[call-overload]
    for address in (ANNA, BEN):
        assert "game-1-dice.json" in enclosed(report(house, address))
        assert "THE GAME IS OVER" in head_of(report(house, address))
    assert verdicts(answer(house, ANNA))[0] == "done"
    sound(house)


def test_who_is_not_asked_may_resign_as_well(house: House) -> None:
    assert send(house, "blue", "resign") == ["early"]
    told = over(house)
    assert told is not None and told["winner"] == "red"


@pytest.mark.slow
def test_among_other_orders_it_is_asked_whether_it_is_meant(house: House) -> None:
    send(house, "red", "move R1 birch", "resign")
    assert over(house) is None
    assert verdicts(answer(house, ANNA)) == ["done", "not judged"]
    assert "cannot be undone. If you mean it, send this line without other orders" in flat(
        answer(house, ANNA)
    )
    send(house, "red", "resign")
    assert over(house) is not None


def test_a_dry_run_of_it_ends_nothing(house: House) -> None:
    assert send(house, "red", "resign", kind="CHECK") == ["check"]
    assert verdicts(answer(house, ANNA)) == ["may be done"] and over(house) is None


@pytest.mark.parametrize("game", one_quick(["koenigsberg45", "raceforberlin"]))
def test_every_game_can_be_given_up_before_anything_else(tmp_path: Path, game: str) -> None:
    house = House(tmp_path, game, pictures=False)
    first, second = house.players
    send(house, second, "resign")
    told = over(house)
    assert told is not None and told["winner"] == first
    assert told["points"], "as the game counts them"
    assert "game-1-dice.json" in enclosed(report(house, ANNA))
    sound(house)


# -- the end by agreement -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_draw_that_is_proposed_and_agreed_to_ends_the_game(house: House) -> None:
    send(house, "red", "propose draw: nobody can win this any more")
    ben = report(house, BEN)
    assert "A PROPOSAL TO ANSWER" in head_of(ben)
    assert "Red proposes that the game ends as a draw (nobody can win this any more)." in flat(text_of(ben))
    assert 'Write "agree draw" or "refuse draw"' in flat(text_of(ben))
    html = ben.get_body(("html",))
    assert html is not None and "A proposal is open." in str(html.get_content())
    assert "# Open: a proposal of a draw. Write: agree draw, or: refuse draw" in text_of(ben)
    assert "your own proposal. To withdraw it, write: withdraw draw" in flat(text_of(report(house, ANNA)))
    assert send(house, "blue", "agree draw 1") == ["early"]
    told = over(house)
    assert told is not None
    assert (told["winner"], told["why"]) == (
        "", "Red and Blue agree: the game ends as a draw (nobody can win this any more)",
    )  # fmt: skip
    assert sheets(house)[-1].kind == "entry"
    for address in (ANNA, BEN):
        assert "game-1-dice.json" in enclosed(report(house, address))
    sound(house)


@pytest.mark.slow
def test_silence_is_never_consent_and_the_game_goes_on_beside_a_draw_that_is_proposed(house: House) -> None:
    send(house, "red", "propose draw", "move R1 birch")
    send(house, "red", "done")
    send(house, "blue", "move B1 cedar")
    assert proposed(house) == ("draw",) and over(house) is None
    send(house, "blue", "refuse draw", "done")
    assert proposed(house) == ()
    assert "Blue refuses Red's proposal of a draw." in flat(text_of(report(house, ANNA)))
    sound(house)


@pytest.mark.slow
def test_who_proposed_may_withdraw_and_nobody_else(house: House) -> None:
    send(house, "red", "propose close")
    send(house, "blue", "withdraw close")
    assert "you may withdraw only your own proposal" in flat(answer(house, BEN)) and proposed(house) == (
        "close",
    )
    send(house, "red", "agree close")
    assert "this is your own proposal" in flat(answer(house, ANNA)) and over(house) is None
    send(house, "red", "withdraw")
    assert proposed(house) == ()
    send(house, "blue", "agree close")
    assert "there is no such proposal now" in flat(answer(house, BEN)) and over(house) is None
    sound(house)


def test_a_number_of_another_game_and_a_reply_code_in_the_reason_are_refused(house: House) -> None:
    code = house.form("blue")[1]
    send(house, "blue", f"propose draw my code is {code}")
    assert "contains a reply code" in flat(answer(house, BEN)) and proposed(house) == ()
    send(house, "red", "propose draw")
    send(house, "blue", "agree draw 17")
    assert "these orders are for game 1, not for game 17" in flat(answer(house, BEN)) and over(house) is None


def test_a_dry_run_proposes_nothing(house: House) -> None:
    send(house, "red", "propose undo", "propose draw", kind="CHECK")
    assert verdicts(answer(house, ANNA)) == ["may be done", "may be done"]
    assert proposed(house) == ()


@pytest.mark.slow
def test_what_is_said_to_a_proposal_counts_in_a_sheet_that_a_later_one_replaces(house: House) -> None:
    run(house, "close", "1", "--reason", "holidays")
    house.write("red", "agree close", "move R1 birch")
    house.write("red", "move R2 birch")
    house.post()
    with house.desk.store() as store:
        state = Table(store, 1).state
    assert state.proposals["close"]["agreed"] == ("red",)
    assert (state.units["R1"].at, state.units["R2"].at) == ("ash", "birch")
    sound(house)


# -- the referee's own ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_referee_proposes_and_both_must_agree(house: House) -> None:
    told = run(house, "close", "1", "--winner", "Blue", "--reason", "Red has lost his army")
    assert "The referee proposes that the game ends, and Blue wins (Red has lost his army)." in told
    assert "No answer is not consent" in told
    shown = run(house, "show", "1")
    assert "Not yet agreed: Red and Blue." in shown
    listed = json.loads(run(house, "show", "1", "--json"))["proposals"]
    assert [(one["matter"], one["by"], one["waits"]) for one in listed] == [("close", "", ["red", "blue"])]
    for side, address in (("red", ANNA), ("blue", BEN)):
        assert "A PROPOSAL TO ANSWER" in head_of(report(house, address))
        assert over(house) is None
        send(house, side, "agree close")
    found = over(house)
    assert found is not None and found["winner"] == "blue"
    assert "Red and Blue agree to the referee's proposal" in str(found["why"])
    sound(house)


@pytest.mark.slow
def test_the_referee_closes_a_game_with_his_reasons_on_the_record(house: House) -> None:
    assert "add a --reason" in run(house, "close", "1", "--by-referee", code=1)
    told = json.loads(run(house, "close", "1", "--by-referee", "--draw", "--reason", "no answer", "--json"))
    assert "the referee decides that the game ends as a draw (no answer)" in told["says"]
    found = over(house)
    assert found is not None and found["winner"] == ""
    assert "(no answer)" in flat(text_of(report(house, BEN)))
    assert "is over" in run(house, "close", "1", "--reason", "again", code=1)
    sound(house)


def test_the_referee_takes_a_proposal_away(house: House) -> None:
    send(house, "red", "propose draw")
    run(house, "close", "1", "--withdraw")
    assert proposed(house) == ()
    assert "there is no such proposal" in run(house, "close", "1", "--withdraw", code=1)
    assert "no side" in run(house, "close", "1", "--winner", "green", "--reason", "x", code=1)
    assert "--winner or --draw" in run(
        house, "close", "1", "--winner", "red", "--draw", "--reason", "x", code=1
    )


# -- how such lines are read ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("propose draw", ("propose", "draw", "")),
        ("Propose a draw: we are tired", ("propose", "draw", "we are tired")),
        ("offer draw", ("propose", "draw", "")),
        ("agree undo 17", ("agree", "undo", "17")),
        ("agree to the closing", ("agree", "close", "")),
        ("accept draw", ("agree", "draw", "")),
        ("refuse undo # never", ("refuse", "undo", "")),
        ("agree", ("agree", "", "")),
        ("accept", None),
        ("move R1 birch", None),
        ("", None),
        ("# agree draw", None),
    ],
)
def test_lines_on_proposals_are_known_from_orders(line: str, read: tuple[str, str, str] | None) -> None:
    said, rest = split_said(find_game("raceforberlin"), [(1, line)])
    assert [(one.act, one.matter, one.more) for one in said] == ([read] if read else [])
    assert rest == ([] if read else [(1, line)])


def test_such_lines_are_tried_without_a_letter_too(house: House, tmp_path: Path) -> None:
    told: list[str] = []
    for lines, code in ((["resign"], 0), (["propose draw", "move R1 birch"], 0), (["agree draw"], 1)):
        (tmp_path / "sheet.eml").write_bytes(house.letter("red", *lines))
        found = json.loads(run(house, "check", str(tmp_path / "sheet.eml"), "--json", code=code))
        told += [ruling["verdict"] for ruling in found["rulings"]]
    assert told == ["may be done", "may be done", "may be done", "refused"]
    assert proposed(house) == ()
