"""docs/referee.md: from nothing to the first report, exactly as it is written, by servers on loopback."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mailbox.servers import PASSWORD, REFEREE, Certificate, Dovecot, Office

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_first_game_by_ones_own_mailbox(
    tmp_path: Path, dovecot: Dovecot, office: Office, known: Certificate
) -> None:
    page = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")
    section = page.split("## From nothing to the first report")[1].split("\n## ")[0]
    (block,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    commands = [shlex.split(line.removeprefix("$ ")) for line in block.splitlines()]
    assert [command[:3] for command in commands][:2] == [
        ["hexpost", "desk", "init"],
        ["hexpost", "desk", "connect"],
    ]
    office.postman.deliver = dovecot.drop
    answers = (REFEREE, f"localhost:{dovecot.tls}", f"localhost:{office.port}/starttls", "", "", PASSWORD)
    trusting = {**os.environ, "SSL_CERT_FILE": str(known.pem), "PYTHONPATH": str(ROOT)}
    said, here = [], tmp_path
    for command in commands:
        if command[0] == "cd":
            here = here / command[1]
            continue
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", *command], input="".join(f"{one}\n" for one in answers),
            capture_output=True, encoding="utf-8", check=False, cwd=here, env=trusting,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert "IMAP  the test email has come back" in said[1]
    assert said[-1] == "Sent 2 emails.\n"
    reports = {tuple(one.rcpt_tos) for one in office.postman.taken}
    assert reports == {(REFEREE,), ("anna@example.org",), ("ben@example.org",)}
