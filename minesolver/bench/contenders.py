"""From a contender's name to something that answers: a player of games, or the analysis of a board.

An adapter from outside is a Python function ``prepare(board)`` that puts a board into its own form and
returns the call to be timed; the call returns P(mine), a float array (rows, cols) with NaN where it has no
estimate, or ``None`` where it refuses the board. A command reads the canonical text of one board on standard
input and prints one JSON object with ``probability`` (rows of numbers or null) and, if it proves cells,
``safe`` and ``mine_cells`` (lists of [row, col]): what ``minesolver solve --json`` prints.
"""

import json
import subprocess
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError, ExperimentError
from ..base.limits import Limit
from ..game.series import Series
from ..model.analysis import Analysis, Outcome
from ..model.board import HIDDEN, MINE, Board
from ..model.subject import Subject
from ..players import PLAYERS, Player
from ..players.from_file import run_file
from ..players.safest import Safest
from ..solver import analyze
from . import digests
from .experiment import ENGINE, Contender, Experiment, Setting

ContenderCall = Callable[[], Analysis]
Prepare = Callable[[Subject], ContenderCall]
_PROOF = 1e-9
"""An outsider that gives probabilities alone claims as proved what is this close to 0 or 1."""


def inference_of(experiment: Experiment, name: str) -> Prepare:
    """How the engine of this name is asked about a board: prepared first, the call is what is timed.

    Raises :class:`ExperimentError` where an adapter cannot be loaded.
    """
    outside = experiment.contender(name)
    if outside is not None:
        _check_files(outside)
        ask = _outside(outside, experiment.timeout)

        def asked(board: Subject) -> ContenderCall:
            if not isinstance(board, Board) or board.cut:
                raise EngineLimitError(
                    f"{name} takes whole square boards with Minesweeper's own clues only"
                )
            return ask(board)

        return asked
    limit = Limit(seconds=experiment.seconds)
    engine = name.removeprefix(ENGINE)
    _warm(engine)

    def prepare(board: Subject) -> ContenderCall:
        if engine == "kernel":
            kernel.forget()  # each position is to be counted anew
        return partial(analyze, board, engine, limit=limit)

    return prepare


def player_of(
    experiment: Experiment, name: str, setting: Setting, seed: int
) -> tuple[Series, Player]:
    """The player of this name, and the series of this seed, whose games it plays.

    Raises ExperimentError: it is the player of a file that cannot be run.
    """
    if name in PLAYERS:
        warm_player(name)
        series = setting.series(name, seed)
        return series, series.player()
    series = setting.series("safest", seed)
    contender = experiment.contender(name)
    if contender is not None and contender.player:
        _check_files(contender)
        return series, PLAYERS.get(contender.player).on(setting.board == "square").make()
    prepare = inference_of(experiment, name)

    def analyse(board: Board) -> Analysis:
        return prepare(board)()

    return series, Safest(engine=analyse)


def _outside(contender: Contender, timeout: float) -> Callable[[Board], ContenderCall]:
    if contender.command:
        return partial(_ask, contender, timeout)
    function = _load(contender.adapter)

    def prepare(board: Board) -> ContenderCall:
        ask_adapter = function(board)

        def call() -> Analysis:
            return _analysis(board, contender.name, ask_adapter())

        return call

    return prepare


@cache
def _check_files(contender: Contender) -> None:
    """Raise ExperimentError where the files of a contender are not those that the run began with.

    They were edited meanwhile, or are others on this machine: their results would be of somebody else.
    """
    if contender.digest and digests.of_contender(contender) != contender.digest:
        raise ExperimentError(
            f"the files of {contender.name} are not those that the run began with: begin it again"
        )


@cache
def _load(adapter: str) -> Callable[[Board], Callable[[], Any]]:
    file_name, _, function_name = adapter.rpartition(":")
    try:
        module_names = run_file(Path(file_name), "minesolver_adapter")
    except Exception as error:
        raise ExperimentError(f"adapter {adapter}: {type(error).__name__}: {error}") from None
    if not callable(module_names.get(function_name)):
        raise ExperimentError(f"adapter {adapter}: the file has no function {function_name}")
    function: Callable[[Board], Callable[[], Any]] = module_names[function_name]
    return function


def _ask(contender: Contender, timeout: float, board: Board) -> ContenderCall:
    board_text = str(board)

    def call() -> Analysis:
        try:
            finished_process = subprocess.run(
                contender.command,
                input=board_text,
                capture_output=True,
                text=True,
                check=False,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            raise EngineLimitError(f"{contender.name} stopped after {timeout:g} s") from None

        # A command that fails refuses the board, with the last line that it said.
        if finished_process.returncode != 0:
            last_line = (finished_process.stderr.strip().splitlines() or ["no message"])[-1]
            raise EngineLimitError(
                f"{contender.name} ended with status {finished_process.returncode}: {last_line}"
            )

        # What it says, with NaN where it has no estimate.
        answer = json.loads(finished_process.stdout)
        probability_rows = [
            [np.nan if probability is None else probability for probability in row]
            for row in answer["probability"]
        ]
        return _analysis(
            board, contender.name, probability_rows, answer.get("safe"), answer.get("mine_cells")
        )

    return call


def _analysis(
    board: Board,
    name: str,
    values: Any,
    safe: list[list[int]] | None = None,
    mines: list[list[int]] | None = None,
) -> Analysis:
    """What an outsider says, as an analysis. Raises :class:`EngineLimitError` where it says nothing."""
    if values is None:
        raise EngineLimitError(f"{name} refuses the board")
    probability: npt.NDArray[np.float64] = np.array(values, np.float64)
    if probability.shape != board.shape:
        raise EngineLimitError(f"{name} answers {probability.shape} for a board of {board.shape}")
    is_hidden = board.grid == HIDDEN
    probability[~is_hidden] = 0.0
    probability[board.grid == MINE] = 1.0
    proof = np.zeros(board.shape, np.int8)
    claims_by_code = (1, safe, probability <= _PROOF), (2, mines, probability >= 1 - _PROOF)
    for proof_code, claimed_cells, is_close in claims_by_code:
        for cell in map(
            tuple, np.argwhere(is_hidden & is_close) if claimed_cells is None else claimed_cells
        ):
            proof[cell] = proof_code
    return Analysis(board, name, Outcome(probability.ravel(), proof.ravel(), is_exact=False))


@cache
def warm_player(name: str) -> None:
    """Load what a player needs, apart from the time of its games."""
    for index in range(3):  # one of them has something to guess
        Series(name, 6, 6, 8).episode(index)


@cache
def _warm(engine: str) -> None:
    """Load and compile what an engine needs, apart from the time of its answers."""
    analyze(Board.parse("1#\n##", 1), engine)
