"""Measures everything and reports: `python -m bench [OPTIONS] [PYTEST OPTIONS]`.

Options for pytest choose what is measured from Python and over HTTP: `-k playouts`, for example.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import msgspec

import arbitre._native
from bench import peers, report
from bench.figures import Results
from bench.native import BUILD, Native, is_stale
from bench.workload import REFERENCE, Subject, subjects, workload


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a ratio has fallen")
    parser.add_argument("--save-baseline", action="store_true", help="keep the ratios of this run")
    parser.add_argument("--game", action="append", help="a game to measure; all without it")
    parser.add_argument("--no-peers", action="store_true", help="leave other libraries out")
    options, for_pytest = parser.parse_known_args()

    chosen = [one for one in subjects() if not options.game or one.game in options.game]
    if unknown := set(options.game or ()) - {one.game for one in chosen}:
        parser.error(f"there is no game {', '.join(sorted(unknown))}")
    if is_stale(Path(str(arbitre._native.__file__))):
        print("The native module is older than its sources: `make build` first.", file=sys.stderr)

    results = Results()
    before = os.getloadavg()[0]
    status = measure(results, chosen, for_pytest)
    if status != 0:
        return status
    if not options.no_peers:
        print("Measuring the peers", flush=True)
        reference = next(one for one in subjects() if one.game == REFERENCE)
        results.peers, results.absent = peers.measure(workload(reference))
    load = (before, os.getloadavg()[0])

    report.save(results, load)
    if options.save_baseline:
        report.save_baseline(results, load)
    print()
    report.show(results, load)
    return report.check(results, load) if options.check else 0


def measure(results: Results, chosen: list[Subject], for_pytest: list[str]) -> int:
    """Measure arbitre; returns 0, or what the process should return."""
    print("Building the C++ programs", flush=True)
    for subject in chosen:
        try:
            native = Native(workload(subject))
        except subprocess.CalledProcessError as error:
            return error.returncode
        print(f"Measuring {subject.game} without Python", flush=True)
        results.add_native(subject.game, native.run())
    print("Measuring from Python and over HTTP", flush=True)
    wanted = [f"--game={subject.game}" for subject in chosen]
    status = run_suites(BUILD / "pytest.json", [*wanted, *for_pytest])
    if status == 0:
        taken = msgspec.json.decode((BUILD / "pytest.json").read_bytes())
        results.add_benchmarks(taken["benchmarks"])
        results.add_threads()
    return status


def run_suites(output: Path, options: list[str]) -> int:
    """Run the pytest-benchmark suites; show what they print when they fail."""
    output.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", str(Path(__file__).parent), "--benchmark-only"]
    command += [f"--benchmark-json={output}", "--benchmark-quiet", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0 or not output.exists():
        sys.stderr.write(done.stdout)
        return done.returncode or 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
