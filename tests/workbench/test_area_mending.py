"""What the stand-in maker of areas does where it sees wrong ground."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
import shapely
from PIL import Image, ImageDraw

from bench.area_finding import Hand
from bench.area_maker import AreaMaker
from bench.area_mending import Eyes, Gesture, line_at, spilled_at
from bench.real.labels import painted
from bench.real.tracing import Pair, Truth
from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import Reading, Wish


def eyes() -> Eyes:
    """Two areas side by side, the second with an islet in the first."""
    labels = numpy.ones((120, 200), numpy.int32)
    labels[:, 100:] = 2
    labels[50:70, 20:40] = 2
    areas = {"A": shapely.box(0, 0, 100, 120), "B": shapely.box(100, 0, 200, 120)}
    return Eyes(Truth(areas, [], {("A", "B")}, set(), labels), labels)


def seen(*boxes: tuple[int, int, int, int], as_: int = 1) -> numpy.ndarray:
    """The true labels, but boxes of columns and rows are shown as another area's."""
    shown: numpy.ndarray = eyes().labels.copy()
    for left, top, right, bottom in boxes:
        shown[top:bottom, left:right] = as_
    return shown


def one(gestures: list[Gesture]) -> Gesture:
    (gesture,) = gestures
    return gesture


def test_a_drag_over_lost_ground_begins_in_the_area_and_keeps_off_its_border() -> None:
    drag = one(list(eyes().mends(seen((100, 30, 130, 90)))))
    assert (drag.way, drag.name) == ("ground", "B")
    assert drag.points[0][0] > 130
    assert min(x for x, _ in drag.points) >= 104
    line = shapely.LineString(drag.points)
    assert line.intersection(shapely.box(100, 30, 130, 90)).length > 40


def test_ground_with_none_of_its_area_beside_it_is_clicked() -> None:
    click = one(list(eyes().mends(seen((20, 50, 40, 70)))))
    assert (click.way, click.name, len(click.points)) == ("click", "B", 1)
    assert shapely.box(20, 50, 40, 70).contains(shapely.Point(click.points[0]))


def test_places_along_one_border_are_mended_by_one_line() -> None:
    line = one(list(eyes().mends(seen(*((100, top, 108, top + 12) for top in (10, 40, 70, 100))))))
    assert line.way == "border"
    assert [x for x, _ in line.points] == pytest.approx([100] * len(line.points), abs=2)
    ys = [y for _, y in line.points]
    assert min(ys) <= 10 and max(ys) >= 110
    assert min(ys) >= 0 and max(ys) <= 120


def test_an_area_that_is_wrong_in_several_places_is_drawn_around() -> None:
    """B lacks a corner and has some of the ground of A, which is no one border and no one piece."""
    wrong = seen((150, 0, 200, 40), as_=0)
    wrong[70:110, 60:100] = 2
    outline = one(list(eyes().mends(wrong)))
    assert (outline.way, outline.name) == ("outline", "B")
    ring = shapely.Polygon(outline.points)
    assert ring.symmetric_difference(shapely.box(100, 0, 200, 120)).area < 2 * ring.length


def test_an_area_of_which_most_is_missing_is_drawn_around() -> None:
    outline = one(list(eyes().mends(seen((100, 0, 180, 120), as_=0))))
    assert (outline.way, outline.name) == ("outline", "B")


def test_what_no_gesture_mends_is_given_up() -> None:
    maker, wrong = eyes(), seen((100, 30, 130, 90))
    ways = [[gesture.way for gesture in maker.mends(wrong)] for _ in range(6)]
    assert ways == [["ground"], ["outline"], ["border"], ["ground"], [], []]
    assert maker.right(wrong) == pytest.approx(1 - 30 * 60 / (120 * 200))


def test_without_a_page_ground_that_nobody_clicked_is_seen_where_it_is_traced() -> None:
    """The middle one of nine areas has the tint of the one to its left; the line to its right is fainter."""
    image = Image.new("RGB", (450, 450))
    ink = ImageDraw.Draw(image)
    for n in range(9):
        tint = (236 - 9 * (n * 4 % 9), 200 + 6 * (n * 5 % 9), 232 - 10 * (n * 7 % 9))
        left, top = n % 3 * 150, n // 3 * 150
        ink.rectangle((left, top, left + (299 if n == 3 else 149), top + 149), tint if n != 4 else None)
    for at in (150, 300):
        for line in ((at, 0, at, 150), (at, 300, at, 450), (0, at, 150, at), (300, at, 450, at)):
            ink.line(line, (84, 80, 74), 3)
        ink.line((150, at, 300, at), (30, 28, 26), 3)
    ink.line((150, 150, 150, 300), (30, 28, 26), 3)
    ink.line((300, 150, 300, 300), (72, 68, 62), 3)
    boxes = [(x, y, x + 150, y + 150) for y in (0, 150, 300) for x in (0, 150, 300) if (x, y) != (150, 150)]
    areas = {f"{x}-{y}": shapely.box(x, y, *far) for x, y, *far in boxes}
    seeds = [Seed(name, *area.centroid.coords[0]) for name, area in areas.items()]
    read = Reading(image)
    truth = Truth(areas, [], set(), set(), painted(areas.values(), image.size))
    whose = truth.names[Hand(read, truth, truth.labels, seeds).sees()[225, 225] - 1]
    assert read.traced(seeds, Wish()).areas[whose].covers(shapely.Point(225, 225))


def test_ground_outside_that_an_area_has_is_seen_where_it_is_widest() -> None:
    true = eyes().labels.copy()
    true[:, 160:] = 0
    assert spilled_at(true, true) is None
    x, y = spilled_at(true, eyes().labels) or (0, 0)
    assert x == pytest.approx(180, abs=1) and 18 < y < 102


@pytest.mark.parametrize("missed", [True, False])
def test_the_colour_of_a_border_is_taken_where_it_was_missed_or_seen_in_vain(missed: bool) -> None:
    """The border is missed in its lower half; in the upper one a line beside it was taken for one."""
    true = numpy.ones((600, 200), numpy.int32)
    true[:, 100:] = 2
    shown = true.copy()
    shown[300:], shown[:300, 40:100] = 1, 2
    picture = numpy.full((600, 200, 3), 220, numpy.uint8)
    picture[300:, 99:101], picture[:300, 39:41] = (30, 30, 30), (200, 40, 40)
    place = line_at(true, shown, picture, missed)
    assert place
    colour = picture[int(place[1]), int(place[0])].tolist()
    assert colour == ([30, 30, 30] if missed else [200, 40, 40])
    assert line_at(true, true, picture, missed) is None


class Spilled(AreaMaker):
    """Somebody who sees ground spilled outside; `after` are the contacts too many when that was clicked."""

    def __init__(self, after: int) -> None:
        labels = eyes().labels.copy()
        labels[:, 160:] = 0
        self.truth = Truth({}, [], set(), set(), labels)
        self.after, self.did, self.tried = after, list[str](), set[tuple[int, int]]()

    def sees(self) -> int:
        return self.after

    def ground(self, shown: Any, named: Any = None) -> tuple[float, Any]:
        return 0.995, eyes().labels

    def pairs(self, shown: Any) -> tuple[list[Pair], list[Pair]]:
        return [], [("A", str(n)) for n in range(shown)]

    def clicks(self, name: str, x: float, y: float) -> None:
        self.did.append(name)

    def undoes(self) -> None:
        self.did.append("undo")

    def settles(self, shown: Any, missing: list[Pair], extra: list[Pair]) -> bool:
        self.did.append("settle")
        return False


@pytest.mark.parametrize(("after", "did"), [(1, ["outside", "settle"]), (3, ["outside", "undo", "settle"])])
def test_a_click_outside_that_is_no_help_is_undone_and_not_done_again(after: int, did: list[str]) -> None:
    maker = Spilled(after)
    assert maker.mends(3)
    assert not maker.mends(maker.after)
    assert maker.did == did
