"""Compiled: games guess by guess, with Python in between: what the benchmark tools are made of."""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.minesolver.kernel.analysis.knowledge import enqueue_all, load, propagate
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.clock import start
from cython.cimports.minesolver.kernel.driver import Chooser
from cython.cimports.minesolver.kernel.memory import release
from cython.cimports.minesolver.kernel.play.games import GameResult, play_on
from cython.cimports.minesolver.kernel.play.layouts import (
    allocate_game,
    begin_game,
    key_of_game,
    release_game,
)
from cython.cimports.minesolver.kernel.play.opening import proceed
from cython.cimports.minesolver.kernel.search.allocation import allocate_snapshot, allocate_tree, release_tree
from cython.cimports.minesolver.kernel.search.endgame import play_out, wins_opening
from cython.cimports.minesolver.kernel.search.guess import choose_guess
from cython.cimports.minesolver.kernel.search.listing import list_layouts
from cython.cimports.minesolver.kernel.search.lookahead import keep, restore
from cython.cimports.minesolver.kernel.search.playouts import Racer, begin_playout, draw, race
from cython.cimports.minesolver.kernel.search.playouts import play_on as play_out_safest
from cython.cimports.minesolver.kernel.search.trees import describe_candidate, describe_shared
from cython.cimports.minesolver.kernel.search.types import (
    MOST_CLOSE,
    SAFEST,
    Search,
    Shared,
    Traits,
)
from cython.cimports.minesolver.kernel.types import (
    DONE,
    GUESS,
    MINE,
    OPEN,
    UNFINISHED,
    UNKNOWN,
    WON,
    Analyzer,
    Board,
    Game,
    Status,
)
from cython.cimports.minesolver.kernel.workspace import Workspace

_ROOM = cython.declare(int32_t, 160)  # cells of the game tree


@cython.cclass
class Driver:
    """Plays games of one kind in a workspace, all that is proved by itself, and stops at each guess.

    ``begin`` lays the mines, ``next_guess`` plays to the next guess; there any number of questions may be
    asked, and then ``choose`` says which cell is opened.
    """

    def __cinit__(self, workspace: Workspace, mines: int32_t, protected_: int32_t, first_cell: int32_t):
        self.workspace = workspace
        self.protected_ = protected_
        self.first_cell = first_cell
        memset(cython.address(self.trial), 0, cython.sizeof(Game))
        memset(cython.address(self.tree), 0, cython.sizeof(self.tree))
        workspace.game.mines = mines
        self.trial.mines = mines
        allocate_snapshot(
            cython.address(self.root), cython.address(self.arena), workspace.analyzer.board.cells
        )
        if self.arena.failed or not allocate_game(
            cython.address(self.trial), cython.address(workspace.analyzer.board)
        ):
            raise MemoryError

    def __dealloc__(self):
        release_tree(cython.address(self.tree))
        release_game(cython.address(self.trial))
        release(cython.address(self.arena))

    def begin(self, seed: uint64_t, number: int64_t) -> None:
        """Lay the mines of game ``number`` of a seed."""
        start(cython.address(self.workspace.analyzer.clock), INFINITY)
        self.workspace.game.mines = self.trial.mines
        begin_game(
            cython.address(self.workspace.analyzer),
            cython.address(self.workspace.game),
            self.protected_,
            self.first_cell,
            key_of_game(seed, number),
        )
        keep(cython.address(self.workspace.analyzer), cython.address(self.root))
        self.cell = self.first_cell
        self.outcome = GUESS

    def next_guess(self) -> cython.bint:
        """Open the chosen cell and all that is proved; whether there is something to guess then."""
        a: cython.pointer(Analyzer) = cython.address(self.workspace.analyzer)
        g: cython.pointer(Game) = cython.address(self.workspace.game)
        restore(a, cython.address(self.root))
        with cython.nogil:
            self.outcome = proceed(a, g, self.cell)
        self.workspace._raise_interrupt()
        if self.outcome != GUESS:
            return False
        self.cell = -1
        self.position.prior.mines = g.mines - g.proved_mines
        self.position.prior.log_odds = 0.0
        self.position.log_models = a.summary.log_models
        self.position.probability = g.marginals.probability
        keep(a, cython.address(self.root))
        return True

    def place(self, grid: cython.const[int8_t][::1], mines: int32_t) -> None:
        """A position of board codes in place of a game, where no cell is proved; ``mines`` on the board."""
        a: cython.pointer(Analyzer) = cython.address(self.workspace.analyzer)
        g: cython.pointer(Game) = cython.address(self.workspace.game)
        marked: int32_t = 0
        hidden: int32_t = 0
        if grid.shape[0] != a.board.cells:
            raise ValueError("the grid is not of this board's size")
        start(cython.address(a.clock), INFINITY)
        if load(a, cython.address(grid[0]), cython.address(marked), cython.address(hidden)) != DONE:
            raise ValueError("no layout agrees with the clues")
        enqueue_all(a)
        if propagate(a) != DONE:
            raise ValueError("no layout agrees with the clues")
        g.mines = self.trial.mines = mines
        g.opened = a.board.cells - hidden - marked
        g.proved_mines = marked
        self.position.prior.mines = mines - marked
        self.position.prior.log_odds = 0.0
        self.position.probability = g.marginals.probability
        if analyze_frontier(a, self.position.prior, cython.address(g.marginals)) != DONE:
            raise ValueError("no layout agrees with the clues")
        if a.known.settled_size or a.summary.proved:
            raise ValueError("a cell is proved")
        self.position.log_models = a.summary.log_models
        keep(a, cython.address(self.root))
        self.outcome = GUESS

    def choose(self, cell: int32_t) -> None:
        """Which cell ``next_guess`` is to open."""
        self._check(cell)
        self.cell = cell

    @property
    def won(self) -> cython.bint:
        return self.outcome == WON

    @property
    def mines(self) -> int32_t:
        """In unknown cells."""
        return self.position.prior.mines

    @property
    def log_models(self) -> cython.double:
        """The logarithm of the number of layouts."""
        return self.position.log_models

    @property
    def probability(self) -> list:
        """The chance of a mine of each unknown cell; of the others -1."""
        return [
            self.position.probability[i] if self.root.state[i] == UNKNOWN else -1.0
            for i in range(self.workspace.analyzer.board.cells)
        ]

    @property
    def grid(self) -> list:
        """The board code of each cell: -1 hidden, 0 to 8, 10 a mine that is proved."""
        board: cython.pointer(Board) = cython.address(self.workspace.analyzer.board)
        i: cython.int
        k: cython.int
        shown: cython.int
        codes: list = []
        for i in range(board.cells):
            if self.root.state[i] == OPEN:
                shown = self.root.need[i]
                for k in range(board.degree[i]):
                    shown += self.root.state[board.around[i][k]] == MINE
                codes.append(shown)
            else:
                codes.append(10 if self.root.state[i] == MINE else -1)
        return codes

    @cython.cfunc
    def _check(self, cell: int32_t):
        if not 0 <= cell < self.workspace.analyzer.board.cells or self.root.state[cell] != UNKNOWN:
            raise ValueError(f"cell {cell} is not unknown")

    @cython.cfunc
    def _come_back(self, chooser: Chooser):
        """To the position and its analysis."""
        a: cython.pointer(Analyzer) = cython.address(self.workspace.analyzer)
        if chooser is not None and chooser.workspace is not self.workspace:
            raise ValueError("the chooser is of another workspace")
        if self.outcome != GUESS:
            raise ValueError("the game is over")
        restore(a, cython.address(self.root))
        if analyze_frontier(a, self.position.prior, cython.address(self.workspace.game.marginals)) != DONE:
            raise RuntimeError("a position did not fit")

    def ask(self, chooser: Chooser, recording: cython.bint = False) -> dict:
        """The guess of a policy: the fields of ``Choice``; its candidates where ``recording``."""
        self._come_back(chooser)
        with cython.nogil:
            chooser.choice = choose_guess(
                cython.address(chooser.search), cython.address(self.position), recording
            )
        self.workspace._raise_interrupt()
        return chooser._found()

    def see(self, chooser: Chooser, which: list) -> tuple:
        """What the boosted trees see of some of the candidates that ``ask`` recorded, by their places there.

        Returns the traits of each, as lists, and what they share: the doubles of ``Traits`` and ``Shared``.
        """
        s: cython.pointer(Search) = cython.address(chooser.search)
        traits: Traits
        shared: Shared
        at: cython.Py_ssize_t
        own: cython.p_double = cython.cast(cython.p_double, cython.address(traits))
        rows: list = []
        for at in which:
            if not 0 <= at < chooser.choice.candidate_count:
                raise IndexError(at)
            if describe_candidate(
                s, cython.address(self.position), cython.address(s.candidates[at]), cython.address(traits)
            ):
                raise RuntimeError("a position did not fit")
            rows.append([own[k] for k in range(cython.sizeof(Traits) // cython.sizeof(cython.double))])
        restore(s.analyzer, cython.address(self.root))
        if analyze_frontier(s.analyzer, self.position.prior, cython.address(s.ahead)) != DONE:
            raise RuntimeError("a position did not fit")
        describe_shared(s, cython.address(self.position), cython.address(shared))
        own = cython.cast(cython.p_double, cython.address(shared))
        return rows, [own[k] for k in range(cython.sizeof(Shared) // cython.sizeof(cython.double))]

    def draw(self, chooser: Chooser, layouts: int8_t[:, ::1], key: uint64_t) -> None:
        """Fill ``layouts`` (number, cells), 1 for a mine, with layouts of the position, each equally likely.

        ``key``: of the random numbers.
        """
        a: cython.pointer(Analyzer) = cython.address(self.workspace.analyzer)
        s: cython.pointer(Search) = cython.address(chooser.search)
        k: cython.Py_ssize_t
        self._come_back(chooser)
        keep(a, cython.address(s.snapshot))
        for k in range(layouts.shape[0]):
            if draw(s, self.position.prior.mines, cython.address(key)) != DONE:
                raise RuntimeError("a position did not fit")
            memcpy(cython.address(layouts[k, 0]), s.playout.layout, a.board.cells)

    def play_on(
        self,
        chooser: Chooser,
        cells: list,
        layouts: cython.const[int8_t][:, ::1],
        worth: cython.double,
        results: cython.double[:, ::1],
    ) -> None:
        """Open each of the cells on each of the layouts, and have the policy play on.

        ``results``, float64 (cells, layouts), gets the variance-reduced results; ``worth``: of a guess
        survived. ``safest`` plays as in playouts: to 25 layouts, then as the game tree.
        """
        s: cython.pointer(Search) = cython.address(chooser.search)
        at: cython.Py_ssize_t
        k: cython.Py_ssize_t
        cell: int32_t
        self._come_back(chooser)
        keep(s.analyzer, cython.address(s.snapshot))
        for cell in cells:
            self._check(cell)
        for k in range(layouts.shape[0]):
            s.passages.count = s.passages.finished = 0
            for at, cell in enumerate(cells):
                with cython.nogil:
                    results[at, k] = self._one(s, cell, cython.address(layouts[k, 0]), worth)
        self.workspace._raise_interrupt()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _one(
        self,
        s: cython.pointer(Search),
        cell: int32_t,
        layout: cython.pointer(cython.const[int8_t]),
        worth: cython.double,
    ) -> cython.double:
        """The result of one game; NaN where a position did not fit."""
        risk: cython.double = self.position.probability[cell]
        result: cython.double
        played: GameResult
        g: cython.pointer(Game) = cython.address(self.trial)
        if s.parameters.kind == SAFEST:
            s.playout.mines = self.trial.mines
            memcpy(s.playout.layout, layout, s.analyzer.board.cells)
            begin_playout(s)
            if play_out_safest(s, cell, risk, cython.address(result)) != DONE:
                return INFINITY - INFINITY
            return result
        memcpy(g.layout, layout, s.analyzer.board.cells)
        restore(s.analyzer, cython.address(self.root))
        g.opened = self.workspace.game.opened
        g.proved_mines = self.workspace.game.proved_mines
        played = play_on(s, g, cell, risk, worth, False)
        if played.outcome == UNFINISHED:
            return INFINITY - INFINITY
        return played.adjusted

    def race(self, chooser: Chooser, cells: list, scores: list) -> tuple:
        """Playouts of at most six cells by their scores, the best first, as in the policy's guesses.

        Returns the place of the best, the scores afterwards and the shares won (-1: not played out).
        """
        s: cython.pointer(Search) = cython.address(chooser.search)
        racers: Racer[MOST_CLOSE]
        status: Status = DONE
        leader: int32_t
        k: cython.Py_ssize_t
        if not 0 < len(cells) <= MOST_CLOSE or len(scores) != len(cells):
            raise ValueError("from one to six cells, each with its score")
        self._come_back(chooser)
        keep(s.analyzer, cython.address(s.snapshot))
        for k in range(len(cells)):
            self._check(cells[k])
            racers[k].cell = cells[k]
            racers[k].score = scores[k]
        leader = race(s, cython.address(self.position), racers, len(cells), cython.address(status))
        self.workspace._raise_interrupt()
        if status != DONE:
            raise RuntimeError("a position did not fit")
        found: list = [(racers[k].score, racers[k].won) for k in range(len(cells))]
        return leader, [score for score, _ in found], [won for _, won in found]

    def tree_value(self, layouts: int32_t, nodes: int64_t, slots: int64_t = 1 << 18) -> tuple:
        """(layouts that the best play wins, or -1 where the tree has no room or runs out; layouts).

        ``layouts``: room for so many. ``nodes``: most sets of layouts to search. ``slots``: sets to remember,
        a power of two.
        """
        a: cython.pointer(Analyzer) = cython.address(self.workspace.analyzer)
        won: int32_t = -1
        self._come_back(None)
        if self.tree.layout_room != layouts or self.tree.table_mask != slots - 1:
            release_tree(cython.address(self.tree))
            if not allocate_tree(
                cython.address(self.tree),
                cython.address(a.clock),
                a.board.cells,
                layouts,
                _ROOM,
                slots,
                cython.NULL,
            ):
                raise MemoryError
        with cython.nogil:
            if list_layouts(a, cython.address(self.tree), self.position.prior.mines):
                won = play_out(cython.address(self.tree), nodes)
        self.workspace._raise_interrupt()
        return won, self.tree.layout_count

    @property
    def tree_nodes(self) -> int64_t:
        """Sets of layouts that the last search of a game tree looked at."""
        return self.tree.nodes

    def tree_value_of(self, cell: int32_t, nodes: int64_t) -> int32_t:
        """Layouts won by the best play once ``cell`` is opened first, -1 out of nodes; after ``tree_value``.

        What that search remembered is used.
        """
        won: int32_t
        self._check(cell)
        if self.tree.layout_count == 0 or self.tree.place[cell] < 0:
            raise ValueError("the game tree does not hold this cell")
        with cython.nogil:
            self.tree.nodes = 0
            self.tree.most_nodes = nodes
            won = wins_opening(cython.address(self.tree), self.tree.place[cell], -1)
        self.workspace._raise_interrupt()
        return won
