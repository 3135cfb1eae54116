"""Real mail servers on this computer: Dovecot for IMAP, aiosmtpd for SMTP, with certificates of their own."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP as Server
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

from tests.at import by_the_real_clock

REFEREE = "referee@example.org"
PASSWORD = "Geheim-7Krähen!"
START_SECONDS = 10.0
DOVECOT = """
base_dir = {here}/run
log_path = {here}/log
protocols = imap
listen = 127.0.0.1
ssl = {ssl}
{certificates}
disable_plaintext_auth = {encrypted}
auth_failure_delay = 0
auth_mechanisms = plain login xoauth2
first_valid_uid = 1
mail_location = maildir:~/Maildir
service imap-login {{
  service_count = 0
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
    ssl = yes
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {here}/oauth2
}}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {here}/users
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={here}/home/%u allow_all_users=yes
}}
"""
OAUTH2 = """
introspection_mode = local
username_attribute = sub
local_validation_key_dict = fs:posix:prefix={here}/keys/
"""


def why_no_dovecot() -> str:
    """Why there can be no Dovecot here; "" where there can."""
    if shutil.which("dovecot", path="/usr/sbin:/usr/bin") is None or shutil.which("openssl") is None:
        return "Dovecot is not installed here (Debian: dovecot-imapd)"
    return "" if os.name == "posix" and os.geteuid() == 0 else "Dovecot is started by root only"


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key, in files."""

    pem: Path
    key: Path


def certificate(
    folder: Path, name: str, names: str = "DNS:localhost,IP:127.0.0.1", days: int = 2
) -> Certificate:
    """A certificate that nobody vouches for; with less than no days it has expired."""
    made, asked, about = (
        Certificate(folder / f"{name}.pem", folder / f"{name}.key"),
        folder / "r",
        folder / "a",
    )
    about.write_text(f"subjectAltName={names}\n", encoding="ascii")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    ask = ("req", "-new", *curve, "-subj", "/CN=localhost", "-keyout", made.key, "-out", asked)
    sign = ("x509", "-req", "-in", asked, "-signkey", made.key, "-days", str(days), "-extfile", about)
    for words in (ask, (*sign, "-out", made.pem)):
        subprocess.run(("openssl", *words), check=True, capture_output=True)
    return made


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Dovecot:
    """A Dovecot of its own, with one user; without a certificate it knows no TLS."""

    def __init__(self, known: Certificate | None) -> None:
        self.here = Path(tempfile.mkdtemp(prefix="dovecot-"))
        self.here.chmod(0o755)
        self.plain, self.tls, self.known = free_port(), free_port(), known
        certificates = f"ssl_cert = <{known.pem}\nssl_key = <{known.key}" if known else ""
        told = DOVECOT.format(
            here=self.here, ssl="yes" if known else "no", encrypted="yes" if known else "no",
            certificates=certificates, plain=self.plain, tls=self.tls,
        )  # fmt: skip
        (self.here / "conf").write_text(told, encoding="utf-8")
        (self.here / "oauth2").write_text(OAUTH2.format(here=self.here), encoding="utf-8")
        (self.here / "users").write_text(f"{REFEREE}:{{PLAIN}}{PASSWORD}\n", encoding="utf-8")
        (self.here / "home").mkdir(mode=0o777)
        (self.here / "home").chmod(0o777)
        command = ("/usr/sbin/dovecot", "-F", "-c", str(self.here / "conf"))
        self.server = subprocess.Popen(command, env=by_the_real_clock())
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.plain), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimeoutError((self.here / "log").read_text(encoding="utf-8"))

    def stop(self) -> None:
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.here, ignore_errors=True)

    def token(self) -> str:
        """An OAuth token of the user (RFC 7519), as a provider would give one."""
        key = self.here / "keys" / "default" / "HS256"
        key.mkdir(parents=True, exist_ok=True)
        secret = bytes(range(32))
        (key / "default").write_bytes(base64.b64encode(secret))
        now = int(subprocess.check_output(("date", "+%s"), env=by_the_real_clock()))  # as Dovecot's own clock
        parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": REFEREE, "iat": now - 60, "exp": now + 3600})
        said = b".".join(_coded(json.dumps(part).encode()) for part in parts)
        return (said + b"." + _coded(hmac.digest(secret, said, "sha256"))).decode()

    # -- what lies on it ----------------------------------------------------------------------------------

    def wipe(self) -> None:
        """Take all letters and folders away."""
        self.doveadm("kick", REFEREE)
        shutil.rmtree(self.here / "home" / REFEREE, ignore_errors=True)

    def doveadm(self, *words: str) -> str:
        command = [word.encode() for word in ("/usr/bin/doveadm", "-c", str(self.here / "conf"), *words)]
        return subprocess.run(
            command, check=False, capture_output=True, encoding="utf-8", env=by_the_real_clock()
        ).stdout

    def admit(self, user: str) -> None:
        """Give somebody else a mailbox here, with the same password."""
        with (self.here / "users").open("a", encoding="utf-8") as users:
            users.write(f"{user}:{{PLAIN}}{PASSWORD}\n")

    def drop(self, raw: bytes, folder: str = "INBOX", user: str = REFEREE) -> None:
        """Let a letter arrive."""
        command = ("/usr/bin/doveadm", "-c", str(self.here / "conf"), "save", "-u", user, "-m", folder)
        subprocess.run(command, input=raw, check=True, capture_output=True, env=by_the_real_clock())

    def letters(self, folder: str) -> list[str]:
        """The Message-IDs of the letters in a folder."""
        told = self.doveadm("-f", "tab", "fetch", "-u", REFEREE, "hdr.message-id", "mailbox", folder)
        return sorted(line for line in told.splitlines()[1:] if line)

    def forget_uids(self) -> None:
        """Number all letters anew, as after a server was put back from a backup."""
        before = self.validity()
        self.doveadm("kick", REFEREE)
        maildir = self.here / "home" / REFEREE / "Maildir"
        for file in (*maildir.glob("dovecot-uid*"), *maildir.glob("dovecot.*index*")):
            file.unlink()
        while self.validity() == before:
            self.doveadm("mailbox", "update", "-u", REFEREE, "--uid-validity", str(before + 7), "INBOX")

    def validity(self) -> int:
        told = self.doveadm("-f", "tab", "mailbox", "status", "-u", REFEREE, "uidvalidity", "INBOX")
        return int(told.split()[-1])


def _coded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


@dataclass
class Postman:
    """A handler of aiosmtpd: keeps what it takes, and says what it is told to say instead, once for each."""

    taken: list[Envelope] = field(default_factory=list)
    at_rcpt: dict[str, str] = field(default_factory=dict)
    at_data: list[str] = field(default_factory=list)
    drops: int = 0
    tried: list[object] = field(default_factory=list)
    deliver: Any = None

    async def handle_RCPT(
        self, server: Server, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.at_rcpt:
            return self.at_rcpt[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Server, session: Session, envelope: Envelope) -> str:
        if self.at_data:
            return self.at_data.pop(0)
        self.taken.append(envelope)
        if self.deliver and REFEREE in envelope.rcpt_tos:
            self.deliver(envelope.content)
        if self.drops:
            self.drops -= 1
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return "250 OK"

    def authenticate(
        self, server: Server, session: Session, envelope: Envelope, way: str, told: Any
    ) -> AuthResult:
        self.tried.append(told)
        right = LoginPassword(REFEREE.encode(), PASSWORD.encode())
        return AuthResult(success=told == right, handled=False)


class Office:
    """An SMTP server in this process; encrypted by STARTTLS, from the start, or not at all."""

    def __init__(
        self, known: Certificate, security: str = "starttls", postman: Postman | None = None
    ) -> None:
        self.postman = postman or Postman()
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(known.pem, known.key)
        tls: dict[str, Any] = {"ssl_context": context, "auth_require_tls": False} if security == "tls" else {}
        if security == "starttls":
            tls = {"tls_context": context, "require_starttls": True}
        self.port = free_port()
        self.controller = Controller(
            self.postman, hostname="127.0.0.1", port=self.port, authenticator=self.postman.authenticate,
            auth_required=security != "none", **tls,
        )  # fmt: skip
        self.controller.start()

    def stop(self) -> None:
        self.controller.stop()
