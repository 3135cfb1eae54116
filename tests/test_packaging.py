"""What people install: a wheel with everything hexpost needs, nothing else, that works away from here."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_SHIPPED = {"bench", "tests"}
PACKAGES = tuple(sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} - NOT_SHIPPED))
DESCRIPTION = ("pyproject.toml", "README.md", "LICENSE", "hexpost.py", "hatch_build.py")
NOT_SOURCE = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*")


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(folder: Path) -> dict[str, Path]:
    """The wheel and the source archive, built from a copy: nothing is left in the repository."""
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=NOT_SOURCE)
    for name in DESCRIPTION:
        shutil.copy(ROOT / name, source / name)
    (source / "files" / "commit.txt").write_text("0123456789ab\n", encoding="utf-8")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(folder / "out"), cwd=source)
    return {path.suffix: path for path in (folder / "out").iterdir()}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def wheel(archives: dict[str, Path]) -> Path:
    return archives[".whl"]


@pytest.fixture(scope="module")
def held(wheel: Path) -> dict[str, bytes]:
    """Every file in the wheel, by its path."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def source_files() -> set[str]:
    """Every file of the packages that is source: not made by Python, not hidden."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    named = {path.relative_to(ROOT).as_posix() for path in found}
    return {name for name in named if "__pycache__" not in name and "/." not in name}


@pytest.mark.slow
def test_built_twice_the_archives_are_the_same_bytes(archives: dict[str, Path], tmp_path: Path) -> None:
    again = build(tmp_path)
    assert {kind: path.name for kind, path in archives.items()} == {
        kind: path.name for kind, path in again.items()
    }
    assert [kind for kind, path in archives.items() if path.read_bytes() != again[kind].read_bytes()] == []


def test_the_wheel_holds_every_file_of_the_packages(held: dict[str, bytes]) -> None:
    assert source_files() - set(held) == set()


@pytest.mark.parametrize(
    ("package", "suffix"),
    [
        ("maps", ".toml"),
        ("maps", ".csv"),
        ("maps", ".geojson"),
        ("counters", ".csv"),
        ("counters", ".toml"),
        ("templates", ".j2"),
        ("templates", ".ttf"),
        ("adjudicator", ".csv"),
        ("adjudicator", ".toml"),
    ],
)
def test_the_wheel_holds_the_data_of_a_game(held: dict[str, bytes], package: str, suffix: str) -> None:
    assert [name for name in held if name.startswith(f"{package}/") and name.endswith(suffix)]


def test_the_wheel_holds_the_packages_the_front_door_and_its_description_only(held: dict[str, bytes]) -> None:
    tops = {PurePosixPath(name).parts[0] for name in held}
    assert {top for top in tops if not top.endswith(".dist-info")} == {*PACKAGES, "hexpost.py"}


def test_the_wheel_holds_no_path_of_the_machine_that_built_it(wheel: Path, held: dict[str, bytes]) -> None:
    places = [str(ROOT), str(Path.home()), str(wheel.parent.parent)]
    assert [(name, place) for name, data in held.items() for place in places if place.encode() in data] == []


def test_the_wheel_names_its_licence_its_python_and_its_command(held: dict[str, bytes]) -> None:
    def described(file: str) -> str:
        (name,) = [name for name in held if name.endswith(f".dist-info/{file}")]
        return held[name].decode("utf-8")

    assert "\nLicense-Expression: MIT\n" in described("METADATA")
    assert "\nRequires-Python: >=3.11\n" in described("METADATA")
    assert re.search(r"^hexpost = hexpost:main$", described("entry_points.txt"), re.MULTILINE)
    assert "The hexpost authors" in described("licenses/LICENSE")


@pytest.mark.slow
def test_the_wheel_works_away_from_the_repository(wheel: Path, tmp_path: Path) -> None:
    """Unpacked elsewhere, the packages come from there, and Race for Berlin loads from its own data."""
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    code = (
        "import hexpost, maps.reading.load, counters.roster.load, tables.table, workbench.serving\n"
        "print(hexpost.__file__)\n"
        "print(maps.reading.load.__file__)\n"
        "print(len(maps.reading.load.load_board('raceforberlin').spaces))\n"
        "print(len(counters.roster.load.load_roster('raceforberlin').counters))\n"
    )
    said = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(site)).splitlines()
    assert said[:2] == [str(site / "hexpost.py"), str(site / "maps" / "reading" / "load.py")]
    asked = "import sys, hexpost; sys.argv = ['hexpost', '--version']; hexpost.main()"
    told = run(sys.executable, "-c", asked, cwd=tmp_path, PYTHONPATH=str(site))
    assert told.endswith(" (commit 0123456789ab)\n")
    assert int(said[2]) == 75
    assert int(said[3]) > 50


def locked(file: str) -> dict[str, str]:
    found = re.findall(
        r"^([A-Za-z0-9_.-]+)==([^ ;\\\n]+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE
    )
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def test_the_lock_with_hashes_has_what_hexpost_needs_at_the_versions_that_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [
        *project["dependencies"],
        *(one for name in extras if name not in {"dev", "bench", "coverage"} for one in extras[name]),
    ]
    names = {re.sub(r"[-_.]+", "-", re.split(r"[><=\[;]", one)[0]).lower() for one in asked} - {"hexpost"}
    with_hashes, tested = locked("requirements.lock"), locked("requirements-dev.lock")
    assert names - set(with_hashes) == set()
    assert {
        name: version for name, version in with_hashes.items() if tested.get(name, version) != version
    } == {}


def test_the_page_of_licences_lists_what_is_locked() -> None:
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z0-9-]+) \| (\S+) \|", page, re.MULTILINE))
    assert rows == locked("requirements.lock")
