"""Text that fits, and the signs that drawings share."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from arbitre.svg import Canvas, marks, typeset
from arbitre.svg.canvas import Box


def test_text_is_cut_to_its_room() -> None:
    text = "Point de rendez-vous à l'aube"
    for room in range(0, 260, 3):
        shown = typeset.cut(text, room, 12)
        assert typeset.width(shown, 12) <= room
        assert shown == text or shown == "" or shown.endswith(typeset.ELLIPSIS)
    assert typeset.cut(text, 400, 12) == text


def test_lines_are_as_few_as_can_be_and_balanced() -> None:
    text = "one two three four five six seven eight"
    lines = typeset.wrap(text, 110, 12)
    assert " ".join(lines) == text
    assert len(lines) == 3
    widths = [typeset.width(line, 12) for line in lines]
    assert max(widths) <= 110
    assert min(widths) > 0.6 * max(widths)


def test_a_text_is_shrunk_before_it_is_cut() -> None:
    text = "Telling a long story"
    assert typeset.settle(text, (200, 20), 12, 9) == (12, [text])
    size, rows = typeset.settle(text, (110, 20), 12, 9)
    assert (9 <= size < 12, rows) == (True, [text])
    size, rows = typeset.settle(text, (60, 20), 12, 9)
    assert size == 9
    assert rows[0].endswith(typeset.ELLIPSIS)
    assert typeset.settle(text, (60, 50), 12, 9, lines=3) == (12, ["Telling", "a long", "story"])
    long = typeset.settle(f"{text} and then another one", (60, 30), 12, 9, lines=2)[1]
    assert [row.endswith(typeset.ELLIPSIS) for row in long] == [False, True]


def test_accents_and_hard_spaces_have_the_width_of_what_they_stand_for() -> None:
    assert typeset.width("É", 10) == typeset.width("E", 10)
    assert typeset.width("e\u0301", 10) == typeset.width("e", 10)
    assert typeset.width("\u00a0", 10) == typeset.width(" ", 10)
    assert typeset.width("漢", 10) >= 10
    assert typeset.clean("a\u00a0b \n c\x07") == "a\u00a0b c"
    assert typeset.clean("x" + "\u0301" * 90) == "x\u0301\u0301"
    assert typeset.clean("abc", 2) == "ab"


def test_a_room_without_height_is_a_mistake_of_the_drawing() -> None:
    with pytest.raises(ValueError, match="give it more height"):
        Canvas(100, 100, title="").text(Box(0, 0, 50, 5), "text", 12, fill="#000")


def test_curves_never_swing_past_their_points() -> None:
    points = [(0.0, 1.0), (10.0, 2.0), (20.0, 2.0), (30.0, 0.0), (40.0, 0.5)]
    path = marks.smooth(points)
    numbers = [float(n) for n in path.replace("M", " ").replace("C", " ").split()]
    heights = numbers[1::2]
    assert (min(heights), max(heights)) == (0.0, 2.0)
    ends = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 6)]
    assert ends == points
    for a, b in pairwise(points):
        inner = [y for x, y in zip(numbers[::2], heights, strict=True) if a[0] < x < b[0]]
        assert all(min(a[1], b[1]) <= y <= max(a[1], b[1]) for y in inner)


def test_shapes_are_told_apart() -> None:
    outlines = [tuple(marks.outline(shape, 0, 0, 10)) for shape in marks.SIDES]
    assert all(one != other for one, other in combinations(outlines, 2))
