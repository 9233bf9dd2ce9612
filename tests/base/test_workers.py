"""The pool of processes: results, errors, deaths, limits, ends, and nothing left running."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, wait
from pathlib import Path

import pytest
from paths import ROOT
from patience import PATIENCE, until

from minesolver.base.errors import BoardFormatError, MinesolverError
from minesolver.base.workers import Pool, WorkerDiedError, WorkerLateError

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups")


class UnsendableError(Exception):
    def __init__(self, message, missing_argument):
        super().__init__(message)


def fail(kind):
    raise BoardFormatError("bad", line=3) if kind == "sendable" else UnsendableError("one", "two")


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def call(pool, function, *arguments):
    return pool.submit(function, *arguments).result(PATIENCE)


@pytest.fixture
def pool():
    with Pool(1) as pool:
        yield pool


def test_calls_go_to_one_process_that_stays(pool):
    process = call(pool, os.getpid)
    assert process != os.getpid()
    assert [call(pool, math.isqrt, n) for n in (9, 16)] == [3, 4]
    assert call(pool, os.getpid) == process


def test_who_worked_last_is_asked_first_and_no_more_start_than_are_needed(tmp_path):
    with Pool(3) as pool:
        assert len({call(pool, os.getpid) for _ in range(5)}) == 1
        waiting = pool.submit(when_there_is, tmp_path / "sign")
        other_process = call(pool, os.getpid)
        (tmp_path / "sign").touch()
        assert waiting.result(PATIENCE) != other_process
        assert call(pool, os.getpid) == waiting.result()


def when_there_is(path):
    while not path.exists():
        time.sleep(0.001)
    return os.getpid()


def test_errors_come_back_as_they_were_raised(pool):
    with pytest.raises(BoardFormatError, match="bad") as caught:
        call(pool, fail, "sendable")
    assert caught.value.line == 3
    with pytest.raises(RuntimeError, match="UnsendableError: one"):
        call(pool, fail, "unsendable")
    with pytest.raises(Exception, match=r"(?i)pickle|local object"):  # as Python 3.13 has it
        call(pool, lambda: None)
    assert call(pool, math.isqrt, 4) == 2


def test_a_death_is_told_with_its_exit_code_and_another_process_stands_in(pool):
    first_process = call(pool, os.getpid)
    with pytest.raises(WorkerDiedError) as caught:
        call(pool, os._exit, 7)
    assert caught.value.exitcode == 7
    assert isinstance(caught.value, MinesolverError)  # which the command says in one line
    second_process = call(pool, os.getpid)
    assert second_process != first_process
    if hasattr(os, "waitid"):
        os.kill(second_process, signal.SIGTERM)  # it has nothing to do: nobody notices
        os.waitid(os.P_PID, second_process, os.WEXITED | os.WNOWAIT)
        assert call(pool, math.isqrt, 4) == 2


def test_one_that_cannot_start_is_told():
    with Pool(1, setup=exit_at_once) as pool, pytest.raises(WorkerDiedError):
        call(pool, math.isqrt, 4)


def exit_at_once():
    os._exit(3)


def test_what_takes_too_long_is_ended(pool):
    pid = call(pool, os.getpid)
    with pytest.raises(WorkerLateError, match=r"0\.05 s"):
        pool.submit(time.sleep, 3600, seconds=0.05).result(PATIENCE)
    assert call(pool, math.isqrt, 9) == 3
    assert not alive(pid)


def test_a_call_can_be_given_up_before_and_while_it_runs(pool):
    pid = call(pool, os.getpid)
    running, waiting = pool.submit(time.sleep, 3600), pool.submit(math.isqrt, 9)
    until(running.running)
    assert waiting.cancel()
    assert waiting.cancelled()
    assert running.cancel()
    with pytest.raises(CancelledError):
        running.result(PATIENCE)
    assert not running.cancel()
    assert call(pool, os.getpid) != pid
    assert not alive(pid)


@posix
def test_an_interrupt_is_the_parents(pool):
    pid = call(pool, os.getpid)
    os.kill(pid, signal.SIGINT)
    assert call(pool, os.getpid) == pid


@posix
def test_an_interrupt_as_the_processes_start_is_the_parents():
    code = (
        "import itertools, time; from minesolver.base.workers import Pool\n"
        "with Pool(4) as pool:\n"
        "    print('on', flush=True)\n"
        "    for _ in pool.run(time.sleep, itertools.repeat(0.01)): pass\n"
    )
    root = str(ROOT)
    for delay in (0.0, 0.05, 0.3):
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=root, start_new_session=True,
        )  # fmt: skip
        assert process.stdout.readline() == "on\n"
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to all of them
        _, errors = process.communicate(timeout=PATIENCE)
        # A child that was just being started may say that its parent is gone.
        assert errors.count("KeyboardInterrupt\n") == 1, errors
        assert errors.count("Traceback") - errors.count("EOFError") == 1, errors


@posix
def test_what_a_worker_runs_ends_with_it(tmp_path):
    pid_file = tmp_path / "pid"
    with Pool(1) as pool:
        pool.submit(os.system, f"sleep 3600 & echo $! > {pid_file}; wait")
        until(lambda: pid_file.exists() and pid_file.read_text().endswith("\n"))
    until(lambda: has_ended(int(pid_file.read_text())))


@posix
def test_a_worker_ends_with_its_parent_in_the_middle_of_a_call(tmp_path):
    pid_file = tmp_path / "pid"
    code = (
        "import os, sys; from minesolver.base.workers import Pool\n"
        "with Pool(1) as pool:\n"
        "    pool.submit(os.system, sys.argv[1]).result()\n"
    )
    command = f"echo $PPID > {pid_file}; sleep 3600"
    parent = subprocess.Popen([sys.executable, "-c", code, command], cwd=ROOT)
    until(lambda: pid_file.exists() and pid_file.read_text().endswith("\n"))
    worker = int(pid_file.read_text())
    assert not has_ended(worker)
    parent.kill()
    parent.wait(PATIENCE)
    until(lambda: has_ended(worker))


def has_ended(pid):
    """Whether a process is gone, or only waits for its parent to take note of its end."""
    try:
        return " Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the second where it goes as it is read
        return True


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_pool_does_every_item_once(jobs):
    with Pool(jobs) as pool:
        assert sorted(pool.run(math.isqrt, range(20))) == [(n, math.isqrt(n)) for n in range(20)]
        processes = {pid for _, pid in pool.run(_pid, range(20))}
        assert len(processes) <= jobs
        assert (os.getpid() in processes) == (jobs == 1)


def _pid(_):
    return os.getpid()


def test_a_pool_takes_items_as_it_needs_them_and_ends_when_closed():
    taken = []

    def items():
        for n in range(1000):
            taken.append(n)
            yield n

    pool = Pool(2)
    run = pool.run(_pid, items())
    _, pid = next(run)
    assert len(taken) <= 4
    run.close()
    assert not alive(pid)


def test_a_pool_passes_errors_on_and_ends():
    with Pool(2) as pool:
        pids = {pid for _, pid in pool.run(_pid, range(8))}
        with pytest.raises(BoardFormatError):
            list(pool.run(fail, ["sendable"]))
        assert not any(map(alive, pids))
        assert pool.submit(math.isqrt, 4).cancelled()


def test_a_pool_becomes_larger_and_smaller():
    with Pool(1) as pool:
        pool.start(1)
        slow = pool.submit(time.sleep, 3600)
        pool.resize(2)
        assert call(pool, math.isqrt, 4) == 2
        pool.resize(1)
        quick = pool.submit(math.isqrt, 9)
        assert not wait([quick], 0.2).done
        slow.cancel()
        assert quick.result(PATIENCE) == 3
    assert not wait([pool.submit(math.isqrt, 4)], PATIENCE).not_done


def test_a_script_that_starts_itself_does_not_hang(tmp_path):
    """Without ``if __name__ == "__main__"`` each worker runs the script again, where no workers can start."""
    script = tmp_path / "unguarded.py"
    script.write_text(
        "from minesolver.base.workers import Pool\n"
        "with Pool(2) as pool:\n"
        "    print(list(pool.run(abs, [-1, -2])))\n"
    )
    run = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert run.returncode == 1
    assert "An attempt has been made to start a new process" in run.stderr
    assert run.stderr.rstrip().endswith("WorkerDiedError: the process died (exit code 1)")
