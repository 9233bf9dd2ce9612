"""Worker processes: results, errors, deaths, time limits, and nothing left running."""

from __future__ import annotations

import math
import os
import signal
import sys
import time

import pytest

from minesolver.base.errors import BoardFormatError
from minesolver.base.workers import Pool, Worker, WorkerDiedError


class UnsendableError(Exception):
    def __init__(self, one, two):
        super().__init__(one)


def fail(kind):
    raise BoardFormatError("bad", line=3) if kind == "sendable" else UnsendableError("one", "two")


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.close()


def call(worker, function, *arguments):
    worker.begin(function, *arguments)
    return worker.finish()


def test_calls_go_to_one_process_that_stays(worker):
    first = call(worker, os.getpid)
    assert first != os.getpid()
    assert [call(worker, math.isqrt, n) for n in (9, 16)] == [3, 4]
    assert call(worker, os.getpid) == first


def test_errors_come_back_as_they_were_raised(worker):
    with pytest.raises(BoardFormatError, match="bad") as caught:
        call(worker, fail, "sendable")
    assert caught.value.line == 3
    with pytest.raises(RuntimeError, match="UnsendableError: one"):
        call(worker, fail, "unsendable")
    assert call(worker, math.isqrt, 4) == 2


def test_a_death_is_told_with_its_exit_code(worker):
    with pytest.raises(WorkerDiedError) as caught:
        call(worker, os._exit, 7)
    assert caught.value.exitcode == 7
    with pytest.raises(WorkerDiedError):
        call(worker, math.isqrt, 4)


def test_what_takes_too_long_can_be_ended(worker):
    assert worker.started(60)
    pid = call(worker, os.getpid)
    worker.begin(time.sleep, 3600)
    assert not worker.done(0.01)
    worker.close()
    assert not alive(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_is_the_parents(worker):
    pid = call(worker, os.getpid)
    os.kill(pid, signal.SIGINT)
    assert call(worker, os.getpid) == pid


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_what_a_worker_runs_ends_with_it(worker):
    worker.begin(os.system, "sleep 3600 & echo $! > /dev/null; wait")
    assert not worker.done(0.05)
    worker.close()  # would hang on a shell that goes on
    assert worker.pipe.closed


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
