"""Two games that differ only in what one side holds, puts by, calls and plans: every mail that the other side
gets is the same, byte by byte: text, HTML, picture, saved game, file for dry runs, subject and time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from adjudicator.dice import Roll
from adjudicator.games.donnerschlag.cards import laid_out
from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk import table as tables
from tests.adjudicator.house import House
from tests.cases import one_quick, the_rest_long

ENEMY = {"axis": "soviet", "soviet": "axis"}
STANDING = (
    "if asked loss then weakest first", "if asked retreat then default", "if asked adhoc then default",
    "if asked advance then first",
)  # fmt: skip
"""What both have in all games: that such an answer comes at once is seen by both."""
PASS = "if asked window then pass"
WHIMS = ("if asked relocate then toward 4314", "if asked takebox then default")
"""Standing orders that answer nothing of what is played here."""
AHEAD = {
    "axis": ("schwerpunkt 4314", "take box", "highcommand PAK88-2"),
    "soviet": ("enter 36 Mech at 0914", "keep", "enter 59 Mech at 0810 to 1111"),
}
"""Lines that wait for the end of the turn, or for the next one."""
SEGMENT = """play AXANY-1 hq 6. Pz
move II/11 Pz to 4014
move I/4 PzG via 4013
move II/4 PzG via 4013
move I/114 PzG to 4012
move II/114 PzG to 4012
move I/11 Pz to 4014
done
attack 3914 with I/11 Pz, II/11 Pz, I/4 PzG"""
THEIR_SEGMENT = "play SVCOLF-1 formation 4 Cav C\nmove 61 Cav to 4011\ndone\nend combat"


@dataclass(frozen=True)
class Secret:
    """What the other side may not know of a side on its first turn.

    cards      what it is dealt, whichever comes first
    choice     the card that High Command sends      exchange   the two cards of its Schlachtenglück
    boxed      the card that it puts by              zone       of the true meeting, for the Axis player alone
    standing   its own standing orders beside those of all
    ahead      lines that wait for a later question
    """

    cards: tuple[str, ...]
    choice: str
    exchange: tuple[str, str]
    boxed: str
    zone: str = "A"
    standing: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()


ONE = {
    "axis": Secret(("AXANY-1", "ARTY-1", "STUKA-1"), "STUKA-2", ("ARTY-1", "ENGR-1"), "STUKA-1"),
    "soviet": Secret(("SVCOLF-1", "AMBUSH-1", "STURM-1"), "GUARD-1", ("STURM-1", "REPLV-1"), "GUARD-1"),
}
OTHER = {
    "axis": Secret(
        ("AXANY-1", "AXROM-2", "AXSCHW-1", "SNOWX-1", "DEADBOLT-1", "SWT40-1"), "REPLX-1",
        ("SNOWX-1", "MARCH-1"), "DEADBOLT-1", "C", (PASS,), AHEAD["axis"],
    ),
    "soviet": Secret(
        ("SVCOLF-1", "SVRED-2", "SVHQF-1", "FRONT-1", "YAK9-1", "SNOWV-1"), "FRONT-2",
        ("SNOWV-1", "FRESH-1"), "YAK9-1", standing=(PASS,), ahead=AHEAD["soviet"],
    ),
}  # fmt: skip
"""The secrets of each side in one game, and in another."""


class Dealt:
    """Dice that show three, and deal each side what it is to have, then whatever comes first."""

    def __init__(self, secrets: Mapping[str, Secret]) -> None:
        self.secrets = secrets

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(3)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        side = next(side for side in self.secrets if f"for {side}" in purpose)
        wanted = next((card for card in self.secrets[side].cards if card in items), items[0])
        return Roll(items.index(wanted) + 1)


class Evening:
    """A game on a desk, in which one side has these secrets. Letters come at the same times whatever is in
    them, and whether they come; those of that side first, so that who has answered already is not faster."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, side: str, secret: Secret, pictures: bool = False
    ) -> None:
        self.side, self.secrets, self.passes = side, {**ONE, side: secret}, 0
        patch.setattr(tables, "CommittedDice", lambda *_: Dealt(self.secrets))
        self.house = House(folder, "donnerschlag", pictures=pictures)

    def post(self, kind: str = "ORDERS", **letters: str) -> None:
        """One pass over what each side writes, if it writes."""
        self.passes += 1
        for place, side in enumerate((self.side, ENEMY[self.side])):
            self.house.written = 2 * self.passes + place
            if letters.get(side):
                self.house.write(side, *letters[side].splitlines(), kind=kind)
        self.house.post()

    def play_to_the_window(self, attack: str = "") -> None:
        """The Admin Phase of turn 1, and the first segment up to the first window of its attack, of which
        more may be said; then both try something at home."""
        axis, soviet = self.secrets["axis"], self.secrets["soviet"]
        first = {side: (f"highcommand {one.choice}", *one.standing) for side, one in self.secrets.items()}
        self.post(**{side: "\n".join((*lines, *STANDING)) for side, lines in first.items()})
        for side, one in self.secrets.items():
            self.post(**{side: f"exchange {one.exchange[0]} for {one.exchange[1]}"})
        self.post(axis=f"box {axis.boxed}", soviet=f"box {soviet.boxed}")
        sheet = (f"call Donnerschlag zone {axis.zone}", f"{SEGMENT}{attack}", "end combat", *axis.ahead)
        self.post(axis="\n".join(sheet))
        self.post(soviet="\n".join(soviet.ahead))
        self.post("CHECK", axis="card ENGR-1\nattack 3914 with 6 Kradsch", soviet="card AMBUSH-1\npass")

    def play_to_the_next_segment(self) -> None:
        """Both windows, in which nobody plays a card, and the outcome; then a segment of the other side, of
        which reports are illustrated in any case."""
        asked = {side: "" if PASS in one.standing else "pass" for side, one in self.secrets.items()}
        self.post(**asked)
        self.post(**asked)
        file = self.house.desk.folder / "desk.toml"
        file.write_text(file.read_text("utf-8").replace("pictures = false", "pictures = true"), "utf-8")
        self.house.desk = open_desk(self.house.desk.folder)
        self.post(soviet=THEIR_SEGMENT)

    def mails_to(self, side: str) -> list[bytes]:
        """All that the desk has sent to a side, in its order."""
        return [raw for name, raw in self.house.outbox().items() if name.startswith(f"1-{side}")]


def turn(
    folder: Path, patch: pytest.MonkeyPatch, side: str, secret: Secret, pictures: bool = False
) -> Evening:
    """A game of which two segments have been played as they were to be."""
    told = Evening(folder, patch, side, secret, pictures)
    told.play_to_the_window()
    told.play_to_the_next_segment()
    with told.house.desk.store() as store:
        state = told.house.table(store).state
    assert [(state.segment, one.player, one.topic) for one in state.waiting()] == [("PLAY", "axis", "play")]
    assert (state.hands["okh"], state.hands["stavka"], state.facts["zone"]) == (
        (told.secrets["axis"].boxed,),
        (told.secrets["soviet"].boxed,),
        told.secrets["axis"].zone,
    )
    return told


def same_to_the_enemy(one: Evening, other: Evening) -> bool:
    """Whether the enemy of the side with the secrets got the same of both games, where that side did not."""
    assert one.mails_to(one.side) != other.mails_to(one.side), "the secrets are in no mail to their own side"
    return one.mails_to(ENEMY[one.side]) == other.mails_to(ENEMY[one.side])


@pytest.fixture(scope="module", params=one_quick(ENEMY))
def usual(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The game with the first secrets of both, for either as the side whose secrets will differ."""
    with pytest.MonkeyPatch.context() as patch:
        yield turn(tmp_path_factory.mktemp(request.param), patch, request.param, ONE[request.param])


# -- whatever happens --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("D.admin.c.3", "D.admin.f.3", "D.admin.g.3", "D.combat.5", "D.combat.8")
def test_the_enemy_gets_the_same_mails_whatever_a_side_holds_chooses_and_plans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: Evening
) -> None:
    assert same_to_the_enemy(usual, turn(tmp_path, monkeypatch, usual.side, OTHER[usual.side]))


def by_chance(side: str, chance: random.Random) -> Secret:
    """Secrets of a side, any that leave it the card that it plays."""
    place, own = laid_out(), ONE[side].cards[0]
    combat = chance.sample(place[f"{side}-combat"], 5)
    activation = [card for card in place[f"{side}-activation"] if card != own]
    return Secret(
        cards=(own, *chance.sample(activation, 4), *combat[1:4]),
        choice=combat[0],
        exchange=(combat[1], combat[4]),
        boxed=chance.choice((combat[0], *combat[2:])),
        zone=chance.choice("ABC") if side == "axis" else "A",
        standing=tuple(chance.sample((PASS, *WHIMS), chance.randint(0, 3))),
        ahead=tuple(chance.sample(AHEAD[side], chance.randint(0, 2))),
    )


@pytest.mark.slow
@pytest.mark.rule("D.admin.c.3", "D.admin.f.3", "D.admin.g.3", "D.combat.5", "D.combat.8")
@pytest.mark.parametrize("seed", the_rest_long(range(8), kept=3))
def test_the_enemy_gets_the_same_mails_whatever_the_secrets_of_a_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: Evening, seed: int
) -> None:
    secret = by_chance(usual.side, random.Random(f"{usual.side} {seed}"))
    assert same_to_the_enemy(usual, turn(tmp_path, monkeypatch, usual.side, secret))


@pytest.mark.slow
@pytest.mark.parametrize("side", the_rest_long(ENEMY))
def test_no_picture_and_no_saved_game_of_the_turn_tells_the_secrets_of_a_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    one = turn(tmp_path / "one", monkeypatch, side, ONE[side], pictures=True)
    assert same_to_the_enemy(one, turn(tmp_path / "other", monkeypatch, side, OTHER[side], pictures=True))


# -- before a window opens ---------------------------------------------------------------------------------


def to_the_window(
    folder: Path, patch: pytest.MonkeyPatch, side: str, secret: Secret, attack: str = ""
) -> Evening:
    """A game up to the first window of its first attack, which the attacker has not answered by a letter."""
    told = Evening(folder, patch, side, secret)
    told.play_to_the_window(attack)
    return told


@pytest.mark.slow
@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_a_card_that_the_attack_names_is_in_no_mail_to_the_defender(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = to_the_window(tmp_path / "plain", monkeypatch, "axis", ONE["axis"])
    planned = to_the_window(tmp_path / "planned", monkeypatch, "axis", ONE["axis"], " card STUKA-2")
    assert same_to_the_enemy(plain, planned)


@pytest.mark.slow
@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_whether_and_how_the_defender_has_answered_is_in_no_mail_to_the_attacker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = to_the_window(tmp_path / "silent", monkeypatch, "soviet", ONE["soviet"])
    for name, line in (("passed", PASS), ("played", "if asked window 1 then card AMBUSH-1")):
        secret = replace(ONE["soviet"], standing=(line,))
        assert same_to_the_enemy(silent, to_the_window(tmp_path / name, monkeypatch, "soviet", secret))
