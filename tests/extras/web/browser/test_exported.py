"""The page as plain files: no server answers, the engine is in the browser."""

from __future__ import annotations

import http.server
import re
import threading
from contextlib import contextmanager
from functools import partial

import pytest
from helping import open_help
from patience import BROWSER_PATIENCE

from minesolver.extras.web import page as web_page
from minesolver.extras.web.page import ENGINE, export

pytestmark = pytest.mark.skipif(
    not (ENGINE / "dist/engine.js").exists(), reason="python bindings/build.py js was not run"
)


class Files(http.server.SimpleHTTPRequestHandler):
    """Any host: a plain server of files."""

    def log_message(self, *_):
        pass


@contextmanager
def served(folder):
    """The address of a folder while a plain server has it."""
    handler = partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    export(folder)
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def page(browser, site):
    """One page for all tests; any error in it, or a request beyond the files, fails the last of them."""
    problems = []
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(BROWSER_PATIENCE)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.extend([said.text] if said.type == "error" else []))
    page.on("request", lambda asked: problems.extend([asked.url] if "/api/" in asked.url else []))
    page.goto(site)
    page.wait_for_selector("html[data-ready]")
    yield page
    context.close()
    assert not problems


def go(page, fragment):
    """To another board or game, as a link in the page would go."""
    page.evaluate("to => { location.hash = to; }", fragment)


def cell(page, index):
    return page.locator(f"#board [data-i='{index}']")


def test_the_modules_run_where_nobody_put_them_together(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(web_page, "_is_bundled", lambda static: False)
    for cached in web_page._script_paths, web_page._script:
        monkeypatch.setattr(web_page, cached.__name__, cached.__wrapped__)
    names = [str(path) for path in export(tmp_path / "page")]
    assert {"static/core.js", "static/protocol/ground.js", "static/solver/core.js"} < {*names}
    with served(tmp_path) as address, browser.new_context(service_workers="block") as context:
        page, problems = context.new_page(), []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("response", lambda got: problems.extend([got.url] if got.status >= 400 else []))
        page.set_default_timeout(BROWSER_PATIENCE)
        page.goto(f"{address}page/#board=2x2x1:BBBz")
        page.wait_for_selector("#result:has-text('1 mine')")
        page.click("#tab-play")
        page.wait_for_selector("#board [data-i='80']")
        assert not problems


def test_a_board_is_analysed_and_a_proof_told(page):
    go(page, "board=2x4x2:zBCBzzzz")  # 1 2 1 between hidden cells
    page.wait_for_selector("#result:has-text('Ways to place the mines')")
    page.wait_for_selector("#board [data-i='1'].o1")
    cell(page, 1).press("b")
    page.wait_for_selector("#detail:has-text('proved safe') .proof li:has-text('so (0,')")
    go(page, "board=1x3x1:zBz")
    page.wait_for_selector("#board [data-i='2'].p")
    cell(page, 2).hover()
    page.wait_for_selector("#detail .fraction")
    assert page.locator("#detail .fraction span").all_inner_texts() == ["1", "2"]


def test_a_game_is_played_hinted_and_reviewed(page):
    go(page, "play=6x6x6;zero;5;")
    cell(page, 0).click()
    page.wait_for_selector("#board .o")
    page.click("#hint")
    page.wait_for_selector("#advice :text('safe'), #advice :text('Guess')")
    open_help(page)
    page.click("#watch")
    page.fill("#speed", "6")
    page.click("#run")
    page.wait_for_selector("#finish:not([hidden]) .headline")
    page.click("#figures summary")
    page.wait_for_selector("#review #replay-game")
    guesses = page.locator("#review tbody tr:not(.note)").count()
    circle_count = page.locator("#review circle").count()
    assert page.locator("#review:has-text('estimates of the others need Python')").count() == (
        guesses > circle_count
    )
    assert page.locator("#board .o").count() > 6


def test_a_click_at_the_moment_of_opening_counts(page, site):
    page.goto(site + "?again")
    page.wait_for_selector("html[data-ready]")
    page.evaluate("""() => {
      document.getElementById("tab-play").click();
      const cell = document.querySelector("#board [data-i='40']");
      for (const kind of ["pointerdown", "pointerup"])
        cell.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
    }""")
    page.wait_for_selector("#board [data-i='40'].o")


@pytest.mark.parametrize(("board", "clue"), [("hex;4x4x3:", "B"), ("liar;4x4x3:", "C")])
def test_another_board_is_counted_and_edited(page, board, clue):
    go(page, f"board={board}{clue}z15")
    page.wait_for_selector("#board [data-i='1'].p")
    before = cell(page, 1).text_content()
    cell(page, 1).press("1")
    page.wait_for_selector("#board [data-i='1'].o1")
    page.wait_for_selector("#board [data-i='15'].hid")
    assert before
    go(page, f"play=4x4x3;safe~*{board.partition(';')[0]}*;3;")
    page.wait_for_selector("#led-mines")
    cell(page, 5).click()
    page.wait_for_selector("#board [data-i='5'].o")


def test_a_link_counts_whose_address_is_written_over_before_it_is_told(page):
    go(page, "board=2x4x2:zBCBzzzz")
    page.wait_for_selector("#board [data-i='7']")
    page.evaluate("""() => {
      const here = location.hash;
      location.hash = "board=1x3x1:zBz";
      history.replaceState(null, "", here);
    }""")
    page.wait_for_selector("#board:not(:has([data-i='7'])) [data-i='2'].p")


def test_a_cube_is_its_net(page):
    go(page, "board=cube;6x2x2;12x2x3:z8Bz15")
    page.wait_for_selector("#result:has-text('those of a cube')")
    page.wait_for_selector("#board [data-i='1'].p:not(.far)")  # beside the clue once it is folded
    boxes = [cell(page, i).bounding_box() for i in (8, 1)]
    assert boxes[0]["y"] - boxes[1]["y"] > 1.5 * boxes[0]["height"]
    cell(page, 1).press("1")
    page.wait_for_selector("#board [data-i='1'].o1")
    go(page, "play=12x2x3;safe~*cube*6x2x2*;3;")
    page.wait_for_selector("#face[data-face='smile']")
    cell(page, 5).click()
    page.wait_for_selector("#board [data-i='5'].o")


def test_boards_under_rules_are_pasted_and_seams_said(page):
    page.click("#tab-analyse")
    page.click("#paste")
    page.fill("#paste-text", "moebius\n3x3x2\n##1\n###\n###")
    page.click("#paste-load")
    page.wait_for_selector("#result:has-text('left and right are joined, turned over')")
    page.wait_for_selector("#board [data-i='6'].p:not(.far)")  # beside the clue, over the seam
    page.click("#paste")
    page.fill("#paste-text", "cube\n###")
    page.click("#paste-load")
    page.wait_for_selector("#paste-error:has-text('six faces')")
    page.fill("#paste-text", "1Z\n##")
    page.click("#paste-load")
    page.click("#paste-readings button:has-text('mine=Z')")
    page.wait_for_selector("#paste-dialog:not([open])", state="attached")
    page.wait_for_selector("#board [data-i='1'][aria-label*=mine]")


def test_what_needs_python_says_so(page):
    go(page, "board=3x3x2:Bz8")
    page.wait_for_selector("#board [data-i='0'].o1")
    page.set_input_files(
        "#file", {"name": "board.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    )
    page.wait_for_selector("#toast:has-text('needs Python')")
    page.click("#size")
    page.fill("#v-rules", "connected")
    page.click("#size-form button.main")
    page.wait_for_selector("#size-error:has-text('needs Python')")
    page.keyboard.press("Escape")


def test_it_works_without_a_network_once_loaded(page):
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.context.set_offline(True)
    go(page, "board=2x3x1:BzzzzB")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#board [data-i='2'].p, #board [data-i='2'].safe")
    page.click("#tab-play")
    page.click("#new-game")
    cell(page, 40).click()
    page.wait_for_selector("#board .o")
    page.context.set_offline(False)


def test_a_page_whose_threads_are_of_another_version_says_that_it_is_to_be_reloaded(
    browser, tmp_path
):
    export(tmp_path)
    worker = tmp_path / "static/worker.js"
    text = worker.read_text(encoding="utf-8")
    other = re.sub(r'^globalThis.BUILD = "\w+"', 'globalThis.BUILD = "another"', text)
    assert other != text
    worker.write_text(other, encoding="utf-8")
    with served(tmp_path) as address, browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(BROWSER_PATIENCE)
        page.goto(f"{address}#board=2x2x1:BBBz")
        page.wait_for_selector("text=reload the page")


def test_a_link_is_pasted_as_a_board(page):
    page.click("#tab-analyse")
    page.click("#paste")
    page.fill("#paste-text", "http://127.0.0.1/#board=2x3x1:BzzBzz")
    page.click("#paste-load")
    page.wait_for_selector("#paste-dialog", state="hidden")
    page.wait_for_function("() => location.hash === '#board=2x3x1:Bz2Bz2'")
