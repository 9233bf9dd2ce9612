"""``minesolver certify``: what is said of a board, in files that others can check."""

import argparse
from dataclasses import replace
from pathlib import Path

from ...base.errors import EngineLimitError, InconsistentBoardError
from ...base.limits import Limit
from ...cli import report
from ...cli.arguments import BOARD_FILE, add, board_input
from ...cli.progress import Progress
from ...io import formats
from ...model.subject import Subject
from ...protocol.parameters import FLAG, MINES, PLACE, RULES, SECONDS, TEXT, Parameter
from ...solver import analyze
from . import Certificate, check, of_analysis, of_contradiction

_EPILOG = """\
examples:
  printf '1#\\n##\\n' | minesolver certify --mines 1 --out small
  minesolver certify examples/small.mines --out small --check
  minesolver check small.pbp small.cpog

STEM.opb and STEM.pbp hold the proved cells, or that no layout fits: sums, and a proof that VeriPB checks too.
STEM.cnf and STEM.cpog hold the number of layouts, and of those with a mine in each cell: clauses, and a graph
that cpog-check checks too. The how-to page on certificates says what has to be trusted, and how to get these
programs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        BOARD_FILE,
        Parameter(
            "out",
            TEXT,
            "the files' names without their ends (default: the input's, or board)",
            metavar="STEM",
        ),
        Parameter(
            "cell", PLACE, "only the proof of this cell, and what it rests on", metavar="R,C"
        ),
        Parameter("no_counts", FLAG, "leave the number of layouts out"),
        Parameter("no_proofs", FLAG, "leave the proved cells out"),
        MINES,
        RULES,
        replace(SECONDS, help="time limit for each board"),
        Parameter("check", FLAG, "check the files when they are written"),
    )


def run(options: argparse.Namespace) -> int:
    input_source = board_input(options.file)
    pieces = formats.sources(input_source, "standard input")
    if not pieces:
        raise formats.not_one_board(0)
    stem = options.out or (input_source.stem if isinstance(input_source, Path) else "board")
    exit_status = 0
    for piece_number, piece in enumerate(pieces, 1):
        board_stem = stem if len(pieces) == 1 else f"{stem}-{piece_number}"
        subject = formats.read(piece, mines=options.mines, rules=options.rules)
        with Progress(board_stem):
            written_files, board_status = _certified(subject, options, board_stem)
        exit_status = max(exit_status, board_status)
        if options.check:
            proof_files = [str(path) for path in written_files if path.suffix in (".pbp", ".cpog")]
            exit_status = max(exit_status, check.main(["--quiet", *proof_files]))
    return exit_status


def _certified(
    subject: Subject, options: argparse.Namespace, board_stem: str
) -> tuple[list[Path], int]:
    """(the files written for a board, the exit status that it stands for)."""
    limit = None if options.seconds is None else Limit(seconds=options.seconds)

    # That there is no layout is an answer as well, and can be proved.
    try:
        analysis = analyze(subject, limit=limit)
    except InconsistentBoardError as error:
        written_files = _written(of_contradiction(subject, error, limit), board_stem)
        return written_files, report(error, f"{board_stem}: ")
    # Proofs come first: they are written even where the count is too large to be certified.
    written_files = []
    if not options.no_proofs:
        written_files += _written(
            of_analysis(analysis, options.cell, counts=False, limit=limit), board_stem
        )
    if not options.no_counts and options.cell is None:
        try:
            written_files += _written(of_analysis(analysis, proofs=False, limit=limit), board_stem)
        except EngineLimitError as error:
            return written_files, report(error, f"{board_stem}: the count is not certified: ")
    return written_files, 0


def _written(certificate: Certificate, board_stem: str) -> list[Path]:
    written_files = certificate.write(board_stem)
    for claim in certificate.claims.values():
        print(f"{' and '.join(map(str, written_files))}: {claim}", flush=True)
    return written_files
