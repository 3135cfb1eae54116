from __future__ import annotations

from adjudicator.mail.reading.flowed import join_flowed, join_wrapped

LONG = "combat 8GA-1 8GA-2 1GTA-1 2GTA-1 3SHA-1 3SHA-2 5SHA-1 5SHA-2 "


def test_a_flowed_line_goes_on_in_the_next() -> None:
    assert join_flowed(f"{LONG}\n47A-1 at seelow\nnext", delete_space=False) == f"{LONG}47A-1 at seelow\nnext"


def test_a_short_line_ending_in_a_space_was_meant_to_end_there() -> None:
    assert join_flowed("move 712 \nmove 713", delete_space=False) == "move 712 \nmove 713"


def test_with_delsp_the_space_goes() -> None:
    assert join_flowed(f"{LONG} \n47A-1", delete_space=True) == f"{LONG}47A-1"


def test_a_line_does_not_flow_into_another_depth_of_quoting() -> None:
    assert join_flowed(f"> {LONG}\nanswer", delete_space=False) == f"> {LONG}\nanswer"
    assert join_flowed(f"> {LONG}\n> seelow", delete_space=False) == f"> {LONG}seelow"


def test_a_space_put_before_a_line_is_taken_away() -> None:
    assert join_flowed(" From here", delete_space=False) == "From here"


def test_a_broken_line_is_joined_when_the_html_shows_it_whole() -> None:
    assert (
        join_wrapped(f"{LONG.strip()}\n47A-1\nmove 712", f"{LONG}47A-1\nmove 712") == f"{LONG}47A-1\nmove 712"
    )


def test_two_lines_the_html_shows_apart_stay_apart() -> None:
    plain = f"{LONG.strip()}\nmove 712"
    assert join_wrapped(plain, f"{LONG}\nmove 712") == plain
    assert join_wrapped(plain, "something else") == plain
