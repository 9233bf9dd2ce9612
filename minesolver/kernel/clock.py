"""Compiled: time limits and interrupts. Compiled code looks at the clock often; the clock itself seldom.

Python's signal handlers run only when the main thread comes back to the interpreter, so a long computation
has to ask for them: some ten times a second is enough for Ctrl-C to be felt at once, and costs nothing.
"""

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals
from cython.cimports.cpython.ref import Py_INCREF, Py_XDECREF, PyObject
from cython.cimports.minesolver.kernel.monotonic import monotonic_seconds
from cython.cimports.minesolver.kernel.types import Clock

_BETWEEN = cython.declare(cython.double, 0.05)  # seconds from one look for signals to the next


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def start(clock: cython.pointer(Clock), seconds: cython.double) -> cython.void:
    """Begin a computation that may take so many seconds (infinity: any time)."""
    now: cython.double = monotonic_seconds()
    clock.deadline = now + seconds
    clock.next_look = min(clock.deadline, now + _BETWEEN)
    clock.stopped = False
    clock.calls = 15  # the first look is a real one


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look(clock: cython.pointer(Clock)) -> cython.bint:
    """Whether to give up: the time is over, or a signal handler raised an exception."""
    now: cython.double
    clock.calls += 1
    if clock.stopped or clock.calls & 15:
        return clock.stopped
    now = monotonic_seconds()
    if now < clock.next_look:
        return False
    if now >= clock.deadline:
        clock.stopped = True
        return True
    clock.next_look = min(clock.deadline, now + _BETWEEN)
    with cython.gil:
        _handle_signals(clock)
    return clock.stopped


@cython.cfunc
@cython.exceptval(check=False)
def _handle_signals(clock: cython.pointer(Clock)) -> cython.void:
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        Py_INCREF(error)
        clock.error = cython.cast(cython.p_void, error)
        clock.stopped = True


@cython.cfunc
def finish(clock: cython.pointer(Clock)) -> object:
    """The exception that a signal handler raised meanwhile, or None: for the caller to raise."""
    error: object
    if clock.error == cython.NULL:
        return None
    error = cython.cast(object, clock.error)
    Py_XDECREF(cython.cast(cython.pointer(PyObject), clock.error))
    clock.error = cython.NULL
    return error
