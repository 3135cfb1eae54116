"""What the stand-in maker of areas does where it sees wrong ground."""

from __future__ import annotations

import numpy
import pytest
import shapely

from bench.area_mending import Eyes, Gesture
from bench.real.tracing import Truth


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


def test_what_no_gesture_mends_is_given_up() -> None:
    maker, wrong = eyes(), seen((100, 30, 130, 90))
    ways = [[gesture.way for gesture in maker.mends(wrong)] for _ in range(5)]
    assert ways == [["ground"], ["border"], ["ground"], [], []]
    assert maker.right(wrong) == pytest.approx(1 - 30 * 60 / (120 * 200))
