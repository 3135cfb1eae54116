"""Order lines: names however they are written, verbs, and the three kinds of no."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.catalogue import find_game, game_names
from adjudicator.judging.referee import split_standing
from adjudicator.orders import Grammar, Order, Verb, unpack, written_out
from adjudicator.reader import Lexicon, Reader, squeeze
from adjudicator.rulings import Ambiguous, No, Unreadable
from maps.space import slug
from tests.clauses import ROOT

GRAMMAR = find_game("raceforberlin").grammar()


@pytest.mark.parametrize("name", game_names())
def test_the_names_of_spaces_are_made_once_for_all_sides(name: str) -> None:
    game = find_game(name)
    first, *others = [game.grammar(side).lexicons["zone"] for side in ("", *game.sides)]
    assert all(one is first for one in others)


@pytest.mark.parametrize(
    "line",
    [
        "move 541 Müncheberg",
        "MOVE 541 muncheberg",
        "move 541 MUNCHEB",
        "move 541, via Müncheberg",
        "move 541 to muncheberg.",
        "move 541 Muencheberg",
        "move 541 MUENCHEB",
        'Move: "541" Muencheberg!',
    ],
)
def test_case_diacritics_commas_and_abbreviations_do_not_matter(line: str) -> None:
    assert GRAMMAR.read(line).args == {"unit": "541", "via": ("muncheberg",), "free": ()}


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("move 20 Pz Gr seelow", "20PzGr"),
        ("move 5 Jäger lebus", "5Jag"),
        ("move nordland zossen", "11SS"),
        ("move 31 lebus", "31"),
    ],
)
def test_printed_names_and_other_names_of_units_work(line: str, unit: str) -> None:
    assert GRAMMAR.read(line).args["unit"] == unit


def test_a_zone_of_several_words_is_read_to_its_end() -> None:
    args = GRAMMAR.read("move 391 Nördl. Oderbruch Königs Wusterhausen").args
    assert args["via"] == ("nordl-oderbruch", "konigs-wusterhausen")


def test_both_ways_of_writing_an_attack_say_the_same() -> None:
    short = GRAMMAR.read("combat 8GA-1 8GA-2 at lebus advance 8GA-1")
    long = GRAMMAR.read("ATTACK Lebus WITH 8GA-1,8GA-2 ADVANCE 8GA-1")
    assert (short.verb, short.args) == (long.verb, long.args)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("mvoe 541 seelow", "move 541 seelow"),
        ("mvoe 541 nowhere", "move"),
        ("atack 541 at seelow", "combat 541 at seelow"),
        ("move 3SHB-1 seelow", "3SHA-1"),
        ("move 541 sedlow", "Seelow"),
    ],
)
def test_what_is_not_understood_is_answered_with_the_nearest_words(line: str, near: str) -> None:
    with pytest.raises(Unreadable) as no:
        GRAMMAR.read(line)
    assert near in no.value.legal


@pytest.mark.parametrize(
    "line", ["move 541", "combat 541 seelow", "move 541 seelow lebus quickly", "chit 12", "chit", "city"]
)
def test_a_truncated_or_overlong_line_is_answered_with_its_form(line: str) -> None:
    with pytest.raises(Unreadable, match="write: "):
        GRAMMAR.read(line)


def test_lines_that_mean_the_same_are_told_from_others_however_many_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adjudicator.orders.MOST_PAIRS", 2)
    pairs = {
        ("move 541 muncheberg", "move 541 to Müncheberg"): True,
        ("move 541 muncheberg", "move 541 seelow"): False,
        ("move 541 muncheberg", "move 542 muncheberg"): False,
        ("move 541 muncheberg", "hello"): False,
        ("hello", "hello"): False,
    }
    for (line, other), alike in [*pairs.items(), *pairs.items()]:
        assert GRAMMAR.same(line, other) is alike
    assert len(GRAMMAR._same) <= 2


def test_a_verb_may_end_like_a_sentence() -> None:
    assert GRAMMAR.read("Convert.").verb == "convert"
    assert GRAMMAR.read('"pass"!').verb == "pass"


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("mov 541 Seelow", "move 541 Seelow"),
        ("Comb. 8GA-1 at lebus", "combat 8GA-1 at lebus"),
        ("att lebus with 8GA-1", "attack lebus with 8GA-1"),
        ("freemov 541 to seelow", "freemove 541 to seelow"),
        ("free move 541 to seelow", "freemove 541 to seelow"),
    ],
)
def test_a_kind_of_order_may_be_abbreviated(short: str, whole: str) -> None:
    one, other = GRAMMAR.read(short), GRAMMAR.read(whole)
    assert (one.verb, one.args) == (other.verb, other.args)


@pytest.mark.parametrize(
    ("line", "near"), [("ret 541 seelow", "retreat 541 seelow"), ("mo 541 seelow", "move 541 seelow")]
)
def test_an_abbreviation_of_two_kinds_of_order_or_of_two_letters_is_not_understood(
    line: str, near: str
) -> None:
    with pytest.raises(Unreadable) as no:
        GRAMMAR.read(line)
    assert near in no.value.legal


def test_a_unit_where_a_zone_should_stand_is_told_as_one() -> None:
    with pytest.raises(Unreadable, match=r'unknown zone "61-2" \(a unit has that name\)') as no:
        GRAMMAR.read("move 61-1 61-2 letschin")
    assert no.value.legal == (), "no zone is called nearly so"


@pytest.mark.parametrize("joined", ["{}, {}", "{}; {}", "{} and {}", "{}. Then {}", "{}, and then {}"])
def test_several_orders_in_one_line_are_told_apart(joined: str) -> None:
    one, other = "move 61-1 letschin", "retreat 541 to seelow"
    assert GRAMMAR.sheet([(1, one), (2, other)])[1] == []
    (told,) = GRAMMAR.sheet([(1, joined.format(one, other))])[1]
    assert (told.verdict, told.legal) == ("unreadable", (f"{one} / {other}",))
    assert told.why.startswith("write one order a line")


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("barrage 4308, 4309", "barrage 4308 / barrage 4309"),
        ("barrage 4308,4309 and 2023 front 3BR", "barrage 4308 / barrage 4309 / barrage 2023 front 3BR"),
        ("no advance, with 56", ""),
        ("barrage 4308, 4399", ""),
    ],
)
def test_a_list_after_a_verb_that_takes_one_thing_is_told_apart(line: str, orders: str) -> None:
    (told,) = find_game("koenigsberg45").grammar("soviet").sheet([(1, line)])[1]
    assert told.verdict == "unreadable" and told.why.startswith("write one order a line") == bool(orders)
    assert not orders or told.legal == (orders,)


def test_a_line_of_which_one_part_is_no_order_is_told_what_is_wrong_with_it() -> None:
    (told,) = GRAMMAR.sheet([(1, "move 61-1 letschin, retreat 999 to seelow")])[1]
    assert not told.why.startswith("write one order a line")


def test_an_umlaut_spelled_out_never_hides_what_is_really_called_so() -> None:
    lexicon = Lexicon("zone", [("Lühe", "luhe"), ("Luehe", "other"), ("Köln", "koln")])
    assert (lexicon.find("Luehe"), lexicon.find("lühe"), lexicon.find("Koeln")) == (
        ("other",),
        ("luhe",),
        ("koln",),
    )


def test_a_name_that_is_like_none_is_answered_with_the_one_least_unlike_it() -> None:
    with pytest.raises(Unreadable, match='unknown unit "9GA-3"') as no:
        GRAMMAR.read("move 9GA-3 seelow")
    assert no.value.legal == ("8 GA",)


def test_two_spellings_of_one_name_are_one_suggestion() -> None:
    lexicon = Lexicon("unit", [("I/685", "i-685"), ("685-I", "i-685"), ("II/685", "ii-685"), ("686", "686")])
    assert lexicon.nearest("685-1") == ("I/685", "II/685")


def test_an_army_names_two_counters_and_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as no:
        GRAMMAR.read("move 8GA seelow")
    assert no.value.legal == ("8GA-1", "8GA-2")


def test_comments_and_blank_lines_are_no_orders_and_lines_keep_their_numbers() -> None:
    orders, rulings = GRAMMAR.sheet([(3, "# hello"), (4, ""), (5, "pass  # nothing"), (6, "dance")])
    assert [(o.verb, o.line) for o in orders] == [("pass", 5)]
    assert [(r.line, r.verdict, r.text) for r in rulings] == [(6, "unreadable", "dance")]


def test_an_order_survives_its_packing() -> None:
    order = GRAMMAR.read("city tempelhof with 1SSPz help trebbin units TKorner UvHut", 2, 7)
    assert unpack(order.pack()) == order
    assert (order.sheet, order.line) == (2, 7)


@pytest.mark.slow
@given(st.text(max_size=80))
def test_no_line_whatever_makes_anything_but_an_order_or_a_no(text: str) -> None:
    try:
        assert isinstance(GRAMMAR.read(text), Order)
    except No as no:
        assert no.verdict in {"unreadable", "ambiguous"}
        assert no.why


@given(st.sampled_from(sorted(GRAMMAR.lexicons["zone"].printed.values())), st.booleans())
def test_every_printed_name_of_a_zone_is_understood_in_any_dress(name: str, shout: bool) -> None:
    written = name.upper() if shout else squeeze(name)
    assert len(GRAMMAR.lexicons["zone"].find(written)) == 1


def test_a_name_that_begins_several_is_found_as_all_of_them() -> None:
    lexicon = Lexicon("zone", [("Guben", "guben"), ("Gubin", "gubin"), ("Görlitz", "gorlitz")])
    assert lexicon.find("gub") == ("guben", "gubin")
    assert lexicon.find("gu") == ()
    assert lexicon.find("Gorl") == ("gorlitz",)


@pytest.mark.parametrize("text", ["1, 21", "1 21", "1,21", "1; 21", "1 and 21"])
def test_two_numbers_are_two_units_even_where_their_digits_name_a_third(text: str) -> None:
    hexes = find_game("koenigsberg45").grammar("german")
    assert hexes.read(f"attack 2020 with {text}").args["units"] == ("1", "21")
    assert hexes.read("attack 2020 with 121").args["units"] == ("121",)


def test_a_name_ends_at_a_comma_and_paths_keep_theirs() -> None:
    hexes = find_game("koenigsberg45").grammar("soviet")
    args = hexes.read("attack 4010 with 45, 2 G T air AA1-a full advance 2 G T to 4010-3910").args
    assert args["units"] == ("45", "2 G T")
    assert args["advance"] == (("2 G T", ("4010", "3910")),)


@pytest.mark.parametrize(
    "path", ["4409-4209", "Eydtkau-Ebenrode", "eydtkau-4209", "Eydtkau Ebenrode", "4409->4209"]
)
def test_a_path_may_be_written_with_dashes_between_numbers_and_towns(path: str) -> None:
    hexes = find_game("koenigsberg45").grammar("soviet")
    assert hexes.read(f"move 2 G T {path}").args["path"] == ("4409", "4209")


def test_a_unit_with_a_dash_in_its_name_stays_one_word_before_a_path() -> None:
    hexes = find_game("koenigsberg45").grammar("soviet")
    assert hexes.read("attack 4010 with 45 air AA1-a full").args["air"] == (("AA1-a", "full"),)


# -- plain words -----------------------------------------------------------------------------------------


def test_a_name_of_two_counters_means_both_in_a_list_and_keeps_what_else_it_could_mean() -> None:
    order = GRAMMAR.understand("combat 8GA 1GTA-1 at seelow")
    assert order.args["units"] == ("8GA-1", "8GA-2", "1GTA-1")
    assert order.doubt is not None
    assert order.doubt.could == ("8GA-1", "8GA-2")
    readings = [args["units"] for args in order.doubt.readings]
    assert readings == [("8GA-1", "8GA-2", "1GTA-1"), ("8GA-1", "1GTA-1"), ("8GA-2", "1GTA-1")]
    assert GRAMMAR.read("combat 8GA 1GTA-1 at seelow").args["units"] == readings[0]


def test_an_order_in_doubt_survives_its_packing() -> None:
    order = GRAMMAR.understand("move 8GA seelow", 2, 7)
    assert unpack(order.pack()) == order
    assert "doubt" not in GRAMMAR.understand("move 8GA-1 seelow").pack()


def test_an_order_that_was_packed_before_there_were_doubts_is_read() -> None:
    packed = {"verb": "pass", "args": {}, "text": "pass", "sheet": 1, "line": 2}
    assert unpack(packed) == Order("pass", {}, "pass", 1, 2)


@pytest.mark.parametrize(
    ("lines", "apart"),
    [
        (["activate HQ 11 G with 2 G T / done"], ["activate HQ 11 G with 2 G T", "done"]),
        (["move 16 G 4110 /", "/ done"], ["move 16 G 4110", "done"]),
        (["a / b # c / d", "e"], ["a", "b # c / d", "e"]),
        (["# a / b", "9/10 x"], ["# a / b", "9/10 x"]),
        (["if asked loss then 1 / 2"], ["if asked loss then 1", "2"]),
    ],
)
def test_strokes_between_blanks_are_line_breaks(lines: list[str], apart: list[str]) -> None:
    assert [text.strip() for _, text in written_out(enumerate(lines, 1))] == apart


def test_lines_that_are_taken_apart_have_numbers_of_their_own_in_their_order() -> None:
    assert written_out([(2, "a / b"), (3, "c"), (9, "d")]) == [(2, "a"), (3, "b"), (4, "c"), (9, "d")]


def test_a_standing_order_is_no_line_with_strokes() -> None:
    standing, plain = split_standing(
        find_game("raceforberlin"), [(1, "if asked loss then lose 712 / lose 606"), (2, "pass / pass")]
    )
    assert standing == [(1, "if asked loss then lose 712 / lose 606")]
    assert [text for _, text in plain] == ["pass", "pass"]


@pytest.mark.parametrize("page", ["orders.md", "koenigsberg45.md"])
def test_the_orders_on_the_pages_for_players_are_understood(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    game = "koenigsberg45" if page.startswith("koenigsberg45") else "raceforberlin"
    blocks = re.findall(r"BEGIN ORDERS \d+ turn \d+ (\w+)[^\n]*\n(.*?)END ORDERS", text, re.DOTALL)
    assert blocks
    for side, block in blocks:
        lines = split_standing(find_game(game), list(enumerate(block.splitlines(), 1)))[1]
        _, wrong = find_game(game).grammar(side).sheet(lines)
        assert wrong == []


def test_a_path_with_dashes_is_several_words_and_a_name_with_dashes_one() -> None:
    spaces = {"0101": "0101", "Ash": "0101", "Birch": "0102", "Elm-on-Sea": "0203"}
    spaces |= {"Deep-Water": "0401", "Long-Strait": "0402"}
    spaces |= {"Oak": "0501", "Oak-Hill": "0502", "Hill-End": "0503", "End": "0504"}
    for text, words in {
        "0101-0304": ["0101", "0304"],
        "ash–birch 0102": ["ash", "birch", "0102"],
        "elm-on-sea": ["elm-on-sea"],
        "ash-nowhere": ["ash-nowhere"],
        "long-strait-deep-water": ["long-strait", "deep-water"],
        "0101-elm-on-sea-birch": ["0101", "elm-on-sea", "birch"],
        "oak-hill-end": ["oak-hill-end"],
        "hill-end-birch": ["hill-end", "birch"],
        "oak-hill-oak": ["oak-hill", "oak"],
    }.items():
        reader = Reader(text, {"hex": Lexicon("hex", spaces.items())})
        reader.split_paths("hex")
        assert reader.words == words


def test_what_stands_behind_a_word_is_taken_off_the_line_with_its_commas() -> None:
    reader = Reader("move 31, 541 to Lebus ELSE move 31, 541", GRAMMAR.lexicons)
    assert reader.behind("else") == "move 31, 541"
    assert reader.words == ["move", "31", "541", "to", "Lebus"]
    assert reader.behind("else") is None
    assert Reader("move 31 else", GRAMMAR.lexicons).behind("else") == ""


def test_a_path_is_a_space_and_as_many_numbers_as_follow() -> None:
    lexicons = {"zone": Lexicon("hex", [(name, name) for name in ("3512", "3513", "Chir")])}
    reader = Reader("Chir 3512 3513 14MRB", lexicons)
    assert (reader.path("zone"), reader.peek()) == (("Chir", "3512", "3513"), "14mrb")


COLUMBUS = Lexicon(
    "zone",
    [
        (word, id_)
        for name, id_ in (("Columbus, GA", "columbus-ga"), ("Columbus, OH", "columbus-oh"), ("Rome", "rome"))
        for word in (name, id_)
    ],
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Columbus, GA", ("columbus-ga",)),
        ("columbus,ga", ("columbus-ga",)),
        ("Columbus GA, Columbus, OH", ("columbus-ga", "columbus-oh")),
        ("Rome, Columbus, GA, Rome", ("rome", "columbus-ga", "rome")),
        ("columbus-oh, rome", ("columbus-oh", "rome")),
    ],
)
def test_a_name_with_a_comma_is_read_beside_commas_between_names(text: str, ids: tuple[str, ...]) -> None:
    assert Reader(text, {"zone": COLUMBUS}).some("zone") == ids


def test_what_a_name_could_be_is_told_by_printed_names() -> None:
    with pytest.raises(Ambiguous, match="could be Columbus, GA or Columbus, OH"):
        Reader("Columbus", {"zone": COLUMBUS}).some("zone")


# -- articles, and what things are -------------------------------------------------------------------------


def unit_last(words: Reader) -> dict[str, str]:
    """VERB UNIT."""
    return {"unit": words.one("unit", ("at",))}


def an_eighth(words: Reader) -> dict[str, str]:
    """VERB an eighth or seventh."""
    words.need("an")
    return {"rest": words.need("eighth", "seventh")}


MARCHING = Grammar(
    (Verb(("go",), "go UNIT", unit_last), Verb(("go",), "go an eighth", an_eighth)),
    {
        "unit": Lexicon(
            "unit", [(name, slug(name)) for name in ("The Foot", "Foot", "A", "Unit 7", "Seventh")]
        )
    },
)


@pytest.mark.parametrize(
    ("line", "args"),
    [
        ("go an foot", {"unit": "foot"}),
        ("go an seventh unit", {"unit": "seventh"}),
        ("go foot unit", {"unit": "foot"}),
        ("go the foot", {"unit": "the-foot"}),
        ("go a", {"unit": "a"}),
        ("go unit 7", {"unit": "unit-7"}),
        ("go an seventh", {"rest": "seventh"}),  # as it stands, by another kind of order
    ],
)
def test_articles_are_passed_over_where_a_line_cannot_be_read_with_them(
    line: str, args: dict[str, str]
) -> None:
    assert MARCHING.read(line).args == args


def test_behind_an_article_the_wrong_name_is_told() -> None:
    with pytest.raises(Unreadable, match='unknown unit "fott"') as no:
        MARCHING.read("go an fott")
    assert "Foot" in no.value.legal
    with pytest.raises(Unreadable, match="is missing at the end of the line"):
        MARCHING.read("go an")


@pytest.mark.parametrize(("line", "stop"), [("Foot unit 7", ("unit",)), ("Foot, unit 7", ())])
def test_what_a_thing_is_stays_where_it_begins_something_else(line: str, stop: tuple[str, ...]) -> None:
    words = Reader(line, MARCHING.lexicons, loose=True)
    assert (words.one("unit", stop), words.peek()) == ("foot", "unit")


def test_of_several_things_those_of_the_writer_are_told() -> None:
    names = [("Second Wind 1", "w1"), ("Second Wind 2", "w2"), ("Second Rain", "r1")]
    own = Lexicon("card", names, ("w1", "r1"))
    with pytest.raises(Ambiguous) as no:
        Reader("Second Wnd", {"card": own}).one("card")
    assert (no.value.why, no.value.legal) == ('"Second" could be w1 or r1', ("w1", "r1"))
    with pytest.raises(Ambiguous) as no:
        Reader("Second Wind Wnd", {"card": own}).one("card")
    assert no.value.legal == ("w1",)
    assert Reader("Second Wind, Second Rain", {"card": own}).some("card") == ("w1", "r1")


@pytest.mark.parametrize("game", ["donnerschlag", "koenigsberg45", "raceforberlin", "redvengeance"])
def test_nobody_and_none_pass_in_every_game_that_has_a_pass(game: str) -> None:
    grammar = find_game(game).grammar()
    assert {grammar.read(word).verb for word in ("Nobody", "none", "pass")} == {"pass"}


def test_names_like_one_that_is_unknown_are_looked_for_when_they_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refused line is tried in many shorter ways, and nobody reads what was wrong with those."""
    asked: list[str] = []

    def nearest(lexicon: Lexicon, name: str) -> tuple[str, ...]:
        asked.append(name)
        return ("541",)

    monkeypatch.setattr(Lexicon, "nearest", nearest)
    with pytest.raises(Unreadable) as no:
        GRAMMAR.read("move qqq Seelow")
    assert asked == []
    assert no.value.legal == ("541",) and asked == ["qqq"]
