"""Clicks into areas become outlines at once, and the command makes the same of the same files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image, ImageDraw
from shapely.geometry import shape
from typer.testing import CliRunner

from maps.cli import app
from maps.reading.load import load_board
from maps.scan.areas.seeds import read_seeds
from maps.scan.areas.trace import Reading, trace
from tests.maps.scan.areas_drawn import INK, PAPER
from tests.workbench.making import Maker
from workbench.bench_faults import BenchError
from workbench.cli import opened

MIDDLES = {"NW": (90, 100), "NE": (300, 100), "SW": (100, 300), "SE": (310, 300)}


def sheet(path: Path, gap: int = 0) -> Path:
    """Four areas in a frame on paper; one border is open in its middle."""
    image = Image.new("RGB", (420, 420), PAPER)
    ink = ImageDraw.Draw(image)
    ink.rectangle((30, 30, 390, 390), outline=INK, width=3)
    ink.line((210, 30, 210, 390), INK, 3)
    ink.line((30, 210, 390, 210), INK, 3)
    if gap:
        ink.rectangle((205, 120 - gap // 2, 215, 120 + gap // 2), PAPER)
    image.save(path)
    return path


class AtAreas(Maker):
    """Somebody at the page of areas."""

    def says(self, verb: str, **values: Any) -> str:
        return self.does(verb, "areas", **values)

    @property
    def view(self) -> Any:
        return self.sees("areas")["areas"]

    def area(self, name: str) -> float:
        """How many square pixels the page shows of an area."""
        from bench.area_maker import _shape

        return float(sum(_shape(one["rings"]).area for one in self.view["areas"] if one["name"] == name))

    def clicks_all(self) -> None:
        for name, (x, y) in MIDDLES.items():
            assert self.says("seed", name=name, x=x, y=y) == ""

    def pairs(self) -> set[tuple[str, str]]:
        return {(one["one"], one["other"]) for one in self.view["contacts"]}


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[AtAreas]:
    serving = opened(sheet(tmp_path / "mygame.png"))
    yield AtAreas(serving)
    serving.close()


@pytest.fixture
def gappy(tmp_path: Path) -> Iterator[AtAreas]:
    serving = opened(sheet(tmp_path / "mygame.png", 150))
    yield AtAreas(serving)
    serving.close()


@pytest.mark.slow
def test_outlines_go_with_the_last_click_and_come_back_with_it(maker: AtAreas, tmp_path: Path) -> None:
    made = tmp_path / "mygame" / "map" / "areas.geojson"
    assert maker.says("seed", name="NW", x=90, y=100) == ""
    assert maker.view["fresh"] and made.is_file()
    assert maker.says("remove", n=0) == ""
    assert maker.view["areas"] == [] and not made.exists()
    maker.serving.project.undo(maker.serving.project.number)
    assert maker.view["fresh"] and made.is_file()


@pytest.mark.slow
def test_a_bridge_joins_areas_without_a_common_border_in_all_that_is_written(
    maker: AtAreas, tmp_path: Path
) -> None:
    maker.clicks_all()
    before = maker.pairs()
    assert ("NW", "SE") not in before
    refused = maker.says("decide", one="SE", other="NW", says="contact")
    assert ("no common border" in refused, maker.pairs()) == (True, before)
    assert maker.says("decide", one="SE", other="NW", says="bridge") == ""
    assert maker.pairs() == before | {("NW", "SE")}
    home = tmp_path / "mygame" / "map"
    assert (home / "pairs.csv").read_text(encoding="utf-8") == "one,other,says\nNW,SE,bridge\n"
    drawn = [str(home / "areas.geojson"), str(tmp_path / "game")]
    assert CliRunner().invoke(app, ["import", *drawn]).exit_code == 0
    assert "se" in load_board(tmp_path / "game").links["nw"]
    assert maker.says("decide", one="SE", other="NW", says="") == ""
    assert maker.pairs() == before


@pytest.mark.slow
def test_no_bridge_leads_outside_and_one_to_ground_that_is_outside_now_is_gone(maker: AtAreas) -> None:
    maker.clicks_all()
    before = maker.pairs()
    assert maker.says("decide", one="NW", other="SE", says="bridge") == ""
    assert maker.says("join", was="SE", name="outside") == ""
    assert (maker.view["wrong"], maker.pairs()) == ("", {pair for pair in before if "SE" not in pair})
    assert "two areas" in maker.says("decide", one="NW", other="outside", says="bridge")


@pytest.mark.slow
def test_an_area_fills_to_its_borders_though_its_neighbours_have_no_name_yet(maker: AtAreas) -> None:
    maker.view  # noqa: B018 the picture is read
    assert maker.says("seed", name="NW", x=90, y=100) == ""
    assert maker.area("NW") == pytest.approx(180 * 180, rel=0.05)


@pytest.mark.slow
def test_ground_that_nobody_clicked_is_shown_as_it_is_written(tmp_path: Path) -> None:
    with Image.open(sheet(tmp_path / "mygame.png")) as image:
        ImageDraw.Draw(image).rectangle((230, 250, 270, 370), outline=INK, width=3)  # too narrow for an area
        image.save(tmp_path / "mygame.png")
    serving = opened(tmp_path / "mygame.png")
    maker = AtAreas(serving)
    maker.clicks_all()
    assert maker.sees("areas")["doubts"] == []
    written = json.loads((tmp_path / "mygame/map/areas.geojson").read_text(encoding="utf-8"))["features"]
    grounds = {one["properties"]["name"]: float(shape(one["geometry"]).area) for one in written}
    assert maker.area("SE") == pytest.approx(grounds["SE"], rel=0.001)
    serving.close()


@pytest.mark.slow
def test_the_contacts_of_quick_clicks_are_worked_out_once(
    maker: AtAreas, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker.view  # noqa: B018 the picture is read
    newer, pauses, traced = maker.serving.modes["areas"].jobs._newer, list[float](), list[int]()

    def quick(pause: float) -> bool:
        """The pause after the first click is over only with the next, the one after that at once."""
        pauses.append(pause)
        return len(pauses) == 1 and Event.wait(newer, 60)

    def counted(self: Reading, seeds: Any, *more: Any) -> Any:
        traced.append(len(seeds))
        return whole(self, seeds, *more)

    whole = Reading.traced
    monkeypatch.setattr(newer, "wait", quick)
    monkeypatch.setattr(Reading, "traced", counted)
    for name in ("NW", "NE"):
        x, y = MIDDLES[name]
        assert maker.says("seed", name=name, x=x, y=y) == ""
        maker.serving.state("areas")
    assert maker.view["fresh"]
    assert traced == [2]


@pytest.mark.slow
def test_contacts_are_told_and_a_corner_is_none(maker: AtAreas) -> None:
    maker.clicks_all()
    assert maker.pairs() == {("NE", "NW"), ("NE", "SE"), ("NW", "SW"), ("SE", "SW")}
    assert maker.says("decide", one="NE", other="NW", says="corner") == ""
    assert ("NE", "NW") not in maker.pairs()
    assert maker.view["corners"] == [["NE", "NW"]]


@pytest.mark.slow
def test_the_command_makes_the_same_of_the_same_files(maker: AtAreas) -> None:
    maker.clicks_all()
    maker.says("decide", one="NE", other="NW", says="corner")
    maker.says("stroke", points=[[60, 60], [150, 60]])
    assert maker.view["fresh"]
    home = maker.serving.project.folder / "map"
    told = CliRunner().invoke(
        app,
        [
            "trace", str(maker.serving.project.picture), "--seeds", str(home / "seeds.csv"),
            "--decided", str(home / "pairs.csv"), "--scan", str(home / "scan.toml"),
            "--out", str(home / "typed.geojson"),
        ],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert (home / "typed.geojson").read_bytes() == (home / "areas.geojson").read_bytes()


@pytest.mark.slow
def test_a_border_that_is_not_printed_is_drawn_and_erased(gappy: AtAreas) -> None:
    gappy.clicks_all()
    doubts = gappy.sees("areas")["doubts"]
    assert any("NE and NW" in one["words"] for one in doubts)
    before = gappy.area("NW")  # where nothing is printed, ground goes to the nearer click
    assert before == pytest.approx(180 * 180, rel=0.1)
    assert gappy.says("stroke", points=[[180, 40], [180, 205]]) == ""
    assert gappy.area("NW") == pytest.approx(150 * 180, rel=0.08)
    assert gappy.says("erase", n=0) == ""
    assert gappy.area("NW") == before


@pytest.mark.slow
def test_a_doubt_that_is_right_is_told_no_more(gappy: AtAreas) -> None:
    gappy.clicks_all()
    (doubt,) = [one for one in gappy.sees("areas")["doubts"] if "NE and NW" in one["words"]]
    mend = next(one for one in doubt["mends"] if one["words"] == "It is right")
    assert gappy.says(mend["verb"], **mend["values"]) == ""
    assert not [one for one in gappy.sees("areas")["doubts"] if "NE and NW" in one["words"]]


@pytest.mark.slow
def test_a_piece_without_a_name_has_its_mends_and_each_settles_it(maker: AtAreas) -> None:
    for name in ("NW", "NE", "SW"):
        x, y = MIDDLES[name]
        maker.says("seed", name=name, x=x, y=y)
    (doubt,) = maker.sees("areas")["doubts"]
    words = [one["words"] for one in doubt["mends"]]
    assert "It is outside" in words
    for mend in doubt["mends"]:
        assert maker.says(mend["verb"], **mend["values"]) == ""
        assert maker.sees("areas")["doubts"] == []
        maker.serving.project.undo(maker.serving.project.number)


@pytest.mark.slow
def test_one_name_joins_and_another_splits(maker: AtAreas) -> None:
    maker.clicks_all()
    assert maker.says("join", was="NE", name="NW") == ""
    assert maker.area("NW") == pytest.approx(2 * 180 * 180, rel=0.05)
    assert maker.says("seed", name="Far", x=300, y=150) == ""
    assert 0 < maker.area("Far") < 180 * 180


@pytest.mark.slow
def test_what_is_wrong_with_areas_is_said_without_options(maker: AtAreas) -> None:
    maker.clicks_all()
    assert maker.says("decide", one="NW", other="SE", says="contact") == ""
    wrong = maker.view["wrong"]
    assert "NW and SE share no border" in wrong and "--" not in wrong
    scan = maker.serving.project.folder / "map" / "scan.toml"
    text = scan.read_text(encoding="utf-8")
    scan.write_text(f"{text}\n[areas]\nfield = [0, 0, 200, 400]\n", encoding="utf-8")
    maker.serving.project.look()
    state = maker.sees("areas")
    wrong = state.get("wrong") or state["areas"]["wrong"]
    assert "outside the field" in wrong and "--" not in wrong


def test_a_click_that_was_joined_in_another_tab_is_not_renamed_by_a_change_that_did_not_see_it(
    maker: AtAreas,
) -> None:
    maker.clicks_all()
    project, mode = maker.serving.project, maker.serving.modes["areas"]
    seen, values = project.number, {"n": 0, "name": "Far"}
    assert maker.says("join", was="NW", name="NE") == ""
    with pytest.raises(BenchError, match="changed elsewhere"):
        project.change(seen, mode.touches("rename", values), lambda: mode.change(project, "rename", values))


def test_to_draw_around_an_area_is_about_that_area_alone(maker: AtAreas) -> None:
    """So two tabs may each draw around one."""
    assert maker.serving.modes["areas"].touches("outline", {"name": "NW"}) == {"area NW"}


@pytest.mark.slow
def test_a_name_like_a_formula_stays_as_it_was_typed(maker: AtAreas) -> None:
    for _ in range(2):
        assert maker.says("names", text="=Alpha\n-Beta") == ""
        assert maker.view["names"] == ["=Alpha", "-Beta"]


@pytest.mark.slow
def test_a_list_of_names_that_is_no_table_is_told_with_its_line(maker: AtAreas) -> None:
    (maker.serving.project.folder / "map" / "names.csv").write_text('name\n"Alpha"x\n', encoding="utf-8")
    maker.serving.project.look()
    assert "map/names.csv:2" in maker.sees("areas")["wrong"]


def test_names_come_from_a_list(maker: AtAreas) -> None:
    assert maker.says("names", text="Alpha\nBeta\n\nAlpha") == ""
    assert maker.view["names"] == ["Alpha", "Beta"]


@pytest.mark.parametrize(
    ("verb", "values", "why"),
    [
        ("seed", {"name": "", "x": 1, "y": 1}, "needs a name"),
        ("seed", {"name": "A", "x": 9000, "y": 1}, "outside the picture"),
        ("seed", {"name": "A", "x": "nan", "y": 1}, "not a number"),
        ("seed", {"name": "A"}, "missing"),
        ("remove", {"n": 7}, "not there any more"),
        ("stroke", {"points": [[1, 1]]}, "two points"),
        ("stroke", {"points": [[1, 1], [9000, 1]]}, "leaves the picture"),
        ("border", {"value": "blue"}, "not a colour"),
        ("decide", {"one": "A", "other": "B", "says": "contact"}, "two areas that are there"),
        ("fly", {}, "not understood"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    maker: AtAreas, verb: str, values: dict[str, Any], why: str
) -> None:
    before = sorted(path.name for path in (maker.serving.project.folder / "map").iterdir())
    assert why in maker.says(verb, **values)
    assert sorted(path.name for path in (maker.serving.project.folder / "map").iterdir()) == before


@pytest.mark.slow
def test_what_is_typed_elsewhere_appears_and_undo_takes_a_click_back(maker: AtAreas) -> None:
    maker.clicks_all()
    project = maker.serving.project
    project.undo(project.number)
    assert {one["name"] for one in maker.view["seeds"]} == {"NW", "NE", "SW"}
    path = project.folder / "map" / "seeds.csv"
    path.write_text(path.read_text(encoding="utf-8") + "Typed,310,300,\n", encoding="utf-8")
    project.look()
    assert maker.area("Typed") == pytest.approx(180 * 180, rel=0.05)


@pytest.mark.slow
def test_ground_is_given_by_dragging_over_it_and_the_command_reads_it(maker: AtAreas, tmp_path: Path) -> None:
    maker.clicks_all()
    before = maker.area("NW")
    line = [(190, 60), (235, 60), (235, 180)]
    assert maker.says("ground", name="NW", points=line) == ""
    grown = maker.area("NW") - before
    assert 1_000 < grown < 20_000
    written = (tmp_path / "mygame/map/seeds.csv").read_text(encoding="utf-8")
    assert 'NW,190,60,"190,60 235,60 235,180"' in written
    told = trace(
        Image.open(tmp_path / "mygame.png").convert("RGB"), read_seeds(tmp_path / "mygame/map/seeds.csv")[0]
    )
    assert maker.area("NW") == pytest.approx(told.areas["NW"].area, rel=0.001)
    assert maker.says("move", n=4, x=190, y=80) == ""
    assert '"190,80 235,80 235,200"' in (tmp_path / "mygame/map/seeds.csv").read_text(encoding="utf-8")
    assert (
        maker.says("ground", name="NW", points=[(1, 1)])
        == "Ground that is drawn over needs two points or more."
    )
    assert "outside the picture" in maker.says("ground", name="NW", points=[(90, 90), (500, 90)])


@pytest.mark.slow
def test_an_area_is_drawn_around_and_the_command_reads_it(gappy: AtAreas, tmp_path: Path) -> None:
    """The outline is not where the border is printed: it wins over that, and undo takes it back."""
    gappy.clicks_all()
    before = {name: gappy.area(name) for name in MIDDLES}
    ring = [(32, 32), (160, 32), (160, 210), (32, 210)]
    assert gappy.says("outline", name="NW", points=ring) == ""
    assert gappy.area("NW") == pytest.approx(128 * 178, rel=0.03)
    assert gappy.area("NE") == pytest.approx(230 * 178, rel=0.03)
    path = tmp_path / "mygame/map/seeds.csv"
    assert '"32,32 160,32 160,210 32,210 32,32"' in path.read_text(encoding="utf-8")
    told = trace(Image.open(tmp_path / "mygame.png").convert("RGB"), read_seeds(path)[0])
    assert gappy.area("NW") == pytest.approx(told.areas["NW"].area, rel=0.001)
    assert gappy.pairs() == {("NE", "NW"), ("NE", "SE"), ("NE", "SW"), ("NW", "SW"), ("SE", "SW")}
    gappy.serving.project.undo(gappy.serving.project.number)
    assert {name: gappy.area(name) for name in MIDDLES} == before
    assert gappy.says("outline", name="NW", points=[(40, 40), (90, 40)]) == (
        "Drag all the way around the area."
    )
    assert "outside the picture" in gappy.says("outline", name="NW", points=[(40, 40), (90, 40), (500, 90)])


@pytest.mark.slow
def test_where_two_areas_meet_is_shown_for_corners_too(maker: AtAreas) -> None:
    maker.clicks_all()
    assert maker.says("decide", one="NE", other="NW", says="corner") == ""
    view = maker.view
    meet = {(one["one"], one["other"]): one["at"] for one in view["meet"]}
    assert ("NE", "NW") not in maker.pairs()
    assert meet["NE", "NW"] == pytest.approx((210, 120), abs=30)
