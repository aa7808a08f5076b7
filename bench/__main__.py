"""Measures everything and reports: `python -m bench [--check] [--save-baseline] [PYTEST OPTIONS]`.

Options for pytest choose what is measured from Python and over HTTP: `-k playouts`, for example.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import msgspec

import arbitre
import arbitre._native
from bench import report
from bench.figures import Results
from bench.native import BUILD, Native, is_stale
from bench.workload import GAME, Workload


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a ratio has fallen")
    parser.add_argument("--save-baseline", action="store_true", help="keep the ratios of this run")
    options, for_pytest = parser.parse_known_args()

    if is_stale(Path(str(arbitre._native.__file__))):
        print("The native module is older than its sources: `make build` first.", file=sys.stderr)
    print("Building the C++ programs", flush=True)
    try:
        native = Native(Workload(arbitre.load(GAME)))
    except subprocess.CalledProcessError as error:
        return error.returncode

    before = os.getloadavg()[0]
    print("Measuring the engine without Python", flush=True)
    results = Results()
    results.add_native(native.run())
    print("Measuring from Python and over HTTP", flush=True)
    status = run_suites(BUILD / "pytest.json", for_pytest)
    if status != 0:
        return status
    results.add_benchmarks(msgspec.json.decode((BUILD / "pytest.json").read_bytes())["benchmarks"])
    results.add_threads()
    load = (before, os.getloadavg()[0])

    report.save(results, load)
    if options.save_baseline:
        report.save_baseline(results, load)
    print()
    report.show(results, load)
    if options.check:
        for name, why in (worse := report.Baseline.read().worse(results)).items():
            print(f"{name}: {why}", file=sys.stderr)
        return 1 if worse else 0
    return 0


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
