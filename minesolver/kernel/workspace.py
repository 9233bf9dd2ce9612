"""Compiled: what a thread works in for boards of one size, and the calls from Python that work in it."""

import cython
from cython.cimports.cpython.buffer import (
    PyBUF_SIMPLE,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.analysis.component_cache import forget
from cython.cimports.minesolver.kernel.analysis.position import analyze_position
from cython.cimports.minesolver.kernel.clock import finish, start
from cython.cimports.minesolver.kernel.memory import allocate_analyzer, allocate_states, release_analyzer
from cython.cimports.minesolver.kernel.play.layouts import allocate_game, key_of_game, release_game
from cython.cimports.minesolver.kernel.play.no_guess import Trial, find_board
from cython.cimports.minesolver.kernel.types import LIMIT, Marginals, Status

_AT_FIRST = cython.declare(int64_t, 1 << 12)  # states: these stay in the processor's cache
_KEPT = cython.declare(int64_t, 1 << 17)  # states that are not given back after a large board
_BYTES_PER_STATE = cython.declare(int64_t, 72)  # of all the arrays that `allocate_states` makes, at most
_GENERATED = ("solved", "stuck", "too wide", "interrupted")  # as Generated in play/no_guess.pxd


@cython.cfunc
def _pointer(array: object, size: cython.Py_ssize_t, flags: cython.int) -> cython.p_void:
    """Where an array's bytes are; the caller's reference keeps them there."""
    view: Py_buffer
    PyObject_GetBuffer(array, cython.address(view), flags)
    PyBuffer_Release(cython.address(view))
    if view.len != size:
        raise ValueError("the array is not that of a board of this size")
    return view.buf


@cython.cclass
class Workspace:
    """Of one thread: two calls at a time would write over each other."""

    def __cinit__(self, rows: cython.int, cols: cython.int):
        memset(cython.address(self.analyzer), 0, cython.sizeof(self.analyzer))
        memset(cython.address(self.game), 0, cython.sizeof(self.game))
        self.states = _AT_FIRST
        if not allocate_analyzer(cython.address(self.analyzer), rows, cols, self.states):
            raise MemoryError
        if not allocate_game(cython.address(self.game), cython.address(self.analyzer.board)):
            raise MemoryError

    def __dealloc__(self):
        release_game(cython.address(self.game))
        release_analyzer(cython.address(self.analyzer))

    def analyze(
        self,
        grid: object,
        mines: int64_t,
        log_odds: cython.double,
        probability: object,
        proof: object,
        seconds: cython.double,
    ) -> tuple:
        """One position; (components, width, states, status).

        ``grid``: int8, ``probability``: float64, ``proof``: int8, all (rows, cols) in C order. Plain buffers:
        for a small board typed views would take as long as the counting.
        """
        cells: cython.Py_ssize_t = self.analyzer.board.cells
        codes: cython.p_void = _pointer(grid, cells, PyBUF_SIMPLE)
        out: Marginals
        status: Status
        out.probability = cython.cast(cython.p_double, _pointer(probability, 8 * cells, PyBUF_WRITABLE))
        out.proof = cython.cast(cython.pointer(int8_t), _pointer(proof, cells, PyBUF_WRITABLE))
        with cython.nogil:
            start(cython.address(self.analyzer.clock), seconds)
            status = analyze_position(
                cython.address(self.analyzer),
                cython.cast(cython.pointer(cython.const[int8_t]), codes),
                mines,
                log_odds,
                cython.address(out),
            )
        self._raise_interrupt()
        return (
            self.analyzer.frontier.component_count,
            self.analyzer.summary.width,
            self.analyzer.summary.states,
            cython.cast(cython.int, status),
        )

    def analyze_many(
        self,
        grids: cython.const[int8_t][:, :, ::1],
        mines: cython.const[int64_t][::1],
        log_odds: cython.const[cython.double][::1],
        probability: cython.double[:, :, ::1],
        proof: int8_t[:, :, ::1],
        report: int64_t[:, ::1],
        seconds: cython.double,
    ) -> None:
        """The positions whose row of ``report`` (components, width, states, status) has status LIMIT."""
        out: Marginals
        status: Status
        i: cython.Py_ssize_t
        with cython.nogil:
            start(cython.address(self.analyzer.clock), seconds)
            for i in range(grids.shape[0]):
                if report[i, 3] != LIMIT or self.analyzer.clock.stopped:
                    continue
                out.probability = cython.address(probability[i, 0, 0])
                out.proof = cython.address(proof[i, 0, 0])
                status = analyze_position(
                    cython.address(self.analyzer),
                    cython.address(grids[i, 0, 0]),
                    mines[i],
                    log_odds[i],
                    cython.address(out),
                )
                report[i, 0] = self.analyzer.frontier.component_count
                report[i, 1] = self.analyzer.summary.width
                report[i, 2] = self.analyzer.summary.states
                report[i, 3] = status
        self._raise_interrupt()

    def grow(self, states: cython.double, memory: int64_t) -> cython.bint:
        """Four times the states, if that stays within both limits and the memory is there."""
        more: int64_t = min(4 * self.states, memory // _BYTES_PER_STATE)
        if states < more:
            more = cython.cast(int64_t, states)
        if more <= self.states or not allocate_states(cython.address(self.analyzer), more):
            return False
        self.states = more
        return True

    def shrink(self) -> None:
        """Give back what one large board needed."""
        if self.states > _KEPT and allocate_states(cython.address(self.analyzer), _AT_FIRST):
            self.states = _AT_FIRST

    def stop(self) -> None:
        """Have the call that another thread is in come to its end."""
        self.analyzer.clock.stopped = True

    def forget(self) -> None:
        """Forget components counted and guesses chosen before: a measurement is to begin with nothing."""
        forget(cython.address(self.analyzer.cache))
        self.analyzer.forgotten += 1

    def find_no_guess(
        self,
        mines: int32_t,
        first_cell: int32_t,
        seed: uint64_t,
        index: int64_t,
        drawn: int64_t,
        tries: int64_t,
        repairs: int32_t,
        layout: int8_t[::1],
    ) -> tuple:
        """Board ``index`` of a seed, after ``drawn`` layouts: (outcome, layouts drawn now, mines moved)."""
        trial: Trial
        i: cython.int
        trial.tries = drawn
        trial.repairs = 0
        self.game.mines = mines
        with cython.nogil:
            start(cython.address(self.analyzer.clock), INFINITY)
            find_board(
                cython.address(self.analyzer),
                cython.address(self.game),
                first_cell,
                key_of_game(seed, index),
                tries,
                repairs,
                cython.address(trial),
            )
        self._raise_interrupt()
        for i in range(self.analyzer.board.cells):
            layout[i] = self.game.layout[i]
        return _GENERATED[trial.status], trial.tries, trial.repairs

    @cython.cfunc
    def _raise_interrupt(self):
        error: object
        if self.analyzer.clock.stopped:
            error = finish(cython.address(self.analyzer.clock))
            if error is not None:
                raise error
