"""What JSON can say, and nothing else."""

from __future__ import annotations

import datetime

import msgspec

from arbitre_service.errors import InvalidField, MalformedBody, pointer_step


def require_plain(value: object, pointer: str, depth: int) -> None:
    """Refuse what JSON can't say (extension types, bytes, keys that aren't text) and depth.

    A document is free in its shape, so its decoder lets such values through.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return
    if isinstance(value, (msgspec.msgpack.Ext, datetime.datetime)):
        raise MalformedBody("Extension types aren't accepted.", pointer=pointer)
    if not isinstance(value, (dict, list)):
        raise InvalidField("Only maps, arrays, text, numbers and null.", pointer=pointer)
    if depth == 0:
        raise MalformedBody("Nested too deep.", pointer=pointer)
    if isinstance(value, list):
        for index, item in enumerate(value):
            require_plain(item, f"{pointer}/{index}", depth - 1)
        return
    for key, item in value.items():
        if not isinstance(key, str):
            raise InvalidField("The keys of a map are text.", pointer=pointer)
        require_plain(item, f"{pointer}/{pointer_step(key)}", depth - 1)
