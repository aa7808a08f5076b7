"""Text that fits: how wide it is at most, how it breaks into lines, where it is cut.

A picture is shown in whatever sans-serif face the reader has. So each width is the larger one of
DejaVu Sans, the widest face in common use, and of the metrics that Arial and Helvetica share; what
fits by these numbers fits on screen.
"""

# ruff: noqa: RUF001 - the tables list signs that look alike, as they are.

from __future__ import annotations

import unicodedata
from functools import lru_cache

ELLIPSIS = "…"
LEADING = 1.2
"""Height of a line in em: capitals with accents above, descenders below, and nothing over."""
ASCENT = 0.95
"""From the top of a line to its baseline, in em."""
LONGEST = 400
"""No room has place for more characters than this."""

# Hundredths of an em, each with the characters that are at most so wide.
_REGULAR = {
    28: "'ijlı", 30: "Ił", 32: " ,.‘’‚·", 34: "/:;\\|", 36: "f", 38: "-", 40: "()[]t", 42: "!r¡²³",
    46: '"', 50: "*J`°", 52: "“”„", 54: "sz", 56: "?L_c–†§", 58: "kŁ", 60: "vxy•",
    62: "FTaeo¿«»ø", 64: "$0123456789bdghnpqu{}ß€£", 68: "EKPSY", 70: "ABVXZ", 74: "CRU", 76: "HN",
    78: "&DG", 80: "OQØ", 82: "w", 84: "#+<=>^~−×÷±↑↓✓", 88: "M", 90: "★", 96: "%", 98: "m",
    100: "W—…æÆ©®→←", 102: "@", 104: "œ", 108: "Œ№", 136: "‰",
}  # fmt: skip
_BOLD = {
    32: "'", 36: "ijl ı", 38: ",./I\\|‘’‚·ł", 40: ":;", 42: "-", 44: "f²³", 46: "!()[]¡", 48: "t",
    50: "`r°", 54: '"*', 56: "J_–†§", 60: "csz", 62: "?¿", 64: "L•", 66: "vxy«»“”„Ł", 68: "aek",
    70: "$0123456789EFToø€£", 72: "bdghnpqu{}ß", 74: "CPSYZ", 78: "ABKRVX", 82: "U",
    84: "#+<=>DGHN^~−×÷±↑↓✓", 86: "OQØ", 88: "&", 90: "★", 94: "w", 100: "@M—…©®→←", 102: "%",
    106: "mæ", 110: "œÆ", 112: "W", 118: "Œ", 122: "№", 144: "‰",
}  # fmt: skip
_WIDTHS = tuple(
    {char: hundredths / 100 for hundredths, chars in table.items() for char in chars}
    for table in (_REGULAR, _BOLD)
)
_UNKNOWN = 1.0
_PICTOGRAM = 1.4


@lru_cache(maxsize=4096)
def clean(text: str, most: int = 10_000) -> str:
    """The text, or the first `most` characters of it, in one line and without what XML or the
    layout could not bear: control and format characters, piles of accents. Hard spaces stay."""
    kept = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[:most]):
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > 2:
            continue
        if char.isspace() and char not in "\u00a0\u202f":
            kept.append(" ")
        elif unicodedata.category(char)[0] != "C":
            kept.append(char)
    return " ".join(part for part in "".join(kept).split(" ") if part)


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text at most, in the unit of `size`."""
    return size * _ems(text, bold)


@lru_cache(maxsize=4096)
def _ems(text: str, bold: bool) -> float:
    """The width of a text in em; pictures set the same texts again and again."""
    return sum(_char_width(char, bold) for char in text)


@lru_cache(maxsize=4096)
def _char_width(char: str, bold: bool) -> float:
    widths = _WIDTHS[bold]
    if char in widths:
        return widths[char]
    if unicodedata.combining(char):
        return 0.0
    if char in "\u00a0\u202f":
        return widths[" "]
    base = unicodedata.normalize("NFD", char)[0]
    if base != char:
        return _char_width(base, bold)
    return _PICTOGRAM if unicodedata.category(char) == "So" else _UNKNOWN


def cut(text: str, room: float, size: float, bold: bool = False) -> str:
    """The text, or as much of it as fits with an ellipsis; "" where not even that fits."""
    left = room - width(ELLIPSIS, size, bold)
    fits = 0
    for i, char in enumerate(text):
        if left >= 0:
            fits = i
        step = width(char, size, bold)
        left, room = left - step, room - step
        if room < 0:
            return f"{text[:fits].rstrip()}{ELLIPSIS}" if fits else ""
    return text


def wrap(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """The text in as few lines as the room asks for, of about equal length. A word that is wider
    than the room has a line of its own."""
    words = [(word, width(word, size, bold)) for word in text.split(" ")]
    space = width(" ", size, bold)
    fewest = len(_greedy(words, space, room))
    low, high = max(min(wide, room) for _, wide in words), room
    while high - low > size / 8:
        middle = (low + high) / 2
        if len(_greedy(words, space, middle)) == fewest:
            high = middle
        else:
            low = middle
    return _greedy(words, space, high)


def _greedy(words: list[tuple[str, float]], space: float, room: float) -> list[str]:
    """Each word on the line of the one before if there is room for it."""
    lines: list[list[str]] = []
    left = 0.0
    for word, wide in words:
        if lines and wide + space <= left:
            lines[-1].append(word)
            left -= wide + space
        else:
            lines.append([word])
            left = room - wide
    return [" ".join(line) for line in lines]


def settle(
    text: str,
    room: tuple[float, float],
    size: float,
    smallest: float,
    *,
    bold: bool = False,
    lines: int = 1,
) -> tuple[float, list[str]]:
    """The largest size from `size` down to `smallest` at which a text fits into a room (width,
    height) in so many lines, and these lines. What doesn't fit even then is cut."""
    wide, high = room
    tries = [size - step / 2 for step in range(int(2 * (size - smallest)) + 1)]
    for tried in tries:
        if high + 0.01 >= LEADING * tried:
            most = min(lines, int((high + 0.01) / (LEADING * tried)))
            rows = wrap(text, wide, tried, bold) if lines > 1 else [text]
            if len(rows) <= most and all(width(row, tried, bold) <= wide for row in rows):
                return tried, rows
    last = tries[-1]
    most = min(lines, int((high + 0.01) / (LEADING * last)))
    if most < 1:
        raise ValueError(f"a room {high} high has no line of {last}; give it more height")
    rows = wrap(text, wide, last, bold) if lines > 1 else [text]
    kept = [*rows[: most - 1], " ".join(rows[most - 1 :])]
    return last, [row for row in (cut(row, wide, last, bold) for row in kept) if row]
