"""How pasted texts are read: boards of real games in the styles of ``pasted_texts``, as they are and with a
defect.

    python benchmarks/reading.py --texts 20000 [--style "? ."] [--reader javascript] [--show silent]

Of each kind of defect, pair of signs and frame: how many texts were read *right*; *asked* about with the
truth among at most three readings; asked about *otherwise*; *refused*; read as another board that is
*impossible*, so that the user is told that something is wrong; and read as another board that could be,
*silently*: the number that must be none. A question may lead to another (which signs, then which board):
both then list three at most. A board that is impossible as it is written is right if it is
read as written; where a text shows no board, or two, a refusal and a question with both are right.
Intervals are exact (Clopper and Pearson, 1934), 95 %. The truth is that of the deal; no reader has a
part in it.

``python bindings/build.py js`` makes what ``--reader javascript`` reads with.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack

from pasted_texts import BOARD, NO_BOARD, SIGNS, PastedText, ShownBoard, pasted_texts
from run_facts import print_facts
from scipy.special import betaincinv
from text_readers import CRASH, Outcome, javascript_reader, read_by_python

import minesolver as ms
from minesolver.cli.progress import Progress

RIGHT, ASKED, ASKED_OTHERWISE, REFUSED = "right", "asked", "otherwise", "refused"
IMPOSSIBLE, SILENT, CRASHED = "impossible", "silent", "crashed"
VERDICTS = (RIGHT, ASKED, ASKED_OTHERWISE, REFUSED, IMPOSSIBLE, SILENT, CRASHED)
MAX_READINGS = 3
"""So many readings of a question a person looks at."""


def verdict(pasted: PastedText, outcome: Outcome) -> str:
    """What the outcome is, held against the truth."""
    if outcome.board is not None:
        if pasted.expected == BOARD and outcome.board in pasted.boards:
            return RIGHT
        return SILENT if is_possible(outcome.board) else IMPOSSIBLE
    if outcome.error == CRASH:
        return CRASHED
    if pasted.expected == NO_BOARD:
        return RIGHT
    if not outcome.names:
        return REFUSED

    shown = [board in outcome.readings for board in pasted.boards]
    if len(outcome.names) > MAX_READINGS:
        return ASKED_OTHERWISE
    if pasted.expected == BOARD:
        return ASKED if any(shown) else ASKED_OTHERWISE
    return RIGHT if all(shown) else ASKED_OTHERWISE


def is_possible(board: ShownBoard) -> bool:
    """Whether a layout fits: then nothing tells the user that the board is not theirs."""
    codes = [[{"#": -1, "*": 10}.get(sign) or int(sign) for sign in row] for row in board.rows]
    try:
        return ms.analyze(ms.Board.from_array(codes, board.mines)).solutions > 0
    except ms.InconsistentBoardError:
        return False
    except ms.EngineLimitError:
        return True


def outcome_of(read: Callable[[str], Outcome], text: str) -> Outcome:
    """What a reader makes of a text; an error that is none of the package's is a crash."""
    try:
        return read(text)
    except Exception as error:
        return Outcome(error=CRASH, message=repr(error))


def exact_interval(successes: int, trials: int) -> tuple[float, float]:
    """Clopper and Pearson's 95 % interval of a rate."""
    low = betaincinv(successes, trials - successes + 1, 0.025) if successes else 0.0
    high = betaincinv(successes + 1, trials - successes, 0.975) if successes < trials else 1.0
    return float(low), float(high)


Score = dict[tuple[str, str], Counter[str]]
"""How often each verdict was passed, by ("signs", "frame" or "defect", its name)."""


def add(score: Score, pasted: PastedText, passed: str) -> None:
    for kind, name in [
        ("all", ""),
        ("defect", pasted.defect),
        ("signs", pasted.signs),
        ("frame", pasted.frame),
    ]:
        score.setdefault((kind, name), Counter())[passed] += 1


def print_table(title: str, rows: Iterable[tuple[str, Counter[str]]]) -> None:
    print(
        f"{title:38}{'texts':>7}"
        + "".join(f"{name:>11}" for name in VERDICTS)
        + "   right or asked, %"
    )
    for name, passed in rows:
        total = passed.total()
        answered = passed[RIGHT] + passed[ASKED]
        low, high = exact_interval(answered, total)
        counts = "".join(f"{passed[name]:>11,}" for name in VERDICTS)
        interval = f"({100 * low:.1f} to {100 * high:.1f})"
        print(f"{name:38}{total:>7,}{counts}{100 * answered / total:>9.1f} {interval}")
    print()


def print_score(reader: str, score: Score) -> None:
    """The tables, the kinds that go worst first."""
    everything = score["all", ""]
    asking = {signs.name for signs in SIGNS if signs.open_to_question}
    for kind in ("defect", "signs", "frame"):
        rows = [(name, passed) for (of_kind, name), passed in score.items() if of_kind == kind]
        rows.sort(key=lambda row: (row[1][RIGHT] + row[1][ASKED]) / row[1].total())
        if kind == "signs":
            rows = [
                (f"{name} (open to question)" if name in asking else name, passed)
                for name, passed in rows
            ]
        print_table(f"{reader}: {kind}", rows)
    print_table(f"{reader}: all", [("", everything)])

    low, high = exact_interval(everything[SILENT], everything.total())
    print(
        f"{reader}: {everything[SILENT]:,} of {everything.total():,} texts silently read as another board: "
        f"{100 * everything[SILENT] / everything.total():.3f} % ({100 * low:.3f} to {100 * high:.3f})\n"
    )


def print_text(reader: str, number: int, passed: str, pasted: PastedText, outcome: Outcome) -> None:
    print(
        f"--- {reader}, text {number}: {passed}; {pasted.signs} | {pasted.frame} | {pasted.defect}"
    )
    print(pasted.text)
    for board in pasted.boards if pasted.expected != NO_BOARD else ():
        print(f"shows {'/'.join(board.rows)} mines {board.mines}")
    if pasted.expected == NO_BOARD:
        print("shows no board")
    if outcome.board is not None:
        print(
            f"read as {'/'.join(outcome.board.rows)} mines {outcome.board.mines}; {'; '.join(outcome.taken)}"
        )
    else:
        print(f"{outcome.message}")
        for name, board in zip(outcome.names, outcome.readings, strict=False):
            shown = "no board" if board is None else f"{'/'.join(board.rows)} mines {board.mines}"
            print(f"  {name}: {shown}")
    print()


def run(options: argparse.Namespace) -> None:
    readers: dict[str, Callable[[str], Outcome]] = {}
    with ExitStack() as stack:
        if options.reader in ("python", "both"):
            readers["Python"] = read_by_python
        if options.reader in ("javascript", "both"):
            readers["JavaScript"] = stack.enter_context(javascript_reader())
        scores: dict[str, Score] = {name: {} for name in readers}
        different = 0
        progress = stack.enter_context(Progress("texts read", options.texts))
        for number, pasted in enumerate(
            pasted_texts(options.seed, options.texts, style=options.style)
        ):
            outcomes = [outcome_of(read, pasted.text) for read in readers.values()]
            different += any(outcome != outcomes[0] for outcome in outcomes)
            for (reader, score), outcome in zip(scores.items(), outcomes, strict=True):
                passed = verdict(pasted, outcome)
                add(score, pasted, passed)
                if passed in options.show:
                    print_text(reader, number, passed, pasted, outcome)
            silent = sum(score["all", ""][SILENT] for score in scores.values())
            progress.update(number + 1, f"{silent} silent")

    for reader, score in scores.items():
        print_score(reader, score)
    if len(readers) > 1:
        print(f"{different:,} of {options.texts:,} texts are not read alike\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--style",
        default="",
        help='only texts with these words in the name "SIGNS | FRAME | DEFECT"',
    )
    parser.add_argument("--reader", choices=["python", "javascript", "both"], default="python")
    parser.add_argument(
        "--show", choices=VERDICTS, action="append", default=[], help="print these texts"
    )
    options = parser.parse_args()
    print_facts(options.seed)
    run(options)


if __name__ == "__main__":
    main()
