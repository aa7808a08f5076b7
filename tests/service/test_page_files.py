"""The files of the page: what is sent, with which headers, and that nothing in them is from
elsewhere."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from service_kit import World

from arbitre_service.app import create_app
from arbitre_service.page import page_files
from arbitre_service.settings import Settings

STATIC = Path(str(files("arbitre_service") / "static"))
SCRIPTS = sorted((STATIC / "js").glob("*.js"))
WORDS = {path.stem: json.loads(path.read_text("utf-8")) for path in (STATIC / "words").iterdir()}

each_file = pytest.mark.parametrize("file", page_files(), ids=lambda file: file.path)
each_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)


@each_file
def test_it_is_sent_as_it_is_and_kept_until_it_changes(
    engine_web: TestClient[Litestar], file: Any
) -> None:
    answer = engine_web.get(file.path)
    assert answer.status_code == 200 and answer.content == file.body
    assert answer.headers["content-type"] == file.kind.decode()
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = engine_web.get(file.path, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag and "content-type" not in again.headers
    for unknown in ('"other"', tag.strip('"'), ""):
        again = engine_web.get(file.path, headers={"if-none-match": unknown})
        assert again.status_code == 200
    assert engine_web.head(file.path).headers["etag"] == tag
    assert engine_web.post(file.path).status_code == 405


@each_file
def test_its_headers_keep_others_out(engine_web: TestClient[Litestar], file: Any) -> None:
    headers = engine_web.get(file.path).headers
    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    for source in ("script-src", "style-src", "connect-src", "img-src"):
        assert policy[source] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"


def test_it_is_there_without_a_token_and_tells_nothing(world: World, tmp_path: Path) -> None:
    """The page asks for tokens itself; the routes behind it go on asking, too."""
    tokens = tmp_path / "tokens"
    tokens.write_text("club:the-key-of-the-club\n")
    from arbitre_service.table import Table

    app = create_app(Table(world.judge), Settings(token_file=str(tokens)))
    with TestClient(app, raise_server_exceptions=False) as client:
        assert client.get("/").status_code == 200
        assert client.get("/v1/games").status_code == 401
        for path in ("/page/", "/page/nothing.js", "/page/../page.py", "/page/js/%2e%2e/page.py"):
            answer = client.get(path)
            assert answer.status_code in (404, 200), path
            assert answer.status_code == 404 or answer.content.startswith(b"<!doctype html>")


def test_requests_of_the_page_are_counted(engine_web: TestClient[Litestar]) -> None:
    engine_web.get("/")
    assert 'route="page"' in engine_web.get("/metrics").text


def test_nothing_comes_from_elsewhere() -> None:
    for file in page_files():
        text = file.body.decode()
        addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'`]*", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}, file.path
        assert "@import" not in text and "url(" not in text.replace("url\\s*\\(", ""), file.path
        for path in re.findall(r"(?:src|href)=\"(/page/[^\"]+)\"", text):
            assert path in {other.path for other in page_files()}


@each_script
def test_no_text_becomes_markup_or_code(script: Path) -> None:
    """Names, events and pictures are written by others; only the copy of a picture is parsed."""
    text = script.read_text("utf-8")
    for sink in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
        "Function(",
    ):
        assert sink not in text, sink
    assert ("DOMParser" in text) == (script.name == "board.js")
    assert not re.search(r"(?:search|hash|href|assign|replace)\s*[=(][^;]*token", text)
    assert len(text.splitlines()) < 600


def test_the_markup_has_no_scripts_or_styles_of_its_own() -> None:
    text = (STATIC / "index.html").read_text("utf-8")
    assert re.findall(r"<script[^>]*>", text) == ['<script type="module" src="/page/js/main.js">']
    assert "style=" not in text and "<style" not in text and not re.search(r"\son\w+=", text)


def test_words_are_the_same_in_each_language() -> None:
    assert set(WORDS) == {"en", "fr"}
    assert list(WORDS["en"]) == list(WORDS["fr"])
    for key, text in WORDS["en"].items():
        holes = re.findall(r"\{\w+\}", text)
        assert sorted(holes) == sorted(re.findall(r"\{\w+\}", WORDS["fr"][key])), key
    same = {key for key, text in WORDS["en"].items() if text == WORDS["fr"][key] and text}
    assert same <= {"score", "replay.back", "replay.on", "create.time.60", "create.time.300"}


def test_french_words_have_the_spaces_of_their_language() -> None:
    for key, text in WORDS["fr"].items():
        assert not re.search(r"(?<!\u202f)[;!?]", text), key
        assert not re.search(r"(?<!\u00a0)[:»]|«(?!\u00a0)", text), key
        assert "'" not in text and "'" not in WORDS["en"][key], key


def test_words_are_those_that_the_page_says() -> None:
    said = "".join(script.read_text("utf-8") for script in SCRIPTS)
    said += (STATIC / "index.html").read_text("utf-8")
    for key in WORDS["en"]:
        stem = key.removesuffix(".one").removesuffix(".many")
        group = key.rpartition(".")[0]
        assert f'"{stem}"' in said or f"`{group}." in said, f"{key} is never said"
    for key in re.findall(r"(?:say|hint|aria): \"([\w.]+)\"", said):
        assert key in WORDS["en"], key
    for key in re.findall(r"\b(?:say|button|field)\(\"([\w.]+)\"", said):
        assert key in WORDS["en"], key


def test_every_game_is_introduced(engine_web: TestClient[Litestar]) -> None:
    for game in engine_web.get("/v1/games", headers={"accept": "application/json"}).json()["games"]:
        assert f"about.{game['name']}" in WORDS["en"]
