"""JSON pointers into documents. Nothing here changes a document: edits give a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def split(pointer: str) -> list[str]:
    """The steps of a pointer; "" has none."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def read(document: Any, pointer: str) -> Any:
    for step in split(pointer):
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def pointers(document: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside a document with its pointer, containers before what they hold."""
    if isinstance(document, dict):
        entries = [(escape(key), value) for key, value in document.items()]
    elif isinstance(document, list):
        entries = [(str(index), value) for index, value in enumerate(document)]
    else:
        return
    for step, value in entries:
        yield f"{at}/{step}", value
        yield from pointers(value, f"{at}/{step}")


def edited(document: Any, steps: list[str], edit: Callable[[Any, Any], None]) -> Any:
    """A copy in which `edit(container, key)` was called on the last container of the path. Only
    the containers of the path are copied."""
    copy = document.copy()
    key = int(steps[0]) if isinstance(document, list) else steps[0]
    if len(steps) == 1:
        edit(copy, key)
    else:
        copy[key] = edited(document[key], steps[1:], edit)
    return copy


def changed(document: Any, pointer: str, value: Any) -> Any:
    """A copy with another value; a list grows by one when the index is just behind its end."""

    def put(container: Any, key: Any) -> None:
        if isinstance(container, list) and key == len(container):
            container.append(value)
        else:
            container[key] = value

    return edited(document, split(pointer), put)


def without(document: Any, pointer: str) -> Any:
    """A copy with one key or element less."""

    def drop(container: Any, key: Any) -> None:
        del container[key]

    return edited(document, split(pointer), drop)
