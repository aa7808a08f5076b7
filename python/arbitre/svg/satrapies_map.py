"""The map of Satrapies: land and sea, ways between zones, units, arrows of orders, battles.

Land is drawn as territories around the points of provinces, tinted by their controller. A way is a
line from zone to zone, in the style of its type. Units stand on a plate: the sign of their power,
then the letters of their classes. Small texts take the first free of several places, so that none
lies on another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from arbitre.svg import cells, marks, typeset
from arbitre.svg.canvas import Box, Canvas, Paint, Point, component
from arbitre.svg.marks import CARD, INK, Mark
from arbitre.svg.satrapies_atlas import Atlas, Way, Zone
from arbitre.svg.scene import Scene

SEA, SHALLOWS, RIPPLE = "#d3e4ec", "#e6f0f3", "#b7d0dc"
LAND, COAST, BORDER = "#efe6d0", "#a8977a", "#c9b993"
HILL, ROAD, LANE = "#7b6a4f", "#9c8b69", "#6f9db5"
FIRE = "#b3262e"
CLASSES = ("M", "E", "G")
NAME, PLATE = 13, 12
ICON = 13
"""What a citadel takes before the name of its province."""
SHORT = 34
"""Between plates that are nearer to each other an arrow has no room."""

MARKS = {
    "hellenes": Mark("circle", "#2f6db5", CARD),
    "phrygians": Mark("square", "#b5462f", CARD),
    "egyptians": Mark("diamond", "#d1a52a", INK),
    "medes": Mark("hexagon", "#4c7f31", CARD),
    "neutral": Mark("octagon", "#767676", CARD),
}
TINTS = {
    "hellenes": "#c3d6ee",
    "phrygians": "#edc4b8",
    "egyptians": "#f3e0a2",
    "medes": "#cbdfb9",
    "neutral": LAND,
}
WAYS = {
    "open": Paint("none", ROAD, 2.2),
    "mountain": Paint("none", ROAD, 2.2, "2 5"),
    "pass": Paint("none", ROAD, 2.2),
    "port": Paint("none", LANE, 2, "7 4"),
    "sea": Paint("none", LANE, 2),
}
OVERLAND = Paint("none", LANE, 1.6, "1 6")
"""A way from sea to sea where the drawing takes it behind land."""


class Arrow(NamedTuple):
    """Units of a power on their way, by class."""

    power: str
    start: str
    end: str
    units: Mapping[str, int]


class Build(NamedTuple):
    """A recruitment, or a promotion from a class to the next."""

    power: str
    zone: str
    text: str


def letters(units: Mapping[str, int]) -> str:
    """Units in short: `2M E`."""
    return " ".join(
        f"{units[name] if units[name] > 1 else ''}{name}" for name in CLASSES if units.get(name)
    )


def badge(canvas: Canvas, scene: Scene, centre: Point, radius: float, power: str) -> None:
    """The sign of a power: its shape, its colour and its letter."""
    letter = scene.words.label("nation", power)[:1].upper()
    marks.token(canvas, *centre, radius, MARKS[power], letter)


def _plate_width(text: str) -> float:
    """The sign of the power, the letters, and room around them."""
    return 28 + typeset.width(text, PLATE, True)


class Chart:
    """Draws the map onto a canvas, part by part."""

    def __init__(self, canvas: Canvas, scene: Scene, atlas: Atlas) -> None:
        self.canvas = canvas
        self.scene = scene
        self.atlas = atlas
        self.plates = self._rooms()
        self.taken = [*self.plates.values()]

    # --- ground ---

    def ground(self, control: Mapping[str, str]) -> None:
        """Sea and its ways, then land: a band of shallow water, and each province with its tint."""
        canvas = self.canvas
        canvas.rect(self.atlas.frame, Paint(SEA), radius=10)
        self._waves()
        lanes = [way for way in self.atlas.ways if way.type == "sea"]
        for way in lanes:
            canvas.line(*self._ends(way.a, way.b), WAYS["sea"])
        provinces = [zone for zone in self.atlas.zones.values() if not zone.is_sea]
        outlines = {zone.id: cells.rounded(self.atlas.territory(zone), 12) for zone in provinces}
        for outline in outlines.values():
            canvas.path(outline, Paint(SHALLOWS, SHALLOWS, 20))
        for outline in outlines.values():
            canvas.path(outline, Paint(LAND, COAST, 5))
        for name, outline in outlines.items():
            with canvas.group(of=component("zone", name)):
                canvas.path(outline, Paint(TINTS[control[name]], BORDER, 1.4))

    def _waves(self) -> None:
        """Short strokes of water in rows, out of step with each other."""
        frame, step = self.atlas.frame, 90
        strokes = []
        for row in range(int(frame.h // 44)):
            y = frame.y + 26 + 44 * row
            x = frame.x + 24 + (row % 2) * step / 2
            while x < frame.right - 40:
                strokes.append(f"M{x:g} {y:g}q6 -5 12 0t12 0")
                x += step
        self.canvas.path("".join(strokes), Paint("none", RIPPLE, 1.2, opacity=0.7))

    # --- ways ---

    def ways(self) -> None:
        """Every link, and coasts that have no port."""
        for a, b in self.atlas.coasts:
            self._coast(*self._ends(a, b))
        for way in self.atlas.ways:
            self._way(way)

    def tolls(self) -> None:
        """The prices of links that are not those of their types."""
        for way in self.atlas.ways:
            if way.special:
                self._toll(way)

    def _ends(self, a: str, b: str) -> tuple[Point, Point]:
        """A way from plate to plate."""
        start, end = self.plates[a], self.plates[b]
        middle_a, middle_b = (start.cx, start.cy), (end.cx, end.cy)
        return cells.leaves(start, middle_b), cells.leaves(end, middle_a)

    def _way(self, way: Way) -> None:
        words = self.scene.words
        names = f"{words.label('zone', way.a)} \N{EN DASH} {words.label('zone', way.b)}"
        said = f"{names}: {words.label('link', way.type)}, {way.cost}"
        with self.canvas.group(said, of=component("zone", way.a, way.b)):
            if way.type == "sea":
                self.canvas.line(*self._ends(way.a, way.b), OVERLAND)
            else:
                self._line(*self._ends(way.a, way.b), way.type)

    def _line(self, start: Point, end: Point, kind: str) -> None:
        """A way in the style of its type."""
        self.canvas.line(start, end, WAYS[kind])
        if kind == "mountain":
            self._hills([cells.between(start, end, 0.5)])
        elif kind == "pass":
            self._hills([cells.beside(start, end, 0.5, side) for side in (-9, 9)])
        elif kind == "port":
            self._anchor(cells.between(start, end, 0.5))

    def sample(self, start: Point, kind: str) -> None:
        """A piece of a way, for the legend."""
        self._line(start, (start[0] + 44, start[1]), kind)

    def bar(self, start: Point) -> None:
        """A piece of a coast without a port, for the legend."""
        self._coast(start, (start[0] + 44, start[1]))

    def _hills(self, feet: Iterable[Point]) -> None:
        for x, y in feet:
            peak = [(x - 8, y + 5), (x, y - 8), (x + 8, y + 5)]
            self.canvas.polygon(peak, Paint("#c6b48d", HILL, 1.4))
            self.canvas.polygon([(x - 3, y - 3), (x, y - 8), (x + 3, y - 3)], Paint(CARD, HILL, 1))

    def _anchor(self, centre: Point) -> None:
        x, y = centre
        self.canvas.circle(x, y, 8, Paint(CARD, "#2c6685", 1.3))
        anchor = f"M{x:.1f} {y - 3:.1f}v7M{x - 2.5:.1f} {y - 1:.1f}h5"
        arms = f"M{x - 4:.1f} {y + 1.2:.1f}q0 3.2 4 3.2q4 0 4 -3.2"
        self.canvas.path(anchor + arms, Paint("none", "#2c6685", 1.3))
        self.canvas.circle(x, y - 4, 1.2, Paint("#2c6685"))

    def _coast(self, start: Point, end: Point) -> None:
        """A coast without a port: a bar across the way that there is not."""
        bar = [cells.beside(start, end, 0.5, side) for side in (-8, 8)]
        self.canvas.line(start, end, Paint("none", "#9aa6ab", 1.4, "1 6"))
        self.canvas.line(bar[0], bar[1], Paint("none", "#9c5a5a", 3))

    def _toll(self, way: Way) -> None:
        start, end = self._ends(way.a, way.b)
        shares = (0.5, 0.3, 0.7, 0.4, 0.6)
        spots = [cells.beside(start, end, s, side) for s in shares for side in (17, -17)]
        box = self._free(Box(x - 8, y - 8, 16, 16) for x, y in spots)
        if box is not None:
            self.canvas.circle(box.cx, box.cy, 8.5, Paint("#fff4d6", "#8a650a", 1.4))
            self.canvas.text(box, str(way.cost), 12, bold=True, fill=INK, align="middle")

    # --- zones ---

    def _rooms(self) -> dict[str, Box]:
        """The room of each zone: its name, with citadels before it, over the plate of its units.
        Neighbours at one height share what is between them; the shorter gets what it wants."""
        zones = [*self.atlas.zones.values()]
        wide = {zone.id: self._wanted(zone) for zone in zones}
        for one, other in combinations(zones, 2):
            between = max(0.0, abs(one.at[0] - other.at[0]) - 2)
            if abs(one.at[1] - other.at[1]) < 38 and wide[one.id] + wide[other.id] > 2 * between:
                less, more = sorted((one.id, other.id), key=wide.__getitem__)
                wide[less] = min(wide[less], between)
                wide[more] = 2 * between - wide[less]
        return {
            zone.id: Box(zone.at[0] - wide[zone.id] / 2, zone.at[1] - 18, wide[zone.id], 36)
            for zone in zones
        }

    def _wanted(self, zone: Zone) -> float:
        """How wide the room of a zone is where nothing else is near."""
        name = typeset.width(self._name(zone), NAME, True) + ICON * len(zone.citadels) + 2
        there = self.scene.document["units"][zone.id]
        plate = _plate_width(letters(there)) if there["owner"] else 18.0
        return min(132.0, max(name, plate, 26.0))

    def _name(self, zone: Zone) -> str:
        return typeset.clean(self.scene.words.label("zone", zone.id), typeset.LONGEST)

    def zones(self, control: Mapping[str, str], units: Mapping[str, Any]) -> None:
        """Names, citadels and units, province by province and sea by sea."""
        for zone in self.atlas.zones.values():
            with self.canvas.group(self._told(zone, control, units), of=component("zone", zone.id)):
                name, plate = self.plates[zone.id].rows(17, 19)
                self._title(zone, name)
                there = units[zone.id]
                if there["owner"]:
                    self._plate(plate, there["owner"], letters(there))
                elif not zone.is_sea and control[zone.id] != "neutral":
                    badge(self.canvas, self.scene, (plate.cx, plate.cy), 7, control[zone.id])

    def _told(self, zone: Zone, control: Mapping[str, str], units: Mapping[str, Any]) -> str:
        words = self.scene.words
        parts = [words.label("zone", zone.id)]
        parts += [words.label("citadel_kind", kind) for kind in zone.citadels]
        if not zone.is_sea:
            parts.append(words.label("nation", control[zone.id]))
        there = units[zone.id]
        if there["owner"]:
            parts.append(f"{words.label('nation', there['owner'])} {letters(there)}")
        return " · ".join(parts)

    def _title(self, zone: Zone, box: Box) -> None:
        icons = ICON * len(zone.citadels)
        name = typeset.cut(self._name(zone), box.w - icons, NAME, True)
        wide = typeset.width(name, NAME, True)
        x = box.cx - (wide + icons) / 2
        for kind in zone.citadels:
            citadel(self.canvas, (x + 5.5, box.cy), kind)
            x += ICON
        ink = "#2b5f7c" if zone.is_sea else INK
        self.canvas.text(Box(x, box.y, wide + 0.2, box.h), name, NAME, bold=True, fill=ink)

    def _plate(self, box: Box, power: str, text: str) -> None:
        wide = min(box.w, _plate_width(text))
        plate = Box(box.cx - wide / 2, box.y + 0.5, wide, 18)
        self.canvas.rect(plate, Paint(CARD, MARKS[power].fill, 1.8), radius=9)
        badge(self.canvas, self.scene, (plate.x + 10, plate.cy), 8, power)
        room = Box(plate.x + 21, plate.y, max(0.0, wide - 26.8), plate.h)
        self.canvas.text(room, text, PLATE, bold=True, fill=INK, smallest=6)

    # --- orders ---

    def arrows(self, arrows: Sequence[Arrow], *, past: bool = False) -> None:
        """Moves, each a curve to the right of its way; those of the last turn are pale."""
        for arrow in arrows:
            start, end = self._ends(arrow.start, arrow.end)
            bend = min(26.0, 0.22 * cells.distance(start, end))
            if cells.distance(start, end) < SHORT:
                start, end = self._around(arrow)
                bend = 22.0
            self._arrow(arrow, start, end, bend, past)

    def _around(self, arrow: Arrow) -> tuple[Point, Point]:
        """Plates that lie close: from below one to below the other, or from above to above, so
        that units which pass each other have a side each."""
        start, end = self.plates[arrow.start], self.plates[arrow.end]
        if end.cx > start.cx:
            return (start.cx, start.bottom), (end.cx, end.bottom)
        return (start.cx, start.y), (end.cx, end.y)

    def _arrow(self, arrow: Arrow, start: Point, end: Point, bend: float, past: bool) -> None:
        crown = cells.beside(start, end, 0.5, bend)
        tip = cells.between(end, crown, 0.06)
        look = MARKS[arrow.power]
        curve = f"M{_at(start)}Q{_at(crown)} {_at(tip)}"
        opacity = 0.55 if past else 1.0
        words = self.scene.words
        way = f"{words.label('zone', arrow.start)} \N{RIGHTWARDS ARROW} "
        told = f"{words.label('nation', arrow.power)}: {letters(arrow.units)} {way}"
        with self.canvas.group(f"{told}{words.label('zone', arrow.end)}", opacity=opacity):
            self.canvas.path(curve, Paint("none", CARD, 6.5))
            self.canvas.path(curve, Paint("none", look.fill, 3.6, "7 5" if past else ""))
            self.canvas.polygon(_head(crown, tip), Paint(look.fill, CARD, 1.2))
            text = letters(arrow.units)
            spots = [cells.beside(start, end, s, bend * (0.5 + d)) for s, d in SPOTS]
            self._tag(spots, text, look)

    def builds(self, builds: Sequence[Build]) -> None:
        """Recruitments and promotions, as tags beside their provinces."""
        for build in builds:
            box = self.plates[build.zone]
            across, up = box.w / 2 + 22, 28
            spots = [(box.cx, box.bottom + 9), (box.cx, box.y - 9)]
            spots += [(box.cx + x, box.cy + y) for y in (0, 12, -12, up) for x in (across, -across)]
            self._tag(spots, build.text, MARKS[build.power])

    def _tag(self, spots: Sequence[Point], text: str, look: Mark) -> None:
        """A short text in the colour of a power, where there is room for it."""
        wide = typeset.width(text, 11, True) + 9
        box = self._free(Box(x - wide / 2, y - 7.5, wide, 15) for x, y in spots)
        if box is not None:
            self.canvas.rect(box, Paint(CARD, look.fill, 1.5), radius=5)
            room = box.inset(4.4, 0)
            self.canvas.text(room, text, 11, bold=True, fill=INK, align="middle")

    # --- battles ---

    def battle(self, zone: str, number: str) -> None:
        """Crossed swords by a zone, with the number of the battle in the list."""
        box = self.plates[zone]
        spots = [
            *((box.right + 15, box.y + 2), (box.x - 15, box.y + 2), (box.cx, box.y - 12)),
            *((box.right + 15, box.bottom), (box.x - 15, box.bottom), (box.cx, box.bottom + 14)),
        ]
        self._swords(spots, number)

    def clash(self, a: str, b: str, number: str) -> None:
        """The same on a link."""
        start, end = self._ends(a, b)
        self._swords([cells.between(start, end, share) for share in (0.5, 0.38, 0.62)], number)

    def _swords(self, spots: Sequence[Point], number: str) -> None:
        box = self._free(Box(x - 12, y - 12, 24, 24) for x, y in spots)
        x, y = (box.cx, box.cy) if box is not None else spots[0]
        swords(self.canvas, (x, y), 11)
        if box is not None:
            room = Box(x - 8, y - 7.5, 16, 15)
            self.canvas.text(room, number, 11, bold=True, fill=CARD, align="middle", smallest=6)

    # --- room ---

    def _free(self, boxes: Iterable[Box]) -> Box | None:
        """The first box that no other text has; it is taken then."""
        for box in boxes:
            inside = self.atlas.frame.contains(box)
            if inside and not any(box.overlaps(other) for other in self.taken):
                self.taken.append(box)
                return box
        return None


SPOTS = [(0.5, 0.0), (0.4, 0.1), (0.6, 0.1), (0.3, 0.1), (0.7, 0.1), (0.5, 0.6), (0.5, -0.6)]
"""Where the tag of an arrow may be: the share of the way, and how far off the curve."""


def citadel(canvas: Canvas, centre: Point, kind: str) -> None:
    """A tower, a fortress, or a crowned fortress."""
    x, y = centre
    fill, edge = {"minor": (CARD, INK), "major": ("#4a4338", INK), "capital": ("#d9a520", INK)}[
        kind
    ]
    wall = f"M{x - 5:.1f} {y + 5:.1f}v-9h2.4v2h1.4v-2h2.4v2h1.4v-2h2.4v9Z"
    canvas.path(wall, Paint(fill, edge, 1.1))
    if kind == "capital":
        canvas.path(f"M{x - 3:.1f} {y + 1:.1f}h6M{x:.1f} {y - 2:.1f}v6", Paint("none", INK, 1.1))


def swords(canvas: Canvas, centre: Point, radius: float) -> None:
    """Two blades crossed over a red disc."""
    x, y = centre
    canvas.circle(x, y, radius, Paint(FIRE, CARD, 1.6))
    r = radius * 1.05
    blades = [((x - r, y + r), (x + r, y - r)), ((x - r, y - r), (x + r, y + r))]
    for start, end in blades:
        outer = cells.between(start, end, 0.2), cells.between(end, start, 0.2)
        canvas.line(start, outer[0], Paint("none", INK, 2.4))
        canvas.line(end, outer[1], Paint("none", INK, 2.4))


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _head(start: Point, tip: Point) -> list[Point]:
    """The head of an arrow that comes from the start."""
    long = cells.distance(start, tip) or 1.0
    back = cells.between(tip, start, min(0.9, 12 / long))
    beyond = cells.between(tip, start, -min(0.9, 3 / long))
    wing = 6.0
    dx, dy = (tip[0] - start[0]) / long * wing, (tip[1] - start[1]) / long * wing
    return [beyond, (back[0] - dy, back[1] + dx), (back[0] + dy, back[1] - dx)]


def moves_of(power: str, orders: Mapping[str, Any]) -> Iterator[Arrow]:
    """The moves of an order set of the document, those over one link together."""
    return _gathered(power, orders["moves"])


def led(power: str, orders: Sequence[Mapping[str, Any]]) -> Iterator[Arrow]:
    """The same of orders as they were given, one unit each."""
    return _gathered(power, [order for order in orders if order["kind"] == "move"])


def _gathered(power: str, moves: Iterable[Mapping[str, Any]]) -> Iterator[Arrow]:
    found: dict[tuple[str, str], dict[str, int]] = {}
    for move in moves:
        units = found.setdefault((move["from"], move["to"]), {})
        units[move["unit_class"]] = units.get(move["unit_class"], 0) + move.get("count", 1)
    for (start, end), units in found.items():
        yield Arrow(power, start, end, units)


def builds_of(power: str, orders: Mapping[str, Any]) -> Iterator[Build]:
    """The recruitments and promotions of an order set."""
    for build in orders["builds"]:
        name = build["unit_class"]
        if build["kind"] == "recruit":
            text = f"+{name}"
        else:
            text = f"{name}\N{RIGHTWARDS ARROW}{CLASSES[CLASSES.index(name) + 1]}"
        yield Build(power, build["zone"], text)
