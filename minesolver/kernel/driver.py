"""Compiled: the search for a guess, from Python."""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.clock import finish, start
from cython.cimports.minesolver.kernel.play.games import GameResult, play_game
from cython.cimports.minesolver.kernel.play.layouts import key_of_game
from cython.cimports.minesolver.kernel.search.advice import Played, advise
from cython.cimports.minesolver.kernel.search.advice import play_layouts as search_layouts
from cython.cimports.minesolver.kernel.search.allocation import (
    allocate_search,
    allocate_tree,
    release_search,
    release_tree,
)
from cython.cimports.minesolver.kernel.search.types import (
    Parameters,
    Search,
    Tree,
    TreeNode,
)
from cython.cimports.minesolver.kernel.types import Analyzer, Clock, Game, Prior
from cython.cimports.minesolver.kernel.workspace import Workspace

_KINDS = ("safest", "pseq", "lookahead")  # as PolicyKind in search/types.pxd
_DECISIONS = ("proof", "tree", "lookahead", "undecided", "region")  # as Decision
_STATUSES = ("done", "contradiction", "limit", "stopped")  # as Status in types.pxd


@cython.cclass
class Chooser:
    """A policy's choice of a guess on boards of one size; it works in a workspace, and so in its thread."""

    def __cinit__(
        self,
        workspace: Workspace,
        kind: str,
        parameters: dict,
        trees: cython.const[cython.uchar][:, ::1],
    ):
        own: Parameters = {"kind": _KINDS.index(kind), **parameters}
        self.workspace = workspace
        self.trees = trees
        if not allocate_search(
            cython.address(self.search), cython.address(workspace.analyzer), cython.address(own)
        ):
            raise MemoryError
        if trees.shape[0] > 0:
            self.search.trees.count = trees.shape[0]
            self.search.trees.size = trees.shape[1] // cython.sizeof(TreeNode)
            self.search.trees.nodes = cython.cast(
                cython.pointer(cython.const[TreeNode]), cython.address(trees[0, 0])
            )

    def __dealloc__(self):
        release_search(cython.address(self.search))

    def advise(
        self,
        grid: cython.const[int8_t][:, ::1],
        mines: int32_t,
        log_odds: cython.double,
        seconds: cython.double,
    ) -> dict:
        """What the policy makes of a position: the fields of ``Choice`` by name, and its candidates.

        ``grid``: board codes. ``mines``: on the board, or -1 with the prior ``log_odds`` of each hidden cell.
        """
        prior: Prior
        prior.mines = mines
        prior.log_odds = log_odds
        with cython.nogil:
            start(cython.address(self.workspace.analyzer.clock), seconds)
            self.choice = advise(cython.address(self.search), cython.address(grid[0, 0]), prior)
        self.workspace._raise_interrupt()
        return self._found()

    def play(
        self,
        mines: int32_t,
        protected_: int32_t,
        first_cell: int32_t,
        seed: uint64_t,
        first: int64_t,
        worth: cython.double,
        results: cython.double[:, ::1],
        seconds: cython.double,
    ) -> cython.Py_ssize_t:
        """Play games ``first`` and on of a seed, a row of ``results`` each; how many were begun in time.

        Columns: outcome (0 lost, 1 won, 2 not finished: a position did not fit), guesses, cells opened,
        guesses survived, the variance-reduced result (see play/games.py).
        """
        s: cython.pointer(Search) = cython.address(self.search)
        g: cython.pointer(Game) = cython.address(self.workspace.game)
        a: cython.pointer(Analyzer) = cython.address(self.workspace.analyzer)
        played: GameResult
        i: cython.Py_ssize_t = 0
        g.mines = mines
        with cython.nogil:
            start(cython.address(a.clock), seconds)
            while i < results.shape[0] and not a.clock.stopped:
                played = play_game(s, g, protected_, first_cell, key_of_game(seed, first + i), worth)
                results[i, 0] = cython.cast(cython.int, played.outcome)
                results[i, 1] = played.guesses
                results[i, 2] = played.opened
                results[i, 3] = played.survived
                results[i, 4] = played.adjusted
                i += 1
        self.workspace._raise_interrupt()
        return i

    @cython.cfunc
    def _found(self) -> dict:
        return {
            "decision": _DECISIONS[self.choice.decision],
            "status": _STATUSES[self.choice.status],
            "cell": self.choice.cell,
            "won": self.choice.won,
            "layouts": self.choice.layouts,
            "candidates": [self._candidate(k) for k in range(self.choice.candidate_count)],
        }

    @cython.cfunc
    def _candidate(self, which: cython.int) -> dict:
        """The fields of ``Candidate`` by name."""
        found: dict = self.search.candidates[which]
        return found


def play_layouts(
    shown: cython.const[int8_t][:, ::1],
    first: cython.int = -1,
    nodes: int64_t = 1 << 62,
    slots: int64_t = 1 << 20,
    least: cython.int = -1,
) -> tuple:
    """How many of the given layouts the best play wins, by the whole game tree.

    Parameters
    ----------
    shown : int8 (layouts, cells)
        What each cell shows in each layout, 9 for a mine.
    first
        The cell to open first, or -1 for the best.
    nodes, slots
        Most sets of layouts to search; sets to remember, a power of two.
    least
        The number won is only a bound where it is not above this.

    Returns
    -------
    (layouts won, or -1 where the nodes ran out; the best first cell, or -1; nodes used)
    """
    tree: Tree
    clock: Clock
    played: Played
    if shown.shape[0] == 0 or shown.shape[1] == 0:
        return shown.shape[0], -1, 0
    memset(cython.address(clock), 0, cython.sizeof(Clock))
    with cython.nogil:
        start(cython.address(clock), INFINITY)
        if not allocate_tree(
            cython.address(tree),
            cython.address(clock),
            1,
            shown.shape[0],
            shown.shape[1],
            slots,
            cython.address(shown[0, 0]),
        ):
            with cython.gil:
                raise MemoryError
        played = search_layouts(cython.address(tree), first, nodes, least)
        release_tree(cython.address(tree))
    error: object = finish(cython.address(clock))
    if error is not None:
        raise error
    return played.won, played.first_cell, played.nodes
