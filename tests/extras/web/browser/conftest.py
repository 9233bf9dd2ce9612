"""The page in a real browser. Collected only where a Chromium and playwright are installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pytest
from patience import BROWSER_PATIENCE, PATIENCE

# The first is a Chromium that draws no window around the page: each visit takes less of the processor's time.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
# The page's refusals go away after seven seconds: a test that comes later would miss them.
REFUSALS_STAY = """
const later = window.setTimeout;
window.setTimeout = (call, delay, ...more) => later(call, delay === 7000 ? 2 ** 31 - 1 : delay, ...more);
"""
LEAVE = """texts => {
  for (const storage of [localStorage, sessionStorage]) {
    storage.clear();
    for (const [name, text] of Object.entries(texts)) storage.setItem(`minesolver.${name}`, text);
  }
  Storage.prototype.setItem = () => {}; // a page writes to it when it is left
  history.replaceState(null, "", "?left"); // a link that differs only after its "#" would load nothing
  document.documentElement.style.display = "none"; // no layout in the size of the next visit
}"""

if CHROMIUM is None or any(
    find_spec(name) is None for name in ("playwright", "starlette", "uvicorn")
):
    collect_ignore = [
        "test_exported.py",
        "test_module.py",
        "test_offline.py",
        "test_page.py",
        "test_player.py",
        "test_reload.py",
        "test_room.py",
    ]


@pytest.fixture(scope="session")
def address():
    """The page as a user starts it."""
    command = [sys.executable, "-m", "minesolver", "web", "--port", "0", "--seconds", f"{PATIENCE}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=BROWSER_PATIENCE
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def tabs(browser, address):
    """A function: a tab of a device with these context options, and what goes wrong in it.

    Each device keeps one for all tests: a new one costs more than what most tests do in it.
    """
    kept = {}

    def tab(**device):
        name = str(device)
        if name not in kept:
            context = browser.new_context(service_workers="block", **device)
            context.add_init_script(REFUSALS_STAY)
            page, problems = context.new_page(), []
            page.set_default_timeout(BROWSER_PATIENCE)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("request", lambda request: foreign(request.url, problems))
            page.goto(address + "static/icon.svg")
            kept[name] = page, problems
        page, problems = kept[name]
        page.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(False)
        page.mouse.move(0, 0)
        return page, problems

    def foreign(url, problems):
        if not url.startswith((address, "data:", "blob:")):
            problems.append(f"request to another host: {url}")

    return tab


@pytest.fixture
def visit(tabs, address):
    """A function that opens the page, with context options; fails the test on any error in the page.

    ``storage``: texts that the browser has kept of the page, by name; nothing of an earlier visit.
    """
    visits: list[Any] = []

    def no_problems():
        assert not [problem for problems in visits for problem in problems]

    def open_page(fragment="", viewport=None, color_scheme="light", storage=None, **device):
        no_problems()
        page, problems = tabs(**device)
        visits.append(problems)
        page.evaluate(LEAVE, storage or {})
        page.set_viewport_size(viewport or {"width": 1280, "height": 900})
        page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        problems.clear()
        page.goto(address + fragment)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    no_problems()
