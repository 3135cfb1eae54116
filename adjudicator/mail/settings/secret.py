"""The password or the token for a server: from a file, the environment or a command; never shown."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.mail.settings.keeping import Keeping
from adjudicator.mail.settings.servers import Server

NOTHING = subprocess.DEVNULL
COMMAND_SECONDS = 60.0
"""How long a command may take that prints a password: somebody may have to unlock a key ring."""


class NoSecret(DeskError):
    """No password is to be had where the settings say."""


class Secret:
    """A password or a token, which is shown nowhere by mistake."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret(...)"

    def reveal(self) -> str:
        """What goes to the server, and nowhere else."""
        return self._text

    @property
    def is_plain(self) -> bool:
        """Whether it is of ASCII, as old ways of logging in want it."""
        return self._text.isascii()


def secret_of(server: Server | Keeping, desk: Path) -> Secret | None:
    """The password or token for a server; None for one that asks for none. Raises NoSecret."""
    if server.password_file:
        return _first_line(
            _file(desk, server.password_file),
            f"The file {server.password_file} has no password in its first line. Write it there",
        )
    if server.password_env:
        text = os.environ.get(server.password_env, "")
        return _first_line(
            text, f"The environment variable {server.password_env} is empty. Set it before you start hexpost"
        )
    for key in ("password", "token"):
        command = getattr(server, f"{key}_command")
        if command:
            return _first_line(
                _command(key, command, desk), f"{key}-command printed nothing. Try it by hand: {command}"
            )
    return None


def _first_line(text: str, missing: str) -> Secret:
    line = text.removeprefix("\ufeff").split("\n")[0].strip("\r")
    if not line.strip():
        raise NoSecret(missing)
    return Secret(line)


def _file(desk: Path, name: str) -> str:
    file = desk / Path(name).expanduser()
    try:
        return file.read_text(encoding="utf-8")
    except OSError as wrong:
        raise NoSecret(f"cannot get the password: {file}: {wrong.strerror}") from None
    except UnicodeError:
        raise NoSecret(f"cannot get the password: {file} is not a text in UTF-8") from None


def _command(key: str, command: str, desk: Path) -> str:
    """What a command prints; neither that nor what it complains of is ever told."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
        done = subprocess.run(
            words, capture_output=True, cwd=desk, timeout=COMMAND_SECONDS, check=False, stdin=NOTHING
        )
        said, code = done.stdout.decode("utf-8"), done.returncode
    except (OSError, ValueError, subprocess.SubprocessError) as wrong:
        why = "takes too long" if isinstance(wrong, subprocess.TimeoutExpired) else "cannot be run"
        raise NoSecret(f"{key}-command {why}. Try it by hand: {command}") from None
    if code:
        raise NoSecret(f"{key}-command ended with {code}. Try it by hand: {command}")
    return said
