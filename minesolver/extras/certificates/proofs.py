"""Proved cells and contradictions as cutting planes over the sums of a board, in VeriPB's proof format.

The formula (OPB) has each sum as equations or inequalities. The proof adds a few of them up for every
proved cell (``pol``), and names what the result implies (``j``): most reasons are one to six clues, and
adding them is the whole argument. Where no combination is enough, a cell is supposed to be safe and to be a
mine, and each case is refuted in the same way. Which combination is a linear programme (Farkas' lemma):
OR-Tools solves it in floating point; what is written down is exact, and checked here before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, product
from math import lcm

from ...base.errors import EngineLimitError, InconsistentBoardError, dependency
from ...base.limits import Budget
from ...model.analysis import Analysis
from ...model.reason import Reason
from ...model.subject import Subject
from .statements import TOTAL, Statement, Sum

HEADER = "pseudo-Boolean proof version 1.1"
_DENOMINATOR = 720  # of a multiplier: those met are halves, thirds and quarters
_TINY = 1e-7  # below which a multiplier or a gain is rounding
# Variables of which both cases are tried first: of 40 puzzles the longest proof came down from 1,628 to
# 136 kB, and with 40 variables to 113.
_MAX_TRIED = 12
# Sums of which every combination of one side each is tried, before a linear programme is made.
_MAX_SUMS_TRIED = 2


@dataclass(frozen=True, eq=False)
class Inequality:
    """A constraint of the formula: the weights of the variables that are true add up to ``bound`` at least.

    number: What a checker calls it
    """

    number: int
    weights: Mapping[int, int]
    bound: int


class Formula:
    """The sums of a board as pseudo-Boolean constraints.

    statement: The board
    """

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.lines: list[str] = []
        self.variables = len(statement.cells)
        self.inequalities_of: dict[str, list[Inequality]] = {}
        self.number = 0
        self._selectors: list[tuple[Sum, dict[int, int]]] = []
        for total in statement.sums:
            inequalities = list(self._add_sum(total))
            for name in total.names:
                self.inequalities_of.setdefault(name, []).extend(inequalities)

    @property
    def text(self) -> str:
        """The formula as an OPB file, with the board and the sums in comments."""
        size_line = f"#variable= {self.variables} #constraint= {len(self.lines)}"
        header = [size_line, *self.statement.header()]
        comments = [f"* {line}" for line in header]
        lines = [*comments, *self.lines]
        return "\n".join(lines) + "\n"

    def selected(self, true_variables: Container[int]) -> dict[int, bool]:
        """The variables that choose between the values of a sum, where some cells are mines."""
        chosen_values = {}
        for total, selectors in self._selectors:
            actual_value = 0
            for variable, weight in total.weights:
                if variable in true_variables:
                    actual_value += weight
            for selector, value in selectors.items():
                chosen_values[selector] = value == actual_value
        return chosen_values

    def _add_sum(self, total: Sum) -> Iterator[Inequality]:
        """The inequalities of one sum that say something; its lines are added to the file."""
        weights = dict(total.weights)
        least_possible = total.possible[0]
        most_possible = total.possible[-1]
        # Where nothing is allowed, a bound that cannot be reached says so.
        least_allowed = min(total.allowed, default=most_possible + 1)
        most_allowed = max(total.allowed, default=most_possible)
        has_all_between = most_allowed - least_allowed + 1 == len(total.allowed)
        if has_all_between:
            at_least, at_most = self._bounds(weights, least_allowed, most_allowed)
            if least_allowed > least_possible:
                yield at_least
            if most_allowed < most_possible:
                yield at_most
            return

        # A variable for each value says that the sum has it; exactly one of them is true.
        selectors = {}
        for value in total.allowed:
            self.variables += 1
            selectors[self.variables] = value
        self._selectors.append((total, selectors))
        weights_with_selectors = dict(weights)
        for selector, value in selectors.items():
            if value:
                weights_with_selectors[selector] = -value
        yield from self._bounds(weights_with_selectors, 0, 0)
        yield from self._bounds(dict.fromkeys(selectors, 1), 1, 1)

    def _bounds(
        self, weights: Mapping[int, int], low: int, high: int
    ) -> tuple[Inequality, Inequality]:
        """Two lines: the weights of the variables that are true add up to so much at least, and at most."""
        at_least = Inequality(self.number + 1, weights, low)
        at_most = Inequality(self.number + 2, _opposite(weights), -high)
        self.number += 2
        for inequality in (at_least, at_most):
            terms = []
            for variable, weight in inequality.weights.items():
                terms.append(f"{weight:+d} x{variable}")
            sum_text = " ".join(terms) or "+0 x1"
            self.lines.append(f"{sum_text} >= {inequality.bound} ;")
        return at_least, at_most


def _opposite(weights: Mapping[int, int]) -> dict[int, int]:
    return {variable: -weight for variable, weight in weights.items()}


class Proof:
    """A proof over the formula of a board, as it grows.

    formula: The formula
    budget: What may be spent on it
    """

    def __init__(self, formula: Formula, budget: Budget) -> None:
        self.formula = formula
        self.budget = budget
        self.lines: list[str] = []
        self.number = formula.number
        self.proved: dict[int, int] = {}  # the constraint that says it, by literal

    def text(self, claim: str) -> str:
        """The proof as a file; ``claim``: what it shows, for the checker."""
        formula_line = f"f {self.formula.number}"
        claim_line = f"* claim {claim}"
        lines = [HEADER, formula_line, claim_line, *self.lines]
        return "\n".join(lines) + "\n"

    def comment(self, text: str) -> None:
        """Add a line for readers."""
        self.lines.append(f"* {text}")

    def prove(self, names: Iterable[str], literal: int) -> None:
        """Prove that a literal is true, of sums by their names and what is proved before."""
        if literal in self.proved:
            return
        inequalities = self._inequalities(names)
        opposite = -literal
        self.proved[literal] = self._refute(inequalities, [opposite])

    def contradict(self, names: Iterable[str]) -> None:
        """Prove that some sums cannot hold together."""
        inequalities = self._inequalities(names)
        contradiction = self._refute(inequalities, [])
        self.lines.append(f"c {contradiction}")

    def show_layout(self) -> None:
        """Show a layout that satisfies the formula, where every cell is proved: it is the only one."""
        mines = {literal for literal in self.proved if literal > 0}
        literals = sorted(self.proved, key=abs)
        for selector, is_chosen in self.formula.selected(mines).items():
            literals.append(selector if is_chosen else -selector)
        words = ["ov", *map(_literal_text, literals)]
        self.lines.append(" ".join(words))

    def _inequalities(self, names: Iterable[str]) -> list[Inequality]:
        inequalities: list[Inequality] = []
        for name in dict.fromkeys(names):
            inequalities += self.formula.inequalities_of.get(name, ())
        return inequalities

    def _add(self, line: str) -> int:
        self.lines.append(line)
        self.number += 1
        return self.number

    def _refute(self, inequalities: Sequence[Inequality], supposed: list[int]) -> int:
        """Prove that some suppositions (literals) cannot all be true; returns the constraint that says so."""
        self.budget.check_time()
        self.budget.spend_states(1)
        facts = {}
        for literal in [*self.proved, *supposed]:
            facts[abs(literal)] = literal > 0
        factors = _combination(inequalities, facts)
        if factors:
            return self._combined(factors, facts, supposed)

        # No combination is enough: two cases, of which each is refuted, and so what is supposed.
        variable = _undecided(inequalities, facts)
        if variable is None:
            raise EngineLimitError("these constraints do not prove what their reason says")
        mine_case = self._refute(inequalities, [*supposed, variable])
        safe_case = self._refute(inequalities, [*supposed, -variable])
        number = self._add(f"pol {mine_case} {safe_case} +")
        return self._implied(number, supposed)

    def _combined(
        self, factors: Mapping[Inequality, int], facts: Mapping[int, bool], supposed: Sequence[int]
    ) -> int:
        """Add up some inequalities, and those proved cells without which the sum would not be enough."""
        total = _total(factors)
        words: list[str] = []
        for inequality, factor in factors.items():
            words += _term(inequality.number, factor, is_first=not words)

        # A supposition stays in the sum; a proved cell on the wrong side of it is taken out.
        supposed_variables = {abs(literal) for literal in supposed}
        for variable, weight in total.items():
            if variable not in facts or variable in supposed_variables:
                continue
            is_mine = facts[variable]
            helps_as_mine = weight > 0
            if helps_as_mine != is_mine:
                literal = variable if is_mine else -variable
                words += _term(self.proved[literal], abs(weight))

        # One constraint alone is not added to anything.
        if len(words) == 1:
            number = int(words[0])
        else:
            sum_text = " ".join(words)
            number = self._add(f"pol {sum_text}")
        return self._implied(number, supposed)

    def _implied(self, number: int, supposed: Sequence[int]) -> int:
        """Say that one of some suppositions is wrong, which a constraint implies."""
        if not supposed:
            return number
        terms = []
        for literal in supposed:
            opposite = _literal_text(-literal)
            terms.append(f"+1 {opposite}")
        clause = " ".join(terms)
        return self._add(f"j {number} {clause} >= 1 ;")


def _literal_text(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


def _term(number: int, factor: int, is_first: bool = False) -> list[str]:
    """The words of a sum that add a constraint so many times to what stands before it."""
    words = [str(number)]
    if factor > 1:
        words += [str(factor), "*"]
    if not is_first:
        words.append("+")
    return words


def _total(factors: Mapping[Inequality, int]) -> dict[int, int]:
    """The weights of a combination of inequalities, without those of 0."""
    total: Counter[int] = Counter()
    for inequality, factor in factors.items():
        for variable, weight in inequality.weights.items():
            total[variable] += factor * weight
    return {variable: weight for variable, weight in total.items() if weight}


def _refutes(factors: Mapping[Inequality, int], facts: Mapping[int, bool]) -> bool:
    """Whether a combination of inequalities cannot hold, whatever the unknown variables are."""
    bound = 0
    for inequality, factor in factors.items():
        bound += factor * inequality.bound
    largest_sum = 0
    for variable, weight in _total(factors).items():
        if variable in facts:
            largest_sum += weight * facts[variable]
        else:
            largest_sum += max(0, weight)
    return largest_sum < bound


def _combination(
    inequalities: Sequence[Inequality], facts: Mapping[int, bool]
) -> dict[Inequality, int]:
    """Factors with which the inequalities add up to a contradiction; empty where none were found."""
    inequality_count = len(inequalities)
    if inequality_count <= 2 * _MAX_SUMS_TRIED:
        for choice in product((False, True), repeat=inequality_count):
            chosen_inequalities = compress(inequalities, choice)
            factors = dict.fromkeys(chosen_inequalities, 1)
            if factors and _refutes(factors, facts):
                return factors
    return _programme(inequalities, facts)


def _programme(
    inequalities: Sequence[Inequality], facts: Mapping[int, bool]
) -> dict[Inequality, int]:
    """The same by a linear programme: factors from 0 to 1 that make the contradiction as large as can be."""
    with dependency("ortools", "a step of this proof"):
        # It takes a while to load, and few steps come to it.
        from ortools.linear_solver.pywraplp import Solver

    # The gain is by how much the bound is more than the largest sum: first what is known of both.
    solver = Solver.CreateSolver("GLOP")
    factors = [solver.NumVar(0, 1, "") for _ in inequalities]
    gain = solver.Objective()
    for factor, inequality in zip(factors, inequalities, strict=True):
        known_gain = inequality.bound - _known_sum(inequality, facts)
        gain.SetCoefficient(factor, known_gain)

    # An unknown variable adds its weight where that is positive. Those that occur alike are one, as often
    # as there are.
    columns = _columns(inequalities, facts)
    for column, variable_count in columns.items():
        positive_weight = solver.NumVar(0, solver.infinity(), "")
        row = solver.Constraint(0, solver.infinity())
        row.SetCoefficient(positive_weight, 1)
        for number, weight in column:
            row.SetCoefficient(factors[number], -weight)
        gain.SetCoefficient(positive_weight, -variable_count)
    gain.SetMaximization()
    is_solved = solver.Solve() == Solver.OPTIMAL
    if not is_solved or gain.Value() < _TINY:
        return {}

    # Rounded to whole numbers it may be a contradiction no more.
    solution = [factor.solution_value() for factor in factors]
    whole_factors = _whole_factors(inequalities, solution)
    if _refutes(whole_factors, facts):
        return whole_factors
    return {}


def _known_sum(inequality: Inequality, facts: Mapping[int, bool]) -> int:
    """What the variables that are known to be true add up to."""
    known_sum = 0
    for variable, weight in inequality.weights.items():
        if facts.get(variable):
            known_sum += weight
    return known_sum


def _columns(
    inequalities: Sequence[Inequality], facts: Mapping[int, bool]
) -> Counter[tuple[tuple[int, int], ...]]:
    """How many unknown variables occur alike: by the inequalities, by number, and their weights there."""
    column_of: dict[int, list[tuple[int, int]]] = {}
    for number, inequality in enumerate(inequalities):
        for variable, weight in inequality.weights.items():
            if variable in facts:
                continue
            column = column_of.setdefault(variable, [])
            column.append((number, weight))
    columns = map(tuple, column_of.values())
    return Counter(columns)


def _whole_factors(
    inequalities: Sequence[Inequality], solution: Sequence[float]
) -> dict[Inequality, int]:
    """The factors of a linear programme, which are floats, as whole numbers in the same proportion."""
    fractions = {}
    for inequality, factor in zip(inequalities, solution, strict=True):
        if factor > _TINY:
            exact_factor = Fraction(factor)
            fractions[inequality] = exact_factor.limit_denominator(_DENOMINATOR)
    denominators = [fraction.denominator for fraction in fractions.values()]
    scale = lcm(*denominators)
    whole_factors = {}
    for inequality, fraction in fractions.items():
        whole_factors[inequality] = int(fraction * scale)
    return whole_factors


def _undecided(inequalities: Sequence[Inequality], facts: Mapping[int, bool]) -> int | None:
    """The unknown variable to tell two cases apart by: the first of some with a case that is refuted at once.

    Those in many short constraints come first (Jeroslow and Wang, 1990).
    """
    scores: dict[int, float] = {}
    for inequality in inequalities:
        unknown = [variable for variable in inequality.weights if variable not in facts]
        score = 2.0 ** -len(unknown)
        for variable in unknown:
            scores[variable] = scores.get(variable, 0.0) + score
    likeliest = sorted(scores, key=lambda variable: (-scores[variable], variable))

    # The second case is tried where the first is not refuted.
    for variable in likeliest[:_MAX_TRIED]:
        for value in (False, True):
            case_facts = {**facts, variable: value}
            if _combination(inequalities, case_facts):
                return variable
    return likeliest[0] if likeliest else None


def proof_of_cells(
    analysis: Analysis, reasons: Iterable[Reason], budget: Budget
) -> tuple[str, str, str]:
    """(formula, proof, claim) of some proved cells; each reason comes after those that it rests on."""
    statement = Statement(analysis.board)
    proof = Proof(Formula(statement), budget)
    proved_cells = Counter[bool]()  # safe ones, and mines
    for reason in reasons:
        cell_index = analysis.board.index(reason.cell)
        variable = statement.variable_of[cell_index]
        literal = variable if reason.is_mine else -variable
        proof.comment(reason.text)
        proof.prove(sum_names(reason), literal)
        proved_cells[reason.is_mine] += 1
    safe_count = proved_cells[False]
    mine_count = proved_cells[True]
    claim = f"{safe_count} safe {mine_count} mines"
    if len(proof.proved) == len(statement.cells):
        proof.show_layout()
        claim = "one layout"
    return proof.formula.text, proof.text(claim), claim


def proof_of_contradiction(
    subject: Subject, error: InconsistentBoardError, budget: Budget
) -> tuple[str, str]:
    """(formula, proof) of a board that no layout fits, by constraints that cannot hold together."""
    formula = Formula(Statement(subject))
    proof = Proof(formula, budget)
    proof.comment(str(error))
    names = list(error.constraints)
    if error.total:
        names.append(TOTAL)
    proof.contradict(names)
    return formula.text, proof.text("contradiction")


def sum_names(reason: Reason) -> list[str]:
    """The names of the sums that a reason uses."""
    names = []
    for name in reason.constraints:
        if not name.startswith(TOTAL):
            names.append(name)
    if reason.total:
        names.append(TOTAL)
    return names
