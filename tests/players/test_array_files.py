"""Saved policies and learned networks: damaged, foreign and bombed files; nothing is half written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from minesolver.base.errors import WeightsError
from minesolver.base.files import replacing, write_whole
from minesolver.cli import main
from minesolver.policy.optimal import SmallBoard
from minesolver.policy.saved import SavedPolicy, best_play
from minesolver.sources.decision_process.learning import QNetwork


def policy(path: Path) -> None:
    board = SmallBoard(2, 3, 2)
    best_play(board, board.optimum("none")).save(path)


def network(path: Path) -> None:
    QNetwork.fresh(3, 3, 4, np.random.default_rng(0)).save(path)


KINDS = [(policy, SavedPolicy.load), (network, QNetwork.load)]


@pytest.mark.parametrize(("save", "load"), KINDS)
def test_damaged_files_are_named(
    tmp_path: Path, save: Callable[[Path], None], load: Callable[[Path], Any]
) -> None:
    path = tmp_path / "saved.npz"
    save(path)
    saved = path.read_bytes()
    load(path)
    rng = np.random.default_rng(3)
    undamaged = 0
    for _ in range(300):
        data = bytearray(saved)
        for _ in range(int(rng.integers(1, 6))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
        path.unlink(
            missing_ok=True
        )  # to empty a file that has just been written waits for the disk
        path.write_bytes(data[: int(rng.integers(len(data) // 2, len(data) + 1))])
        with suppress(WeightsError):
            load(path)
            undamaged += 1
    assert undamaged < 200


@pytest.mark.parametrize(("save", "load"), KINDS)
def test_other_archives_are_refused(tmp_path, save, load):
    path = tmp_path / "other.npz"
    np.savez(
        path,
        size=[3, 3],
        hidden=np.zeros((2, 2)),
        hidden_offset=0,
        output=np.zeros((2, 2)),
        output_offset=0,
    )
    with pytest.raises(WeightsError):
        load(path)


@pytest.fixture(scope="module")
def bomb(tmp_path_factory):
    """A small file that unpacks to 300 MiB."""
    path = tmp_path_factory.mktemp("bomb") / "bomb.npz"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("positions.npy", "w") as member,
    ):
        for _ in range(300):
            member.write(bytes(1 << 20))
    assert path.stat().st_size < 1 << 20
    return path


@pytest.mark.parametrize(("save", "load"), KINDS)
def test_a_bomb_is_not_unpacked(bomb, save, load):
    with pytest.raises(WeightsError, match="is no"):
        load(bomb)


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "saved.npz"
    policy(path)
    old_content = path.read_bytes()

    def full(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"saved\.npz"):
        write_whole(path, b"new")
    assert path.read_bytes() == old_content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path):
    """Nor is a device replaced by a file: /dev/full was, by root."""
    file, link, pipe = (tmp_path / name for name in ("file", "link", "pipe"))
    file.write_bytes(b"old")
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as thread:
        piped = thread.submit(pipe.read_bytes)
        write_whole(pipe, b"new")
        assert piped.result() == b"new"
    assert pipe.is_fifo()
    assert {path.name for path in tmp_path.iterdir()} == {"file", "link", "pipe"}


@pytest.mark.parametrize(
    "error, content",
    [(OSError(28, "No space left on device"), "old"), (KeyboardInterrupt(), "one board\n")],
)
def test_a_file_that_is_written_bit_by_bit_is_whole_or_as_before(error, content, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("old")

    def write():
        with replacing(path, keep=KeyboardInterrupt) as new, new.open("w") as file:
            file.write("one board\n")
            raise error

    with pytest.raises(type(error)) as caught:
        write()
    assert path.read_text() == content
    assert [*tmp_path.iterdir()] == [path]
    if isinstance(error, OSError):
        assert caught.value.filename == str(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("arguments", [["generate", "--out"], ["solve", "BOARD", "--svg"]])
def test_commands_name_the_file_that_has_no_room(arguments, tmp_path, capsys):
    board = tmp_path / "board.mines"
    board.write_text("1#\n##")
    arguments = [str(board) if word == "BOARD" else word for word in arguments]
    assert main([*arguments, "/dev/full"]) == 2
    assert (
        capsys.readouterr().err.splitlines()[-1] == "minesolver: /dev/full: No space left on device"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_standard_output_without_room_is_said_in_words():
    command = [sys.executable, "-m", "minesolver", "rules"]
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "minesolver: No space left on device\n")
