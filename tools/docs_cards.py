"""Writes the card table of docs/games/terraforming_mars.md from the data; `--check` only compares.

All from its heading on is generated, what stands above it is written by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from arbitre.i18n import Labels
from arbitre.rules.load import load_content
from arbitre.rules.terraforming_mars import Card, Content, Corporation
from arbitre.rules.terraforming_mars_text import card_page
from generated import settle

GAME = "terraforming_mars"
PAGE = Path(__file__).parents[1] / "docs" / "games" / f"{GAME}.md"
HEADING = "## All corporations and cards\n"

INTRO = """
Written by `tools/docs_cards.py` from the data of the game; the texts are put together from the
programs of the cards. *CE* marks those of the Corporate Era. `arbitre show terraforming_mars --card
ID` shows the program of one, in French with `--lang fr`.
"""


def section() -> str:
    """The generated end of the page."""
    content = load_content(GAME)
    assert isinstance(content, Content)
    en, fr = Labels(GAME, "en"), Labels(GAME, "fr")
    corporations = "\n".join(corporation_rows(content, en, fr))
    cards = "\n".join(card_rows(content, en, fr))
    return f"""{HEADING}{INTRO}
### Corporations

| | name | French name, id | M€ | tags | text |
|---|---|---|---|---|---|
{corporations}

### Project cards

| no. | name | French name, id | kind | M€ | tags | text |
|---|---|---|---|---|---|---|
{cards}
"""


def corporation_rows(content: Content, en: Labels, fr: Labels) -> Iterator[str]:
    for corporation in content.corporations:
        start = f"{corporation.money}"
        yield row(
            corporation.number,
            *named("corporation", corporation, en, fr),
            start,
            *told(content, corporation, en),
        )


def card_rows(content: Content, en: Labels, fr: Labels) -> Iterator[str]:
    for card in sorted(content.cards, key=lambda card: card.number):
        names = named("card", card, en, fr)
        yield row(str(card.number), *names, card.type, str(card.cost), *told(content, card, en))


def named(domain: str, what: Card | Corporation, en: Labels, fr: Labels) -> tuple[str, str]:
    """The name in English with its mark; the name in French with the id."""
    mark = " *CE*" if what.corporate else ""
    return f"**{en.label(domain, what.id)}**{mark}", f"{fr.label(domain, what.id)}<br>`{what.id}`"


def told(content: Content, what: Card | Corporation, en: Labels) -> tuple[str, str]:
    """Tags and text."""
    tags = ", ".join(en.word(tag) for tag in what.tags)
    lines = card_page(content, what.id, en).text
    return tags, " ".join(lines[1:] if what.tags else lines)


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    written = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    sys.exit(settle(PAGE, written + section(), "tools/docs_cards.py"))
