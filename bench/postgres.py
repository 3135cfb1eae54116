"""A PostgreSQL of its own on this computer, for the tests that want one, in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

USER = "postgres"
_PLACES = "/usr/lib/postgresql"


def binaries() -> Path | None:
    """Where Debian, or the PATH, has the newest server's programs; None where there is none."""
    found = sorted(Path(_PLACES).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    there = shutil.which("initdb")
    return found[-1].parent if found else Path(there).parent if there else None


def why_no_postgres() -> str:
    """Why there can be no PostgreSQL here; "" where there can."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed here (pip install hexpost[postgres])"
    if binaries() is None:
        return "PostgreSQL is not installed here (Debian: postgresql)"
    return "" if os.name == "posix" else "PostgreSQL is started on POSIX systems only"


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Server:
    """A PostgreSQL that keeps nothing a power cut need leave: unless `durable`, it waits for no disk."""

    def __init__(self, durable: bool = False) -> None:
        programs = binaries()
        assert programs is not None
        self.programs, self.port = programs, free_port()
        self.here = Path(tempfile.mkdtemp(prefix="postgres-"))
        self.user = self._user()
        self._run(
            "initdb", "-D", str(self.here / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        fast = () if durable else ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
        told = [
            f"-c {word}" for word in (*fast, "max_connections=40", f"unix_socket_directories={self.here}")
        ]
        options = " ".join(["-h 127.0.0.1", f"-p {self.port}", *told])
        log = str(self.here / "log")
        self._run("pg_ctl", "-D", str(self.here / "data"), "-l", log, "-w", "-o", options, "start")

    def _user(self) -> int | None:
        """Whom the server runs as: root may not run one."""
        if os.geteuid():
            return None
        number = pwd.getpwnam(USER).pw_uid
        os.chown(self.here, number, -1)
        return number

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            (str(self.programs / program), *words), user=self.user, cwd=self.here, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        if done.returncode:
            raise OSError(f"{program}: {done.stdout}")

    def url(self, schema: str) -> str:
        """Where the tables of one desk are; each schema is like a database of its own."""
        path = quote(f"-csearch_path={schema}")
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres?options={path}"

    def schema(self, name: str) -> str:
        """Make an empty schema; its URL."""
        import psycopg

        with psycopg.connect(self.url("public"), autocommit=True) as db:
            db.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}".encode())
        return self.url(name)

    def stop(self) -> None:
        """End it, and take away what it kept."""
        self._run("pg_ctl", "-D", str(self.here / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.here, ignore_errors=True)


@contextmanager
def server(durable: bool = False) -> Iterator[Server]:
    """A server, for as long as it is wanted."""
    made = Server(durable)
    try:
        yield made
    finally:
        made.stop()
