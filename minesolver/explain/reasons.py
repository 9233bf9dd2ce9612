"""How proved cells are proved: at each point the fewest constraints that settle a cell, and why, in words.

One constraint at a time for as long as that settles a cell; then the mine count; then two constraints; then a
smallest set of more. Each gain sends the search back to the simplest. What one number of mines says is seen
at once; all else is asked of the oracle.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any

from ..base.errors import EngineLimitError, counted
from ..base.limits import Budget, Limit
from ..layers import baseline
from ..model.analysis import Analysis
from ..model.constraint import SumConstraint
from ..model.reason import Reason, Step, show
from .facts import TOTAL, Facts, grounds
from .oracle import Oracle, smallest, thinned

_WORK = 20_000_000  # microseconds or so, for all steps
_QUESTIONS = 2000  # to the oracle, to prove one step's set a smallest one
_SHRUNK = 8  # cells of which a contradiction is made minimal in one step
_FEWEST = 3  # constraints of a set that is searched for: smaller ones are all tried before
_NAMED = 8  # constraints named in the words; the reason's attribute has them all


def chain(reasons: Mapping[Any, Reason], cell: Any) -> list[Reason]:
    """All reasons that a cell rests on, each after those that it needs itself; the cell's own comes last."""
    found: dict[Any, Reason] = {}

    def visit(current: Any) -> None:
        if current not in found:
            for before in reasons[current].after:
                visit(before)
            found[current] = reasons[current]

    visit(cell)
    return list(found.values())


def steps(analysis: Analysis[Any], seconds: float | None = None) -> Iterator[Step]:
    """The steps that prove every proved cell, easiest first at each point, each resting on earlier ones.

    seconds: How long to look for simple steps; by default only their work is bounded. The cells that are left
        then get all constraints as their reason, and say so (rule ``"all clues"``).
    """
    search = _ReasonSearch(analysis, Budget(Limit(seconds), "explain", states=_WORK))
    try:
        yield from search.run()
    except EngineLimitError:
        yield search.last()


def listed(names: Sequence[str], mines: int | None = None) -> str:
    """Constraints in words, the first few of many. ``mines``: the mine count where it is one of them."""
    if len(names) > 1 and all(name.startswith("clue ") for name in names):
        names = [f"clues {names[0][5:]}", *(name[5:] for name in names[1:])]
    elif mines is not None:
        names, mines = [*names, f"the mine count {mines}"], None
    shown = [*names[:_NAMED], f"{len(names) - _NAMED} more"] if len(names) > _NAMED + 1 else names
    text = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return " and ".join(filter(None, [text, "" if mines is None else f"the mine count {mines}"]))


class _ReasonSearch:
    """The search for the easiest steps of one analysis, and what they have settled so far.

    Constraints go by their numbers; a placement rule as a whole has a number too, after all of these.

    left: Proved cells without a step yet, by index: true for a mine
    facts: Those that have one
    fixed: Cells of known values; of one of several mines it is known only that it is not none
    sizes: Of the chain of constraints behind each of the facts
    scopes: The unknown cells of each constraint and rule, and of the mine count
    whole, parts: The rule that a constraint is a part of; the parts of each rule
    constraints_over: The constraints over each unknown cell
    numbers: What is asked one at a time: constraints of no rule, and rules
    views: (cells still open, mines that they may hold) of constraints that only count mines
    """

    def __init__(self, analysis: Analysis, budget: Budget) -> None:
        subject = self.subject = analysis.board
        self.budget = budget
        self.constraints = subject.constraints
        self.cells = subject.cells
        self.capacity = subject.capacity
        values = subject.values()
        proved = {subject.index(name): False for name in analysis.safe}
        proved |= {subject.index(name): True for name in analysis.mines}
        self.left = dict(sorted(proved.items()))
        self.facts: dict[int, bool] = {}
        self.fixed: set[int] = set()
        self.sizes: dict[int, int] = {}

        # What each constraint is about, by itself and as a part of its rule.
        scopes = {k: [i for i in c.cells if i not in values] for k, c in enumerate(self.constraints)}
        self.scopes = {k: scope for k, scope in scopes.items() if scope}
        self.fresh = set(self.scopes)  # constraints to be looked at by themselves
        parts_of: dict[str, list[int]] = {}
        for k in self.scopes:
            parts_of.setdefault(self.constraints[k].rule, []).append(k)
        alone = parts_of.pop("", [])
        self.rules = dict(enumerate(parts_of, len(self.constraints)))
        self.parts = dict(zip(self.rules, parts_of.values(), strict=True))
        self.whole = {k: rule for rule, parts in self.parts.items() for k in parts}
        self.numbers = [*alone, *self.parts]
        self.over: dict[int, list[int]] = {}
        for k, scope in self.scopes.items():
            for i in scope:
                self.over.setdefault(i, []).append(k)

        self.counts = self.mine_counts(values)
        for rule, parts in self.parts.items():
            self.scopes[rule] = sorted({i for k in parts for i in self.scopes[k]})
        if subject.mines is not None:
            self.scopes[TOTAL] = [i for i in range(len(self.cells)) if i not in values]
        self.views = {k: ({*self.scopes[k]}, list(counts)) for k, counts in self.counts.items()}
        self.changed = set(self.numbers)
        self.waiting: set[tuple[int, int]] = set()  # pairs to be looked at
        self.cores: dict[int, list[int]] = {}  # sets that settle a cell; they still do when more is known

    def mine_counts(self, values: Mapping[int, int]) -> dict[int, list[int]]:
        """The mines that each constraint allows which only counts those of cells of one mine."""
        single = {i for i in range(len(self.cells)) if self.capacity[i] == 1 and i not in values}
        counts: dict[int, list[int]] = {}
        for k, scope in self.scopes.items():
            c = self.constraints[k]
            if isinstance(c, SumConstraint) and set(c.weights) <= {1} and single.issuperset(scope):
                known_mines = sum([values[i] for i in c.cells if i in values])
                counts[k] = [a - known_mines for a in c.allowed if 0 <= a - known_mines <= len(scope)]
        unknown = {i for i in range(len(self.cells)) if i not in values}
        if self.subject.mines is not None and single.issuperset(unknown):
            known_mines = sum([value for i, value in values.items() if i < len(self.cells)])
            counts[TOTAL] = [self.subject.mines - known_mines]
        return counts

    @cached_property
    def oracle(self) -> Oracle:
        return Oracle(self.subject, self.budget, parts=self.parts)

    def run(self) -> Iterator[Step]:
        kinds = (self.alone, self.pairs, self.many)
        while self.left:
            self.budget.check_time()
            for step in next(filter(None, (list(kind()) for kind in kinds))):
                yield step
                self.take(step)

    def take(self, step: Step) -> None:
        for reason in step.reasons:
            i = self.subject.index(reason.cell)
            self.facts[i] = self.left.pop(i)
            if not self.facts[i] or self.capacity[i] == 1:
                self.fixed.add(i)
            over = self.over.get(i, ())
            self.fresh.update(over)
            self.changed.update([self.whole.get(k, k) for k in over])
            for k in (*over, TOTAL):
                if k in self.views:
                    cells, wanted = self.views[k]
                    cells.discard(i)
                    wanted[:] = [x for p in wanted if 0 <= (x := p - self.facts[i]) <= len(cells)]

    def alone(self) -> Iterator[Step]:
        """All cells that one constraint settles, each by the shortest chain; else those of the mine count, or
        of a rule as a whole."""
        after: dict[int, list[int]] = {}
        best: dict[int, tuple[int, int]] = {}
        for k in sorted(self.fresh):
            found = self.decided(k)
            if found:
                after[k] = self.needed([k], found)
                size = 1 + sum([self.sizes[i] for i in after[k]])
                best |= {i: (size, k) for i in found if i not in best or size < best[i][0]}
        self.fresh.clear()
        own: dict[int, dict[int, bool]] = {k: {} for k in after}
        for i, (_, k) in best.items():
            own[k][i] = self.left[i]
        for k, found in own.items():
            if found:
                yield self.step([k], found, after[k])
        for k in [*self.scopes.keys() & {TOTAL}, *self.parts] if not after else ():
            if found := self.decided(k):
                yield self.step([k], found)
                return

    def decided(self, k: int) -> Facts:
        """What one constraint settles."""
        if k not in self.views:
            return self.settled([k])
        cells, wanted = self.views[k]
        is_mine = max(wanted, default=0) > 0
        if is_mine and min(wanted) < len(cells):
            return {}
        return {i: is_mine for i in sorted(cells) if self.left.get(i) is is_mine}

    def pairs(self) -> Iterator[Step]:
        """The first two constraints that settle a cell together."""
        for k in self.changed:
            near = {other for i in self.scopes[k] if i not in self.fixed for other in self.over[i]}
            for other in {self.whole.get(other, other) for other in near} - {k}:
                self.waiting.add((k, other) if k < other else (other, k))
        if self.changed:
            self.waiting.update((k, TOTAL) for k in self.numbers if self.total_matters(len(self.scopes[k])))
        self.changed.clear()
        for pair in sorted(self.waiting, key=lambda pair: (pair[0], pair[1] if pair[1] >= 0 else inf)):
            self.waiting.discard(pair)
            found = self.settled(pair) if self.may_settle(*pair) else {}
            if found:
                yield self.step(pair, found)
                return

    def may_settle(self, k: int, other: int) -> bool:
        if k not in self.views or other not in self.views:
            return True
        (cells, wanted), (others, wanted_others) = self.views[k], self.views[other]
        both = len(cells & others)
        if len(wanted) > 1 or len(wanted_others) > 1:
            return both > 0
        # Of two numbers, one wants all the difference from cells of its own; or they settle nothing.
        more = wanted[0] - wanted_others[0]
        return both > 0 and (more == len(cells) - both or -more == len(others) - both)

    def total_matters(self, near: int) -> bool:
        """Whether the mine count may say more with constraints on ``near`` cells than these alone."""
        if TOTAL not in self.counts:
            return TOTAL in self.scopes
        cells, (rest,) = self.views[TOTAL]
        return min(rest, len(cells) - rest) <= near or len(cells) <= 2 * near + 1

    def many(self) -> Iterator[Step]:
        """A smallest set of three constraints or more."""
        core, smallest = self.smallest()
        found = self.settled(core)
        if not found:
            self.budget.exceeded("what the oracle can be asked")
        yield self.step(core, found, smallest=smallest)

    def settled(self, members: Sequence[int], facts: Facts | None = None) -> Facts:
        """The cells that some constraints settle, given some facts (by default all that are known)."""
        if not self.oracle.takes(members):
            return {}
        scope = self.left.keys() if TOTAL in members else {i for k in members for i in self.scopes[k]}
        cells = {i: is_mine for i, is_mine in self.left.items() if i in scope}
        return self.oracle.settled(members, self.facts if facts is None else facts, cells) if cells else {}

    def otherwise(self, i: int) -> Facts:
        """What is known, and that a cell is not what it is proved to be."""
        return self.facts | {i: not self.left[i]}

    def needed(self, members: Sequence[int], found: Facts) -> list[int]:
        """Proved cells that some constraints need to settle these; without any one of them they do not."""
        scope = dict.fromkeys(i for k in members for i in self.scopes[k])
        kept = [i for i in scope if i in self.facts]
        if TOTAL not in members[1:] and all(self.plain(k) for k in members):
            if len(members) == 1:  # all its mines, or all its safe cells
                return [i for i in kept if self.facts[i] not in found.values()]
            if len(members) == 2:  # what both have makes no difference
                return [i for i in kept if sum(i in self.scopes[k] for k in members) == 1]

        def enough(trial: list[int]) -> list[int] | None:
            facts = {i: self.facts[i] for i in trial}
            return trial if self.oracle.settled(members, facts, found) == found else None

        return thinned(kept, enough)

    def smallest(self) -> tuple[list[int], bool]:
        """(a set that settles some cell, whether it is proved that no smaller one does)."""
        live, near = self.components()
        among = {i: near[i] for i in self.left if i in near}
        best = self.shortest(among)
        complete = True
        widths = sorted(sum(i not in self.fixed for i in self.scopes[k]) for k in live)
        if not best or (len(best) > _FEWEST and self.total_matters(sum(widths[2 - len(best) :]))):
            everything = [*live, TOTAL]
            complete = TOTAL not in self.scopes
            if self.oracle.takes(everything):
                among, complete = dict.fromkeys(self.left, everything), True
                best = self.shortest(among)
        last = self.oracle.asked + _QUESTIONS
        for i in sorted(among.keys() & self.cores.keys(), key=lambda i: len(self.cores[i])):
            if len(best) <= _FEWEST:
                return best, True
            limits = {"below": len(best), "questions": last - self.oracle.asked}
            found, proved = smallest(self.oracle, self.cores[i], self.otherwise(i), among[i], **limits)
            complete = complete and proved
            if len(found) < len(best):
                best = self.cores[i] = found
        return best, complete or len(best) <= _FEWEST

    def components(self) -> tuple[list[int], dict[int, list[int]]]:
        """(constraints that still say something, those of the component of each unknown cell under them)."""
        near: dict[int, list[int]] = {}
        live: list[int] = []
        for k in self.numbers:
            own: list[int] = []
            pending = {k} if any(i not in self.fixed and i not in near for i in self.scopes[k]) else set()
            while pending:
                member = pending.pop()
                own.append(member)
                for i in self.scopes[member]:
                    if i not in self.fixed and i not in near:
                        near[i] = own
                        near_by = (self.whole.get(other, other) for other in self.over[i])
                        pending.update(other for other in near_by if other not in own)
            own.sort()
            live += own
        return sorted(live), near

    def shortest(self, among: Mapping[int, list[int]]) -> list[int]:
        """A short set that settles one of these cells; empty where none of them is settled."""
        asked = []
        for i, members in among.items():
            core = self.oracle.core(self.cores.get(i, members), self.otherwise(i))
            if core is not None:
                self.cores[i] = core
                asked.append(i)
        # The contradictions that are short already are the likeliest to become the shortest.
        for i in sorted(asked, key=lambda i: len(self.cores[i]))[:_SHRUNK]:
            self.cores[i] = self.oracle.shrunk(self.cores[i], self.otherwise(i))
        fewest = min((len(self.cores[i]) for i in asked), default=0)
        best = [self.cores[i] for i in asked if len(self.cores[i]) == fewest][:_SHRUNK]
        return max(best, key=lambda core: len(self.settled(core)), default=[])

    def spelled(self, members: Sequence[int], found: Facts) -> list[int]:
        """The constraints themselves, of a rule those parts without which these cells are not settled."""
        own = [k for k in members if k not in self.parts]

        def enough(trial: list[int]) -> list[int] | None:
            used: set[int] = set()
            for i in found:
                core = self.oracle.core([*own, *trial], self.otherwise(i))
                if core is None:
                    return None
                used.update(core)
            return [k for k in trial if k in used]

        parts = [part for k in members for part in self.parts.get(k, ())]
        return sorted([*own, *thinned(parts, enough)], key=lambda k: k if k >= 0 else inf)

    def step(
        self,
        members: Sequence[int],
        found: Facts,
        after: Sequence[int] | None = None,
        smallest: bool = True,
        why: str = "",
    ) -> Step:
        """The step that settles these cells. ``why``: for those that the search did not come to."""
        used = members if why else self.spelled(members, found)
        after = self.needed(used, found) if after is None else after
        used, alone = grounds(self.subject, used), used
        chosen = [self.constraints[k] for k in used if k != TOTAL]
        total = TOTAL in used
        few = len(used) == 1 or len(used) == len(chosen) == 2
        rule = ("mine count", "one clue", "two clues")[len(chosen)] if few else "exact search"
        rule, why = ("all clues", why) if why else (rule, self.why(used))
        self.sizes |= dict.fromkeys(found, len(members) + sum([self.sizes[i] for i in after]))
        names = (*[c.name for c in chosen], *[f"the mine count {self.subject.mines}"] * total)
        cells = self.cells
        clues = tuple(dict.fromkeys(cells[c.clue] for c in chosen if c.clue is not None))
        before = tuple([cells[i] for i in sorted(after)])
        reasons = [Reason(cells[i], found[i], rule, clues, before, why, total, names) for i in found]
        smallest = smallest and len(used) == len(alone)
        return Step(tuple(reasons), names, smallest, len({self.whole.get(k, k) for k in used}))

    def last(self) -> Step:
        """What is left when time is up: true of every proved cell, and as long as can be."""
        kind = "clue" if all(c.clue is not None for c in self.constraints) else "constraint"
        used = [k for k in self.scopes if k not in self.parts]
        number = len(used) - (TOTAL in used)
        what = counted(number, kind) if number != 1 else f"the {kind}"
        what += f" and the mine count {self.subject.mines}" * (TOTAL in self.scopes)
        spent = f" in {self.budget.seconds:g} s" * (self.budget.seconds < inf)
        why = f"all layouts of {what} agree on it (a shorter reason was not found{spent})"
        return self.step(used, self.left, [], False, why)

    def why(self, members: Sequence[int]) -> str:
        """How these constraints settle cells as things stand: the first half of a sentence."""
        chosen = [k for k in sorted(members) if k != TOTAL]
        if len(members) <= 2 and all(self.plain(k) for k in members):
            numbers = {k: (cells, need) for k in members for cells, (need,) in (self.views[k],)}
            if len(members) == 2:
                a, b = members
                return self.why_two(a, b, numbers) or self.why_two(b, a, numbers)
            ((cells, need),) = numbers.values()
            if not chosen:
                return self.why_total(len(cells), need)
            clue = self.constraints[chosen[0]]
            assert isinstance(clue, SumConstraint), "others are not plain"
            (value,) = clue.allowed
            return baseline.in_words(self.name(chosen[0]), value, len(cells), need)
        # Several parts of a rule go by its name.
        rules = [self.rules[self.whole[k]] if k in self.whole else "" for k in chosen]
        names = dict.fromkeys(
            rule if rules.count(rule) > 1 and rule else self.name(k)
            for k, rule in zip(chosen, rules, strict=True)
        )
        total = self.subject.mines if TOTAL in members else None
        holds = "can hold together" if len(names) + (total is not None) > 1 else "can be met"
        return f"{listed([*names], total)} {holds} in no other way"

    def why_total(self, cells: int, need: int) -> str:
        mines = self.subject.mines or 0
        if need:
            are = "s are" if need > 1 else " is"
            return f"{need} mine{are} left for the {counted(cells, 'undecided cell')}"
        return {0: "there is no mine", 1: "the mine is known"}.get(mines, f"all {mines} mines are known")

    def why_two(self, a: int, b: int, numbers: Mapping[int, tuple[set[int], int]]) -> str:
        """The first needs so many more mines than the second as it has cells of its own; else empty."""
        (cells, need), (others, less) = numbers[a], numbers[b]
        own = [show(self.cells[i]) for i in sorted(cells - others)]
        if need - less != len(own):
            return ""
        if b == TOTAL:
            return f"{self.name(a)} needs {'the last mine' if need == 1 else f'all {need} mines left'}"
        if a == TOTAL:
            rest = counted(len(own), "other cell")
            return f"{self.name(b)} needs {less} of the {need} mines left, and only {rest} may hold one"
        if not own:
            return f"{self.name(a)} needs as many mines as {self.name(b)} and shares all its cells with it"
        more = "one more mine" if len(own) == 1 else f"{len(own)} more mines"
        what = " and ".join(own) + (" is its only cell" if len(own) == 1 else " are its only cells")
        return f"{self.name(a)} needs {more} than {self.name(b)}, and {what} not shared with it"

    def plain(self, k: int) -> bool:
        """Whether it wants one number of mines, each of which counts once."""
        if k == TOTAL or k not in self.counts:
            return k in self.counts
        constraint = self.constraints[k]
        return isinstance(constraint, SumConstraint) and len(constraint.allowed) == 1

    def name(self, k: int) -> str:
        return self.constraints[k].name
