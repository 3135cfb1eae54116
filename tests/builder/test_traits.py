"""VASSAL's sequences and traits: what is written is what is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.traits import (
    TAB,
    Definition,
    Place,
    SequenceFault,
    Trait,
    _unnested_with_quotes,
    ctrl,
    define,
    join,
    layer,
    marks,
    mask,
    nest,
    prototype,
    put,
    read_definition,
    read_marks,
    report,
    send_to,
    split,
    trail,
    unnest,
)

DELIMITERS = st.sampled_from([TAB, ";", ",", "/", "|", ":", "\x1b"])
# Texts made mostly of what has a meaning in a sequence.
TRICKY = st.text(alphabet=st.sampled_from(list("\\';,/|:\t\x1bab ü")), max_size=12)
WRITABLE = TRICKY.filter(lambda t: not t.endswith("\\") or t.startswith("\\"))


@given(DELIMITERS, st.lists(WRITABLE, min_size=1, max_size=6))
def test_what_is_joined_splits_into_the_same_tokens(delimiter: str, tokens: list[str]) -> None:
    assert split(delimiter, join(delimiter, tokens)) == tokens


@given(st.lists(st.lists(WRITABLE, min_size=1, max_size=4), min_size=1, max_size=4))
def test_sequences_within_sequences_survive(rows: list[list[str]]) -> None:
    lines = [join(",", row) for row in rows]
    if any(line.endswith("\\") and not line.startswith("\\") for line in lines):
        return
    back = [split(",", line) for line in split(";", join(";", lines))]
    assert back == rows


@given(st.lists(WRITABLE.filter(lambda t: not t.endswith("\\")), max_size=8))
def test_nested_parts_come_back_in_their_order(outer: list[str]) -> None:
    parts = [*outer, "piece;;;red.png;Guard"]
    assert unnest(nest(parts)) == parts


ODD = st.text(st.sampled_from("a'\t\\;"), max_size=5)


@given(st.lists(ODD.filter(lambda t: t.startswith("\\") or not t.endswith("\\")), max_size=6))
def test_nested_at_once_is_as_nested_pair_by_pair(outer: list[str]) -> None:
    text = "piece;;;red.png;Guard"
    for part in reversed(outer):
        text = join("\t", (part, text))
    assert nest([*outer, "piece;;;red.png;Guard"]) == text


def test_a_basic_piece_with_a_tab_in_its_name_is_refused() -> None:
    with pytest.raises(SequenceFault, match="tab"):
        assert define([prototype("Unit")], "8\tGA").text


@given(TRICKY.map(lambda t: f"a{t}\\"))
def test_a_token_that_no_sequence_can_carry_is_refused(token: str) -> None:
    with pytest.raises(SequenceFault, match="backslash"):
        join(";", [token, "b"])


@pytest.mark.parametrize(
    ("delimiter", "tokens", "text"),
    [
        (";", ["", ""], ";"),
        (";", ["a;b", "c"], "a\\;b;c"),
        (";", ["\\a", "c"], "'\\a';c"),
        (";", ["'a'", "c"], "''a'';c"),
        (";", ["'"], "'''"),
        (",", ["70,130", "72,130"], "70\\,130,72\\,130"),
        (";", ["a\\;b"], "a\\\\;b"),
        (";", ["ends \\; inside"], "ends \\\\; inside"),
    ],
)
def test_sequences_are_written_as_vassal_writes_them(delimiter: str, tokens: list[str], text: str) -> None:
    assert join(delimiter, tokens) == text
    assert split(delimiter, text) == tokens


def test_one_backslash_is_added_at_each_depth() -> None:
    assert nest(["a", "b", "c", "d"]) == "a\tb\\\tc\\\\\td"


def test_a_text_nested_without_end_is_refused() -> None:
    with pytest.raises(SequenceFault, match="1000"):
        unnest(nest([str(n) for n in range(1003)]))


def test_as_many_traits_as_the_largest_published_pieces_have_are_read_at_once() -> None:
    parts = [f"mark;own\tN{n}" for n in range(600)]
    assert unnest(nest([*parts[:-1], "piece;;;;"])) == [*parts[:-1], "piece;;;;"]


@given(st.lists(st.text("ab\t\\'", max_size=4), min_size=1, max_size=6))
def test_levels_are_found_in_one_pass_as_one_by_one(parts: list[str]) -> None:
    text = "\t".join(parts)
    assert unnest(text) == _unnested_with_quotes(text)


def test_a_layer_has_the_fields_vassal_reads() -> None:
    from builder.vassal.traits import Level

    made = layer("Step", [Level("a.png"), Level("b.png", "+ (reduced)")], ctrl("F"), "Turn over", 2)
    assert len(made.fields) == 33
    assert (made.fields[15], made.fields[16], made.fields[18], made.state) == (
        "a.png,b.png", ",+ (reduced)", "Step", "2",
    )  # fmt: skip
    assert made.fields[27] == "70,130"


def test_the_keys_of_a_report_are_escaped_one_by_one() -> None:
    assert report([ctrl("F"), ctrl("E")], "x").fields[0] == "70\\,130,69\\,130"
    assert split(",", report([ctrl("F"), ctrl("E")], "x").fields[0]) == ["70,130", "69,130"]


@given(st.dictionaries(WRITABLE.filter(bool), WRITABLE, min_size=1, max_size=5))
def test_marks_read_back(values: dict[str, str]) -> None:
    names, texts = list(values), list(values.values())
    if any(t.endswith("\\") for t in (*names, *texts)):
        return
    assert read_marks(marks(values)) == values


def test_a_definition_reads_back_with_every_trait() -> None:
    traits = [
        prototype("Unit"),
        marks({"Side": "Zhukov", "A/B": "1,2"}),
        trail(),
        mask("units/back.png", "Hidden"),
    ]
    traits.append(send_to("Away", ctrl("E"), "Board", "Berlin", (12, 34)))
    piece = define(traits, "8 GA 1", "8/GA.png", "17")
    assert read_definition(piece.text) == piece
    assert read_definition(piece.text).traits[3].fields[1] == "units/back.png"


def test_a_piece_on_the_map_keeps_its_number() -> None:
    piece = put(define([prototype("Unit")], "712", "", "42"), "1001", Place("Board", 7, 8))
    assert piece.basic.state == "Board;7;8;42;1;UniqueID;1001"
    assert piece.text.startswith("+/1001/prototype;Unit\t")


@pytest.mark.parametrize("text", ["", "hello", "+/null/piece;;;;x", "+/null/a;\tpiece;;;;x/only", "-/12"])
def test_what_is_no_definition_is_refused(text: str) -> None:
    with pytest.raises(SequenceFault):
        read_definition(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        piece = read_definition("+/" + text)
    except SequenceFault:
        return
    assert isinstance(piece, Definition) and all(isinstance(t, Trait) for t in piece.traits)
