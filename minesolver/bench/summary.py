"""Tables out of a results file, by SQL: rates with 95 % intervals, paired differences, how time grows.

Intervals are over games: cells and positions of one game are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.errors import ResultsError
from .experiment import Setting
from .result_table import Table
from .statistics import aggregates, functions
from .store import Store, query_text


@dataclass(frozen=True)
class Question:
    """A table: the rows of the query ``queries/NAME.sql``, under the names of its columns.

    folded: It is long, and drawn: the report does not show it at once
    shown: The columns that fit a terminal
    remark: What a terminal says below them
    """

    name: str
    title: str
    note: str = ""
    folded: bool = False
    shown: Sequence[str] = ()
    remark: str = ""


_QUESTIONS = (
    Question(
        name="players",
        title="Players",
        note=(
            "Won: share of games won, with its exact 95 % interval. Luck removed (variance_reduced): the "
            "same with the luck of the guesses subtracted (a control variate), where the core plays whole "
            "games. Score: share of mines flagged with a proof, in per cent; empty where the kernel plays "
            "whole games, which flags nothing. Opened, mines hit, guesses, random picks: means a game. Time "
            "is the player's own; MB: by how much the memory of its process grew while it played, at most."
        ),
        shown=(
            "setting",
            "player",
            "games",
            "errors",
            "win_rate",
            "win_low",
            "win_high",
            "score",
            "guesses",
            "random_picks",
            "ms/game",
            "ms/move",
            "mb",
        ),
    ),
    Question(
        name="player-differences",
        title="Players, paired: the same games",
        note=(
            "The same games for both, so that what they have in common cancels. Won more: games that the "
            "player won and the other did not. Differences in points of a hundred; in the CSV those of the "
            "win rate are shares."
        ),
        shown=("setting", "player", "against", "games", "win_difference", "win_low", "win_high"),
    ),
    Question(
        name="engines",
        title="Engines",
        note=(
            "Recall: cells proved, of those that the exact engine proves. Unsound: cells claimed that "
            "are not provable. Needless guess: positions with a provable safe cell where the engine "
            "finds none. Brier: mean squared error of P(mine) against what the cell held, over cells "
            "that are not provable and have an estimate (less is better). Distance: root mean square "
            "difference from the exact probability. Intervals: 95 %, over games. No truth: positions "
            "past the limit of the exact analysis, only timed. Errors: refused, crashed or timed out."
        ),
        shown=(
            "setting",
            "engine",
            "positions",
            "errors",
            "recall",
            "recall_low",
            "recall_high",
            "unsound",
            "brier",
            "median_ms",
            "p95_ms",
            "mb",
        ),
        remark="brier: over the cells that the engine estimates; the differences compare like with like",
    ),
    Question(
        name="engine-differences",
        title="Engines, paired: the same positions",
        note=(
            "The same positions for both. Time ratio: geometric mean of this engine's time over the "
            "other's, position by position. Brier difference: over positions where both estimate the "
            "same cells."
        ),
        shown=(
            "setting",
            "engine",
            "against",
            "recall_difference",
            "brier_difference",
            "time_ratio",
        ),
    ),
    Question(
        name="calibration",
        title="Calibration",
        note=(
            "Cells that are not provable, all settings together. An estimate that says what happens "
            "has its share of mines equal to it."
        ),
        folded=True,
    ),
    Question(
        name="growth",
        title="Growth with the size of the board",
        note=(
            "Median time of an answer ~ cells^exponent, by least squares on logarithms, from three sizes on. "
            "How far it goes on beyond these sizes is not said: there is no interval."
        ),
        shown=("engine", "density", "exponent", "sizes"),
    ),
    Question(
        name="widths",
        title="Growth with the width",
        note=(
            "Width: most clues open at once in the order by which elimination counts the position. "
            "Factor: by how much the median time grows with each further one, fitted from width 4 on."
        ),
        folded=True,
    ),
    Question(
        name="errors",
        title="What went wrong",
        shown=("setting", "contender", "error", "times", "seed", "first_game"),
    ),
)
QUESTIONS = {question.name: question for question in _QUESTIONS}


def tables(store: Store, against: str | None = None) -> dict[str, Table]:
    """Every table that has rows, by name.

    against: The contender that the others are compared with; by default the first that was named
    Raises ResultsError: no such contender.
    """
    experiment = store.experiment

    def density(rows: int, cols: int, mines: int, file: str) -> float | None:
        return experiment.nominal(Setting(rows, cols, mines, "", file))

    # The queries call functions of ours, which SQL has not: intervals, slopes, nominal densities.
    store.extend({**functions(), "density": density}, aggregates())
    store.run("shown")

    # Contenders by name, in the order in which they were first named; of several files of a name the last.
    contender_ids: dict[str, int] = {}
    for contender_name, contender_id in store.query("SELECT name, id FROM contenders ORDER BY id"):
        contender_ids[contender_name] = contender_id
    for contender_name, contender_id in store.query("SELECT name, id FROM named"):
        contender_ids[contender_name] = contender_id
    if against is not None and against not in contender_ids:
        raise ResultsError(
            f"{store.path}: no contender {against!r}; there are {', '.join(contender_ids)}"
        )

    answer_tables = {}
    for question in QUESTIONS.values():
        rows = store.query(query_text(question.name), {"against": contender_ids.get(against or "")})
        if rows:
            column_names = tuple(rows[0].keys())
            answer_tables[question.name] = Table(
                column_names, [tuple(row) for row in rows], (question.note,)
            )
    return answer_tables
