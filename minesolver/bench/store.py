"""The results of a run: one SQLite file. A batch's rows are written together or not at all.

Tables, one row a fact: ``games`` (a game of a player), ``engine_games`` (an engine has seen the positions of
a game), ``positions`` (an engine's answer on one), ``calibration`` (sums by bin of probability), ``batches``
(who did what, when), ``sessions`` (commands, machines, versions). A game of a player has one row whatever
happens: that is what makes a stopped run go on where it was, and nothing count twice.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from os import PathLike
from pathlib import Path
from typing import Any

from ..base.errors import ResultsError, check_type
from .batches import ResultRow, Rows, WorkBatch
from .digests import of_files
from .experiment import Experiment, Setting, from_json

VERSION = 4
"""Of the tables; a file of another one is refused."""
_APPLICATION = 0x4D534C56  # "MSLV", in the file's header

# What may differ between two sessions of one run: more of the same is the same experiment.
_EXTENDS = ("name", "seeds", "games", "position_games", "boards", "sizes", "densities", "rules", "players",
            "engines", "files", "timeout", "contenders")  # fmt: skip


def query_text(name: str) -> str:
    """The SQL of ``queries/NAME.sql``."""
    return Path(__file__).with_name("queries").joinpath(f"{name}.sql").read_text("utf-8")


class Store:
    """An open results file; use it as a context. One process writes it.

    new: Make the file where there is none; else it must be there
    Raises ResultsError: the file holds no results, is of another version, or cannot be written.
    """

    def __init__(self, path: str | Path, *, new: bool = False) -> None:
        check_type(path, (str, PathLike), "a results file is given by its path")
        path = Path(path)
        self.path = path
        if not new and not path.is_file():
            raise ResultsError(
                f"no results file {path}; make one with minesolver bench run --out {path}"
            )
        is_empty = not path.exists() or path.stat().st_size == 0
        if is_empty and not path.parent.is_dir():
            raise ResultsError(f"no folder {path.parent} for the results file {path.name}")

        # Transactions are ours: SQLite's module would begin and end them at places of its own.
        with self._clear_errors():
            self._base = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._base.row_factory = sqlite3.Row
            if is_empty:
                with self._transaction():
                    self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
                    self._base.execute(f"PRAGMA user_version = {VERSION}")
                    self.run("schema")
            application_number = self._base.execute("PRAGMA application_id").fetchone()[0]
            table_version = self._base.execute("PRAGMA user_version").fetchone()[0]

        # Another program's file, or another version's, is not read: its tables say something else.
        if application_number != _APPLICATION:
            raise ResultsError(f"{path}: not a results file of minesolver bench")
        if table_version != VERSION:
            raise ResultsError(
                f"{path}: results of version {table_version} of the tables, this minesolver has {VERSION}: "
                "give another file, or use the minesolver that made it"
            )
        with self._clear_errors():
            damage = self._base.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if damage != "ok":
            raise ResultsError(
                f"{path} is damaged ({' '.join(damage.split())}): use a copy, or begin anew"
            )

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    @property
    def experiment(self) -> Experiment:
        """What was run, as of the last session."""
        stored_values = self.query("SELECT value FROM meta WHERE key = 'experiment'")
        if not stored_values:
            raise ResultsError(f"{self.path}: no run was begun in it")
        return from_json(stored_values[0][0])

    @property
    def sessions(self) -> list[dict[str, Any]]:
        """The facts of each session, the first one first."""
        return [
            json.loads(facts) for (facts,) in self.query("SELECT facts FROM sessions ORDER BY id")
        ]

    def begin(self, experiment: Experiment, facts: Mapping[str, Any]) -> None:
        """Begin a session of an experiment: the file's own, or one that extends it.

        facts: What the session runs on; see :func:`facts`
        Raises ResultsError: the file holds another experiment, or is of another version of minesolver.
        """
        stored_values = self.query("SELECT value FROM meta WHERE key = 'experiment'")
        if stored_values:
            self._check(experiment, from_json(stored_values[0][0]))
            made_by = self.query("SELECT value FROM meta WHERE key = 'minesolver'")[0][0]
            if made_by != facts["minesolver"]:
                raise ResultsError(
                    f"{self.path}: results of minesolver {made_by}, this is {facts['minesolver']}: "
                    "they do not mix; give another file"
                )

        # The session, its contenders and its boards; what is known already stays.
        with self._clear_errors(), self._transaction():
            write_value = "INSERT OR REPLACE INTO meta VALUES (?, ?)"
            self._base.execute(write_value, ("experiment", experiment.json()))
            self._base.execute(write_value, ("minesolver", facts["minesolver"]))
            self._session = self._insert(
                "sessions", {"began": facts["began"], "facts": json.dumps(facts)}
            )
            for name in (*experiment.players, *experiment.engines):
                self._insert("contenders", {"name": name, "digest": experiment.digest(name)})
                self._forget_errors_of_older(name, experiment.digest(name))
            for setting in (*experiment.settings, *experiment.position_settings):
                label_and_rows = {
                    "label": setting.label,
                    "rows": prod((*setting.layers, setting.rows)),
                }
                other_columns = ("cols", "mines", "rules", "file")
                setting_row = label_and_rows | {
                    name: getattr(setting, name) for name in other_columns
                }
                self._insert("settings", setting_row | {"digest": _digest_of_boards(setting)})

        # Rows name contenders and boards by their numbers. A file that has changed is another contender.
        self._contenders = {}
        for row in self.query("SELECT id, name, digest FROM contenders"):
            if row["digest"] == experiment.digest(row["name"]):
                self._contenders[row["name"]] = row["id"]
        self._settings = {
            row["label"]: row["id"] for row in self.query("SELECT label, id FROM settings")
        }

    def done(self, setting: Setting, seed: int, contender: str, digest: str, kind: str) -> set[int]:
        """The games that have a contender's result.

        digest: Of the contender's files, as :meth:`Experiment.digest` has it
        kind: ``"games"`` or ``"positions"``
        """
        table = "games" if kind == "games" else "engine_games"
        done_games = self.query(
            f"SELECT game FROM {table} WHERE setting = (SELECT id FROM settings WHERE label = ?) AND "
            "contender = (SELECT id FROM contenders WHERE name = ? AND digest = ?) AND seed = ?",
            (setting.label, contender, digest, seed),
        )
        return {game for (game,) in done_games}

    def errors(self, experiment: Experiment) -> dict[str, tuple[int, int]]:
        """(games with an error, all games) by contender; a position's error is its game's."""
        counts = {}
        for name in (*experiment.players, *experiment.engines):
            row = self.query(query_text("errors-of"), {"contender": self._contenders[name]})[0]
            counts[name] = (row["errors"], row["games"])
        return counts

    def forget_errors(self, experiment: Experiment) -> None:
        """Drop what went wrong of the experiment's contenders, so that it is done again."""
        with self._clear_errors(), self._transaction():
            for name in (*experiment.players, *experiment.engines):
                self._forget_errors_of(self._contenders[name])

    def add(self, batch: WorkBatch, rows: Rows) -> None:
        """Write what a batch found: all of it or, after an error, nothing.

        Raises ResultsError: the file cannot be written.
        """
        setting_id = self._settings[batch.setting.label]
        with self._clear_errors(), self._transaction():
            batch_row = {
                "session": self._session,
                "setting": setting_id,
                "seed": batch.seed,
                "kind": batch.kind,
                "contenders": json.dumps(batch.contenders),
                "first": batch.first_game,
                "number": batch.game_count,
                "worker": rows.worker,
                "finished": time.time(),
                "seconds": rows.seconds,
            }
            shared_columns = {
                "setting": setting_id,
                "seed": batch.seed,
                "batch": self._insert("batches", batch_row),
            }
            for table_name in ("games", "engine_games", "positions", "calibration"):
                for row in getattr(rows, table_name):
                    self._insert(
                        table_name,
                        row | shared_columns | {"contender": self._contenders[row["contender"]]},
                    )

    def extend(
        self, functions: Mapping[str, Callable[..., Any]], aggregates: Mapping[str, type]
    ) -> None:
        """Add functions to the SQL of :meth:`query`; aggregates as :mod:`sqlite3` has them."""
        for function_name, function in functions.items():
            self._base.create_function(function_name, -1, function, deterministic=True)
        for function_name, aggregate in aggregates.items():
            self._base.create_aggregate(function_name, -1, aggregate)

    def run(self, name: str, values: Mapping[str, Any] | None = None) -> None:
        """Execute the statements of ``queries/NAME.sql``, each of which ends with a semicolon."""
        for statement in query_text(name).split(";")[:-1]:
            self._base.execute(statement, values or {})

    def query(
        self, sql: str, values: tuple[Any, ...] | Mapping[str, Any] = ()
    ) -> list[sqlite3.Row]:
        """The rows that a SELECT gives. Raises ResultsError: the file cannot be read."""
        with self._clear_errors():
            return self._base.execute(sql, values).fetchall()

    def _forget_errors_of_older(self, name: str, digest: str) -> None:
        """Drop the errors of a contender's older files: it was mended. What they finished stays theirs."""
        older = self._base.execute(
            "SELECT id FROM contenders WHERE name = ? AND digest <> ?", (name, digest)
        ).fetchall()
        for (contender_id,) in older:
            self._forget_errors_of(contender_id)
            remaining = self._base.execute(query_text("errors-of"), {"contender": contender_id})
            if not remaining.fetchone()["games"]:
                self._base.execute("DELETE FROM contenders WHERE id = ?", (contender_id,))

    def _forget_errors_of(self, contender_id: int) -> None:
        """Drop a contender's games with an error, and all answers on positions of such games."""
        self.run("forget-errors", {"contender": contender_id})

    def _insert(self, table: str, row: ResultRow) -> int | None:
        column_names = ", ".join(row)
        value_marks = ", ".join("?" * len(row))
        # Two runs at once on one file do the same games with the same result: the first to come stays.
        insert_statement = f"INSERT OR IGNORE INTO {table} ({column_names}) VALUES ({value_marks})"
        return self._base.execute(insert_statement, tuple(row.values())).lastrowid

    def _check(self, experiment: Experiment, stored_experiment: Experiment) -> None:
        for field_name in Experiment.__dataclass_fields__:
            new_value, stored_value = (
                getattr(experiment, field_name),
                getattr(stored_experiment, field_name),
            )
            lacks_seeds = field_name == "seeds" and not set(new_value) >= set(stored_value)
            if new_value != stored_value and (field_name not in _EXTENDS or lacks_seeds):
                difference_text = f"{field_name} {_shown(stored_value)}, not {_shown(new_value)}"
                raise ResultsError(
                    f"{self.path} holds another experiment ({difference_text}): give another file"
                )
        for contender in experiment.contenders:
            stored_contender = stored_experiment.contender(contender.name)
            # The digest may be another one: those are two contenders, each with results of its own.
            if stored_contender is not None and replace(stored_contender, digest="") != replace(
                contender, digest=""
            ):
                raise ResultsError(
                    f"{self.path} holds another contender {contender.name!r}: give one of them another name"
                )
        for setting in experiment.position_settings:
            stored_digests = self.query(
                "SELECT digest FROM settings WHERE label = ?", (setting.label,)
            )
            if stored_digests and stored_digests[0][0] != _digest_of_boards(setting):
                raise ResultsError(
                    f"{self.path} has results of {setting.file} as it was: the boards have changed, "
                    "give another results file"
                )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """One transaction: it takes place as a whole or not at all."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._base.in_transaction:  # a full disk has already rolled it back
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise ResultsError(f"{self.path}: {error}") from None


def _digest_of_boards(setting: Setting) -> str:
    """The digest of a setting's file of boards; empty: its boards are made from their seed."""
    file = Path(setting.file)
    return of_files([file], file.parent) if setting.file and file.is_file() else ""


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
