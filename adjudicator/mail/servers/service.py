"""The watch as a service: a unit for systemd, and a line for cron where there is none."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from adjudicator.mail.desk import Desk

_ENVIRONMENT = """\
# The password: a file of mode 0600 with the line {name}=...
EnvironmentFile=%h/.config/hexpost.env"""
UNIT, CRON = "hexpost-post.service", "hexpost-post.cron"
_UNIT = """\
# A desk's mail, kept running by systemd for you alone. Put this file into ~/.config/systemd/user/, then type
#     systemctl --user daemon-reload
#     systemctl --user enable --now {name}
#     loginctl enable-linger
# The last line lets it run while you are not logged in. What it does: journalctl --user -u {name}

[Unit]
Description=hexpost: the mail of {desk}

[Service]
ExecStart={command}
{environment}Restart=on-failure
RestartSec=30
TimeoutStopSec=120
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""
_CRON = """\
# A desk's mail, every ten minutes. Add the line to what `crontab -e` shows.
# Keep the password in a file or get it from a command: cron does not pass on variables.
*/10 * * * * {command} >> {log} 2>&1
"""


def program() -> tuple[str, ...]:
    """How this hexpost is called, wherever one is."""
    found = shutil.which(sys.argv[0]) or shutil.which("hexpost")
    if found and Path(found).name.startswith("hexpost") and not found.endswith(".py"):
        return (str(Path(found).absolute()),)
    return (sys.executable, "-m", "hexpost")


def unit(desk: Desk) -> str:
    """The unit for systemd."""
    here = str(desk.folder.resolve())
    command = " ".join(map(_for_systemd, (*program(), "post", "--watch", "--desk", here)))
    environment = "".join(f"{_ENVIRONMENT.format(name=name)}\n" for name in _environment(desk))
    return _UNIT.format(name=UNIT, desk=here.replace("%", "%%"), command=command, environment=environment)


def _environment(desk: Desk) -> list[str]:
    """The environment variables in which passwords are."""
    servers = (desk.settings.mail_in, desk.settings.mail_out)
    return sorted({server.password_env for server in servers if server.password_env})


def cron(desk: Desk) -> str:
    """The line for cron."""
    here = desk.folder.resolve()
    command = shlex.join((*program(), "post", "--desk", str(here)))
    return _CRON.format(command=_for_cron(command), log=_for_cron(shlex.quote(str(here / "post.log"))))


def _for_systemd(word: str) -> str:
    """A word of a command line as systemd.syntax(7) and systemd.service(5) read it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if set(escaped) & set(" '\"\\") else escaped


def _for_cron(command: str) -> str:
    """cron takes a % for the end of the line (crontab(5))."""
    return command.replace("%", "\\%")
