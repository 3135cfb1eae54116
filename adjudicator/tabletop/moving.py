"""A player's log of VASSAL, taken step by step up to the first one that chance decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.tabletop import kept
from adjudicator.tabletop.facts import ChangesTold, SeatTaken, TableChanged
from adjudicator.tabletop.rolling import roll, shuffled
from builder.vassal.traits import join
from tables.chance import By, Chance
from tables.doing import Doubt, Words
from tables.home import Homecoming, Taken
from tables.position import SavedFile, TableError, read_saved
from tables.side_file import SideFile
from tables.table import Table
from tables.telling import told
from tables.turning import turned


class AtTheTable:
    """What players do with the position of one module: `names` are side -> the module's name."""

    def __init__(self, path: str, names: dict[str, str]) -> None:
        self.path, self.names = path, names
        self.module, self.cutter = kept.module_at(path)

    def read(self, data: bytes, name: str) -> SavedFile:
        """A log that came with a letter. Raises TableError for what is none of this module."""
        saved = read_saved(data, name)
        self._check_module(saved, name)
        if not saved.steps and not saved.anew:
            raise TableError(
                f"{name} is a saved game: it says where everything is, not what you did. Open the newest "
                "one that you were sent, start a log (File, Begin Logfile), move, end the log, and send that"
            )
        return saved

    def _check_module(self, saved: SavedFile, name: str) -> None:
        """A log of another module, or of another version of it."""
        theirs, ours = saved.entries.get("moduledata", b""), self.module
        named, version = _identity(theirs)
        if named not in ("", ours.name):
            raise TableError(f"{name} belongs to the module {named!r}; this game's is {ours.name!r}")
        if version not in ("", ours.version):
            raise TableError(
                f"{name} was made with version {version} of {ours.name}; this game is played with "
                f"{ours.version}: open the saved game with that one"
            )

    # -- taking ------------------------------------------------------------------------------------

    def take(self, play: Play, side: str, saved: SavedFile) -> Taken:
        """Do what of a log counts, and roll what it came to. Raises Refused with all that is wrong."""
        return self.done(play, side, saved, kept.side_file(self.path, play.state, self.names, side))

    def words(self, play: Play, side: str, say: Callable[[Words], Iterable[str]]) -> None:
        """Do what is said in words, on what the side sees. Raises Refused, with what may be meant."""
        sent = kept.side_file(self.path, play.state, self.names, side)
        try:
            step = tuple(say(Words(Table(sent.position), self.module)))
        except Doubt as doubt:
            raise Refused("", str(doubt), doubt.options) from None
        except TableError as wrong:
            raise Refused("", str(wrong)) from None
        self.done(play, side, SavedFile(sent.position, (step,)), sent)

    def shuffle(self, play: Play, side: str, name: str) -> None:
        """Shuffle a deck that a side sees. Raises Refused."""
        found: list[str] = []

        def say(words: Words) -> Iterable[str]:
            found.append(words.deck(name))
            return ()

        self.words(play, side, say)
        table = Table(kept.position_of(play.state))
        table.order[found[0]] = shuffled(play, found[0], table.order[found[0]])
        state = table.position().pieces[found[0]].state
        self.change(play, side, ["D/" + join("/", [found[0], state])])

    def done(self, play: Play, side: str, saved: SavedFile, sent: SideFile) -> Taken:
        """Bring steps home that begin with what was sent to a side."""
        state = play.state
        home = Homecoming(
            self.module, kept.position_of(state), sent,
            kept.seat_of(state, self.names, side), partial(shuffled, play),
        )  # fmt: skip
        known = state.facts[kept.SEATS].get(side, "")
        try:
            taken = home.take(saved)
        except TableError as wrong:
            raise Refused("", str(wrong)) from None
        if known and taken.password and taken.password != known:
            raise Refused("", "its player is not the one who sat here before: the password in it is another")
        if taken.password and not known:
            play.record(SeatTaken(rule="", to=(), side=side, password=taken.password))
        self.change(play, side, (command for _, step in taken.steps for command in step))
        self.chance(play, side, taken)
        return taken

    def change(self, play: Play, side: str, commands: Iterable[str]) -> None:
        """Do commands to the true position, and tell each side what it sees of them."""
        before = {one: kept.side_file(self.path, play.state, self.names, one).position for one in self.names}
        play.record(TableChanged(rule="", to=(), commands=tuple(commands)))
        for one in self.names:
            after = kept.side_file(self.path, play.state, self.names, one).position
            lines = told(before[one], after, self.module)
            play.record(ChangesTold(rule="", to=(one,), who=side, lines=lines))

    def chance(self, play: Play, side: str, taken: Taken) -> None:
        """Roll what the log came to: its dice, or the piece that turns by chance."""
        for one in taken.chance:
            if one.by is By.DICE and one.what in self.module.dice:
                roll(play, side, self.module.dice[one.what], f"step {taken.stopped} of the log")
            elif one.by is not By.DICE:
                self.turn(play, side, one)

    def turn(self, play: Play, side: str, one: Chance) -> None:
        """Turn a layer to a level, or a piece to a facing, by a die of the desk."""
        piece = kept.position_of(play.state).pieces.get(one.what)
        if piece is None:
            return
        sides, command = turned(piece, one)
        self.change(play, side, [command(play.roll("", f"the turn of a piece ({one.by})", sides))])


def _identity(data: bytes) -> tuple[str, str]:
    """The name and version that a saved game carries of its module."""
    from defusedxml import ElementTree

    try:
        root = ElementTree.fromstring(data)
    except Exception:
        return "", ""
    return root.findtext("name") or "", root.findtext("version") or ""
