"""What nobody would write, at random: letters, order lines, rehearsals, saves and logs of VASSAL.

Nothing ends in a traceback, takes longer than a bound, or is lost. `make fuzz SECONDS=60 SEED=7` goes on for
so long; without SEED it draws one, and says it. An input that fails is kept, and named with its seed.
"""

from __future__ import annotations

import hashlib
import io
import random
import re
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import OutOfDice
from adjudicator.judging.vassal import read_steps
from adjudicator.mail.desk.passwords import Passwords
from adjudicator.rehearsal.file import parse_rehearsal
from adjudicator.rehearsal.rehearsal import rehearse
from builder.layout.saved_places import kept_layout
from builder.saves.logs import read_vlog
from builder.saves.read_saves import read_vsav
from builder.vassal.stream import clear, obfuscated
from tests.adjudicator.house import House
from tests.adjudicator.test_letters import LETTERS
from tests.adjudicator.test_post_game import next_letter

TESTS = Path(__file__).parents[1]
SCENARIOS = TESTS.parent / "adjudicator" / "games"
SAMPLES = TESTS / "builder" / "samples"
SECONDS = 5.0  # of processor time for one input, a mail run of ten letters counting as one
PASS = 10
QUICK = 10.0
LONGEST = 40_000
"""Bytes of an input: what is longer is a matter of size, which other tests are about."""
TOKENS = (
    b"BEGIN ORDERS 1 turn 1 red CT2V-CCAG\n", b"END ORDERS\n", b"BEGIN CHECK 1 turn 1 red CT2V-CCAG\n",
    b"bid 3\n", b"move R1 birch\n", b"attack R1 cedar\n", b"if asked loss then lose\n", b"accept\n",
    b"seed x\n", b"To Ben: ", b"Content-Type: multipart/mixed; boundary=b\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Type: text/html\n",
    b"\n--b\n", b"\n\n", b"\r", b"\0", b"\xff\xfe", b"\xed\xa0\x80",
    b"=?utf-8?B?", b"\xe2\x80\xae", b"\xcc\x81" * 50, b"<" * 40, b"&#55555;", b"9" * 400, b"-1", b"1e999",
    b"(" * 300, b"[[", b'"""', b"all", b"then", b" at ", b" to ", b";", b",",
    b"\x1b/", b"\\", b"\t", b"\xf0\x9f\x92\xa9", b"nan",
)  # fmt: skip


def mutated(drawn: random.Random, corpus: Sequence[bytes]) -> bytes:
    """One of the corpus with a few changes: bytes, pieces of others, words that mean something."""
    raw = bytearray(drawn.choice(corpus)[:LONGEST])
    for _ in range(drawn.choice((1, 1, 2, 4, 8, 16))):
        at, size = drawn.randrange(len(raw) + 1), drawn.choice((1, 2, 8, 40, 300))
        match drawn.randrange(6):
            case 0:
                raw[at : at + 1] = bytes([drawn.randrange(256)])
            case 1:
                del raw[at : at + size]
            case 2:
                raw[at:at] = raw[at : at + size] * drawn.choice((1, 2, 30))
            case 3:
                other = drawn.choice(corpus)
                start = drawn.randrange(len(other) + 1)
                raw[at:at] = other[start : start + size]
            case _:
                raw[at:at] = drawn.choice(TOKENS)
    return bytes(raw[:LONGEST])


def files(folder: Path, pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob(pattern))]


class Fuzzer:
    """One run, from one seed: four kinds of input in turn, until the time is over."""

    def __init__(self, house: House, seed: int, folder: Path) -> None:
        self.house, self.seed, self.folder, self.drawn = house, seed, folder, random.Random(seed)
        self.seconds = SECONDS
        self.letters = [*files(LETTERS, "*.eml"), *files(TESTS / "mail" / "letters", "*.eml")]
        self.rehearsals = files(SCENARIOS, "*/scenarios/*.toml")
        self.saves = [*files(SAMPLES, "*.vlog"), *files(SAMPLES, "*.vsav")]
        self.kinds: tuple[Callable[[], object], ...] = (
            self.letters_in, self.order_lines, self.a_save, self.a_rehearsal,
        )  # fmt: skip
        self.readers: list[Callable[[Path], object]] = [read_vlog, read_vsav]
        self.counts = dict.fromkeys((kind.__name__ for kind in self.kinds), 0)
        self.kept: Path | None = None
        """The input that is just being tried."""

    def run(self, seconds: float) -> dict[str, int]:
        """Go on for so many seconds; how many inputs of each kind there were, which is one at least."""
        until = time.monotonic() + seconds
        while time.monotonic() < until or not all(self.counts.values()):
            for kind in self.kinds:
                began = time.process_time()
                try:
                    kind()
                except Exception as fault:
                    raise AssertionError(f"{self.told()}: {type(fault).__name__}: {fault}") from fault
                assert time.process_time() - began < self.seconds, f"{self.told()}: it took too long"
                self.counts[kind.__name__] += 1
        return self.counts

    def told(self) -> str:
        return f"seed {self.seed}, {self.kept}"

    def keep(self, name: str, raw: bytes) -> Path:
        self.kept = self.folder / name
        self.kept.write_bytes(raw)
        return self.kept

    def corpus(self) -> Sequence[bytes]:
        """The letters that are changed."""
        return self.letters

    # -- the kinds of input ------------------------------------------------------------------------------

    def letters_in(self) -> None:
        """A pass over letters: each is kept with all its bytes, but for passwords in logs, and its file lies
        where it belongs."""
        corpus = self.corpus()
        came = [mutated(self.drawn, corpus) for _ in range(PASS)]
        for number, raw in enumerate(came):
            self.keep(f"{number}.eml", raw)
            (self.house.desk.inbox / "new" / f"{number}.eml").write_bytes(raw)
        self.kept = self.folder / "*.eml"
        done = self.house.post()
        assert not done.ours, done.problems
        assert [path for path in self.house.desk.inbox.rglob("*") if path.is_file()] == []
        lying = {path.stem[-16:] for place in (self.house.desk.done, self.house.desk.held)
                 for path in place.iterdir()}  # fmt: skip
        kept = Passwords(self.house.desk).take_out
        with self.house.desk.store() as store:
            for raw in map(kept, came):
                sha256 = hashlib.sha256(raw).hexdigest()
                assert store.mail.dealt_with(sha256) is not None and sha256[:16] in lying, "a letter is lost"
            assert store.mail.undelivered() == ()

    def order_lines(self) -> None:
        """Orders that a position of a real game is given: judged, with a ruling for each line or a reason."""
        text = self.drawn.choice(self.rehearsals).decode("utf-8")
        lines = re.findall(r"(?m)^[a-z].*$", "\n".join(re.findall(r'"""\n(.*?)"""', text, re.DOTALL)))
        if lines:
            odd = mutated(self.drawn, [line.encode() for line in lines]).decode("utf-8", "replace")
            odd = re.sub(r'["\\\x00-\x08\x0b-\x1f\x7f]', "", odd)
            text = text.replace(self.drawn.choice(lines), odd, 1)
        self.rehearsed(text)

    def a_rehearsal(self) -> None:
        self.rehearsed(mutated(self.drawn, self.rehearsals).decode("utf-8", "replace"))

    def rehearsed(self, text: str) -> None:
        self.keep("rehearsal.toml", text.encode("utf-8", "replace"))
        try:
            rehearse(parse_rehearsal(text))
        except OutOfDice:
            return
        except Exception as fault:
            self.must_be_told(fault)

    def a_save(self) -> None:
        """A save or a log, changed where it is pressed or where it is not."""
        raw = self.drawn.choice(self.saves)
        raw = self.deeply(raw) if self.drawn.random() < 0.8 else mutated(self.drawn, [raw])
        path = self.keep("some.vlog", raw)
        for read in self.readers:
            try:
                read(path)
            except Exception as fault:
                self.must_be_told(fault)

    def deeply(self, raw: bytes) -> bytes:
        """The same file with its stream of commands changed."""
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(out, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name == "savedGame":
                    stream = mutated(self.drawn, [clear(content).encode("utf-8")]).decode("utf-8", "replace")
                    content = obfuscated(stream)
                elif self.drawn.random() < 0.2:
                    content = mutated(self.drawn, [content])
                new.writestr(name, content)
        return out.getvalue()

    def must_be_told(self, fault: Exception) -> None:
        """An error about the input says what is wrong with it; any other is ours."""
        if getattr(fault, "exit_code", None) != 1:
            raise fault
        assert str(fault).strip(), "an error without a word"


class OfGame(Fuzzer):
    """Letters to a desk with a game of real rules, whose players are bots: each letter is one that could be
    judged, or one of another game, with changes; some are taken, and the game goes on."""

    def __init__(self, house: House, seed: int, folder: Path) -> None:
        super().__init__(house, seed, folder)
        self.kinds, self.counts, self.seconds = (self.letters_in,), {"letters_in": 0}, PASS * SECONDS
        self.before = self.sheets()

    def corpus(self) -> Sequence[bytes]:
        """Mostly what the bot whose turn it is would write."""
        side, lines, form = next_letter(self.house, self.drawn)
        self.house.written += 1
        own = [self.house.letter(side, *lines, **form)] if side else []
        return [*own * len(self.letters), *self.letters]

    def sheets(self) -> int:
        """How many letters were judged: each became a sheet."""
        with self.house.desk.store() as store:
            return len(store.journal.sheets(1))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_whatever_comes_in_for_a_game_is_told_in_words_in_time_and_nothing_is_lost(
    tmp_path: Path, game: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    seed, seconds = asked_for(request)
    fuzzer = OfGame(House(tmp_path, game, pictures=False), seed, tmp_path)
    fuzzer.run(seconds)
    holds(fuzzer)
    with capsys.disabled():
        if seconds > QUICK:
            letters, judged = fuzzer.counts["letters_in"] * PASS, fuzzer.sheets() - fuzzer.before
            print(f"\n{game}, seed {seed}: {letters} letters, of which {judged} were judged")


def asked_for(request: pytest.FixtureRequest) -> tuple[int, float]:
    """The seed and the seconds that were asked for."""
    seed = int(request.config.getoption("--fuzz-seed"))
    seed = random.SystemRandom().randrange(10**6) if seed < 0 else seed
    return seed, float(request.config.getoption("--fuzz-seconds"))


def holds(fuzzer: Fuzzer) -> None:
    """The game that was written to replays alike, and its dice hold."""
    with fuzzer.house.desk.store() as store:
        assert replay(store, 1).difference == ""
        assert audit(store, 1).faults == ()


@pytest.mark.slow
def test_whatever_comes_in_is_told_in_words_in_time_and_nothing_is_lost(
    tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("raceforberlin", "koenigsberg45"):
        find_game(name).start(
            find_game(name).scenarios[0]
        )  # read once, and not counted as the first input's time
    seed, seconds = asked_for(request)
    fuzzer = Fuzzer(House(tmp_path, pictures=False), seed, tmp_path)
    if seconds > QUICK:  # the board of the game takes a while to be drawn
        kept_layout("raceforberlin", tmp_path / "boards")
        fuzzer.readers.append(
            lambda path: read_steps("raceforberlin", path.read_bytes(), path.name, tmp_path / "boards")
        )
    counts = fuzzer.run(seconds)
    holds(fuzzer)
    with capsys.disabled():
        if seconds > QUICK:
            print(f"\nseed {seed}: {', '.join(f'{n} {what}' for what, n in counts.items())}")
