"""The page of a server that is upgraded, goes away, or finds no room in the browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import BROWSER_PATIENCE, PATIENCE

import minesolver
from minesolver.extras.web.page import ENGINE

PACKAGE = Path(minesolver.__file__).parent
pytestmark = pytest.mark.skipif(
    not (ENGINE / "dist/engine.js").exists(), reason="python bindings/build.py js was not run"
)


class Server:
    """``minesolver web`` of a copy of the package, which can be stopped and upgraded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(PACKAGE, folder / "minesolver")
        command = [
            sys.executable,
            "-c",
            "from minesolver.cli import main; main()",
            "web",
            "--port",
            "0",
        ]
        environment = os.environ | {"PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder
        )
        self.address = self.process.stdout.readline().split()[1]

    def upgrade(self, title: str) -> None:
        """Another version of the page is installed."""
        document = self.folder / "minesolver/extras/web/static/index.html"
        text = document.read_text(encoding="utf-8")
        document.write_text(text.replace("<title>", f"<title>{title} "), encoding="utf-8")
        later = time.time() + 10
        os.utime(document, (later, later))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    tab.set_default_timeout(BROWSER_PATIENCE)
    problems = []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    yield tab
    context.close()
    assert not problems


def visited(page, address):
    page.goto(address)
    page.wait_for_selector("html[data-ready]")


def kept(page):
    """Wait until the page is kept; the names of the versions that are."""
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    return page.evaluate("() => caches.keys()")


def test_a_browser_without_room_shows_the_page_all_the_same(address, page):
    session = page.context.new_cdp_session(page)
    origin = address.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    visited(page, address)
    state = page.evaluate("""async () => {
      const { installing, active } = await navigator.serviceWorker.register("sw.js");
      const keeper = installing ?? active;
      while (keeper.state === "installing") await new Promise((done) => setTimeout(done, 50));
      return keeper.state;
    }""")
    assert state == "redundant"
    page.click("#tab-play")
    page.click("#new-game")
    page.locator("#board [data-i='40']").click()
    page.wait_for_selector("#board .o")


def test_a_server_that_is_upgraded_and_then_gone_is_not_missed(server, page):
    visited(page, server.address)
    before = kept(page)
    assert len(before) == 1
    server.upgrade("upgraded")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    # The upgrade is seen at the next reload, and kept then.
    assert page.title().startswith("upgraded ")
    deadline = time.monotonic() + PATIENCE
    while (now := page.evaluate("() => caches.keys()")) == before or len(now) != 1:
        assert time.monotonic() < deadline
        page.wait_for_timeout(100)
    server.stop()
    page.goto(f"{server.address}#board=2x3x1:BzzzzB")
    page.reload()
    page.wait_for_selector("html[data-ready]:not([data-server])")
    assert page.title().startswith("upgraded ")
    page.wait_for_selector("#board [data-i='2'].p, #board [data-i='2'].safe")
    # What a server reads the browser reads now, in the language that is chosen then.
    page.click("#paste")
    page.fill("#paste-text", "| ? | 1 |\n| ? | 1 |")
    page.click("#paste-load")
    page.wait_for_selector("#board [data-i='3'].o1")
    page.evaluate("localStorage.setItem('minesolver.settings', JSON.stringify({language: 'zh'}))")
    page.reload()
    page.wait_for_selector("html[data-ready][lang='zh']")
    page.click("#tab-play")
    page.click("#new-game")
    page.locator("#board [data-i='40']").click()
    page.wait_for_selector("#board .o")
