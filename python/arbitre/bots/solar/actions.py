"""What each action of Solar is worth to a nation, in victory points: what it brings to the end of
the game, less what it uses up.

Each kind of move has a function of its name. `Bias` is what temperaments change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from arbitre.bots.solar.outlook import MOONS, RESOURCES, Foe, Outlook

ADVANCED_TURN = 7
"""The turn on which Advanced Colonies takes effect."""


class Bias(NamedTuple):
    """How a temperament weighs things; 1 is the plain value."""

    conquest: float = 1.0
    force: float = 1.0
    intelligence: float = 1.0
    events: float = 1.0
    agenda: float = 1.0
    diplomacy: float = 1.0


class Fields(Protocol):
    """The fields of a move by name: a `Move`, or a map."""

    def __getitem__(self, name: str, /) -> Any: ...


class Worth:
    """Values moves of the action phase for one outlook."""

    def __init__(self, view: Outlook, bias: Bias) -> None:
        self.view = view
        self.bias = bias
        self.facts = view.facts
        self._targets: dict[str, tuple[int, int, float]] = {}
        self.event: str | None = view.document["event_schedule"][(view.turn - 1) // 2]
        self.of: Mapping[str, Callable[[Fields], float]] = {
            "colonize": self.colonize,
            "upgrade": self.upgrade,
            "build_route": self.build_route,
            "protect_route": self.protect_route,
            "raid": self.raid,
            "propose_accord": self.propose_accord,
            "assault": self.assault,
            "buy_technology": self.buy_technology,
            "buy_civic": self.buy_civic,
            "adopt_government": self.adopt_government,
            "buy_military": self.buy_military,
            "use_power": self.use_power,
        }

    def action(self, kind: str, fields: Fields) -> float:
        """The worth of an action less that of the command actions it takes beyond the first;
        passing is 0, taking a token back is of no use."""
        value = self.of.get(kind)
        if value is None:
            return 0.0 if kind == "pass" else -1.0
        return float(value(fields)) - self.view.effort * (self._actions(kind, fields) - 1)

    def _actions(self, kind: str, fields: Fields) -> int:
        if kind == "buy_technology":
            return self.facts.technologies[fields["technology"]]["ac"]
        if kind == "buy_military":
            return self.facts.military[fields["card"]]["ac"]
        return self.view.assault_actions(fields["node"]) if kind == "assault" else 1

    # --- land ---

    def colonize(self, fields: Fields) -> float:
        view, node = self.view, fields["node"]
        price = 0.0
        if not (view.me["free_colonizations"] or view.me["strategy_free_colonization"]):
            discount = view.row
            for name in ("energy", "materials"):
                need = self.facts.params[f"price_colonize_{name}"]
                need -= discount[f"settlement_discount_{name}"]
                price += view.prices[name] * max(0, need)
        near = {0: 1.0, 1: 0.8, 2: 0.45}.get(view.hops.get(node, 9), 0.2)
        if not view.left and near < 1:
            near = 0.0
        points = view.points(node, 1)
        value = 0.5 * points + near * (0.5 * points + 1)
        row = self.facts.nodes[node]
        value += near * sum(view.yields[name] * row[name] for name in ("energy", "materials"))
        value -= 0.0 if "autonomous_biosphere" in view.technologies else 0.5 * view.yields["energy"]
        value += self._growth() * view.facts.nodes[node]["vp"] + 0.4 + view.token
        value += self._agenda_step("explorer", near) + self._contest("mining_rush", 1)
        if node in MOONS:
            value += self._agenda_step("jovian_hub", 1)
        return value - price

    def _growth(self) -> float:
        """The share of its base points that a colony is still expected to gain with each level:
        much before Advanced Colonies, which lifts all at once."""
        view = self.view
        if view.turn < ADVANCED_TURN:
            return 0.8
        return 0.2 * min(1.0, view.left / 2)

    def upgrade(self, fields: Fields) -> float:
        view, node = self.view, fields["node"]
        cost = sum(
            view.prices[name] * self.facts.params[f"price_upgrade_{name}"] for name in RESOURCES[:3]
        )
        value = self._raised(node)
        if self._expects_advance():
            value *= 0.35
        return value - cost

    def _raised(self, node: str) -> float:
        """What a further level of a colony is worth."""
        view = self.view
        colony = view.colonies[node]
        level, base = colony["level"], self.facts.nodes[node]["vp"]
        joined = node in view.network
        value = base * (1.0 if joined else 0.5)
        value += 2.0 * view.prices["morale"] if colony["hostile"] else 0.0
        if joined:
            row = self.facts.nodes[node]
            for name in ("energy", "materials"):
                now = (2 * row[name], 3 * row[name], 4 * row[name])
                value += view.yields[name] * (now[level] // 2 - now[level - 1] // 2)
            value += view.yields["science"] + view.yields["morale"]
        if node != view.home and "terraforming" not in view.technologies:
            value -= 0.7 * view.yields["materials"]
        return value

    def _expects_advance(self) -> bool:
        """Whether Advanced Colonies is still to come, and will lift all colonies for one price."""
        view = self.view
        if view.turn >= ADVANCED_TURN:
            return False
        return view.turn < ADVANCED_TURN - 1 or view.me["investment2"] in (
            None,
            "advanced_colonies",
        )

    def build_route(self, fields: Fields) -> float:
        view, token = self.view, fields["token"]
        link = (fields["a"], fields["b"])
        safe = view.immune or token
        lasting = 1.0 if safe else max(0.0, 1 - 1.3 * view.risk)
        value = lasting * self._joined(view.joined_by(*link))
        value += self._counted(*link) * lasting
        value += self._frontier(*link) * lasting
        for end in link:
            others = [seat for seat in view.occupants.get(end, ()) if seat != view.seat]
            if others and not all(self._friend(seat) for seat in others):
                value -= 0.9
        if not view.me["free_routes"] and not {"ion_propulsion", "hyperpropulsion"} & set(
            view.technologies
        ):
            value -= view.prices["materials"] * self.facts.params["price_build_route_materials"]
        if token:
            value -= view.token * (0.9 if view.immune else 0.35)
        return value

    def _joined(self, nodes: frozenset[str]) -> float:
        """What it is worth to join these nodes to the network."""
        view, value = self.view, 0.0
        for node in nodes:
            colony = view.colonies.get(node)
            if colony is None:
                continue
            level = colony["level"]
            value += 0.5 * view.points(node, level) * level + 1
            row = self.facts.nodes[node]
            for name in ("energy", "materials"):
                value += view.yields[name] * (row[name] * (level + 1) // 2)
            value += (level - 1) * (view.yields["science"] + view.yields["morale"])
            value += self._agenda_step("explorer", 1)
            if "terraforming" in view.technologies:
                value += view.yields["materials"] + view.yields["morale"]
            if "advanced_biosphere" in view.technologies:
                value += view.yields["materials"]
            value += "collective_awakening" in view.technologies
        return value

    def _counted(self, a: str, b: str) -> float:
        """What a route itself brings: a point and trade, for its upkeep (SOL 6)."""
        view = self.view
        mine = [end in view.colonies for end in (a, b)]
        free = [end not in view.occupants for end in (a, b)]
        counts = all(own or open_ for own, open_ in zip(mine, free, strict=True)) and any(mine)
        upkeep = 0.0 if "hyperpropulsion" in view.technologies else view.yields["energy"]
        if not counts:
            return -0.7 * upkeep
        value = 1 + view.yields["materials"] - 0.8 * upkeep
        return value + self._agenda_step("route_master", 1)

    def _frontier(self, a: str, b: str) -> float:
        """A little for nodes that may be settled next."""
        view = self.view
        ends = (end for end in (a, b) if end not in view.occupants and end not in view.network)
        return sum(0.25 * self.facts.nodes[end]["vp"] * min(1.0, view.left / 4) for end in ends)

    def protect_route(self, fields: Fields) -> float:
        view = self.view
        if view.immune:
            return -1.0
        link = (fields["a"], fields["b"])
        lost = view.network - view.reached(route for route in view.routes if route != link)
        value = self._joined(lost) + max(0.5, self._counted(*link))
        return view.risk * value * 0.8 - view.token * 0.5

    # --- force ---

    def raid(self, fields: Fields) -> float:
        view = self.view
        foe = view.foes[view.seat_of(fields["nation"])]
        found = [c for c in foe.nation["colonies"] if fields["node"] in ("none", c["node"])]
        loot = 0.0
        for colony in found:
            row, level = self.facts.nodes[colony["node"]], colony["level"]
            most = sum(
                view.prices[n] * (row[n] * (level + 1) // 2) for n in ("energy", "materials")
            )
            loot = max(loot, most + (level - 1) * view.prices["science"])
        loot *= 0.7 if "surveillance_drones" not in foe.nation["technologies"] else 0.3
        if "defensive_ai" in foe.nation["technologies"]:
            return -1.0
        anger = 0.25 * (3 + max(0, foe.to_me - 4)) * (0.3 if view.left < 2 else 1.0)
        return self.bias.conquest * loot - anger - view.token * 0.6

    def assault(self, fields: Fields) -> float:
        """An attack in the action phase. A temperament attacks a nation once a turn (SOL 8)."""
        view, node = self.view, fields["node"]
        owners = [seat for seat in view.occupants[node] if seat != view.seat]
        if any(view.document["assaults"][view.seat][seat] for seat in owners):
            return -9.0
        price = sum(0.6 * view.foes[seat].accord * (view.left + 1) for seat in owners)
        anger = sum(0.5 for seat in owners if view.left and view.foes[seat].to_me < 6)
        return self.strike(node, fields["tokens"], fields["cruiser"]) - price - anger

    def strike(self, node: str, tokens: int, cruiser: bool) -> float:
        """What it is worth to attack a node with so many tokens (SOL 5.5). A defender is taken to
        commit anything that it has and can pay, each number as likely."""
        view = self.view
        if node not in self._targets:
            foes = [view.foes[seat] for seat in view.occupants[node] if seat in view.foes]
            self._targets[node] = (*self._defence(node, foes), self._prize(node, foes))
        fixed, most, prize = self._targets[node]
        margin = tokens + view.combat_bonus + (5 if cruiser else 0) - fixed
        chance = max(0.0, min(1.0, margin / (most + 1)))
        bare = min(1.0, 1 / (most + 1) / chance) if chance else 0.0
        price = self._commitment(tokens, cruiser)
        win = prize * self.bias.conquest - (1 - bare) * (price + 0.25 * view.token * tokens)
        hold = 1.0 if view.left else 0.4
        lost = price + hold * view.token * tokens * 0.75 + view.prices["morale"] + 0.4
        return chance * win - (1 - chance) * lost

    def _defence(self, node: str, foes: list[Foe]) -> tuple[int, int]:
        """What a defence has for nothing, and the most that it may add."""
        garrison, most, bonus = 1, 0, 0
        for foe in foes:
            if self.facts.homes[foe.nation["id"]] == node:
                retaken = foe.nation["home_retaken_turn"]
                garrison = 10 if not retaken else min(10, 1 + self.view.turn - retaken)
            most += max(0, min(foe.reserve + (0 if foe.certain else 1), foe.payable))
            cards = foe.nation["technologies"]
            bonus += sum(self.facts.technologies[card]["combat_bonus"] for card in cards)
            if foe.nation["military"]["supercruiser"] and foe.payable >= 5:
                most += 3
        return garrison + bonus, most

    def _prize(self, node: str, foes: list[Foe]) -> float:
        """What the fall of a node brings."""
        view = self.view
        value = float(self.facts.params["combat_vp"])
        levels = [c["level"] for f in foes for c in f.nation["colonies"] if c["node"] == node]
        level = max(1, max(levels, default=1) - 1)
        joined = node in view.network
        if node not in view.colonies:
            points = view.points(node, level)
            value += points * level * (1.0 if joined else 0.5) + joined
            value += self._growth() * 0.5 * self.facts.nodes[node]["vp"]
            value -= 4 * view.prices["morale"] * (view.left > 0)
            value += self._contest("mining_rush", 1)
        for foe in foes:
            if self.facts.homes[foe.nation["id"]] == node:
                value += self.facts.params["capital_vp"]
            ahead = view.victory_points(foe.seat) - view.victory_points(view.seat)
            value += 1.0 if ahead > 0 else 0.3
        return value

    def _commitment(self, tokens: int, cruiser: bool) -> float:
        view = self.view
        materials, energy = tokens, tokens
        if view.half_price:
            materials, energy = tokens // 2, (tokens + 1) // 2
        if cruiser:
            materials, energy = materials + 5, energy + 5
        return view.prices["materials"] * materials + view.prices["energy"] * energy

    # --- cards ---

    def buy_technology(self, fields: Fields) -> float:
        view = self.view
        card = fields["technology"]
        row = self.facts.technologies[card]
        value = self.technology(card)
        value += view.prices["science"] * (row["branch"] == view.row["branch"])
        return value - view.cost(row)

    def technology(self, card: str, *, copied: bool = False) -> float:
        """What it is worth to own a technology."""
        view = self.view
        row = self.facts.technologies[card]
        value = row["vp"] + 0.5 + view.income(row)
        value += view.connected * view.income(row, "per_colony_") * 1.2
        if not copied:
            value += sum(view.prices[n] * row[f"immediate_{n}"] for n in RESOURCES)
            value += view.token * row["force"] * self.bias.force
            value += self._government_points(row["gov_points"])
        value += 0.8 * row["combat_bonus"] * self.bias.force
        value += self._effects(card)
        value += self._agenda_step("tech_superpower", 0.3)
        if row["tier"] > 1:
            value += self._contest("technological_lead", 1)
        agenda = view.me["agenda"]
        if agenda and card in self.facts.agenda_cards[agenda]:
            rest = self.facts.agenda_cards[agenda] - set(view.technologies) - {card}
            value += (
                self.facts.agendas[agenda]["vp"] * (1.0 if not rest else 0.45) * self.bias.agenda
            )
        value += self._contest("science_conference", row["per_turn_science"])
        return value

    def _effects(self, card: str) -> float:
        """What the effects by name are worth (SOL 1.5)."""
        view = self.view
        others = len(view.colonies) - (view.home in view.colonies)
        growing = others + (2 if view.left > 5 else 1 if view.left > 2 else 0)
        energy, materials = view.yields["energy"], view.yields["materials"]
        if card == "autonomous_biosphere":
            return growing * energy * 0.75
        if card == "advanced_biosphere":
            return 0.6 * growing * energy
        if card == "terraforming":
            return growing * (0.5 * energy + materials)
        if card in ("orbital_network", "defensive_ai", "empath_links"):
            safe = 0.0 if view.immune else (1.6 * len(view.routes) + 2.5) * min(1.0, view.left / 2)
            return (safe + 0.8) * (self.bias.intelligence if card != "empath_links" else 1.0)
        if card == "surveillance_drones":
            return 0.6 * self.bias.intelligence
        if card == "navigation_ai":
            return 1.2 * self.bias.conquest
        if card in ("ion_propulsion", "hyperpropulsion"):
            free = 0.4 * min(4, view.left)
            return free + (len(view.routes) * energy if card == "hyperpropulsion" else 0)
        if card == "extrasolar_exploration":
            return 3.0 + (8.0 if len(view.technologies) >= 4 else 2.0 if view.left > 2 else 0.0)
        if card == "collective_awakening":
            return 1.1 * view.connected
        return 0.0

    def buy_civic(self, fields: Fields) -> float:
        view = self.view
        row = self.facts.civics[fields["civic"]]
        value = sum(view.prices[n] * row[f"immediate_{n}"] for n in RESOURCES) + view.income(row)
        value += self._government_points(row["gov_points"])
        value += self._contest("most_attractive_nation", row["immediate_morale"], 0.5)
        if fields["target"] != "none":
            foe = view.foes[view.seat_of(fields["target"])]
            mine = row["target"] == 1
            gauge = foe.from_me if mine else foe.to_me
            if not foe.war and not foe.pact:
                near = max(0, gauge - 5) * (0.55 if view.left else 0.1)
                value += near * self.bias.diplomacy
            if mine and gauge >= self.facts.params["tension_demonstration"] and not foe.war:
                value += view.prices["morale"]
        return value - view.cost(row) - 0.15

    def _government_points(self, points: int) -> float:
        """What further points of the government are worth: command actions, from next turn on."""
        if not points:
            return 0.0
        view = self.view
        now = view.me["gov_perm"] + self.facts.governments[view.me["gov_form"]]["gov_points"]
        steps = self.facts.level(now + points) - self.facts.level(now)
        value = steps * view.action + 0.05 * points
        if view.me["agenda"] == "enlightened_governance":
            value += steps * 1.2 * self.bias.agenda
        return value

    def adopt_government(self, fields: Fields) -> float:
        view = self.view
        new = self.facts.governments[fields["form"]]
        old = self.facts.governments[view.me["gov_form"]]
        perm = view.me["gov_perm"]
        steps = self.facts.level(perm + new["gov_points"]) - self.facts.level(
            perm + old["gov_points"]
        )
        steps += new["ac_bonus"] - old["ac_bonus"]
        value = steps * view.action
        if view.me["agenda"] == "enlightened_governance":
            value += steps * 1.2 * self.bias.agenda
        for name in ("energy", "materials"):
            value -= 0.5 * view.yields[name] * (new[f"upkeep_{name}"] - old[f"upkeep_{name}"])
        value += view.yields["morale"] * (new["per_turn_morale"] - old["per_turn_morale"])
        value -= view.prices["morale"] * new["morale_loss"] * 1.3
        value -= 0.5 * max(0, old["morale_cap"] - new["morale_cap"]) * (view.left > 0) * 0.5
        return value - view.cost(new)

    def buy_military(self, fields: Fields) -> float:
        view = self.view
        row = self.facts.military[fields["card"]]
        kept = row["force"] - row["lose_next_turn"]
        value = row["vp"] + view.token * kept * self.bias.force
        value += 0.25 * row["lose_next_turn"] * self.bias.force * (1 + len(view.besiegers))
        if fields["card"] == "supercruiser":
            value += 1.5 * self.bias.force * min(1.0, view.left / 3)
        value += self._contest("military_supremacy", row["force"])
        if view.cornered:
            value += 0.4 * row["force"]
        return value - view.cost(row)

    def use_power(self, fields: Fields) -> float:
        view = self.view
        power = self.facts.power_of[view.me["id"]]
        row = self.facts.powers[power]
        cost = view.cost(row)
        if power == "pirate_trade":
            return 1.0
        if power == "green_diplomacy":
            return self._government_points(row["gov_points"]) + 0.15 * view.left - cost
        if power == "overdrive":
            rich = sum(view.stock[name] for name in RESOURCES[:3])
            return (1.6 if rich >= 9 else 0.4) - cost
        return self._raised(fields["target"]) * (0.7 if self._expects_advance() else 1.0) - cost

    # --- diplomacy ---

    def propose_accord(self, fields: Fields) -> float:
        view = self.view
        gain = view.yields["materials"] + view.yields["morale"]
        price = 2 * view.prices["materials"]
        foe = view.foes[view.seat_of(fields["nation"])]
        return (0.55 * gain + 0.15 * foe.to_me - price) * self.bias.diplomacy - 0.2

    def _friend(self, seat: int) -> bool:
        foe = self.view.foes.get(seat)
        return foe is None or foe.accord

    # --- aims ---

    def _agenda_step(self, agenda: str, amount: float) -> float:
        """What a step toward the own agenda is worth."""
        view = self.view
        if view.me["agenda"] != agenda:
            return 0.0
        row = self.facts.agendas[agenda]
        least = max(1, row["least"])
        have = {
            "explorer": view.connected,
            "route_master": len(view.routes),
            "jovian_hub": sum(node in MOONS for node in view.colonies),
        }.get(agenda, 0)
        return amount * row["vp"] / least * self.bias.agenda if have < least else 0.0

    def _contest(self, event: str, amount: float, share: float = 1.0) -> float:
        """What it is worth to raise what the event of this turn or the next compares."""
        if self.event != event or not amount:
            return 0.0
        return 0.9 * share * min(3.0, amount) * self.bias.events
