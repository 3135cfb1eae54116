"""A log that a player made from the own file, brought back onto the true position."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from builder.vassal.traits import join
from tables.chance import By
from tables.home import Homecoming, NotFromHere, Taken
from tables.position import Position, SavedFile, Step, TableError
from tables.side_file import SideFile
from tables.table import Table, parts_of, properties
from tables.telling import told
from tests.tables.playing import (
    SEATS,
    Dealer,
    after,
    called,
    cutter,
    deck_of,
    log,
    module,
    move,
    named,
    start,
    with_trait,
)

RED = SEATS["Red"]


def sent(position: Position, side: str = "Red") -> SideFile:
    return cutter().cut(position, SEATS[side], SEATS.values(), 5)


def home(
    position: Position, file: SideFile, saved: SavedFile, dealer: Dealer | None = None, side: str = "Red"
) -> tuple[Taken, Position]:
    """What is taken, and the true position after it."""
    taken = Homecoming(module(), position, file, SEATS[side], dealer or Dealer()).take(saved)
    return taken, after(position, *(command for _, step in taken.steps for command in step))


def drawn(file: SideFile, deck: str, to: tuple[str, int, int], place: int = -1) -> tuple[str, Step]:
    """The blank at a place of a deck, and the step in which it is drawn: its mask comes off, and it moves."""
    alias = Table(file.position).order[deck_of(file.position, deck)][place]
    return alias, (with_trait(file.position, alias, "obs", "nobody;"), move(file.position, alias, to))


def test_a_card_that_is_drawn_blindly_is_the_one_that_lay_at_its_place() -> None:
    position = start()
    for place in (-1, 0, 4):
        true = Table(position).order[deck_of(position, "Commands")][place]
        file = sent(position)
        _, step = drawn(file, "Commands", ("Red hand", 60, 60), place)
        taken, new = home(position, file, log(file.position, step))
        assert taken.stopped == 0 and taken.chance == ()
        assert Table(new).at[true] == ("Red hand", 60, 60)
        assert len(Table(new).order[deck_of(new, "Commands")]) == 11
        assert parts_of(new.pieces[true].state)[1] == "nobody;"
        assert new.pieces[true].type == position.pieces[true].type


def test_moves_flips_labels_and_the_order_of_stacks_are_done_to_the_true_pieces() -> None:
    position = start()
    file, foot, second = sent(position), named(position, "1st Foot"), named(position, "2nd Foot")
    to = ("Main", 300, 337)
    steps = [
        (with_trait(file.position, foot, "emb2", "2"),),
        (move(file.position, foot, to),),
        (move(file.position, second, to, foot),),
        (with_trait(file.position, second, "PROP", "4"),),
    ]
    _, new = home(position, file, log(file.position, *steps))
    table = Table(new)
    assert table.at[foot] == table.at[second] == to
    assert table.order[table.inside[foot]] == [foot, second]
    assert "4" in parts_of(new.pieces[second].state)


def test_dice_cut_a_log_off_and_what_follows_does_not_count() -> None:
    position, horse = start(), named(start(), "1st Foot")
    file = sent(position)
    steps = [
        (move(file.position, horse, ("Main", 300, 337)),),
        ("CHAT*** 2d6 = 6,6", "MutableProperty\t2d6_result\t\t6,6\tModule"),
        (move(file.position, horse, ("Main", 500, 337)),),
    ]
    taken, new = home(position, file, log(file.position, *steps))
    assert (taken.stopped, [one.what for one in taken.chance]) == (2, ["2d6"])
    assert Table(new).at[horse] == ("Main", 300, 337)


def test_a_symbolic_die_and_a_layer_with_a_random_key_are_chance_by_what_the_module_says() -> None:
    position, die = start(), named(start(), "Fate")
    file = sent(position)
    taken, _ = home(position, file, log(file.position, ("SHOW_RESULTS\tBattle\t1\t2",)))
    assert [(one.by, one.what) for one in taken.chance] == [(By.DICE, "Battle")]
    taken, new = home(position, file, log(file.position, (with_trait(file.position, die, "emb2", "3"),)))
    assert [(one.by, one.what, one.sure) for one in taken.chance] == [(By.LAYER, die, True)]
    assert new == after(position)


def test_chat_that_only_looks_like_a_roll_stops_nothing() -> None:
    file = sent(start())
    taken, _ = home(start(), file, log(file.position, ("CHAT*** 2d6 = 6,6 *** <Ann>",)))
    assert taken.stopped == 0 and taken.steps == ((1, ()),)


def test_a_shuffle_is_the_desks_and_what_is_drawn_after_it_comes_from_the_new_order() -> None:
    position, dealer = start(), Dealer(random.Random("chits"))
    file = sent(position)
    deck = deck_of(position, "Chits")
    mine = Table(file.position).order[deck]
    new_order = [*reversed(mine[:-1]), mine[-1]]
    holder = file.position.pieces[deck]
    head = ";".join(holder.state.split(";")[:4])
    shuffle = "D/" + join("/", [deck, f"{head};{','.join(new_order)}", holder.state])
    alias = new_order[-1]
    draw = (
        with_trait(file.position, alias, "obs", "nobody;"),
        move(file.position, alias, ("Red hand", 9, 9)),
    )
    taken, new = home(position, file, log(file.position, (shuffle,), draw), dealer)
    assert dealer.decks == [deck] and taken.shuffled == ((1, deck),) and taken.stopped == 0
    again = Dealer(random.Random("chits"))
    expected = again(deck, Table(position).order[deck])[-1]
    assert Table(new).at[expected] == ("Red hand", 9, 9)


def test_a_card_put_into_a_deck_that_is_always_shuffled_is_not_drawn_at_will() -> None:
    """Red discards a known card into the deck, and draws "it" again: what comes is the desk's to say."""
    true = Table(start()).order[deck_of(start(), "Commands")][-1]
    position = after(start(), move(start(), true, ("Red hand", 60, 60)))
    deck = deck_of(position, "Commands")
    came = set()
    for seed in range(8):
        file = sent(position)
        into = move(file.position, true, Table(position).at[deck], Table(file.position).order[deck][-1])
        out = move(file.position, true, ("Red hand", 90, 60))
        _, new = home(position, file, log(file.position, (into,), (out,)), Dealer(random.Random(seed)))
        came |= {id_ for id_, at in Table(new).at.items() if at == ("Red hand", 90, 60)}
    assert len(came & set(position.pieces)) > 3


def test_what_a_step_does_to_a_card_that_it_puts_into_a_deck_always_shuffled_is_done_to_that_card() -> None:
    """The map's key for all that has moved comes after the move, and then the card lies among blanks."""
    foot, deck = named(start(), "1st Foot"), deck_of(start(), "Commands")
    file = sent(start())
    under = Table(file.position).order[deck][-1]
    into = move(file.position, foot, Table(file.position).at[deck], under)
    for seed in range(4):
        dealer = Dealer(random.Random(seed))
        noted = with_trait(file.position, foot, "rotate", "2")
        taken, new = home(start(), file, log(file.position, (into, noted)), dealer)
        assert dealer.decks == [deck] and taken.steps
        types, states = (parts_of(one) for one in (new.pieces[foot].type, new.pieces[foot].state))
        assert states[next(n for n, one in enumerate(types) if one.startswith("rotate;"))] == "2"
        assert Table(new).inside[foot] == deck


def test_a_mark_of_movement_on_what_comes_out_of_such_a_deck_is_no_obstacle_if_it_has_none() -> None:
    """A counter went in, a card came out: VASSAL marks the counter, which the player saw, as moved."""
    foot, deck = named(start(), "1st Foot"), deck_of(start(), "Commands")
    file, came = sent(start()), set()
    into = move(file.position, foot, Table(file.position).at[deck], Table(file.position).order[deck][-1])
    out = with_trait(file.position, foot, "markmoved", "true"), move(file.position, foot, ("Main", 90, 60))
    for seed in range(4):
        _, new = home(start(), file, log(file.position, (into,), out), Dealer(random.Random(seed)))
        came |= {id_ for id_, at in Table(new).at.items() if at == ("Main", 90, 60)}
    assert came - {foot} & set(start().pieces)


def test_a_turn_tracker_takes_the_property_of_its_level_along_which_no_log_says() -> None:
    rest = (*start().rest, "GlobalProperty\t;Turn;1;Module")
    position = replace(start(), rest=rest)
    file = sent(position)
    taken, new = home(position, file, log(file.position, ("TURNTurnTracker0\t0|2;0;false;-1",)))
    assert properties(new.rest)["Module", "Turn"] == "2" and len(taken.steps[0][1]) == 2
    lines = [one.text for one in told(position, new, module())]
    assert lines == ["Turn is now 2."]
    file = sent(new)
    taken, _ = home(new, file, log(file.position, ("TURNTurnTracker0\t0|2;0;false;-1",)))
    assert len(taken.steps[0][1]) == 1


def test_a_log_from_another_position_is_told_and_nothing_is_done() -> None:
    position, foot = start(), named(start(), "1st Foot")
    file, older = sent(position), sent(after(position, move(position, foot, ("Main", 500, 337))))
    with pytest.raises(NotFromHere, match="2 of 27 pieces"):
        home(position, file, log(older.position, (move(older.position, foot, ("Main", 300, 337)),)))


def test_what_lies_in_a_hand_of_another_side_cannot_be_touched() -> None:
    true = Table(start()).order[deck_of(start(), "Commands")][-1]
    position = after(start(), move(start(), true, ("Blue hand", 60, 60)))
    file = sent(position)
    (alias,) = [
        one
        for one, at in Table(file.position).at.items()
        if at == ("Blue hand", 60, 60) and one in file.blanks
    ]
    with pytest.raises(TableError, match="step 1 touches a piece in 'Blue hand'"):
        home(position, file, log(file.position, (move(file.position, alias, ("Red hand", 60, 60)),)))


def test_a_card_is_dealt_to_another_side_onto_the_one_that_lies_in_its_hand() -> None:
    """The button of a deck that fills all hands; VASSAL stacks the first card with what lies there loose."""
    deck = deck_of(start(), "Commands")
    held, dealt = Table(start()).order[deck][-1:-3:-1]
    hand = ("Blue hand", 60, 60)
    position = after(start(), move(start(), held, hand), f"-/stack-of-{held}")
    file = sent(position)
    table = Table(file.position)
    (lying,) = [one for one, at in table.at.items() if at == hand]
    new = table.order[deck][-1]
    stacked = f"+/777/stack/{hand[0]};60;60;{lying}", move(file.position, new, hand, lying)
    back = f"M/{new}/{'/'.join(map(str, table.at[deck]))}/{table.order[deck][-2]}/{hand[0]}/60/60/{lying}/me"
    _, now = home(position, file, log(file.position, stacked))
    assert Table(now).order[Table(now).inside[held]] == [held, dealt]
    undone = ("UNDO\ttrue", back, "-/777", "UNDO\tfalse")
    _, now = home(position, file, log(file.position, stacked, undone))
    assert Table(now).at[held] == hand and deck == Table(now).inside[dealt]


def test_cards_that_lie_in_a_stack_in_a_hand_of_another_side_stay_in_it() -> None:
    """Only a card that lies there alone is stacked with the one dealt; no stack of theirs is taken apart."""
    upper, lower = Table(start()).order[deck_of(start(), "Commands")][-1:-3:-1]
    hand = ("Blue hand", 60, 60)
    position = after(start(), move(start(), upper, hand))
    position = after(position, move(position, lower, hand, upper))
    file = sent(position)
    lying = [one for one, at in Table(file.position).at.items() if at == hand and one in file.blanks]
    assert len(lying) == 2
    with pytest.raises(TableError, match="step 1 touches a piece in 'Blue hand'"):
        home(position, file, log(file.position, (f"+/777/stack/{hand[0]};60;60;{lying[0]}",)))


@pytest.mark.parametrize("command", ["M/987654/Main/1/1/null/Main/1/1/null/x", "-/987654", "D/987654/a/b"])
def test_an_id_that_was_never_sent_is_refused(command: str) -> None:
    file = sent(start())
    with pytest.raises(TableError, match="never sent to you"):
        home(start(), file, log(file.position, (command,)))


def test_a_copy_of_a_blank_is_refused_and_all_faults_are_told_at_once() -> None:
    file = sent(start())
    blank = next(iter(file.blanks))
    piece = file.position.pieces[blank]
    copy = "+/" + join("/", ["555", piece.type, piece.state])
    with pytest.raises(TableError, match=r"step 1 copies .*step 2 .*never sent"):
        home(start(), file, log(file.position, (copy,), ("-/987654",)))


def test_a_new_piece_never_takes_the_id_of_one_that_is_hidden() -> None:
    hidden = Table(start()).order[deck_of(start(), "Commands")][0]
    file = sent(start())
    marker = "+/" + join("/", [hidden, "piece;;;one.png;Trench", "Main;300;107;30;0"])
    _, new = home(start(), file, log(file.position, (marker,)))
    assert called(new.pieces[hidden]).startswith("Commands")
    assert sum(called(one) == "Trench" for one in new.pieces.values() if one.type.startswith("piece;")) == 1


def test_the_own_password_is_found_and_on_the_true_position_stands_the_word_of_the_seat() -> None:
    foot = named(start(), "1st Foot")
    position = after(
        start(), with_trait(start(), named(start(), "1st Horse"), "obs", f"{SEATS['Blue'].password};")
    )
    file = sent(position)
    seat = Position(file.position.pieces, (*file.position.rest, "PLAYER\tnew word\tAnn\tRed"))
    steps = ((with_trait(file.position, foot, "obs", "new word;"),), (f"UNMASK\t{SEATS['Blue'].told}",))
    taken, new = home(position, file, log(seat, *steps))
    assert taken.password == "new word"
    assert f"{RED.password};" in parts_of(new.pieces[foot].state)
    assert taken.steps[1] == (2, (f"UNMASK\t{SEATS['Blue'].password}",))


def test_what_a_log_does_is_done_as_on_the_players_own_table() -> None:
    """Random moves of what the player sees end where they end for the player."""
    chance = random.Random("own table")
    for _ in range(20):
        position = start()
        file = sent(position)
        mine, steps = file.position, []
        seen = ["1st Foot", "2nd Foot", "1st Horse", "Scout", "Frigate"]
        for _ in range(12):
            id_ = named(mine, chance.choice(seen))
            to = ("Main", 100 + 100 * chance.randrange(4), 107 + 115 * chance.randrange(3))
            step = (move(mine, id_, to, chance.choice(["null", named(mine, chance.choice(seen))])),)
            mine = after(mine, *step)
            steps.append(step)
        _, new = home(position, file, log(file.position, *steps))
        ours, theirs = Table(new), Table(mine)
        for name in seen:
            id_ = named(position, name)
            assert ours.at[id_] == theirs.at[id_]
            assert _stack(ours, id_) == _stack(theirs, id_)


def _stack(table: Table, id_: str) -> list[str]:
    holder = table.inside.get(id_)
    return table.order[holder] if holder else []


def test_the_players_own_notes_are_kept_and_nobody_elses_are_believed() -> None:
    file = sent(start())
    seat = Position(file.position.pieces, (*file.position.rest, "PLAYER\tnew word\tAnn\tRed"))
    steps = (("PNOTE\tnew word\tattack at dawn", "PNOTE\tseat-Blue\tretreat"),)
    taken, new = home(start(), file, log(seat, *steps))
    assert taken.steps == ((1, (f"PNOTE\t{RED.password}\tattack at dawn",)),)
    assert f"PNOTE\t{RED.password}\tattack at dawn" in sent(new).position.rest
    assert not [line for line in sent(new, "Blue").position.rest if line.startswith("PNOTE")]


def test_notes_of_one_name_are_each_their_owners() -> None:
    lines = [f"SNOTE\tplan\t{SEATS[side].password}\ttrue\t{side}\t1\th" for side in ("Red", "Blue")]
    position = after(start(), *lines, lines[0].replace("\t1\t", "\t2\t"))
    assert {lines[1], lines[0].replace("\t1\t", "\t2\t")} <= set(position.rest)
    assert lines[0] not in position.rest


@pytest.mark.parametrize("first", [True, False])
def test_a_move_that_was_undone_leaves_the_piece_by_itself_as_it_does_in_vassal(first: bool) -> None:
    position = start()
    file, scout = sent(position), named(position, "Scout")
    there, lay = ("Main", 300, 337), f"+/9191/stack/Main;300;337;{scout};@@-1"
    moved = after(file.position, move(file.position, scout, there), lay)
    back, gone = move(moved, scout, Table(position).at[scout]), "-/9191"
    undo = ("UNDO\ttrue", *((gone, back) if first else (back, gone)), "UNDO\tfalse")
    taken, new = home(position, file, log(file.position, (move(file.position, scout, there), lay), undo))
    assert taken.stopped == 0 and Table(new).at[scout] == Table(position).at[scout]
    assert scout not in Table(new).inside and "9191" not in new.pieces
    again, newer = home(
        new, sent(new), log(sent(new).position, (move(sent(new).position, scout, there), lay))
    )
    assert Table(newer).order["9191"] == [scout] and not again.stopped


def test_a_piece_alone_in_its_stack_comes_back_when_its_deletion_is_undone() -> None:
    position, horse = start(), named(start(), "1st Horse")
    file = sent(position)
    stack, piece = Table(file.position).inside[horse], file.position.pieces[horse]
    bare = ";".join(file.position.pieces[stack].state.split(";")[:3])
    back = "D/" + join("/", [stack, file.position.pieces[stack].state, bare])
    taken, new = home(position, file, log(file.position, (f"-/{horse}",), (piece.command(), back)))
    assert Table(new).at[horse] == Table(position).at[horse] and len(taken.steps) == 2


def test_a_piece_that_comes_into_a_deck_and_is_gone_in_the_same_step_is_the_one_that_is_gone() -> None:
    """VASSAL lays it in, deletes it, and for an undo lays it in by the deck's own state."""
    position = start()
    file, deck = sent(position), deck_of(position, "Commands")
    foot, at = file.position.pieces[named(position, "1st Foot")], Table(file.position).at[deck]
    laid = "+/" + join("/", ["555", foot.type, foot.state])
    back = file.position.pieces[deck].state
    steps = (
        (laid, f"M/555/{at[0]}/{at[1]}/{at[2]}/{deck}/null/0/0/null/x", "-/555"),
        ("UNDO\ttrue", laid, "D/" + join("/", [deck, f"{back},555", back]), "-/555", "UNDO\tfalse"),
    )
    taken, new = home(position, file, log(file.position, *steps))
    assert [n for n, _ in taken.steps] == [1, 2]
    assert new.pieces.keys() == position.pieces.keys()
    assert Table(new).order[deck] == Table(position).order[deck]
    head, ids = back.split(";")[:4], back.split(";")[4].split(",")
    for forged in ([*reversed(ids), "555"], [*ids, "555", "555"]):
        with pytest.raises(TableError, match="a deck in a way"):
            now = ";".join([*head, ",".join(forged)])
            home(position, file, log(file.position, (laid, "D/" + join("/", [deck, now, back]))))


def test_a_piece_that_automation_takes_on_from_a_deck_in_the_same_step_is_never_shuffled_in() -> None:
    """It is put down on a deck that is always shuffled, and sent on from there by itself."""
    position = start()
    file, deck = sent(position), deck_of(position, "Commands")
    foot, at = named(position, "1st Foot"), Table(file.position).at[deck]
    into = move(file.position, foot, at, Table(file.position).order[deck][-1])
    out = move(file.position, foot, ("Main", 300, 337))
    for seed in range(8):
        taken, new = home(position, file, log(file.position, (into, out)), Dealer(random.Random(seed)))
        assert Table(new).at[foot] == ("Main", 300, 337) and not taken.shuffled
        assert Table(new).order[deck] == Table(position).order[deck]


def test_a_stack_that_was_moved_and_emptied_in_one_step_is_no_obstacle_when_that_is_undone() -> None:
    """Automation sends the only piece of a stack back; the undo moves the piece, and then the empty stack."""
    position = start()
    file, horse = sent(position), named(position, "1st Horse")
    stack, (name, x, y) = Table(file.position).inside[horse], Table(file.position).at[horse]
    there, back = f"M/{stack}/{name}/300/337/null/x", f"M/{stack}/{name}/{x}/{y}/null/x"
    home_again = move(file.position, horse, (name, x, y))
    away = move(after(file.position, there, home_again), horse, (name, 300, 337))
    steps = ((there, home_again), ("UNDO\ttrue", away, back, "UNDO\tfalse"))
    taken, new = home(position, file, log(file.position, *steps))
    assert [n for n, _ in taken.steps] == [1, 2] and Table(new).at[horse] == (name, 300, 337)
