"""What a run does with a damaged file, a wrong address and a cluster that loses its workers."""

from __future__ import annotations

import sqlite3
from concurrent.futures import Future
from typing import Any

import pytest

from minesolver import bench
from minesolver.base.errors import MissingDependencyError, ResultsError
from minesolver.bench import dask
from minesolver.bench.workers import keep_busy
from minesolver.cli import main

SMALL = {"name": "small", "players": ["safest"], "boards": ["5x5/4"], "games": 30, "seeds": [1]}


def test_a_damaged_results_file_is_noticed(tmp_path, capsys):
    path = tmp_path / "r.sqlite"
    experiment = bench.from_mapping(SMALL)
    with bench.Store(path, new=True) as store:
        store.begin(experiment, bench.facts("a test", "here"))
        bench.run(experiment, store, bench.processes(1))
    data = bytearray(path.read_bytes())
    base = sqlite3.connect(path)
    size = base.execute("PRAGMA page_size").fetchone()[0]
    query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_contenders_1'"
    begin = (base.execute(query).fetchone()[0] - 1) * size
    base.close()
    offset = data.index(
        b"safest", begin, begin + size
    )  # in an index: the tables themselves can still be read
    data[offset] ^= 1
    path.write_bytes(data)
    with pytest.raises(ResultsError, match="damaged"), bench.Store(path):
        pass
    assert main(["bench", "report", str(path), "--out", str(tmp_path / "report")]) == 2
    errors = capsys.readouterr().err
    assert "damaged" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    "address", ["nonsense", "tcp://nonsense", "::::", "tcp://127.0.0.1:9", "http://x:1"]
)
def test_a_wrong_address_is_told_in_one_line(address, tmp_path, capfd, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("minesolver.bench.dask._CONNECT", 0.5)
    clients = []
    monkeypatch.setattr("distributed.Client", lambda *_, **__: clients.append(1))
    options = ["--players", "safest", "--boards", "5x5/3", "--out", str(tmp_path / "r.sqlite")]
    assert main(["bench", "run", *options, "--dask", address]) == 2
    errors = capfd.readouterr().err
    assert errors.startswith("minesolver: no Dask scheduler answers")
    assert errors.count("\n") == 1
    assert not clients  # one that cannot connect prints a traceback when it is forgotten


def test_a_cluster_without_workers_ends_the_run(tmp_path, distributed, monkeypatch, caplog):
    monkeypatch.setattr("minesolver.bench.dask._LOOK", 0.1)
    experiment = bench.from_mapping(SMALL)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, host="127.0.0.1",
            protocol="tcp",
        ) as cluster,
        bench.Store(tmp_path / "r.sqlite", new=True) as store,
    ):  # fmt: skip
        store.begin(experiment, bench.facts("a test", "a cluster"))
        workers = dask.cluster(cluster.scheduler_address, patience=0.2)
        first_of, waited = dask._first_of, list[int]()

        def several(client: Any, pending: Any, *arguments: Any) -> Any:
            """At first all: what was finished with the batch at which the workers go is lost with them."""
            if not waited:
                waited.append(len(list(pending)))
                with client.as_current():
                    distributed.wait(list(pending))
            return first_of(client, pending, *arguments)

        monkeypatch.setattr(dask, "_first_of", several)

        def retire(_: int) -> None:
            cluster.scale(0)
            cluster.sync(cluster._correct_state)

        with pytest.raises(ResultsError, match=r"had no workers for 0\.2 s"):
            bench.run(experiment, store, workers, batch=1, progress=retire)
        assert bench.missing(experiment, store)
    assert waited[0] > 1
    assert "no workers left" in caplog.text


def test_a_part_that_workers_miss_is_the_commands_to_tell():
    """Exit status 3, and not that of a results file that cannot be written."""
    batch: Any = object()
    future: Future[None] = Future()
    future.set_exception(MissingDependencyError("no core"))
    with pytest.raises(MissingDependencyError, match="no core"):
        list(keep_busy(lambda _: future, list, RuntimeError, [batch], 1))
