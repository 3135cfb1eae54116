"""Two campaigns that differ only in what one side buys, hides, plans and rolls in secret: every mail that the
other side gets is the same, byte by byte: text, HTML, picture, saved game, file for dry runs, subject and
time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.dice import Roll
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, SIDES, other
from adjudicator.games.redvengeance.situation.campaign import campaign, own, track
from adjudicator.mail.desk import table as tables
from adjudicator.state import State
from tests.adjudicator.house import House
from tests.cases import one_quick, the_rest_long

RESULT = ("pass 8.601-8.615",)
TURN = "endturn"


@dataclass(frozen=True)
class Secret:
    """What the other side may not know of a side.

    buys     its first purchases: groups, fortifications, artillery, reconnaissance      hides  how it sets up
    blows    how its DC on a bridge reads, "" for none that goes off        chit  of the second date
    again    what it buys then, before the chits are opened                 die   what its hidden dice show
    standing its standing orders
    """

    buys: tuple[str, ...]
    hides: tuple[str, ...] = ()
    blows: str = "1KIA"
    chit: str = "chit idle"
    again: tuple[str, ...] = ()
    die: int = 3
    standing: tuple[str, ...] = ()


OPEN = {
    GERMAN: ("setup GE-I1#1-1 hex=K13", "setup GE-I4#1-1 hex=I9", "setup GE-I1#2-2 hex=K14"),
    RUSSIAN: (),
}
"""What a side sets up for all to see, whatever else it has."""
UNDER = "reserve GE-I1#2-1 hex=M22"
"""A Reserve counter: the enemy sees it and its hex, whoever is under it."""
ONE = {
    GERMAN: Secret(("buy I4",), (UNDER,)),
    RUSSIAN: Secret(("buy I4",)),
}
OTHER = {
    GERMAN: Secret(
        ("buy I4", "buy V1 mode=dugin", "buy I3 x2", "buy O2 carrier=radio", "buy M2 x2", "fpp APMINE x6",
         "fpp TUNNEL", "fpp HIP unit=hs", "recon n=1"),
        ("hip GE-I1#1-2 hex=M14", "reserve GE-I3#1-1 hex=M22",
         "fpp APMINE hex=L14", "fpp TUNNEL hex=K13", "oba O2 observer=A20"),
        blows="3KIA", chit="chit attack", again=("buy I1", "buy M2", "fpp ATMINE"), die=5,
        standing=("if asked chit then chit idle",),
    ),
    RUSSIAN: Secret(
        ("buy I4", "buy V2 x2", "buy O3 prereg=I8", "buy O6", "buy M2 x3", "fpp SUPPLEMENTAL",
         "fpp CONCEAL x2", "buy I6 mode=reserve", "recon n=2"),
        chit="chit attack", again=("buy V1 x2", "buy O1", "fpp CONCEAL"), die=2,
        standing=("if asked chit then chit idle",),
    ),
}  # fmt: skip
"""The secrets of each side in one campaign, and in another."""


class Thrown:
    """Dice that show three; those of which one side alone hears show what that side's secret has, and
    every fifth another: a group is rolled for again until one weapon is lost and one is kept (FN-B)."""

    def __init__(self, secrets: Mapping[str, Secret]) -> None:
        self.secrets = secrets

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        eyes = next((side for side in SIDES if purpose.endswith(f"(for the eyes of {side})")), "")
        if not eyes:
            return Roll(3)
        die = self.secrets[eyes].die
        return Roll(die if n % 5 else 6 if die < 5 else 1)

    def pick(self, n: int, rule: str, purpose: str, items: object) -> Roll:
        return Roll(1)


class Campaign:
    """A campaign on a desk, in which one side has these secrets. Letters come at the same times whatever is
    in them, those of that side first."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, side: str, secret: Secret, pictures: bool = False
    ) -> None:
        self.side, self.secrets, self.passes = side, {**ONE, side: secret}, 0
        patch.setattr(tables, "CommittedDice", lambda *_: Thrown(self.secrets))
        self.house = House(folder, "redvengeance", pictures=pictures)

    def post(self, letters: Mapping[str, tuple[str, ...]], kind: str = "ORDERS") -> None:
        """One pass over what each side writes, if it writes."""
        self.passes += 1
        for place, side in enumerate((self.side, other(self.side))):
            self.house.written = 2 * self.passes + place
            if letters.get(side):
                self.house.write(side, *letters[side], kind=kind)
        self.house.post()

    def buy(self) -> None:
        """The sheets of the first date, one try of them at home before."""
        sheets = {side: (*one.buys, "pass", "as is", *one.standing) for side, one in self.secrets.items()}
        self.post({self.side: sheets[self.side]}, "CHECK")
        for side in (self.side, other(self.side)):
            self.post({side: sheets[side]})

    def set_up(self) -> None:
        """The German sets up, then the Russian."""
        for side in (GERMAN, RUSSIAN):
            self.post({side: (*OPEN[side], *self.secrets[side].hides, "as is", "pass")})

    def fight(self) -> None:
        """A Player Turn of each, a bridge that is blown up, and no more."""
        self.post({RUSSIAN: ("enter RU-I2#1-1 hex=A1", TURN)})
        read = self.secrets[GERMAN].blows
        dc = f"dc unit=GE-I4#1-1 hex=I9 column=36 task=passed result={read}"
        self.post({GERMAN: (dc, TURN)})
        self.post({RUSSIAN: ("pass",), GERMAN: ("pass",)})

    def refit(self) -> None:
        """The result, the chits, and the purchases of the side with the secrets alone."""
        self.post({RUSSIAN: RESULT, GERMAN: RESULT})
        for side in (self.side, other(self.side)):
            self.post({side: (self.secrets[side].chit,)})
        self.post({self.side: (*self.secrets[self.side].again, "pass", "as is")})

    def state(self) -> State:
        """The position on the desk."""
        with self.house.desk.store() as store:
            return self.house.table(store).state

    def mails_to(self, side: str) -> list[bytes]:
        """All that the desk has sent to a side, in its order."""
        return [raw for name, raw in self.house.outbox().items() if name.startswith(f"1-{side}")]


def played(
    folder: Path, patch: pytest.MonkeyPatch, side: str, secret: Secret, pictures: bool = False
) -> Campaign:
    """A campaign up to the purchases for the second date."""
    told = Campaign(folder, patch, side, secret, pictures)
    told.buy()
    assert told.state().segment == "INIT.SETUP"
    told.set_up()
    assert told.state().segment == "PLAY"
    told.fight()
    assert told.state().segment == "8.601"
    told.refit()
    state = told.state()
    assert (state.segment, own(state, side).chit) == ("8.619", secret.chit.split()[1])
    assert [one.player for one in state.decisions] == list(SIDES), "a sealed sheet stays open"
    return told


def same_to_the_enemy(one: Campaign, two: Campaign) -> bool:
    """Whether the enemy of the side with the secrets got the same in both, where that side did not."""
    assert one.mails_to(one.side) != two.mails_to(one.side), "the secrets are in no mail to their own side"
    return one.mails_to(other(one.side)) == two.mails_to(other(one.side))


SEALED = ("RePh8.6151", "RePh8.6162.9", "RePh8.619", "RePh8.621", "RePh8.622", "CG19.1", "BRV11.311.5")


@pytest.fixture(scope="module", params=one_quick(SIDES))
def usual(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """The campaign with the first secrets of both, for either as the side whose secrets will differ."""
    with pytest.MonkeyPatch.context() as patch:
        yield played(tmp_path_factory.mktemp(request.param), patch, request.param, ONE[request.param])


@pytest.mark.slow
@pytest.mark.rule(*SEALED)
def test_the_enemy_gets_the_same_mails_whatever_a_side_buys_hides_and_rolls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: Campaign
) -> None:
    two = played(tmp_path, monkeypatch, usual.side, OTHER[usual.side])
    before, after = usual.state(), two.state()
    if usual.side == GERMAN:
        limits = [campaign(state).limits for state in (before, after)]
        assert limits == [{"I9": 25}, {"I9": 15}]
    cpp = track("cpp", usual.side)
    assert before.tracks[cpp] != after.tracks[cpp], "the CPP DR is the same"
    assert same_to_the_enemy(usual, two)


# -- whatever else they might be ---------------------------------------------------------------------------

BUYS = {
    GERMAN: ("buy V4", "buy V6 mode=map", "buy I2", "buy I5", "buy G5", "buy O1", "buy O3", "buy M2 x3",
             "fpp CONCEAL x4", "fpp WIRE", "fpp FORTIFIED x2", "recon n=1"),
    RUSSIAN: ("buy V4", "buy I2 x2", "buy I9", "buy I7", "buy G3", "buy O1", "buy O6", "buy M2",
              "fpp CONCEAL x2", "fpp SUPPLEMENTAL", "recon n=1"),
}  # fmt: skip
HIDES = {
    GERMAN: ("hip GE-I1#1-2 hex=M14", "hip GE-I1#1-3 hex=L15"),
    RUSSIAN: (),
}
AGAIN = ("buy I1", "buy M2", "buy O1", "recon n=1", "buy V1")


def by_chance(side: str, chance: random.Random) -> Secret:
    """Any secrets of a side."""

    def some(lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(chance.sample(lines, chance.randint(0, len(lines))))

    return Secret(
        buys=("buy I4", *some(BUYS[side])),
        hides=(*([UNDER] if side == GERMAN else []), *some(HIDES[side])),
        blows=chance.choice(("K/2", "1KIA", "2KIA", "4KIA")),
        chit=chance.choice(("chit idle", "chit attack")),
        again=some(AGAIN),
        die=chance.randint(1, 6),
    )


@pytest.mark.slow
@pytest.mark.rule(*SEALED)
@pytest.mark.parametrize("seed", range(6))
def test_the_enemy_gets_the_same_mails_whatever_the_secrets_of_a_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: Campaign, seed: int
) -> None:
    secret = by_chance(usual.side, random.Random(f"{usual.side} {seed}"))
    assert same_to_the_enemy(usual, played(tmp_path, monkeypatch, usual.side, secret))


@pytest.mark.slow
@pytest.mark.parametrize("side", the_rest_long(SIDES))
def test_no_picture_and_no_saved_game_tells_the_secrets_of_a_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    one = played(tmp_path / "one", monkeypatch, side, ONE[side], pictures=True)
    assert same_to_the_enemy(one, played(tmp_path / "two", monkeypatch, side, OTHER[side], pictures=True))
