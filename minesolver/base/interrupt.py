"""Ctrl-C: one line and status 130 from the command, ``KeyboardInterrupt`` for a program with the package."""

import signal
import sys
from _thread import start_new_thread
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, get_ident, main_thread
from types import FrameType
from typing import Any, TypeVar

from .signals import HANDLED, end_process

_LOOK_SECONDS = 0.1  # between two looks for an interrupt
# Between two requests to stop: the first may come before there is anything to stop.
_STOP_SECONDS = 0.05

T = TypeVar("T")


_was_interrupted = False


def received() -> bool:
    """Whether an interrupt was raised: what else goes wrong then comes of it, such as an import cut off."""
    return _was_interrupted


def _raise_interrupt(number: int, frame: FrameType | None) -> None:
    global _was_interrupted
    _was_interrupted = True
    signal.signal(signal.SIGINT, end_process)  # whoever presses it again does not want to wait
    raise KeyboardInterrupt


def _unraisable(args: Any) -> None:
    """An interrupt that Python can only print, in a destructor or a callback, would be lost."""
    if issubclass(args.exc_type, KeyboardInterrupt):
        end_process(signal.SIGINT, None)
    sys.__unraisablehook__(args)


def started() -> None:
    """The command is loaded: from now on an interrupt is Python's exception, and the second one the end."""
    if HANDLED:
        signal.signal(signal.SIGINT, _raise_interrupt)
        sys.unraisablehook = _unraisable


def finished() -> None:
    """The command has done its work: an interrupt while Python tidies up changes nothing any more."""
    if HANDLED:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # After an interrupt within `exec` or `eval` of a text (which is how named tuples are made), even one
        # that was caught, Python ends by the signal and not by status 130. At the next text it forgets that.
        eval("None")


def in_other_thread(call: Callable[[], T], stop: Callable[[], object] | None = None) -> T:
    """What a call returns, made in a thread that is not the main one.

    PySAT and OR-Tools put a handler of their own in place while they work in the main thread: the one jumps
    out of whatever C code runs, the allocator included, the other takes Ctrl-C for the end of its time. In
    another thread they leave it alone. An interrupt waits for the call, which is short or can be stopped.

    stop: Has the call come to its end
    """
    if get_ident() != main_thread().ident:
        return call()
    outcome: list[tuple[T, None] | tuple[None, BaseException]] = []
    is_over = Lock()
    is_over.acquire()

    def work() -> None:
        try:
            outcome.append((call(), None))
        except BaseException as error:
            outcome.append((None, error))
        finally:
            is_over.release()

    try:
        # A bare thread and a lock: what `threading` has above them fails in other ways where an interrupt
        # arrives within it. Python runs no handler of signals between here and its return: after an interrupt
        # there is an outcome to wait for.
        try:
            start_new_thread(work, ())
        except Exception as start_error:  # the system has no more threads, or no memory
            outcome.append((None, start_error))
        # A look now and then: a signal that arrives in the other thread wakes nobody here.
        while not outcome:
            is_over.acquire(timeout=_LOOK_SECONDS)
    except BaseException:
        while not outcome:
            # A second interrupt does not end this: the call would go on with what is deleted next.
            with suppress(BaseException):
                if stop is not None:
                    stop()
                is_over.acquire(timeout=_STOP_SECONDS)
        raise
    answer, error = outcome[0]
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]


class _Deleted:
    """What a solver is once it was deleted: nothing that has a destructor."""


def let_go(solver: Any) -> None:
    """Delete one of PySAT's solvers, in another thread; nothing can be asked of it any more.

    An interrupt between the two steps of its ``delete`` would have it deleted twice, and one within a
    destructor is printed by Python and lost. That of a deleted solver does nothing, but for this it calls
    Python: so it has none from here on.
    """

    def delete() -> None:
        solver.delete()
        solver.__class__ = _Deleted

    in_other_thread(delete)
