"""Builds the fuzz targets for libFuzzer and runs each of them for a while.

    make fuzz SECONDS=60
    .venv/bin/python tools/fuzz.py --seconds 600 wire

What it learns is kept, minimised, in build/fuzz/corpus/<target>, and the next run goes on from
there. An input that breaks a promise ends in build/fuzz/findings, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "fuzz"
SEEDS = ROOT / "tests" / "fuzz" / "corpus"
TARGETS = ("wire", "document", "actions", "content", "bodies")
CLANGS = ("clang++", *(f"clang++-{version}" for version in range(22, 13, -1)))
ADVICE = """\
The fuzz targets need clang with libFuzzer. On Debian or Ubuntu, as root:

    apt-get install clang libclang-rt-14-dev     # 14: the version of clang there

Any clang++ from 14 on will do; CXX=/path/to/clang++ names one."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"default: {' '.join(TARGETS)}"
    )
    parser.add_argument("--seconds", type=int, default=60, help="how long each target runs")
    arguments = parser.parse_args()
    if unknown := set(arguments.targets) - set(TARGETS):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    compiler = clang() or installed_clang()
    if compiler is None:
        print(ADVICE, file=sys.stderr)
        return 1
    build(compiler)
    began = time.time()
    broken = [name for name in arguments.targets or TARGETS if not fuzz(name, arguments.seconds)]
    for name in broken:
        print(f"\n{name}: a promise is broken. Its input and how to run it again:")
        for finding in sorted((BUILD / "findings").glob(f"{name}-*")):
            if finding.stat().st_mtime >= began:
                print(f"    {program(name)} {finding}")
    if broken:
        print("\nOnce it is mended, keep the input in tests/fuzz/corpus/<target>.")
    return 1 if broken else 0


def clang() -> str | None:
    """A clang++ that links libFuzzer."""
    named = [os.environ["CXX"]] if "clang" in os.environ.get("CXX", "") else []
    for name in (*named, *CLANGS):
        found = shutil.which(name)
        if found and links_libfuzzer(found):
            return found
    return None


def links_libfuzzer(compiler: str) -> bool:
    source = (
        'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [
            compiler,
            "-fsanitize=fuzzer,address,undefined",
            "-x",
            "c++",
            "-",
            "-o",
            "target",
        ]
        done = subprocess.run(command, input=source, text=True, capture_output=True, cwd=folder)
    return done.returncode == 0


def installed_clang() -> str | None:
    """The same after asking Debian for it, where that is possible."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    print("Installing clang from the distribution", flush=True)
    if not apt_get("update") or not apt_get("install", "clang"):
        return None
    version = subprocess.run(["clang++", "-dumpversion"], capture_output=True, text=True)
    apt_get("install", f"libclang-rt-{version.stdout.partition('.')[0]}-dev")
    return clang()


def apt_get(*command: str) -> bool:
    options = ["-qq", "-y", "--no-install-recommends"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["apt-get", *options, *command], env=environment, stdout=subprocess.DEVNULL
    )
    return done.returncode == 0


def build(compiler: str) -> None:
    """Builds the targets with ASan, UBSan and a check of every invariant after every move."""
    print(f"Building the fuzz targets with {compiler}", flush=True)
    cmake, ninja = (str(Path(sys.executable).with_name(name)) for name in ("cmake", "ninja"))
    settings = {
        "CMAKE_MAKE_PROGRAM": ninja,
        "CMAKE_CXX_COMPILER": compiler,
        "ARBITRE_PYTHON": "OFF",
        "ARBITRE_FUZZ": "ON",
    }
    defines = [f"-D{name}={value}" for name, value in settings.items()]
    configure = [cmake, "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", *defines]
    for command in (configure, [cmake, "--build", str(BUILD)]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
    # The target in Python is a program like the others: libFuzzer starts itself again to minimise.
    wrapped = program("bodies")
    source = ROOT / "tests" / "fuzz" / "bodies.py"
    wrapped.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{source}" "$0" "$@"\n')
    wrapped.chmod(0o755)


def program(target: str) -> Path:
    return BUILD / "tests" / "fuzz" / f"fuzz_{target}"


def fuzz(target: str, seconds: int) -> bool:
    """Runs a target, then keeps the smallest corpus that covers as much. False after a finding."""
    corpus, findings = BUILD / "corpus" / target, BUILD / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    print(f"\n{target}: {seconds} s", flush=True)
    done = run(
        target,
        f"-max_total_time={seconds}",
        f"-artifact_prefix={findings}/{target}-",
        *("-timeout=20", "-print_final_stats=1", f"-max_len={longest(target)}"),
        *(corpus, SEEDS / target),
    )
    told = done.stderr.splitlines()
    if done.returncode:
        print("\n".join(told[-60:]))
        return False
    counts = [line for line in told if line.startswith(("stat::number_of", "stat::average"))]
    print("\n".join([*(line for line in told if " DONE " in line), *counts]))
    minimise(target, corpus)
    return True


def longest(target: str) -> int:
    """No input is longer: enough for every seed, and short enough to be quick."""
    return max(2048, *(2 * seed.stat().st_size for seed in (SEEDS / target).iterdir()))


def minimise(target: str, corpus: Path) -> None:
    """Replaces a corpus by the part of it that covers as much, beyond the seeds."""
    before = sum(1 for _ in corpus.iterdir())
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        kept = Path(folder)
        for seed in (SEEDS / target).iterdir():
            shutil.copy2(seed, kept)
        seeds = {path.name for path in kept.iterdir()}
        if run(target, "-merge=1", kept, corpus).returncode:
            return
        shutil.rmtree(corpus)
        corpus.mkdir()
        for path in kept.iterdir():
            if path.name not in seeds:
                shutil.move(path, corpus)
    print(f"corpus: {before} inputs, {sum(1 for _ in corpus.iterdir())} after minimising")


def run(target: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(part) for part in (program(target), *arguments)]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


if __name__ == "__main__":
    sys.exit(main())
