"""A person plays in the terminal, with hints, chords, moves of the machine and moves taken back."""

import re
import sys
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..base.errors import MinesolverError, MoveError, RuleError, counted
from ..base.files import write_whole
from ..base.render import render
from ..game import Game, Rules
from ..game.review import replay_of, review
from ..game.seeding import agent_seed
from ..game.series import Series
from ..io.drawing import clue_style, draw, grid, wrapped
from ..model.analysis import Analysis
from ..model.board import Board
from ..model.reason import show
from ..players import PLAYERS, Player
from ..policy.clicks import click_plan
from ..solver import analyze
from . import columns
from .arguments import read_typed_line, standard_input
from .progress import Progress
from .review import luck_lines

_KEYS = (
    "o R C open, f R C flag, c R C chord, h hint, a move of the machine, u undo, n new game, r restart, "
    "w FILE write, ? help, q quit"
)
_HELP = """\
  o R C, or R C   open a cell (row and column count from 0); on an open clue, a chord
  f R C           set a flag, or take it away; where cells may hold several mines: one more, in the end none
  c R C           chord: open the cells around a clue that has all its flags
  h               a hint: a safe cell with its proof and the chord that saves clicks, or the safest guess
  a [POLICY]      the machine makes the move: any name of --policy, as cs50 or best_first (default: strongest)
  p               the probabilities of all cells
  u               take the last move back, also the one that lost
  n               a new game of the same size
  r               the same game again from its start
  s               the whole truth in the search report's signs: U M T 0-8, * for its next moves
  b               the board
  w FILE          write the game so far to a file, for minesolver review
  q               quit"""
_MOVE_KINDS = {"o": "open", "f": "flag", "c": "chord"}
_ONLY_READING = ("", "h", "hint", "?", "help", "w", "write")
"""Commands, and an empty line, that leave a game as it is."""
_GOALS = {
    "open": "You win when every cell without a mine is open.",
    "flag": "You win when the flags are exactly the mines.",
    "explore": "You win when every cell is open or flagged.",
}


def picture(
    game: Game[Any], *, truth: bool = False, width: int | None = None, colour: bool = False
) -> str:
    """The player's board with row and column numbers; ``F`` is a flag, ``truth`` shows the mines too. Under
    rules the first line of its text comes first, so that what is copied says all that it is.

    ``width``: columns of the terminal, to which the cells are fitted.
    """

    def styled(cell: Any, cell_sign: str) -> tuple[str, str]:
        if cell_sign.startswith("*"):
            return cell_sign, "bold white on red"
        if cell_sign != "#":
            return cell_sign, clue_style(cell_sign)

        # A wrong flag stands out as a mine that went off does.
        truth_is_shown = truth and game.layout is not None
        flagged_mines = game.flag_counts.get(cell, 0)
        hidden_mines = game.mines_in(cell) if truth_is_shown else 0
        if flagged_mines:
            is_wrong = truth_is_shown and flagged_mines != hidden_mines
            style = "bold white on red" if is_wrong else "bold yellow"
            return _with_number("F", flagged_mines), style
        if hidden_mines:
            return _with_number("m", hidden_mines), "bright_red"
        return "#", "white on grey23"

    def styled_signs(board_signs: list[str], cell_width: int) -> Iterable[tuple[str, str]]:
        return map(styled, game.board.cells, board_signs)

    drawn, _ = grid(game.board, styled_signs, width=width, colour=colour)
    if not drawn:
        return str(game)
    if isinstance(game.board, Board):
        return drawn
    heading = str(game.board).splitlines()[0]
    return f"{heading}\n{drawn}"


def _with_number(sign: str, mine_count: int) -> str:
    """A flag or a mine, with how many mines it stands for where that is more than one."""
    return sign if mine_count == 1 else f"{sign}{mine_count}"


def play(series: Series, *, luck: bool = False) -> int:
    """Commands from standard input, one a line, until it ends or says so.

    luck: At the end of each game, tell the luck that its guesses spent
    """
    standard_input()
    _Table(series, luck).run()
    return 0


class _Table:
    """A person at the table: one game after the other."""

    def __init__(self, series: Series, luck: bool = False) -> None:
        self.series = series
        self.luck = luck
        self.game = self._deal()
        # Numbers of a cell: layers before rows.
        first_name = show(self.game.board.cells[0])
        self.sizes = len(first_name.split(","))
        coordinates = " ".join("BLRC"[-self.sizes :])
        self.keys = _KEYS.replace("R C", coordinates)
        self.help = _HELP.replace("R C", coordinates)

    def _deal(self) -> Game[Any]:
        self._players: dict[str, Player] = {}
        game = self.series.game(0)
        given_start = game.start if self.series.rules.first_click == "given" else None
        if (start := self.series.start or given_start) is not None:
            game.open(start)
        return game

    def picture(self, *, truth: bool = False) -> str:
        return picture(self.game, truth=truth, width=columns(), colour=sys.stdout.isatty())

    def say(self, text: str) -> None:
        print(wrapped(text, columns()))

    def begin(self) -> None:
        series = self.series
        board_title = self.game.board._title.removesuffix(" square")
        self.say(
            f"{board_title}, {counted(self.game.mines, 'mine')}, seed {series.seed}. {_goal(series.rules)}"
        )
        self.say(self.keys)
        print(self.picture())

    def run(self) -> None:
        self.begin()
        while True:
            print("> ", end="", flush=True)
            input_line = read_typed_line()
            words = input_line.replace(",", " ").split()
            words[:1] = [word.lower() for word in words[:1]]
            if not input_line or words[:1] in (["q"], ["quit"]):
                if not self.game.over:
                    print("stopped")
                return
            try:
                self.obey(words)
            except (ValueError, OSError, MinesolverError) as error:
                self.say(str(error))
                continue

            # The end is told by the move that brought it, and not again by whoever reads on.
            command_name = words[0] if words else ""
            if self.game.over and command_name not in _ONLY_READING:
                print("won" if self.game.won else "lost")
                print(self.picture(truth=True))
                if self.luck:
                    self.say("\n".join(luck_lines(review(replay_of(self.game)))))
                self.say("n new game, u undo, q quit")

    def obey(self, words: list[str]) -> None:
        """Carry out a command and tell what came of it. Raises :class:`MinesolverError`."""
        command_name = words[0] if words else "?"
        if command_name in ("?", "help"):
            self.say(_goal(self.series.rules))
            print(_columns_of(self.help, columns()))
        elif command_name in ("b", "board"):
            print(self.picture())
        elif command_name in ("p", "probabilities"):
            analysis = analyze(self.game.board)
            print(draw(analysis, colour=sys.stdout.isatty(), width=columns()))
        elif command_name in ("h", "hint"):
            self.say(_hint(self.game))
        elif command_name in ("u", "undo"):
            self.say(f"took back {self.game.undo()}")
            self._players.clear()  # they may not see less than before
            print(self.picture())
        elif command_name in ("n", "new"):
            # The seed goes up by one, so that a whole evening can be played again.
            self.series = replace(self.series, seed=self.series.seed + 1)
            self.game = self._deal()
            self.begin()
        elif command_name in ("r", "restart"):
            self.game = self._deal()
            self.begin()
        elif command_name in ("s", "signs"):
            print(render("game.signs", self.game, colour=sys.stdout.isatty(), legend=True))
        elif command_name in ("w", "write") and len(words) > 1:
            write_whole(" ".join(words[1:]), f"{self.game.record()}\n".encode())
        elif command_name in ("a", "auto") and len(words) <= 2:
            player_name = words[1] if len(words) == 2 else "strongest"
            # People write Safest; names that others registered may have capitals of their own.
            is_exact_name = player_name in PLAYERS or "." in player_name
            self._machine(player_name if is_exact_name else player_name.lower())
        else:
            self._move(words)

    def _machine(self, player_name: str) -> None:
        """A move of any player, which joins the game as it stands. Raises :class:`UnknownNameError`."""
        game = self.game
        if game.over:
            raise RuleError("the game is over")
        if game.rules.start is not None and not game.started:
            self.say(f"open {show(game.rules.start)}: the rules fix the first cell")
            game.open(game.rules.start)
            self._show_state()
            return
        # A player stays for the whole game, as what it has seen is what it knows.
        if player_name not in self._players:
            player = self.series.agent(player_name).make()
            known_count = game.mines if game.rules.mine_count_known else None
            player_seed = agent_seed(game.seed, game.index)
            player.start(game.rows, game.cols, known_count, player_seed)
            self._players[player_name] = player
        # Flags that the person has set already are no moves: then the next one.
        with Progress("thinking"):
            move = self._players[player_name].move(game.board)
            while move is not None and move.action == "flag" and move.cell in game.flags:
                move = self._players[player_name].move(game.board)
        if move is None:
            self.say("no cell is left to open")
            return
        if move.action == "flag":
            game.flag(move.cell)
        elif move.action == "chord":
            game.chord(move.cell)
        else:
            game.unflag(move.cell)
            game.open(move.cell)

        # What it does is told with its reason: that is what the person asked it for.
        if move.proved:
            move_kind: str = move.action
        else:
            move_kind = "random pick" if move.random else "guess"
        self.say(f"{move_kind} {show(move.cell)} by {move.engine}, {move.rule}: {move.reason}")
        self._show_state()

    def _move(self, words: list[str]) -> None:
        # A cell alone is opened: that is what is done most.
        if words[0].lstrip("-").isdecimal():
            words = ["o", *words]
        move_kind = _MOVE_KINDS.get(words[0], words[0])
        game = self.game
        if move_kind not in _MOVE_KINDS.values() or len(words) != 1 + self.sizes:
            self.say(f"not understood; {self.keys}")
            return
        if not all(map(str.isdecimal, words[1:])):
            example_cell = " ".join("0034"[-self.sizes :])
            self.say(f"row and column are whole numbers from 0, as in: o {example_cell}")
            return

        # A flagged cell is not opened by mistake, and on a clue a click is a chord.
        cell = tuple(map(int, words[1:]))
        if move_kind == "flag":
            game.flag(cell)
            self._show_state()
            return
        if move_kind == "open" and cell in game.flags:
            self.say(f"{show(cell)} is flagged: take the flag away first (f {' '.join(words[1:])})")
            return
        with suppress(MoveError):  # it is no clue
            if move_kind == "open" and game.chord_cells(cell):
                move_kind = "chord"

        # What was known before the move, to say where a guess was not needed.
        analysis_before = None if not game.started else analyze(game.board)
        shown_signs = game.chord(cell) if move_kind == "chord" else game.open(cell)
        opened_cells = set(shown_signs)
        self._show_state()
        if analysis_before is None or move_kind != "open" or not analysis_before.safe:
            return
        if not opened_cells & analysis_before.safe:
            safe_cell = min(analysis_before.safe)
            proof_text = analysis_before.reason_chain(safe_cell)[-1].text
            self.say(f"that was a guess, and {show(safe_cell)} was safe: {proof_text}")

    def _show_state(self) -> None:
        game = self.game
        if game.over:
            return
        print(self.picture())
        cells_left = len(game.board.cells) - game.mines - game.opened
        state_text = f"{counted(cells_left, 'safe cell')} to open"
        if game.board._is_multi_mine:  # nobody knows then how many cells are safe
            state_text = f"{counted(game.opened, 'cell')} open"
        if game.rules.mine_count_known:
            flagged_mines = sum(game.flag_counts.values())
            state_text = f"{flagged_mines} of {counted(game.mines, 'mine')} flagged; {state_text}"
        self.say(state_text)


def _columns_of(text: str, width: int | None) -> str:
    """Lines of a command and what it does, the second column broken within itself."""
    if width is None:
        return text
    text_lines = []
    for help_line in text.splitlines():
        command_match = re.match(r" +\S.*? {2,}|", help_line)
        hanging_indent = " " * (command_match.end() if command_match is not None else 0)
        text_lines.append(
            textwrap.fill(
                help_line, width, subsequent_indent=hanging_indent, break_on_hyphens=False
            )
        )
    return "\n".join(text_lines)


_DEALS = {
    "fair": "A guess where a cell is proved safe hits a mine; any other one by its exact chance.",
    "forgiving": "A guess where a cell is proved safe hits a mine; where none is, a guess is forgiven.",
    "cruel": "Every guess hits a mine.",
}


def _goal(rules: Rules) -> str:
    """What wins, what a mine does, and where the game starts, in words."""
    mine_text = (
        "A mine ends the game."
        if rules.after_mine == "lose"
        else "A mine is shown, and the game goes on."
    )
    start_text = "" if rules.start is None else f" It starts at {show(rules.start)}."
    deal_text = f" {_DEALS[rules.deal]}" if rules.deal in _DEALS else ""
    return f"{_GOALS[rules.win]} {mine_text}{start_text}{deal_text}"


def _chord_hint(game: Game[Any], analysis: Analysis[Any]) -> list[str]:
    """The chord that saves most clicks, with its flags; none where that is as many as single openings."""
    if not isinstance(game.board, Board):
        return []
    right_flags = game.flags & analysis.mines
    plan = click_plan(analysis, right_flags)
    if plan is None or not plan.is_chord or len(plan.opens) <= plan.clicks:
        return []
    # A flag too many would keep the chord from opening anything.
    if (game.flags - right_flags) & set(game.board.neighbours(plan.cell)):
        return []
    return [f"fewest clicks: {plan}, which opens {' '.join(map(show, plan.opens))}"]


def _hint(game: Game[Any]) -> str:
    if game.over:
        return "the game is over"
    analysis = analyze(game.board)
    best_cell = analysis.best
    if best_cell is None:
        return "no cell is left to open"
    if best_cell in analysis.safe:
        step_texts = [reason.text for reason in analysis.reason_chain(best_cell)]
        chord_text = _chord_hint(game, analysis)
        return "\n".join([f"open {show(best_cell)}, proved safe:", *step_texts, *chord_text])
    return f"guess {show(best_cell)}: {100 * analysis.probability[best_cell]:.2f} % mine, the least of all"
