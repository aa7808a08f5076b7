"""Who may ask: bearer tokens, read from a file and kept as hashes.

In the file, too, a token may stand as its hash: `name:sha256$` and 64 hexadecimal digits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from arbitre_service.errors import Unauthorized
from arbitre_service.negotiation import Headers

_TOKEN: Final = re.compile(r"[A-Za-z0-9\-._~+/]{16,256}=*")
"""What a bearer token may be (RFC 6750), and long enough that nobody guesses it."""

_HASHED: Final = re.compile(r"sha256\$([0-9a-f]{64})")

_MAKE_ONE: Final = "python3 -c 'import secrets; print(secrets.token_urlsafe(32))'"


class Tokens:
    """The tokens of one file, one a line: `name:token`, or a token alone, or the hash of one.
    `#` begins a comment.

    Without a file everybody is admitted, which is for loopback only. The tokens themselves are
    forgotten as soon as they are hashed.
    """

    def __init__(self, file: str = "") -> None:
        """Read the file.

        Raises:
            ValueError: it can't be read or used; the message says why, and shows no token.
        """
        self._file = file
        self._callers: list[tuple[bytes, str]] = []
        self.reload()

    def __len__(self) -> int:
        return len(self._callers)

    def reload(self) -> None:
        """Read the file anew; when that fails, the tokens read before stay.

        Raises:
            ValueError: as above.
        """
        if self._file:
            self._callers = _read(Path(self._file))

    def admit(self, headers: Headers) -> str:
        """Return the caller's name, or "" where no names are asked for.

        Raises:
            Unauthorized: there is no known token among the headers.
        """
        if not self._callers:
            return ""
        token = bearer(headers)
        if token is None:
            raise Unauthorized("Send a token: `Authorization: Bearer ...`.")
        return self.admit_token(token)

    def admit_token(self, token: bytes) -> str:
        """Return the name of the caller that a token belongs to, as `admit` does.

        Raises:
            Unauthorized: it isn't known.
        """
        if not self._callers:
            return ""
        if name := self._name(token):
            return name
        raise Unauthorized("The token isn't one this service knows.")

    def _name(self, token: bytes) -> str:
        asked = hashlib.sha256(token).digest()
        found = ""
        # All are compared, so that the time taken tells nothing about which one came near.
        for known, name in self._callers:
            if hmac.compare_digest(known, asked):
                found = name
        return found


def bearer(headers: Headers) -> bytes | None:
    """Return the bearer token among the headers; empty where the header holds something else."""
    for header, value in headers:
        if header == b"authorization":
            scheme, _, token = value.partition(b" ")
            return token.strip() if scheme.lower() == b"bearer" else b""
    return None


def exposed(host: str) -> bool:
    """Tell whether an address can be reached from other machines."""
    if host == "localhost":
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True


def asks_this_machine(headers: Headers) -> bool:
    """Tell whether a request is addressed to loopback. Browsers always say whom they ask."""
    for header, value in headers:
        if header == b"host":
            name = value.decode("latin-1").lower()
            name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
            return not exposed(name)
    return True


def _read(file: Path) -> list[tuple[bytes, str]]:
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except OSError as error:
        raise ValueError(f"token file {file}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"token file {file}: only ASCII; make a token: {_MAKE_ONE}") from None
    callers: list[tuple[bytes, str]] = []
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, separator, token = line.rpartition(":")
        hashed = _HASHED.fullmatch(token)
        if not (hashed or _TOKEN.fullmatch(token)) or (separator and not name):
            raise ValueError(
                f"token file {file}, line {number}: write `name:token` or a token of 16 to 256 "
                f"letters, digits or -._~+/; make one: {_MAKE_ONE}"
            )
        digest = bytes.fromhex(hashed[1]) if hashed else hashlib.sha256(token.encode()).digest()
        if any(digest == other for other, _ in callers):
            raise ValueError(f"token file {file}, line {number}: this token is there already")
        callers.append((digest, name or f"line {number}"))
    if not callers:
        raise ValueError(f"token file {file}: no token in it; make one: {_MAKE_ONE}")
    return callers
