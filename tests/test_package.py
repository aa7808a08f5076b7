"""The distribution: one version everywhere, typed, and with all its data files within reach."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, metadata, requires, version
from importlib.resources import files
from pathlib import Path

import pytest

import arbitre
from arbitre import _native

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CMAKE = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")


def test_version_is_the_same_everywhere() -> None:
    declared = PYPROJECT["project"]["version"]
    in_cmake = re.search(r"project\(arbitre VERSION (\S+)", CMAKE)
    assert in_cmake
    assert in_cmake[1] == declared
    assert arbitre.__version__ == declared
    assert version("arbitre") == declared, "the installed package is older: run `make build`"


def test_changelog_has_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(
        rf"^## \[{re.escape(arbitre.__version__)}\].*?(?=^## |\Z)",
        changelog,
        re.MULTILINE | re.DOTALL,
    )
    assert section, "add a section for this version"
    assert re.search(r"^Signature: \S", section[0], re.MULTILINE), (
        "say what the change does to play"
    )


def test_metadata_says_what_a_user_needs_to_know() -> None:
    said = metadata("arbitre")
    assert said["Requires-Python"] == ">=3.11"
    assert said["License-Expression"] == "Apache-2.0"
    assert "Typing :: Typed" in said.get_all("Classifier", [])
    assert {"cli", "service", "dev"} <= set(said.get_all("Provides-Extra", []))


def test_package_alone_needs_few_others() -> None:
    needed = [need for need in requires("arbitre") or () if "extra ==" not in need]
    names = sorted(re.split(r"[^A-Za-z0-9-]", need)[0] for need in needed)
    assert names == ["msgpack", "msgspec", "numpy"], "is what is installed older? run `make build`"


def test_importing_the_package_imports_little() -> None:
    """NumPy and pictures take long, and who judges single moves needs neither. The command line
    needs the boards of pictures, and NumPy only to count games."""
    asked = "import sys; %s; print(*sorted({'numpy', 'arbitre.svg'} & set(sys.modules)))"
    for imported, expected in {
        "import arbitre": "",
        "import arbitre.cli.app": "arbitre.svg",
    }.items():
        done = subprocess.run(
            [sys.executable, "-c", asked % imported], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == expected


def test_commands_are_found() -> None:
    (script,) = entry_points(group="console_scripts", name="arbitre")
    assert callable(script.load())
    assert {entry.name for entry in entry_points(group="arbitre.commands")} >= {"serve"}
    for entry in entry_points(group="arbitre.commands"):
        assert callable(entry.load())


@pytest.mark.parametrize("package", ["arbitre", "arbitre_service"])
def test_packages_are_marked_as_typed(package: str) -> None:
    assert files(package).joinpath("py.typed").is_file()


def test_native_module_has_its_stub_and_stands_in_the_package() -> None:
    assert _native.__name__ == "arbitre._native"
    assert (ROOT / "python" / "arbitre" / "_native.pyi").is_file()


def test_data_files_are_within_reach() -> None:
    source = ROOT / "python" / "arbitre" / "data"
    names = sorted(path.relative_to(source).as_posix() for path in source.rglob("*.toml"))
    assert names
    data = files("arbitre") / "data"
    for name in names:
        assert data.joinpath(*name.split("/")).read_bytes() == (source / name).read_bytes(), name


def test_every_game_has_its_native_half_and_its_data() -> None:
    folders = {entry.name for entry in (files("arbitre") / "data").iterdir() if entry.is_dir()}
    assert folders - {"i18n"} == set(arbitre.games()) == set(_native.games())
