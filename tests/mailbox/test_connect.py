"""A mailbox connected: the questions, the trial both ways, what is said, and what is written down."""

from __future__ import annotations

import io
import os
import re
import ssl
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.desk import DeskError, init_desk, open_desk
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.providers import provider_of
from adjudicator.mail.servers.service import cron, unit
from adjudicator.mail.servers.tls import context_of
from adjudicator.mail.servers.trouble import in_words, login_refused
from adjudicator.mail.servers.writing import Values, with_table, write_tables
from adjudicator.mail.settings.desk_toml import TEMPLATE
from adjudicator.mail.settings.servers import Server
from hexpost import main
from tests.adjudicator.house import House, at_once
from tests.at import NOON, ROOT, hexpost_at
from tests.mailbox.conftest import Desk
from tests.mailbox.servers import PASSWORD, REFEREE, Certificate, Dovecot, Office


def hexpost(*words: str, said: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **environment}
    command = hexpost_at(NOON + timedelta(hours=1), *words)
    command[1:1] = ["-W", "ignore"]
    return subprocess.run(
        command, input=said, capture_output=True, encoding="utf-8", check=False, cwd=ROOT, env=told
    )


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


def options(dovecot: Dovecot, office: Office, known: Certificate, **other: str) -> list[str]:
    told = {
        "address": REFEREE, "imap": f"localhost:{dovecot.tls}", "smtp": f"localhost:{office.port}/starttls",
        "user": REFEREE, "password": "file:password", "certificate": str(known.pem), "wait": "5", **other,
    }  # fmt: skip
    return [word for key, value in told.items() for word in (f"--{key}", value)]


@pytest.mark.slow
def test_a_mailbox_is_tried_both_ways_and_written_down(
    house: House, dovecot: Dovecot, office: Office, known: Certificate
) -> None:
    office.postman.deliver = dovecot.drop
    folder = house.desk.folder
    done = hexpost("desk", "connect", str(folder), *options(dovecot, office, known), said=f"{PASSWORD}\n")
    assert done.returncode == 0, done.stderr
    asked, said = done.stdout.replace(str(folder), "DESK").split("read):")
    assert asked == "Password (saved in DESK/password, which only you can "
    assert re.sub(r"port \d+", "port N", said).splitlines() == [
        f"IMAP  localhost, port N: {REFEREE} is logged in",
        "IMAP  INBOX has 0 emails, which stay as they are",
        "IMAP  handled emails of your games move to judged or held",
        f"SMTP  localhost, port N: {REFEREE} is logged in",
        f"SMTP  the server accepted a test email to {REFEREE}",
        "IMAP  the test email has come back",
        "",
        "DESK/desk.toml now has your mailbox, in [in] and [out].",
        "3 emails in DESK/outbox/new go out with the next `hexpost post`. If you sent any by hand, "
        "move them to DESK/outbox/cur first.",
        "To start the mail, type:  hexpost post --watch --desk DESK",
    ]
    assert (folder / "password").stat().st_mode & 0o777 == 0o600
    settings = open_desk(folder).settings
    assert settings.mail_in.told == f"localhost, port {dovecot.tls}"
    assert (
        (folder / "desk.toml")
        .read_text(encoding="utf-8")
        .startswith(at_once(TEMPLATE).replace("pictures = true", "pictures = false").rstrip("\n"))
    )
    first, second = hexpost("post", "--desk", str(folder)), hexpost("post", "--desk", str(folder))
    assert (first.returncode, first.stdout) == (0, "Sent 3 emails.\n")
    assert (second.returncode, second.stderr) == (0, "Nothing to do.\n")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"imap": "localhost:1"}, "localhost, port 1: nothing answers at this port. Is its number right?"),
        ({"smtp": "nowhere.invalid:465"}, "the server nowhere.invalid was not found"),
        ({"smtp": "localhost"}, '"localhost" should be a server and its port, such as imap.example.org:993'),
        ({"imap": "localhost:143/tsl"}, "security = 'tsl' should be \"tls\" (encrypted from the start)"),
        (
            {"password": "Geheim"},
            "write file:NAME, env:NAME, command:WORDS or token:WORDS, and never the password itself",
        ),
        (
            {"password": "env:NO_SUCH"},
            "The environment variable NO_SUCH is empty. Set it before you start hexpost",
        ),
        ({"password": "command:false"}, "password-command ended with 1. Try it by hand: false"),
        ({"password": "command:echo Geheim"}, "the user name or the password is wrong"),
        ({"certificate": "setup.cfg"}, "there is no readable certificate here"),
        ({"folder": "Hexpost"}, "the folder 'Hexpost' cannot be opened"),
        ({"address": "me"}, 'write an address such as "me@example.org"'),
    ],
)
@pytest.mark.filterwarnings("ignore")  # the password is typed where everybody could see it
def test_what_is_wrong_is_said_in_words_and_nothing_is_written(
    house: House,
    dovecot: Dovecot,
    office: Office,
    known: Certificate,
    wrong: dict[str, str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = (house.desk.folder / "desk.toml").read_bytes()
    words = ("hexpost", "desk", "connect", str(house.desk.folder), *options(dovecot, office, known, **wrong))
    monkeypatch.setattr(sys, "argv", list(words))
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    assert end.value.code == 1
    assert says in " ".join(said.err.split())
    assert PASSWORD not in said.out + said.err
    assert (house.desk.folder / "desk.toml").read_bytes() == before
    assert not (house.desk.folder / "password").exists()


@pytest.mark.slow
def test_an_answer_that_does_not_work_is_asked_for_again_and_the_others_are_kept(
    tmp_path: Path, dovecot: Dovecot, office: Office, known: Certificate
) -> None:
    folder = init_desk(tmp_path / "desk").folder
    office.postman.deliver = dovecot.drop
    good = f"localhost:{dovecot.tls}", f"localhost:{office.port}/starttls"
    said = (
        "me", REFEREE, "localhost", "localhost:1",  # not an address; the port is missing
        good[1], REFEREE, "Geheim", "", "wrong",  # nothing answers there
        good[0],  # the password is wrong
        REFEREE, PASSWORD,
    )  # fmt: skip
    given = ("--certificate", str(known.pem), "--wait", "5")
    done = hexpost("desk", "connect", str(folder), *given, said="\n".join(said) + "\n")
    assert done.returncode == 0, done.stdout + done.stderr
    asked = {"Your email": 2, "(IMAP)": 3, "(SMTP)": 1, "Your login": 2, "How hexpost gets your password": 2}
    assert {words: done.stdout.count(words) for words in asked} == asked
    assert done.stderr.count("Your other answers are kept.") == 3
    assert "Geheim" not in done.stdout + done.stderr, "perhaps it was the password itself"
    assert f"Open a game:  hexpost open GAME --player SIDE=ADDRESS ... --desk {folder}\n" in done.stdout
    assert open_desk(folder).settings.mail_in.told == f"localhost, port {dovecot.tls}"
    assert (folder / "password").read_text(encoding="utf-8") == f"{PASSWORD}\n"


@pytest.mark.slow
def test_a_certificate_that_nobody_vouches_for_is_asked_for(
    tmp_path: Path, dovecot: Dovecot, office: Office, known: Certificate
) -> None:
    """A server of the referee's own: to ask for the server again would lead nowhere."""
    folder = init_desk(tmp_path / "desk").folder
    office.postman.deliver = dovecot.drop
    words = options(dovecot, office, known)
    del words[words.index("--certificate") : words.index("--certificate") + 2]
    said = (PASSWORD, "setup.cfg", str(known.pem))
    done = hexpost("desk", "connect", str(folder), *words, said="\n".join(said) + "\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("The file with this server's certificate") == 2
    assert "(IMAP)" not in done.stdout and "there is no readable certificate here" in done.stderr
    assert open_desk(folder).settings.mail_in.certificate == str(known.pem)


@pytest.mark.slow
def test_a_way_to_the_password_that_does_not_work_is_not_offered_again(
    tmp_path: Path, dovecot: Dovecot, office: Office, known: Certificate
) -> None:
    """Neither one that finds nothing nor one whose password the server refuses: Enter means to type it."""
    folder = init_desk(tmp_path / "desk").folder
    office.postman.deliver = dovecot.drop
    words = options(dovecot, office, known)
    for asked in ("--user", "--password"):
        del words[words.index(asked) : words.index(asked) + 2]
    said = (REFEREE, "env:NOPE", "command:echo wrong", "", "", PASSWORD)
    done = hexpost("desk", "connect", str(folder), *words, said="\n".join(said) + "\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The environment variable NOPE is empty. Set it before you start hexpost" in done.stderr
    assert done.stdout.count("How hexpost gets your password [file:password]:") == 3
    assert f"asks for your password, and saves it in {folder / 'password'}," in done.stdout


@pytest.mark.slow
def test_a_folder_and_what_to_take_of_it_stay_as_desk_toml_has_them(
    house: House, dovecot: Dovecot, office: Office, known: Certificate
) -> None:
    """A mailbox is connected again, perhaps for a new password."""
    file = house.desk.folder / "desk.toml"
    written = file.read_text(encoding="utf-8") + '\n[in]\nfolder = "Hexpost"\ntake = "all"\n'
    file.write_text(written, encoding="utf-8")
    words = options(dovecot, office, known)
    done = hexpost("desk", "connect", str(house.desk.folder), *words, said=f"{PASSWORD}\n")
    assert done.returncode == 1 and "the folder 'Hexpost' cannot be opened" in done.stderr
    done = hexpost(
        "desk", "connect", str(house.desk.folder), *words, "--folder", "INBOX", said=f"{PASSWORD}\n"
    )
    assert done.returncode == 0, done.stderr
    came = open_desk(house.desk.folder).settings.mail_in
    assert (came.folder, came.take) == ("INBOX", "all")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            b"[ALERT] Application-specific password required: https://support.google.com/x (Failure)",
            "app password, not",
        ),
        (b"535 5.7.139 Authentication unsuccessful, basic authentication is disabled.", "only OAuth tokens"),
        (b"[ALERT] Please log in via your web browser (Failure)", "mail programs are switched off"),
        (b"[AUTHENTICATIONFAILED] Invalid credentials (Failure)", "the password is wrong"),
        (b"[UNAVAILABLE] Temporary authentication failure.", " now (it says"),
    ],
)
def test_what_servers_say_of_a_login_is_understood(desk: Desk, said: bytes, meant: str) -> None:
    told = str(login_refused(Exception(said), desk.house.desk.settings.mail_in))
    assert meant in told and said.decode() in told


def test_the_questions_have_a_guess_for_well_known_addresses_and_for_others() -> None:
    assert provider_of("me@googlemail.com").imap == "imap.gmail.com:993"
    assert provider_of("me@club.example").smtp == "smtp.club.example:465"


# -- what is written down --------------------------------------------------------------------------------


def test_lines_and_remarks_of_the_owner_stay(tmp_path: Path) -> None:
    text = '# mine\n[in]  # my box\nport = 1 # odd\npassword-env = "X"\n\n[mail]\nchat = 5\n# end\n'
    values: Values = {"kind": "imap", "port": 993, "password-env": None, "user": 'a"b'}
    assert with_table(text, "in", values) == (
        '# mine\n[in]  # my box\nport = 993 # odd\nkind = "imap"\nuser = "a\\"b"\n\n[mail]\nchat = 5\n# end\n'
    )
    assert with_table("x = 1\n", "out", {"kind": "smtp"}) == 'x = 1\n\n[out]\nkind = "smtp"\n'


@pytest.mark.parametrize(
    "written", ['in = {kind = "folder"}', 'in.kind = "folder"', '[in]\nkind = """folder\n"""']
)
def test_a_table_in_a_way_that_cannot_be_changed_is_left_to_its_owner(tmp_path: Path, written: str) -> None:
    file = tmp_path / "desk.toml"
    file.write_text(f"{written}\n", encoding="utf-8")
    with pytest.raises(DeskError, match="hexpost cannot change"):
        write_tables(file, {"in": {"kind": "imap"}})
    assert file.read_text(encoding="utf-8") == f"{written}\n"


@pytest.mark.parametrize(
    ("server", "write"),
    [
        (Server("imap", "127.0.0.1", 21431, "tls"), '"127.0.0.1:21431/starttls" or "127.0.0.1:21431/none"'),
        (Server("smtp", "mail.club.org", 1587, "tls"), '"mail.club.org:1587/starttls"'),
        (Server("smtp", "localhost", 1465, "starttls"), '"localhost:1465/tls" or "localhost:1465/none"'),
    ],
)
def test_a_port_that_does_not_speak_tls_keeps_its_number_in_the_advice(server: Server, write: str) -> None:
    told = str(in_words(ssl.SSLError("wrong version number"), server))
    assert told.endswith(f"For hexpost desk connect, write {write}")
    assert ('"none"' in told) == ("/none" in write)


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ('[in]\nkind = "pop"', ':2: kind = \'pop\' should be "folder" or "imap"'),
        ('[out]\nkind = "smtp"\nserver = "x"\nuser = "u"', ":1: nothing says where the password is; "),
        (
            '[out]\npassword = "Geheim"',
            ":2: a password is never written into this file: use one of password-file, password-env, ",
        ),
        ('[out]\nfolder = "INBOX"', ":2: unknown key 'folder' in [out]. Known keys: kind, server, port"),
        ('[in]\nprot = 993', ":2: unknown key 'prot' in [in]. did you mean port?"),
        ('[in]\nport = 99999', ":2: port = 99999 should be the number of a port, from 1 to 65535"),
        (
            '[in]\nkind = "imap"\nserver = "x"\nsecurity = "none"\nuser = "u"\npassword-env = "P"',
            ":4: \"none\" would send your password open to x: use \"tls\" or \"starttls\"",
        ),
        (
            '[in]\nkind = "imap"\nserver = "x"\nuser = "u"\npassword-env = "P"\ntoken-command = "t"',
            ":6: password-env and token-command are said; it should be one of ",
        ),
    ],
)  # fmt: skip
def test_faults_of_the_two_tables_are_told_with_their_lines(tmp_path: Path, table: str, fault: str) -> None:
    folder = init_desk(tmp_path / "desk").folder
    (folder / "desk.toml").write_text(table, encoding="utf-8")
    with pytest.raises(DeskError) as wrong:
        open_desk(folder)
    told = str(wrong.value)
    assert told.removeprefix(str(folder / "desk.toml")).startswith(fault)
    assert "Geheim" not in told


@pytest.mark.slow
def test_a_password_is_in_no_output_and_no_file_but_its_own(desk: Desk) -> None:
    """Neither when all is well nor when it is not, and not where hexpost itself stumbles."""
    folder = desk.house.desk.folder
    said = []
    for keys in ({}, {"port": 1}, {"user": "nobody"}, {"certificate": str(folder / "desk.toml")}):
        desk.house.write("red", "if asked loss then lose")
        desk.set(incoming=keys, out=keys)
        done = hexpost("post", "--desk", str(folder), HEXPOST_DEBUG="1", TMPDIR=str(folder / "done"))
        said.append(done.stdout + done.stderr)
    said.append(repr(desk.house.desk))
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != "password"]
    everything = "\n".join(said).encode() + b"".join(file.read_bytes() for file in files)
    assert PASSWORD.encode() not in everything
    assert b"the user name or the password is wrong" in everything


def test_a_certificate_that_was_renewed_is_read_again(known: Certificate, tmp_path: Path) -> None:
    file = tmp_path / "server.pem"
    file.write_bytes(known.pem.read_bytes())
    server = Server(certificate=str(file))
    first = context_of(server, tmp_path)
    assert context_of(server, tmp_path) is first
    file.write_bytes(b"renewed\n" + known.pem.read_bytes())
    assert context_of(server, tmp_path) is not first
    file.write_bytes(b"no certificate")
    with pytest.raises(MailboxError, match="no readable certificate here"):
        context_of(server, tmp_path)
    assert context_of(Server(), tmp_path) is not first


# -- the service -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_unit_and_the_line_for_cron_call_this_hexpost(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "my 100% desk")
    folder = desk.folder
    (line,) = [line for line in unit(desk).splitlines() if line.startswith("ExecStart=")]
    assert line.endswith(f'post --watch --desk "{str(folder).replace("%", "%%")}"')
    escaped = str(folder).replace("%", "\\%")
    assert f"post --desk '{escaped}' >> " in cron(desk)
    assert "EnvironmentFile" not in unit(desk)
    named = replace(desk, settings=replace(desk.settings, mail_in=Server(password_env="HEXPW")))
    assert "with the line HEXPW=...\nEnvironmentFile=" in unit(named)
    out = hexpost("desk", "service", str(folder), "--out", str(tmp_path / "units"))
    assert out.returncode == 0
    assert sorted(path.name for path in (tmp_path / "units").iterdir()) == [
        "hexpost-post.cron", "hexpost-post.service",
    ]  # fmt: skip
    assert "[Service]" in hexpost("desk", "service", str(folder)).stdout
