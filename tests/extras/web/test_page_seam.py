"""The engine in the browser and the server answer the page's questions alike."""

from __future__ import annotations

import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from node import NODE, NODE_COMMAND
from patience import PATIENCE

pytest.importorskip("starlette")

from minesolver import analyze
from minesolver.base.errors import PuzzleError
from minesolver.extras.web.answers import answer
from minesolver.extras.web.page import facts
from minesolver.game import Game, Rules
from minesolver.game.review import review
from minesolver.io.formats.links import BLANK, HOLE, page_code
from minesolver.io.replays import parse
from minesolver.model.board import MINE
from minesolver.model.variant import Field, RuleSet

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(
    NODE is None or not (ROOT / "bindings/js/dist/engine.js").exists(),
    reason="needs Node, and python bindings/build.py js",
)
HIDDEN = -1
BOARDS: list[tuple[str, list[int], int]] = [
    ("", [5, 6], 7),
    ("", [9, 9], 12),
    ("hex", [5, 5], 5),
    ("torus,liar", [4, 5], 4),
    ("triangle", [4, 6], 4),
    ("negation", [5, 5], 5),
    ("3d", [2, 3, 3], 3),
    ("cylinder,modulo", [5, 5], 5),
    ("knight", [5, 5], 5),
]


class Server(BaseHTTPRequestHandler):
    """The answers of the page's server, without its sockets and processes."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        status, content = answer(self.path.rpartition("/")[2], json.loads(body), PATIENCE)
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


def both_answers(questions: list[dict[str, Any]]) -> list[list[Any]]:
    """Of each question the two answers: the browser's and the server's."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            setting = {"address": f"http://127.0.0.1:{server.server_port}/api/..", "facts": facts()}
            text = "\n".join(map(json.dumps, [setting, *questions]))
            command = [*NODE_COMMAND, str(ROOT / "tests/extras/web/page/seam.mjs")]
            run = subprocess.run(
                command, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        finally:
            server.shutdown()
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


def positions() -> list[dict[str, Any]]:
    """Positions of games, some with opened mines, on squares and others, with a mine count and without."""
    rng, positions_asked = Random(4), []
    for rules, shape, mines in BOARDS:
        priors: list[dict[str, Any]] = [{}, {"mines": None}]
        if not rules:
            priors.append({"mines": None, "density": "1/5"})
        for prior in priors:
            rows, cols = shape[-2] * (shape[0] if len(shape) > 2 else 1), shape[-1]
            game = {
                "rows": rows,
                "cols": cols,
                "mines": mines,
                "rules": rules,
                "seed": rng.randrange(99),
            }
            game |= {
                "shape": shape if len(shape) > 2 else None,
                "first_click": "safe",
                "layout": None,
            }
            game |= {"after_mine": "continue", "win": "open", "reveal": "single", "drawn_for": None}
            opened = rng.sample(range(rows * cols), rows * cols // 2 - 1)
            moves = [[*divmod(index, cols), "open"] for index in opened]
            hidden_cell = next(index for index in range(rows * cols) if index not in opened)
            position = {
                "game": game | {"no_guess": False},
                "moves": moves,
                "hidden": [*divmod(hidden_cell, cols)],
            }
            positions_asked.append(position | {"total": prior})
    return positions_asked


def questions() -> list[dict[str, Any]]:
    questions_asked: list[dict[str, Any]] = []
    for position in positions():
        cell, prior = position.pop("hidden"), position.pop("total")
        for command, keys in (
            ("analyse", {"reasons": True, "cell": cell}),
            ("best_move", {}),
            ("best_move", {"policy": "safest"}),
            ("grade", {"cell": cell}),
        ):
            questions_asked.append(
                position | {"command": command, "keys": {"position": prior, **keys}}
            )
    for codes, mines in (
        ([1, HIDDEN, HIDDEN, 8], 1),
        ([1, HIDDEN, 3, HIDDEN], None),
        ([HIDDEN] * 4, 5),
    ):
        position = {"rows": 2, "cols": 2, "codes": codes, "mines": mines, "density": None}
        questions_asked.append({"command": "analyse", "keys": {"position": position}})
    for seed in range(3):
        size = {"rows": 8, "cols": 8, "mines": 8 + seed, "start": [3, 4], "seed": seed}
        for options in (
            {},
            {"no_guess": True, "tries": 500},
            {"no_guess": True, "method": "repair"},
        ):
            questions_asked.append({"command": "generate", "keys": size | options})
    return questions_asked


def alike(browser: Any, server: Any) -> bool:
    """Whether two answers are the same, as far as both tell; numbers to 1e-12."""
    if isinstance(browser, dict) and isinstance(server, dict):
        return all(alike(browser[name], server[name]) for name in browser.keys() & server.keys())
    if isinstance(browser, list) and isinstance(server, list):
        return len(browser) == len(server) and all(map(alike, browser, server))
    if isinstance(browser, float) or isinstance(server, float):
        return browser == server or bool(browser == pytest.approx(server, rel=0, abs=1e-12))
    return bool(browser == server)


def test_both_answer_alike():
    """What they may tell apart: how long it took, proofs (of other steps, of the same cells) and their words,
    which of equally safe cells is the best under rules, and what only Python has: estimates of a chance to
    win, and the price of a guess where a cell was safe.
    """
    asked_for = questions()
    kinds = set()
    for question, (browser, server) in zip(asked_for, both_answers(asked_for), strict=True):
        command, rules = question["command"], question.get("game", {}).get("rules")
        kinds.add((command, "error" in browser))
        assert ("error" in browser) == ("error" in server), (question, browser, server)
        python_alone = {"seconds", "engine", "reason", "layer"}
        for answered in (browser, server):
            if command == "analyse" and "error" not in answered:
                answered["why"] = sorted(reason["cell"] for reason in answered.pop("reasons", []))
                proof = answered.get("about", {}).pop("proof", [])
                assert not proof or proof[-1]["cell"] == answered["about"]["cell"]
        if command == "grade" and "error" not in browser:
            passed_over = server["least_risk"] == "0" and server["proved"] != "safe"
            # That a lost cause costs nothing is proved by Python alone.
            estimated = not (server["regret"] and server["regret"]["exact"]) or server["lost_cause"]
            if passed_over or estimated:
                python_alone |= {"regret", "chance"}
        if rules and command != "generate":
            safe = browser.get("safe") or browser.get("proved") or browser.get("least_risk") == "0"
            python_alone |= {"best", "cell"} if safe else set()
        for answered in (browser, server):
            for name in python_alone:
                answered.pop(name, None)
        assert alike(browser, server), (question, browser, server)
    assert kinds == {(name, False) for name in ("analyse", "best_move", "grade", "generate")} | {
        ("analyse", True)
    }


def test_both_answer_alike_about_a_part_of_a_board():
    """In the browser it is counted with its ring, by Python as what it is."""
    questions_asked = []
    for seed, cut in enumerate((["left"], ["top", "right"], ["left", "top", "right", "bottom"])):
        rng = Random(seed)
        for rows, cols in ((2, 3), (4, 5), (6, 6)):
            # A game on a larger board; at edges that are not cut it has no mines beyond them.
            mines = set()
            for row, col in product(range(-1, rows + 1), range(-1, cols + 1)):
                ends = {
                    "top": row < 0,
                    "left": col < 0,
                    "bottom": row >= rows,
                    "right": col >= cols,
                }
                is_on_board = all(side in cut for side, is_there in ends.items() if is_there)
                if is_on_board and rng.random() < 0.25:
                    mines.add((row, col))
            codes = []
            for row, col in product(range(rows), range(cols)):
                around = product((row - 1, row, row + 1), (col - 1, col, col + 1))
                is_open = (row, col) not in mines and rng.random() < 0.6
                codes.append(len(mines.intersection(around)) if is_open else HIDDEN)
            hidden_cell = codes.index(HIDDEN)
            position = {"rows": rows, "cols": cols, "codes": codes, "mines": None, "cut": cut}
            position |= {"density": rng.choice((None, "1/5"))}
            keys = {"position": position, "reasons": True, "cell": [*divmod(hidden_cell, cols)]}
            questions_asked.append({"command": "analyse", "keys": keys})
    impossible = {"rows": 1, "cols": 3, "codes": [HIDDEN, 1, 3], "mines": None, "density": None}
    impossible["cut"] = ["left"]
    questions_asked.append({"command": "analyse", "keys": {"position": impossible}})
    proved = 0
    *answers, conflicts = both_answers(questions_asked)
    for question, both in zip(questions_asked, answers, strict=False):
        for one in both:
            one["why"] = sorted(reason["cell"] for reason in one.pop("reasons"))
            one["about"].pop("proof")
            for name in ("safe", "mine_cells"):
                one[name].sort()
            del one["seconds"], one["engine"]
        assert alike(*both), (question, both)
        assert {"solutions", "best", "probability"} <= both[0].keys() & both[1].keys()
        proved += len(both[0]["why"])
    assert proved > 10
    for conflict in conflicts:
        assert (conflict["error"]["kind"], conflict["error"]["cell"]) in (
            ("inconsistent", None),
            ("board", [0, 2]),
        )


CONTRADICTED = [
    *(("", [3, 3]), ("", [2, 5]), ("hex", [3, 4]), ("torus", [3, 3]), ("cylinder", [3, 3])),
    *(("triangle", [2, 5]), ("3d", [2, 2, 3]), ("cross", [3, 3]), ("lines", [3, 4])),
    *(("liar", [3, 3]), ("modulo", [3, 3]), ("negation", [3, 3]), ("multiple", [3, 3])),
]


def test_what_cannot_be_is_the_same_kind_of_error():
    """A clue larger than what it sees is no board, clues that cannot hold together are a contradiction."""
    rng, questions_asked = Random(21), []
    for rules, shape in CONTRADICTED * 20:
        cells = prod(shape)
        codes = [HIDDEN] * cells
        for i in rng.sample(range(cells), rng.randrange(1, cells)):
            codes[i] = rng.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 8, MINE])
        mines = rng.choice([None, None, rng.randrange(cells)])
        position = {"rows": cells // shape[-1], "cols": shape[-1], "codes": codes, "mines": mines}
        position["density"] = None
        if rules:
            position |= {"rules": rules, "shape": shape if len(shape) > 2 else None}
        questions_asked.append({"command": "analyse", "keys": {"position": position}})
    kinds = []
    for question, both in zip(questions_asked, both_answers(questions_asked), strict=True):
        browser, server = (one.get("error", {}).get("kind") for one in both)
        assert browser == server, (question, both)
        kinds.append(browser)
    assert set(kinds) == {None, "board", "inconsistent"}
    assert len(kinds) - kinds.count(None) > 200
    assert kinds.count("inconsistent") > 50


def test_lines_go_on_to_the_edge():
    rows = ["##1#2#2", "#0#2###", "#21####"]
    codes = [HIDDEN if sign == "#" else int(sign) for sign in "".join(rows)]
    position = {"rows": 3, "cols": 7, "codes": codes, "mines": None, "density": None}
    position |= {"rules": "lines,modulo", "shape": None}
    ((browser, server),) = both_answers([{"command": "analyse", "keys": {"position": position}}])
    assert browser["solutions"] == server["solutions"] == "7"


LARGE = {2: (7, 11), 3: (2, 5, 7), 4: (2, 2, 3, 5)}
LARGE_NETS = {"cube": (6, 3, 3), "geodesic": (6, 2, 4)}


def positions_of_all_rules() -> list[dict[str, Any]]:
    """On each geometry that the page has, under each of its rules, a board larger than that of five cells."""
    rng, questions, shapes = Random(7), [], facts()["shapes"]
    for name, kind in shapes["geometries"].items():
        shape = LARGE_NETS.get(name) or LARGE[kind["dimensions"]]
        cells = prod(shape) if name != "geodesic" else 42
        rows, cols = (cells, 1) if name == "geodesic" else (cells // shape[-1], shape[-1])
        for neighbourhood, clue_rule in product(kind["sees"], shapes["clues"]):
            rules = f"{name},{neighbourhood},{clue_rule}"
            try:
                field = Field.parse(rules, shape)
            except PuzzleError:
                continue
            layout = [int(rng.random() < 0.2) for _ in range(cells)]
            codes = [HIDDEN] * cells
            for i in rng.sample(range(cells), 5 * cells // 6):
                codes[i] = MINE
                if not layout[i]:
                    clue = rng.choice(field.clues(i, layout)).value
                    assert isinstance(clue, int)
                    codes[i] = clue if clue < MINE else clue + MINE
            position = {"rows": rows, "cols": cols, "shape": shape, "rules": rules, "codes": codes}
            position |= {"mines": sum(layout), "density": None}
            questions.append({"command": "analyse", "keys": {"position": position}})
    return questions


def names_in(questions: list[dict[str, Any]]) -> set[str]:
    """The names of geometries, neighbourhoods and rules of clues in the rules of positions."""
    all_rules = [question["keys"]["position"]["rules"] for question in questions]
    return {name for rules in all_rules for name in rules.split(",")}


@pytest.mark.slow
def test_under_all_rules_that_the_page_offers_it_counts_what_python_counts(thorough):
    """Quick: a third of them, in which each geometry, neighbourhood and rule of clues occurs."""
    all_questions = positions_of_all_rules()
    assert len(all_questions) > 250
    questions = all_questions if thorough else all_questions[::3]
    assert names_in(questions) == names_in(all_questions)
    for question, (browser, server) in zip(questions, both_answers(questions), strict=True):
        rules = question["keys"]["position"]["rules"]
        assert "error" not in browser, (rules, browser)
        assert "error" not in server, (rules, server)
        assert browser["solutions"] == server["solutions"], rules
        assert alike(browser["probability"], server["probability"]), rules
        assert sorted(browser["safe"]) == sorted(server["safe"]), rules


PUZZLE_RULES = [
    "square",
    "hex",
    "liar",
    "lines",
    "knight",
    "cross",
    "torus",
    "cylinder,modulo",
    "negation",
    "3d",
]


def puzzle_of(rules: str, rng: Random) -> dict[str, Any]:
    """A position with holes, cells open without a clue, and groups of a known mine count, over a layout."""
    shape = (2, 4, 4) if rules == "3d" else (5, 6)
    kind = RuleSet.parse(rules).kind
    cell_places = [cell_place for cell_place in kind.places(shape) if rng.random() < 0.85]
    field = Field(kind.make(cell_places, shape), rules)
    layout = [int(rng.random() < 0.25) for _ in cell_places]
    all_places = list(product(*map(range, shape)))
    codes = [HOLE] * len(all_places)
    for i, cell_place in enumerate(cell_places):
        chance = rng.random()
        code = HIDDEN
        if layout[i] == 0 and chance < 0.5:
            clue = rng.choice(field.clues(i, layout)).value
            assert isinstance(clue, int)
            code = page_code(clue)
        elif layout[i] == 0 and chance < 0.6:
            code = BLANK
        codes[all_places.index(cell_place)] = code
    groups = []
    for _ in range(2):
        cells = rng.sample(range(len(cell_places)), 5)
        counts = sorted({sum(layout[i] for i in cells), rng.randrange(6)})
        groups.append(
            {"cells": sorted(all_places.index(cell_places[i]) for i in cells), "counts": counts}
        )
    rows, cols = len(all_places) // shape[-1], shape[-1]
    position = {"rows": rows, "cols": cols, "rules": rules, "codes": codes, "groups": groups}
    position |= {"shape": shape if len(shape) > 2 else None, "density": None}
    return position | {"mines": rng.choice([sum(layout), None])}


def test_puzzles_are_counted_in_the_browser_as_by_python():
    rng = Random(9)
    questions: list[dict[str, Any]] = []
    for rules in PUZZLE_RULES:
        questions.append(
            {"command": "analyse", "keys": {"position": puzzle_of(rules, rng), "reasons": True}}
        )
    for question, (browser, server) in zip(questions, both_answers(questions), strict=True):
        position = question["keys"]["position"]
        assert "error" not in browser, (position, browser)
        assert "error" not in server, (position, server)
        assert browser["solutions"] == server["solutions"], position
        hidden = [i for i, code in enumerate(position["codes"]) if code == HIDDEN]
        for i in hidden:
            assert browser["probability"][i] == pytest.approx(
                server["probability"][i], abs=1e-12
            ), position
        for key in ("safe", "mine_cells"):
            assert sorted(browser[key]) == sorted(server[key]), position


def test_groups_that_cannot_hold_are_named():
    groups = [{"cells": [0, 1], "counts": [1]}, {"cells": [0, 1, 2], "counts": [3]}]
    position = {
        "rows": 1,
        "cols": 4,
        "rules": "square",
        "shape": None,
        "codes": [HIDDEN] * 4,
        "groups": groups,
    }
    position |= {"mines": None, "density": None}
    ((browser, server),) = both_answers([{"command": "analyse", "keys": {"position": position}}])
    assert browser["error"]["kind"] == server["error"]["kind"] == "inconsistent"
    assert browser["error"]["groups"] == [0, 1]


def saved_games(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each game its file, and the page's reviews of the game and of the file."""
    text = "\n".join(map(json.dumps, [facts(), *lines]))
    command = [*NODE_COMMAND, str(ROOT / "tests/extras/web/page/saves.mjs")]
    run = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


GAMES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"rows": 6, "cols": 6, "mines": 7}, {}),
    ({"rows": 6, "cols": 6, "mines": 7}, {"reveal": "single", "after_mine": "continue"}),
    ({"rows": 5, "cols": 5, "mines": 5, "rules": "hex,four"}, {}),
    ({"rows": 5, "cols": 5, "mines": 4, "rules": "torus,liar"}, {}),
    ({"rows": 5, "cols": 7, "mines": 6, "rules": "lines,multiple"}, {"after_mine": "continue"}),
    ({"rows": 6, "cols": 4, "mines": 4, "rules": "3d", "shape": [2, 3, 4]}, {}),
    (
        {"rows": 12, "cols": 3, "mines": 4, "rules": "4d,four", "shape": [2, 2, 3, 3]},
        {"first_click": "none"},
    ),
]


def test_a_saved_game_is_graded_alike_by_the_page_and_by_review():
    rng, games = Random(11), []
    for size, rules in GAMES:
        for seed in range(3):
            game: dict[str, Any] = {
                "rules": "",
                "shape": None,
                "first_click": "safe",
                "after_mine": "lose",
                "win": "open",
            }
            game |= {
                "reveal": "cascade",
                "layout": None,
                "no_guess": False,
                "drawn_for": None,
                "seed": seed,
            }
            cells = size["rows"] * size["cols"]
            moves = [
                [*divmod(i, size["cols"]), "open"] for i in rng.sample(range(cells), 1 + cells // 5)
            ]
            games.append({"game": game | size | rules, "moves": moves})
    for game, page in zip(games, saved_games(games), strict=True):
        assert page["own"] == page["again"], game
        replay = parse(page["file"])
        reviewed = review(replay)
        assert reviewed.first_move_protected == page["recording"]["protected"], game
        page_guesses = page["own"]["guesses"]
        assert [guess.move - 1 for guess in reviewed.guesses] == [
            guess["move"] for guess in page_guesses
        ]
        for guess, page_guess in zip(reviewed.guesses, page_guesses, strict=True):
            assert guess.risk == pytest.approx(page_guess["probability"], abs=1e-12), game
            assert bool(guess.missed) == (page_guess["missed"] is not None), game
            assert guess.survived == page_guess["survived"], game


RECORDED = ["square", "hex", "liar", "torus,multiple", "3d", "4d,four", "lines", "hex,four,liar"]


def test_games_that_minesolver_play_recorded_open_on_the_page():
    records = []
    for rules in RECORDED:
        dimensions = {"3d": 3, "4d": 4}.get(rules.partition(",")[0], 2)
        layers = [2] * (dimensions - 2)
        first_click = "given" if rules != "square" else "safe"
        game_rules = Rules(first_click, board=rules)
        game = Game(3, 4, 3 * 2 ** len(layers), game_rules, seed=5, layers=layers)
        while not game.over:
            is_first_move = not game.started and game.start is not None
            game.open(game.start if is_first_move else analyze(game.board).best)
        records.append(game.record())
    pages = saved_games([{"text": record} for record in records])
    for rules, record, page in zip(RECORDED, records, pages, strict=True):
        guess_moves = [guess.move - 1 for guess in review(parse(record)).guesses]
        assert [guess["move"] for guess in page["again"]["guesses"]] == guess_moves, rules


@pytest.mark.parametrize("rules", ["3d", "3d,outside"])
def test_a_conflict_on_a_board_of_layers_names_the_cell_of_its_clue(rules):
    codes = [HIDDEN] * 8
    codes[0], codes[5] = 0, 7
    position = {
        "rows": 4,
        "cols": 2,
        "shape": [2, 2, 2],
        "rules": rules,
        "codes": codes,
        "mines": None,
    }
    position["density"] = None
    answers = both_answers([{"command": "analyse", "keys": {"position": position}}])
    assert [answered["error"]["clues"] for answered in answers[0]] == [[[2, 1]]] * 2
