"""The room of the board: how much of it is seen on phones, on their side, and on zoomed pages."""

from __future__ import annotations

import json
import re

import pytest
from depth import thorough

GAME = "#play=9x9x10;zero;5;o0"
LARGE = "#play=16x30x99;zero;5;o0"
GUESS = "#board=16x30x99:z480"
# Phones, a phone on its side, a tablet, a desktop; then 1280x800 at 200 %.
SIZES = [(320, 568), (360, 740), (740, 360), (768, 1024), (1280, 800), (640, 400)]
SEEN = """() => {
  const box = document.querySelector("#board").getBoundingClientRect();
  const isSeen = (cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const isIn = (from, low, high, to) => low >= from - 1 && high <= to + 1;
    const isShown = (y) => cell.contains(document.elementFromPoint((left + right) / 2, y));
    return isIn(box.top, top, bottom, box.bottom) && isIn(box.left, left, right, box.right)
      && [top + 3, bottom - 3].every(isShown);
  };
  const rows = [...document.querySelectorAll("#board [role=row]")]
    .map((row) => [...row.querySelectorAll("[role=gridcell]")].filter(isSeen).length);
  return [rows.filter(Boolean).length, Math.max(...rows)];
}"""
"""How many rows and columns of the board are seen without scrolling, and under nothing else."""
CUT_FIELDS = """() => {
  const ruler = document.createElement("canvas").getContext("2d");
  const isCut = (field) => {
    const style = getComputedStyle(field);
    ruler.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return ruler.measureText(field.value || field.textContent).width > room + 0.5;
  };
  return [...document.querySelectorAll("#mines, #size, #density")]
    .filter((field) => field.offsetParent && isCut(field)).map((field) => field.id);
}"""


CUT_WORDS = """() => {
  const isCut = (control) => {
    const words = document.createRange();
    words.selectNodeContents(control);
    const [text, box] = [words, control].map((one) => one.getBoundingClientRect());
    return text.width > box.width || text.height > box.height || box.left < 0 || box.right > innerWidth;
  };
  return [...document.querySelectorAll("#dock-answer, #dock-best, .brush, #to-analyse, #open-replay")]
    .filter((control) => control.offsetParent && isCut(control)).map((control) => control.textContent);
}"""


def opened(visit, fragment, width, height, touch=None, **settings):
    page = visited(visit, fragment, width, height, touch, **settings)
    page.wait_for_selector("#board .o, #board canvas")
    return page


def visited(visit, fragment, width, height, touch=None, **settings):
    storage = {"settings": json.dumps({"welcome": False, **settings})}
    is_finger = width < 1000 if touch is None else touch
    device = {"has_touch": True, "is_mobile": True} if is_finger else {}
    return visit(fragment, viewport={"width": width, "height": height}, storage=storage, **device)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nine_rows_are_seen(visit, width, height):
    for fragment in ("", GAME, LARGE):
        page = opened(visit, fragment, width, height)
        page.wait_for_function(f"() => ({SEEN})()[0] > 0")  # it is laid out once it is drawn
        rows, columns = page.evaluate(SEEN)
        assert rows >= 9, fragment
        assert columns >= 9, fragment
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_lies_over_the_board_of_a_page_at_four_times_its_size(visit):
    page = opened(visit, GAME, 320, 200, touch=False)
    # The board takes its size a frame after it is there: scrolled to before, it would lie below the window.
    page.wait_for_function(
        f"document.querySelector('.view').scrollIntoView() || ({SEEN})()[0] >= 6"
    )
    stays = """() => [...document.querySelectorAll("#stage *, #panel, header, footer")]
      .filter((one) => getComputedStyle(one).position === "fixed" && one.offsetHeight > 0)
      .map((one) => one.id)"""
    assert page.evaluate(stays) == []
    page.evaluate("document.querySelector('#hint').click()")
    page.wait_for_selector("#advice h2", state="attached")
    assert page.evaluate(stays) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("language", ["en", "de", thorough("zh")])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360)])
def test_no_figure_is_cut(visit, language, width, height):
    for fragment in (
        "#board=16x30x199:Bz479",
        "#board=100x100x2000:Bz9999",
        LARGE,
        GUESS,
        "#replay",
    ):
        page = visited(visit, fragment, width, height, language=language, tile=0)
        if fragment == GUESS:
            page.wait_for_selector("#dock-answer:has-text('20')")
        assert page.evaluate(CUT_FIELDS) == [], fragment
        assert page.evaluate(CUT_WORDS) == [], fragment
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_board_that_all_but_fits_is_shown_whole(visit):
    assert opened(visit, LARGE, 768, 1024).evaluate(SEEN) == [16, 30]


def test_fit_shows_the_whole_board_or_where_it_goes_on(visit):
    page = opened(visit, LARGE, 740, 360)
    page.click("#fit")
    assert page.evaluate(SEEN) == [16, 30]
    assert page.locator(".more-right, .more-bottom").count() == 0
    page = opened(visit, LARGE, 360, 740)
    page.click("#fit")
    assert page.evaluate(SEEN)[1] >= 20  # as far as a finger hits a cell
    assert page.locator(".view.more-right").count() == 1
    page.evaluate("document.querySelector('#board').scrollLeft = 1000")
    page.wait_for_selector(".view.more-left:not(.more-right)")


def test_two_fingers_change_the_size_of_the_cells_which_is_kept(visit):
    page = opened(visit, LARGE, 360, 740)
    size = "parseInt(document.querySelector('#board').style.getPropertyValue('--cell'))"
    before = page.evaluate(size)
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *xs):
        points = [{"x": x, "y": 400, "id": number} for number, x in enumerate(xs)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 150, 200)
    for apart in range(0, 40, 10):
        fingers("touchMove", 150 - apart, 200 + apart)
    page.wait_for_timeout(1000)  # longer than a long press
    fingers("touchEnd")
    page.wait_for_function(f"() => {size} > {1.5 * before}")
    assert page.locator("#board .flag").count() == 0  # nothing else was done
    assert page.evaluate("visualViewport.scale") == 1
    kept = page.evaluate(size)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(size) == kept


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360)])
@pytest.mark.parametrize("language", ["en", "de", thorough("zh")])
def test_the_first_visit_says_to_a_finger_what_the_signs_mean(visit, width, height, language):
    page = opened(visit, "", width, height, welcome=True, language=language)
    assert page.evaluate(SEEN)[0] >= 9
    box = page.locator("#first-visit").bounding_box()
    covered = page.evaluate(
        """([x, y]) => !document.elementFromPoint(x, y)?.closest("#first-visit")""",
        [box["x"] + 20, box["y"] + box["height"] - 6],
    )
    assert not covered
    page.tap("#first-visit button")
    assert page.is_hidden("#first-visit")
    assert page.is_visible("#brushes")


@pytest.mark.parametrize("game", ["9x9x10", "16x16x40", "16x30x99"])
def test_the_first_hint_moves_nothing(visit, game):
    page = opened(visit, f"#play={game};zero;5;o0", 1280, 800)
    frame = "JSON.stringify(document.querySelector('.frame').getBoundingClientRect())"
    before = page.evaluate(frame)
    page.click("#hint")
    page.wait_for_selector("#advice h2")
    assert page.evaluate(frame) == before
    page.click("#new-game")
    page.wait_for_function("() => !document.querySelector('#board .o')")
    assert page.evaluate(frame) == before


def test_a_board_that_grows_by_it_has_the_panel_s_room_until_the_first_hint(visit):
    page = opened(visit, "#play=16x30x99;zero;5;o0", 1280, 1000)
    width = "document.querySelector('.frame').getBoundingClientRect().width"
    assert page.evaluate(width) > 900
    page.click("#hint")
    page.wait_for_selector("#advice h2")
    page.wait_for_function(f"() => {width} < 900")


def test_the_panel_stays_where_it_is_from_tab_to_tab(visit):
    page = opened(visit, "#board=9x9x10:Az80", 1280, 800)
    place = "document.querySelector('#panel').getBoundingClientRect().left"
    places = set()
    for mode in ("train", "replay", "analyse"):
        page.click(f"#tab-{mode}")
        places.add(page.evaluate(place))
    page.click("#tab-play")
    page.wait_for_selector("#board .hid")
    page.click("#hint")
    page.wait_for_selector("#advice h2")
    assert {*places, page.evaluate(place)} == {904}


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_no_level_is_cut_on_the_smallest_phone(visit, language):
    page = opened(visit, "#play=9x9x10;zero;5;o0", 320, 568, language=language)
    widths = """() => {
      const level = document.querySelector("#level");
      const given = level.offsetWidth;
      level.style.cssText = "flex: none; width: max-content"; // of its longest choice
      return [given, level.offsetWidth];
    }"""
    given, needed = page.evaluate(widths)
    assert needed <= given
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_no_number_runs_out_of_its_tile(visit, language):
    many = 123_456
    level = {
        "games": many, "wins": many - 1, "streak": many, "bestStreak": many, "best": 98_765.43,
        "seconds": 1e9, "bbbv": 1e8, "clicks": 1e8, "solved": 1e8, "guesses": 1e7, "luck": 1e6,
        "times": [1.5, 98_765.4], "recent": "10" * 50, "rate": 12.345,
    }  # fmt: skip
    storage = {
        "settings": json.dumps({"welcome": False, "language": language}),
        "statistics": json.dumps({"9×9/10": level, "torus,hex 9×9/10 no-guess fast": level}),
    }
    for width in (320, 1280):
        page = visit("", viewport={"width": width, "height": 700}, storage=storage)
        page.evaluate("document.querySelector('#stats').click()")
        page.wait_for_selector(".cards b")
        assert page.evaluate(
            "[...document.querySelectorAll('.cards b')].every((b) => b.scrollWidth <= b.clientWidth)"
        )
        assert page.evaluate("document.querySelector('#stats-dialog').scrollWidth") <= width


def test_no_blank_stands_around_the_link_of_a_cell(visit):
    page = opened(visit, "#board=2x4x2:zBCBzzzz", 1280, 800)
    for index in range(8):
        page.locator(f"#board [data-i='{index}']").hover()
        page.wait_for_timeout(250)
        text = page.inner_text("#panel")
        assert not re.search(r"\S[^\S\n]{2,}\S|[^\S\n][,.;:)]|\([^\S\n]", text), text
    padding = "[...document.querySelectorAll('.cellref')].map((link) => getComputedStyle(link).paddingInline)"
    assert set(page.evaluate(padding)) == {"0px"}


def test_the_frames_of_hexagons_are_hexagons(visit):
    page = opened(visit, "#board=hex;4x4x4:Czzzzzzzzzzzzzzz;12.13.14=1", 1280, 800)
    page.wait_for_selector("#board .best")
    frame = """([selector, pseudo]) => {
      const style = getComputedStyle(document.querySelector(selector), pseudo);
      return [style.content, style.clipPath.startsWith("polygon"), style.borderTopWidth, style.boxShadow];
    }"""
    for selector, pseudo in (
        ("#board .best", "::after"),
        ("#board .cur", "::after"),
        ("#board .group", "::before"),
    ):
        assert page.evaluate(frame, [selector, pseudo]) == ['""', True, "0px", "none"], selector


@pytest.mark.parametrize("link", ["replay=%E0", "train=9", "nonsense"])
def test_a_link_that_names_nothing_says_so(visit, link):
    page = visit(f"#{link}")
    page.wait_for_selector("#toast.bad:has-text('names nothing')")
    assert page.evaluate("document.documentElement.dataset.now") == "analyse"


def test_help_is_open_beside_a_board_that_leaves_room_and_a_menu_elsewhere(visit):
    page = opened(visit, "#play=9x9x10;zero;5;o14", 1280, 800)
    assert page.is_visible("#auto")
    assert page.is_hidden("#helping")
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_selector("#helping")
    assert page.is_hidden("#auto")
    page.click("#helping")
    page.wait_for_selector("#auto")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector("#panel #auto")
    page.click("#tab-analyse")
    page.wait_for_selector("#auto", state="hidden")


def test_on_its_side_a_phone_without_a_board_covers_no_control(visit):
    page = visit("#replay", viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    page.wait_for_selector("#panel:has-text('Open or drop a replay')")
    page.click("#open-replay", trial=True)  # nothing lies over it


def test_a_long_dialog_begins_with_its_beginning(visit):
    page = opened(visit, "", 740, 360)
    page.click("#help")
    assert page.evaluate("document.querySelector('#help-dialog').scrollTop") == 0
