"""What a contender from outside is made of: a digest of its files, which tells one version from another."""

import ast
import hashlib
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

SAVED = "optimal:"
"""Before the file of a player of saved best play."""


class Outside(Protocol):
    """What of a :class:`~minesolver.bench.experiment.Contender` is told by files."""

    @property
    def adapter(self) -> str: ...
    @property
    def command(self) -> tuple[str, ...]: ...
    @property
    def player(self) -> str: ...


def of_contender(contender: Outside) -> str:
    """The digest of a contender by its adapter, command or player; empty where it has none of them."""
    if contender.adapter:
        return of_python(Path(contender.adapter.rpartition(":")[0]))
    if contender.player.startswith(SAVED):
        saved_file = Path(contender.player.removeprefix(SAVED))
        return of_files([saved_file], saved_file.parent)
    if contender.player:
        return of_python(Path(contender.player))
    return of_command(contender.command) if contender.command else ""


def of_python(path: Path) -> str:
    """The digest of a Python file and of the modules beside it that it imports, directly or not."""
    folder = path.resolve().parent
    files = {path.resolve()}
    unread_files = [path.resolve()]
    while unread_files:
        for module_name in _imported_names(unread_files.pop()):
            new_files = set(_files_of_module(folder, module_name)) - files
            files |= new_files
            unread_files += new_files
    return of_files(files, folder)


def of_command(words: Iterable[str]) -> str:
    """The digest of a command: its words, and the program and other files that they name."""
    command_words = list(words)
    files = [Path(word) for word in command_words[1:]]
    program = shutil.which(command_words[0])
    if program is not None:
        files.append(Path(program))
    file_digest = of_files((file for file in files if file.is_file()), Path())
    return hashlib.sha256("\0".join([*command_words, file_digest]).encode()).hexdigest()


def of_files(files: Iterable[Path], folder: Path) -> str:
    """The digest of some files: of what they hold, and of how they are called within a folder."""
    digest = hashlib.sha256()
    for file in sorted(set(files)):
        file_name = file.relative_to(folder) if file.is_relative_to(folder) else file.name
        digest.update(f"{file_name}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _imported_names(file: Path) -> Iterator[str]:
    """The first names of the modules that a file imports; none of a file that is not Python."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _files_of_module(folder: Path, module_name: str) -> list[Path]:
    """The files of a module beside a player; of a package all of its modules."""
    module_file = folder / f"{module_name}.py"
    if module_file.is_file():
        return [module_file]
    return sorted((folder / module_name).rglob("*.py"))
