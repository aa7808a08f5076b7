"""JSON pointers into documents."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any


def escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def split(pointer: str) -> list[str]:
    """The steps of a pointer; "" has none."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def step_into(container: Any, step: str) -> Any:
    return container[int(step)] if isinstance(container, list) else container[step]


def read(document: Any, pointer: str) -> Any:
    for step in split(pointer):
        document = step_into(document, step)
    return document


def write(document: Any, pointer: str, value: Any) -> None:
    """Sets a value in place; a list grows by one when the index is just behind its end."""
    *path, last = split(pointer)
    for step in path:
        document = step_into(document, step)
    if not isinstance(document, list):
        document[last] = deepcopy(value)
    elif int(last) == len(document):
        document.append(deepcopy(value))
    else:
        document[int(last)] = deepcopy(value)


def remove(document: Any, pointer: str) -> None:
    *path, last = split(pointer)
    for step in path:
        document = step_into(document, step)
    del document[int(last) if isinstance(document, list) else last]


def changed(document: Any, pointer: str, value: Any) -> Any:
    """A copy with another value."""
    copy = deepcopy(document)
    write(copy, pointer, value)
    return copy


def without(document: Any, pointer: str) -> Any:
    """A copy with one key or element less."""
    copy = deepcopy(document)
    remove(copy, pointer)
    return copy


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
