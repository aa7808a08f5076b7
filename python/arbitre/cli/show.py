"""`arbitre show`: everything that a game is made of, with its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arbitre import Domain, Game, Option
from arbitre.cli.arguments import GameName, Json, Lang, check_lang, load_game
from arbitre.cli.games import span, summary
from arbitre.cli.output import console, print_json, table
from arbitre.rules import terraforming_mars_text
from arbitre.rules.load import load_content

# Games whose cards are programs, with the module that shows one.
CARD_PAGES: dict[str, ModuleType] = {"terraforming_mars": terraforming_mars_text}

# The words of this page. Those of the game come from its labels.
WORDS = {
    "en": {
        "players": "players",
        "codes": "move codes",
        "state": "bytes a state",
        "rules": "rules",
        "moves": "Moves",
        "code": "code",
        "kind": "kind",
        "name": "name",
        "label": "label",
        "fields": "fields",
        "by": "played by",
        "chance": "chance",
        "seat": "a seat",
        "domains": "Values of the fields",
        "domain": "domain",
        "values": "values",
        "options": "Options of the set-up",
        "option": "option",
        "default": "default",
        "group": "keyword",
        "events": "Events",
        "event": "event",
        "refusals": "Refusals",
        "sentence": "sentence",
        "subjects": "What a refusal is about",
        "word": "word",
    },
    "fr": {
        "players": "joueurs",
        "codes": "codes de coups",
        "state": "octets par état",
        "rules": "règles",
        "moves": "Coups",
        "code": "code",
        "kind": "genre",
        "name": "nom",
        "label": "libellé",
        "fields": "champs",
        "by": "joué par",
        "chance": "le hasard",
        "seat": "un siège",
        "domains": "Valeurs des champs",
        "domain": "domaine",
        "values": "valeurs",
        "options": "Options de la mise en place",
        "option": "option",
        "default": "par défaut",
        "group": "mot-clé",
        "events": "Événements",
        "event": "événement",
        "refusals": "Refus",
        "sentence": "phrase",
        "subjects": "Objets d\N{RIGHT SINGLE QUOTATION MARK}un refus",
        "word": "mot",
    },
}


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog="Example: arbitre show sept_solines --lang fr")(show)


def show(
    game: GameName,
    card: Annotated[
        str,
        typer.Option("--card", metavar="ID", help="Show one card: its programs and its text."),
    ] = "",
    lang: Lang = "en",
    json: Json = False,
) -> None:
    """Show a game: its moves, their codes, its options, and why moves are refused."""
    rules = load_game(game)
    check_lang(lang, rules.languages)
    if card:
        _show_card(rules, card, lang, json)
    elif json:
        print_json(catalogue(rules, lang))
    else:
        _Page(rules, lang).print(console())


def _show_card(game: Game, card: str, lang: str, json: bool) -> None:
    pages = CARD_PAGES.get(game.name)
    if pages is None:
        raise typer.BadParameter(f"{game.name} has no cards with programs", param_hint="--card")
    content = load_content(game.name)
    known = pages.card_ids(content)
    if card not in known:
        near = get_close_matches(card, known) or known[:3]
        raise typer.BadParameter(f"no such card; try {', '.join(near)}", param_hint="--card")
    page = pages.card_page(content, card, game.labels(lang))
    if json:
        print_json({"id": page.id, "name": page.name, "programs": page.programs, "text": page.text})
        return
    out = console()
    out.print(Text(page.heading, style="bold"), Text(page.id, style="dim"))
    for line in page.text:
        out.print(Text(line[:1].upper() + line[1:]))
    if page.programs:
        out.print()
        rows = table("column", "program")
        for column, program in page.programs.items():
            rows.add_row(column, program)
        out.print(rows)


def catalogue(game: Game, lang: str) -> dict[str, Any]:
    """All that there is to know about a game, as data."""
    labels = game.labels(lang)
    kinds = game.catalogue(lang)
    return {
        **summary(game, lang),
        "kinds": {
            name: {
                "label": kind.label,
                "offset": kind.offset,
                "size": kind.size,
                "chance": kind.chance,
                "fields": {
                    field: {"label": labels.field(field), "domain": domain.name}
                    for field, domain in kind.fields.items()
                },
            }
            for name, kind in kinds.items()
        },
        "domains": {
            name: {"values": domain.values, "labels": domain.labels}
            for name, domain in _domains(game, lang).items()
        },
        "options": {
            name: {
                "label": labels.option(name),
                "group": option.group,
                "domain": option.domain,
                "default": option.default,
            }
            for name, option in game.options.items()
        },
        "events": {name: event.fields for name, event in game.events.items()},
        "codes": [
            {"number": number, "code": code, "sentence": _sentence(game, code, lang)}
            for number, code in game.codes.items()
        ],
        "words": [{"word": word, "label": _subject(game, word, lang)} for word in game.words],
    }


class _Page:
    """The catalogue for people, one table after the other."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.labels = game.labels(lang)
        self.words = WORDS.get(lang, WORDS["en"])

    def print(self, out: Console) -> None:
        self._print_head(out)
        for part in (self._moves, self._domains, self._options, self._events, self._refusals):
            out.print()
            out.print(part())
        out.print()
        self._print_subjects(out)

    def _print_head(self, out: Console) -> None:
        game, word = self.game, self.words
        out.print(Text(self.labels.title, style="bold"), Text(game.name, style="dim"))
        facts = (
            f"{span(game.players)} {word['players']}",
            f"{game.action_count:,} {word['codes']}",
            f"{game.state_size} {word['state']}",
            f"{word['rules']} {game.digest}",
        )
        out.print(" \N{MIDDLE DOT} ".join(facts))

    def _moves(self) -> Table:
        headings = [self.words[key] for key in ("code", "kind", "label", "fields", "by")]
        rows = table(*headings, right=(0,), title=self.words["moves"])
        for name, kind in self.game.catalogue(self.lang).items():
            fields = ", ".join(
                field if field == domain.name else f"{field} ({domain.name})"
                for field, domain in kind.fields.items()
            )
            codes = _range(kind.offset, kind.offset + kind.size - 1)
            player = self.words["chance" if kind.chance else "seat"]
            rows.add_row(codes, name, kind.label, fields, player)
        return rows

    def _domains(self) -> Table:
        headings = [self.words[key] for key in ("domain", "label", "values")]
        rows = table(*headings, title=self.words["domains"])
        for name, domain in _domains(self.game, self.lang).items():
            rows.add_row(name, self.labels.field(name), _values(domain))
        return rows

    def _options(self) -> Table:
        headings = [self.words[key] for key in ("option", "label", "default", "values", "group")]
        rows = table(*headings, title=self.words["options"])
        for name, option in self.game.options.items():
            default = _named(option.default, self.labels.option_value(name, option.default))
            rows.add_row(
                name, self.labels.option(name), default, self._choices(option), option.group
            )
        return rows

    def _choices(self, option: Option) -> str:
        if isinstance(option.domain, Mapping):
            return _range(*option.domain.values())
        label = self.labels.option_value
        return ", ".join(_named(value, label(option.name, value)) for value in option.domain)

    def _events(self) -> Table:
        rows = table(self.words["event"], self.words["fields"], title=self.words["events"])
        for name, event in self.game.events.items():
            rows.add_row(name, ", ".join(event.fields))
        return rows

    def _refusals(self) -> Table:
        headings = [self.words[key] for key in ("code", "name", "sentence")]
        rows = table(*headings, right=(0,), title=self.words["refusals"])
        for number, code in self.game.codes.items():
            rows.add_row(str(number), code, _sentence(self.game, code, self.lang))
        return rows

    def _print_subjects(self, out: Console) -> None:
        out.print(Text(self.words["subjects"], style="bold"))
        named = (_named(w, _subject(self.game, w, self.lang)) for w in self.game.words if w)
        out.print(", ".join(named))


def _domains(game: Game, lang: str) -> dict[str, Domain]:
    """The domains that moves use."""
    kinds = game.catalogue(lang).values()
    return {domain.name: domain for kind in kinds for domain in kind.fields.values()}


def _subject(game: Game, word: str, lang: str) -> str:
    """The label of what a refusal is about: a word, a kind, a field or a value of any domain."""
    labels = game.labels(lang)
    domains = {domain for event in game.events.values() for domain in event.fields.values()}
    values = (labels.label(domain, word) for domain in sorted(domains - {None}, key=str) if domain)
    found = (labels.word(word), labels.kind(word), labels.field(word), *values)
    return next((label for label in found if label != word), word)


def _named(value: object, label: str) -> str:
    """A value as it is written, with its label where that tells more."""
    written = str(value).lower() if isinstance(value, bool) else str(value)
    return written if isinstance(value, bool) or label == written else f"{written} {label}"


def _values(domain: Domain) -> RenderableType:
    """The values with their labels; numbers that have none as a range."""
    if _are_plain(domain.values, domain.labels):
        return _range(domain.values[0], domain.values[-1])
    named = [_named(*pair) for pair in zip(domain.values, domain.labels, strict=True)]
    return Columns(map(Text, named), padding=(0, 3), column_first=True)


def _are_plain(values: Sequence[Any], labels: Sequence[str]) -> bool:
    return bool(values) and all(
        type(value) is int and str(value) == label
        for value, label in zip(values, labels, strict=True)
    )


def _range(first: object, last: object) -> str:
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"


def _sentence(game: Game, code: str, lang: str) -> str:
    """The sentence of a refusal, with dots where a move fills in what it is about."""
    template = game.labels(lang).texts.get(f"codes.{code}", code)
    template = re.sub(r"\[[^\[\]]*\]", "", template)
    template = re.sub(r"\{[^{}]*\|([^{}]*)\}", "\N{HORIZONTAL ELLIPSIS} \\1", template)
    return re.sub(r"\{[^{}]*\}", "\N{HORIZONTAL ELLIPSIS}", template)
