"""What a turn by tapping alone costs: `python -m tests.tapping.measured [GAME ...]`.

Real mailboxes (Dovecot, SMTP), a real browser (Chromium by Playwright), and a stand-in for each side who
types nothing. Needs what `tests/mailbox` needs. With `--published` the page is opened where it is published;
with `--plans 1` each email plans for one of what begins later, where the page offers that. `before` are the
emails that only accept the game or set it up.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from adjudicator.catalogue import game_names
from tests.mailbox.servers import Certificate, Dovecot, certificate, why_no_dovecot
from tests.tapping.browsers import chromium
from tests.tapping.turn import Played, sitting

HEADING = (
    "game",
    "emails",
    "before",
    "lines",
    "refused",
    "copied",
    "data ms",
    "data KB",
    "page KB",
    "mail KB",
    "seconds",
)


def played(name: str, known: Certificate, published: bool, seed: str, plans: int) -> Played:
    """A turn of a game."""
    dovecot = Dovecot(known)
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            chromium() as browser,
            sitting(name, Path(folder), dovecot, known, browser, published, seed, plans) as table,
        ):
            return table.play()
    finally:
        dovecot.stop()


def row(name: str, done: Played) -> list[str]:
    """What a turn took: data of the page as the median and the most, by the processor; the rest at most."""
    numbers = (
        f"{statistics.median(done.data_ms):.0f}-{max(done.data_ms):.0f}", *(
            f"{max(some, default=0):.0f}" for some in (done.data_kb, done.page_kb, done.mail_kb)
        ),
    )  # fmt: skip
    counts = (done.emails, done.before, done.lines, len(done.wrong), done.copied)
    return [name, *map(str, counts), *numbers, f"{done.seconds:.0f}"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a turn of each game and tell what it took; 1 where one could not be played by tapping."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("games", nargs="*", default=game_names())
    told.add_argument("--published", action="store_true")
    told.add_argument("--seed", default="tap")
    told.add_argument("--plans", type=int, default=0)
    wanted = told.parse_args(arguments)
    if why_no_dovecot():
        print(why_no_dovecot())
        return 1
    stuck = 0
    print("  ".join(f"{head:>13}" for head in HEADING))
    with tempfile.TemporaryDirectory() as folder:
        known = certificate(Path(folder), "good")
        for name in wanted.games:
            done = played(name, known, wanted.published, wanted.seed, wanted.plans)
            print("  ".join(f"{cell:>13}" for cell in row(name, done)), flush=True)
            for line in (*done.wrong, *(f"NOTHING TO TAP: {one}" for one in done.unanswered)):
                print(f"    {line}", flush=True)
            stuck += not done.turned
            print("" if done.turned else f"    STUCK: {dict(done.topics)}", flush=True)
    return int(stuck > 0)


if __name__ == "__main__":
    raise SystemExit(main())
