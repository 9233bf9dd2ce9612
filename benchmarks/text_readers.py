"""What the readers in Python and JavaScript make of a pasted text: a board, a question or a refusal."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pasted_texts import HIDDEN, MINE, ShownBoard

import minesolver as ms
from minesolver.base.errors import BoardFormatError

SCRIPT = Path(__file__).with_name("text_reader.mjs")
CRASH = "crash"
"""The kind of an error that is none of the package's."""
SIGNS = {-1: HIDDEN, 10: MINE} | {number: str(number) for number in range(9)}


@dataclass(frozen=True)
class Outcome:
    """What became of a text; of a board, a question and a refusal one.

    taken: What was taken for what
    readings, names: The boards of a question and of those behind it (which signs, then which board), in their
        order, ``None`` for what is none; and how it names its answers
    error, message, line, column: The kind and the words of a question or a refusal, and their place
    """

    board: ShownBoard | None = None
    taken: tuple[str, ...] = ()
    readings: tuple[ShownBoard | None, ...] = ()
    names: tuple[str, ...] = ()
    error: str = ""
    message: str = ""
    line: int | None = None
    column: int | None = None


def shown_board(rows: int, cols: int, mines: int | None, codes: list[int]) -> ShownBoard:
    signs = [SIGNS.get(code, "!") for code in codes]
    return ShownBoard(
        tuple("".join(signs[row * cols : (row + 1) * cols]) for row in range(rows)), mines
    )


def of_python(board: ms.Board) -> ShownBoard:
    return shown_board(board.rows, board.cols, board.mines, board.grid.ravel().tolist())


def read_by_python(text: str, **options: Any) -> Outcome:
    """What ``Board.parse`` says of a text."""
    try:
        board = ms.Board.parse(text, **options)
    except BoardFormatError as error:
        return Outcome(
            readings=tuple(_boards_of_question(text, options, error.readings)),
            names=error.readings,
            error=BoardFormatError.__name__,
            message=error.message,
            line=error.line,
            column=error.column,
        )
    return Outcome(of_python(board), tuple(board.taken))


def _boards_of_question(
    text: str, options: dict[str, Any], names: Sequence[str]
) -> Iterator[ShownBoard | None]:
    """What each answer to a question leads to: a board, or those of the next question."""
    if "reading" in options:
        return
    for name in names:
        key, _, value = name.partition("=")
        if key in options:
            continue
        answer = int(value) if key == "reading" else value.strip('"')
        answered_options = {**options, key: answer}
        try:
            yield of_python(ms.Board.parse(text, **answered_options))
        except BoardFormatError as error:
            if key == "signs" and error.readings:
                yield from _boards_of_question(text, answered_options, error.readings)
            else:
                yield None  # as its clues or its mine count are impossible


@contextmanager
def javascript_reader() -> Iterator[Callable[..., Outcome]]:
    """A reader that asks the npm package (``python bindings/build.py js``), in one process of Node."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("there is no node on the path")
    # Texts of many kinds take many functions a short time each: to optimise them all costs a third more.
    command = [node, "--interrupt-budget=1000000", str(SCRIPT)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdin, process.stdout

        def read(text: str, **options: Any) -> Outcome:
            requests.write(json.dumps({"text": text, **options}) + "\n")
            requests.flush()
            return _of_javascript(json.loads(answers.readline()))

        yield read
        requests.close()


def _of_javascript(answer: dict[str, Any]) -> Outcome:
    if "error" not in answer:
        return Outcome(_board_of(answer), tuple(answer["taken"]))
    return Outcome(
        readings=tuple(board and _board_of(board) for board in answer["boards"]),
        names=tuple(answer["readings"]),
        error=answer["error"],
        message=answer["message"],
        line=answer["line"],
        column=answer["column"],
    )


def _board_of(answer: dict[str, Any]) -> ShownBoard:
    return shown_board(answer["rows"], answer["cols"], answer["mines"], answer["cells"])
