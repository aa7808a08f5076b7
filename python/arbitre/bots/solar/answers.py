"""How a nation of Solar answers what it is asked outside its visits: drafts, agendas, wars,
defences, summits, espionage (SOL 8 names the conventions).

Each kind of move has a function of its name that gives its worth; the best is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arbitre.bots.solar.actions import Bias, Fields, Worth
from arbitre.bots.solar.outlook import RESOURCES, Outlook

FAR_AHEAD = 15
"""Public points by which a proposer may be too far ahead to be helped (SOL 8)."""
AGENDAS = {
    "material_opulence": 11.0,
    "energy_empire": 6.5,
    "explorer": 6.0,
    "route_master": 4.5,
    "jovian_hub": 3.0,
    "tech_superpower": 4.0,
    "enlightened_governance": 4.5,
    "solar_armada": 3.0,
}
INVESTMENTS = {
    "advanced_colonies": 9.0,
    "espionage": 4.5,
    "intensive_research": 5.5,
    "heavy_industry": 4.5,
    "sustainable_agriculture": 3.0,
    "rapid_expansion": 5.0,
    "population_comfort": 3.0,
    "warrior_strategy": 1.5,
    "sacred_union": 4.0,
}


class Answers:
    """Values moves that answer a question, for one outlook."""

    def __init__(self, view: Outlook, bias: Bias) -> None:
        self.view = view
        self.bias = bias
        self.worth = Worth(view, bias)
        pending: Sequence[Mapping[str, Any]] = view.document["pending"]
        self.frame: Mapping[str, Any] = pending[-1] if pending else {}
        self.of: Mapping[str, Callable[[Fields], float]] = {
            "choose_agenda": self.choose_agenda,
            "strategy_pick": self.strategy_pick,
            "strategy_target": self.strategy_target,
            "investment": self.investment,
            "accord_answer": self.accord_answer,
            "trade_answer": self.accord_answer,
            "pact_answer": self.accord_answer,
            "trade_pick": self.trade_pick,
            "pact_pick": self.pact_pick,
            "dyson_answer": self.dyson_answer,
            "telepathy_copy": self.telepathy_copy,
            "extrasolar_target": self.extrasolar_target,
            "steal": self.steal,
            "end_espionage": self.end_espionage,
            "defense": self.defense,
            "cohabitant_defense": self.cohabitant_defense,
            "peace_offer": self.peace_offer,
            "peace_amount": self.peace_amount,
            "peace_answer": self.peace_answer,
            "tribute_answer": self.tribute_answer,
            "demand_peace": self.demand_peace,
            "war_colony": self.war_colony,
            "war_route": self.war_route,
            "war_initiative": self.war_initiative,
        }

    def answer(self, kind: str, fields: Fields) -> float:
        """The worth of an answer; what has no function is worth nothing."""
        value = self.of.get(kind)
        return 0.0 if value is None else float(value(fields))

    # --- drafts and plans ---

    def choose_agenda(self, fields: Fields) -> float:
        view, agenda = self.view, fields["agenda"]
        value = AGENDAS.get(agenda, 0.0)
        if agenda == "jovian_hub" and view.me["id"] == "jovians":
            value += 3.0
        if agenda == "route_master" and view.row["pirate_friend"]:
            value += 1.5
        if agenda == "solar_armada":
            value *= self.bias.force
        cards = view.facts.agenda_cards[agenda]
        return value + 1.0 * len(cards & set(view.technologies))

    def strategy_pick(self, fields: Fields) -> float:
        view, card = self.view, fields["card"]
        if card == "none":
            return 0.0
        row = view.facts.strategy[card]
        value = sum(view.prices[name] * row[f"gain_{name}"] for name in RESOURCES)
        value += view.token * row["force"] * self.bias.force * (0.5 if row["temporary"] else 1.0)
        if row["ac"]:
            value += 1.3 if view.me["ac_max"] < view.facts.params["max_ac"] else 0.0
        if row["free_settlement"]:
            value += self._best_settlement()
        if row["target"]:
            gauges = (
                foe.from_me if row["target"] == 1 else foe.to_me for foe in view.foes.values()
            )
            value += 0.3 * max(0, max(gauges, default=0) - 4) * self.bias.diplomacy + 0.1
        return value + (0.1 if row["order"] else 0.0)

    def _best_settlement(self) -> float:
        """What a settlement free of resources saves, if there is a node to settle."""
        view = self.view
        free = any(node not in view.occupants for node in view.facts.nodes)
        return 2 * view.prices["materials"] + view.prices["energy"] if free else 0.0

    def strategy_target(self, fields: Fields) -> float:
        view = self.view
        foe = view.foes[view.seat_of(fields["nation"])]
        card = self.frame.get("card")
        mine = card is not None and view.facts.strategy[card]["target"] == 1
        gauge = foe.from_me if mine else foe.to_me
        return float(gauge - (5 if foe.war else 0))

    def investment(self, fields: Fields) -> float:
        view, name = self.view, fields["investment"]
        if name == "none":
            return 0.0
        value = INVESTMENTS.get(name, 1.0)
        if name == "advanced_colonies":
            levels = [(c["node"], c["level"]) for c in view.me["colonies"] if not c["no_upgrade"]]
            value = sum(
                view.facts.nodes[node]["vp"] * (3 - level) * (1.0 if node in view.network else 0.5)
                for node, level in levels
            )
        if name == "heavy_industry" and view.stock["morale"] < 6:
            value -= 1.5 * (6 - view.stock["morale"])
        if name == "rapid_expansion" and view.stock["morale"] < 3:
            value -= 1.5
        if name == "sustainable_agriculture" and view.stock["morale"] < 4:
            value += 2.5
        if name == "warrior_strategy":
            value *= self.bias.conquest
        if name == "espionage":
            value *= self.bias.intelligence
        return value

    # --- bargains ---

    def _unwelcome(self, seat: int) -> bool:
        """Whether to refuse a bargain: too much tension, or a proposer far ahead (SOL 8)."""
        view = self.view
        if view.felt(seat) >= view.facts.params["tension_refusal"] and view.war(seat) is None:
            return True
        ahead = view.victory_points(seat) - view.victory_points(view.seat) > FAR_AHEAD
        return ahead and view.stock["morale"] >= 4 and len(view.colonies) >= 3

    def accord_answer(self, fields: Fields) -> float:
        agreed = not self._unwelcome(self.frame["actor"])
        return 1.0 if fields["accept"] == agreed else 0.0

    def trade_pick(self, fields: Fields) -> float:
        if fields["nation"] == "none":
            return 0.0
        foe = self.view.foes[self.view.seat_of(fields["nation"])]
        return 3.0 - 0.1 * foe.to_me - (0.5 if foe.war else 0.0)

    def pact_pick(self, fields: Fields) -> float:
        """Pacts are dear; they are for those who fear an attack."""
        view = self.view
        foe = view.foes[view.seat_of(fields["nation"])]
        if view.stock["materials"] < 8 or view.left < 2:
            return -1.0
        threat = 1.5 * (foe.war is not None) + 0.3 * foe.to_me
        threat += 2.0 if foe.reserve > view.me["reserve"] + 3 else 0.0
        return (threat - 2.5) * self.bias.diplomacy

    def dyson_answer(self, fields: Fields) -> float:
        view = self.view
        tension = view.document["tension"][view.seat][self.frame["actor"]]
        agreed = tension < 2 or (tension < 3 and view.me["per_turn"]["energy"] < 2)
        return 1.0 if fields["accept"] == agreed else 0.0

    # --- knowledge ---

    def telepathy_copy(self, fields: Fields) -> float:
        card = fields["technology"]
        return 0.0 if card == "none" else self.worth.technology(card, copied=True)

    def extrasolar_target(self, fields: Fields) -> float:
        node = fields["node"]
        if node == "none":
            return 0.0
        near = 3 - min(3, self.view.hops.get(node, 3))
        return self.view.facts.nodes[node]["vp"] + near

    def steal(self, fields: Fields) -> float:
        """A technology to steal; the last chance takes what there is, before that a theft waits for
        a rich branch."""
        view = self.view
        card, owner = fields["technology"], view.seat_of(fields["nation"])
        value = self.worth.technology(card)
        picks = self.frame["picks"]
        if picks:
            return value
        branch = view.facts.technologies[card]["branch"]
        bought = view.document["nations"][owner]["technologies"].items()
        rest = sum(
            self.worth.technology(other)
            for other, origin in bought
            if origin == "bought"
            and other not in view.technologies
            and view.facts.technologies[other]["branch"] == branch
        )
        wait = 9.0 if view.turn < 5 else 0.0
        return rest - wait + 0.01 * value

    def end_espionage(self, fields: Fields) -> float:
        return 0.0

    # --- defence ---

    def _wanted_defence(self) -> int:
        """How many tokens to commit against an attack (SOL 8)."""
        view, combat = self.view, self.frame["combat"]
        node = combat["node"]
        foe = view.foes.get(combat["attacker"])
        force = foe.reserve if foe else 0
        at_home = node == view.home
        garrison = 10 if at_home and not view.me["home_retaken_turn"] else 1
        if combat["tokens"] is not None:
            attack: int = combat["tokens"] + (5 if combat["cruiser"] else 0)
            cards = foe.nation["technologies"] if foe else ()
            attack += sum(view.facts.technologies[card]["combat_bonus"] for card in cards)
            return max(0, attack - garrison - view.combat_bonus + 1)
        if len(view.colonies) <= 2:
            return view.payable
        level = view.colonies[node]["level"] if node in view.colonies else 1
        if at_home:
            return max(0, force + 3 - garrison)
        if level == 3:
            return force + 3
        return max(2, (force - 3) // 2) if level == 2 else 2

    def defense(self, fields: Fields) -> float:
        """Close to what is wanted, or half of what can be paid where that is out of reach."""
        view = self.view
        power: int = fields["tokens"] + (5 if fields["cruiser"] else 0)
        wanted = self._wanted_defence()
        reach = min(view.me["reserve"], view.payable)
        if wanted > reach and self.frame["combat"]["tokens"] is None:
            wanted = max((reach + 1) // 2, min(wanted, reach) if len(view.colonies) <= 2 else 0)
        elif wanted > reach and not fields["cruiser"] and view.colonies:
            wanted = 0 if wanted > reach + 5 or not self._cruiser_helps(wanted) else wanted
        return -abs(power - wanted) - (0.5 if fields["cruiser"] else 0.0)

    def _cruiser_helps(self, wanted: int) -> bool:
        view = self.view
        tokens = max(0, wanted - 5)
        price = 5 + tokens
        return (
            bool(view.me["military"]["supercruiser"])
            and min(view.stock["energy"], view.stock["materials"]) >= price
        )

    def cohabitant_defense(self, fields: Fields) -> float:
        wanted = min(1, self.view.payable)
        return -float(abs(fields["tokens"] - wanted))

    # --- war ---

    def _enemy(self) -> int:
        """The other side of the war that is being treated."""
        view = self.view
        order = view.document["queue"][0] if view.document["queue"] else None
        for war in view.document["wars"]:
            if war["order_no"] == order and view.seat in (war["opener"], war["other"]):
                other: int = war["other"] if war["opener"] == view.seat else war["opener"]
                return other
        actor: int = self.frame.get("actor", view.seat)
        return actor

    def _weak(self) -> bool:
        """A nation that can hardly fight accepts peace (SOL 8)."""
        view = self.view
        return view.me["reserve"] < 2 or view.payable == 0 or view.stock["morale"] <= 1

    def _outmatched(self, seat: int) -> bool:
        foe = self.view.foes.get(seat)
        return foe is not None and foe.reserve > self.view.me["reserve"]

    def peace_offer(self, fields: Fields) -> float:
        enemy = self._enemy()
        wants = (self._weak() or self._outmatched(enemy)) and self.bias.conquest < 1.5
        return 1.0 if fields["offer"] == wants else 0.0

    def peace_amount(self, fields: Fields) -> float:
        """A token of good will: a unit of what is plentiful."""
        have = self.view.stock[fields["resource"]]
        wanted = 1 if have >= 4 else 0
        return -float(abs(fields["amount"] - wanted))

    def peace_answer(self, fields: Fields) -> float:
        enemy = self.frame["actor"]
        offered = sum(self.frame.get("amounts") or ())
        agreed = self._weak() or self._outmatched(enemy) or offered >= 4
        if self.bias.conquest < 1.2 and not agreed:
            agreed = self.view.felt(enemy) < 12 and self.view.engageable < 3
        return 1.0 if fields["accept"] == agreed else 0.0

    def tribute_answer(self, fields: Fields) -> float:
        agreed = self._weak() or self.view.stock["morale"] <= 3
        return 1.0 if fields["accept"] == agreed else 0.0

    def demand_peace(self, fields: Fields) -> float:
        foe = self.view.foes.get(self._enemy())
        stronger = foe is None or foe.reserve > self.view.me["reserve"]
        return 0.2 if stronger else 1.2

    def war_colony(self, fields: Fields) -> float:
        return self.worth.strike(fields["node"], fields["tokens"], fields["cruiser"])

    def war_route(self, fields: Fields) -> float:
        view = self.view
        mine = [end in view.colonies for end in (fields["a"], fields["b"])]
        value = 0.5 + (0.7 if any(mine) and fields["fate"] == "capture" else 0.0)
        return value * self.bias.conquest - 0.2

    def war_initiative(self, fields: Fields) -> float:
        attack = self.view.engageable >= 3
        return 1.0 if (fields["choice"] == "attack") == attack else 0.0
