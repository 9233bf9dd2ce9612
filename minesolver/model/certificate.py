"""A certificate: files that show what an analysis says to whoever does not trust this program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..base.files import write_whole


@dataclass(frozen=True)
class Certificate:
    """The files of a certificate, and what they claim.

    files: Their texts, by suffix: ``opb`` and ``pbp`` (a formula and its proof), ``cnf`` and ``cpog`` (a
        formula and its count)
    claims: What they show, in words, by the suffix of the proof
    """

    files: dict[str, str]
    claims: dict[str, str]

    def write(self, stem: str | Path) -> list[Path]:
        """Write the files, named ``stem`` with their suffixes; returns their paths."""
        paths = []
        for suffix, text in self.files.items():
            path = Path(f"{stem}.{suffix}")
            write_whole(path, text.encode())
            paths.append(path)
        return paths
