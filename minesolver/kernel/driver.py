"""Compiled: a policy's choice of a guess, from Python."""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.clock import start
from cython.cimports.minesolver.kernel.search.advice import advise
from cython.cimports.minesolver.kernel.search.allocation import allocate_search, release_search
from cython.cimports.minesolver.kernel.search.types import (
    Candidate,
    Choice,
    Parameters,
    Search,
    TreeNode,
)
from cython.cimports.minesolver.kernel.types import Prior
from cython.cimports.minesolver.kernel.workspace import Workspace


@cython.cclass
class Chooser:
    """A policy on boards of one size; it works in a workspace, and so belongs to one thread."""

    def __cinit__(self, workspace: Workspace, parameters: dict, trees: object):
        own: Parameters = parameters
        nodes: cython.const[cython.uchar][:, ::1] = trees
        self.workspace = workspace
        self.trees = trees
        self.nodes = nodes
        if not allocate_search(
            cython.address(self.search), cython.address(workspace.analyzer), cython.address(own)
        ):
            raise MemoryError
        if nodes.shape[0] > 0:
            self.search.trees.count = nodes.shape[0]
            self.search.trees.size = nodes.shape[1] // cython.sizeof(TreeNode)
            self.search.trees.nodes = cython.cast(
                cython.pointer(cython.const[TreeNode]), cython.address(nodes[0, 0])
            )

    def __dealloc__(self):
        release_search(cython.address(self.search))

    def advise(
        self, grid: cython.const[int8_t][:, ::1], mines: int32_t, log_odds: cython.double, seconds: cython.double
    ) -> dict:
        """What the policy makes of a position."""
        prior: Prior
        prior.mines = mines
        prior.log_odds = log_odds
        with cython.nogil:
            start(cython.address(self.workspace.analyzer.clock), seconds)
            self.choice = advise(cython.address(self.search), cython.address(grid[0, 0]), prior)
        found: dict = self.choice
        found["candidates"] = self._candidates()
        return found

    @cython.cfunc
    def _candidates(self) -> list:
        k: cython.int
        found: list = []
        for k in range(self.choice.candidate_count):
            found.append(self.search.candidates[k])
        return found
