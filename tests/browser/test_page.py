"""The page from end to end: boards typed, dragged and pasted, games played, things broken."""

from __future__ import annotations

import re
from fractions import Fraction

import oracle
import pytest

import minesolver as ms
from minesolver.game import Game, Rules

WIDE = "#board=3x4x3:Bz4CzBz4"  # 1### / #2#1 / ####, 3 mines
GRID = [[1, -1, -1, -1], [-1, 2, -1, 1], [-1, -1, -1, -1]]
EDGE = "#board=3x2:BzBzBz"  # a column of 1s: the middle neighbour is the mine


def cell(page, row, col, cols, board="board-analyse"):
    return page.locator(f"#{board} [data-i='{row * cols + col}']")


def settled(page):
    """Wait until the answer to the last edit is on the screen."""
    page.wait_for_function(
        """() => {
             const cells = [...document.querySelectorAll("#board-analyse .cell")];
             return cells.every((c) => !c.classList.contains("hidden") || c.classList.contains("p"))
               || document.querySelector("#summary .bad");
           }"""
    )


def rows_of(page, board="board-analyse"):
    """The codes on the screen, as canonical rows, from the labels that a screen reader gets."""
    labels = page.eval_on_selector_all(
        f"#{board} [role=row]",
        "rows => rows.map(row => [...row.querySelectorAll('[role=gridcell]')]"
        ".map(cell => cell.getAttribute('aria-label')))",
    )

    def sign(label):
        said = label.partition(": ")[2]
        return "#" if "hidden" in said else "*" if "mine" in said else said[0]

    return ["".join(map(sign, row)) for row in labels]


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


# --- analyse ---


def test_a_typed_board_shows_the_probabilities_of_the_library(visit):
    page = visit()
    page.fill("#rows", "3")
    page.fill("#cols", "4")
    page.press("#cols", "Tab")
    page.fill("#mines", "3")
    page.check("#advance")
    cell(page, 0, 0, 4).focus()
    page.keyboard.type("1####2#1####")
    settled(page)
    assert rows_of(page) == ["1###", "#2#1", "####"]
    count, expected = oracle.marginals(GRID, 3)
    page.wait_for_function(
        "n => document.querySelector('#summary').textContent.includes(n)", arg=f"Layouts{count}"
    )
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
    page = visit(EDGE)
    settled(page)
    cell(page, 0, 1, 2).hover()
    page.wait_for_selector("#detail .proof li")
    assert "proved safe" in page.inner_text("#detail")
    text = page.inner_text("#detail .proof li:last-child")
    assert "so (0,1) and (2,1) are safe" in text or "so (0,1) is safe" in text
    ringed = page.eval_on_selector_all("#board-analyse .clue", "cells => cells.map(c => +c.dataset.i)")
    assert ringed
    assert set(ringed) <= {0, 2, 4}
    best = page.locator("#board-analyse .best")
    assert best.count() == 1
    assert "best cell" in best.get_attribute("aria-label")


GUESS = "#board=3x3x4:Bz7C"


def without_policies(page):
    """As on a machine where they are not compiled yet."""
    page.route("**/api/recommend", lambda route: route.abort())


def test_guesses_are_ranked_beside_the_board(visit):
    page = visit()
    without_policies(page)
    page.evaluate("hash => { location.hash = hash }", GUESS)
    page.wait_for_function("() => document.querySelectorAll('#board-analyse .cell').length === 9")
    settled(page)
    _, expected = oracle.marginals([[1, -1, -1], [-1, -1, -1], [-1, -1, 2]], 4)
    listed = page.locator("#summary .ranked tbody tr").all_inner_texts()
    shown = [re.search(r"\((\d),(\d)\)\s+([\d.]+)", line).groups() for line in listed]
    assert len(shown) == len(expected)
    for r, c, percent in shown:
        assert float(percent) == pytest.approx(100 * float(expected[int(r), int(c)]), abs=0.01)
    percents = [float(percent) for *_, percent in shown]
    assert percents == sorted(percents)


def test_what_a_policy_weighs_replaces_the_ranking_by_risk(visit):
    page = visit()
    answer = {
        "cell": [0, 2],
        "proved": False,
        "exact": True,
        "reason": "better than (1,0) for what follows",
        "candidates": [
            {"cell": [0, 2], "probability": 0.5, "win": "1/4", "progress": None},
            {"cell": [1, 0], "probability": 0.4, "win": "1/5", "progress": 0.25},
        ],
    }
    page.route("**/api/recommend", lambda route: route.fulfill(json=answer))
    page.evaluate("hash => { location.hash = hash }", GUESS)
    page.wait_for_selector("#summary .ranked:has-text('1/4')")
    assert page.locator("#summary .ranked tbody tr").count() == 2
    assert "better than (1,0)" in page.inner_text("#summary")
    assert page.get_attribute("#board-analyse .best", "data-i") == "2"
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.dataset.i") == "2"


def test_mouse_brush_drag_right_button_and_wheel(visit):
    page = visit("#board=3x4:z12")
    settled(page)
    page.click("#brushes [aria-label='clue 1']")
    cell(page, 0, 0, 4).click()
    box = [cell(page, 1, c, 4).bounding_box() for c in range(4)]
    page.mouse.move(box[0]["x"] + 9, box[0]["y"] + 9)
    page.mouse.down()
    for b in box[1:]:
        page.mouse.move(b["x"] + 9, b["y"] + 9, steps=3)
    page.mouse.up()
    cell(page, 2, 3, 4).click(button="right")
    cell(page, 2, 0, 4).hover()
    page.mouse.wheel(0, -100)
    page.mouse.wheel(0, -100)
    page.mouse.wheel(0, -100)
    page.wait_for_function("() => document.querySelectorAll('#board-analyse .n2').length === 1")
    assert rows_of(page) == ["1###", "1111", "2##*"]
    cell(page, 0, 0, 4).click()  # again: hidden
    assert rows_of(page)[0] == "####"
    page.keyboard.press("Control+z")
    assert rows_of(page)[0] == "1###"
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert rows_of(page)[1:] == ["1111", "####"]
    page.keyboard.press("Control+z")  # the whole stroke at once
    assert rows_of(page) == ["1###", "####", "####"]
    for _ in range(6):
        page.keyboard.press("Control+y")
    assert rows_of(page) == ["####", "1111", "2##*"]


def test_keys_go_to_the_cell_under_the_pointer(visit):
    page = visit("#board=2x2:z4")
    cell(page, 1, 1, 2).hover()
    page.keyboard.press("2")
    cell(page, 0, 1, 2).hover()
    page.keyboard.press("m")
    assert rows_of(page) == ["#*", "#2"]
    page.keyboard.press("Delete")
    assert rows_of(page) == ["##", "#2"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2x3x1\n1##\n1##", ["1##", "1##"]),
        ("3x2x1\n1HH\n1HH", ["1##", "1##"]),
        ('{"board": [[1, -1], [-1, 10]], "mines": 2}', ["1#", "#*"]),
        ("UM\nT1", ["##", "*1"]),
    ],
)
def test_text_of_any_format_is_pasted(visit, text, rows):
    page = visit()
    clipboard(page, text)
    page.wait_for_function(
        "n => document.querySelectorAll('#board-analyse .cell').length === n", arg=len("".join(rows))
    )
    assert rows_of(page) == rows
    assert copied(page).split("\n", 1)[1].split() == rows


def test_files_the_dialog_and_refusals(visit, tmp_path):
    page = visit()
    file = tmp_path / "a.mine"
    file.write_text("3x2x1\n1HH\n1HH\n")
    page.set_input_files("#file", file)
    page.wait_for_function("() => document.querySelectorAll('#board-analyse .cell').length === 6")
    assert rows_of(page) == ["1##", "1##"]
    page.click("#paste")
    assert page.input_value("#paste-text") == "2x3x1\n1##\n1##\n"
    page.fill("#paste-text", "1##\n1x#")
    page.click("#paste-load")
    page.wait_for_function(
        "() => document.querySelector('#paste-error').textContent.includes('line 2, column 2')"
    )
    page.fill("#paste-text", "11\n##")
    page.click("#paste-load")
    page.wait_for_selector("#paste-dialog:not([open])", state="attached")
    assert rows_of(page) == ["11", "##"]
    binary = tmp_path / "b.bin"
    binary.write_bytes(b"\xff\xfe\x00\x01" * 10)
    page.set_input_files("#file", binary)
    page.wait_for_selector("#toast.bad")
    assert rows_of(page) == ["11", "##"]  # what was there stays


def test_the_address_holds_the_board(visit):
    page = visit()
    clipboard(page, "3x4x3\n1###\n#2#*\n####")
    page.wait_for_function("() => location.hash.startsWith('#board=3x4x3:')")
    link = page.evaluate("location.hash")
    other = visit(link)
    settled(other)
    assert rows_of(other) == ["1###", "#2#*", "####"]
    assert other.input_value("#mines") == "3"
    page.evaluate("location.hash = '#board=2x2:Bz3'")
    page.wait_for_function("() => document.querySelectorAll('#board-analyse .cell').length === 4")
    assert rows_of(page) == ["1#", "##"]


@pytest.mark.parametrize(
    "fragment",
    ["#board=xyz", "#board=900x900x1:z810000", "#board=2x2:z9", "#board=2x2:z3", "#play=1", "#board=%"],
)
def test_a_broken_link_leaves_a_page_that_works(visit, fragment):
    page = visit(fragment)
    page.wait_for_selector("#toast.bad")
    assert page.is_visible("#view-analyse")
    assert len(rows_of(page)) == 9


def test_a_contradiction_is_shown_on_the_clues_in_conflict(visit):
    page = visit("#board=3x3:Dz1Az6")
    page.wait_for_selector("#summary .bad")
    shown = page.eval_on_selector_all("#board-analyse .conflict", "cells => cells.map(c => +c.dataset.i)")
    assert shown == [0, 2]
    assert "3 at (0,0)" in page.inner_text("#summary")
    cell(page, 0, 0, 3).hover()
    page.keyboard.press("1")
    page.wait_for_selector("#summary .bad", state="detached")
    settled(page)
    assert page.locator(".conflict").count() == 0
    page.fill("#mines", "1")
    page.wait_for_function("() => document.querySelector('#summary').textContent.includes('Layouts')")
    page.fill("#mines", "8")
    page.wait_for_selector("#summary .bad")
    assert page.get_attribute("#mines", "aria-invalid") == "true"


def test_an_unknown_total_has_a_prior(visit):
    page = visit(WIDE)
    page.fill("#mines", "")
    page.wait_for_function("() => document.querySelector('#summary').textContent.includes('probability 1/2')")
    page.fill("#density", "1/5")
    page.press("#density", "Tab")
    page.wait_for_function("() => document.querySelector('#summary').textContent.includes('probability 1/5')")
    _, expected = oracle.marginals(GRID, None, "1/5")
    cell(page, 2, 3, 4).hover()
    page.wait_for_selector("#detail .fraction")
    parts = page.locator("#detail .fraction span").all_inner_texts()
    assert Fraction(*map(int, parts)) == expected[2, 3]
    assert "~1/5" in copied(page)
    page.fill("#density", "seven")
    page.press("#density", "Tab")
    page.wait_for_selector("#summary .error")


def test_sizes_that_cannot_be_are_refused(visit):
    page = visit(WIDE)
    for value in ("0", "5000", "-3", ""):
        page.fill("#rows", value)
        page.press("#rows", "Tab")
        page.wait_for_selector("#toast.bad")
        assert page.input_value("#rows") == "3"
    assert rows_of(page) == ["1###", "#2#1", "####"]


def test_the_layered_engine_beside_the_exact_one(visit):
    page = visit("#board=4x5x6:z4ADzDzB2z6BzBz2")
    page.fill("#mines", "6")
    page.check("#compare")
    grid = [[-1, -1, -1, -1, 0], [3, -1, 3, -1, 1], [1, -1, -1, -1, -1], [-1, -1, 1, -1, -1]]
    clipboard(page, "4x5x6\n" + "\n".join("".join("#" if v == -1 else str(v) for v in row) for row in grid))
    page.wait_for_selector("#board-compare .missed")
    missed = page.eval_on_selector_all("#board-compare .missed", "cells => cells.map(c => +c.dataset.i)")
    _, expected = oracle.marginals(grid, 6)
    assert all(expected[divmod(i, 5)] in (0, 1) for i in missed)
    assert 13 in missed
    assert "(2,3)" in page.inner_text("#comparison")
    page.uncheck("#compare")
    assert page.is_hidden("#board-compare")


def test_a_hundred_by_a_hundred(visit):
    page = visit("#board=100x100x2000:Bz9999")
    page.wait_for_selector("#summary h2")
    assert page.locator("#board-analyse .cell").count() == 10_000
    cell(page, 50, 50, 100).click()
    page.wait_for_function(
        "() => document.querySelector(\"#board-analyse [data-i='5051']\").ariaLabel.includes('13 percent')"
    )
    cell(page, 50, 51, 100).hover()
    page.wait_for_selector("#detail .fraction")


# --- play ---


def start(page, rows, cols, mines, seed, first="zero"):
    page.click("#tab-play")
    page.wait_for_selector("#board-play .cell")
    page.fill("#g-rows", str(rows))
    page.fill("#g-cols", str(cols))
    page.fill("#g-mines", str(mines))
    page.select_option("#first-click", first)
    page.fill("#seed", str(seed))
    page.click("#new-game")
    page.wait_for_selector(f"#score:has-text('seed {seed}')")


def test_a_game_is_played_to_its_win_with_the_keyboard_alone(visit):
    page = visit()
    start(page, 8, 8, 8, 21)
    hidden = Game(8, 8, 8, Rules("zero"), seed=21)
    hidden.open((0, 0))
    cell(page, 0, 0, 8, "board-play").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#board-play .open').length > 0")
    mine = min(hidden.layout)
    at = [0, 0]

    def go(row, col):
        page.keyboard.press("Control+Home")
        for _ in range(row):
            page.keyboard.press("ArrowDown")
        for _ in range(col):
            page.keyboard.press("ArrowRight")

    go(*mine)
    page.keyboard.press("f")
    page.wait_for_selector("#board-play .flag")
    assert "7 mines left" in page.inner_text("#score")
    page.keyboard.press("Enter")  # a flag protects its cell
    for row in range(8):
        for col in range(8):
            if (row, col) not in hidden.layout and rows_of(page, "board-play")[row][col] == "#":
                at[:] = row, col
                go(row, col)
                page.keyboard.press(" ")
                page.wait_for_function(
                    "i => document.querySelector(`#board-play [data-i='${i}']`).classList.contains('open')",
                    arg=row * 8 + col,
                )
    page.wait_for_selector("#score .won")
    page.wait_for_selector("#review h2")
    assert page.is_disabled("#hint")


def test_losing_shows_the_mines_and_the_review_its_cost(visit):
    page = visit()
    start(page, 9, 9, 10, 5)
    game = Game(9, 9, 10, Rules("zero"), seed=5)
    game.open((4, 4))
    analysis = ms.analyze(game.board)
    assert analysis.safe
    bomb = min(game.layout)
    cell(page, 4, 4, 9, "board-play").click()
    page.wait_for_selector("#board-play .open")
    assert rows_of(page, "board-play") == str(game.board).split("\n")[1:]
    cell(page, *bomb, 9, "board-play").click()
    page.wait_for_selector("#score .lost")
    page.wait_for_selector("#review tbody tr")
    assert page.locator("#board-play .boom").count() == 1
    assert page.locator("#board-play .shown").count() == 9
    text = page.inner_text("#review")
    assert "was proved safe" in text
    assert f"({bomb[0]},{bomb[1]})" in text
    page.click("#review button:has-text('Look')")
    settled(page)
    assert rows_of(page) == str(game.board).split("\n")[1:]
    page.click("#to-play")
    page.click("#back")
    page.wait_for_function("() => !document.querySelector('#score .lost')")


def test_hints_have_reasons_and_are_right(visit):
    page = visit()
    start(page, 9, 9, 10, 5)
    game = Game(9, 9, 10, Rules("zero"), seed=5)
    game.open((4, 4))
    cell(page, 4, 4, 9, "board-play").click()
    page.wait_for_selector("#board-play .open")
    page.keyboard.press("h")
    page.wait_for_selector("#advice .proof li")
    index = int(page.get_attribute("#board-play .hinted", "data-i"))
    assert not game.is_mine(divmod(index, 9))
    assert "proved" in page.inner_text("#advice h2")


def test_a_policy_moves_once_runs_and_stops(visit):
    page = visit()
    start(page, 16, 30, 99, 4)
    page.select_option("#policy", "safest")
    page.keyboard.press("n")
    page.wait_for_selector("#log li")
    assert page.locator("#log li").count() == 1
    page.evaluate("document.querySelector('#speed').value = 2")
    page.locator("#speed").dispatch_event("input")
    page.click("#run")
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 3")
    page.click("#run")
    page.wait_for_function("() => document.querySelector('#run').textContent === 'Run'")
    stopped = page.locator("#log li").count()
    assert stopped < 200
    page.evaluate("document.querySelector('#speed').value = 6")
    page.locator("#speed").dispatch_event("input")
    page.click("#run")
    page.wait_for_selector("#score strong")
    page.wait_for_selector("#review h2")
    log = page.locator("#log li").all_inner_texts()
    assert all("proved" in line or "guess" in line for line in log)
    link = page.evaluate("location.hash")
    again = visit(link)
    again.wait_for_selector("#score strong")
    assert again.inner_text("#score") == page.inner_text("#score")


def test_probabilities_and_comparison_while_playing(visit):
    page = visit()
    start(page, 9, 9, 10, 5)
    cell(page, 4, 4, 9, "board-play").click()
    page.check("#p-compare")
    page.wait_for_selector("#board-p-compare .p")
    page.wait_for_selector("#board-play .best")
    assert page.is_checked("#assist")
    assert "proves" in page.inner_text("#p-comparison")


@pytest.mark.parametrize(
    "link", ["#play=9x9x500;safe;1;", "#play=9x9x10;safe;5;o0.o0", "#play=9x9x10;luck;5;"]
)
def test_a_link_to_an_impossible_game_gives_another(visit, link):
    page = visit(link)
    page.wait_for_selector("#toast.bad")
    page.wait_for_selector("#board-play .cell")
    cell(page, 4, 4, 9, "board-play").click()
    page.wait_for_selector("#board-play .open")


def test_games_that_cannot_be_are_refused(visit):
    page = visit()
    page.click("#tab-play")
    page.wait_for_selector("#board-play .cell")
    page.fill("#g-mines", "200")
    page.click("#new-game")
    page.wait_for_selector("#toast.bad")
    assert "200 mines do not fit" in page.inner_text("#toast")


# --- every user ---


@pytest.mark.parametrize("width", [320, 375])
def test_a_phone_scrolls_the_board_and_not_the_page(visit, width):
    page = visit(WIDE, viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True)
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clipboard(page, "\n".join(["#" * 30] * 16))
    page.wait_for_function("() => document.querySelectorAll('#board-analyse .cell').length === 480")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#tab-play")
    page.wait_for_selector("#board-play .cell")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.tap("#board-play [data-i='40']")
    page.wait_for_selector("#board-play .open")
    page.tap("#tap-flag")
    target = page.locator("#board-play .hidden").first
    target.tap()
    page.wait_for_selector("#board-play .flag")


def test_dark_and_light(visit):
    def background(page):
        return sum(
            map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))[:3])
        )

    assert background(visit(color_scheme="light")) > 600
    page = visit(color_scheme="dark")
    assert background(page) < 150
    page.click("#theme")
    assert background(page) > 600
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert background(page) > 600  # remembered


def test_a_screen_reader_meets_a_grid_of_labelled_cells(visit):
    page = visit(WIDE)
    settled(page)
    grid = page.locator("#board-analyse")
    assert grid.get_attribute("role") == "grid"
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("3", "4")
    labels = page.eval_on_selector_all("#board-analyse [role=gridcell]", "c => c.map(x => x.ariaLabel)")
    assert len(labels) == 12
    assert labels[0] == "row 0 column 0: 1"
    assert page.locator("#board-analyse [tabindex='0']").count() == 1
    unnamed = page.eval_on_selector_all(
        "button, input, select",
        "all => all.filter(x => !(x.textContent.trim() || x.ariaLabel || x.labels?.length)).map(x => x.id)",
    )
    assert unnamed == ["file"]  # a button stands for it


def test_the_api_page_answers(visit, address):
    page = visit()
    page.goto(address + "api")
    page.click("section:has-text('/api/analyze') summary")
    page.click("section:has-text('/api/analyze') button.main")
    page.wait_for_function(
        '() => [...document.querySelectorAll(\'pre\')].some(p => /"solutions": "3"/.test(p.textContent))'
    )


def test_a_server_that_has_gone_is_said_to_be(visit):
    page = visit(WIDE)
    settled(page)
    page.context.set_offline(True)
    cell(page, 2, 2, 4).hover()
    page.keyboard.press("1")
    page.wait_for_function("() => document.querySelector('#summary').textContent.includes('does not answer')")
    page.context.set_offline(False)
    page.keyboard.press("Delete")
    page.wait_for_selector("#summary .bad", state="detached")
    settled(page)
