"""The page in a real browser. Collected only where a Chromium and playwright are installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

if CHROMIUM is None or any(find_spec(name) is None for name in ("playwright", "starlette", "uvicorn")):
    collect_ignore = ["test_module.py", "test_page.py", "test_player.py"]


@pytest.fixture(scope="session")
def address():
    """The page as a user starts it."""
    command = [sys.executable, "-m", "minesolver", "web", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, address):
    """A function that opens the page, with context options; fails the test on any error in the page."""
    contexts, problems = [], []

    def open_page(fragment="", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: foreign(request.url))
        page.goto(address + fragment)
        page.wait_for_selector("html[data-ready]")
        return page

    def foreign(url):
        if not url.startswith((address, "data:")):
            problems.append(f"request to another host: {url}")

    yield open_page
    for context in contexts:
        context.close()
    assert not problems
