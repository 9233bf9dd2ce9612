"""The page from end to end: boards typed, dragged and pasted, games played, things broken."""

from __future__ import annotations

import itertools
import json
import random
import re
import time
from fractions import Fraction
from math import inf
from pathlib import Path

import numpy as np
import oracle
import pytest
from depth import thorough
from helping import open_help
from patience import BROWSER_PATIENCE

import minesolver as ms
from minesolver.extras.web.page import ENGINE
from minesolver.game import Game, Rules
from minesolver.game.generate import generate
from minesolver.model.variant import Field

WIDE = "#board=3x4x3:Bz4CzBz4"  # 1### / #2#1 / ####, 3 mines
GRID = [[1, -1, -1, -1], [-1, 2, -1, 1], [-1, -1, -1, -1]]
EDGE = "#board=3x2:BzBzBz"  # a column of 1s: the middle neighbour is the mine
GUESS = "#board=3x3x4:Bz7C"
AXE = Path(__file__).parents[4] / "bindings/node_modules/axe-core/axe.min.js"


def cell(page, row, col, cols):
    return page.locator(f"#board [data-i='{row * cols + col}']")


APP = "await import(new URL('static/app.js', document.baseURI))"  # the page's own, with its state


def until(page, condition):
    """Wait until a function of the page's state says so.

    The page's script is imported, which takes a promise, and `wait_for_function` takes any promise for a yes.
    """
    wait = f"""async () => {{
        const app = {APP}, end = performance.now() + {BROWSER_PATIENCE};
        while (performance.now() < end) {{
            if (({condition})(app)) return true;
            await new Promise((done) => setTimeout(done, 10));
        }}
        return false;
    }}"""
    assert page.evaluate(wait), condition


def settled(page):
    """Wait until the answer to the last edit is on the screen."""
    until(page, "({ state, answer }) => state.shown === state.position && answer() !== null")


def addressed(page):
    """Wait until the address is that of what is on the screen."""
    until(page, "({ mode }) => decodeURIComponent(location.hash.slice(1)) === mode().hash()")


def follow(page, link):
    """Go where a link leads, as if nothing had been said before."""
    addressed(page)
    page.evaluate(
        """link => {
             document.querySelector("#toast").className = "";
             location.hash = link;
           }""",
        link,
    )


def assist(page, shown):
    """Have the board show more than the game."""
    open_help(page)
    page.check(f"#assist [value={shown}]")


def begun(page):
    """Wait until there is a game to be played."""
    page.wait_for_selector("#hint:not([disabled])", state="attached")


def labels(page):
    return page.eval_on_selector_all(
        "#board [role=row]",
        "rows => rows.map(row => [...row.querySelectorAll('[role=gridcell]')].map(cell => cell.ariaLabel))",
    )


ROWS = """() => {
  const sign = (said) => (/hidden|flag/.test(said) ? "#" : /mine/.test(said) ? "*" : said[0]);
  const all = (from, what) => [...from.querySelectorAll(what)];
  const row = (cells) => cells.map((cell) => sign(cell.ariaLabel.replace(/^.*?: /, ""))).join("");
  return all(document, "#board [role=row]").map((one) => row(all(one, "[role=gridcell]")));
}"""
"""The codes on the screen, as canonical rows, from the labels that a screen reader gets."""


def rows_of(page):
    return page.evaluate(ROWS)


def shows(page, *rows):
    """Wait until the board on the screen is this."""
    try:
        page.wait_for_function(f"rows => String(({ROWS})()) === String(rows)", arg=list(rows))
    finally:
        assert rows_of(page) == list(rows)


def clipboard(page, text):
    page.evaluate(
        """text => {
             const data = new DataTransfer();
             data.setData("text", text);
             document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
           }""",
        text,
    )


def copied(page):
    return page.evaluate(
        """() => {
             const data = new DataTransfer();
             const event = new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true});
             document.body.dispatchEvent(event);
             return data.getData("text/plain");
           }"""
    )


class Held:
    """Requests to an address of the page, unanswered until `release`, which answers those to come as well."""

    def __init__(self, page, address):
        self.page, self.routes, self.answer = page, [], None
        page.route(address, self.take)

    def take(self, route):
        if self.answer:
            self.answer(route)
        else:
            self.routes.append(route)

    def release(self, answer):
        self.answer = answer
        for route in self.routes:
            try:
                answer(route)
            # The page has given this request up, and asks again if it still wants to know.
            except Exception:
                assert not self.page.is_closed()
        for route in self.routes:
            route.request.response()  # it has come, or the request has failed


def wheel(page, pixels):
    """A step of the wheel that has arrived: else a busy browser makes one of several."""
    page.evaluate(
        "window.turned = false; addEventListener('wheel', () => { window.turned = true }, { once: true })"
    )
    page.mouse.wheel(0, pixels)
    page.wait_for_function("() => window.turned")


def set_mines(page, value):
    page.fill("#mines", value)
    page.press("#mines", "Tab")


# --- what the page shows can be trusted ---


def test_digits_go_to_the_cursor_while_the_mouse_rests_on_the_board(visit):
    page = visit("#board=9x9x10:z81")
    settled(page)
    page.click("#brushes [data-code='look']")
    cell(page, 4, 4, 9).click()
    page.keyboard.press("Control+Home")
    for digit in "1121":
        page.keyboard.press(digit)
        settled(page)
    shows(page, "1121#####", *["#########"] * 8)
    cell(page, 0, 0, 9).click()
    page.keyboard.type("1121", delay=20)
    shows(page, "1121#####", *["#########"] * 8)


def test_no_number_stays_for_another_board(visit):
    page = visit("?server#board=9x9x10:z81")
    settled(page)
    page.route("**/api/analyse", lambda route: None)  # no answer comes
    cell(page, 0, 0, 9).click()
    page.keyboard.press("1")
    page.wait_for_selector("#board .o1")
    assert not any("percent" in label for row in labels(page) for label in row)
    page.click("#cancel")
    cell(page, 0, 1, 9).hover()
    page.wait_for_selector("#result:has-text('Cancelled')")
    assert not any("percent" in label for row in labels(page) for label in row)
    assert "%" not in page.inner_text("#detail")
    page.unroute("**/api/analyse")
    page.click("#result button")
    page.wait_for_selector("#board .p")
    assert "33 percent" in labels(page)[0][1]


def test_every_number_belongs_to_the_board_beside_it(visit):
    """Edits faster and slower than a network that is now quick, now slow: what is shown is always true."""
    page = visit("?server#board=8x9x14:z72")
    delays = itertools.cycle([0, 0, 0.1, 0, 0.3])

    def late(route):
        time.sleep(next(delays))
        route.continue_()

    page.route("**/api/analyse", late)
    draw = random.Random(25)  # seven steps wait for their numbers, however busy the machine
    with_numbers = 0
    for _ in range(12):
        focus = "i => document.querySelector(`#board [data-i='${i}']`).focus()"
        page.evaluate(focus, draw.randrange(72))
        page.keyboard.press(draw.choice(["1", "2", "1", "#", "Control+z"]))
        wait = draw.choice([0, 40, None])
        if wait is None:
            settled(page)
        else:
            page.wait_for_timeout(wait)
        spoken_states = [label.partition(": ")[2] for row in labels(page) for label in row]
        codes = [-1 if "hidden" in label else int(label[0]) for label in spoken_states]
        numbers = {
            i: label
            for i, label in enumerate(spoken_states)
            if "percent" in label or "proved" in label
        }
        if not numbers:
            continue
        with_numbers += 1
        analysis = ms.analyze(ms.Board([codes[r * 9 : r * 9 + 9] for r in range(8)], 14))
        for i, label in numbers.items():
            at = divmod(i, 9)
            if "proved" in label:
                assert at in (analysis.safe if "safe" in label else analysis.mines)
            else:
                percent = float(re.search(r"([\d.]+) percent", label)[1])
                assert percent == pytest.approx(100 * float(analysis.probability[at]), abs=0.51)
    assert with_numbers > 3


def test_the_cursor_is_seen_after_an_edit(visit):
    page = visit("#board=3x3x2:z9")
    cell(page, 1, 1, 3).focus()
    page.keyboard.press("1")
    shows(page, "###", "#1#", "###")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("m")
    page.keyboard.press("ArrowLeft")
    settled(page)
    focused = page.evaluate(
        "[document.activeElement.className, getComputedStyle(document.activeElement).boxShadow]"
    )
    assert "cur" in focused[0].split()
    assert "rgb(0, 0, 0)" in focused[1]  # two tones: one of them stands out on any cell
    assert "rgb(255, 255, 255)" in focused[1]


def test_keys_work_after_other_controls_and_never_from_them(visit):
    page = visit("#board=2x2:z4")
    settled(page)  # what is below the answer moves when it comes
    page.click("#compare summary")
    page.check("#lens")
    cell(page, 1, 1, 2).hover()
    page.keyboard.press("2")
    shows(page, "##", "#2")
    page.select_option("#layer", index=1)
    page.locator("#layer").focus()
    cell(page, 0, 0, 2).hover()
    page.keyboard.press("m")
    shows(page, "*#", "#2")
    page.focus("#undo")
    page.keyboard.press("1")
    page.keyboard.press("m")
    settled(page)
    assert rows_of(page) == ["*#", "#2"]


def test_the_wheel_scrolls_and_counts_only_with_alt(visit):
    page = visit("#board=9x9x10:z81", viewport={"width": 1280, "height": 560})
    settled(page)
    cell(page, 1, 1, 9).hover()
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 0 || document.querySelector('#board').scrollTop > 0")
    assert rows_of(page) == ["#########"] * 9
    page.evaluate("scrollTo(0, 0); document.querySelector('#board').scrollTop = 0")
    cell(page, 0, 0, 9).hover()
    page.keyboard.down("Alt")
    for _ in range(10):
        wheel(page, -10)  # a touchpad: 100 pixels are two steps
    page.keyboard.up("Alt")
    shows(page, "1########", *["#########"] * 8)
    page.keyboard.down("Alt")
    wheel(page, 60)
    wheel(page, 60)
    wheel(page, 60)
    wheel(page, 60)
    page.keyboard.up("Alt")
    # Hidden, mine, then the largest that a corner can show.
    shows(page, "3########", *["#########"] * 8)


def test_a_fast_drag_skips_no_cell(visit):
    page = visit("#board=9x9x10:z81")
    settled(page)
    page.click("#brushes [data-code='0']")
    ends = [cell(page, 0, 0, 9).bounding_box(), cell(page, 8, 8, 9).bounding_box()]
    page.mouse.move(ends[0]["x"] + 9, ends[0]["y"] + 9)
    page.mouse.down()
    page.mouse.move(ends[1]["x"] + 9, ends[1]["y"] + 9, steps=2)
    page.mouse.up()
    shows(page, *["#" * i + "0" + "#" * (8 - i) for i in range(9)])
    page.keyboard.press("Control+z")
    shows(page, *["#########"] * 9)  # the whole stroke at once


def test_a_late_hint_is_not_drawn_on_a_later_position(visit):
    page = visit("?server#play=9x9x10;zero;5;o14")
    page.wait_for_selector("#board .o")
    held = Held(page, "**/api/analyse")
    with page.expect_request("**/api/analyse"):
        page.click("#hint")
    safe = next(
        iter(sorted(ms.analyze(ms.Board.parse("9x9x10\n" + "\n".join(rows_of(page)))).safe))
    )
    cell(page, safe[0], safe[1], 9).click()
    page.wait_for_function(
        "i => document.querySelector(`[data-i='${i}']`).className.includes(' o')",
        arg=9 * safe[0] + safe[1],
    )
    held.release(lambda route: route.continue_())
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    assert page.locator("#board .hint").count() == 0
    assert (
        "open" not in page.inner_text("#advice h2") if page.locator("#advice h2").count() else True
    )


def test_an_impossible_mine_count_is_said_and_nothing_is_shown_for_it(visit):
    page = visit(WIDE)
    settled(page)
    for value in ("-5", "10.5", "99999"):
        set_mines(page, value)
        page.wait_for_selector("#result .error:has-text('whole number')")
        assert page.get_attribute("#mines", "aria-invalid") == "true"
        assert not any("percent" in label for row in labels(page) for label in row)
    set_mines(page, "3")
    page.wait_for_selector("#mines[aria-invalid='false']")  # the answer, not the error before it
    settled(page)
    assert page.is_disabled("#undo")  # refused counts leave no steps behind


def test_ten_digits_a_second_lose_none(visit):
    page = visit("#board=2x10:z20")
    settled(page)
    cell(page, 0, 0, 10).focus()
    page.keyboard.type("1121101121", delay=100)
    shows(page, "1121101121", "#" * 10)


# Counts the workers that the page begins, and says that one is ready only when the test lets it.
HELD_WORKERS = """
const released = new Promise((release) => (window.letWorkersBeReady = release));
window.workerCount = 0;
window.Worker = class extends Worker {
  constructor(...settings) {
    super(...settings);
    window.workerCount += 1;
  }
  addEventListener(kind, listener, options) {
    super.addEventListener(kind, (event) => released.then(() => listener(event)), options);
  }
};
"""


@pytest.mark.skipif(
    not (ENGINE / "dist/engine.js").exists(), reason="python bindings/build.py js was not run"
)
def test_an_engine_that_is_still_loading_is_not_begun_again(browser, address):
    with browser.new_context(service_workers="block") as context:
        context.add_init_script(HELD_WORKERS)
        page = context.new_page()
        page.set_default_timeout(BROWSER_PATIENCE)
        page.goto(address + EDGE)
        page.wait_for_selector("html[data-ready]")
        cell(page, 0, 1, 2).focus()
        page.keyboard.press("1")  # which gives up the question before it
        page.wait_for_timeout(300)
        assert page.evaluate("workerCount") == 1
        page.evaluate("letWorkersBeReady()")
        settled(page)


# --- analyse ---


def test_the_page_opens_on_an_example_with_three_sentences(visit):
    page = visit()
    settled(page)
    assert page.locator("#welcome p").count() == 3
    assert page.locator("#board .safe").count() == 6
    assert page.locator("#board .proved").count() == 1  # a flag, not "100"
    page.click("#welcome button.main")
    shows(page, *["#########"] * 9)
    assert page.is_hidden("#welcome")


def test_a_typed_board_shows_the_probabilities_of_the_library(visit):
    page = visit()
    page.click("#size")
    page.fill("#v-rows", "3")
    page.fill("#v-cols", "4")
    page.click("#size-set")
    page.click("#clear")
    set_mines(page, "3")
    cell(page, 0, 0, 4).focus()
    page.keyboard.type("1####2#1####")
    shows(page, "1###", "#2#1", "####")
    settled(page)
    count, expected = oracle.marginals(GRID, 3)
    page.wait_for_selector(f"#result .facts dd:text-is('{count}')")
    analysis = ms.analyze(ms.Board(GRID, 3))
    for (r, c), probability in expected.items():
        label = cell(page, r, c, 4).get_attribute("aria-label")
        if probability in (0, 1):
            assert ("proved safe" if probability == 0 else "proved mine") in label
        else:
            assert float(re.search(r"([\d.]+) percent", label)[1]) == pytest.approx(
                100 * float(analysis.probability[r, c]), abs=0.5
            )
        cell(page, r, c, 4).hover()
        page.wait_for_selector(f"#detail h2:has-text('({r},{c})')")
        page.wait_for_selector("#detail .fraction, #detail .proof")
        if 0 < probability < 1:
            parts = page.locator("#detail .fraction span").all_inner_texts()
            assert Fraction(*map(int, parts)) == probability == analysis.exact(r, c)


def test_hover_gives_the_reason_and_rings_its_clues(visit):
    page = visit("?server" + EDGE)
    settled(page)
    cell(page, 0, 1, 2).hover()
    page.wait_for_selector("#detail .proof li")
    assert "proved safe" in page.inner_text("#detail")
    assert "so (0,1)" in page.inner_text("#detail .proof li:last-child")
    ringed = page.eval_on_selector_all("#board .clue", "cells => cells.map(c => +c.dataset.i)")
    assert ringed
    assert set(ringed) <= {0, 2, 4}
    best = page.locator("#board .best")
    assert best.count() == 1
    assert "best move" in best.get_attribute("aria-label")


def test_guesses_are_ranked_and_then_weighed_by_a_policy(visit):
    page = visit("?server#board=1x1:z")
    answer = {
        "cell": [0, 2],
        "proved": False,
        "exact": True,
        "reason": "better than (1,0) for what follows",
        "candidates": [
            {"cell": [0, 2], "safety": 0.5, "win": 0.25, "exact": "1/4", "progress": None},
            {"cell": [1, 0], "safety": 0.6, "win": 0.2, "exact": "1/5", "progress": 0.25},
        ],
    }
    held = Held(page, "**/api/best_move")
    page.evaluate("hash => { location.hash = hash }", GUESS)
    page.wait_for_function("() => document.querySelectorAll('#board .c').length === 9")
    settled(page)
    _, expected = oracle.marginals([[1, -1, -1], [-1, -1, -1], [-1, -1, 2]], 4)
    listed = page.locator("#result .table tbody tr").all_inner_texts()
    listed_guesses = [
        re.search(r"\((\d),(\d)\)(?: and (\d) alike)?\s+([\d.]+)", line).groups() for line in listed
    ]
    assert sum(1 + int(more or 0) for _, _, more, _ in listed_guesses) == len(expected)
    listed_chances = [(r, c, percent) for r, c, _, percent in listed_guesses]
    for r, c, percent in listed_chances:
        assert float(percent) == pytest.approx(100 * float(expected[int(r), int(c)]), abs=0.01)
    assert [float(p) for *_, p in listed_chances] == sorted(float(p) for *_, p in listed_chances)
    held.release(lambda route: route.fulfill(json=answer))
    page.wait_for_selector("#result .table:has-text('1/4')")
    assert "it wins 25.0 % of games from here, (1,0) (40.0 %) 20.0 %" in page.inner_text("#result")
    assert page.get_attribute("#board .best", "data-i") == "2"
    cell(page, 2, 2, 3).focus()
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.dataset.i") == "2"


def test_brushes_the_right_button_and_undo(visit):
    page = visit("#board=3x4:z12")
    settled(page)
    page.click("#brushes [aria-label='clue 1']")
    cell(page, 0, 0, 4).click()
    cell(page, 2, 3, 4).click(button="right")
    shows(page, "1###", "####", "###*")
    cell(page, 0, 0, 4).click()  # again: hidden
    shows(page, "####", "####", "###*")
    page.keyboard.press("Control+z")
    shows(page, "1###", "####", "###*")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    shows(page, "####", "####", "####")
    assert page.is_disabled("#clear")
    page.keyboard.press("Control+y")
    shows(page, "1###", "####", "####")


def test_mines_may_count_towards_clues_and_the_total(visit):
    page = visit("#board=2x3x2:z4Az")  # ### / #0#
    page.click("#settings")
    page.check("#flagsCount")
    page.check("#lockMines")
    page.click("#settings-dialog button.main")
    cell(page, 0, 0, 3).click(button="right")
    shows(page, "*##", "#1#")
    assert page.input_value("#mines") == "3"
    cell(page, 0, 0, 3).click(button="right")
    shows(page, "###", "#0#")
    assert page.input_value("#mines") == "2"


def test_text_of_any_format_is_pasted(visit):
    page = visit(WIDE)
    for text, rows in (
        ("3x2x1\n1HH\n1HH", ["1##", "1##"]),
        ('{"board": [[1, -1], [-1, 10]], "mines": 2}', ["1#", "#*"]),
        ("3x3x~0.2063492063492063\n###\n#1#\n###", ["###", "#1#", "###"]),
    ):
        clipboard(page, text)
        shows(page, *rows)
        assert copied(page).split("\n", 1)[1].split() == rows
        settled(page)


def test_files_the_dialog_and_refusals(visit, tmp_path):
    page = visit()
    file = tmp_path / "a.txt"
    file.write_text("11\n##\n\n2x3x1\n1##\n1##\n")
    page.set_input_files("#file", file)
    shows(page, "11", "##")
    assert "1 of 2" in page.inner_text("#page-of")
    page.click("#next")
    shows(page, "1##", "1##")
    page.click("#paste")
    assert page.input_value("#paste-text") == "2x3x1\n1##\n1##\n"
    page.fill("#paste-text", "1##\n1¿#")
    page.click("#paste-load")
    page.wait_for_selector("#paste-error:has-text('line 2, column 2')")
    page.fill("#paste-text", "11\n##")
    page.click("#paste-load")
    page.wait_for_selector("#paste-dialog:not([open])", state="attached")
    shows(page, "11", "##")
    # Of a text that may be read in several ways one is chosen.
    page.click("#paste")
    page.fill("#paste-text", "1Z\n##")
    page.click("#paste-load")
    page.click("#paste-readings button:has-text('mine=Z')")
    page.wait_for_selector("#paste-dialog:not([open])", state="attached")
    shows(page, "1*", "##")
    page.click("#paste")
    page.fill("#paste-text", "++1   \n++1   \n111   ")
    page.click("#paste-load")
    page.locator("#paste-readings button").first.click()
    page.wait_for_selector("#paste-dialog:not([open])", state="attached")
    shows(page, "##1", "##1", "111")
    page.click("#paste")
    assert page.is_hidden("#paste-readings")
    page.fill("#paste-text", "11\n##")
    page.click("#paste-load")
    shows(page, "11", "##")
    binary = tmp_path / "b.bin"
    binary.write_bytes(b"\xff\xfe\x00\x01" * 10)
    page.set_input_files("#file", binary)
    page.wait_for_selector("#toast.bad")
    assert rows_of(page) == ["11", "##"]  # what was there stays


def test_the_size_of_a_picture_is_put_right(visit, two_boards, tmp_path):
    picture, grids = two_boards
    path = tmp_path / "two.png"
    path.write_bytes(picture)
    page = visit()
    page.set_input_files("#file", path)
    page.click("#picture button:text('2: 9×9')")
    page.wait_for_selector("#picture button[aria-pressed=true]:text('2: 9×9')")
    assert page.input_value("#picture input[aria-label=Rows]") == "9"
    page.fill("#picture input[aria-label=Columns]", "30")
    page.click("#picture button:text('Read again with this size')")
    page.wait_for_selector("#toast:has-text('there is no board of 9x30 in this picture')")
    page.fill("#picture input[aria-label=Columns]", "9")
    with page.expect_response("**/api/read") as answered:
        page.click("#picture button:text('Read again with this size')")
    assert answered.value.request.post_data_json["shape"] == [9, 9]
    shows(page, *str(ms.Board(grids[1])).split())
    page.click("#tab-play")
    page.wait_for_selector("#picture", state="hidden")  # it belongs to the board that is analysed
    page.click("#tab-analyse")
    page.wait_for_selector("#picture")


def test_what_is_typed_while_a_picture_is_read_stays(visit, two_boards, tmp_path):
    """An answer that comes late draws the picture's card anew, but not what its user writes there."""
    path = tmp_path / "two.png"
    path.write_bytes(two_boards[0])
    page = visit()
    page.set_input_files("#file", path)
    page.wait_for_selector("#picture")
    held = []
    page.route("**/api/read", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/read"):
        page.click("#picture button:text('1: 9×9')")
    page.fill("#picture input[aria-label=Columns]", "3")
    page.fill("#picture input[aria-label='Mines in all']", "12")
    page.focus("#picture input[aria-label=Columns]")
    with page.expect_response("**/api/read"):
        held.pop().continue_()
    page.wait_for_selector("#picture:not(:has-text('2 boards, and'))")
    page.keyboard.type("0")  # in the field still, behind what was there
    assert page.input_value("#picture input[aria-label=Columns]") == "30"
    with page.expect_request("**/api/read") as asked:
        page.keyboard.press("Enter")
    assert asked.value.post_data_json["shape"] == [9, 30]
    page.wait_for_selector("#toast:has-text('there is no board of 9x30 in this picture')")
    assert page.input_value("#picture input[aria-label=Columns]") == "30"
    assert page.input_value("#picture input[aria-label='Mines in all']") == "12"
    assert page.input_value("#mines") == "12"


def test_of_a_picture_with_two_boards_either_is_chosen(visit, two_boards, tmp_path):
    picture, grids = two_boards
    path = tmp_path / "two.png"
    path.write_bytes(picture)
    page = visit()
    page.set_input_files("#file", path)
    page.wait_for_selector("#picture:has-text('2 boards, and this is board')")
    for number in (2, 1):
        page.click(f"#picture button:text('{number}: 9×9')")
        page.wait_for_selector(f"#picture button[aria-pressed=true]:text('{number}: 9×9')")
        page.wait_for_selector("#picture:not(:has-text('2 boards, and'))")
        shows(page, *str(ms.Board(grids[number - 1])).split())


def test_the_address_and_the_share_dialog_hold_the_board(visit):
    page = visit()
    clipboard(page, "3x4x3\n1###\n#2#*\n####")
    page.wait_for_function("() => location.hash.startsWith('#board=3x4x3:')")
    page.click("#stage [data-mode=analyse] .share")
    link = page.input_value("#share-link")
    assert page.input_value("#share-text") == "3x4x3\n1###\n#2#*\n####\n"
    with page.expect_download() as picture:
        page.click("#save-svg")
    drawing = Path(picture.value.path()).read_text()
    assert len(re.findall(r'<path d="M[^"]*Z" [^>]*stroke="#8a919c"', drawing)) == 12
    assert 'href="data:image/' in drawing  # its mine has its sign
    with page.expect_download() as picture:
        page.click("#save-png")
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    page = visit(link[link.index("#") :])
    shows(page, "1###", "#2#*", "####")
    assert page.input_value("#mines") == "3"
    page.evaluate("location.hash = '#board=2x2:Bz3'")
    shows(page, "1#", "##")


@pytest.mark.parametrize("fragment", ["#board=%", "#play=1"])
def test_a_page_opened_by_a_broken_link_works(visit, fragment):
    page = visit(fragment)
    page.wait_for_selector("#toast.bad")
    assert len(rows_of(page)) == 9


def test_a_broken_link_leaves_a_page_that_works(visit):
    page = visit()
    for link in ("board=xyz", "board=900x900x1:z810000", "board=2x2:z9", "board=2x2x~7.5.1:z4"):
        follow(page, link)
        page.wait_for_selector("#toast.bad")
        assert len(rows_of(page)) == 9


def test_a_contradiction_is_shown_on_the_clues_in_conflict(visit):
    page = visit("#board=3x3:Dz1Az6")
    page.wait_for_selector("#result .bad")
    marked_cells = page.eval_on_selector_all(
        "#board .conflict", "cells => cells.map(c => +c.dataset.i)"
    )
    assert marked_cells == [0, 2]
    assert "3 at (0,0)" in page.inner_text("#result")
    cell(page, 0, 0, 3).hover()
    page.keyboard.press("1")
    page.wait_for_selector("#result .bad", state="detached")
    assert page.locator(".conflict").count() == 0
    set_mines(page, "8")
    page.wait_for_selector("#result .bad")
    assert page.get_attribute("#mines", "aria-invalid") == "true"


def test_an_unknown_total_has_a_prior(visit):
    page = visit(WIDE)
    set_mines(page, "")
    page.wait_for_selector("#result:has-text('chance 1/2')")
    page.fill("#density", "1/5")
    page.press("#density", "Tab")
    page.wait_for_selector("#result:has-text('chance 1/5')")
    _, expected = oracle.marginals(GRID, None, Fraction(1, 5))
    cell(page, 2, 3, 4).hover()
    page.wait_for_selector("#detail .fraction")
    parts = page.locator("#detail .fraction span").all_inner_texts()
    assert Fraction(*map(int, parts)) == expected[2, 3]
    assert "~1/5" in copied(page)
    page.fill("#density", "seven")
    page.press("#density", "Tab")
    page.wait_for_selector("#result .error")


def test_a_part_of_a_board_goes_on_beyond_its_edges(visit):
    page = visit("#board=2x3:z2BDB2")  # ##1 / 311
    page.wait_for_selector("#result .headline.bad")
    page.click("#size")
    page.check("#cut-left")
    page.click("#size-set")
    settled(page)
    expected = ms.analyze(ms.Board.parse("##1\n311", cut="left"))
    text = page.inner_text("#result")
    assert "left edge" in text
    assert f"{len(expected.safe)} safe" in text
    assert page.is_disabled("#mines")
    assert copied(page) == "2x3x? cut=left\n##1\n311\n"
    until(page, "() => location.hash.endsWith(';cut=left')")
    clipboard(page, "2x2x? cut=top,left\n1#\n##")
    shows(page, "1#", "##")
    settled(page)
    risk = page.evaluate(f"async () => ({APP}).answer().probability[1]")
    assert risk == pytest.approx(1 / 8)
    page.click("#size")
    assert page.is_checked("#cut-top")
    assert not page.is_checked("#cut-right")


def test_sizes_that_cannot_be_are_refused(visit):
    page = visit(WIDE)
    page.click("#size")
    page.evaluate("document.querySelector('#size-form').noValidate = true")
    page.fill("#v-rows", "250")
    page.fill("#v-cols", "250")
    page.click("#size-set")
    page.wait_for_selector("#size-error:has-text('10000')")
    page.click("#size-dialog .cancel")
    assert rows_of(page) == ["1###", "#2#1", "####"]


def test_what_simple_deduction_misses_is_ringed(visit):
    grid = [[-1, -1, -1, -1, 0], [3, -1, 3, -1, 1], [1, -1, -1, -1, -1], [-1, -1, 1, -1, -1]]
    page = visit()
    settled(page)  # what is below the answer moves when it comes
    page.click("#compare summary")
    clipboard(
        page,
        "4x5x6\n" + "\n".join("".join("#" if v == -1 else str(v) for v in row) for row in grid),
    )
    shows(page, *("".join("#" if v == -1 else str(v) for v in row) for row in grid))
    page.wait_for_selector("#board .missed")
    missed = page.eval_on_selector_all("#board .missed", "cells => cells.map(c => +c.dataset.i)")
    _, expected = oracle.marginals(grid, 6)
    assert all(expected[divmod(i, 5)] in (0, 1) for i in missed)
    assert 13 in missed
    assert "(2,3)" in page.inner_text("#comparison")


def test_a_hundred_by_a_hundred(visit):
    page = visit("#board=100x100x2000:Bz9999")
    page.wait_for_selector("#result .headline")

    # The cells are a picture, and one element has the cursor: as many as the browser draws at once.
    assert page.locator("#board [role=gridcell]").count() <= 2
    page.click("#brushes [aria-label='clue 1']")
    page.eval_on_selector("#board", "board => board.scrollTo(300, 300)")
    box = page.locator("#board .rows").bounding_box()

    def middle(row, col):
        return box["x"] + (col + 0.5) * box["width"] / 100, box["y"] + (row + 0.5) * box[
            "height"
        ] / 100

    page.mouse.click(*middle(30, 31))
    page.mouse.move(*middle(30, 32))
    focused = "document.activeElement.ariaLabel"
    page.wait_for_function(f"() => {focused} === '(30,32): hidden, 13 percent mine'")
    page.wait_for_selector("#detail .fraction")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"() => {focused}.startsWith('(30,31): 1')")
    page.keyboard.press("Control+Home")
    page.wait_for_function(f"() => {focused}.startsWith('(0,0): 1')")

    # The pixels of the cell are those of an open one, in the other theme too.
    colour = """([x, y]) => {
      const canvas = document.querySelector("#board canvas");
      const { left, top } = canvas.getBoundingClientRect();
      return [...canvas.getContext("2d").getImageData(x - left - 5, y - top - 5, 1, 1).data.slice(0, 3)];
    }"""
    open_ground = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(200)
        page.eval_on_selector("#board", "board => board.scrollTo(300, 300)")
        page.wait_for_timeout(100)
        open_ground[scheme] = page.evaluate(colour, middle(30, 31))
        assert open_ground[scheme] != page.evaluate(colour, middle(30, 40))
    assert sum(open_ground["light"]) > 600 > 200 > sum(open_ground["dark"])


def test_a_stroke_over_a_large_board_writes_the_address_when_it_ends(visit):
    page = visit("#board=60x60x600:Bz3599")
    page.wait_for_selector("#result .headline")
    page.click("#brushes [aria-label='clue 2']")
    box = page.locator("#board .rows").bounding_box()
    side = box["width"] / 60
    before = page.evaluate("location.hash")
    page.mouse.move(box["x"] + 5.5 * side, box["y"] + 5.5 * side)
    page.mouse.down()
    page.mouse.move(box["x"] + 9.5 * side, box["y"] + 5.5 * side)
    page.wait_for_timeout(600)
    assert page.evaluate("location.hash") == before
    page.mouse.up()
    # Five cells, one step of the history.
    page.wait_for_function("before => location.hash !== before", arg=before)
    assert page.evaluate("location.hash") == "#board=60x60x600:Bz304C5z3290"
    page.click("#undo")
    page.wait_for_function("before => location.hash === before", arg=before)


def test_cells_are_named_as_the_user_likes(visit):
    page = visit(EDGE)
    settled(page)
    page.click("#settings")
    page.select_option("#names", "letters")
    page.click("#settings-dialog button.main")
    page.wait_for_selector("#result:has-text('B1')")
    assert cell(page, 2, 1, 2).get_attribute("aria-label").startswith("B3: ")


# --- play ---


def test_a_game_is_played_to_its_win_with_the_keyboard_alone(visit):
    page = visit("#play=4x4x4;zero;1;")
    hidden = Game(4, 4, 4, Rules("zero"), seed=1)
    hidden.open((0, 0))
    page.wait_for_selector("#board .c")
    cell(page, 0, 0, 4).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .o")

    def go(row, col):
        page.keyboard.press("Control+Home")
        for _ in range(row):
            page.keyboard.press("ArrowDown")
        for _ in range(col):
            page.keyboard.press("ArrowRight")

    go(*min(hidden.layout))
    page.keyboard.press("f")
    page.wait_for_selector("#board .flag")
    assert page.get_attribute("#led-mines", "aria-label") == "3 mines left"
    page.keyboard.press("Enter")  # a flag protects its cell
    for row in range(4):
        for col in range(4):
            if (row, col) not in hidden.layout and rows_of(page)[row][col] == "#":
                go(row, col)
                page.keyboard.press(" ")
                page.wait_for_function(
                    "i => document.querySelector(`[data-i='${i}']`).classList.contains('o')",
                    arg=row * 4 + col,
                )
    page.wait_for_selector("#message.good")
    page.wait_for_selector("#replay-game", state="attached")
    assert page.get_attribute("#face", "data-face") == "cool"
    assert page.locator("#board .flag").count() == 4
    assert page.is_disabled("#hint")
    page.click("#stats")
    assert "4×4/4" in page.inner_text("#stats-body")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    stored = json.loads(page.evaluate("localStorage.getItem('minesolver.statistics')"))
    level = stored["4×4/4"]
    assert (level["games"], level["wins"], level["streak"]) == (1, 1, 1)
    assert 0 < level["bbbv"] <= level["clicks"]


@pytest.mark.parametrize(
    ("rules", "size", "cells"),
    [
        ("quad", "5x5x10;none~cse", 25),
        ("hex", "5x5x4;zero~cnse", 25),
        ("3d,unary*3x3x3", "9x3x5;safe~cnse", 27),
    ],
)
def test_layouts_that_python_deals_are_those_of_the_rules(visit, rules, size, cells):
    moves = [12, *(i for i in range(cells) if i != 12)]  # all, also after a mine
    moves_text = ".".join("o" + np.base_repr(i, 36).lower() for i in moves)
    page = visit(f"?server#play={size}*{rules}*;3;{moves_text}")
    page.wait_for_function(f"() => !String(({ROWS})()).includes('#')")
    shown_signs = "".join(rows_of(page))
    mines = {i for i, sign in enumerate(shown_signs) if sign == "*"}
    assert len(shown_signs) == cells
    assert len(mines) == int(size.split("x")[2].split(";")[0])
    name, _, shape = rules.partition("*")
    field = Field.parse(name, tuple(map(int, (shape or "5x5").split("x"))))
    layout = [int(i in mines) for i in range(cells)]
    assert all(statement.holds([layout[i] for i in statement.cells]) for statement in field.placed)
    assert "zero" not in size or shown_signs[12] == "0"


SPHERE = """async ([sizes, said]) => {
  const app = await import(new URL("static/app.js", document.baseURI));
  const { askEngine: ask, checkedPosition, ground, toHash, toText } = app;
  const drawn = sizes.map((size) => ground("geodesic", [6, size, 2 * size]));
  const each = ({ near, name, outline }) => [near, ...[name, outline].map((of) => near.map((_, i) => of(i)))];
  const grounds = drawn.map(each);
  const position = checkedPosition({ json: JSON.parse(said) });
  const { safe, mine_cells: mines, solutions } = await ask("analyse", { position });
  const again = String(checkedPosition(toHash(position)).codes) === String(position.codes);
  const found = [safe, mines].map((cells) => cells.map(([row]) => drawn[1].name(row)));
  return { grounds, found, again, text: toText(position), solutions: Number(solutions) };
}"""


def test_a_sphere_is_that_of_the_library(visit):
    page = visit("?server")
    board = next(generate(2, 4, board="geodesic", layers=[6], unique=True, seed=3)).board
    page_values = page.evaluate(SPHERE, [[1, 2, 3], board.to_json()])
    for size, (page_neighbours, names, outlines) in zip(
        (1, 2, 3), page_values["grounds"], strict=True
    ):
        geometry = Field.parse("geodesic", (6, size, 2 * size)).geometry
        assert [tuple(name) for name in names] == list(geometry.cells)
        assert page_neighbours == [
            sorted(library_neighbours) for library_neighbours in geometry.neighbours
        ]
        assert list(map(len, outlines)) == list(map(len, geometry.corners))
        assert all(
            np.allclose(*outline_pair)
            for outline_pair in zip(outlines, geometry.corners, strict=True)
        )
    assert json.loads(page_values["text"])["board"] == json.loads(board.to_json())["board"]
    analysis = ms.analyze(board)
    assert [{*map(tuple, cells)} for cells in page_values["found"]] == [
        analysis.safe,
        analysis.mines,
    ]
    assert page_values["solutions"] == analysis.solutions
    assert page_values["again"]


def test_clues_that_the_page_does_not_know_are_played_elsewhere(visit):
    page = visit("?server#play=5x5x5;zero~*wall*;3;oc")
    page.wait_for_selector("#toast.bad:has-text('minesolver play --rules wall --policy human')")


def test_losing_the_review_the_replay_and_going_back(visit):
    game = Game(9, 9, 10, Rules("zero"), seed=5)
    game.open((4, 4))
    analysis = ms.analyze(game.board)
    bomb = min(game.layout)
    page = visit("#play=9x9x10;zero;5;")
    page.wait_for_selector("#board .c")
    cell(page, 4, 4, 9).click()
    page.wait_for_selector("#board .o")
    assert rows_of(page) == str(game.board).split("\n")[1:]
    cell(page, bomb[0], bomb[1], 9).click()
    page.wait_for_selector("#message.bad")
    page.click("#figures summary")
    page.wait_for_selector("#review tbody tr")
    assert page.locator("#board .boom").count() == 1
    assert page.locator("#board .mine").count() == 9
    assert analysis.safe
    assert "was proved safe" in page.inner_text("#review")
    page.click("#replay-game")
    page.wait_for_selector("#step-of:has-text('0 / 2')")
    page.click("#step-on")
    shows(page, *str(game.board).split("\n")[1:])
    page.check("#replay-assist")
    page.wait_for_selector("#board .safe")
    assert {
        divmod(i, 9)
        for i in page.eval_on_selector_all("#board .safe", "c => c.map(x => +x.dataset.i)")
    } == analysis.safe
    page.click("#to-analyse")
    settled(page)
    assert rows_of(page) == str(game.board).split("\n")[1:]
    page.click("#tab-play")
    page.click("#back")
    page.wait_for_selector("#message.bad", state="detached")
    page.click("#restart")
    page.wait_for_function("() => !document.querySelector('#board .o')")
    cell(page, bomb[0], bomb[1], 9).click()  # the same mines, wherever the first click is now
    page.wait_for_selector("#message.bad")


def test_hints_have_reasons_and_are_right_and_auto_opens_what_is_proved(visit):
    page = visit("#play=9x9x10;zero;5;o14")
    game = Game(9, 9, 10, Rules("zero"), seed=5)
    game.open((4, 4))
    page.wait_for_selector("#board .o")
    cell(page, 4, 4, 9).focus()
    page.keyboard.press("h")
    page.wait_for_selector("#advice .proof li")
    index = int(page.get_attribute("#board .hint", "data-i"))
    assert not game.is_mine(divmod(index, 9))
    assert "proved" in page.inner_text("#advice h2")
    assert "flag (4,6), then chord on (5,6): 3 at once" in page.inner_text("#advice")
    assist(page, "marks")
    page.wait_for_selector("#board .safe")
    assert page.locator("#board .p").count() == 0
    before = sum(row.count("#") for row in rows_of(page))
    page.focus("#board [tabindex='0']")
    page.keyboard.press("a")
    page.wait_for_function("n => document.querySelectorAll('#board .hid').length < n", arg=before)
    page.wait_for_function("() => !document.querySelector('#board .safe')")
    assert page.locator("#board .boom").count() == 0


STOP_AFTER_THREE_MOVES = """() => {
  const stopping = new MutationObserver(() => {
    if (document.querySelectorAll("#log li").length <= 3) return;
    stopping.disconnect();
    document.querySelector("#run").click();
  });
  stopping.observe(document.body, { childList: true, subtree: true });
}"""
"""In the page itself: on a busy machine the game might come to its end before a click from here."""


def test_a_policy_moves_once_runs_and_stops(visit):
    page = visit("#play=9x9x10;safe;4;")
    open_help(page)
    page.click("#watch")
    page.select_option("#policy", "safest")
    page.click("#one")
    page.wait_for_selector("#log li")
    assert page.locator("#log li").count() == 1
    page.evaluate("document.querySelector('#speed').value = 2")
    page.evaluate(STOP_AFTER_THREE_MOVES)
    page.click("#run")
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 3")
    page.wait_for_selector("#run:text-is('Run')")
    assert page.locator("#message.good, #message.bad").count() == 0  # in the middle of the game
    page.evaluate("document.querySelector('#speed').value = 6")
    page.click("#run")
    page.wait_for_selector("#message.good, #message.bad")
    page.wait_for_selector("#replay-game", state="attached")
    log = page.locator("#log li").all_inner_texts()
    assert all("proved" in line or "guess" in line for line in log)
    addressed(page)
    link = page.evaluate("location.hash")
    rows = rows_of(page)
    page = visit(link)
    page.wait_for_selector("#message.good, #message.bad")
    assert rows_of(page) == rows


def test_the_rules_of_the_source_documents(visit):
    page = visit("#play=3x3x2;zero;5;")
    page.click("#rules")
    page.select_option("#rule-set", "search")
    page.fill("#seed", "3")
    page.click("#rules-start")
    page.wait_for_selector("#board .sign")
    texts = page.eval_on_selector_all("#board .c", "cells => cells.map(c => c.textContent)")
    assert texts.count("M") == 2
    assert set(texts) == {"U", "M"}
    cell(page, 0, 0, 3).click()
    page.wait_for_selector("#board .sA")  # "*": what may be visited next
    mine = Game(3, 3, 2, Rules("fixed:0,0", "continue", "open", "single"), seed=3)
    bomb = min(mine.layout)
    cell(page, bomb[0], bomb[1], 3).click()
    page.wait_for_selector("#board .sT")  # the game goes on
    colours = {
        sign: page.eval_on_selector(f"#board .{sign}", "c => getComputedStyle(c).backgroundColor")
        for sign in ("sU", "sM", "sT")
    }  # table 1 of the report: dark grey, red, yellow; a star has the colour of what it hides
    assert colours == {
        "sU": "rgb(169, 169, 169)",
        "sM": "rgb(255, 122, 112)",
        "sT": "rgb(255, 225, 74)",
    }
    assert page.locator("#message.bad").count() == 0
    page.click("#rules")
    page.select_option("#rule-set", "cs50")
    page.fill("#seed", "3")
    page.click("#rules-start")
    page.wait_for_selector("#message:has-text('Flag every mine')")
    mine = Game(3, 3, 2, Rules("none", "lose", "flag", "single"), seed=3)
    for bomb in sorted(mine.layout):
        cell(page, bomb[0], bomb[1], 3).click(button="right")
    page.wait_for_selector("#message.good")


def test_a_game_without_a_guess_as_hard_as_is_wanted(visit):
    page = visit("#play=9x9x10;zero;5;")
    page.click("#rules")
    assert page.is_disabled("#hardness")  # of games without guesses alone
    page.check("#no-guess")
    page.select_option("#hardness", "3-")
    page.fill("#seed", "3")
    page.click("#rules-start")
    page.wait_for_selector("#rules-dialog", state="hidden")
    cell(page, 4, 4, 9).click()
    wanted = next(generate(9, 9, 10, seed=3, hardest=(3, inf)))
    assert wanted.judgement.facts >= 3
    shows(page, *str(wanted.board).splitlines()[1:])
    addressed(page)
    assert "~nz" in page.evaluate("location.hash")


def test_a_game_without_a_guess(visit):
    page = visit("#play=6x6x8;safe~n;11;")
    page.wait_for_selector("#board .c")
    cell(page, 2, 2, 6).click()
    page.wait_for_selector("#board .o")
    open_help(page)
    page.click("#auto")
    page.wait_for_selector("#message.good")


def test_games_and_replays_are_opened_from_files(visit, tmp_path):
    page = visit()
    layout = tmp_path / "board.mbf"
    layout.write_bytes(bytes([3, 2, 0, 1, 2, 0]))
    page.set_input_files("#file", layout)
    page.wait_for_selector("#tab-play[aria-selected=true]")
    cell(page, 0, 0, 3).click()
    page.wait_for_selector("#board .o")
    cell(page, 1, 2, 3).click()
    page.wait_for_selector("#message.good")
    page.wait_for_selector("#replay-game", state="attached")
    page.click("#figures summary")
    with page.expect_download() as saved:
        page.click("#review button:has-text('Save game')")
    record = tmp_path / "game.jsonl"
    record.write_bytes(Path(saved.value.path()).read_bytes())
    page.set_input_files("#file", record)
    page.wait_for_selector("#step-of:has-text('2 / 2')")
    shows(page, "01#", "011")
    page.click("#step-back")
    shows(page, "01#", "01#")
    page.wait_for_selector("#review:has-text('2 cells chosen')")


def test_a_link_to_an_impossible_game_gives_another(visit):
    page = visit("#play=9x9x500;safe;1;")
    for link in ("", "play=9x9x10;safe;5;o0.o0", "play=9x9x10;luck;5;"):
        if link:
            follow(page, link)
        page.wait_for_selector("#toast.bad")
        begun(page)
        cell(page, 4, 4, 9).click()
        page.wait_for_selector("#board .o, #board .boom")


# --- every user ---


def test_a_phone_scrolls_the_board_and_not_the_page(visit):
    page = visit(WIDE, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True)

    def each_width():
        """On a small phone, and then on a larger one."""
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 700})
            page.wait_for_function("width => screen.width === width", arg=width)
            yield width

    settled(page)
    clipboard(page, "\n".join(["#" * 30] * 4))
    page.wait_for_function("() => document.querySelectorAll('#board .c').length === 120")
    for width in each_width():
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.tap("#tab-play")
    page.wait_for_function("() => document.querySelectorAll('#board .c').length === 81")
    for width in each_width():
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    begun(page)
    page.tap("#board [data-i='40']")
    page.wait_for_selector("#board .o")
    page.tap("#hint")
    page.wait_for_selector("#dock-answer:visible")
    for width in each_width():
        for control in ("#hint", "#helping", "#tap-flag", "#dock-answer"):
            box = page.locator(control).bounding_box()
            assert box["y"] + box["height"] <= 700, (control, width)  # above the fold
    page.tap("#tap-flag")
    page.locator("#board .hid").first.tap()
    page.wait_for_selector("#board .flag")
    page.tap("#hint")
    page.wait_for_selector("#dock-answer:visible")
    page.tap("#dock-answer")
    assert page.is_visible("#advice")
    page.tap("#dock-answer")
    assert page.is_hidden("#advice")


def test_dark_and_light(visit):
    def background(page):
        return sum(
            map(
                int,
                re.findall(
                    r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor")
                )[:3],
            )
        )

    page = visit()
    assert background(page) > 600
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert background(page) < 150
    page.click("#settings")
    page.select_option("#theme", "light")
    assert background(page) > 600
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert background(page) > 600  # remembered


def test_a_screen_reader_meets_a_grid_of_labelled_cells(visit):
    page = visit(WIDE)
    settled(page)
    grid = page.locator("#board")
    assert grid.get_attribute("role") == "grid"
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("3", "4")
    assert labels(page)[0][0] == "(0,0): 1"
    assert page.locator("#board [tabindex='0']").count() == 1
    unnamed = page.eval_on_selector_all(
        "button, input, select, textarea",
        "all => all.filter(x => !(x.textContent.trim() || x.ariaLabel || x.labels?.length)).map(x => x.id)",
    )
    assert unnamed == ["file"]  # a button stands for it


def test_a_server_that_has_gone_is_said_to_be(visit):
    page = visit("?server" + WIDE)
    settled(page)
    page.context.set_offline(True)
    cell(page, 2, 2, 4).hover()
    page.keyboard.press("1")
    page.wait_for_selector("#result:has-text('does not answer')")
    page.context.set_offline(False)
    page.evaluate(
        "document.querySelector('#result button')?.click()"
    )  # unless the page was the first to see it
    page.wait_for_selector("#result .bad", state="detached")
    settled(page)


def test_a_server_of_another_version_is_not_believed(visit):
    page = visit("?server" + WIDE)
    settled(page)

    def upgraded(route):
        response = route.fetch()
        route.fulfill(
            response=response, headers={**response.headers, "x-minesolver-build": "another"}
        )

    page.route("**/api/analyse", upgraded)
    cell(page, 2, 2, 4).hover()
    page.keyboard.press("1")
    page.wait_for_selector("#result:has-text('reload the page')")
    assert page.locator("#board .p").count() == 0


EXAMPLE = "#board=9x9x10:z19Dz3B2z4C2B2z4CBA2BCz4B4z4C2z2B2z20"
DIALOG = "dialog[open]"
STATES = {
    "example": ("", [], "#board .safe"),
    "guess": (GUESS, [], "#result .table"),
    "contradiction": ("#board=3x3:Dz1Az6", [], "#result .bad"),
    "size": ("", ["#size"], DIALOG),
    "paste": ("", ["#paste", "#paste-dialog summary"], "#paste-dialog details[open]"),
    "share": ("", ["[data-mode=analyse] .share"], DIALOG),
    "settings": ("", ["#settings"], DIALOG),
    "keys": ("", ["#help"], DIALOG),
    "about": ("", ["#about"], DIALOG),
    "compare": (WIDE, ["#compare summary"], "#comparison p"),
    "play": ("#play=5x5x4;zero;1;oc", ["#hint", "#watch", "#one"], "#log li"),
    "rules": ("#play=5x5x4;zero;1;", ["#rules"], DIALOG),
    "lost": ("#play=5x5x4;zero;1;oc.o2", ["#figures summary"], "#replay-game"),
    "statistics": ("", ["#stats"], DIALOG),
    "replay": (
        "#play=5x5x4;zero;1;oc.o2",
        ["#figures summary", "#replay-game", "#step-on"],
        "#step-of:has-text('1 /')",
    ),
}
"""Addresses, what is clicked there, and what is seen then; games on small boards have cells of each kind."""


AXE_RUN = """async ([part, rules]) => {
  const { violations } = await axe.run(part, { resultTypes: ["violations"], ...rules });
  return violations.map(({ id, nodes: [{ html, failureSummary }] }) =>
    [id, html.slice(0, 120), failureSummary.slice(0, 200)]);
}"""


@pytest.mark.skipif(not AXE.is_file(), reason="needs axe-core: npm install in bindings")
def test_axe_finds_no_violation_in_any_state(visit):
    page = visit()
    page.evaluate(AXE.read_text())
    violations_by_state = {}
    for state, (fragment, clicks, seen) in STATES.items():
        page.evaluate("document.querySelectorAll('dialog[open]').forEach(x => x.close())")
        page.evaluate("document.querySelectorAll('details[open]').forEach(x => x.open = false)")
        addressed(page)
        page.evaluate("f => { location.hash = f }", fragment or EXAMPLE)
        addressed(page)
        for selector in clicks:
            if "#compare" in selector:
                settled(page)
            page.click(selector)
        page.wait_for_selector(seen)
        # Behind a dialog is the page of the first state.
        part = DIALOG if page.locator(DIALOG).count() else "html"
        # In dark colours all but the contrast is the same.
        for scheme, rules in (("light", {}), ("dark", {"runOnly": "color-contrast"})):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            violations_by_state[state, scheme] = page.evaluate(AXE_RUN, [part, rules])
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert not any(violations_by_state.values()), {
        state: some for state, some in violations_by_state.items() if some
    }


LANGUAGES = ["de", thorough("zh")]  # German has the longest words
CUT = """() => [...document.querySelectorAll("button, h2, summary, label, td, th, p, option")]
    .filter((one) => one.offsetParent && !one.closest("#board"))
    .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis")
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
    .map((one) => `${one.tagName} ${one.id} ${one.textContent.slice(0, 40)}`)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_another_language_overflows_on_a_phone(visit, language):
    phone = {"width": 390, "height": 800}
    settings = json.dumps({"language": language})
    page = visit("#play=9x9x10;zero;5;o0", viewport=phone, storage={"settings": settings})
    assert page.evaluate("document.documentElement.lang") == language
    for tab in ("play", "analyse", "train", "replay"):
        page.click(f"#tab-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, tab
        assert page.evaluate(CUT) == [], tab
    for dialog in ("settings", "stats", "help", "about", "size", "rules", "share", "paste"):
        page.evaluate("id => document.getElementById(`${id}-dialog`).showModal()", dialog)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, dialog
        assert page.evaluate(CUT) == [], dialog
        page.evaluate("id => document.getElementById(`${id}-dialog`).close()", dialog)


def test_a_puzzle_is_edited(visit):
    page = visit("#board=2x3x1:Bz5")
    settled(page)
    assert not page.locator(".brush[data-code='group']").count()
    page.locator("#settings").click()
    page.locator("#puzzles").check()
    page.keyboard.press("Escape")
    page.locator(".brush[data-code='-3']").click()
    cell(page, 0, 2, 3).click()
    page.locator(".brush[data-code='group']").click()
    for row, col in (0, 1), (1, 0):
        cell(page, row, col, 3).click()
    settled(page)
    addressed(page)
    assert "square;2x3x1:Bzoz3;1.3=1" in page.url
    # One mine beside the 1, and it is one of the two.
    until(page, "({ answer }) => answer()?.solutions === '2'")
    assert cell(page, 0, 2, 3).get_attribute("aria-label").endswith("no cell")
    assert "hidden, proved safe" in cell(page, 1, 1, 3).get_attribute("aria-label")
    page.locator("#groups input").fill("0, 2")
    until(page, "({ answer }) => answer()?.solutions === '1'")
    page.locator("#groups input").fill("2-")
    assert page.locator("#groups input").get_attribute("aria-invalid") == "true"
    page.locator("#undo").click()
    until(page, "({ answer }) => answer()?.solutions === '2'")


def test_a_guess_tells_what_comes_after_it(visit):
    page = visit(GUESS)
    settled(page)
    cell(page, 0, 1, 3).hover()
    page.wait_for_selector("text=Safe here and at the best cell after it")
    page.wait_for_selector("#detail:has-text('It would show')")


def test_a_board_is_built_by_its_mines(visit):
    page = visit("#board=3x4x2:z12")
    settled(page)
    page.click("#size")
    page.click("#presets button:has-text('All cells open')")
    shows(page, "0000", "0000", "0000")
    cell(page, 1, 1, 4).click(button="right")
    shows(page, "1110", "1*10", "1110")
    page.keyboard.press("l")
    cell(page, 1, 3, 4).click(button="right")
    page.click("#stage [data-mode=analyse] .share")
    with page.expect_download() as download:
        page.click("#save-mbf")
    assert Path(download.value.path()).read_bytes() == bytes([4, 3, 0, 2, 1, 1, 3, 1])


def test_a_picture_of_hexagons_has_hexagons(visit):
    page = visit("#board=hex;4x5x4:Bz19")
    settled(page)
    page.click("#stage [data-mode=analyse] .share")
    with page.expect_download() as download:
        page.click("#save-svg")
    outlines = re.findall(
        r'<path d="(M[^"]*Z)" [^>]*stroke="#8a919c"', Path(download.value.path()).read_text()
    )
    assert len(outlines) == 20
    assert {outline.count("L") for outline in outlines} == {5}
