"""Orders tried out at home: over every bundle of every game's demo each line has a verdict of its own."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import typer

from adjudicator import demo
from adjudicator.catalogue import find_game
from adjudicator.commands.prove import check
from adjudicator.judging.what_if import does_nothing, playable
from adjudicator.mail.desk.trial import read_bundle
from adjudicator.snapshot import pack
from adjudicator.state import Decision
from tests.adjudicator.test_offered import astray
from tests.games.test_demos import WITH_DEMO
from tests.games.test_whole_game_by_mail import quiet_desk

UNREADABLE = "mvoe everybody nearer"
EXAMPLES = 2
"""So many examples of each question are tried, the last of them one that ends it."""


@cache
def bundles(name: str) -> tuple[bytes, ...]:
    """The bundle of every report of a demo, each once."""
    with TemporaryDirectory() as folder:
        desk, game = quiet_desk(Path(folder) / "desk"), find_game(name)
        script = demo.read_script(game)
        demo.play(desk, game, script.letters, script.scheme)
        files = [part for mail in demo.mails(desk) for part in mail.iter_attachments()]
        wanted = [file for file in files if str(file.get_filename()).endswith(".bundle.json")]
        return tuple(dict.fromkeys(bytes(file.get_payload(decode=True)) for file in wanted))


def tried(folder: Path, raw: bytes, *lines: str) -> list[dict[str, Any]]:
    """What `hexpost check` says of these lines beside a bundle."""
    (folder / "game.bundle.json").write_bytes(raw)
    (folder / "orders.txt").write_text("\n".join(lines), encoding="utf-8")
    heard: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer, "echo", lambda text="", **_: heard.append(text))
        try:
            check(folder / "orders.txt", folder / "game.bundle.json", folder, as_json=True)
        except typer.Exit as end:
            assert end.exit_code == 1
    rulings: list[dict[str, Any]] = json.loads("".join(heard))["rulings"]
    return rulings


def examples(decision: Decision) -> list[str]:
    """A few answers to a question, of one line each."""
    plain = [answer for answer in decision.answers if "\n" not in answer]
    return [*[one for one in plain if not does_nothing(one)][:EXAMPLES], *filter(does_nothing, plain[-1:])]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_DEMO)
def test_check_says_of_each_line_its_own_verdict_over_all_bundles_of_a_demo(
    name: str, tmp_path: Path
) -> None:
    chance, refused, good = random.Random(name), 0, 0
    for raw in bundles(name):
        game, state, side = read_bundle(raw, "bundle")
        assert pack(playable(game, state, side)) == pack(state), "a view of a view is the same"
        for decision in (one for one in state.decisions if one.player == side and not state.kept):
            wrong = astray(game, state, decision, chance)
            (alone,) = tried(tmp_path, raw, wrong)
            refused += alone["verdict"] == "refused"
            for line in examples(decision):
                (own,) = tried(tmp_path, raw, line)
                good += own["verdict"] == "may be done"
                by_dice = "the dice decide" in own["why"].casefold()
                assert own["verdict"] != "not-judged" or by_dice, (line, own)
                mixed = [one["verdict"] for one in tried(tmp_path, raw, UNREADABLE, line, wrong)]
                assert (len(mixed), mixed[0]) == (3, "unreadable")
                assert mixed[1] == own["verdict"] or (does_nothing(line) and mixed[1] == "waiting"), line
    assert good and refused
