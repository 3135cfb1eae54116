"""A desk: made once, its settings told apart from nonsense, and room for one at a time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.commands.speak import desk_option
from adjudicator.mail.desk import DeskError, init_desk, open_desk
from adjudicator.mail.settings.clock import when
from adjudicator.mail.settings.desk_toml import TEMPLATE, Settings, read_settings
from hexpost import app


def test_a_new_desk_has_its_places_and_the_usual_settings(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    names = {path.name for path in desk.folder.iterdir()}
    assert names >= {"desk.toml", "hexpost.db", "inbox", "outbox", "done", "held"}
    assert desk.settings == Settings()


def test_making_a_desk_again_leaves_its_settings_alone(tmp_path: Path) -> None:
    file = init_desk(tmp_path).folder / "desk.toml"
    file.write_text("[referee]\nname = 'Käthe'\n", encoding="utf-8")
    assert init_desk(tmp_path).settings == Settings(name="Käthe")


def test_no_desk_is_made_where_a_file_lies(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(DeskError, match="no desk can be created here"):
        init_desk(tmp_path / "file")


def test_a_folder_without_a_desk_is_said(tmp_path: Path) -> None:
    with pytest.raises(DeskError, match=r"there is no desk here .*`hexpost desk init DIR` makes one"):
        open_desk(tmp_path)


def test_a_command_to_type_in_the_desks_folder_does_not_name_it() -> None:
    assert (desk_option(Path()), desk_option(Path("mydesk"))) == ("", " --desk mydesk")


def test_the_only_desk_below_the_folder_is_named(tmp_path: Path) -> None:
    init_desk(tmp_path / "mydesk")
    with pytest.raises(DeskError, match=f"there is one in {re.escape(str(tmp_path / 'mydesk'))}: cd "):
        open_desk(tmp_path)
    init_desk(tmp_path / "other")
    with pytest.raises(DeskError, match="`hexpost desk init DIR` makes one"):
        open_desk(tmp_path)


def test_a_desk_without_a_game_has_no_pages(tmp_path: Path) -> None:
    desk = init_desk(tmp_path)
    said = CliRunner().invoke(app, ["pages", "--desk", str(desk.folder)]).stdout
    assert said == "No game is open on this desk, so there are no pages.\n"


def settings_faults(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "desk.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DeskError) as wrong:
        read_settings(file)
    return [line.removeprefix(str(file)) for line in str(wrong.value).splitlines()]


def test_all_faults_of_the_settings_are_told_with_their_lines(tmp_path: Path) -> None:
    text = '# a desk\n[referee]\naddress = "nobody"\n\n'
    text += '[deadlines]\ndays = "x"\non-silence = "shout"\n\n[post]\na = 1\n'
    assert settings_faults(tmp_path, text) == [
        ":3: address = 'nobody' should be an email address in quotes, such as \"me@example.org\"",
        ":6: days = 'x' should be a number of days",
        ":7: on-silence = 'shout' should be one of remind, default, pass, forfeit, in quotes",
        ":9: unknown table 'post'. Known tables: deadlines, dice, in, mail, modules, out, referee, "
        "reports, store, timezones",
    ]


def test_time_zones_that_there_are_not_are_told_with_their_lines_and_what_is_near(tmp_path: Path) -> None:
    text = (
        '[deadlines]\ntimezone = "Europe/Warsawa"\n\n[timezones]\n"anna@example.org" = "Mars"\nben = "UTC"\n'
    )
    text += '"carl@example.org" = "new york"\n'
    assert settings_faults(tmp_path, text) == [
        ":2: timezone = 'Europe/Warsawa' should be a time zone by its IANA name, perhaps \"Europe/Warsaw\"",
        ":5: anna@example.org = 'Mars' should be a time zone by its IANA name, such as \"Europe/Warsaw\"",
        ":6: 'ben' should be the address of a player in quotes, such as \"anna@example.org\"",
        ":7: carl@example.org = 'new york' should be a time zone by its IANA name, perhaps "
        '"America/New_York"',
    ]


def test_a_player_has_his_own_time_zone_or_that_of_the_desk(tmp_path: Path) -> None:
    file = tmp_path / "desk.toml"
    file.write_text(
        '[deadlines]\ntimezone = "Europe/Berlin"\n[timezones]\n"Anna@Example.org" = "Asia/Kolkata"\n',
        encoding="utf-8",
    )
    settings = read_settings(file)
    iso = "2026-11-29T11:00:00+00:00"
    assert settings.until(iso, "ben@example.org") == "Sun 29 Nov 2026, 12:00 CET (UTC+1)"
    assert settings.until(iso, "anna@example.org") == "Sun 29 Nov 2026, 16:30 IST (UTC+5:30)"


@pytest.mark.parametrize(
    ("zone", "told"),
    [("UTC", "11:00 UTC"), ("America/Sao_Paulo", "08:00 UTC-3"), ("Europe/London", "11:00 GMT (UTC+0)")],
)
def test_a_time_is_told_with_its_zone(zone: str, told: str) -> None:
    assert when("2026-11-29T11:00:00+00:00", zone) == f"Sun 29 Nov 2026, {told}"


def test_pictures_are_switched_with_true_and_false(tmp_path: Path) -> None:
    file = tmp_path / "desk.toml"
    file.write_text("[reports]\npictures = false\n", encoding="utf-8")
    assert not read_settings(file).pictures
    assert settings_faults(tmp_path, "[reports]\npictures = 1\n[mail]\nchat = true\n") == [
        ":2: pictures = 1 should be true or false",
        ":4: chat = True should be a whole number of characters",
    ]


def test_a_misspelt_key_is_told_with_the_right_ones(tmp_path: Path) -> None:
    assert settings_faults(tmp_path, "[mail]\nlargset = 3\n") == [
        ":2: unknown key 'largset' in [mail]. Known keys: answer-strangers, "
        "authentication-results, chat, largest, tell-held, without-results"
    ]


def test_settings_that_are_no_toml_are_told_with_the_line(tmp_path: Path) -> None:
    (fault,) = settings_faults(tmp_path, '[referee]\nname = "unclosed\n')
    assert fault.startswith(":2: ")


@pytest.mark.parametrize("value", ["true", "-1", "nan", "[]", "99999"])
def test_a_number_out_of_reason_is_refused(tmp_path: Path, value: str) -> None:
    (fault,) = settings_faults(tmp_path, f"[deadlines]\ndays = {value}\n")
    assert "should be a number of days" in fault


def test_a_name_on_two_lines_cannot_get_into_a_header(tmp_path: Path) -> None:
    (fault,) = settings_faults(tmp_path, '[referee]\nname = "a\\nBcc: x@y.org"\n')
    assert "should be a name on one line" in fault


def test_the_template_says_what_holds_without_it(tmp_path: Path) -> None:
    (tmp_path / "desk.toml").write_text(TEMPLATE, encoding="utf-8")
    assert read_settings(tmp_path / "desk.toml") == Settings()


HOLD = """
import sys
from pathlib import Path
from adjudicator.mail.desk import open_desk
with open_desk(Path(sys.argv[1])).alone():
    print("here", flush=True)
    sys.stdin.readline()
"""


def test_two_cannot_work_at_a_desk_together(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    command = [sys.executable, "-c", HOLD, str(desk.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "here\n"
        with pytest.raises(DeskError, match="another hexpost is at work at this desk"), desk.alone(wait=0.1):
            raise AssertionError("two at one desk")
        other.kill()
    with desk.alone(wait=0.1):
        pass  # the lock went with the process that held it


def test_an_address_that_no_mail_can_be_written_to_is_no_referees(tmp_path: Path) -> None:
    text = '[referee]\naddress = "jörg@example.org"\n[timezones]\n"jörg@example.org" = "UTC"\n'
    assert [fault.split(":")[1] for fault in settings_faults(tmp_path, text)] == ["2", "4"]
