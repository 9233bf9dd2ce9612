"""Videos as RawVF, the plain text that converters of all kinds of Minesweeper videos write.

Lines ``Key: value``; after ``Board:`` a row a line, ``*`` for a mine; after ``Events:`` a line for each
event, ``seconds event column row (x y)``, the first cell 1 1. Of the mouse there are ``lc`` and ``lr``, the
left button pressed and released, ``rc`` and ``rr`` the right one, ``mc`` and ``mr`` the middle one, ``sc``
the left one with Shift; all other events only repeat what follows from these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...base.errors import BoardFormatError, quoted
from ...game.game import Game
from ...game.game_rules import Rules
from ...game.replay import Replay, ReplayOutcome, ReplayStep
from ...model.board import HIDDEN, Board, Cell
from ...model.layout import Layout

_EVENT = re.compile(
    r"(?P<seconds>-?\d+(?:\.\d+)?)\s+(?P<button>[lrms][cr])\s+(?P<col>-?\d+)\s+(?P<row>-?\d+)\b"
)
_PAIR = re.compile(r"(?P<key>\w+)\s*:\s*(?P<value>.*)")


class MouseEvent(NamedTuple):
    """A button pressed or released. ``cell``: where, perhaps off the board."""

    seconds: float
    button: str
    cell: Cell


def is_rawvf(text: str) -> bool:
    """Whether a text is a video in this format."""
    return text.lstrip("\ufeff \t\r\n").startswith("RawVF_Version")


def parse_rawvf(text: str, source: str) -> Replay:
    """The game of a video. Raises BoardFormatError: it is none; with the line."""
    header, layout, events = _sections(text.splitlines())
    marks = _is_on(header, "marks") or _is_on(header, "questionmarks")
    hand = _Hand(layout, marks, _is_on(header, "superclick"))
    for event in events:
        hand.take(event)
    program = header.get("program", "unknown program")
    blank = Board.hidden(layout.rows, layout.cols, layout.mines)
    outcome: ReplayOutcome = "lost" if hand.lost else "won" if hand.game.won else "in play"
    return Replay(
        blank,
        True,
        tuple(hand.steps),
        f"{source} ({program})",
        {},
        tuple(hand.idle),
        outcome,
        layout.mine_cells,
    )


def write_rawvf(replay: Replay) -> str:
    """A recorded game as such a video, which :func:`parse_rawvf` reads back: its moves, and when they were.

    A move is a left click; a chord is made by the middle button, after flags on what it left out. Where a
    file has no times moves are a tenth of a second apart. Flags that no chord needed are left out.
    Raises BoardFormatError: a game under rules, or one whose layout is not known.
    """
    mine_cells = replay.mine_cells
    if not isinstance(replay.board, Board):
        raise BoardFormatError("a RawVF video is of a square board with Minesweeper's own clues")
    if mine_cells is None:
        message = "a RawVF video has the layout, and this game does not say where its mines are"
        raise BoardFormatError(message)

    # Readers go by the names of these lines, and want all of them.
    rows, cols = replay.board.shape
    lines = [
        "RawVF_Version: Rev6",
        "Program: minesolver",
        f"Width: {cols}",
        f"Height: {rows}",
        f"Mines: {len(mine_cells)}",
        "Marks: Off",
        "Board:",
    ]
    for row in range(rows):
        lines.append("".join("*" if (row, col) in mine_cells else "0" for col in range(cols)))
    lines += ["Events:", "0.000 start"]

    # The game is played along, since what a move has to click depends on the flags that there are.
    rules = Rules("none", "continue", reveal="single")
    game = Game(rows, cols, rules=rules, layout=mine_cells)
    seconds = 0.0
    for step in replay.steps:
        if step.seconds is None:
            seconds += _SECONDS_BETWEEN_MOVES
        else:
            seconds = max(seconds, round(step.seconds, 3))
        for button, (row, col) in _clicks(game, step):
            position = f"{col + 1} {row + 1} ({_middle(col)} {_middle(row)})"
            lines.append(f"{seconds:.3f} {button}c {position}")
            lines.append(f"{seconds:.3f} {button}r {position}")
        opened_by(game, step.cells)
    last_event = {"won": "won", "lost": "boom"}.get(replay.outcome or "")
    if last_event:
        lines.append(f"{seconds:.3f} {last_event}")
    return "\n".join(lines)


_SECONDS_BETWEEN_MOVES = 0.1
_PIXELS = 16  # of a cell's side, as the programs of these videos have it


def _middle(index: int) -> int:
    """The middle of a cell of this row or column, in pixels."""
    return index * _PIXELS + _PIXELS // 2


def _clicks(game: Game[Any], step: ReplayStep) -> Iterator[tuple[str, Cell]]:
    """The buttons that are clicked for a move, each on a cell; the game then has the same flags."""
    # A cell that the move shows has no flag; what it leaves closed of an opening had one.
    flags: set[Any] = set(game.flags) - step.shown.keys()
    attempt = game.copy()
    for cell in game.flags - flags:
        attempt.flag(cell)
    flags |= opened_by(attempt, step.cells).keys() - step.shown.keys()
    chord = _chord_of(game.board, step) if len(step.cells) > 1 else None
    if chord is not None:
        # The cells around the clue have the flags that the chord needs, and no others.
        clue, left_out = chord
        flags -= set(game.board.neighbours(clue))
        flags |= left_out
    flags_now: set[Any] = set(game.flags)
    for cell in sorted(flags ^ flags_now):
        game.flag(cell)
        yield "r", cell
    if chord is not None:
        yield "m", chord[0]
        return
    for cell in step.cells:
        yield "l", cell


def _chord_of(board: Board, step: ReplayStep) -> tuple[Cell, set[Cell]] | None:
    """The open clue of which a chord opens just these cells, and the cells that it leaves out."""
    opened = set(step.cells)
    for clue in board.neighbours(step.cells[0]):
        hidden_cells = {cell for cell in board.neighbours(clue) if board[cell] == HIDDEN}
        left_out = hidden_cells - opened
        is_clue = 0 < board[clue] <= 8
        if is_clue and opened <= hidden_cells and len(left_out) == board[clue]:
            return clue, left_out
    return None


def _is_on(header: dict[str, str], key: str) -> bool:
    return header.get(key, "").lower() == "on"


def _sections(lines: list[str]) -> tuple[dict[str, str], Layout, list[MouseEvent]]:
    """The pairs of the head by key in lower case, the layout, and what the mouse did."""
    header: dict[str, str] = {}
    rows: list[str] = []
    events: list[MouseEvent] = []
    section = "head"
    for line_number, line in enumerate(lines, 1):
        text = line.strip()
        if text.lower() in ("board:", "events:"):
            section = text.lower().rstrip(":")
        elif section == "head" and (pair := _PAIR.match(text)):
            header[pair["key"].lower()] = pair["value"].strip()
        elif section == "board" and text:
            if not re.fullmatch(r"[*0-8.]+", text):
                raise BoardFormatError(
                    f"{quoted(text)} is no row of a board of * and 0", line=line_number
                )
            rows.append(text)
        elif section == "events" and (event := _EVENT.match(text)):
            cell = int(event["row"]) - 1, int(event["col"]) - 1
            events.append(MouseEvent(float(event["seconds"]), event["button"], cell))
    return header, _layout(header, rows), events


def _layout(header: dict[str, str], rows: list[str]) -> Layout:
    """The layout, as many rows and columns and mines as the head says."""
    if not rows:
        raise BoardFormatError(
            "a RawVF video has a board, a row a line after the line 'Board:'", line=1
        )
    mine_cells: set[Cell] = set()
    for row_number, row in enumerate(rows):
        mine_cells.update((row_number, column) for column, sign in enumerate(row) if sign == "*")
    sizes = {"height": len(rows), "width": len(rows[0]), "mines": len(mine_cells)}
    for key, size in sizes.items():
        if header.get(key, str(size)) != str(size):
            raise BoardFormatError(
                f"the head says {key} {header[key]}, and the board has {size}", line=1
            )
    if any(len(row) != len(rows[0]) for row in rows):
        raise BoardFormatError("the rows of the board are not equally long", line=1)
    return Layout(len(rows), len(rows[0]), frozenset(mine_cells))


def opened_by(game: Game[Any], cells: Iterable[Cell]) -> dict[Cell, int]:
    """What opening cells shows, in a game that opens them one by one: around a 0 all cells without a flag."""
    opened: dict[Cell, int] = {}
    waiting = list(cells)
    while waiting:
        cell = waiting.pop()
        if cell in opened or game.board[cell] != HIDDEN:
            continue
        opened |= game.open(cell)
        if opened[cell] == 0:
            neighbours = game.board.neighbours(cell)
            waiting += [neighbour for neighbour in neighbours if neighbour not in game.flags]
    return opened


class _Hand:
    """The mouse of a player: what pressing and releasing buttons does on the board."""

    def __init__(self, layout: Layout, marks: bool, superclick: bool) -> None:
        # An opening stops at flags, so it is made here, cell by cell.
        rules = Rules("none", "continue", reveal="single")
        self.game = Game(layout.rows, layout.cols, rules=rules, layout=layout.mine_cells)
        self.steps: list[ReplayStep] = []
        self.idle: list[Cell] = []
        self.lost = False
        self._marks = marks
        self._superclick = superclick
        self._questions: set[Cell] = set()
        self._pressed: set[str] = set()
        # Both buttons, the middle one or Shift: the first one released chords.
        self._chording = False
        self._has_chorded = False  # the button that is still pressed does nothing more

    def take(self, event: MouseEvent) -> None:
        """One event, in the order of time."""
        if self.lost or self.game.won:
            return
        on_board = event.cell in self.game.board
        button = event.button[0]
        if event.button[1] == "c":
            self._press(button, event.cell if on_board else None)
        else:
            self._release(button, event, on_board)

    def _press(self, button: str, cell: Cell | None) -> None:
        self._pressed.add("l" if button == "s" else button)
        if button in ("m", "s") or {"l", "r"} <= self._pressed:
            self._chording = True
        elif button == "r" and cell is not None and self.game.board[cell] == HIDDEN:
            self._mark(cell)

    def _release(self, button: str, event: MouseEvent, on_board: bool) -> None:
        button = "l" if button == "s" else button
        was_pressed = button in self._pressed
        self._pressed.discard(button)
        if self._chording and not self._has_chorded and was_pressed:
            self._has_chorded = True
            if on_board:
                self._chord(event)
        elif button == "l" and was_pressed and not self._has_chorded and on_board:
            self._click(event)
        if not self._pressed:
            self._chording = False
            self._has_chorded = False

    def _mark(self, cell: Cell) -> None:
        """Flag, then a question mark where the player has these, then nothing."""
        self.idle.append(cell)
        if cell in self._questions:
            self._questions.discard(cell)
        else:
            flagged = cell in self.game.flags
            self.game.flag(cell)
            if flagged and self._marks:
                self._questions.add(cell)

    def _click(self, event: MouseEvent) -> None:
        if self.game.board[event.cell] != HIDDEN:
            if self._superclick:
                self._chord(event)
        elif event.cell not in self.game.flags:
            self._open((event.cell,), event.seconds)

    def _chord(self, event: MouseEvent) -> None:
        cells: tuple[Cell, ...] = ()
        if self.game.board[event.cell] != HIDDEN:
            cells = self.game.chord_cells(event.cell)
        if cells:
            self._open(cells, event.seconds)
        else:
            self.idle.append(event.cell)

    def _open(self, cells: tuple[Cell, ...], seconds: float) -> None:
        opened = opened_by(self.game, cells)
        self.lost = self.game.mines_hit > 0
        self.steps.append(ReplayStep(cells, dict(sorted(opened.items())), seconds))
