"""Levels of Hexcells and Tametsi played in the terminal: by a person, with hints and moves of the machine."""

from __future__ import annotations

import re
from typing import Any

from ..base.errors import MinesolverError, counted
from ..game.level_game import LevelGame
from ..io.drawing import wrapped
from ..io.plan import plan, statements
from ..model.level import Level
from ..model.reason import show
from ..solver import analyze
from . import columns
from .arguments import read_typed_line, standard_input

_KEYS = (
    "o CELL open, f CELL mark a mine, h hint, a the machine's step, p chances, u undo, r restart, ? help, "
    "q quit"
)
_HELP = """\
  o CELL   open a cell that has no mine; a cell is its name, as 2 5 or 17
  f CELL   mark a cell as a mine
  h        the easiest step that is proved, in words; else the safest guess
  a        the machine makes that step
  p        the chances of all cells
  b        the board, and what it says of lines and groups
  u        take the last cell back
  r        begin again
  q        quit"""


class LevelTable:
    """A level on the terminal."""

    def __init__(self, level: Level, number: int) -> None:
        self.game = LevelGame(level)
        self.title = level.title or f"level {number}"

    def say(self, text: str) -> None:
        print(wrapped(text, columns()))

    def show(self) -> None:
        """The board, and what it says of lines and groups of cells."""
        board = self.game.board
        print(plan(board) or str(board))
        for sentence in statements(board):
            self.say(sentence)
        hidden_count = int(board._unknown.sum())
        hidden_text = f"{counted(hidden_count, 'cell')} hidden"
        if board.mines is not None:
            mines_left = board.mines - len(board.where("*"))
            hidden_text += f", {counted(mines_left, 'mine')} among them"
        self.say(f"{hidden_text}; {counted(self.game.mistakes, 'mistake')} so far")

    def play(self) -> int:
        """Commands from standard input, one a line, until it ends or says so."""
        standard_input()
        self.say(f"{self.title}. A wrong move is a mistake, and the cell stays hidden.")
        self.say(_KEYS)
        self.show()
        while True:
            print("> ", end="", flush=True)
            input_line = read_typed_line()
            # A cell is named as the hints name it: (2,3).
            words = re.sub("[,()]", " ", input_line).split()
            if not input_line or words[:1] in (["q"], ["quit"]):
                if not self.game.solved:
                    print("stopped")
                return 0
            try:
                self.obey(words)
            except MinesolverError as error:
                self.say(str(error))

    def watch(self) -> int:
        """The machine plays to the end, each step in words."""
        self.say(f"{self.title}.")
        self.show()
        while not self.game.solved:
            self.step()
        self.show()
        return 0

    def obey(self, words: list[str]) -> None:
        """Carry out a command. Raises MinesolverError."""
        command_name = words[0].lower() if words else "?"
        if command_name in ("?", "help"):
            print(_HELP)
        elif command_name in ("b", "board"):
            self.show()
        elif command_name in ("h", "hint"):
            self.say(self.hint())
        elif command_name in ("p", "probabilities"):
            print(analyze(self.game.board))
        elif command_name in ("u", "undo"):
            self.say(f"took back {show(self.game.undo())}")
            self.show()
        elif command_name in ("r", "restart"):
            self.game.restart()
            self.show()
        elif command_name in ("a", "auto") and not self.game.solved:
            self.step()
            self.after()
        elif command_name in ("o", "open", "f", "flag") and len(words) > 1:
            self.move(command_name[0], self.cell(words[1:]))
        else:
            self.say(f"not understood; {_KEYS}")

    def cell(self, words: list[str]) -> Any:
        """The cell that words name: its numbers, or its name."""
        cell_names = {show(cell): cell for cell in self.game.board.cells}
        cell_text = words[0] if len(words) == 1 else f"({','.join(words)})"
        return cell_names.get(cell_text, cell_text)

    def move(self, move_kind: str, cell: Any) -> None:
        """Open or mark a cell, and tell whether that was right."""
        board = self.game.board  # before the move, for what could have been known
        is_right = self.game.open(cell) if move_kind == "o" else self.game.mark(cell)
        if not is_right:
            truth_text = "a mine" if move_kind == "o" else "no mine"
            self.say(f"a mistake: {show(cell)} is {truth_text}; {self.verdict(board, cell)}")
        self.after()

    def verdict(self, board: Any, cell: Any) -> str:
        """Whether a mistake could have been known."""
        reason = analyze(board).reason(cell)
        return "nothing proved it" if reason is None else reason.text

    def after(self) -> None:
        if self.game.solved:
            print(f"solved, {counted(self.game.mistakes, 'mistake')}")
        self.show()

    def hint(self) -> str:
        """The easiest step in words, or the safest guess."""
        if self.game.solved:
            return "nothing is hidden any more"
        analysis = analyze(self.game.board)
        step = analysis.hint()
        if step is not None:
            return step.text
        return f"guess {show(analysis.best)}: {100 * analysis[analysis.best]:.2f} % mine"

    def step(self) -> None:
        """The easiest step that is proved, or else the safest guess, carried out and told."""
        analysis = analyze(self.game.board)
        step = analysis.hint()
        if step is not None:
            # All that the sentence names is done, else the next hint would say it again.
            self.say(step.text)
            for reason in step.reasons:
                if reason.is_mine:
                    self.game.mark(reason.cell)
                else:
                    self.game.open(reason.cell)
            return

        # A level goes on after a mistake, and the mine is known from then on.
        cell = analysis.best
        chance = "not counted"
        if analysis.is_exact:
            chance = f"{100 * float(analysis.exact(cell)):.2f} % mine"
        if self.game.open(cell):
            self.say(f"guess {show(cell)}, {chance}")
        else:
            self.say(f"guess {show(cell)}, {chance}: a mistake, it is a mine")
            self.game.mark(cell)
