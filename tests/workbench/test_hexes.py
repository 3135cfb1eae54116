"""Clicks become a grid, the grid a map; and the commands make the same of the same files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from maps.checking.check import check_map
from maps.cli import app
from maps.reading.load import load_board
from maps.scan.hexgrid.darkness import FEATURES
from maps.scan.hexgrid.straighten_command import run_straighten
from tests.workbench.drawn import GRID, place, saved
from tests.workbench.making import CORNERS, Maker
from workbench import straightening
from workbench.cli import opened
from workbench.hex_doubts import without_options


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[Maker]:
    serving = opened(saved(tmp_path / "mygame.png"))
    yield Maker(serving)
    serving.close()


def far(state: Any, grid: Any = GRID) -> float:
    """How far the grid that is shown is from where the hexes are, in pixels, at worst."""
    shown = dict(zip(state["hexes"]["labels"], state["hexes"]["centres"], strict=True))
    assert set(shown) == set(grid.labels)
    return float(
        max(max(abs(a - b) for a, b in zip(shown[one], place(GRID, one), strict=True)) for one in shown)
    )


@pytest.mark.slow
def test_five_clicks_lay_the_grid_over_the_print(maker: Maker) -> None:
    maker.clicks(*CORNERS)
    early = maker.serving.state("hexes")["hexes"]
    assert len(early["labels"]) == len(GRID.labels)  # at once, as the clicks alone tell it
    state = maker.sees()
    assert state["hexes"]["fresh"] and far(state) < 1.2  # a thirtieth of a hex
    assert state["hexes"]["corners"] == ["0101", "0107", "0901", "0907"]
    assert max(one for one in state["hexes"]["off"] if one is not None) < 0.03
    assert state["doubts"] == []


@pytest.mark.slow
def test_a_line_too_few_or_too_many_is_told_and_mended_by_one_click(maker: Maker) -> None:
    maker.clicks(*CORNERS)
    maker.sees()
    for by in (1, -1):
        label = maker.sees()["hexes"]["labels"]
        assert maker.does("rim", side="bottom", by=1) == ""
        state = maker.sees()
        assert len(state["hexes"]["labels"]) == len(label) + 9
        (told,) = [one for one in state["doubts"] if "bottom" in one["words"]]
        (mend,) = told["mends"]
        assert maker.does(mend["verb"], **mend["values"]) == ""
        assert by and len(maker.sees()["hexes"]["labels"]) == len(label)


@pytest.mark.slow
def test_a_clicked_hex_stays_in_the_grid(maker: Maker) -> None:
    maker.clicks(*CORNERS)
    maker.sees()
    assert "0901, 0907 is clicked" in maker.does("rim", side="right", by=-1)
    assert maker.does("remove", label="0901") == maker.does("remove", label="0907") == ""
    maker.clicks("0801", "0807")
    maker.sees()
    assert maker.does("free") == ""


@pytest.mark.slow
def test_every_second_line_shorter_is_one_tick(maker: Maker) -> None:
    maker.clicks(*CORNERS)
    maker.sees()
    assert maker.does("lines", short="even") == ""
    state = maker.sees()
    assert len(state["hexes"]["labels"]) == len(GRID.labels) - 4
    told = [one for one in state["doubts"] if "second column seems to have a hex more" in one["words"]]
    assert told and told[0]["mends"][0]["values"] == {"side": "bottom", "by": 0.5}


@pytest.mark.slow
def test_a_label_that_cannot_be_is_told_and_nothing_else_breaks(maker: Maker) -> None:
    maker.clicks(*CORNERS)
    assert maker.does("click", label="XY", x=100, y=100) == ""
    assert "labels" in maker.sees()["hexes"]["wrong"]
    assert maker.does("remove", label="XY") == ""
    assert maker.sees()["hexes"]["wrong"] == ""


@pytest.mark.slow
def test_a_mistyped_label_is_told_to_somebody_who_clicks(maker: Maker) -> None:
    maker.clicks(*CORNERS)
    x, y = place(GRID, "0405")
    assert maker.does("click", label="0485", x=x, y=y) == ""
    wrong = maker.sees()["hexes"]["wrong"]
    assert wrong.startswith("Hex 0485 does not fit the other clicks. Is it 0405?")
    assert "--" not in wrong and "=" not in wrong


@pytest.mark.slow
def test_straightened_it_is_a_map_and_the_command_makes_the_same_of_the_files(
    maker: Maker, tmp_path: Path
) -> None:
    maker.clicks(*CORNERS)
    maker.sees()
    assert maker.does("straighten") == ""
    straight = maker.sees()["hexes"]["straight"]
    assert straight["there"] and straight["wrong"] == ""
    folder = tmp_path / "mygame"
    assert check_map(folder).faults == ()
    files = {name: folder / "map" / f"{name}" for name in ("clicks.csv", "scan.toml")}
    words = ["straighten", str(tmp_path / "mygame.png"), "--clicks", str(files["clicks.csv"])]
    words += ["--scan", str(files["scan.toml"]), "--map", str(tmp_path / "other" / "mygame")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    for name in ("map.toml", "places.csv", "art.png"):
        other = tmp_path / "other" / "mygame" / "map" / name
        assert other.read_bytes() == (folder / "map" / name).read_bytes()


@pytest.mark.slow
def test_straightening_names_no_folder_in_the_terminal_that_is_gone_by_then(
    maker: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    maker.clicks(*CORNERS)
    maker.sees()
    assert maker.does("straighten") == ""
    assert maker.sees()["hexes"]["straight"]["words"]
    assert capfd.readouterr() == ("", "")


def test_what_is_too_long_is_told_to_be_that(maker: Maker) -> None:
    x, y = place(GRID, "0101")
    assert "A label has at most 20 characters" in maker.does("click", label="0" * 21, x=x, y=y)
    assert "A title has at most 80 characters, and this one 81" in maker.does("title", title="x" * 81)


@pytest.mark.slow
def test_straightened_again_terrain_and_features_stay_and_undo_brings_the_old_picture(
    maker: Maker, tmp_path: Path
) -> None:
    maker.clicks(*CORNERS)
    maker.does("straighten")
    maker.sees()
    folder = tmp_path / "mygame"
    assert maker.does("feature", "terrain", word="stream", kind="side") == ""
    assert maker.does("word", "terrain", word="woods") == ""
    assert maker.does("paint", "terrain", word="woods", hexes=["0203"]) == ""
    assert maker.does("draw", "terrain", word="stream", sides=[["0203", "0204"]]) == ""
    assert maker.does("set", key="crop", value=False) == ""
    maker.sees()
    assert maker.does("straighten") == ""
    assert maker.sees()["hexes"]["straight"]["wrong"] == ""
    board = load_board(folder)
    assert board.spaces["0203"].facts["terrain"] == "woods"
    assert board.links["0203"]["0204"] == {"stream"}
    assert check_map(folder).faults == ()
    maker.serving.project.undo(maker.serving.project.number)
    assert check_map(folder).faults == ()


@pytest.mark.slow
def test_what_is_undone_while_the_picture_is_straightened_is_not_taken_over(
    maker: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker.clicks(*CORNERS, "0505")
    maker.sees()
    straighten = run_straighten

    def while_undoing(*words: Any) -> None:
        straighten(*words)
        maker.serving.project.undo(maker.serving.project.number)

    monkeypatch.setattr(straightening, "run_straighten", while_undoing)
    assert maker.does("straighten") == ""
    straight = maker.sees()["hexes"]["straight"]
    assert "The grid was changed while the picture was being straightened" in straight["wrong"]
    assert not straight["there"] and not (tmp_path / "mygame" / "map" / "art.png").exists()
    assert len(maker.sees()["hexes"]["clicks"]) == len(CORNERS)
    assert maker.serving.project.redoable == "Hex 0505"


@pytest.mark.slow
def test_the_title_is_asked_for_on_the_page_and_the_next_commands_are_told(
    maker: Maker, tmp_path: Path
) -> None:
    maker.clicks(*CORNERS)
    assert "Straighten the picture first" in maker.does("title", title="My war")
    maker.does("straighten")
    shown = maker.sees()["hexes"]
    assert shown["title"] == "mygame"
    folder = (tmp_path / "mygame").as_posix()
    assert [command for _, command in shown["next"]] == [
        f"hexpost map check {folder} --proof proof.png",
        f"hexpost counters edit sheet.jpg --folder {folder}",
        f"hexpost module build {folder}",
    ]
    assert "Write the title" in maker.does("title", title="  ")
    assert maker.does("title", title='Der "letzte"  Krieg') == ""
    assert maker.sees()["hexes"]["title"] == 'Der "letzte" Krieg'
    assert maker.does("straighten") == ""
    assert maker.sees()["hexes"]["title"] == 'Der "letzte" Krieg'
    assert check_map(tmp_path / "mygame").faults == ()


def test_a_click_a_little_beside_the_picture_is_on_its_rim(maker: Maker) -> None:
    assert maker.does("click", label="0101", x=-0.4, y=60) == ""
    assert maker.sees()["hexes"]["clicks"] == [{"label": "0101", "x": 0.0, "y": 60.0}]
    assert "outside the picture" in maker.does("click", label="0102", x=-99, y=60)


@pytest.mark.slow
def test_which_lines_stand_lower_is_chosen(maker: Maker) -> None:
    maker.clicks("0101", "0907", "0901", "0107")
    shoved = maker.sees()["hexes"]["shoved"]
    other = "odd" if shoved == "even" else "even"
    assert maker.does("lines", shoved=other) == ""
    assert maker.sees()["hexes"]["shoved"] == other


@pytest.mark.slow
def test_straightened_again_with_the_ids_in_another_column_terrain_stays(
    maker: Maker, tmp_path: Path
) -> None:
    maker.clicks(*CORNERS)
    maker.does("straighten")
    maker.sees()
    places = tmp_path / "mygame" / "map" / "places.csv"
    places.write_text("name,terrain,id\nBerlin,woods,0203\n", encoding="utf-8")
    maker.serving.project.look()
    assert maker.does("straighten") == ""
    assert maker.sees()["hexes"]["straight"]["wrong"] == ""
    assert load_board(tmp_path / "mygame").spaces["0203"].facts["terrain"] == "woods"
    places.write_text('name,terrain,id\n"Berlin"x,woods,0203\n', encoding="utf-8")
    maker.serving.project.look()
    assert maker.does("straighten") == ""
    assert "places.csv:2" in maker.sees()["hexes"]["straight"]["wrong"]
    assert not (tmp_path / "mygame" / "map" / "art-3.png").exists()


@pytest.mark.slow
def test_a_scan_named_as_the_straight_picture_keeps_its_own_tiles(tmp_path: Path) -> None:
    maker = Maker(opened(saved(tmp_path / "art.png")))
    maker.clicks(*CORNERS)
    maker.sees()
    maker.does("straighten")
    maker.sees()
    maker.sees("terrain")
    folder = tmp_path / "art" / ".workbench" / "tiles"
    assert len(list(folder.iterdir())) == 2
    maker.serving.close()


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("the picture shows 9 columns: look at --columns and --rows again", "the picture shows 9 columns"),
        (
            "0101 counted, by what is printed: --short, or --labels, settle it",
            "0101 counted, by what is printed",
        ),
        ("--hex 0101=1,2 is far off", ""),
        ("nothing to type here", "nothing to type here"),
    ],
)
def test_doubts_are_told_without_options(words: str, left: str) -> None:
    assert without_options(words) == left


def test_edits_in_a_text_editor_show(maker: Maker, tmp_path: Path) -> None:
    maker.clicks("0101")
    clicks = tmp_path / "mygame" / "map" / "clicks.csv"
    clicks.write_text("label,x,y\n0101,60,60\n0201,a,b\n", encoding="utf-8")
    maker.serving.project.wait(0, 0.1)
    maker.serving.project.look()
    assert "clicks.csv:3" in maker.serving.state("hexes")["wrong"]


@pytest.mark.slow
def test_what_the_fourth_click_is_measured_in_is_ready_before_it(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def noted(name: str) -> Any:
        def feature(*args: Any) -> Any:
            made.append(name)
            return features[name](*args)

        return feature

    features = dict(FEATURES)
    for name in features:
        monkeypatch.setitem(FEATURES, name, noted(name))
    for label in CORNERS[:3]:
        maker.clicks(label)
        maker.sees()
    assert made == ["ink"]
    maker.clicks(CORNERS[3])
    assert maker.sees()["hexes"]["fresh"] and made == ["ink"]
