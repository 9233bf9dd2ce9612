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

from typing import Any, NamedTuple

import numpy as np

from .arrays import (
    Array,
    block_means,
    evenly_spread,
    largest_of_colours,
    median_colours,
    neighbour_counts,
    shares_side_with_any,
    strongest_mean,
)
from .symbols import FLAG, HIDDEN, JUNK, ZERO, alike_cells, grounds

CLUES = slice(ZERO + 1, FLAG)
"""The symbols 1 to 8."""
CLUE_FREQUENCY = np.log([1, 1, 0.5, 0.29, 0.13, 0.05, 0.02, 0.006, 0.002, 0.001, 1])
"""Of a clue of 1 to 8, about, in games; of other symbols nothing is said."""
SURE_CLUE = 0.99
"""A clue that each of the networks holds with so much is never read as anything else: the weights of a
reading know few boards with a 5 or more, and would rather have a hidden cell of another look."""
CLEAR_GROUND = -0.9
"""Of ``grounds``: less is clearly the ground of clues."""
CLEAR_HIDDEN_GROUND = 0.7
"""Of ``grounds``: more is clearly not."""


MOST_PAIRS = 600
"""Pairs of kinds that look alike, of which it is asked whether they have one symbol."""
ALIKE = 14
"""How far two kinds that look alike are apart at most, of 255, with their borders."""
SIGNS_ALIKE = 12
"""The same of their signs alone."""
MOST_AT_ONCE, MOST_SYMBOLS_AT_ONCE = 400, 100_000
"""Readings that are described at once, and symbols of their kinds in all: of more the numbers would take too
much room."""


class _Tones(NamedTuple):
    """The cells of one symbol in each reading: mean colour float (n, 3), deviation, and their number."""

    mean: Array
    deviation: Array
    number: Array


class _Board(NamedTuple):
    """What readings make of a board's cells, bool or int (n, rows, cols): hidden cells, flags, both of them,
    opened 0s and clues, with what clues say; how many of each lie around; clues that could not be, 0s beside
    covered cells, and flags beside no clue."""

    is_hidden: Array
    is_flag: Array
    is_covered: Array
    is_zero: Array
    is_clue: Array
    clue: Array
    hidden_around: Array
    flags_around: Array
    clues_around: Array
    is_impossible: Array
    is_beside_covered: Array
    is_lonely_flag: Array

    @classmethod
    def of(cls, symbols: Array) -> "_Board":
        """The board of these symbols, int8 (n, rows, cols)."""
        is_hidden = symbols == HIDDEN
        is_flag = symbols == FLAG
        is_zero = symbols == ZERO
        is_clue = (symbols > ZERO) & (symbols < FLAG)
        clue = symbols - 1
        hidden_around = neighbour_counts(is_hidden)
        flags_around = neighbour_counts(is_flag)
        clues_around = neighbour_counts(is_clue)
        covered_around = hidden_around + flags_around
        is_too_large = clue > covered_around
        is_too_small = clue < flags_around
        return cls(
            is_hidden=is_hidden,
            is_flag=is_flag,
            is_covered=is_hidden | is_flag,
            is_zero=is_zero,
            is_clue=is_clue,
            clue=clue,
            hidden_around=hidden_around,
            flags_around=flags_around,
            clues_around=clues_around,
            is_impossible=is_clue & (is_too_large | is_too_small),
            is_beside_covered=is_zero & (covered_around > 0),
            is_lonely_flag=is_flag & (clues_around == 0),
        )


class Kinds:
    """The kinds of a board's cells, and what speaks for a reading: a symbol for each kind, int (kinds,).

    ``kind``: int (n,), of each cell; ``number``: of kinds; ``size``: float (kinds,), how many cells each has;
    ``alike``: bool (kinds, kinds), which could be of one symbol; ``sign``: float (kinds, JUNK), how likely
    each symbol is by a kind's appearance alone, as logarithms; ``sure_clue``: int (kinds,), the clue that all
    networks are sure of, -1: none; ``tables``: float (tables, kinds, JUNK), what a symbol adds to the numbers
    of a reading. Of the appearance of kinds, all of 255: ``tone``, ``rim`` float (kinds, 3), the mean colours
    of whole cells and of their edges; ``edge_shades`` float (kinds, 4), of each edge; ``middle_shade`` float
    (kinds,), ``shade_range`` float (kinds, 2), the darkest and the lightest one; ``appearance``: of parts of
    a cell; ``sign_pairs``: int (pairs, 2), kinds whose signs look alike.
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
        is_sure = least_chances.max(axis=1) > SURE_CLUE
        likeliest_clue = least_chances.argmax(axis=1) + CLUES.start
        self.sure_clue = np.where(is_sure, likeliest_clue, -1)

        self._set_appearance(cells, plain)
        self._set_tables(ground, nets, plain)

    def _set_appearance(self, cells: Array, plain: Array) -> None:
        """The looks of kinds, by which pairs that could be one symbol are compared."""
        self.tone = self._mean(cells.mean(axis=(1, 2)))
        upper_edge, lower_edge = cells[:, 1:3], cells[:, -3:-1]
        left_edge, right_edge = cells[:, :, 1:3], cells[:, :, -3:-1]
        edge_colours = np.stack(
            [
                edge.mean(axis=(1, 2), dtype=np.float32)
                for edge in (upper_edge, lower_edge, left_edge, right_edge)
            ]
        )
        self.rim = self._mean(edge_colours.mean(axis=0))
        self.edge_shades = self._mean(edge_colours.mean(axis=2).T)
        shades = cells.mean(axis=3, dtype=np.float32)
        usual_shade = np.median(shades, axis=(1, 2))
        darkest_shade = shades.min(axis=(1, 2))
        lightest_shade = shades.max(axis=(1, 2))
        self.middle_shade = self._mean(usual_shade[:, None])[:, 0]
        self.shade_range = self._mean(np.stack([darkest_shade, lightest_shade], axis=1))
        inside_borders = cells[:, 1:-1, 1:-1]
        self.appearance = self._mean(block_means(inside_borders, 3))
        signs = self._mean(block_means(plain[:, 2:18, 2:18], 2))
        self._alike_pairs = _pairs_alike(self.appearance, ALIKE)
        self.sign_pairs = _pairs_alike(signs, SIGNS_ALIKE)

    def _set_tables(self, ground: Array, nets: list[Array], plain: Array) -> None:
        """What each symbol of a kind adds to the numbers of a reading, whatever the other kinds are.

        ground: float (n,), how far each cell lies on another ground than clues
        """
        ground_of_kind = self._mean(ground[:, None])[:, 0]
        self.clear_grounds = self._has_clear_grounds(ground_of_kind, nets[-1])
        weight = np.log2(self.size + 1)[:, None] / 3
        tables = self._network_tables(nets, weight)
        tables += self._ground_tables(ground_of_kind, weight)
        tables += self._symbol_tables(weight)
        tables += self._colour_tables(plain)
        self.tables = np.stack(tables).astype(np.float32)
        by_symbol = self.tables.reshape(len(tables), -1).T
        self._numbers_of_symbols = np.ascontiguousarray(by_symbol)

    def unlike_appearance(self, kind: int) -> Array:
        """float (kinds,): how far the looks of all kinds are from that of one, of 255, in the eight parts of
        a cell that differ most: a sign is a small part of it."""
        difference = np.abs(self.appearance - self.appearance[kind])
        return strongest_mean(difference.reshape(self.number, -1), 8)

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
        is_like_clues = ground < CLEAR_GROUND
        is_unlike_clues = ground > CLEAR_HIDDEN_GROUND

        # Nearly all clues and blank cells are clear, and there are some blank ones of either ground.
        clue_count = self.size[is_clue & is_like_clues].sum()
        opened_count = self.size[is_blank & is_like_clues].sum()
        hidden_count = self.size[is_blank & is_unlike_clues].sum()
        are_clues_there = clue_count > 0.9 * self.size[is_clue].sum()
        are_blanks_clear = opened_count + hidden_count > 0.9 * self.size[is_blank].sum()
        least_seen = max(2, 0.03 * len(self.kind))
        are_both_seen = min(opened_count, hidden_count) > least_seen
        return float(are_clues_there and are_blanks_clear and are_both_seen)

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
            chances = np.maximum(net[:, :JUNK], 1e-4)
            chances /= chances.sum(axis=1, keepdims=True)
            blank = chances[:, :2].sum(axis=1, keepdims=True)
            merged = np.concatenate([blank, blank, chances[:, 2:]], axis=1)
            sign = self._mean(np.log(merged))
            sign = np.maximum(sign - sign.max(axis=1, keepdims=True), -7)
            self.sign += sign
            tables += [sign, sign * weight]
            is_of_signs_alone = number == 1
            if is_of_signs_alone:
                continue

            # Of the blank symbols, which one the network would rather have.
            share_of_blank = np.maximum(chances[:, :2], 1e-3) / np.maximum(blank, 2e-3)
            of_blank = self._mean(np.log(share_of_blank))
            hint = np.zeros_like(sign)
            below_likelier = of_blank - of_blank.max(axis=1, keepdims=True)
            hint[:, :2] = np.maximum(below_likelier, -4)
            if number == 0:
                self.sign += hint
            tables += [hint, hint * weight]
        return tables

    def _ground_tables(self, ground: Array, weight: Array) -> list[Array]:
        """Covered cells lie on another ground than clues; where grounds are clear that says more."""
        covered = self._table([HIDDEN, FLAG], ground[:, None])
        covered += self._table(ZERO, -ground)
        return [
            covered,
            covered * weight,
            self._table(CLUES, -ground[:, None]),
            covered * self.clear_grounds,
            covered * weight * self.clear_grounds,
        ]

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
        colour_of_cells = np.repeat(colour, self.size.astype(int))
        above_usual = colour - np.median(colour_of_cells)
        vivid = np.clip(above_usual / 80, 0, 1.5)

        # Of 255: how far the middle of a cell is from its ground.
        ground = median_colours(plain)[:, None, None]
        contrast = largest_of_colours(np.abs(plain[:, 4:16, 4:16] - ground))
        mean_contrast = contrast.mean(axis=(1, 2))
        contrast_of_kind = self._mean(mean_contrast[:, None])[:, 0]
        ink = np.clip(contrast_of_kind / 30, 0, 1.5)
        return [
            self._table(FLAG, vivid),
            self._table(HIDDEN, vivid),
            self._table(HIDDEN, ink),
            self._table(ZERO, ink),
        ]

    def described(self, choices: Array) -> Array:
        """float (n, numbers): what speaks for and against each of these readings, int (n, kinds)."""
        most_at_once = min(MOST_AT_ONCE, MOST_SYMBOLS_AT_ONCE // self.number + 1)
        if len(choices) > most_at_once:
            batches = np.array_split(choices, len(choices) // most_at_once + 1)
            return np.concatenate([self.described(batch) for batch in batches])
        # Symbols are few: in one byte each they are compared several times as fast.
        choices = choices.astype(np.int8)
        has_symbol = choices[:, :, None] == np.arange(JUNK, dtype=np.int8)
        columns: list[Array] = [self._table_sums(choices)]
        columns += self._rule_columns(choices)
        columns += self._unlike_columns(choices, has_symbol)
        for pairs in (self._alike_pairs, self.sign_pairs):
            columns += _split_pairs(choices, pairs)
        columns += self._tone_columns(choices)
        numbers = []
        for column in columns:
            numbers.append(np.asarray(column, np.float32).reshape(len(choices), -1))
        return np.concatenate(numbers, axis=1)

    def _table_sums(self, choices: Array) -> Array:
        """float (n, tables): the sum over all kinds of what their symbols add."""
        of_symbols = self._numbers_of_symbols.take(JUNK * np.arange(self.number) + choices, axis=0)
        return np.asarray(of_symbols.sum(axis=1))

    def _rule_columns(self, choices: Array) -> list[Array]:
        """What no board shows, or hardly any: by the rules of the game."""
        symbols = choices[:, self.kind_at]
        board = _Board.of(symbols)
        impossible_clues = _count(board.is_impossible)
        zeros_beside_covered = _count(board.is_beside_covered)
        shares_side_with_covered = shares_side_with_any(board.is_covered)
        zeros_with_covered_side = _count(board.is_zero & shares_side_with_covered)
        lonely_flags = _count(board.is_lonely_flag)

        # Single faults may be misread cells: many weigh no more than a few.
        columns: list[Array] = []
        for faults in (
            impossible_clues,
            zeros_beside_covered,
            zeros_with_covered_side,
            lonely_flags,
        ):
            columns.append(np.minimum(faults, 1))
            columns.append(np.minimum(faults, 4) / 4)
            columns.append(np.log1p(faults))
            columns.append(np.minimum(faults, 20) / 20)
        columns.append(np.minimum(zeros_beside_covered, 1) * self.clear_grounds)
        columns.append(np.log1p(zeros_beside_covered) * self.clear_grounds)
        covered_share = np.minimum(board.is_covered.mean(axis=(1, 2)), 0.95)
        columns += self._surprise_columns(choices, board, covered_share)
        columns += self._share_columns(board, covered_share)
        return columns

    def _surprise_columns(
        self, choices: Array, board: "_Board", covered_share: Array
    ) -> list[Array]:
        """That a kind of 0s never lies beside hidden cells, or one of flags always beside clues, is no
        chance: by the logarithm of how likely it would be."""
        is_clear_of_covered = self._of_kinds(board.is_beside_covered) <= 0.08 * self.size
        log_uncovered = np.log(1 - covered_share)[:, None]
        zero_surprise = np.minimum(-self.size * log_uncovered, 12)
        zeros = (choices == ZERO) & is_clear_of_covered
        zeros_proof = (zeros * zero_surprise).sum(axis=1)

        covered_count = _count(board.is_covered)
        beside_clue_count = _count(board.is_covered & (board.clues_around > 0))
        beside_clue = beside_clue_count / np.maximum(covered_count, 1)
        log_beside_clue = np.log(np.clip(beside_clue, 0.02, 0.99))[:, None]
        flag_surprise = -self.size * log_beside_clue
        is_never_lonely = self._of_kinds(board.is_lonely_flag) == 0
        flags = (choices == FLAG) & is_never_lonely
        flags_proof = (flags * np.minimum(flag_surprise, 12)).sum(axis=1)
        return [
            zeros_proof / 4,
            np.minimum(zeros_proof, 12) / 4,
            flags_proof / 4,
        ]

    def _share_columns(self, board: "_Board", covered_share: Array) -> list[Array]:
        """How much of the board is what."""
        cell_count = self.rows * self.cols
        zeros = _count(board.is_zero)
        clues = _count(board.is_clue)
        flags = _count(board.is_flag)
        hidden = _count(board.is_hidden)
        covered_around = board.hidden_around + board.flags_around
        is_full = board.is_clue & (board.clue == covered_around)
        is_flagged = board.is_clue & (board.clue == board.flags_around)
        full = _count(is_full) / np.maximum(clues, 1)
        flagged = _count(is_flagged) / np.maximum(clues, 1)
        return [
            (zeros == 0) & (clues > 4),
            (zeros == 0) & (clues > 0.3 * cell_count),
            flags > 0.25 * cell_count,
            flags > 0.15 * cell_count,
            hidden + flags == 0,
            hidden == 0,
            covered_share,
            clues == 0,
            full,
            flagged * (flags > 0),
        ]

    def _of_kinds(self, cell_flags: Array) -> Array:
        """float (n, kinds): how many cells of each kind are there, bool (n, rows, cols)."""
        return cell_flags.reshape(len(cell_flags), -1).astype(np.float32) @ self._membership

    def _unlike_columns(self, choices: Array, has_symbol: Array) -> list[Array]:
        """Kinds that differ much from the largest one of their symbol: how many, and of how many cells.

        has_symbol: bool (n, kinds, JUNK), in each reading the symbol of each kind
        """
        largest = self.order[has_symbol[:, self.order].argmax(axis=1)]
        largest_of_symbol = np.take_along_axis(largest, choices, axis=1)
        is_unlike = ~self.alike[largest_of_symbol, np.arange(self.number)]
        is_clue = (choices > ZERO) & (choices < FLAG)
        columns = []
        for is_of_symbol in (is_clue, choices == FLAG, choices == HIDDEN, choices == ZERO):
            kinds = is_unlike & is_of_symbol
            columns.append(kinds.sum(axis=1))
            columns.append(np.log1p(kinds @ self.size))
        return columns

    def _tone_columns(self, choices: Array) -> list[Array]:
        """How far the colours of symbols are apart, and how much those of one symbol differ."""
        is_hidden, is_zero = choices == HIDDEN, choices == ZERO
        is_clue = (choices > ZERO) & (choices < FLAG)
        hidden_tone = self._tones(is_hidden, self.tone)
        zero_tone = self._tones(is_zero, self.tone)
        flag_tone = self._tones(choices == FLAG, self.tone)
        hidden_rim = self._tones(is_hidden, self.rim)
        zero_rim = self._tones(is_zero, self.rim)
        clue_rim = self._tones(is_clue, self.rim)
        compared = [
            (hidden_tone, zero_tone),
            (hidden_rim, clue_rim),
            (zero_rim, clue_rim),
            (hidden_tone, flag_tone),
        ]
        columns = []
        for one_tone, another_tone in compared:
            are_there = (one_tone.number > 0) & (another_tone.number > 0)
            tone_distance = np.abs(one_tone.mean - another_tone.mean).max(axis=1)
            distance = are_there * np.minimum(tone_distance, 60) / 60
            columns.append(distance)
            columns.append(are_there & (distance < 0.08))
        for tones in (hidden_tone, zero_tone, clue_rim):
            columns.append(np.minimum(tones.deviation, 60) / 60)
        return columns

    def _tones(self, kinds: Array, colours: Array) -> _Tones:
        """The colours of some kinds in each reading, bool (n, kinds)."""
        weight = kinds * self.size
        total = weight.sum(axis=1)
        divisor = np.maximum(total, 1)
        mean = (weight @ colours) / divisor[:, None]
        mean_square = (weight @ (colours**2).sum(axis=1)) / divisor
        variance = mean_square - (mean**2).sum(axis=1)
        return _Tones(mean, np.sqrt(np.maximum(variance, 0)), total)


def _count(cell_flags: Array) -> Array:
    """int (n,): in each reading."""
    return np.asarray(cell_flags.sum(axis=(1, 2)))


def _pairs_alike(appearances: Array, most_apart: float) -> Array:
    """int (pairs, 2): kinds whose looks, float (kinds, values), are nowhere farther apart; evenly chosen ones
    where they are many."""
    pairs = []
    for first_kind in range(len(appearances)):
        difference = appearances[first_kind + 1 :] - appearances[first_kind]
        distances = np.abs(difference).max(axis=1)
        for step in np.flatnonzero(distances < most_apart):
            pairs.append((first_kind, first_kind + 1 + step))
    sampled = evenly_spread(len(pairs), MOST_PAIRS)
    return np.array(pairs, int).reshape(-1, 2)[sampled]


def _split_pairs(choices: Array, pairs: Array) -> list[Array]:
    """How many pairs that look alike have two symbols: hidden and 0, hidden and a flag, others."""
    symbols = choices[:, pairs[:, 0]]
    partners = choices[:, pairs[:, 1]]
    differ = symbols != partners
    are_blank = (symbols <= ZERO) & (partners <= ZERO)
    blank = (are_blank & differ).sum(axis=1)
    is_covered = (symbols == HIDDEN) | (symbols == FLAG)
    is_partner_covered = (partners == HIDDEN) | (partners == FLAG)
    flagged = (is_covered & is_partner_covered & differ).sum(axis=1)
    otherwise_split = differ.sum(axis=1) - blank - flagged
    return [np.log1p(blank), np.log1p(flagged), np.log1p(otherwise_split)]
