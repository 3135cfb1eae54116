"""What the stand-in maker of areas does where it sees wrong ground."""

from __future__ import annotations

import numpy
import pytest
import shapely
from PIL import Image, ImageDraw

from bench.area_finding import Hand
from bench.area_mending import Eyes, Gesture
from bench.real.labels import painted
from bench.real.tracing import Truth
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
