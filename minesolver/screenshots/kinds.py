"""The symbols of a board's cells all at once: a log-linear model weighs what the networks see against what a
board can be.

Cells that look alike are one kind. A reading gives each kind a symbol; what speaks for and against it (what
the networks see, clues that could not be, opened 0s beside hidden cells, flags beside no clue, looks and
grounds) are numbers, :meth:`Kinds.described`, whose weights ``fit_readings.py weights`` of
``benchmarks/screenshots`` fits to boards of many programs, so that the right reading costs least. Conditional
log-linear models: Lafferty, McCallum and Pereira, ICML 2001.

The scales of these numbers only bring them near 1; what each is and its place have to stay until the weights
are fitted anew. Numbers of the search that name no source were set by hand on the programs of
``benchmarks/screenshots/programs.toml``.
"""

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array
from .symbols import FLAG, HIDDEN, JUNK, ZERO, alike_cells, fitted, grounds
from .work import CELL_WEIGHED, Work

CLUES = slice(ZERO + 1, FLAG)
"""The symbols 1 to 8."""
CLUE_FREQUENCY = np.log([1, 1, 0.5, 0.29, 0.13, 0.05, 0.02, 0.006, 0.002, 0.001, 1])
"""Of a clue of 1 to 8, about, in games; of other symbols nothing is said."""
SURE_CLUE = 0.99
"""A clue that each of the networks holds with so much is never read as anything else: the weights of a
reading know few boards with a 5 or more, and would rather have a hidden cell of another look."""
CLEAR_GROUND, CLEAR_HIDDEN_GROUND = -0.9, 0.7
"""Of ``grounds``: cells clearly on the ground of clues, and clearly not."""
MOST_SWEEPS = 25
"""Of a search: in each the best moves are made."""
MOST_STARTS = 6
"""Readings that differ in what is hidden, from which a search goes on."""
SAME_START = 0.05
"""Of the cells: starts of which fewer are hidden in one and not in the other lead to the same minimum,
mostly."""
MOST_GROUPS = 6
"""Groups of kinds that are hidden, opened or flags together in the starts: with three or four ways each there
are up to 4096."""
MOST_PAIRS = 600
"""Pairs of kinds that look alike, of which it is asked whether they have one symbol."""
LOOKS_ALIKE, SIGNS_ALIKE = 14, 12
"""How far two kinds that look alike are apart at most, of 255: with their borders, and their signs alone."""
MOST_AT_ONCE = 400
"""Readings that are described at once: of more the numbers would take too much room."""
UNTRIED_COST = 50.0
"""What a change costs more that was not tried."""


class _Tones(NamedTuple):
    """The cells of one symbol in each reading: mean colour float (n, 3), deviation, and their number."""

    mean: Array
    deviation: Array
    number: Array


MANY_CLUES, LEAST_BLANKS = 12, 8
"""Clues of a board without any 0 that is strange, and cells of a kind that may be its 0s."""


class Kinds:
    """The kinds of a board's cells, and what speaks for a reading: a symbol for each kind, int (kinds,).

    ``kind``: int (n,), of each cell; ``number``: of kinds; ``size``: float (kinds,), how many cells each has;
    ``alike``: bool (kinds, kinds), which could be of one symbol; ``sign``: float (kinds, JUNK), how likely
    each symbol is by a kind's look alone, as logarithms; ``sure_clue``: int (kinds,), the clue that all
    networks are sure of, -1: none; ``tables``: float (tables, kinds, JUNK), what a symbol adds to the numbers
    of a reading.
    """

    def __init__(
        self,
        cells: Array,
        plain: Array,
        symbol_chances: Array,
        nets: list[Array],
        rows: int,
        cols: int,
    ) -> None:
        """cells, plain: uint8 (n, SIDE, SIDE, 3), with and without borders; ``symbol_chances``: how likely
        each symbol is, by all networks; ``nets``: by each, of cells, of signs, and of both."""
        # Cells that look alike are one kind.
        ground = grounds(cells, symbol_chances)
        self.kind, self.alike = alike_cells(cells, plain, symbol_chances, ground)
        self.rows = rows
        self.cols = cols
        self.number = int(self.kind.max()) + 1
        self.size = np.bincount(self.kind, minlength=self.number).astype(float)
        self.kind_at = self.kind.reshape(rows, cols)
        self._membership = np.zeros((len(cells), self.number), np.float32)
        self._membership[np.arange(len(cells)), self.kind] = 1
        self.order = np.argsort(-self.size, kind="stable")

        # How likely each clue is by the network that doubts it most.
        least_chances = np.minimum.reduce([self._mean(net[:, CLUES]) for net in nets])
        self.sure_clue = np.where(
            least_chances.max(axis=1) > SURE_CLUE, least_chances.argmax(axis=1) + CLUES.start, -1
        )

        # What each symbol of a kind adds to the numbers of a reading, whatever the other kinds are.
        ground_of_kind = self._mean(ground[:, None])[:, 0]
        self.clear_grounds = self._has_clear_grounds(ground_of_kind, nets[-1])
        weight = np.log2(self.size + 1)[:, None] / 3
        tables = self._network_tables(nets, weight)
        tables += self._ground_tables(ground_of_kind, weight)
        tables += self._symbol_tables(weight)
        self.tone = self._mean(cells.mean(axis=(1, 2)))
        tables += self._colour_tables(plain)
        self.tables = np.stack(tables).astype(np.float32)

        # The looks of kinds, by which pairs that could be one symbol are compared.
        edges = cells[:, 1:3], cells[:, -3:-1], cells[:, :, 1:3], cells[:, :, -3:-1]
        edge_colours = np.stack([edge.mean(axis=(1, 2), dtype=np.float32) for edge in edges])
        self.rim = self._mean(edge_colours.mean(axis=0))
        blocks = cells[:, 1:-1, 1:-1].reshape(-1, 6, 3, 6, 3, 3)
        self.look = self._mean(blocks.mean(axis=(2, 4)))
        sign_blocks = plain[:, 2:18, 2:18].reshape(-1, 8, 2, 8, 2, 3)
        signs = self._mean(sign_blocks.mean(axis=(2, 4)))
        self._look_pairs = _pairs_alike(self.look, LOOKS_ALIKE)
        self._sign_pairs = _pairs_alike(signs, SIGNS_ALIKE)

    def _mean(self, values: Array) -> Array:
        """Of the cells of each kind: float (kinds, values)."""
        flat = values.reshape(len(values), -1).astype(np.float32)
        return (self._membership.T @ flat) / self.size[:, None]

    def _has_clear_grounds(self, ground: Array, net_chances: Array) -> float:
        """1.0 where all clues lie in one ground, and blank cells clearly do or do not, else 0.0.

        ground: float (kinds,); ``net_chances``: how likely each symbol is by the network of cells and signs
        """
        first_symbol = self._mean(net_chances[:, :JUNK]).argmax(axis=1)
        is_clue = (first_symbol > ZERO) & (first_symbol < FLAG)
        is_blank = first_symbol <= ZERO
        if not is_clue.any():
            return 0.0
        like_clues, unlike_clues = ground < CLEAR_GROUND, ground > CLEAR_HIDDEN_GROUND
        clues = self.size[is_clue & like_clues].sum()
        opened = self.size[is_blank & like_clues].sum()
        hidden = self.size[is_blank & unlike_clues].sum()
        all_clues_there = clues > 0.9 * self.size[is_clue].sum()
        all_blank_clear = opened + hidden > 0.9 * self.size[is_blank].sum()
        both_seen = min(opened, hidden) > max(2, 0.03 * len(self.kind))
        return float(all_clues_there and all_blank_clear and both_seen)

    def _table(self, symbols: Any, values: Any) -> Array:
        """A table with these values where a kind has these symbols."""
        table = np.zeros((self.number, JUNK))
        table[:, symbols] = values
        return table

    def _network_tables(self, nets: list[Array], weight: Array) -> list[Array]:
        """How likely each network holds each symbol, blank cells being one; whether a blank one is opened is
        a hint. Signs alone give none."""
        tables = []
        self.sign = np.zeros((self.number, JUNK))
        for number, net in enumerate(nets):
            odds = np.maximum(net[:, :JUNK], 1e-4)
            odds /= odds.sum(axis=1, keepdims=True)
            blank = odds[:, :2].sum(axis=1, keepdims=True)
            sign = self._mean(np.log(np.concatenate([blank, blank, odds[:, 2:]], axis=1)))
            sign = np.maximum(sign - sign.max(axis=1, keepdims=True), -7)
            self.sign += sign
            tables += [sign, sign * weight]
            of_signs_alone = number == 1
            if of_signs_alone:
                continue
            hint = np.zeros_like(sign)
            of_blank = self._mean(np.log(np.maximum(odds[:, :2], 1e-3) / np.maximum(blank, 2e-3)))
            hint[:, :2] = np.maximum(of_blank - of_blank.max(axis=1, keepdims=True), -4)
            if number == 0:
                self.sign += hint
            tables += [hint, hint * weight]
        return tables

    def _ground_tables(self, ground: Array, weight: Array) -> list[Array]:
        """Covered cells lie on another ground than clues; where grounds are clear that says more."""
        covered = self._table([HIDDEN, FLAG], ground[:, None]) + self._table(ZERO, -ground)
        tables = [covered, covered * weight, self._table(CLUES, -ground[:, None])]
        return [*tables, covered * self.clear_grounds, covered * weight * self.clear_grounds]

    def _symbol_tables(self, weight: Array) -> list[Array]:
        """How frequent a clue is in games, and whether a symbol is a 0, a flag or a clue."""
        frequency = self._table(slice(None), CLUE_FREQUENCY)
        tables = [frequency, frequency * weight]
        for symbols in (ZERO, FLAG, CLUES):
            is_symbol = self._table(symbols, 1)
            tables += [is_symbol, is_symbol * weight]
        return tables

    def _colour_tables(self, plain: Array) -> list[Array]:
        """Flags are more colourful than most cells; hidden cells and 0s have nothing in their middle."""
        colour = np.ptp(self.tone, axis=1)
        usual_colour = np.median(np.repeat(colour, self.size.astype(int)))
        vivid = np.clip((colour - usual_colour) / 80, 0, 1.5)
        ground = np.median(plain.reshape(len(plain), -1, 3), axis=1)[:, None, None]
        in_the_middle = np.abs(plain[:, 4:16, 4:16] - ground).max(axis=3).mean(axis=(1, 2))
        ink = np.clip(self._mean(in_the_middle[:, None])[:, 0] / 30, 0, 1.5)
        return [
            self._table(FLAG, vivid),
            self._table(HIDDEN, vivid),
            self._table(HIDDEN, ink),
            self._table(ZERO, ink),
        ]

    def described(self, choices: Array) -> Array:
        """float (n, numbers): what speaks for and against each of these readings, int (n, kinds)."""
        if len(choices) > MOST_AT_ONCE:
            batches = np.array_split(choices, len(choices) // MOST_AT_ONCE + 1)
            return np.concatenate([self.described(batch) for batch in batches])
        columns: list[Array] = [self.tables[:, np.arange(self.number), choices].sum(axis=2).T]
        columns += self._rule_columns(choices)
        columns += self._unlike_columns(choices)
        for pairs in (self._look_pairs, self._sign_pairs):
            columns += _split_pairs(choices, pairs)
        columns += self._tone_columns(choices)
        flat = [np.asarray(column, np.float32).reshape(len(choices), -1) for column in columns]
        return np.concatenate(flat, axis=1)

    def _rule_columns(self, choices: Array) -> list[Array]:
        """What no board shows, or hardly any: by the rules of the game."""
        symbols = choices[:, self.kind_at]
        is_hidden, is_flag, is_zero = symbols == HIDDEN, symbols == FLAG, symbols == ZERO
        is_clue, value = (symbols > ZERO) & (symbols < FLAG), symbols - 1
        covered = is_hidden | is_flag
        hidden_around, flags_around, clues_around = map(_around, (is_hidden, is_flag, is_clue))
        impossible = is_clue & ((value > hidden_around + flags_around) | (value < flags_around))
        beside_covered = is_zero & (hidden_around + flags_around > 0)
        lonely_flag = is_flag & (clues_around == 0)

        columns: list[Array] = []
        eight = _count(beside_covered)
        four = _count(is_zero & (_beside(covered) > 0))
        for faults in (_count(impossible), eight, four, _count(lonely_flag)):
            columns += [np.minimum(faults, 1), np.minimum(faults, 4) / 4]
            columns += [np.log1p(faults), np.minimum(faults, 20) / 20]
        columns += [np.minimum(eight, 1) * self.clear_grounds, np.log1p(eight) * self.clear_grounds]

        # That a kind of 0s never lies beside hidden cells, or one of flags always beside clues, is no chance.
        covered_share = np.minimum(covered.mean(axis=(1, 2)), 0.95)
        not_beside = (choices == ZERO) & (self._of_kinds(beside_covered) <= 0.08 * self.size)
        surprise = np.minimum(-self.size * np.log(1 - covered_share)[:, None], 12)
        zeros_proof = (not_beside * surprise).sum(axis=1)
        beside_clue = _count(covered & (clues_around > 0)) / np.maximum(_count(covered), 1)
        never_lonely = (choices == FLAG) & (self._of_kinds(lonely_flag) == 0)
        surprise = np.minimum(-self.size * np.log(np.clip(beside_clue, 0.02, 0.99))[:, None], 12)
        columns += [
            zeros_proof / 4,
            np.minimum(zeros_proof, 12) / 4,
            (never_lonely * surprise).sum(axis=1) / 4,
        ]

        # How much of the board is what.
        cell_count = self.rows * self.cols
        zeros, clues, flags, hidden = map(_count, (is_zero, is_clue, is_flag, is_hidden))
        full = _count(is_clue & (value == hidden_around + flags_around)) / np.maximum(clues, 1)
        flagged = _count(is_clue & (value == flags_around)) / np.maximum(clues, 1)
        columns += [(zeros == 0) & (clues > 4), (zeros == 0) & (clues > 0.3 * cell_count)]
        columns += [
            flags > 0.25 * cell_count,
            flags > 0.15 * cell_count,
            hidden + flags == 0,
            hidden == 0,
        ]
        return [*columns, covered_share, clues == 0, full, flagged * (flags > 0)]

    def _of_kinds(self, cell_flags: Array) -> Array:
        """float (n, kinds): how many cells of each kind are there, bool (n, rows, cols)."""
        return cell_flags.reshape(len(cell_flags), -1).astype(np.float32) @ self._membership

    def _unlike_columns(self, choices: Array) -> list[Array]:
        """Kinds that differ much from the largest one of their symbol: how many, and of how many cells."""
        every_reading = np.arange(len(choices))
        largest = np.zeros((len(choices), JUNK), int)
        for kind in self.order[::-1]:
            largest[every_reading, choices[:, kind]] = kind
        unlike = ~self.alike[largest[every_reading[:, None], choices], np.arange(self.number)]
        is_clue = (choices > ZERO) & (choices < FLAG)
        columns = []
        for of_symbol in (is_clue, choices == FLAG, choices == HIDDEN, choices == ZERO):
            kinds = unlike & of_symbol
            columns += [kinds.sum(axis=1), np.log1p(kinds @ self.size)]
        return columns

    def _tone_columns(self, choices: Array) -> list[Array]:
        """How far the colours of symbols are apart, and how much those of one symbol differ."""
        is_hidden, is_zero = choices == HIDDEN, choices == ZERO
        is_clue = (choices > ZERO) & (choices < FLAG)
        hidden_tone, zero_tone = self._tones(is_hidden, self.tone), self._tones(is_zero, self.tone)
        flag_tone = self._tones(choices == FLAG, self.tone)
        hidden_rim, zero_rim = self._tones(is_hidden, self.rim), self._tones(is_zero, self.rim)
        clue_rim = self._tones(is_clue, self.rim)
        columns = []
        for first_tones, second_tones in (
            (hidden_tone, zero_tone),
            (hidden_rim, clue_rim),
            (zero_rim, clue_rim),
            (hidden_tone, flag_tone),
        ):
            both_there = (first_tones.number > 0) & (second_tones.number > 0)
            tone_distance = np.abs(first_tones.mean - second_tones.mean).max(axis=1)
            distance = both_there * np.minimum(tone_distance, 60) / 60
            columns += [distance, both_there & (distance < 0.08)]
        for tones in (hidden_tone, zero_tone, clue_rim):
            columns.append(np.minimum(tones.deviation, 60) / 60)
        return columns

    def _tones(self, kinds: Array, colours: Array) -> _Tones:
        """The colours of some kinds in each reading, bool (n, kinds)."""
        weight = kinds * self.size
        total = weight.sum(axis=1)
        mean = (weight @ colours) / np.maximum(total, 1)[:, None]
        square = (weight @ (colours**2).sum(axis=1)) / np.maximum(total, 1) - (mean**2).sum(axis=1)
        return _Tones(mean, np.sqrt(np.maximum(square, 0)), total)

    def _groups(self) -> list[list[int]]:
        """Kinds that are not clearly digits, in up to six groups by their looks."""
        blank = self.sign[:, [HIDDEN, ZERO, FLAG]].max(axis=1)
        no_digits = [
            int(kind) for kind in self.order if self.sign[kind, CLUES].max() < blank[kind] + 4
        ]
        groups = [[kind] for kind in no_digits[:20]]
        while len(groups) > MOST_GROUPS:
            first_group, second_group = self._most_alike(groups)
            groups[first_group] += groups.pop(second_group)
        for kind in no_digits[20:]:
            distances = [np.abs(self._middle(group) - self.look[kind]).mean() for group in groups]
            groups[int(np.argmin(distances))].append(kind)
        return groups

    def _middle(self, group: list[int]) -> Array:
        """The mean look of a group of kinds."""
        return np.asarray(np.average(self.look[group], axis=0, weights=self.size[group]))

    def _most_alike(self, groups: list[list[int]]) -> tuple[int, int]:
        """The two groups whose union differs least from them (Ward's method), the first one first."""
        middles = np.array([self._middle(group) for group in groups])
        sizes = np.array([self.size[group].sum() for group in groups])
        weight = np.sqrt(1 / (1 / sizes[:, None] + 1 / sizes))
        distances = np.abs(middles[:, None] - middles).mean(axis=2) * weight
        np.fill_diagonal(distances, np.inf)
        first_group, second_group = sorted(divmod(int(distances.argmin()), len(groups)))
        return first_group, second_group

    def _same_sign(self) -> list[list[int]]:
        """Sets of kinds whose signs look alike."""
        root = np.arange(self.number)
        for _ in range(4):
            for first_kind, second_kind in self._sign_pairs:
                root[[first_kind, second_kind]] = root[[first_kind, second_kind]].min()
        sets = [np.flatnonzero(root == kind).tolist() for kind in np.unique(root)]
        return [kinds for kinds in sets if len(kinds) > 1]

    def search(
        self,
        work: Work,
        work_limit: float = np.inf,
        weights: Array | None = None,
        looked_at: list[Array] | None = None,
    ) -> list[tuple[float, Array, Array]]:
        """(cost, reading, costs float (kinds, JUNK) with one kind changed), the best first: local minima from
        the best starts.

        work_limit: Of the work, after which no further minimum is looked for
        looked_at: Is given the readings that came close
        """
        self._weights = fitted()["weights"] if weights is None else weights
        self._work = work

        # Starts that differ in what is hidden, opened or a flag: the cheapest ones first.
        base = self.sign.argmax(axis=1)
        groups = self._groups()
        starts = self._starts(base, groups)
        first_costs = self._cost(np.array(starts))
        order = np.argsort(first_costs)
        if looked_at is not None:
            looked_at += [starts[i] for i in order[:6]]
        moves = self._moves(base, groups)

        # From each of them the best moves are made, while there are better ones.
        minima: list[tuple[float, Array, Array]] = []
        begun: list[Array] = []
        for i in order:
            # A start that hides the same cells as one before leads to the same minimum, mostly.
            covered = (starts[i] == HIDDEN)[self.kind]
            if any((covered != earlier).mean() < SAME_START for earlier in begun):
                continue
            begun.append(covered)
            choice, cost, costs = self._descended(
                starts[i], float(first_costs[i]), moves, work_limit
            )
            if looked_at is not None:
                looked_at += [choice, *(_moved(choice, moves[j]) for j in np.argsort(costs)[:6])]
            if not any((choice == earlier).all() for _, earlier, _ in minima):
                minima.append((cost, choice, self._energies(choice, cost, moves, costs)))
            if len(begun) == MOST_STARTS or work.seconds > work_limit:
                break
        return sorted(minima, key=lambda minimum: minimum[0])

    def _cost(self, choices: Array) -> Array:
        """float (n,): what readings, int (n, kinds), cost."""
        self._work.spend(CELL_WEIGHED * len(choices) * len(self.kind))
        return -(self.described(choices) @ self._weights)

    def _starts(self, base: Array, groups: list[list[int]]) -> list[Array]:
        """Readings in which each group of kinds is hidden, opened, a flag, or what it looks like."""
        group_options: list[tuple[int | None, ...]] = []
        for group in groups:
            has_digits = any(1 < base[kind] < FLAG for kind in group)
            group_options.append((HIDDEN, ZERO, FLAG, None) if has_digits else (HIDDEN, ZERO, FLAG))
        starts = [base]
        for group_symbols in product(*group_options):
            start = base.copy()
            for symbol, group in zip(group_symbols, groups, strict=True):
                if symbol is not None:
                    start[group] = symbol
            starts.append(start)
        return starts

    def _moves(self, base: Array, groups: list[list[int]]) -> list[tuple[list[int], int]]:
        """Changes of a reading: some kinds that become a symbol; those of single kinds come first."""
        options: list[list[int]] = []
        for kind in range(self.number):
            if self.sure_clue[kind] >= 0:
                options.append([int(self.sure_clue[kind])])
                continue
            likely = {*np.argsort(-self.sign[kind])[:4].tolist(), HIDDEN, ZERO}
            if self.size[kind] > 1 or base[kind] in (HIDDEN, ZERO, FLAG):
                likely.add(FLAG)
            options.append(sorted(likely))
        moves = [([kind], symbol) for kind in range(self.number) for symbol in options[kind]]
        together = [group for group in groups if len(group) > 1] + self._same_sign()
        for group in together:
            if (self.sure_clue[group] >= 0).any():
                continue
            symbols = {symbol for kind in group[:3] for symbol in options[kind]}
            moves += [(group, symbol) for symbol in sorted(symbols)]
        return moves

    def _descended(
        self, choice: Array, cost: float, moves: list[tuple[list[int], int]], work_limit: float
    ) -> tuple[Array, float, Array]:
        """The reading to which the best moves lead, its cost, and that of each move from it."""
        for _ in range(MOST_SWEEPS):
            changed = np.array([_moved(choice, move) for move in moves])
            costs = self._cost(changed)
            better = [j for j in np.argsort(costs)[:40].tolist() if costs[j] < cost - 1e-6]
            if not better or self._work.seconds > work_limit:
                break
            # All that are better alone, if they are better together.
            joint_choice = choice.copy()
            for j in reversed(better):
                if len(moves[j][0]) == 1:
                    joint_choice[moves[j][0]] = moves[j][1]
            joint = float(self._cost(joint_choice[None])[0])
            best = better[0]
            if joint < costs[best]:
                choice, cost = joint_choice, joint
            else:
                choice, cost = changed[best], float(costs[best])
        return choice, cost, costs

    def _energies(
        self, choice: Array, cost: float, moves: list[tuple[list[int], int]], costs: Array
    ) -> Array:
        """float (kinds, JUNK): the cost with one kind changed; far above where that was not tried."""
        energies = np.full((self.number, JUNK), cost + UNTRIED_COST)
        for (kinds, symbol), changed_cost in zip(moves, costs, strict=True):
            if len(kinds) == 1:
                energies[kinds[0], symbol] = changed_cost
        energies[np.arange(self.number), choice] = cost
        return energies


def with_opened_blanks(kinds: Kinds, choice: Array) -> Array | None:
    """A reading that has many clues and no 0, with kinds of its hidden cells opened that lie beside no other
    covered cell; ``None``: none do. So a position looks that someone has set up in an analyser."""
    symbols = choice[kinds.kind_at]
    is_clue = (symbols > ZERO) & (symbols < FLAG)
    if (symbols == ZERO).any() or is_clue.sum() < MANY_CLUES:
        return None
    for kind in kinds.order:
        if choice[kind] != HIDDEN or kinds.size[kind] < LEAST_BLANKS:
            continue
        # What lies beside an opened 0 is opened: the kinds of all such cells, until there are no more.
        opened = _moved(choice, ([int(kind)], ZERO))
        while True:
            symbols = opened[kinds.kind_at]
            beside_zero = _around((symbols == ZERO)[None])[0] > 0
            beside_kinds = np.unique(kinds.kind_at[beside_zero & (symbols == HIDDEN)])
            if not len(beside_kinds):
                break
            opened[beside_kinds] = ZERO
        has_flag_beside = bool((beside_zero & (symbols == FLAG)).any())
        if (symbols == HIDDEN).any() and not has_flag_beside:
            return np.asarray(opened)
    return None


def _moved(choice: Array, move: tuple[list[int], int]) -> Array:
    """A reading with one move made."""
    changed = choice.copy()
    changed[move[0]] = move[1]
    return changed


def _around(cell_flags: Array) -> Array:
    """int8 (n, rows, cols): how many of a cell's eight neighbours are there, bool (n, rows, cols)."""
    padded = np.pad(cell_flags.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    columns = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    return np.asarray(columns[:, :, :-2] + columns[:, :, 1:-1] + columns[:, :, 2:] - cell_flags)


def _beside(cell_flags: Array) -> Array:
    """int8 (n, rows, cols): how many of the four cells beside each are there, bool (n, rows, cols)."""
    padded = np.pad(cell_flags.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    above_and_below = padded[:, :-2, 1:-1] + padded[:, 2:, 1:-1]
    return np.asarray(above_and_below + padded[:, 1:-1, :-2] + padded[:, 1:-1, 2:])


def _count(cell_flags: Array) -> Array:
    """int (n,): in each reading."""
    return np.asarray(cell_flags.sum(axis=(1, 2)))


def _pairs_alike(looks: Array, most_apart: float) -> Array:
    """int (pairs, 2): kinds whose looks, float (kinds, values), are nowhere farther apart; evenly chosen ones
    where they are many."""
    pairs = []
    for first_kind in range(len(looks)):
        distances = np.abs(looks[first_kind + 1 :] - looks[first_kind]).max(axis=1)
        for step in np.flatnonzero(distances < most_apart):
            pairs.append((first_kind, first_kind + 1 + step))
    chosen = np.linspace(0, len(pairs) - 1, min(len(pairs), MOST_PAIRS)).astype(int)
    return np.array(pairs, int).reshape(-1, 2)[chosen]


def _split_pairs(choices: Array, pairs: Array) -> list[Array]:
    """How many pairs that look alike have two symbols: hidden and 0, hidden and a flag, others."""
    first_symbols, second_symbols = choices[:, pairs[:, 0]], choices[:, pairs[:, 1]]
    differ = first_symbols != second_symbols
    blank = ((first_symbols <= ZERO) & (second_symbols <= ZERO) & differ).sum(axis=1)
    both_covered = np.isin(first_symbols, (HIDDEN, FLAG)) & np.isin(second_symbols, (HIDDEN, FLAG))
    flagged = (both_covered & differ).sum(axis=1)
    return [np.log1p(blank), np.log1p(flagged), np.log1p(differ.sum(axis=1) - blank - flagged)]
