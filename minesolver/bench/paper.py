"""Tables for people: shares in per cent, as many digits as the interval supports, no empty columns.

The same tables go into the page, Markdown and LaTeX. CSV files have the values in full, for programs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .digits import plain, with_interval
from .result_table import Table


@dataclass(frozen=True)
class Column:
    """A column, and which columns of the query it shows.

    interval: Names of the columns with the ends of its interval
    percent: The values are shares, shown in per cent
    optional: Left out where all of its values are 0, as where there are no errors
    """

    title: str
    name: str
    interval: tuple[str, str] | None = None
    percent: bool = False
    optional: bool = False


COLUMNS: dict[str, tuple[Column, ...]] = {
    "players": (
        Column("board", "setting"),
        Column("player", "player"),
        Column("games", "games"),
        Column("errors", "errors", optional=True),
        Column("won (%)", "win_rate", ("win_low", "win_high"), percent=True),
        Column(
            "won, luck removed (%)",
            "variance_reduced",
            ("reduced_low", "reduced_high"),
            percent=True,
        ),
        Column("score (%)", "score", ("score_low", "score_high")),
        Column("guesses", "guesses"),
        Column("random picks", "random_picks", optional=True),
        Column("mines hit", "mines_hit"),
        Column("ms a game", "ms/game"),
        Column("ms a move", "ms/move"),
        Column("MB", "mb"),
    ),
    "player-differences": (
        Column("board", "setting"),
        Column("player", "player"),
        Column("against", "against"),
        Column("games", "games"),
        Column("won more", "won_more"),
        Column("won less", "won_less"),
        Column("difference (points)", "win_difference", ("win_low", "win_high"), percent=True),
        Column("score difference (points)", "score_difference", ("score_low", "score_high")),
    ),
    "engines": (
        Column("board", "setting"),
        Column("engine", "engine"),
        Column("positions", "positions"),
        Column("errors", "errors", optional=True),
        Column("no truth", "no_truth", optional=True),
        Column("recall (%)", "recall", ("recall_low", "recall_high"), percent=True),
        Column("unsound", "unsound"),
        Column("needless guess (%)", "needless_guess", ("guess_low", "guess_high"), percent=True),
        Column("Brier", "brier", ("brier_low", "brier_high")),
        Column("distance", "distance"),
        Column("median ms", "median_ms"),
        Column("95 % ms", "p95_ms"),
        Column("MB", "mb"),
    ),
    "engine-differences": (
        Column("board", "setting"),
        Column("engine", "engine"),
        Column("against", "against"),
        Column("positions", "positions"),
        Column(
            "recall difference (points)",
            "recall_difference",
            ("recall_low", "recall_high"),
            percent=True,
        ),
        Column("Brier difference", "brier_difference", ("brier_low", "brier_high")),
        Column("time ratio", "time_ratio", ("ratio_low", "ratio_high")),
    ),
    "calibration": (
        Column("engine", "engine"),
        Column("from", "from"),
        Column("to", "to"),
        Column("cells", "cells"),
        Column("mean estimate (%)", "mean_estimate", percent=True),
        Column("share of mines (%)", "share_of_mines", ("low", "high"), percent=True),
    ),
    "growth": (
        Column("engine", "engine"),
        Column("density", "density"),
        Column("rules", "board"),
        Column("sizes", "sizes"),
        Column("cells from", "cells_from"),
        Column("to", "cells_to"),
        Column("exponent", "exponent"),
    ),
    "widths": (
        Column("engine", "engine"),
        Column("width", "width"),
        Column("positions", "positions"),
        Column("errors", "errors", optional=True),
        Column("median ms", "ms"),
        Column("factor", "factor"),
    ),
    "errors": (
        Column("board", "setting"),
        Column("contender", "contender"),
        Column("error", "error"),
        Column("times", "times"),
        Column("seed", "seed"),
        Column("first game", "first_game"),
    ),
}
"""Of each table by its name."""


@dataclass(frozen=True)
class PaperTable:
    """A table of texts. ``numeric``: by column, whether it holds numbers, which stand at the right."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    numeric: tuple[bool, ...]

    def markdown(self) -> str:
        """A table of Markdown, aligned for whoever reads the text."""
        table_lines = [self.columns, *self.rows]
        column_widths = [
            max(3, *(len(_markdown(line[column])) for line in table_lines))
            for column in range(len(self.columns))
        ]
        rule_texts = []
        for column_width, numeric in zip(column_widths, self.numeric, strict=True):
            rule_texts.append("-" * (column_width - 1) + ":" if numeric else "-" * column_width)
        text_lines = [self._aligned(self.columns, column_widths), f"| {' | '.join(rule_texts)} |"]
        text_lines += [self._aligned(row, column_widths) for row in self.rows]
        return "\n".join(text_lines) + "\n"

    def _aligned(self, row: Sequence[str], widths: Sequence[int]) -> str:
        cells = []
        for text, width, numeric in zip(row, widths, self.numeric, strict=True):
            escaped_text = _markdown(text)
            cells.append(escaped_text.rjust(width) if numeric else escaped_text.ljust(width))
        return f"| {' | '.join(cells)} |"

    def latex(self) -> str:
        r"""A ``tabular`` of LaTeX with the rules of the package booktabs."""
        alignment = "".join("r" if numeric else "l" for numeric in self.numeric)
        text_lines = [
            rf"\begin{{tabular}}{{{alignment}}}",
            r"\toprule",
            rf"{' & '.join(map(_latex, self.columns))} \\",
            r"\midrule",
        ]
        text_lines += [rf"{' & '.join(map(_latex, row))} \\" for row in self.rows]
        text_lines += [r"\bottomrule", r"\end{tabular}"]
        return "\n".join(text_lines) + "\n"

    def table(self) -> Table:
        """The same texts as a table that becomes CSV."""
        return Table(self.columns, self.rows)


def paper_table(name: str, table: Table) -> PaperTable:
    """A table of a run as people read it."""
    rows = table.dicts()
    shown_columns = [column for column in COLUMNS[name] if not _is_empty(column, rows)]
    text_rows = [tuple(_text(column, row) for column in shown_columns) for row in rows]
    is_numeric = tuple(
        not any(isinstance(row[column.name], str) for row in rows) for column in shown_columns
    )
    return PaperTable(tuple(column.title for column in shown_columns), text_rows, is_numeric)


def games_won(players: Table) -> PaperTable:
    """Who won how many of its games on which board, in per cent: the shorter list stands at the top."""
    # The share of each player on each board, as text.
    text_of: dict[tuple[str, str], str] = {}
    setting_names: dict[str, None] = {}
    player_names: dict[str, None] = {}
    for row in players.dicts():
        setting_name, player_name = row["setting"], row["player"]
        setting_names[setting_name] = player_names[player_name] = None
        text_of[setting_name, player_name] = _text(
            Column("", "win_rate", ("win_low", "win_high"), percent=True), row
        )

    # Players stand at the top, or boards do, whichever are fewer.
    text_rows: list[tuple[str, ...]] = []
    if len(player_names) <= len(setting_names):
        column_titles = ("won (%)", *player_names)
        for setting_name in setting_names:
            texts = [text_of.get((setting_name, player_name), "") for player_name in player_names]
            text_rows.append((setting_name, *texts))
    else:
        column_titles = ("won (%)", *setting_names)
        for player_name in player_names:
            texts = [text_of.get((setting_name, player_name), "") for setting_name in setting_names]
            text_rows.append((player_name, *texts))
    return PaperTable(column_titles, text_rows, (False, *(True for _ in column_titles[1:])))


def _is_empty(column: Column, rows: Sequence[Mapping[str, Any]]) -> bool:
    column_values = [row[column.name] for row in rows]
    if column.optional:
        return not any(column_values)
    return all(value is None or value in ("", "-") for value in column_values)


def _text(column: Column, row: Mapping[str, Any]) -> str:
    value = row[column.name]
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not column.percent and column.interval is None:
        return f"{value:,}"
    percent_factor = 100 if column.percent else 1
    if column.interval is None:
        return plain(percent_factor * value)
    interval_low, interval_high = (row[end_name] for end_name in column.interval)
    if interval_low is None or interval_high is None:
        return plain(percent_factor * value)
    return with_interval(
        percent_factor * value, percent_factor * interval_low, percent_factor * interval_high
    )


def _markdown(text: str) -> str:
    return text.replace("|", r"\|").replace("\n", " ")


_LATEX = {
    "\\": r"\textbackslash{}",
    "–": "--",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
