"""Names as modules have them, with marks, commas, strokes and words of the orders in them, are understood."""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.mail.reading.as_typed import order_words
from adjudicator.orders import Order, written_out
from adjudicator.rulings import Unreadable
from adjudicator.tabletop.rolling import meant
from adjudicator.tabletop.written import SAID, grammar_of, names_in, said
from builder.vassal.traits import split
from files.nearest import is_connecting
from tables.doing import Words
from tables.opening import opened
from tables.published import Published
from tables.seats import Seat
from tables.spelling import loose, matching
from tables.table import Table
from tests.adjudicator.tabletop.table import Players
from tests.cases import one_quick
from tests.tables.playing import module
from tests.tables.sampler import piece, sampler

LETTERS = "ab1 2!?.,;:'\"()[]/\\|#&+-*_<>=%$@~^{}’“é–…"
WORDS = ("Attack!", "to", "in", "by 2", "for", "/", "#3", "from", "0304", "Move", "draw", "O'Brien", "2d6")
NAMES = st.one_of(
    st.text(st.sampled_from(LETTERS), min_size=1, max_size=10),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
).map(lambda text: " ".join(text.split()))
ODD = (
    "Attack!", "Why?", "Flak (88)", 'The "Big Red One"', "Lt.", "O’Brien's", "St. Lô", "1/5 Pz",
    "Panic, Rout; Flight", "Fire / Move", "Draw #3", "# 2", "Tank #", "Road to Ruin", "Panic in Rome",
    "Stand by Me", "Stand by 2", "-3", "12", "!", "C++", "*Elite*", "to", "50% [late]", "A\\B", "«Да»",
    "Танк №1", "Ein–Zwei", "In reserve...", "A & B <C>", "a:b|c", ",;2",
)  # fmt: skip


@cache
def texts() -> dict[str, bytes]:
    """What is in the sampler's file."""
    path = Path(mkdtemp()) / "sampler.vmod"
    path.write_bytes(sampler())
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def called(name: str) -> Published:
    """The sampler whose 1st Foot, whose deck Chits and whose button Battle have a name."""
    path = Path(mkdtemp()) / "odd.vmod"
    text = texts()["buildFile.xml"].decode()
    inside = escape(piece(name, "red.png", "11").partition("piece;;;red.png;")[2].partition("/null;")[0])
    text = text.replace("piece;;;red.png;1st Foot/", f"piece;;;red.png;{inside}/")
    text = text.replace('entryName="1st Foot"', f"entryName={quoteattr(name)}")
    text = text.replace('DrawPile name="Chits"', f"DrawPile name={quoteattr(name)}")
    text = text.replace('SpecialDiceButton name="Battle"', f"SpecialDiceButton name={quoteattr(name)}")
    with zipfile.ZipFile(path, "w") as new:
        for entry, data in texts().items():
            new.writestr(entry, text if entry == "buildFile.xml" else data)
    return Published(path)


def read(odd: Published, line: str) -> Order:
    """A line as it comes out of a mail; it is one order."""
    grammar = grammar_of(names_in(odd))
    parts = written_out([(1, order_words(line))], grammar.comment, grammar.stroke)
    assert len(parts) == 1, parts
    return grammar.read(parts[0][1])


def does(odd: Published, words: Words, line: str) -> list[list[str]]:
    """The commands of a line, taken apart."""
    order = read(odd, line)
    return [split("/", one) for one in SAID[order.verb](said(order), Seat("Red"), words)]


def understood(name: str) -> None:
    """Each order finds what has the name."""
    odd = called(name)
    words = Words(Table(opened(odd).position), odd)
    named = {id_: words.called(id_) for _, id_ in words.named()}
    foot = next(
        id_ for id_, one in words.mine.pieces.items() if "red.png" in one.type and "2nd" not in one.type
    )
    assert words.at(foot) == "0202", words.at(foot)
    moves = does(odd, words, f"move {named[foot]} to 0402")
    assert [one[1] for one in moves] == [foot] and words.place("0402") == (
        moves[0][2],
        *map(int, moves[0][3:5]),
    )
    for line in (f"flip {named[foot]}", f"rotate {named[foot]} by 2"):
        assert does(odd, words, line)[0][1] == foot, line
    deck = words.deck(name)
    assert len(does(odd, words, f"draw 2 from {name}")) == 2
    assert does(odd, words, f"draw 1 from {name} to 0402")[0][2] == "Main"
    put = does(odd, words, f"return {named[foot]} to {name}")
    assert put[0][1] == foot and tuple(put[0][2:5]) == tuple(map(str, words.mine.at[deck]))
    assert words.deck(said(read(odd, f"shuffle {name}")).what) == deck
    order = said(read(odd, f"roll {name} for the attack"))
    button, purpose = meant(odd, order.dice, order.purpose)
    assert (button.name, purpose) == (name, "the attack")


@pytest.mark.parametrize("name", one_quick(ODD, 4))
def test_a_name_with_marks_and_words_of_orders_in_it_is_understood(name: str) -> None:
    understood(name)


@pytest.mark.slow
def test_a_mark_at_the_end_of_a_name_comes_through_a_mail(tmp_path: Path) -> None:
    table = Players(tmp_path, module=called("Attack!").path)
    assert "OK" in table.send("red", "move Attack! to 0402  # a comment", "done")
    assert "Red: Attack! moves from 0202 to 0402." in table.told("blue")


def taken() -> set[str]:
    """The names that the sampler has already."""
    words = Words(Table(opened(module()).position), module())
    named = (name for name, _ in words.named())
    return {
        loose(one) for one in (*named, *module().dice, *module().places_on("Main"), "Commands", "Discards")
    }


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(NAMES)
def test_any_name_is_understood(name: str) -> None:
    assume(loose(name) and not name.endswith("\\") and not name.startswith("/"))
    assume(loose(name) not in taken() and not is_connecting(name.split()[0]))
    understood(name)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(NAMES, NAMES, st.sampled_from([",", ".", "!", ":", ""]))
def test_a_name_is_found_with_marks_behind_it_and_none_is_taken_for_another(
    one: str, other: str, mark: str
) -> None:
    assume(loose(one) and loose(one) != loose(other))
    assert matching(one + mark, [(other, 2), (one, 1)]) == [1]
    twins = [(other, 2), (f"{other}!", 3)]
    assert matching(f"{other}!", twins) in ([3], [2, 3])


def asking(tmp_path: Path) -> Path:
    """The sampler with a button that asks how many dice."""
    path = tmp_path / "asking.vmod"
    with zipfile.ZipFile(path, "w") as new:
        for entry, data in texts().items():
            new.writestr(
                entry, data.replace(b'DiceButton name="2d6"', b'DiceButton prompt="true" name="Xd6"')
            )
    return path


@pytest.mark.parametrize(
    ("line", "dice"), [("roll 3 Xd6", 3), ("roll 4 x xd6 for supply", 4), ("roll Xd6", 2)]
)
def test_a_button_that_asks_for_the_number_of_dice_takes_it(tmp_path: Path, line: str, dice: int) -> None:
    odd = Published(asking(tmp_path))
    order = said(read(odd, line))
    button, purpose = meant(odd, order.dice, order.purpose)
    assert (button.name, len(button.faces), purpose) == ("Xd6", dice, "supply" if "supply" in line else "")


def test_no_number_of_dice_is_given_to_a_button_that_has_its_own() -> None:
    with pytest.raises(Unreadable):
        meant(called("Battle"), "3 Battle", "")
