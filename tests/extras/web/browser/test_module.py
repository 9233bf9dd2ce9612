"""The JavaScript module in a page and in a worker."""

from __future__ import annotations

import http.server
import threading
from functools import partial
from pathlib import Path

import pytest
from patience import BROWSER_PATIENCE

FOLDER = Path(__file__).parents[4] / "bindings/js"
pytestmark = pytest.mark.skipif(
    not (FOLDER / "dist/engine.js").exists(), reason="python bindings/build.py js was not run"
)
ASK = """
const { load } = await import(at + "/index.js");
const ms = await load();
const a = ms.analyze({ text: "5x5x7\\n##3#*\\n#####\\n###31\\n##210\\n#2100" });
const move = await ms.recommend({ text: "2x2x1\\n1#\\n##" }, { policy: "strongest" });
const board = ms.generate({ rows: 9, cols: 9, mines: 10, seed: 3 });
const { clues } = a.reason(2, 1);
const { solutions } = a;
const found = { solutions, exact: a.exact(0, 1), clues, winning: move.winning, start: board.start };
"""
FOUND = {
    "solutions": 6,
    "exact": [1, 3],
    "clues": [[3, 2], [3, 3], [4, 2]],
    "winning": [1, 3],
    "start": [4, 4],
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def page(browser):
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=str(FOLDER))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(BROWSER_PATIENCE)
        page.goto(f"http://127.0.0.1:{server.server_port}/package.json")
        yield page
        context.close()
        server.shutdown()


def test_in_a_page(page):
    assert (
        page.evaluate("async (at) => {" + ASK + "return found; }", page.evaluate("origin")) == FOUND
    )


def test_in_a_worker(page):
    run = """async ([at, code]) => {
        const source = new Blob([`const at = ${JSON.stringify(at)};` + code], { type: "text/javascript" });
        const worker = new Worker(URL.createObjectURL(source), { type: "module" });
        return await new Promise((resolve, reject) => {
            worker.onmessage = (event) => resolve(event.data);
            worker.onerror = (event) => reject(event.message);
        });
    }"""
    assert page.evaluate(run, [page.evaluate("origin"), ASK + "postMessage(found);"]) == FOUND
