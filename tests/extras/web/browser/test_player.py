"""What a player meets: the coach, the end of a game, exercises, kept boards."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from depth import thorough
from helping import open_help

import minesolver as ms
from minesolver.game import Game, Rules
from minesolver.policy.clicks import click_plan

AXE = Path(__file__).parents[4] / "bindings/node_modules/axe-core/axe.min.js"


def click(page, index):
    page.click(f"#board [data-i='{index}']")


def accessible(page):
    if not AXE.exists():
        return
    page.evaluate(AXE.read_text())
    violations = page.evaluate(
        "axe.run().then(found => found.violations.map(one => [one.id, one.nodes[0].html]))"
    )
    assert violations == []


def test_the_coach_is_one_switch_of_the_help(visit):
    page = visit("#play=9x9x10;zero;5;o14")
    page.wait_for_selector("#board .o")
    assert page.locator("#board .safe, #board .best").count() == 0
    open_help(page)
    accessible(page)
    page.check("#assist [value=marks]")
    page.wait_for_selector("#board .safe.best")
    assert "proved safe" in page.inner_text("#message")
    assert page.locator("#board .p").count() == 0  # no numbers where a cell is proved
    accessible(page)
    page.focus("#board [tabindex='0']")
    page.keyboard.press("c")
    page.wait_for_function("() => !document.querySelector('#board .safe')")


def test_a_lost_game_comes_back_as_an_exercise(visit):
    page = visit("#play=9x9x10;zero;5;")
    click(page, 0)
    page.wait_for_selector("#board .o")
    click(page, 80)  # a mine, where (0,6) is proved safe
    page.wait_for_selector("#finish:has-text('The guess that decided it: (8,8)')")
    assert page.locator("#finish button:visible").all_inner_texts() == ["(8,8)", "New game"]
    page.click("#figures summary")
    page.wait_for_selector("#step-to")
    assert "A mine" in page.inner_text("#finish")
    # No figure runs out of its tile.
    assert page.evaluate(
        "[...document.querySelectorAll('.cards b')].every(x => x.scrollWidth <= x.clientWidth)"
    )
    assert "ZiNi" in page.inner_text("#finish")
    page.wait_for_function(
        "() => JSON.parse(localStorage['minesolver.exercises'] ?? '[]').length === 1"
    )
    accessible(page)
    page.click("#tab-train")
    page.wait_for_selector("#training:has-text('Which cell')")
    accessible(page)
    click(page, 6)
    page.wait_for_selector("#training:has-text('Right')")
    assert "overlooked" in page.inner_text("#weakness")
    accessible(page)
    page.click("#train-next")
    page.wait_for_selector("#training:has-text('Nothing is due')")
    page.go_back()  # to the game
    page.click("#step-to")
    page.wait_for_function("() => document.querySelectorAll('#board .boom').length === 0")


def test_a_won_game_counts_however_quick_the_next_click_is(visit):
    page = visit("#play=1x2x1;safe;5;")
    for _ in range(4):
        click(page, 0)
        page.click("#face")
    page.wait_for_function(
        "() => JSON.parse(localStorage['minesolver.statistics'])['1×2/1'].games === 4"
    )
    counted = page.evaluate("JSON.parse(localStorage['minesolver.statistics'])['1×2/1']")
    assert counted["wins"] == 4


def test_boards_are_kept(visit):
    page = visit("#board=3x3x2:Bz8")
    page.click("#boards")
    page.click("#boards-keep")
    page.wait_for_selector(".board-of .mini")
    accessible(page)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#clear")
    page.click("#boards")
    page.click(".board-of")
    page.wait_for_selector("#board .o1")


def test_a_position_is_kept_by_one_touch(visit):
    page = visit("#play=9x9x10;zero;5;o0")
    page.wait_for_selector("#board .o")
    for _ in range(2):  # once is enough
        page.keyboard.press("Control+s")
        page.wait_for_selector("#toast:has-text('among the saved ones')")
    kept = page.evaluate("JSON.parse(localStorage['minesolver.boards']).map(({ hash }) => hash)")
    assert len(kept) == 1
    page.click("#tab-analyse")
    page.click("#boards")
    page.click(".board-of")
    page.wait_for_function(
        "(hash) => decodeURIComponent(location.hash).endsWith(hash)", arg=kept[0]
    )


def test_nothing_scrolls_sideways(visit):
    page = visit()
    for mode in ("analyse", "play", "train", "replay"):
        page.click(f"#tab-{mode}")
        for width in (320, 390, 640):
            page.set_viewport_size({"width": width, "height": 700})
            page.wait_for_function("width => innerWidth === width", arg=width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, mode


def test_fast_play_opens_what_single_clues_settle_and_nothing_else(visit):
    page = visit("#play=16x16x40;zero;7;")
    open_help(page)
    page.check("#fast")
    click(page, 120)
    page.wait_for_selector("#board .o")
    opened = "({ state }) => state.position.codes.filter((code) => code !== -1).length"
    app = "await import(new URL('static/app.js', document.baseURI))"
    count = f"async () => {{ const app = {app}; return ({opened})(app); }}"
    page.wait_for_function("() => document.querySelectorAll('#board .o').length > 1")
    page.wait_for_timeout(300)
    fast = page.evaluate(count)
    assert page.locator("#board .boom").count() == 0
    text = page.evaluate(
        f"async () => {{ const app = {app}; return [...app.state.position.codes]; }}"
    )
    board = ms.Board([text[row * 16 : row * 16 + 16] for row in range(16)], 40)
    # No single clue settles a safe cell any more, by the package's own layer of single clues.
    assert not ms.analyze(board, engine="baseline").safe
    page.click("#back")  # one move of the player's, with what followed
    page.wait_for_function("() => !document.querySelector('#board .o')")
    open_help(page)
    page.uncheck("#fast")
    click(page, 120)
    page.wait_for_selector("#board .o")
    page.wait_for_timeout(300)
    assert page.evaluate(count) < fast


def test_the_board_of_the_day_is_that_of_its_date_and_counts_once(visit):
    page = visit("#play=4x4x4;zero;1;")
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 29, 12))
    page.select_option("#level", "daily")
    page.wait_for_function("() => location.hash.includes('20261129')")
    page.wait_for_selector("#board .o")
    before = page.evaluate("location.hash")
    page.select_option("#level", "beginner")
    page.click("#new-game")
    page.wait_for_function("() => document.querySelectorAll('#board .c').length === 81")
    for games in (1, 1):
        page.select_option("#level", "daily")
        page.click("#new-game")
        page.wait_for_function("before => location.hash === before", arg=before)
        while not page.is_visible("#finish"):
            page.locator("#board .hid").first.click()
            page.wait_for_timeout(100)
        page.wait_for_selector("#finish .headline")
        stored = json.loads(page.evaluate("localStorage['minesolver.statistics']"))
        assert stored["daily 16×16/40"]["games"] == games
        assert stored["daily 16×16/40"]["days"] == {
            "2026-11-29": {"games": 1, "wins": 0, "best": None}
        }
    page.click("#stats")
    assert "Daily board" in page.inner_text("#stats-body")
    assert "2026-11-29" in page.inner_text("#stats-body")


CLOCK = "Number(document.querySelector('#led-right').dataset.text)"


def test_a_reload_in_the_middle_of_a_game_costs_nothing(visit):
    page = visit("#play=9x9x10;zero;5;")
    click(page, 0)
    page.wait_for_selector("#board .o")
    page.wait_for_function(f"() => {CLOCK} >= 2")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(CLOCK) >= 2
    assert page.locator("#board .o").count()
    page.click("#back")  # what was played can still be taken back
    page.wait_for_function("() => !document.querySelector('#board .o')")


def test_a_game_that_was_reloaded_is_counted_once(visit):
    page = visit("#play=4x4x4;zero;1;")
    click(page, 0)
    page.wait_for_selector("#board .o")
    page.wait_for_function("() => location.hash.endsWith(';o0')")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    hidden = Game(4, 4, 4, Rules("zero"), seed=1)
    hidden.open((0, 0))
    for index in range(16):
        cell = page.locator(f"#board [data-i='{index}'].hid")
        if divmod(index, 4) not in hidden.layout and cell.count():
            cell.click()
            page.wait_for_selector(f"#board [data-i='{index}'].o")
    page.wait_for_selector("#finish .headline")
    counted = "JSON.parse(localStorage['minesolver.statistics'])['4×4/4'].games"
    assert page.evaluate(counted) == 1
    page.wait_for_function("() => location.hash.split('.').length > 1")
    page.reload()
    page.wait_for_selector("#finish .headline")
    assert page.evaluate(counted) == 1


def test_what_is_kept_goes_to_another_browser_as_one_file(visit, tmp_path):
    page = visit("#play=9x9x10;zero;5;")
    click(page, 0)
    page.wait_for_selector("#board .o")
    click(page, 80)  # a mine
    kept = "['statistics', 'exercises', 'mistakes', 'boards'].map(n => localStorage['minesolver.' + n])"
    page.wait_for_function("() => localStorage['minesolver.mistakes']")
    page.click("#tab-analyse")
    page.click("#boards")
    page.click("#boards-keep")
    page.click("#boards-dialog button:has-text('Close')")
    page.click("#stats")
    accessible(page)
    with page.expect_download() as saved:
        page.click("#backup-save")
    file = tmp_path / "kept.json"
    file.write_bytes(Path(saved.value.path()).read_bytes())
    before = [json.loads(text) for text in page.evaluate(kept)]
    assert all(before)

    page = visit("#board=3x3x2:Bz8")
    page.click("#stats")
    for _ in range(2):  # loaded twice it is no more
        page.set_input_files("#backup-file", file)
        page.wait_for_selector("#stats-body h3:has-text('9×9/10')")
        page.wait_for_selector("#toast.shown")
        page.evaluate("document.querySelector('#toast').className = ''")
    assert [json.loads(text) for text in page.evaluate(kept)] == before
    for nonsense in ("{", "[]", "null", '{"statistics": 3, "boards": [{"hash": "x", "date": 1}]}'):
        file.write_text(nonsense)
        page.set_input_files("#backup-file", file)
        page.wait_for_selector("#toast.bad:has-text('holds no statistics')")
        page.evaluate("document.querySelector('#toast').className = ''")
    assert [json.loads(text) for text in page.evaluate(kept)] == before


# No JSON, an object with wrong values and a list of them; the others are wrong in the same ways.
STORED = [
    "{",
    '{"9×9/10": {"games": "x", "times": 3}, "1×2/1": null}',
    "[null]",
    thorough("[1]"),
    thorough("5"),
]


@pytest.mark.parametrize("text", STORED)
def test_whatever_lies_in_the_storage_the_page_works(visit, text):
    names = ["settings", "statistics", "exercises", "mistakes", "boards", "steps"]
    page = visit("#play=1x2x1;safe;5;", storage=dict.fromkeys(names, text))
    click(page, 0)
    page.wait_for_selector("#finish .headline")
    page.click("#stats")
    page.wait_for_selector("#stats-body h3:has-text('1×2/1')")
    page.keyboard.press("Escape")
    page.click("#tab-train")
    page.wait_for_selector("#training:has-text('No exercises yet')")
    page.click("#tab-analyse")
    page.click("#boards")
    page.wait_for_selector("#boards-list:has-text('No board is kept')")


def test_without_room_in_the_browser_statistics_last_as_long_as_the_page(visit):
    page = visit()
    page.evaluate("""() => {
      Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""")
    page.evaluate("location.hash = 'play=1x2x1;safe;5;'")
    page.wait_for_selector("#tab-play[aria-selected=true]")
    click(page, 0)
    page.wait_for_selector("#finish .headline")
    page.click("#stats")
    page.wait_for_selector("#stats-body:has-text('keeps nothing'):has(h3:has-text('1×2/1'))")
    page.reload()  # with its storage again


SHOWN = """async before => {
  const { state, answer, mode } = await import(new URL("static/app.js", document.baseURI));
  const isWaiting = () => String(state.position.codes) === before || state.shown !== state.position
    || (mode().wants() && answer() === null);
  while (isWaiting()) await new Promise((done) => setTimeout(done, 10));
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const all = (name) => [...document.querySelectorAll(`#board .${name}`)];
  const cells = (name) => all(name).map((one) => Number(one.dataset.i));
  return { codes: [...state.shown.codes], flags: [...state.flags], over: state.over, hint: cells("hint"),
    best: cells("best"), safe: cells("safe").length };
}"""
"""What is on the screen once the position is another one than before and has its answer."""


def test_the_coach_of_fewest_clicks_says_what_python_clicks(visit):
    page = visit("#play=16x16x40;zero;7;o3c")
    page.wait_for_selector("#board .o")
    open_help(page)
    page.check("#assist [value=fewest]")
    before, chords = "", 0
    for _ in range(60):
        shown = page.evaluate(SHOWN, before)
        if shown["over"] or not shown["safe"]:
            break
        board = ms.Board([shown["codes"][16 * row : 16 * row + 16] for row in range(16)], 40)
        plan = click_plan(ms.analyze(board), {divmod(i, 16) for i in shown["flags"]})
        index = 16 * plan.cell[0] + plan.cell[1]
        assert shown["hint" if plan.is_chord else "best"] == [index]
        assert shown["best" if plan.is_chord else "hint"] == []
        for row, col in plan.flags:
            page.click(f"#board [data-i='{16 * row + col}']", button="right")
            page.wait_for_selector(f"#board .flag[data-i='{16 * row + col}']")
        before = ",".join(map(str, shown["codes"]))
        click(page, index)
        chords += plan.is_chord
    assert chords > 1


def test_games_without_guesses_are_one_touch_from_the_level(visit):
    page = visit("#play=9x9x10;zero;5;")
    page.wait_for_selector("#board .c")
    page.check("#guessless")
    page.wait_for_function("() => location.hash.includes('~n')")
    page.uncheck("#guessless")
    page.wait_for_function("() => !location.hash.includes('~n')")
    click(page, 40)
    page.wait_for_selector("#board .o")
    page.check("#guessless")  # a game that has begun is not thrown away
    page.wait_for_selector("#message:has-text('starts with New game')")
    assert page.locator("#board .o").count() > 0
    page.click("#new-game")
    page.wait_for_function("() => location.hash.includes('~n')")
    assert page.is_checked("#guessless")
    page.goto(page.url.split("#")[0] + "#play=9x9x10;none;5;")  # no such game can be promised
    page.wait_for_selector("#guessless:disabled")
