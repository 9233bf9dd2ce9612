"""The page's scripts, by Node's own test runner (`npm run check` adds types and lint), and against Python."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from node import NODE, NODE_COMMAND
from patience import PATIENCE

from minesolver.base.errors import MinesolverError, PuzzleError
from minesolver.game import Game, Rules
from minesolver.model.board import MINE
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES, ClueRule, Neighbourhood
from minesolver.model.variant import Clue, Field

FOLDER = Path(__file__).parent / "page"
HAS_ACORN = (Path(__file__).parents[3] / "bindings/node_modules/acorn").exists()
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")


def test_the_scripts_pass_their_unit_tests():
    """All in one process, which loads the page's scripts once; `npm test` gives each file its own."""
    files = []
    for path in sorted(FOLDER.glob("*.test.mjs")):
        # One of them reads scripts by a package that `npm install` brings.
        if path.name != "texts.test.mjs" or HAS_ACORN:
            files.append(path.as_uri())
    assert files
    script = "\n".join(f"import {json.dumps(file)};" for file in files)
    command = [*NODE_COMMAND, "--input-type=module", "-e", script]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]


def answers_of(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    pytest.importorskip("starlette")
    from minesolver.extras.web.page import facts

    text = "\n".join(map(json.dumps, [facts(), *lines]))
    command = [*NODE_COMMAND, str(FOLDER / "games.mjs")]
    run = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


SHAPES = [
    (1, 1),
    (3, 4),
    (5, 5),
    (7, 6),
    (2, 3, 4),
    (3, 3, 3),
    (2, 2, 3, 3),
    (6, 1, 1),
    (6, 2, 2),
    (6, 3, 3),
]
NEIGHBOURHOODS = ("eight", "four", "cross", "knight", "radius-2")
CLUES = ("vanilla", "multiple", "negation", "liar", "modulo", "one-colour")


def test_what_clues_see_and_how_cells_lie_is_that_of_the_package():
    fields, games = [], []
    clues = cycle(CLUES)
    for pair in product(GEOMETRIES, NEIGHBOURHOODS):
        for shape, _ in product(SHAPES, range(2)):  # two clue rules in turn
            names = *pair, next(clues)
            try:
                fields.append(Field.parse(",".join(names), shape))
            except PuzzleError:
                continue
            size = {"rows": shape[-2], "cols": shape[-1], "shape": shape}
            games.append({"game": size | {"rules": ",".join(names)}, "drawn": True})
    taken = 0
    for field, page, game in zip(fields, answers_of(games), games, strict=True):
        if not page["taken"]:
            continue
        taken += 1
        for i in range(len(field.geometry.cells)):
            view, rule = field.view(i)
            expected = dict(zip(view.sees, rule.weights(view), strict=True))
            weights = page["weights"][i] if page["weights"] else [1] * len(page["near"][i])
            assert dict(zip(page["near"][i], weights, strict=True)) == expected, (game, i)
            for page_corner, corner in zip(
                page["corners"][i], field.geometry.corners[i], strict=True
            ):
                assert page_corner == pytest.approx(corner, abs=1e-9), (game, i)
    assert taken > 100


LARGE = {2: (13, 12), 3: (4, 7, 8), 4: (2, 3, 5, 4)}
LARGE_NETS = {"cube": (6, 5, 5), "geodesic": (6, 4, 8)}


def names_of(kind: type) -> list[str]:
    return [name for name in RULES if isinstance(RULES.get(name), kind)]


def test_on_large_boards_each_rule_sees_weighs_and_shows_what_it_does_in_python(thorough):
    """Each clue rule over each geometry and neighbourhood: a third of them where a geometry takes many, from
    another one on for each geometry, so that each rule and each neighbourhood has its turn.
    """
    fields: list[Field] = []
    games: list[dict[str, Any]] = []
    offered_counts = dict.fromkeys(GEOMETRIES, 0)
    for geometry_number, geometry in enumerate(GEOMETRIES):
        shape = LARGE_NETS.get(geometry) or LARGE[GEOMETRIES.get(geometry).dimensions]
        size = {"rows": shape[-2], "cols": shape[-1], "shape": shape}
        field_of_rules: dict[str, Field] = {}
        for neighbourhood, clue in product(names_of(Neighbourhood), names_of(ClueRule)):
            rules = f"{geometry},{neighbourhood},{clue}"
            with suppress(PuzzleError):
                field_of_rules[rules] = Field.parse(rules, shape)
        chosen_rules = list(field_of_rules)
        if not thorough and len(chosen_rules) > 40:
            chosen_rules = chosen_rules[geometry_number % 3 :: 3]
        fields += [field_of_rules[rules] for rules in chosen_rules]
        games += [{"game": size | {"rules": rules}} for rules in chosen_rules]
    for field, page, game in zip(fields, answers_of(games), games, strict=True):
        if not page["shown"]:
            continue
        offered_counts[game["game"]["rules"].partition(",")[0]] += 1
        shown_by_totals: dict[tuple[int, int, int], list[Any]] = {}
        for i, seen_cells in enumerate(page["near"]):
            view, rule = field.view(i)
            weights = dict(zip(view.sees, rule.weights(view), strict=True))
            assert seen_cells == sorted(weights), (game, i)
            assert page["weights"] is None or page["weights"][i] == [
                weights[j] for j in seen_cells
            ], (
                game,
                i,
            )
            low, high = (sum(w for w in weights.values() if w * sign > 0) for sign in (-1, 1))
            totals = low, high, max(weights.values(), default=1)
            if totals not in shown_by_totals:  # many cells see as much as each other
                shown_by_totals[totals] = [
                    list(rule.shows(total, totals[-1])) for total in range(low, high + 1)
                ]
            assert page["shows"][62 + low : 63 + high] == shown_by_totals[totals], (game, i)
    assert min(offered_counts.values()) >= 4, offered_counts


def test_a_game_is_the_one_of_its_seed_in_python():
    rng = Random(1)
    games: list[Any] = []
    expected = []
    kinds = [("", rules) for rules in ("none", "safe", "zero", "row-col")]
    kinds += [
        ("hex", "safe"),
        ("torus", "zero"),
        ("triangle", "safe"),
        ("multiple", "zero"),
        ("modulo", "safe"),
    ]
    fixed = {"win": "open", "no_guess": False, "drawn_for": None, "layout": None}
    for seed, (board, first_click), single in product(range(40), kinds, (False, True)):
        rows, cols, mines = rng.choice([(5, 6, 6), (9, 9, 10), (4, 7, 3)])
        options: Any = {
            "reveal": "single" if single else "cascade",
            "after_mine": "continue" if single else "lose",
        }
        game = Game(
            rows, cols, mines, Rules(first_click, board=board or "square", **options), seed=seed
        )
        moves: list[Any] = []
        for _ in range(25):
            cell, action = (
                (rng.randrange(rows), rng.randrange(cols)),
                rng.choice(["open", "flag", "chord"]),
            )
            with suppress(MinesolverError):
                getattr(game, action)(cell)
                moves.append((*cell, action))
        size = {
            "rows": rows,
            "cols": cols,
            "mines": mines,
            "first_click": first_click,
            "seed": seed,
            "rules": board,
        }
        games.append({"game": size | options | fixed, "moves": moves})
        codes = [code_of(game.board[cell]) for cell in product(range(rows), range(cols))]
        expected.append({"codes": codes, "won": game.won, "lost": game.lost})
    for spec, page_state, python_state in zip(games, answers_of(games), expected, strict=True):
        assert page_state == python_state, spec


@pytest.mark.parametrize("deal", ["fair", "forgiving", "cruel"])
def test_a_game_without_hidden_mines_is_the_one_of_its_seed_in_python(deal, thorough):
    """What each guess meets, on the levels and under rules whose clues may be shown in several ways."""
    rng = Random(deal)
    sizes = [(5, 6, 6), (9, 9, 10), (4, 7, 3), (5, 5, 5)]
    if thorough:
        sizes.append((16, 30, 99))
    games: list[Any] = []
    expected = []
    guesses = 0
    for seed, board, first_click in product(
        range(20 if thorough else 5),
        ("", "hex", "torus", "liar", "negation"),
        ("none", "zero", "safe"),
    ):
        rows, cols, mines = rng.choice(sizes)
        options: Any = {"reveal": "cascade", "after_mine": "continue", "deal": deal}
        game: Any = Game(
            rows, cols, mines, Rules(first_click, board=board or "square", **options), seed=seed
        )
        moves: list[Any] = []
        for _ in range(25):
            cell, action = (
                (rng.randrange(rows), rng.randrange(cols)),
                rng.choice(["open", "open", "flag", "chord"]),
            )
            with suppress(MinesolverError):
                before = game.layout
                getattr(game, action)(cell)
                moves.append((*cell, action))
                guesses += before is not None and game.layout != before
        spec = {
            "rows": rows, "cols": cols, "mines": mines, "first_click": first_click, "seed": seed,
            "win": "open", "no_guess": False, "drawn_for": None, "layout": None, "rules": board,
        }  # fmt: skip
        games.append({"game": spec | options, "moves": moves})
        codes = [code_of(game.board[cell]) for cell in product(range(rows), range(cols))]
        expected.append({"codes": codes, "won": game.won, "lost": game.lost})
    assert guesses > 40 or deal == "fair"  # that dealt another layout
    for spec, page_state, python_state in zip(games, answers_of(games), expected, strict=True):
        assert page_state == python_state, spec


def code_of(sign: Any) -> int:
    """The page's code of what a cell shows."""
    if isinstance(sign, Clue):
        assert isinstance(sign.value, int)
        return sign.value if sign.value < MINE else sign.value + MINE
    return {"#": -1, "*": MINE}.get(sign, sign)


SEVERAL_GAMES = [("multi-2", 5, 6, 9), ("hex,multi-3", 5, 5, 8), ("torus,four,multi-4", 4, 5, 30)]


@pytest.mark.parametrize("rules, rows, cols, mines", SEVERAL_GAMES)
def test_a_game_of_several_mines_a_cell_is_the_one_of_its_seed_in_python(rules, rows, cols, mines):
    """Openings, flags that are numbers, chords that they allow, and how the game ends."""
    rng = Random(rows * mines)
    games: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    for seed, first_click in product(range(8), ("safe", "none")):
        game: Game = Game(
            rows, cols, mines, Rules(first_click, after_mine="continue", board=rules), seed=seed
        )
        spec = {
            "rows": rows, "cols": cols, "mines": mines, "rules": rules, "shape": None,
            "first_click": first_click, "after_mine": "continue", "win": "open", "reveal": "cascade",
            "layout": None, "no_guess": False, "drawn_for": None, "seed": seed,
        }  # fmt: skip
        moves: list[list[Any]] = []
        for _ in range(40):
            row, col = rng.randrange(rows), rng.randrange(cols)
            action = rng.choice(["open", "flag", "flag", "chord"])
            try:
                getattr(game, action)((row, col))
            except MinesolverError:
                continue
            moves.append([row, col, action])
            if game.over:
                break
        codes = []
        for cell in game.board.cells:
            state: Any = game.board[cell]
            if isinstance(state, str):
                codes.append({"#": -1, "*": 10}.get(state) or -20 - (int(state[1:]) - 2))
            else:
                codes.append(state.value if state.value < 10 else state.value + 10)
        games.append({"game": spec, "moves": moves})
        expected.append({"codes": codes, "won": game.won, "lost": game.lost})
    assert answers_of(games) == expected
    assert any(code <= -20 for answer in expected for code in answer["codes"])
