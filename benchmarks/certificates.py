"""Certificates: their lengths, their times to make and to check beside an analysis, and who accepts them.

Expert positions are stuck moments of games; contradictions are such with one clue changed; boards under rules
are puzzles as ``minesolver generate --unique`` makes them, every second one with half of its clues hidden
again. Of each a proof of all proved cells (or of the contradiction) and, where there is a layout, its count
and that of every cell. Our checker reads them in this process; VeriPB and cpog-check do where they are on the
path. Times are processor time. ``--changes``: so many certificates are changed in one place; one that our
checker accepts all the same must still be true, by brute force.

example:
  python benchmarks/certificates.py
  python benchmarks/certificates.py --expert 20 --rules 10 --contradictions 5 --changes 100
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from boards import stuck_positions

import minesolver as ms
from minesolver.certificates import Certificate, check, of_analysis, of_contradiction
from minesolver.cli.progress import Progress
from minesolver.game.generate import generate

RULES = [
    "vanilla",
    "liar",
    "multiple",
    "negation",
    "modulo",
    "quad",
    "triplet",
    "mixed-triplets",
    "horizontal",
    "unary",
    "anti-knight",
    "zero-sum",
    "dual",
    "hex",
    "torus",
    "cylinder",
    "knight",
    "four",
    "radius-2",
    "diamond",
]


@dataclass
class Figures:
    """What was measured of one kind of board."""

    boards: int = 0
    analysis: list[float] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    proof: dict[str, list[float]] = field(default_factory=dict)
    count: dict[str, list[float]] = field(default_factory=dict)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--expert", type=int, default=200, help="expert positions (default: 200)")
    parser.add_argument("--rules", type=int, default=100, help="boards under rules (default: 100)")
    parser.add_argument(
        "--contradictions", type=int, default=20, help="boards without a layout (default: 20)"
    )
    parser.add_argument(
        "--changes", type=int, default=0, help="certificates changed in one place (default: 0)"
    )
    parser.add_argument(
        "--states", type=int, default=200_000, help="most states of a count (default: 200000)"
    )
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    positions = stuck_positions(16, 30, 99, options.expert, options.seed)
    sets: dict[str, Sequence[Any]] = {
        "expert": positions,
        "rules": list(islice(ruled_boards(options.seed), options.rules)),
        "contradictions": list(
            islice(contradictions(positions, options.seed), options.contradictions)
        ),
    }
    print(
        "| boards | number | analysis ms | what | made | we accept | they accept | bytes | make | we | they |"
    )
    print(f"{'|---' * 11}|")
    for name, boards in sets.items():
        figures = Figures(len(boards))
        with Progress(name, len(boards)) as progress, tempfile.TemporaryDirectory() as folder:
            for number, board in enumerate(boards, 1):
                measure(board, Path(folder) / "board", figures, options.states)
                progress.update(number)
        if boards:
            show(name, figures)
    if options.changes:
        changes(options.changes, options.seed)


def ruled_boards(seed: int) -> Iterator[Any]:
    """Puzzles of each rule in turn, with one solution, or with half of their clues hidden again."""
    rng = random.Random(seed)
    for index in range(10**6):
        for rules in RULES:
            size = 5 + index % 2
            mines = size * size // 4
            try:
                puzzles = generate(
                    size, size, mines, board=rules, unique=True, seed=seed + index, tries=50
                )
                board = next(puzzles).board
            except ms.MinesolverError:
                continue
            if index % 2:
                clues = [
                    cell for cell in board.cells if board[cell] != ms.HIDDEN and board[cell] != "#"
                ]
                board = board.replace(dict.fromkeys(rng.sample(clues, len(clues) // 2), "#"))
            yield board


def contradictions(positions: Sequence[ms.Board], seed: int) -> Iterator[ms.Board]:
    """Positions of which one clue is changed so that no layout fits."""
    rng = random.Random(seed)
    for board in positions:
        clues = [cell for cell, state in board.items() if isinstance(state, int) and 0 < state < 8]
        for cell in rng.sample(clues, min(20, len(clues))):
            try:
                changed = board.replace({cell: board[cell] + rng.choice((-1, 1))})
                ms.analyze(changed)
            except ms.InconsistentBoardError:
                yield changed
                break
            except ms.BoardFormatError:
                continue


def measure(board: Any, stem: Path, figures: Figures, states: int) -> None:
    """Make the certificates of a board, and have them checked."""
    began = time.process_time()
    try:
        analysis = ms.analyze(board)
        error = None
    except ms.InconsistentBoardError as contradiction:
        error = contradiction
    figures.analysis.append(time.process_time() - began)
    if error is not None:
        began = time.process_time()
        certificate = of_contradiction(board, error)
        note(
            figures.proof, certificate, "pbp", stem, time.process_time() - began, contradiction=True
        )
        return
    analysis.reasons  # noqa: B018, a proof writes them down: finding them is the explanation's time
    began = time.process_time()
    certificate = of_analysis(analysis, counts=False)
    note(figures.proof, certificate, "pbp", stem, time.process_time() - began)
    proved = sorted(analysis.safe | analysis.mines)
    if proved:
        cell_certificate = of_analysis(analysis, random.Random(len(proved)).choice(proved))
        figures.cells.append(len(cell_certificate.files["pbp"]))
    began = time.process_time()
    try:
        certificate = of_analysis(analysis, proofs=False, limit=ms.Limit(states=states))
    except ms.EngineLimitError:
        return
    note(figures.count, certificate, "cpog", stem, time.process_time() - began)


def note(
    into: dict[str, list[float]],
    certificate: Certificate,
    suffix: str,
    stem: Path,
    seconds: float,
    contradiction: bool = False,
) -> None:
    """Note sizes, times and who accepts it."""
    files = certificate.write(stem)
    into.setdefault("make", []).append(seconds)
    into.setdefault("bytes", []).append(len(certificate.files[suffix]))
    began = time.process_time()
    try:
        check.checked(stem.with_suffix(f".{suffix}"))
    except check.RejectedError as error:
        if "does not know the rules" not in str(error):
            raise
    else:
        into.setdefault("ours", []).append(time.process_time() - began)
    theirs = accepted_by_others([str(file) for file in files], contradiction)
    if theirs is not None:
        into.setdefault("theirs", []).append(theirs)


def accepted_by_others(files: list[str], contradiction: bool) -> float | None:
    """Seconds that the public checker took; ``None`` where it is not installed. Exits where it rejects."""
    is_proof = files[0].endswith(".opb")
    program = shutil.which("veripb" if is_proof else "cpog-check")
    if program is None:
        return None
    accepting_words = "Verification succeeded" if is_proof else "FULL-PROOF SUCCESS"
    options = ["--requireUnsat" if contradiction else "--no-requireUnsat"] if is_proof else []
    usage_before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run([program, *options, *files], capture_output=True, text=True)
    usage_after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if accepting_words not in process.stdout:
        sys.exit(f"{program} rejects {files}: {process.stdout[-300:]} {process.stderr[-300:]}")
    if not is_proof:
        claim = next(
            line for line in Path(files[1]).read_text().splitlines() if "claim layouts" in line
        )
        if f"Regular model count = {claim.split()[-1]}\n" not in process.stdout:
            sys.exit(f"{program} counts otherwise than {claim}")
    return (
        usage_after.ru_utime + usage_after.ru_stime - usage_before.ru_utime - usage_before.ru_stime
    )


def show(name: str, figures: Figures) -> None:
    """Print the rows of one set: medians, and the most in brackets."""

    def told(values: Sequence[float], scale: float = 1000.0) -> str:
        if not values:
            return "-"
        return f"{scale * statistics.median(values):.0f} ({scale * max(values):.0f})"

    for kind, seconds_by_stage in (("proof", figures.proof), ("count", figures.count)):
        if seconds_by_stage:
            accepted = [
                len(seconds_by_stage.get(stage, [])) for stage in ("make", "ours", "theirs")
            ]
            columns = [
                name,
                figures.boards,
                told(figures.analysis),
                kind,
                *accepted,
                told(seconds_by_stage["bytes"], 1),
            ]
            columns += [
                told(seconds_by_stage.get(stage, [])) for stage in ("make", "ours", "theirs")
            ]
            print(f"| {' | '.join(map(str, columns))} |")
    if figures.cells:
        print(
            f"one proved cell of each board ({len(figures.cells)}): {told(figures.cells, 1)} bytes"
        )


def changes(number: int, seed: int) -> None:
    """Change certificates in one place, as the tests do, and count what becomes of them."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
    from test_certificates import outcomes_of_changes

    with tempfile.TemporaryDirectory() as folder:
        rejected, still_true = outcomes_of_changes(number, seed, Path(folder))
    print(
        f"changed in one place: {rejected} rejected; {still_true} accepted, and true by brute force; 0 wrong"
    )


if __name__ == "__main__":
    main()
