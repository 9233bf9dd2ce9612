"""Ctrl-C is Python's, whatever library computes: nothing else takes it, and nothing loses it."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from _thread import start_new_thread
from threading import Thread, current_thread, main_thread
from time import sleep
from typing import Any

import pytest
from patience import PATIENCE
from pysat.formula import IDPool

import minesolver as ms
from minesolver.base import interrupt
from minesolver.base.interrupt import in_other_thread
from minesolver.engine.cnf import between
from minesolver.explain.oracle import smallest
from minesolver.game.generate import generate

TWICE = "B # # # #\n# # # # #\n# # # # #\n# A # # #\n# # # # C"


@pytest.fixture
def calls(monkeypatch):
    """What PySAT is asked for, and whether it may put a handler of its own in place for it."""
    from pysat import card
    from pysat.solvers import Solver

    calls_seen = set()

    class Checked:
        @staticmethod
        def check():
            calls_seen.add(("encoding", current_thread() is main_thread()))
            return current_thread() is main_thread()

    monkeypatch.setattr(card, "MainThread", Checked)
    for name in ("solve", "solve_limited", "propagate"):
        call = getattr(Solver, name)

        def noted(self, *arguments, call=call, name=name, **options):
            left_alone = options.get("expect_interrupt") or current_thread() is not main_thread()
            calls_seen.add((name, not left_alone))
            return call(self, *arguments, **options)

        monkeypatch.setattr(Solver, name, noted)
    return calls_seen


class Triple:
    """An oracle to whom three members are a contradiction."""

    asked = 0

    def core(self, members, facts):
        self.asked += 1
        return [1, 4, 7] if {1, 4, 7} <= {*members} else None


def test_pysat_never_puts_a_handler_in_place(calls):
    board = ms.Board.parse(TWICE, 8, rules="encrypted-twice")
    list(ms.analyze(board).reasons.values())
    ms.analyze(ms.Board.parse("#" * 12 + "\n1" + "#" * 11, 5), "pysat")
    between(range(1, 30), 5, 9, IDPool(30))
    triple: Any = Triple()
    core, proved = smallest(triple, [*range(9)], {}, range(9))
    assert ({*core}, proved) == ({1, 4, 7}, True)
    assert {name for name, _ in calls} >= {"encoding", "solve_limited"}
    assert not any(in_place for _, in_place in calls), calls


def test_cp_sat_does_not_take_an_interrupt_for_the_end_of_its_time(monkeypatch):
    from ortools.sat.python.cp_model import CpSolver

    solve = CpSolver.solve

    def checked(solver, *arguments):
        assert not solver.parameters.catch_sigint_signal
        return solve(solver, *arguments)

    monkeypatch.setattr(CpSolver, "solve", checked)
    assert ms.analyze(ms.Board.parse("1#\n##", 1), "cpsat").solutions == 3


def test_an_interrupt_stops_a_call_in_another_thread_and_waits_for_it():
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    stopped: list[str] = []

    def call():
        sleep(0.05)
        signal.raise_signal(signal.SIGINT)  # Python hands it to the main thread
        while not stopped:
            sleep(0.001)
        stopped.append("over")

    try:
        with pytest.raises(KeyboardInterrupt):
            in_other_thread(call, lambda: stopped.append("asked"))
    finally:
        signal.signal(signal.SIGINT, handler)
    assert (stopped[0], stopped[-1]) == ("asked", "over")


def test_an_interrupt_while_a_thread_is_started_waits_for_the_call(monkeypatch):
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    calls_over = []

    def start_interrupted(work, arguments):
        start_new_thread(work, arguments)
        signal.raise_signal(signal.SIGINT)

    def call():
        sleep(0.05)
        calls_over.append("over")

    monkeypatch.setattr(interrupt, "start_new_thread", start_interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            in_other_thread(call)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert calls_over == ["over"]


def test_a_second_interrupt_does_not_leave_a_call_behind():
    """What it works with is deleted next."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    calls_over = []

    def call():
        signal.raise_signal(signal.SIGINT)
        sleep(0.3)
        calls_over.append("over")

    try:
        with pytest.raises(KeyboardInterrupt):
            in_other_thread(call, lambda: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, handler)
    assert calls_over == ["over"]


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), MemoryError()])
def test_where_no_thread_can_be_started_the_call_says_so(monkeypatch, error):
    def start_none(work, arguments):
        raise error

    monkeypatch.setattr(interrupt, "start_new_thread", start_none)
    with pytest.raises(type(error)):
        in_other_thread(list)


def test_a_call_in_another_thread_answers_and_fails_as_it_would_in_this_one():
    assert in_other_thread(lambda: current_thread() is main_thread()) is False
    with pytest.raises(ZeroDivisionError):
        in_other_thread(lambda: 1 // 0)
    is_same_thread = []
    thread = Thread(
        target=lambda: is_same_thread.append(in_other_thread(current_thread) is current_thread())
    )
    thread.start()
    thread.join()
    assert is_same_thread == [True]


@pytest.mark.slow
def test_programs_get_keyboard_interrupt_and_go_on(thorough):
    """From another process: what a thread of the same one sends cannot arrive within PySAT."""
    from random import Random

    from interrupts import library

    number = 12 if thorough else 6
    assert library(Random(1), number, PATIENCE) == {"right": number}


def test_no_destructor_of_pysat_runs_in_the_main_thread(monkeypatch):
    """A deleted solver's does nothing, but Python looks for interrupts when it is called."""
    from pysat import card, solvers
    from pysat.examples import hitman

    threads_seen = []
    for module in (card, solvers, hitman):
        for kind in vars(module).values():
            if isinstance(kind, type) and "__del__" in vars(kind):
                delete = vars(kind)["__del__"]

                def noted(self, delete=delete):
                    threads_seen.append(current_thread() is main_thread())
                    delete(self)

                monkeypatch.setattr(kind, "__del__", noted)
    board = next(generate(5, 5, board="encrypted", unique=True, seed=1)).board
    assert ms.analyze(board).reasons
    ms.analyze(ms.Board.parse("#" * 12 + "\n1" + "#" * 11, 5), "pysat")
    gc.collect()
    assert threads_seen
    assert not any(threads_seen)


def test_no_solver_is_left_to_be_deleted_in_a_destructor():
    """Python only prints an interrupt that comes in one."""
    from pysat.examples.hitman import Hitman
    from pysat.solvers import Solver

    gc.collect()
    earlier = {id(item) for item in gc.get_objects() if isinstance(item, (Hitman, Solver))}

    def assert_none_is_left():
        objects = [item for item in gc.get_objects() if id(item) not in earlier]
        assert not [item for item in objects if isinstance(item, Hitman)]
        assert not [item for item in objects if isinstance(item, Solver) and item.solver]

    gc.disable()
    try:
        board = next(generate(5, 5, board="encrypted", unique=True, seed=1)).board
        assert_none_is_left()
        assert ms.analyze(board).reasons
        assert_none_is_left()
    finally:
        gc.enable()


COMMAND = """
import sys
sys.orig_argv = ["python", "-m", "minesolver"]
from minesolver import cli
from minesolver.base import signals
assert signals.HANDLED
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.parametrize(
    "code, status, lines",
    [
        # In a destructor Python can only print it.
        (
            """
class Last:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def run(options):
    Last()
    return 0
""",
            130,
            1,
        ),
        # Once more while what the first one began is still tidying up.
        (
            """
def run(options):
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.raise_signal(signal.SIGINT)
""",
            130,
            1,
        ),
        # While something is imported in C, which makes another error of it.
        (
            """
def run(options):
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("initialization failed")
""",
            130,
            1,
        ),
        # Within a text that is executed, as named tuples are made: Python then ends by the signal, though the
        # interrupt was caught.
        (
            """
def run(options):
    exec("import signal; signal.raise_signal(signal.SIGINT)")
    return 0
""",
            130,
            1,
        ),
        # When all is done.
        (
            """
import atexit
atexit.register(signal.raise_signal, signal.SIGINT)

def run(options):
    return 0
""",
            0,
            0,
        ),
    ],
)
def test_the_command_loses_no_interrupt(code, status, lines, tmp_path):
    ending = "import minesolver.cli.rules as rules\nrules.run = run\nsys.exit(cli.main(['rules']))"
    (tmp_path / "command_of_a_test.py").write_text(f"import signal\n{COMMAND}{code}\n{ending}")
    run = subprocess.run(
        [sys.executable, "-m", "command_of_a_test"], capture_output=True, text=True, cwd=tmp_path
    )
    assert (run.returncode, len(run.stderr.splitlines())) == (status, lines), run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.parametrize("is_ignored", [True, False])
def test_an_interrupt_that_is_ignored_at_the_start_stays_so(is_ignored):
    """As a script's background job has it, and `nohup`: Ctrl-C in that terminal is for others."""
    handler = signal.SIG_IGN if is_ignored else signal.SIG_DFL
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "minesolver", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, handler),
    ) as command:
        ask = '{"id": 1, "command": "identify"}\n'
        command.stdin.write(ask)
        command.stdin.flush()
        assert command.stdout.readline()  # it is at work
        command.send_signal(signal.SIGINT)
        if is_ignored:
            output, errors = command.communicate(ask, timeout=PATIENCE)
            assert (command.returncode, errors) == (0, "")
            assert output
        else:
            assert command.wait(timeout=PATIENCE) == 130
            assert command.stderr.read() == "minesolver: interrupted\n"


def test_the_first_thing_that_is_loaded_is_the_handler():
    """Before anything that takes time, and with next to nothing itself."""
    script = """
import sys
sys.orig_argv = ["python", "-m", "minesolver"]
import minesolver
print(*[name for name in sys.modules if name.startswith("minesolver.")][:2])
"""
    run = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["minesolver.base", "minesolver.base.signals"]
