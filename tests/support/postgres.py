"""A PostgreSQL server of the tests' own: a cluster in a temporary folder, for as long as needed.

It runs as an unprivileged user, listens on a socket in that folder only, and forgets all at its
end. Where PostgreSQL isn't installed `find` says how to get it.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SECONDS = 60
MISSING = "PostgreSQL isn't here: apt-get install postgresql, or put initdb into PATH"
USER = "arbitre"


def find() -> Path | None:
    """The folder of the server's programs."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    clusters = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return clusters[-1].parent if clusters else None


@dataclass
class Cluster:
    """A server that can be stopped and started."""

    programs: Path
    folder: Path
    user: str | None
    """Whom it runs as; None is who runs the tests."""

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs to its end."""
        with (self.folder / "out").open("ab") as out:
            result = subprocess.run(
                [str(self.programs / program), *arguments],
                user=self.user,
                group=None if self.user is None else pwd.getpwnam(self.user).pw_gid,
                extra_groups=None if self.user is None else [],
                cwd=self.folder,
                env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                timeout=SECONDS,
                check=False,
            )
        if result.returncode:
            said = (self.folder / "out").read_text(errors="replace")
            raise RuntimeError(f"{program} failed:\n{said[-2000:]}")

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=60"
        self.run(
            "pg_ctl", "-D", self.data, "-l", f"{self.folder}/log", "-w", "-o", options, "start"
        )

    def stop(self) -> None:
        """At once, as in a crash: connections are cut."""
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def create(self, name: str) -> str:
        """An empty database, as an address."""
        self.run("createdb", "-h", str(self.folder), "-U", USER, name)
        return f"postgresql://{USER}@/{name}?host={self.folder}"


@contextlib.contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """A running server."""
    # A socket's path may have a hundred characters only, so pytest's own folders won't do.
    folder = Path(tempfile.mkdtemp(prefix="arbitre-pg-", dir="/tmp"))
    user = None
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root.
        user = next(name for name in ("postgres", "nobody") if _is_user(name))
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    made = Cluster(programs, folder, user)
    try:
        made.run("initdb", "-D", made.data, "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8")
        made.start()
        yield made
    finally:
        with contextlib.suppress(RuntimeError, subprocess.TimeoutExpired):
            made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _is_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
