"""Labels: the words for ids, moves, events and refusals, in each language.

A leaf: sees the label files of `data` and nothing else of the package. The engine knows no words.

Labels are layered: those shared by all games, those of the game, then `i18n/<lang>.toml` of an
overlay folder. A template is plain text with

    {field}            the label of the value in the domain named like the field, else the value
    {field:domain}     the label of the value in that domain
    {field:#}          the value itself
    {field:+}          the value with its sign
    {field:cube|cubes} the value and the noun, singular or plural
    [...]              a part left out when a value in it is empty or 0

Showing a label never fails: what has none is shown as it is, a hidden value (None) as hidden.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from copy import copy
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from types import MappingProxyType

import msgspec

MAX_FILE_BYTES = 1 << 20

_TEMPLATES = ("kinds.", "events.", "codes.", "report.")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_parse = Formatter().parse


class _Sections(msgspec.Struct, forbid_unknown_fields=True):
    """A label file."""

    game: dict[str, str] = {}
    kinds: dict[str, str] = {}
    kind_names: dict[str, str] = {}
    fields: dict[str, str] = {}
    events: dict[str, str] = {}
    domains: dict[str, dict[str, str]] = {}
    codes: dict[str, str] = {}
    options: dict[str, str] = {}
    options_values: dict[str, dict[str, str]] = {}
    report: dict[str, str] = {}
    words: dict[str, str] = {}
    same: dict[str, list[str]] = {}
    """Domains that take the labels of others, those of their own coming first."""
    effects: dict[str, str] = {}
    """What the texts of cards are made of."""


def languages(game: str) -> tuple[str, ...]:
    """The languages that a game has labels in, sorted; for a game that another package brings,
    those of the shared labels."""
    folder = _data() / game / "i18n"
    if not folder.is_dir():
        folder = _data() / "i18n"
    return tuple(sorted(path.name[:-5] for path in folder.iterdir() if path.name.endswith(".toml")))


class Labels:
    """The labels of one game in one language.

    `overlay` is the folder of a content overlay; its labels are added to those of the game. A
    broken label file is a `ValueError` that names the file.
    """

    def __init__(self, game: str, lang: str, overlay: str | Path | None = None) -> None:
        if lang not in (known := languages(game)):
            raise ValueError(f"unknown language {lang!r}; the languages are {', '.join(known)}")
        name = f"{lang}.toml"
        paths: list[Traversable | Path] = [_data() / "i18n" / name]
        if (own := _data() / game / "i18n" / name).is_file():
            paths.append(own)
        if overlay is not None and (extra := Path(overlay, "i18n", name)).exists():
            paths.append(extra)
        self.game = game
        self.lang = lang
        self._texts: dict[str, str] = {}
        for path in paths:
            self._texts |= _read(path)
        self._subjects = self._words_for_subjects()

    def with_seats(self, names: Mapping[int, str]) -> Labels:
        """The same labels with names of one's own for seats, such as those of the nations there."""
        named = copy(self)
        named._texts = self._texts | {f"domains.seat.{seat}": name for seat, name in names.items()}
        return named

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._texts.get("game.title", self.game)

    def explain(self, code: str, subject: str = "", need: int = 0, have: int = 0) -> str:
        """A sentence that tells a player why a move is refused."""
        said = self._subjects.get(subject, subject)
        template = self._texts.get(f"codes.{code}")
        if template is None:
            template = "{code}[ ({subject})][, need {need}][, have {have}]"
        values = {"code": code, "subject": said, "need": need, "have": have}
        return _sentence(self._fill(template, values))

    def describe(self, kind: str, fields: Mapping[str, object], event: bool = False) -> str:
        """What a move does, as a phrase; with `event`, what happened, as a sentence."""
        template = self._texts.get(f"{'events' if event else 'kinds'}.{kind}")
        if template is None:
            shown = (f"{self.field(name)} {self.label(name, fields[name])}" for name in fields)
            return ": ".join(part for part in (self.kind(kind), ", ".join(shown)) if part)
        text = self._fill(template, fields)
        return _sentence(text) if event else text

    def report_line(self, item: str, fields: Mapping[str, object]) -> str:
        """What a line of a final report counts, without its points."""
        template = self._texts.get(f"report.{item}")
        if template is None:
            shown = (f"{self.field(name)} {self.label(name, fields[name])}" for name in fields)
            return ": ".join(part for part in (item, ", ".join(shown)) if part)
        return self._fill(template, fields)

    def kind(self, name: str) -> str:
        """The short name of a kind of move."""
        return self._texts.get(f"kind_names.{name}", name)

    def field(self, name: str) -> str:
        """The name of a field of moves and events."""
        return self._texts.get(f"fields.{name}", name)

    def label(self, domain: str, value: object) -> str:
        """The label of a value; lists are joined, a nested move is described, and None is hidden
        where its domain has no label of its own for it."""
        if value is None:
            return self._texts.get(f"domains.{domain}.None", self.word("hidden"))
        if isinstance(value, Mapping):
            fields = {str(key): value[key] for key in value if key != "kind"}
            return self.describe(str(value.get("kind", domain)), fields)
        if isinstance(value, list | tuple | set | frozenset):
            return self._join([self.label(domain, item) for item in value])
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        return self._texts.get(f"domains.{domain}.{value}", _number(value))

    def word(self, word: str) -> str:
        """The label of a phase, a subject of a refusal or another word of the game."""
        return self._texts.get(f"words.{word}", word)

    def option(self, name: str) -> str:
        """The label of an option of the set-up."""
        return self._texts.get(f"options.{name}", name)

    def option_value(self, name: str, value: object) -> str:
        """The label of a value of an option."""
        return self._texts.get(f"options_values.{name}.{value}", self.label(name, value))

    @property
    def texts(self) -> Mapping[str, str]:
        """All labels and templates by key, such as `kinds.take` or `domains.card.4`."""
        return MappingProxyType(self._texts)

    def missing(self, section: str, names: Iterable[object]) -> tuple[str, ...]:
        """The keys of a section, such as `codes` or `domains.card`, that have no label."""
        wanted = (f"{section}.{name}" for name in names)
        return tuple(key for key in wanted if not self._texts.get(key))

    def _words_for_subjects(self) -> dict[str, str]:
        """A subject may be a word, a kind, a field, an option or a value of any domain."""
        subjects: dict[str, str] = {}
        for section in ("domains", "options", "fields", "kind_names", "words"):
            for key, text in self._texts.items():
                if key.startswith(f"{section}."):
                    subjects[key.rpartition(".")[2]] = text
        return subjects

    def _fill(self, template: str, values: Mapping[str, object]) -> str:
        def optional(part: re.Match[str]) -> str:
            names = [name for _, name, _, _ in _parse(part[1]) if name]
            return "" if any(_empty(values.get(name)) for name in names) else part[1]

        out: list[str] = []
        for text, name, spec, _ in _parse(_OPTIONAL.sub(optional, template)):
            out.append(text)
            if name is not None:
                out.append(self._show(name, spec or name, values.get(name)))
        return "".join(out)

    def _show(self, name: str, spec: str, value: object) -> str:
        if spec not in ("#", "+") and "|" not in spec:
            return self.label(spec, value)
        shown = "?" if value is None else _number(value)
        if spec == "+" and isinstance(value, int) and value > 0:
            return f"+{shown}"
        if "|" not in spec:
            return shown
        singular, _, plural = spec.partition("|")
        return f"{shown} {singular if self._is_singular(value) else plural}"

    def _is_singular(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        return abs(value) < 2 if self.lang == "fr" else abs(value) == 1

    def _join(self, labels: list[str]) -> str:
        if len(labels) < 2:
            return labels[0] if labels else self.word("nobody")
        return f"{', '.join(labels[:-1])} {self.word('and')} {labels[-1]}"


def _data() -> Traversable:
    return files("arbitre") / "data"


def _read(path: Traversable | Path) -> dict[str, str]:
    """A label file as flat keys; templates are checked here, so that filling them cannot fail."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise ValueError(f"larger than {MAX_FILE_BYTES} bytes; shorten it")
        sections = msgspec.convert(tomllib.loads(data.decode("utf-8-sig")), _Sections)
        texts: dict[str, str] = {}
        for section in sections.__struct_fields__:
            if section == "same":
                continue
            for key, value in getattr(sections, section).items():
                if isinstance(value, str):
                    texts[f"{section}.{key}"] = value
                else:
                    texts |= {f"{section}.{key}.{name}": text for name, text in value.items()}
        for domain, others in sections.same.items():
            for other in others:
                labels = dict(sections.domains.get(other, {}))
                for further in sections.same.get(other, ()):
                    labels = sections.domains.get(further, {}) | labels
                for name, label in labels.items():
                    texts.setdefault(f"domains.{domain}.{name}", label)
        for key, text in texts.items():
            if key.startswith(_TEMPLATES):
                _check_template(key, text)
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from error
    return texts


def _check_template(key: str, text: str) -> None:
    try:
        for part in (text, *_OPTIONAL.findall(text), _OPTIONAL.sub("", text)):
            list(_parse(part))
    except ValueError as error:
        raise ValueError(f"{key}: not a template: {error}") from None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _number(value: object) -> str:
    """A value as it is, a negative number with a real minus sign."""
    text = str(value)
    return text.replace("-", "\N{MINUS SIGN}") if isinstance(value, int | float) else text


def _empty(value: object) -> bool:
    return isinstance(value, str | int | list | tuple) and not value
