"""What a card of Terraforming Mars says, put together from its programs and the templates of a
language (section `effects` of the label files). No card has a text of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from arbitre.rules import effects
from arbitre.rules.effects import Comparison, Op, Program
from arbitre.rules.terraforming_mars import (
    Card,
    Content,
    SourceRules,
    card_rules,
    corporation_rules,
)
from arbitre.rules.terraforming_mars_language import (
    CARD_RESOURCES,
    CARD_TYPES,
    CONDITIONS,
    METALS,
    PLACEMENTS,
    PROJECTS,
    PROTECTED,
    RESOURCES,
    SPECIAL_TILES,
    TAGS,
    TILES,
    VOCABULARY,
    ActionRule,
    Points,
    Standing,
    write_standing,
)


class Words(Protocol):
    """The labels of a language, as `arbitre.i18n.Labels` has them."""

    @property
    def texts(self) -> Mapping[str, str]: ...
    def label(self, domain: str, value: object) -> str: ...
    def word(self, word: str) -> str: ...


def card_text(source: SourceRules, labels: Words) -> list[str]:
    """The sentences of a card or corporation, in the order of the printed one."""
    return _Writer(labels).card(source)


def card_programs(source: SourceRules) -> dict[str, str]:
    """The programs of a card or corporation in their notation, by the column they stand in."""
    row = source.row
    found = {
        "requires": effects.write_conditions(source.requirements, VOCABULARY),
        "play": effects.write_program(source.play, VOCABULARY),
        "first_action": effects.write_program(source.opening, VOCABULARY),
    }
    found |= {f"effects.{i}": write_standing(e) for i, e in enumerate(source.standing)}
    found |= {f"actions.{i}": text for i, text in enumerate(row.actions)}
    return {column: text for column, text in found.items() if text}


class _Writer:
    def __init__(self, labels: Words) -> None:
        self.labels = labels

    def say(self, key: str, **values: object) -> str:
        return self.labels.texts.get(f"effects.{key}", key).format(**values)

    # --- words ---

    def resource(self, index: int, amount: int = 2) -> str:
        """The name of a resource, as it stands behind a number."""
        label = self.labels.label("resource", RESOURCES[index])
        return (
            self.labels.texts.get(f"effects.one_{RESOURCES[index]}", label)
            if amount == 1
            else label
        )

    def held(self, index: int, amount: int = 1) -> str:
        """The name of what lies on cards, as it stands behind a number."""
        if index >= len(CARD_RESOURCES):
            return self.say("any")
        word = CARD_RESOURCES[index]
        label = self.labels.word(word)
        return label if amount == 1 else self.labels.texts.get(f"effects.many_{word}", label)

    def tag(self, index: int) -> str:
        return self.labels.word(TAGS[index])

    def set(self, bits: int, words: Sequence[str], *, domain: str = "", joined: str = "and") -> str:
        chosen = [word for i, word in enumerate(words) if bits >> i & 1]
        named = [self.labels.label(domain, w) if domain else self.labels.word(w) for w in chosen]
        if len(named) < 2:
            return "".join(named)
        return self.say(joined, left=", ".join(named[:-1]), right=named[-1])

    def protected(self, bits: int) -> str:
        named = [
            self.labels.label("resource", w) if w in RESOURCES else self.labels.word(w)
            for i, w in enumerate(PROTECTED)
            if bits >> i & 1
        ]
        return ", ".join(named)

    # --- the whole card ---

    def card(self, source: SourceRules) -> list[str]:
        row = source.row
        lines = []
        if row.tags:
            lines.append(self.say("tags", tags=", ".join(self.labels.word(t) for t in row.tags)))
        if source.requirements:
            lines.append(self.say("requires", conditions=self.conditions(source.requirements)))
        if source.play:
            lines.append(self.say("immediate", ops=self.program(source.play)))
        if source.opening:
            lines.append(self.say("first_action", ops=self.program(source.opening)))
        lines += [self.say("effect", effect=self.standing(e)) for e in source.standing]
        for i, action in enumerate(source.actions):
            lines.append(self.say("action_or" if i else "action", ops=self.action(action)))
        if isinstance(row, Card) and row.holds:
            lines.append(self.say("holds", type=self.labels.word(row.holds)))
        if source.points.kind != "none":
            lines.append(self.points(source.points))
        return lines

    def action(self, action: ActionRule) -> str:
        ops = self.program(action.program)
        if not action.conditions:
            return ops
        return self.say("condition", conditions=self.conditions(action.conditions), ops=ops)

    def points(self, points: Points) -> str:
        if points.kind == "fixed":
            shown = str(points.amount).replace("-", "\N{MINUS SIGN}")
            return self.say("points", points=shown)
        if points.kind == "fixed_if_resource_here":
            return self.say("points_if", points=points.amount, least=points.least)
        count = self.count(points.count, points.argument, points.per)
        if points.per == 1:
            return self.say("points_counted", points=points.amount, count=count)
        return self.say("points_counted_many", points=points.amount, per=points.per, count=count)

    def conditions(self, conditions: Sequence[Comparison]) -> str:
        return ", ".join(self.condition(condition) for condition in conditions)

    def condition(self, condition: Comparison) -> str:
        kind = condition.kind
        if condition.lo is None and condition.hi is None:
            return self.say(kind)
        word = ""
        if kind == "tags":
            word = self.tag(condition.argument)
        elif kind == "production":
            word = self.resource(condition.argument)
        bound = "max" if condition.lo is None else "min"
        value = condition.hi if condition.lo is None else condition.lo
        return self.say(f"{bound}_{kind}", value=value, word=word)

    def count(self, count: int, argument: int, per: int) -> str:
        """What is counted: one of it, or so many."""
        counter = VOCABULARY.counters[count - 1]
        word = self.labels.word(counter.words[argument]) if counter.words else ""
        return self.say(f"{'count' if per == 1 else 'counts'}_{counter.name}", word=word)

    # --- programs ---

    def program(self, program: Program) -> str:
        return ", ".join(map(self.op, program)) or self.say("nothing")

    def amount(self, op: Op, amount: int | None = None) -> str:
        number = op.amount if amount is None else amount
        if op.count == 0:
            return str(number)
        count = self.count(op.count, op.count_arg, op.per)
        if op.per == 1:
            return self.say("per", amount=number, count=count)
        return self.say("per_many", amount=number, per=op.per, count=count)

    def op(self, op: Op) -> str:
        name = VOCABULARY.ops[op.code].name
        return str(getattr(self, f"_{name}")(op))

    def _production(self, op: Op) -> str:
        key = "production_down" if op.amount < 0 else "production_up"
        amount = self.amount(op, abs(op.amount))
        return self.say(key, resource=self.resource(op.arguments[0]), amount=amount)

    def _gain(self, op: Op) -> str:
        resource = self.resource(op.arguments[0], op.amount)
        return self.say("gain", amount=self.amount(op), resource=resource)

    def _pay(self, op: Op) -> str:
        resource = self.resource(op.arguments[0], op.amount)
        if not op.arguments[1]:
            return self.say("pay", amount=op.amount, resource=resource)
        metals = self.set(op.arguments[1], METALS, domain="resource")
        return self.say("pay_metals", amount=op.amount, resource=resource, metals=metals)

    def _production_any(self, op: Op) -> str:
        resource = self.resource(op.arguments[0])
        return self.say("production_any", amount=op.amount, resource=resource)

    def _remove_any(self, op: Op) -> str:
        key = "remove_near" if op.arguments[1] else "steal_any" if op.arguments[2] else "remove_any"
        resource = self.resource(op.arguments[0], op.amount)
        return self.say(key, amount=op.amount, resource=resource)

    def _add_resource(self, op: Op) -> str:
        key = ("add_self", "add_other", "add_trigger", "add_nonempty")[op.arguments[1]]
        return self.say(key, amount=op.amount, type=self.held(op.arguments[0], op.amount))

    def _remove_resource(self, op: Op) -> str:
        key = "remove_self"
        if op.arguments[1]:
            key = "remove_card_optional" if op.arguments[2] else "remove_card"
        return self.say(key, amount=op.amount, type=self.held(op.arguments[0], op.amount))

    def _raise(self, op: Op) -> str:
        key = ("raise_temperature", "raise_oxygen")[op.arguments[0]]
        return self.say(f"{key}_one" if op.amount == 1 else key, amount=op.amount)

    def _place_tile(self, op: Op) -> str:
        tile, placement, special = op.arguments[:3]
        name = self.labels.label("tile", TILES[tile])
        if special < len(SPECIAL_TILES):
            name += f" ({self.labels.label('card', SPECIAL_TILES[special])})"
        where = PLACEMENTS[placement].partition(".")[0]
        return self.say("place", tile=name, where=self.say(f"on_{where}"))

    def _tr(self, op: Op) -> str:
        return self.say("tr", amount=self.amount(op))

    def _draw(self, op: Op) -> str:
        keep, buy = op.arguments[:2]
        if buy:
            return self.say("draw_buy_one" if op.amount == 1 else "draw_buy", amount=op.amount)
        if keep != op.amount:
            return self.say("draw_keep", amount=op.amount, keep=keep)
        return self.say("draw_one" if op.amount == 1 else "draw", amount=op.amount)

    def _discard(self, op: Op) -> str:
        return self.say("discard", amount=op.amount)

    def _choose(self, op: Op) -> str:
        options, *others = (self.program(option) for option in op.lists)
        for other in others:
            options = self.say("or", left=options, right=other)
        return self.say("choose", options=options)

    def _when(self, op: Op) -> str:
        conditions, ops = self.conditions(op.conditions), self.program(op.lists[0])
        if not op.other:
            return self.say("when", conditions=conditions, ops=ops)
        other = self.program(op.other)
        return self.say("when_else", conditions=conditions, ops=ops, other=other)

    def _convert(self, op: Op) -> str:
        pool, source, target = op.arguments[:3]
        key = "convert_production" if pool else "convert_stock"
        return self.say(key, resource=self.resource(source), to=self.resource(target))

    def _next_card(self, op: Op) -> str:
        parts = []
        if op.amount:
            parts.append(self.say("next_card_discount", amount=op.amount))
        if op.arguments[0]:
            parts.append(self.say("next_card_steps", steps=op.arguments[0]))
        return ", ".join(parts)

    def _reveal_top(self, op: Op) -> str:
        tag, ops = self.tag(op.arguments[0]), self.program(op.lists[0])
        return self.say("reveal_top", tag=tag, ops=ops)

    def _production_of_area_bonus(self, op: Op) -> str:
        return self.say("production_of_area_bonus", amount=op.amount)

    def _copy_production(self, op: Op) -> str:
        return self.say("copy_production", tag=self.tag(op.arguments[0]))

    def _claim_area(self, _: Op) -> str:
        return self.say("claim_area")

    def _sell_cards(self, op: Op) -> str:
        return self.say("sell_cards", least=op.arguments[0], amount=op.amount)

    # --- standing effects ---

    def standing(self, effect: Standing) -> str:
        ops = self.program(effect.program or [])
        tags = self.set(effect.tags, TAGS, joined="either")
        by_any = "_any" if effect.by_any else ""
        match effect.kind:
            case "tag_played":
                return self.say(f"on_tag_played{by_any}", tags=tags, ops=ops)
            case "card_played":
                cards = self.say(CARD_TYPES[effect.card_type]) + (f", {tags}" if tags else "")
                return self.say(f"on_card_played{by_any}", cards=cards, ops=ops)
            case "tile_placed":
                key = "on_tile_placed_mars" if effect.on_mars else f"on_tile_placed{by_any}"
                return self.say(key, tile=self.labels.label("tile", TILES[effect.tile]), ops=ops)
            case "paid":
                key = "on_paid_project" if effect.projects_only else "on_paid"
                return self.say(key, amount=effect.amount, ops=ops)
            case "placement_bonus":
                resources = self.set(
                    effect.resources, RESOURCES, domain="resource", joined="either"
                )
                return self.say("on_placement_bonus", resources=resources, ops=ops)
            case "discount" if effect.projects:
                projects = self.set(effect.projects, PROJECTS, domain="project")
                return self.say(
                    "discount_projects", amount=effect.amount, tags=tags, projects=projects
                )
            case "discount":
                key = "discount_tags" if effect.tags else "discount"
                return self.say(key, amount=effect.amount, tags=tags)
            case "protect":
                key = "protect_owner" if effect.owner_scope else "protect_card"
                return self.say(key, resources=self.protected(effect.resources))
            case _:
                resource = self.resource(effect.resource)
                return self.say(effect.kind, amount=effect.amount, resource=resource)


@dataclass(frozen=True)
class CardPage:
    """A card or corporation for people: its name, its programs, its text."""

    id: str
    name: str
    heading: str
    programs: Mapping[str, str]
    text: Sequence[str]


def card_ids(content: Content) -> tuple[str, ...]:
    """The ids that have a page: cards, then corporations."""
    return (*(card.id for card in content.cards), *(c.id for c in content.corporations))


def card_page(content: Content, id: str, labels: Words) -> CardPage:
    """The page of a card or corporation. Raises `KeyError` for another id."""
    writer = _Writer(labels)
    for card in content.cards:
        if card.id == id:
            source, name = card_rules(card), labels.label("card", id)
            kind = writer.say(card.type)
            heading = writer.say("card", name=name, type=kind, cost=card.cost)
            break
    else:
        corporations = {c.id: c for c in content.corporations}
        source, name = corporation_rules(corporations[id]), labels.label("corporation", id)
        heading = writer.say("corporation", name=name, money=corporations[id].money)
    return CardPage(id, name, heading, card_programs(source), card_text(source, labels))


def option_text(tables: Mapping[str, Mapping[str, Sequence[int]]], path: str, labels: Words) -> str:
    """What an option of a choice does, by the path of its program in the compiled rules, such as
    `cards/ants/on_play/0/options/1`; "" for a path that there isn't."""
    rows = tables["programs"]
    name = path.replace("/", "__")
    if name not in rows:
        return ""
    conditions = [
        Comparison(
            CONDITIONS[kind],
            argument,
            None if lo == -effects.UNBOUNDED else lo,
            None if hi == effects.UNBOUNDED else hi,
        )
        for kind, argument, lo, hi in tables["conditions"].values()
    ]
    programs = [(row[0], row[1], row[2]) for row in rows.values()]
    ops = list(tables["ops"].values())
    found = effects.disassemble(list(rows).index(name), programs, ops, conditions, VOCABULARY)
    return _Writer(labels).program(found)
