"""How much faster value iteration is with several processes, in pairs on one board in one run.

    python benchmarks/value_iteration.py --rows 3 --cols 4 --bombs 2 --jobs 2 --pairs 3

Wall time counts what else the machine does. *Work* is the processor time that has to be spent one after the
other: all of it with one process; with J, that of the parent and a Jth of that of the workers, so that its
ratio is the speed-up on J free cores.
"""

import argparse
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter

from run_facts import print_facts

from minesolver.mdp import Environment, Plan, value_iteration
from minesolver.sources.decision_process.states import state_space


def spent(processes: int) -> float:
    usage = getrusage(processes)
    return usage.ru_utime + usage.ru_stime


def measure(size: tuple[int, int, int], jobs: int) -> tuple[float, float, Plan]:
    """(wall seconds, seconds of work, the plan) of one plan from nothing."""
    rows, cols, bombs = size
    state_space.cache_clear()
    wall_before, own_before, workers_before = (
        perf_counter(),
        spent(RUSAGE_SELF),
        spent(RUSAGE_CHILDREN),
    )
    plan = value_iteration(Environment(cols, rows, bombs), jobs=jobs)
    work = spent(RUSAGE_SELF) - own_before + (spent(RUSAGE_CHILDREN) - workers_before) / jobs
    return perf_counter() - wall_before, work, plan


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=3)
    parser.add_argument("--cols", type=int, default=4)
    parser.add_argument("--bombs", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=3)
    options = parser.parse_args()
    print_facts()
    size = options.rows, options.cols, options.bombs
    ratios = []
    for pair in range(options.pairs):
        (wall, work, plan), (wall_all, work_all, plan_all) = (
            measure(size, jobs) for jobs in (1, options.jobs)
        )
        assert plan == plan_all
        ratios.append((wall / wall_all, work / work_all))
        print(
            f"pair {pair + 1}: 1 process {wall:.2f} s (work {work:.2f} s), {options.jobs} processes "
            f"{wall_all:.2f} s (work {work_all:.2f} s)",
            flush=True,
        )
    print(
        f"{options.rows}x{options.cols}, {options.bombs} bombs, {len(plan.utilities)} states, "
        f"{plan.sweeps} sweeps; "
        f"speed-up with {options.jobs} processes, median of {options.pairs} pairs: wall "
        f"{median(r for r, _ in ratios):.2f}, work {median(r for _, r in ratios):.2f}"
    )


if __name__ == "__main__":
    main()
