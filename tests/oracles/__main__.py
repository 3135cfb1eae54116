"""`python -m tests.oracles GAME --count 2000 --seed 1`: more positions than the tests have."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.oracles.asking import GAMES, compare


def counts(by_rule: Counter[str]) -> str:
    """How many of each clause."""
    return ", ".join(f"{rule} {n}" for rule, n in sorted(by_rule.items()))


def main() -> int:
    """Compare, and tell what differed; exit 1 where anything did."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all without one")
    parser.add_argument("--count", type=int, default=2000, help="positions of each game (2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other positions (1)")
    parser.add_argument("--show", type=int, default=10, help="differences to show of each game (10)")
    given = parser.parse_args()
    if unknown := [game for game in given.games if game not in GAMES]:
        parser.error(f"no oracle of {', '.join(unknown)}; there are {', '.join(GAMES)}")
    differ = 0
    for game in given.games or GAMES:
        found = compare(game, given.count, given.seed)
        differ += len(found.differences)
        asked, wrong = found.asked.total(), len(found.differences)
        print(f"{game}: {given.count} positions, {asked} questions, {wrong} differ")
        print("  asked: " + counts(found.asked))
        if wrong:
            print("  differ: " + counts(Counter(difference.rule for difference in found.differences)))
        for difference in found.differences[: given.show]:
            print(difference)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
