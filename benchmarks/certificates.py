"""Certificates: their lengths, their times to make and to check beside an analysis, and who accepts them.

Expert positions are stuck moments of games; contradictions are such with one clue changed; boards under rules
are puzzles as ``minesolver generate --unique`` makes them, every second one with half of its clues hidden
again. Of each a proof of all proved cells (or of the contradiction) and, where there is a layout, its count
and that of every cell. Our checker reads them in this process; VeriPB and cpog-check do where they are on the
path; one that any of the three rejects ends the run. Times are processor time.

``--record FILE`` writes each measurement to a file, and takes those that are there from it: a run that was
stopped goes on where it was. ``--changes``: so many certificates that state something false, which all must
be rejected, and as many that are changed at random, of which those accepted must be true by brute force.

example:
  python benchmarks/certificates.py --record certificates.jsonl
  python benchmarks/certificates.py --expert 20 --rules 10 --contradictions 5 --changes 100
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

from boards import stuck_positions
from run_facts import print_facts

import minesolver as ms
from minesolver.cli.progress import Progress
from minesolver.extras.certificates import Certificate, check, of_analysis, of_contradiction
from minesolver.game.generate import generate
from minesolver.model.variant import VariantBoard

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
    "cross",
    "deviation",
    "kinsho",
    "lines",
    "mosaic",
    "one-colour",
    "two-colours",
    "accompanied",
    "flower",
    "battleship",
    "triangle",
    "moebius",
    "klein",
    "projective",
]
PUZZLE_TRIES = 50
"""Layouts that are drawn for a puzzle before its rule's turn is over."""
CLUES_TRIED = 20
"""Clues of a position that are changed, one at a time, until no layout fits."""


@dataclass(frozen=True)
class Measurement:
    """One certificate of one board; ``None``: it was not made, or not checked by this program.

    subject: ``proof`` of all proved cells or of a contradiction; ``cell``, the proof of one; ``count``
    our_seconds: Of ``minesolver check``
    their_seconds: Of VeriPB or cpog-check
    """

    board_set: str
    board_number: int
    subject: str
    analysis_seconds: float
    byte_count: int | None = None
    making_seconds: float | None = None
    our_seconds: float | None = None
    their_seconds: float | None = None


class Record:
    """The measurements made, in memory, and in a file where one is named."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.measurements: list[Measurement] = []
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                self.measurements.append(Measurement(**json.loads(line)))

    def has(self, board_set: str, board_number: int) -> bool:
        """Whether a board was measured: all its certificates are added together."""
        boards = {(entry.board_set, entry.board_number) for entry in self.measurements}
        return (board_set, board_number) in boards

    def add(self, measurements: Sequence[Measurement]) -> None:
        self.measurements += measurements
        if self.path is not None:
            lines = [json.dumps(dataclasses.asdict(entry)) + "\n" for entry in measurements]
            file: TextIO
            with self.path.open("a") as file:
                file.write("".join(lines))


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
        "--changes", type=int, default=0, help="changed certificates of each kind (default: 0)"
    )
    parser.add_argument(
        "--states", type=int, default=200_000, help="most states of a count (default: 200000)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path, metavar="FILE", help="go on with a stopped run")
    options = parser.parse_args()
    print_facts(options.seed)
    positions = stuck_positions(16, 30, 99, options.expert, options.seed)
    board_sets: dict[str, Iterator[ms.Board | VariantBoard]] = {
        "expert": iter(positions),
        "rules": islice(ruled_boards(options.seed), options.rules),
        "contradictions": islice(contradictions(positions, options.seed), options.contradictions),
    }
    board_counts = {
        "expert": options.expert,
        "rules": options.rules,
        "contradictions": options.contradictions,
    }

    record = Record(options.record)
    for board_set, boards in board_sets.items():
        with Progress(board_set, board_counts[board_set]) as progress:
            for number, board in enumerate(boards, 1):
                if not record.has(board_set, number):
                    record.add(measured(board, board_set, number, options.states))
                progress.update(number)
    show(record.measurements)
    if options.changes:
        show_changes(options.changes, options.seed)


# Boards


def ruled_boards(seed: int) -> Iterator[ms.Board | VariantBoard]:
    """Puzzles of each rule in turn, with one solution, or with half of their clues hidden again."""
    rng = random.Random(seed)
    for round_number in range(10**6):
        for rules in RULES:
            size = 5 + round_number % 2
            mine_count = size * size // 4
            try:
                puzzles = generate(
                    size,
                    size,
                    mine_count,
                    board=rules,
                    unique=True,
                    seed=seed + round_number,
                    tries=PUZZLE_TRIES,
                )
                board = next(puzzles).board
            except ms.MinesolverError:
                continue
            if round_number % 2:
                clues = [cell for cell in board.cells if board[cell] not in (ms.HIDDEN, "#")]
                hidden_clues = rng.sample(clues, len(clues) // 2)
                board = board.replace(dict.fromkeys(hidden_clues, "#"))
            yield board


def contradictions(positions: Sequence[ms.Board], seed: int) -> Iterator[ms.Board]:
    """Positions of which one clue is changed so that no layout fits."""
    rng = random.Random(seed)
    for board in positions:
        clues = [cell for cell, state in board.items() if isinstance(state, int) and 0 < state < 8]
        for cell in rng.sample(clues, min(CLUES_TRIED, len(clues))):
            try:
                changed = board.replace({cell: board[cell] + rng.choice((-1, 1))})
                ms.analyze(changed)
            except ms.InconsistentBoardError:
                yield changed
                break
            except ms.BoardFormatError:
                continue


# Measuring


def measured(
    board: ms.Board | VariantBoard, board_set: str, board_number: int, max_states: int
) -> list[Measurement]:
    """Make the certificates of a board, and have them checked."""
    start = time.process_time()
    error = None
    try:
        analysis = ms.analyze(board)
    except ms.InconsistentBoardError as contradiction:
        error = contradiction
    analysis_seconds = time.process_time() - start

    def checked(certificate: Certificate, subject: str) -> Measurement:
        making_seconds = time.process_time() - start
        suffix = "cpog" if subject == "count" else "pbp"
        with tempfile.TemporaryDirectory() as folder:
            files = certificate.write(Path(folder) / "board")
            return Measurement(
                board_set,
                board_number,
                subject,
                analysis_seconds,
                len(certificate.files[suffix]),
                making_seconds,
                seconds_of_our_checker(files[-1]),
                seconds_of_their_checker(files, is_contradiction=error is not None),
            )

    if error is not None:
        start = time.process_time()
        return [checked(of_contradiction(board, error), "proof")]

    # Finding the reasons is the explanation's time: a proof writes them down.
    analysis.reasons  # noqa: B018
    start = time.process_time()
    measurements = [checked(of_analysis(analysis, counts=False), "proof")]
    proved = [cell for cell in board.cells if cell in analysis.safe | analysis.mines]
    if proved:
        cell = random.Random(len(proved)).choice(proved)
        start = time.process_time()
        measurements.append(checked(of_analysis(analysis, cell), "cell"))
    start = time.process_time()
    try:
        certificate = of_analysis(analysis, proofs=False, limit=ms.Limit(states=max_states))
    except ms.EngineLimitError:
        refused = Measurement(board_set, board_number, "count", analysis_seconds)
        return [*measurements, refused]
    return [*measurements, checked(certificate, "count")]


def seconds_of_our_checker(path: Path) -> float | None:
    """Its processor time; ``None`` where it does not know the rules. Where it rejects, an error."""
    start = time.process_time()
    try:
        check.checked(path)
    except check.RejectedError as error:
        if "does not know the rules" not in str(error):
            raise
        return None
    return time.process_time() - start


def seconds_of_their_checker(files: Sequence[Path], is_contradiction: bool) -> float | None:
    """Processor time of the public checker; ``None`` where it is not installed. Exits where it rejects."""
    is_proof = files[0].suffix == ".opb"
    program = shutil.which("veripb" if is_proof else "cpog-check")
    if program is None:
        return None
    options = []
    if is_proof:
        options.append("--requireUnsat" if is_contradiction else "--no-requireUnsat")
    usage_before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run([program, *options, *files], capture_output=True, text=True)
    usage_after = resource.getrusage(resource.RUSAGE_CHILDREN)
    accepting_words = "Verification succeeded" if is_proof else "FULL-PROOF SUCCESS"
    if accepting_words not in process.stdout:
        sys.exit(f"{program} rejects {files}: {process.stdout[-300:]} {process.stderr[-300:]}")
    if not is_proof:
        claims = [line for line in files[1].read_text().splitlines() if "claim layouts" in line]
        layout_count = claims[0].split()[-1]
        if f"Regular model count = {layout_count}\n" not in process.stdout:
            sys.exit(f"{program} does not count {layout_count} layouts")
    user_seconds = usage_after.ru_utime - usage_before.ru_utime
    system_seconds = usage_after.ru_stime - usage_before.ru_stime
    return user_seconds + system_seconds


# Showing


def show(measurements: Sequence[Measurement]) -> None:
    """Print a row for each set of boards and kind of certificate: medians, and the most in brackets."""
    print("| boards | certificate | boards | made | we accept | they accept |", end="")
    print(" bytes | analysis ms | make | we | they |")
    print(f"{'|---' * 11}|")
    groups = dict.fromkeys((entry.board_set, entry.subject) for entry in measurements)
    for board_set, subject in groups:
        entries = []
        for entry in measurements:
            if (entry.board_set, entry.subject) == (board_set, subject):
                entries.append(entry)
        byte_counts = [entry.byte_count for entry in entries if entry.byte_count is not None]
        our_times = [entry.our_seconds for entry in entries]
        their_times = [entry.their_seconds for entry in entries]
        columns = [
            board_set,
            subject,
            len(entries),
            len(byte_counts),
            sum(seconds is not None for seconds in our_times),
            sum(seconds is not None for seconds in their_times),
            f"{statistics.median(byte_counts):.0f} ({max(byte_counts)})" if byte_counts else "-",
            milliseconds([entry.analysis_seconds for entry in entries]),
            milliseconds([entry.making_seconds for entry in entries]),
            milliseconds(our_times),
            milliseconds(their_times),
        ]
        print(f"| {' | '.join(map(str, columns))} |")


def milliseconds(times: Sequence[float | None]) -> str:
    """The median of some seconds, and the most in brackets."""
    seconds = [duration for duration in times if duration is not None]
    if not seconds:
        return "-"
    return f"{1000 * statistics.median(seconds):.0f} ({1000 * max(seconds):.0f})"


def show_changes(number: int, seed: int) -> None:
    """Print what becomes of changed certificates, by kind of change. Exits where a false one is accepted."""
    tests = Path(__file__).resolve().parent.parent / "tests"
    sys.path[:0] = [str(tests), str(tests / "extras/certificates")]
    from certificate_changes import outcomes_of_changes, outcomes_of_falsehoods

    print("\n| certificates | change | number | we accept | they accept |")
    print(f"{'|---' * 5}|")
    with tempfile.TemporaryDirectory() as folder:
        false_ones = outcomes_of_falsehoods(number, seed, Path(folder))
        random_ones = outcomes_of_changes(number, seed, Path(folder))
    for title, outcomes in (("false", false_ones), ("changed at random", random_ones)):
        for kind, made in outcomes.made.most_common():
            ours = outcomes.accepted[kind]
            theirs = outcomes.accepted_by_others[kind]
            print(f"| {title} | {kind} | {made} | {ours} | {theirs} |")
    if false_ones.accepted.total():
        sys.exit("a false certificate was accepted")


if __name__ == "__main__":
    main()
