"""A browser for tests of the page: the system's Chromium, windowless, driven by Playwright."""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
from collections.abc import Iterator
from typing import Any

MISSING = "no browser here: apt-get install chromium, and pip install playwright"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The program of a browser that Playwright can drive."""
    if importlib.util.find_spec("playwright") is None:
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def chromium(program: str) -> Iterator[Any]:
    """A running browser, that fetches nothing but what pages ask for."""
    from playwright.sync_api import sync_playwright

    quiet = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=quiet)
        try:
            yield browser
        finally:
            browser.close()
