"""The watch as a service: a unit for systemd, and a line for cron where there is none."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

UNIT, CRON = "hexpost-post.service", "hexpost-post.cron"
_UNIT = """\
# The post of a desk, kept up by systemd for you alone. Lay this file into ~/.config/systemd/user/, then type
#     systemctl --user daemon-reload
#     systemctl --user enable --now {name}
#     loginctl enable-linger
# The last line lets it run while you are not logged in. What it does: journalctl --user -u {name}

[Unit]
Description=hexpost: the post of {desk}

[Service]
ExecStart={command}
Restart=on-failure
RestartSec=30
TimeoutStopSec=120
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""
_CRON = """\
# The post of a desk, every ten minutes. Add the line to what `crontab -e` shows.
*/10 * * * * {command} >> {log} 2>&1
"""


def program() -> tuple[str, ...]:
    """How this hexpost is called, wherever one is."""
    found = shutil.which(sys.argv[0]) or shutil.which("hexpost")
    if found and Path(found).name.startswith("hexpost") and not found.endswith(".py"):
        return (str(Path(found).absolute()),)
    return (sys.executable, "-m", "hexpost")


def unit(desk: Path) -> str:
    """The unit for systemd."""
    command = " ".join(map(_for_systemd, (*program(), "post", "--watch", "--desk", str(desk.resolve()))))
    return _UNIT.format(name=UNIT, desk=str(desk.resolve()).replace("%", "%%"), command=command)


def cron(desk: Path) -> str:
    """The line for cron."""
    here = desk.resolve()
    command = shlex.join((*program(), "post", "--desk", str(here)))
    return _CRON.format(command=_for_cron(command), log=_for_cron(shlex.quote(str(here / "post.log"))))


def _for_systemd(word: str) -> str:
    """A word of a command line as systemd.syntax(7) and systemd.service(5) read it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if set(escaped) & set(" '\"\\") else escaped


def _for_cron(command: str) -> str:
    """cron takes a % for the end of the line (crontab(5))."""
    return command.replace("%", "\\%")
