"""Who finds what on the exact test set, and what the labels of incomplete oracles get wrong.

    minesolver dataset --out data -n 2000 --split test --seed 1 --jobs 2
    python benchmarks/learners.py data/test.jsonl                    # both tables, as Markdown
    python benchmarks/learners.py data/test.jsonl --model my.py:ask  # and your model: ask(prompt) -> answer
    python benchmarks/learners.py data/test.jsonl --check            # the labels, by two engines and pyganak

Players: each is shown every position once, as if it joined the game there, and opens a cell. "proved": of the
positions with a safe cell, where it opened one. "least risk": of the others, where no cell is less dangerous.
"excess": mean risk above the least, over all. ``stub`` is no model: it stands where one is to be plugged in,
reads the prompt and answers in words, and always names the first hidden cell.

Oracles: at every turn of games that open all that is proved, else the cell of least risk, one says of each
cell "safe", "mine" or "to be guessed". "one clue" knows that a clue with all its mines clears the rest, and
that one with as many hidden cells as mines has found them; "two clues" compares pairs of clues as well.
Called guesses: positions where it finds no safe cell, though there is one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from instances import count
from run_facts import print_facts

import minesolver as ms
from minesolver.base.intervals import mean_interval, rate_interval
from minesolver.explain.export import dimacs
from minesolver.layers import deduce
from minesolver.players import PLAYERS

ORACLES = {
    "one clue": ("baseline", False),
    "two clues": ("subset", False),
    "all rules": ("layered_bounds", True),
}
SETTINGS = {"9x9/10": (9, 9, 10), "16x16/40": (16, 16, 40), "16x30/99": (16, 30, 99)}
PROMPT = "Minesweeper, {mines} mines; # is hidden. Open one cell, such as: open (0,0).\n{rows}"


def stub(prompt: str) -> str:
    """A stub where a language model is to be plugged in: it names the first hidden cell of the prompt."""
    for row, line in enumerate(prompt.splitlines()[1:]):
        if "#" in line:
            return f"<think>I am a stub.</think> open ({row}, {line.index('#')})"
    return "I see no hidden cell."


def player_choice(name: str) -> Callable[[dict[str, Any], int], Any]:
    """What a player of minesolver opens in a position; ``None`` where it has no move."""

    def choose(row: dict[str, Any], seed: int) -> Any:
        player, board = PLAYERS.get(name).make(), ms.Board.parse(row["board"])
        player.start(board.rows, board.cols, board.mines, seed)
        move = player.move(board)
        while move is not None and move.action == "flag":
            move = player.move(board)
        return None if move is None else move.cell

    return choose


def model_choice(ask: Callable[[str], str]) -> Callable[[dict[str, Any], int], Any]:
    """What a model opens: a function from the prompt to its answer."""
    from minesolver.env.text import AnswerError, parse_answer  # players need no environment

    def choose(row: dict[str, Any], seed: int) -> Any:
        board = ms.Board.parse(row["board"])
        rows = row["board"].partition("\n")[2]
        try:
            action, cell = parse_answer(ask(PROMPT.format(mines=board.mines, rows=rows)), board)
        except AnswerError:
            return None
        return cell if action == "open" else None

    return choose


def baseline(rows: list[dict[str, Any]], choose: Callable[[dict[str, Any], int], Any]) -> list[str]:
    """The columns of a player: proved, least risk, excess, no move."""
    took_proved: list[bool] = []
    took_least_risk: list[bool] = []
    excess: list[float] = []
    no_move_count = 0
    for seed, row in enumerate(rows):
        cell = choose(row, seed)
        risks = {}
        for r, line in enumerate(row["exact"]):
            for c, chance in enumerate(line):
                if chance:
                    risks[r, c] = Fraction(chance)
        no_move_count += cell is None
        risk, best = risks.get(cell, Fraction(1)), min(risks.values())
        outcomes = took_proved if row["safe"] else took_least_risk
        outcomes.append(risk == best)
        excess.append(float(risk - best))
    cells = []
    for outcomes in (took_proved, took_least_risk):
        low, high = rate_interval(sum(outcomes), len(outcomes))
        cells.append(
            f"{100 * sum(outcomes) / max(1, len(outcomes)):.1f} ({100 * low:.1f}-{100 * high:.1f})"
        )
    mean, low, high = mean_interval(excess, 0.0, 1.0)
    return [*cells, f"{mean:.4f} ({low:.4f}-{high:.4f})", str(no_move_count)]


def check(rows: list[dict[str, Any]], engines: list[str]) -> int:
    """How many labels were compared; an AssertionError where engines, or ``ganak``, a model counter of the
    board's clauses, say something else.
    """
    labels_compared = 0
    for row in rows:
        board = ms.Board.parse(row["board"])
        hidden_cells = board.where(ms.HIDDEN)
        for engine in engines:
            label_place = (row["id"], engine)
            if engine == "ganak":
                assert count(dimacs(board)) == int(row["solutions"]), label_place
                continue
            analysis = ms.analyze(board, engine)
            assert analysis.solutions == int(row["solutions"]), label_place
            assert sorted(map(list, analysis.safe)) == row["safe"], label_place
            assert sorted(map(list, analysis.mines)) == row["mine_cells"], label_place

            # Each hidden cell has its fraction, and no cell has one beside them.
            for r, c in hidden_cells:
                exact_label = Fraction(row["exact"][r][c])
                assert analysis.exact(r, c) == exact_label, (*label_place, r, c)
                labels_compared += 1
            label_count = 0
            for row_labels in row["exact"]:
                label_count += sum(label is not None for label in row_labels)
            assert label_count == len(hidden_cells), label_place
        labels_compared += 1
    return labels_compared


def oracle_errors(size: tuple[int, int, int], games: int) -> dict[str, list[float]]:
    """By oracle: positions with a safe cell, those called guesses, safe cells, missed, mines, missed."""
    sums_by_oracle = {name: [0.0] * 6 for name in ORACLES}
    for seed in range(games):
        game = ms.Game(*size, ms.Rules("zero"), seed=seed)
        game.open((size[0] // 2, size[1] // 2))
        while not game.over:
            analysis = ms.analyze(game.board)
            for name, (layer, total) in ORACLES.items():
                deduction = deduce(game.board, layer, total=total)
                safe_seen, mines_seen = len(deduction.safe), len(deduction.mines)
                safe_proved, mines_proved = len(analysis.safe), len(analysis.mines)
                position_counts: list[float] = [
                    safe_proved > 0,
                    safe_proved > 0 and safe_seen == 0,
                    safe_proved,
                    safe_proved - safe_seen,
                    mines_proved,
                    mines_proved - mines_seen,
                ]
                oracle_sums = sums_by_oracle[name]
                for column, position_count in enumerate(position_counts):
                    oracle_sums[column] += position_count
            for cell in sorted(analysis.safe) or [analysis.best]:
                if game.board[cell] == ms.HIDDEN:
                    game.open(cell)
    return sums_by_oracle


def _model(place: str) -> Callable[[str], str]:
    """The function that FILE.py:FUNCTION names."""
    file, _, function_name = place.rpartition(":")
    spec = spec_from_file_location("model", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    model: Callable[[str], str] = getattr(module, function_name)
    return model


def _print_players(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    choices = {name: player_choice(name) for name in [*options.players, *options.policies]}
    choices["stub (no model)"] = model_choice(stub)
    if options.model:
        choices[options.model] = model_choice(_model(options.model))
    print("| player | proved, % | least risk, % | excess | no move |")
    print("| --- | --- | --- | --- | ---: |")
    for name, choose in choices.items():
        print(f"| {name} | {' | '.join(baseline(rows, choose))} |", flush=True)


def _print_oracles(game_count: int) -> None:
    print(
        "| size | oracle | positions with a safe cell | called guesses, % | safe cells missed, % "
        "| mines missed, % |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for size, shape in SETTINGS.items():
        for name, sums in oracle_errors(shape, game_count).items():
            with_safe_cell, called_guesses, safe_cells, safe_missed, mines, mines_missed = sums
            shares = [
                100 * called_guesses / with_safe_cell,
                100 * safe_missed / safe_cells,
                100 * mines_missed / max(1, mines),
            ]
            share_cells = " | ".join(f"{share:.2f}" for share in shares)
            print(f"| {size} | {name} | {with_safe_cell:.0f} | {share_cells} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="a file of minesolver dataset")
    parser.add_argument(
        "--players", nargs="+", default=["uniform_random", "baseline", "basic", "advanced", "cs50"]
    )
    parser.add_argument("--policies", nargs="+", default=list(ms.policies()))
    parser.add_argument("--model", default="", help="FILE.py:FUNCTION, from a prompt to an answer")
    parser.add_argument(
        "--games", type=int, default=100, help="of each size for the oracles (default: 100)"
    )
    parser.add_argument(
        "--check",
        nargs="*",
        metavar="ENGINE",
        help="only the labels: default elimination pysat ganak",
    )
    options = parser.parse_args()
    print_facts()
    rows = [json.loads(line) for line in options.file.read_text().splitlines()]
    if options.check is not None:
        labels_compared = check(rows, options.check or ["elimination", "pysat", "ganak"])
        print(f"{len(rows)} positions, {labels_compared} labels: all the same")
        return
    with_safe_cell = sum(bool(row["safe"]) for row in rows)
    print(f"{len(rows)} positions, {with_safe_cell} of them with a safe cell\n")
    _print_players(rows, options)
    print()
    _print_oracles(options.games)


if __name__ == "__main__":
    main()
