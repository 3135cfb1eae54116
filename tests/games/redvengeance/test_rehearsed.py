"""What a rehearsal may say of a position, in the spelling of players, and what its position shows."""

from __future__ import annotations

from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.campaign import campaign, own
from adjudicator.position import position
from adjudicator.rehearsal.file import parse_rehearsal
from adjudicator.state import State

GAME = find_game("redvengeance")


def laid(facts: str) -> State:
    """The position of a file with these facts, at 4/29 PM."""
    text = f'game = "redvengeance"\n[position]\nturn = 4\nsegment = "PLAY"\n[position.state]\n{facts}'
    return parse_rehearsal(text).state


def test_hexes_are_written_as_players_write_them() -> None:
    state = laid(
        'control-start = { K13 = "german" }\nfires = { B10 = "blaze" }\nterrain = { L15 = "gutted" }'
    )
    now = campaign(state)
    assert (now.control_start, now.fires, now.terrain) == (
        {"k13": "german"}, {"b10": "blaze"}, {"l15": "gutted"},
    )  # fmt: skip


def test_a_damaged_bridge_is_written_with_what_it_bears() -> None:
    state = laid('bridges = { i9 = "partial 20", U8 = "destroyed" }')
    assert campaign(state).bridges == {"I9": "partial", "U8": "destroyed"}
    assert campaign(state).limits == {"I9": 20}
    shown = position(GAME, state)["board"]["bridges"]
    assert shown == {"I9": "partial 20", "U8": "destroyed", "GG16": "intact"}
    russian = position(GAME, GAME.view(state, "russian"))["board"]["bridges"]
    assert russian["I9"] == "partial"


def test_groups_bought_before_and_supplemental_armor_are_written_as_on_the_sheet() -> None:
    state = laid('bought = { "german I3" = 12, "german I1" = 2 }\nsupplemental = "4/29-PM"')
    assert own(state, "german").bought == {"I3": 12, "I1": 2} and campaign(state).supplemental == 4
    assert position(GAME, state)["board"]["supplemental"] is True
    assert position(GAME, GAME.view(state, "german"))["board"]["supplemental"] is False
    assert campaign(laid("supplemental = 3")).supplemental == 3


def test_a_position_shows_the_elr_of_every_type_and_ones_own_groups() -> None:
    state = laid(
        '[position.state.own-russian.groups."I5#1"]\nstrength = "depleted"\nunits = { "6-2-8-ae" = 2 }'
    )
    shown = position(GAME, state)
    assert shown["groups"] == {"russian I5#1": {"strength": "depleted", "units": {"6-2-8-ae": 2}}}
    assert position(GAME, GAME.view(state, "german"))["groups"] == {}
    types = ("russian-smc", "german-8-3-8", "german-4-3-6")
    assert [shown["tracks"][f"elr-{one}"] for one in types] == [4, 5, 2]
    assert shown["tracks"]["weather"] == "Clear"
