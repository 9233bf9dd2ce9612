"""``minesolver optimal``: the best play of a whole small board, by its wins or by what it spends."""

import argparse
import json
from typing import Any

from ..base.errors import RuleError, counted
from ..game.board_sizes import size_of, size_text
from ..model.reason import show
from ..policy.objectives import OBJECTIVES
from ..policy.optimal import FIRST_CLICKS, Optimum, SmallBoard
from ..policy.saved import best_play
from ..protocol.parameters import COUNT, FILE, JSON, TEXT, Parameter
from .arguments import add, add_size, values_of
from .progress import Progress

_OBJECTIVE_LINES = "\n".join(
    f"  {objective.name:10}{objective.description}" for objective in OBJECTIVES.values()
)
_EPILOG = f"""\
examples:
  minesolver optimal --level 4x4/4 --first-click none --json
  minesolver optimal --level 4x4/4 --save 4x4-4.npz
  minesolver play --level 4x4/4 --policy optimal:4x4-4.npz
  minesolver optimal --rules torus,quad --shape 3x4/5
  minesolver optimal --level 3x3/2 --objective clicks

objectives:
{_OBJECTIVE_LINES}
A guess opens a cell that is not proved safe. A click opens a cell, sets a flag or chords; `expected` is the
mean of a game, an exact fraction.

win_probability is an exact fraction, over the layouts that the first-click rule leaves. Small boards that
are solved already are listed in docs/small-boards.md. A saved policy is NumPy's .npz; its arrays `positions`
and `moves` say what to open in each position where nothing is proved."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_size(parser, default="")
    add(
        parser,
        Parameter(
            "first_click",
            TEXT,
            "what protects the first click",
            default="safe",
            choices=FIRST_CLICKS,
        ),
        Parameter(
            "objective",
            TEXT,
            "what best play is the best at",
            default="wins",
            choices=OBJECTIVES,
        ),
        Parameter(
            "nodes",
            COUNT,
            "give up after this many sets of layouts, or positions where clicks count",
            metavar="N",
        ),
        Parameter("save", FILE, "keep the best play, for play --policy", metavar="FILE"),
        JSON,
    )


def run(options: argparse.Namespace) -> int:
    # What cannot be is said before the search, which may take long.
    *layers, rows, cols, mines = size_of(options, default=None)
    if mines is None:
        raise RuleError("the best play depends on the mine count: give --mines, or --shape 4x4/4")
    if options.save is not None and options.rules:
        raise RuleError(
            "a saved policy is of a square board with Minesweeper's own clues: leave --save out"
        )
    if options.objective != "wins" and options.save is not None:
        raise RuleError(
            "a saved policy is the play that wins most: leave --save or --objective out"
        )
    for option in options.added_options:
        option.check(options)

    # The search, and what is made of its result; each tells how far it has come.
    label = f"optimal {size_text(*layers, rows, cols, mines)}"
    with Progress(label, 1) as progress:
        progress.update(0, "searching")
        board = SmallBoard(rows, cols, mines, board=options.rules or "square", layers=layers)

        def tell_first_cells(done_count: int, cell_count: int) -> None:
            progress.update(0, f"searching, {done_count} of {cell_count} first cells done")

        def tell_positions(position_count: int) -> None:
            progress.update(0, f"{position_count} positions to save")

        optimum = board.optimum(
            options.first_click,
            objective=options.objective,
            nodes=options.nodes,
            progress=tell_first_cells,
        )
        if options.save is not None:
            best_play(board, optimum, tell_positions).save(options.save)
        for option in options.added_options:
            option.after(options, board, optimum)
    print(json.dumps(_json(optimum)) if options.json else _text(optimum))
    return 0


def _json(answer: Optimum) -> dict[str, Any]:
    attribute_names = (
        "rows cols board mines first_click objective best_first wins layouts nodes seconds"
    )
    json_values = values_of(answer, attribute_names) | {
        "win_probability": str(answer.win_probability),
        "win_probability_float": float(answer.win_probability),
        "allowed_layouts": answer.allowed,
    }
    if answer.expected is not None:
        json_values["expected"] = str(answer.expected)
        json_values["expected_float"] = float(answer.expected)
    return json_values


def _text(answer: Optimum) -> str:
    rules = "" if answer.board == "square" else f" {answer.board}"
    board_title = f"{size_text(*answer.shape, answer.mines)}{rules}"
    won = f"wins {answer.win_probability} = {100 * float(answer.win_probability):.4f} %"
    if answer.expected is not None:
        objective = OBJECTIVES[answer.objective]
        spent = f"{answer.expected} = {float(answer.expected):.4f} {objective.unit}"
        if objective.mine == "ends":
            won = f"{won}, and takes {spent} in a game that it wins"
        else:
            won = f"comes to {spent} a game, where a mine {objective.mine}"
    noun = "position" if answer.objective == "clicks" else "set"
    return (
        f"{board_title}, first click {answer.first_click}: best play {won}\n"
        f"best first cells: {' '.join(map(show, answer.best_first))}\n"
        f"{counted(answer.layouts, 'layout')}, {counted(answer.nodes, noun)} searched, "
        f"{answer.seconds:.2f} s"
    )
