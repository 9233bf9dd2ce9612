"""Layouts and puzzles under rules: each equally likely, each with one solution; games on them."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product
from typing import Any

import pytest
import rules_oracle as oracle
from depth import one_in

import minesolver as ms
from minesolver import kernel
from minesolver.cli import main
from minesolver.game import Game, Rules
from minesolver.game.game_rules import ground_of
from minesolver.game.generate import generate
from minesolver.game.seeding import SplitMix64
from minesolver.game.series import (
    Series,
    fits_kernel,
    play_batch,
    play_compiled,
    play_compiled_games,
)
from minesolver.io.formats.ruled_boards import symbols
from minesolver.model.variant import HIDDEN, MINE, Clue, Field, VariantBoard
from minesolver.players import safest
from minesolver.policy.analysed import possible_clues
from minesolver.policy.optimal import optimal


def mines_of(board):
    return frozenset(cell for cell in board.cells if board[cell] == MINE)


TIMES = 30
"""How often each layout is drawn, on the average."""


@pytest.mark.parametrize("free", [(), (4, 5)], ids=["any", "two cells kept free"])
@pytest.mark.parametrize(
    "placement, mines", [("connected", 4), ("snake", 4), ("dual", 4), ("balance", 3), ("unary", 3)]
)
def test_layouts_are_equally_likely(placement, mines, free):
    size = (3, 3)
    allowed = [
        frozenset(chosen)
        for values in product((0, 1), repeat=9)
        if sum(values) == mines
        and not any(values[i] for i in free)
        and oracle.PLACEMENTS[placement](
            chosen := {
                cell for cell, value in zip(oracle.cells(size), values, strict=True) if value
            },
            size,
        )
    ]
    played = ground_of(placement, size, mines)
    random = SplitMix64(5)
    draws = TIMES * len(allowed)
    deals = (played.deal(random, free) for _ in range(draws))
    counts = Counter(frozenset(map(played.name, deal.mines)) for deal in deals)
    assert counts.keys() <= set(allowed)
    # Chi-square with a fixed seed: far below what a layout that is missed or doubled would give.
    chi = sum((counts[layout] - TIMES) ** 2 / TIMES for layout in allowed)
    assert chi < len(allowed) + 5 * (2 * len(allowed)) ** 0.5


def test_two_codes_of_one_board_are_two():
    hidden = ms.analyze(ms.Board.parse("###\n###", rules="encrypted,encrypted-twice"))
    # Numbers 0 and 1: two codes of one letter each, and one of two.
    assert hidden.solutions == 2**6 * 2
    short_code = "### ### #A#".replace(" ", "\n")
    long_code = short_code.replace("#A#", "# 2E^A #").replace("###", "# # #")
    assert ms.analyze(ms.Board.parse(short_code, 1, rules="encrypted")).solutions == 8 * 2
    assert (
        ms.analyze(ms.Board.parse(long_code, 1, rules="encrypted,encrypted-twice")).solutions
        == 6 * 8 * 4
    )


def test_combinations_by_the_names_of_the_game():
    for name, rules in (
        ("LM", "multiple+liar"),
        ("MX", "cross,multiple"),
        ("UW", "wall,unary"),
        ("cd", "connected,dual"),
    ):
        mixed: Any = ms.Board.parse("###\n###\n###", rules=name)
        assert str(mixed.rules) == rules


def test_time_that_ends_within_a_look_ahead_is_no_error(monkeypatch):
    board: Any = ms.Board.parse("1####" + "\n#####" * 4, 8, rules="wall")
    analysis = ms.analyze(board)

    def late(*_, **__):
        raise ms.EngineLimitError("late")

    monkeypatch.setattr(sys.modules["minesolver.policy.analysed"], "analyze", late)
    recommendation = ms.recommend(analysis, "lookahead", limit=60)
    assert recommendation.cell in board.where(HIDDEN)
    with pytest.raises(ms.EngineLimitError):
        ms.recommend(analysis, "lookahead")


@pytest.mark.parametrize("limit", [0.2, ms.Limit(seconds=0.2, states=1000)])
def test_a_position_too_wide_to_count_gets_a_move_within_a_limit(limit):
    game: Any = ms.Game(4, 4, 40, ms.Rules(board="4d", first_click="none"), seed=1, layers=(4, 4))
    safe = [cell for cell in game.board.cells if cell not in game.layout]
    for cell in safe[::9]:
        game.open(cell)
    recommendation = ms.recommend(game.board, limit=limit)
    assert recommendation.cell in game.board.where(HIDDEN)
    if not recommendation.proved:
        assert not recommendation.exact
        assert "not exact" in recommendation.reason
        assert all(0 < candidate.safety < 1 for candidate in recommendation.candidates)


def test_what_the_estimate_says_fits_sums_and_symmetry():
    """One sum over cells alike, and the mine count over the others: what independent cells have."""
    board: Any = ms.Board.parse("2##\n###\n###", 4, rules="hex")
    estimate = ms.analyze(board, "estimate")
    neighbour_cells = set(board.neighbours(board.cells[0]))
    beside_clue = [
        estimate.probability[cell] for cell in board.where(HIDDEN) if cell in neighbour_cells
    ]
    elsewhere = [
        estimate.probability[cell] for cell in board.where(HIDDEN) if cell not in neighbour_cells
    ]
    assert beside_clue == pytest.approx([2 / len(neighbour_cells)] * len(beside_clue), abs=0.01)
    assert elsewhere == pytest.approx([2 / len(elsewhere)] * len(elsewhere), abs=0.01)


def test_large_random_numbers():
    random = SplitMix64(1)
    n = 3 * 2**100
    values = [random.below(n) for _ in range(300)]
    assert all(0 <= value < n for value in values)
    assert 60 < sum(value < n // 3 for value in values) < 140


def test_opened_layouts_show_what_the_rules_say():
    for rules in ("negation", "liar", "wall", "eyesight", "cross"):
        board = next(generate(4, 4, 6, board=rules, no_guess=False, seed=2)).solution
        mines = mines_of(board)
        signs = symbols(board)
        assert len(mines) == 6
        for cell in board.cells:
            assert (signs[cell] == "*") == (cell in mines)
            if cell not in mines:
                assert signs[cell] in oracle.CLUES[rules](cell, mines, (4, 4))


@pytest.mark.parametrize(
    "rules", ["vanilla", "liar", "wall", "eyesight", "negation", "connected", "quad,knight"]
)
def test_puzzles_have_one_solution_and_no_spare_clue(rules):
    size = (4, 4)
    placement = next((name for name in rules.split(",") if name in oracle.PLACEMENTS), None)
    clue = next((name for name in rules.split(",") if name in oracle.CLUES), "vanilla")
    puzzle = next(generate(4, 4, 6, board=rules, unique=True, seed=4))
    clues = {
        cell: symbols(puzzle.board)[cell]
        for cell in puzzle.board.cells
        if puzzle.board[cell] != "#"
    }
    assert all(isinstance(state, Clue) for state in puzzle.board.states.values())

    def solutions(clues_kept):
        layouts = []
        for mines in map(set, combinations(oracle.cells(size), 6)):
            if all(
                cell not in mines and text in oracle.CLUES[clue](cell, mines, size)
                for cell, text in clues_kept.items()
            ) and (placement is None or oracle.PLACEMENTS[placement](mines, size)):
                layouts.append(mines)
        return layouts

    assert solutions(clues) == [mines_of(puzzle.solution)]
    for cell in list(clues)[:3]:
        assert (
            len(
                solutions(
                    {clue_cell: text for clue_cell, text in clues.items() if clue_cell != cell}
                )
            )
            > 1
        )


def test_the_same_seed_gives_the_same_puzzle():
    first_puzzles = [
        str(p.board) for p in islice(generate(4, 4, board="hex,liar", unique=True, seed=9), 3)
    ]
    third_puzzle = next(generate(4, 4, board="hex,liar", unique=True, seed=9, first=2))
    assert str(third_puzzle.board) == first_puzzles[2]
    assert len(set(first_puzzles)) == 3


def test_what_cannot_be_drawn_says_so():
    with pytest.raises(ms.PuzzleError, match="no layout under unary has 20 mines"):
        ground_of("unary", (5, 5), 20)
    with pytest.raises(ms.PuzzleError, match="no layout of 3x4 cells is under one-liar"):
        ground_of("one-liar", (3, 4), None)
    with pytest.raises(ms.PuzzleError, match="3d takes 3 sizes"):
        ground_of("3d", (5, 5), 2)
    with pytest.raises(ms.PuzzleError, match="hex has not"):
        ground_of("hex,knight", (5, 5), 2)
    with pytest.raises(ms.PuzzleError, match="knight does not go with it"):
        ground_of("knight,wall", (5, 5), 2)
    with pytest.raises(ms.RuleError, match=r"no layout under dual has no mine at \(0,1\)"):
        Game(1, 3, 2, Rules(board="dual"), seed=1).open((0, 1))
    assert ground_of("dual", (3, 3), None).mines == 4
    # As near to 40 % as equal rows and columns allow.
    assert ground_of("balance", (6, 6), None).mines == 12
    assert ground_of("unary", (4, 4), None).mines == 6


@pytest.mark.parametrize("rules", ["hex", "torus,wall", "knight", "multiple,anti-knight"])
def test_boards_without_guesses(rules):
    """Who opens only what brute force proves, from the start cell on, opens everything."""
    for generated in islice(generate(3, 4, 3, board=rules, seed=2), 2):
        board, mines = generated.board, mines_of(generated.solution)
        assert board[generated.start] != "#"
        while len(board.where("#")) > len(mines):
            safe = ms.analyze(board, "brute_force").safe
            assert safe
            assert not safe & mines
            board = board.open({cell: generated.solution[cell] for cell in safe})
    with pytest.raises(ms.EngineLimitError, match="none of 9 layouts of 3x4/3 liar needs no guess"):
        next(generate(3, 4, 3, board="liar", tries=9))  # no liar's clue proves anything alone


def test_several_clue_rules_share_the_cells():
    board = next(generate(5, 5, 8, board="liar,wall", no_guess=False, seed=3)).solution
    tags = Counter(state.tag for state in board.states.values() if isinstance(state, Clue))
    assert tags.keys() == {"", "W"}
    assert ms.Board.parse(str(board), rules="liar,wall") == board
    assert ms.analyze(board).solutions == 1


# -- games ----------------------------------------------------------------------------------------------


def series(policy, **changes):
    return Series(policy, 4, 4, 3, Rules("given", board="hex"), 3, **changes)


def test_games():
    results = play_batch(series("safest"), 0, 30)
    played_again = play_batch(series("safest"), 0, 30)
    assert (results.wins, results.guesses, results.opened) == (
        played_again.wins,
        played_again.guesses,
        played_again.opened,
    )
    assert results.wins > play_batch(series("uniform_random"), 0, 30).wins
    with pytest.raises(ms.RuleError, match="policy 'advanced' plays square boards"):
        series("advanced").check()
    with pytest.raises(ms.RuleError, match="start cell"):
        series("safest", start=(4, 0)).check()


CLICKS = ("safe", "zero", "none")
BOARDS = [
    *(
        (rules, (5, 5), 5)
        for rules in ("hex", "torus", "liar", "modulo", "liar,modulo", "negation", "knight")
    ),
    ("balance", (4, 4), 4),
    *((rules, (5, 5), 4) for rules in ("unary", "hex,triplet", "horizontal,liar")),
    ("3d", (3, 3, 3), 4),
]


def games_of_boards() -> Iterator[tuple[Any, ...]]:
    """Each board with each first click, and with each policy."""
    for board, click in product(BOARDS, CLICKS):
        yield *board, "safest", click
    for board_number, board in enumerate(BOARDS):
        for policy_number, policy in enumerate(("pseq", "lookahead", "strongest")):
            yield *board, policy, CLICKS[(board_number + policy_number) % 3]


# In a quick run every second one: each board with one or two of the clicks and of the policies.
@pytest.mark.parametrize("rules, shape, mines, policy, first_click", one_in(2, games_of_boards()))
def test_games_of_the_core_are_those_played_move_by_move(rules, shape, mines, policy, first_click):
    *layers, rows, cols = shape
    if rules == "balance":  # a mine in each row leaves no zero
        first_click = "safe"
    series = Series(
        policy, rows, cols, mines, Rules(first_click, board=rules), 3, layers=tuple(layers)
    )
    assert fits_kernel(series)
    games = play_compiled_games(series, 0, 4)
    assert games[2:] == play_compiled_games(series, 2, 2)
    for index, game in enumerate(games[:2]):
        episode = series.episode(index)
        assert (game.won, game.guesses, game.opened) == (
            episode.outcome == "won",
            episode.guesses,
            episode.opened,
        )


def test_a_liars_coin_is_in_the_chances_of_what_a_cell_shows():
    def coin(total, clue):
        return float(clue == 1) if total == 0 else 0.5 * (clue in (total - 1, total + 1))

    board: Any = ms.Board.parse("#1##\n####\n##2#", rules="liar", mines=4)
    opened = {(0, 1): 1, (2, 2): 2}
    neighbours_of = {cell: board.neighbours(cell) for cell in board}
    layouts = [
        set(mines)
        for mines in combinations([cell for cell in board if cell not in opened], 4)
        if all(coin(len({*neighbours_of[cell]} & {*mines}), clue) for cell, clue in opened.items())
    ]
    candidates = ms.recommend(board, policy="lookahead").candidates
    assert len(candidates) > 1
    for candidate in candidates:
        totals = [
            len({*neighbours_of[candidate.cell]} & mines)
            for mines in layouts
            if candidate.cell not in mines
        ]
        for outcome in candidate.outcomes:
            chance = sum(coin(total, outcome.value) for total in totals) / len(layouts)
            assert outcome.chance == pytest.approx(chance, abs=1e-12)


def test_four_dimensions_are_played_to_the_end():
    series = Series("safest", 4, 4, 20, Rules(board="4d"), 1, layers=(4, 4))
    assert [game.won for game in play_compiled_games(series, 2, 4)] == [True] * 4
    assert play_compiled(series, 2, 4).estimates == 0


@pytest.mark.parametrize("name", ["cube", "boards", "4d", "klein"])
def test_every_geometry_has_a_usual_shape(name, capsys):
    assert main(["play", "--rules", name, "--mines", "1", "--seed", "1"]) == 0
    assert "seed 1" in capsys.readouterr().out


@pytest.mark.parametrize("policy", ["safest", "lookahead"])
def test_a_game_goes_on_where_nothing_counts(policy, monkeypatch):
    def refused(board, engine):
        if engine == "auto":
            raise ms.EngineLimitError("too wide")
        return ms.analyze(board, engine)

    monkeypatch.setattr(safest, "analyze", refused)
    episode = Series(policy, 5, 5, 6, Rules(board="hex"), 5, start=(0, 0)).episode(
        1, keep_moves=True
    )
    assert episode.outcome in ("won", "lost")
    assert episode.guesses == episode.estimates > 0
    guesses = [move for move in episode.moves[1:] if not move.proved]
    assert all(
        "nothing was counted" in move.reason and move.engine == "estimate" for move in guesses
    )


@pytest.mark.parametrize("first_click", ["none", "safe", "zero", "row-col", "fixed:1,1,2", "given"])
def test_first_clicks_of_three_dimensions(first_click):
    for index in range(6):
        game = Game(
            3, 3, 4, Rules(first_click, "continue", board="3d"), seed=5, index=index, layers=(3,)
        )
        assert (game.layout is None) == (first_click in ("safe", "zero", "row-col"))
        cell = game.start or (1, 1, 2)
        opened = game.open(cell)
        neighbour_cells = {
            c for c in game.board.cells if max(abs(a - b) for a, b in zip(c, cell, strict=True)) < 2
        }
        lines = {
            c for c in game.board.cells if sum(a != b for a, b in zip(c, cell, strict=True)) < 2
        }
        free = {"zero": neighbour_cells, "row-col": lines, "none": set()}.get(first_click, {cell})
        assert not free & game.layout
        assert (opened[cell] == Clue(0)) == (not neighbour_cells & game.layout)
        assert opened.keys() >= (neighbour_cells if opened[cell] == Clue(0) else {cell})
    with pytest.raises(ms.RuleError, match="3x3x3"):
        Game(3, 3, 4, Rules("fixed:1,1", board="3d"), layers=(3,))


@pytest.mark.parametrize(
    "rules", ["hex", "wall", "multiple", "liar", "modulo", "negation", "eyesight"]
)
def test_a_clue_opens_what_it_proves_and_no_more(rules):
    for index in range(8):
        game: Any = Game(4, 4, 3, Rules("given", board=rules), seed=2, index=index)
        game.open(game.start)
        opened = set(game.board.cells) - set(game.board.where("#"))
        for cell in opened:
            alone = ms.analyze(game.board.replace(dict.fromkeys(opened - {cell}, "?"), mines=None))
            cells_seen = {
                game.board.cells[i] for i in game.board.field.view(game.board.index(cell))[0].sees
            }
            if rules != "eyesight" and cells_seen - opened:
                assert not cells_seen <= alone.safe | opened
        assert not opened & game.layout


def test_chords_undo_and_flags_under_rules():
    solution = ms.Board.parse("1*1\n122\n01*", 2, rules="square")
    game = Game.of(solution, [(0, 0), (1, 1)])
    assert game.opened == 2
    with pytest.raises(ms.MoveError, match="already open"):
        game.open((0, 0))
    with pytest.raises(ms.MoveError, match=r"the clue 1 at \(0,0\) has 0 flags"):
        game.chord((0, 0))
    game.flag((0, 1))
    assert game.flags == {(0, 1)}
    assert game.chord((0, 0)) == {(1, 0): 1}
    board_before = game.board
    assert game.open((2, 0)) == {(2, 0): 0, (2, 1): 1}
    game.undo()
    assert game.board == board_before
    game.open((2, 0))
    game.open((1, 2))
    assert not game.over
    assert game.open((0, 2)) == {(0, 2): 1}
    assert game.won
    with pytest.raises(ms.RuleError, match="every cell open"):
        Game.of(board_before)
    for wrong, rules in (("2x2x1\n2*\n11", None), ("2x2x1 liar\n4*\n22", "liar")):
        with pytest.raises(ms.InconsistentBoardError, match=r"at \(0,0\) cannot be met"):
            Game.of(ms.Board.parse(wrong, rules=rules))
    liar = Game.of(ms.Board.parse("2*\n22", 1, rules="liar"), [(0, 0)])
    liar.flag((0, 1))
    assert liar.chord_cells((0, 0)) == ()  # there may be three mines as well


def run(capsys, *arguments):
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--rules hex --shape 1", "unknown level '1'"),
        ("--rules cube --rows 3", "3 sizes: give --shape"),
        ("--rules graph --shape 3x3", "a graph has no sizes"),
        ("--unique --mines 82", "82 mines on 81 cells"),
        ("--rules hex --progressive --mines 25 --start 0,0", "25 mines on 24 cells"),
    ],
)
def test_sizes_and_mine_counts_that_do_not_fit(options, message, capsys):
    status, _, errors = run(capsys, "generate", *options.split())
    assert status == 2
    assert message in errors


def test_commands(tmp_path, capsys):
    command = ["generate", "--rules", "hex,liar", "--unique", "--shape", "4x4", "--seed", "3"]
    status, out, err = run(capsys, *command)
    assert status == 0
    assert "step" in err
    path = tmp_path / "puzzle.json"
    assert run(capsys, *command, "--format", "json", "--out", str(path))[0] == 0
    values = json.loads(path.read_text())
    assert values["mines"] == 6
    assert values["difficulty"]["hardest"] == max(values["difficulty"]["steps"])
    status, out, err = run(capsys, "solve", str(path), "--json")
    assert json.loads(out)["solutions"] == "1"
    assert json.loads(out)["rows"] == 4
    status, out, _ = run(
        capsys,
        "play",
        "--rules",
        "torus",
        "--shape",
        "4x4",
        "--mines",
        "2",
        "--games",
        "5",
        "--seed",
        "1",
        "--json",
    )
    assert json.loads(out)["games"] == 5
    status, out, _ = run(capsys, "generate", "--unique", "--level", "4x4/5", "--seed", "1")
    assert (status, ms.analyze(ms.Board.parse(out)).solutions) == (0, 1)
    assert run(capsys, "generate", "--rules", "unary", "--mines", "20", "--seed", "1")[0] == 2


def test_one_game_move_by_move(capsys):
    command = ["play", "--rules", "hex,liar", "--shape", "4x4/3", "--seed", "1"]
    status, out, _ = run(capsys, *command)
    assert status == 0
    assert out.startswith("1. open (")
    assert out.splitlines()[-1].startswith(("won (seed 1)", "lost (seed 1)"))
    lines = [json.loads(line) for line in run(capsys, *command, "--json")[1].splitlines()]
    assert (lines[-1]["rules"], lines[-1]["shape"], lines[-1]["games"]) == ("hex,liar", [4, 4], 1)
    assert all(len(cell) == 2 for line in lines[:-1] for *cell, _ in line["shown"])


def test_a_person_plays_under_rules(monkeypatch, capsys):
    def typed(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        return run(
            capsys,
            "play",
            "--policy",
            "human",
            "--rules",
            "3d",
            "--shape",
            "2x2x2/1",
            "--seed",
            "1",
        )[1]

    game = ms.Game(2, 2, 1, ms.Rules("given", board="3d"), seed=1, layers=(2,))
    (mine,) = game.layout
    safe = [cell for cell in game.board.cells if cell not in (mine, game.start)]
    opening = [f"o {' '.join(map(str, cell))}" for cell in safe]
    assert "> won\n" in typed(f"f {' '.join(map(str, mine))}", "h", *opening)
    assert "> lost\n" in typed(f"o {' '.join(map(str, mine))}")
    assert "not understood; o L R C open, f L R C flag" in typed("o 1 1")
    assert "policy 'cs50' plays square boards" in typed("a cs50")
    assert "open (" in typed("a safest", "p") or "guess (" in typed("a safest")


@pytest.mark.parametrize("name", ["svg", "png"])
def test_pictures(tmp_path, capsys, name):
    for rules, text in (
        ("hex", "#1#\n ##1"),
        ("triangle", "#1#\n###"),
        ("3d", "1#\n-\n##"),
        ("wall", "# 1+1 #\n# # #"),
    ):
        (tmp_path / "board.txt").write_text(text)
        path = tmp_path / f"board.{name}"
        status, _, err = run(
            capsys, "solve", "--rules", rules, str(tmp_path / "board.txt"), f"--{name}", str(path)
        )
        assert status == 0, err
        data = path.read_bytes()
        assert data.startswith(b"<svg" if name == "svg" else b"\x89PNG")
        if name == "svg":
            assert data.count(b"<polygon") == len(ms.Board.parse(text, rules=rules).cells)


@pytest.mark.parametrize("rules", ["hex", "torus", "quad", "snake", "negation", "cylinder,unary"])
def test_the_optimum_under_rules_is_that_of_the_whole_game(rules):
    """Every order of opening cells, on sets of layouts; what is shown is read off whole boards."""
    field = Field.parse(rules, (3, 3))
    blank = VariantBoard(field, rules, {}, 3)
    boards = []
    for mines in combinations(range(9), 3):
        values = [int(i in mines) for i in range(9)]
        if all(c.holds([values[i] for i in c.cells]) for c in blank.constraints):
            boards.append(tuple(None if values[i] else field.clues(i, values)[0] for i in range(9)))

    @cache
    def wins(layouts, opened):
        if len(opened) == 6:
            return len(layouts)
        best = 0
        for cell in set(range(9)) - opened:
            layouts_by_value: dict = {}
            for board in layouts:
                if board[cell] is not None:
                    layouts_by_value.setdefault(board[cell], []).append(board)
            best = max(
                best,
                sum(wins(tuple(group), opened | {cell}) for group in layouts_by_value.values()),
            )
        return best

    optimum = optimal(3, 3, 3, "none", board=rules)
    assert (optimum.wins, optimum.allowed) == (wins(tuple(boards), frozenset()), len(boards))


def test_the_optimum_of_more_mines_than_a_layer_has_cells():
    optimum = optimal(1, 2, 5, "safe", board="boards", layers=(3,))
    assert (optimum.win_probability, optimum.layouts) == (1, 6)
    with pytest.raises(ms.RuleError, match="7 mines do not fit on 3x1x2 cells"):
        optimal(1, 2, 7, board="boards", layers=(3,))


def test_no_optimum_where_no_layout_has_so_many_mines():
    with pytest.raises(ms.RuleError, match="no layout of 3x3 balance has 1 mine"):
        optimal(3, 3, 1, "none", board="balance")


@pytest.mark.parametrize("rules", ["torus", "liar", "hex,unary", "multiple"])
def test_games_whose_start_is_given_are_the_same_in_the_core(rules):
    series = Series("pseq", 4, 5, 6, Rules("given", board=rules), seed=7)
    if not fits_kernel(series):
        assert not kernel.available()
        return
    played = [(game.won, game.opened, game.guesses) for game in play_compiled_games(series, 2, 6)]
    episodes = [series.episode(index) for index in range(2, 8)]
    assert played == [
        (episode.outcome == "won", episode.opened, episode.guesses) for episode in episodes
    ]


def test_layouts_that_cannot_be_counted_are_refused_before_they_are():
    with pytest.raises(ms.EngineLimitError, match="4x6x6 3d,unary are too many"):
        ground_of("3d,unary", (4, 6, 6), 20)


@pytest.mark.parametrize(
    "name", ["area", "product", "self-referential", "incomplete", "knight", "eyesight"]
)
def test_guesses_by_rules_whose_clues_are_about_other_cells(name):
    """What a cell could show, and whole games, against all layouts with all that is hidden."""
    field = Field.parse(name, (3, 2))
    blank = VariantBoard(field, name, {}, 2)
    hidden = [range(greatest + 1) for _, greatest, _ in field.quantities(2)]
    layouts = [
        (*(int(i in mines) for i in range(6)), *quantities)
        for mines in combinations(range(6), 2)
        for quantities in product(*hidden)
    ]
    layouts = [
        layout
        for layout in layouts
        if all(c.holds([layout[i] for i in c.cells]) for c in field.placed)
    ]

    def shown(layout, i):
        return frozenset(field.clues(i, layout))

    @cache
    def wins(layouts_left, opened):
        if len(opened) == 4:
            return len(layouts_left)
        best = 0
        for i in set(range(6)) - opened:
            layouts_by_value: dict[object, list[object]] = {}
            for layout in layouts_left:
                if not layout[i]:
                    layouts_by_value.setdefault(shown(layout, i), []).append(layout)
            best = max(
                best, sum(wins(tuple(group), opened | {i}) for group in layouts_by_value.values())
            )
        return best

    for i, cell in enumerate(field.geometry.cells):
        clues_shown = frozenset().union(*(shown(layout, i) for layout in layouts if not layout[i]))
        assert clues_shown <= {*possible_clues(blank, cell)}
    advice = ms.recommend(blank, "strongest")
    if advice.exact:
        assert max(layout.exact for layout in advice.candidates) == Fraction(
            wins(tuple(layouts), frozenset()), len(layouts)
        )
    assert advice.cell in blank.where(HIDDEN)


def test_shapes_that_have_places_without_a_cell():
    with pytest.raises(ms.RuleError, match="43 mines do not fit on 42 cells"):
        Game(2, 4, 43, Rules(board="geodesic"), layers=(6,))
    game: Any = Game(2, 4, 10, Rules("zero", board="geodesic"), layers=(6,), seed=3)
    game.open((5, 0, 1))
    assert game.board[5, 0, 1] == Clue(0)
    assert game.opened > 5
