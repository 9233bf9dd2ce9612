"""How likely each cell of a reading is wrong: what speaks against it, weighed by a small network.

``benchmarks/fit_readings.py doubts`` fits it to readings by networks that had not seen the programs read.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .symbols import FLAG, HIDDEN, JUNK, ZERO, Kinds, broken, fitted

Array = npt.NDArray[Any]


class Doubts:
    """What speaks for and against the symbols of one board's cells, in any reading of it."""

    def __init__(self, kinds: Kinds, nets: list[Array], cells: Array) -> None:
        """nets: float (n, LABELS), how likely each symbol is by each network, and by all together."""
        self.kinds = kinds
        self.odds = []
        for net in nets:
            own = net[:, :JUNK] / np.maximum(net[:, :JUNK].sum(axis=1, keepdims=True), 1e-9)
            blank = own[:, :2].sum(axis=1, keepdims=True)
            self.odds.append((np.concatenate([blank, blank, own[:, 2:]], axis=1), own, blank[:, 0]))
        looks = cells[:, 1:-1, 1:-1].reshape(-1, 6, 3, 6, 3, 3).mean(axis=(2, 4), dtype=np.float32)
        looks = looks.reshape(len(cells), -1)
        middles = [np.median(looks[kinds.kind == k], axis=0) for k in range(kinds.number)]
        far = [np.partition(np.abs(looks - own), -8, axis=1)[:, -8:].mean(axis=1) for own in middles]
        self.far = np.minimum(np.stack(far, axis=1), 80) / 20  # how unlike each kind a cell is

    def described(self, choice: Array, energy: Array, others: list[tuple[float, Array]]) -> Array:
        """float32 (n, 56): of each cell of a reading, int (kinds,).

        energy: float (kinds, JUNK), the costs with one kind changed
        others: What other readings cost more, and these
        """
        kinds, kind, number = self.kinds, self.kinds.kind, self.kinds.number
        count, every = len(kind), np.arange(len(kind))
        symbols, size = choice[kind], kinds.size
        hidden, zero, flag = symbols == HIDDEN, symbols == ZERO, symbols == FLAG
        clue = ~(hidden | zero | flag)
        cost = energy[np.arange(number), choice]
        more = energy - cost[:, None]
        more[np.arange(number), choice] = np.inf
        gap = np.clip(more.min(axis=1), -3, 20)
        opinion = np.where(choice == HIDDEN, more[:, FLAG], np.where(choice == FLAG, more[:, HIDDEN], 20))
        opened = np.where(choice == HIDDEN, more[:, ZERO], np.where(choice == ZERO, more[:, HIDDEN], 20))
        found: list[Any] = [gap[kind] / 10, np.log1p(np.maximum(gap, 0))[kind]]
        found += [np.clip(one, -3, 20)[kind] / 10 for one in (opinion, opened)]
        for merged, own, blank in self.odds:
            mine, rest = merged[every, symbols], merged.copy()
            rest[every, symbols] = 0
            rest[symbols < 2, :2] = 0
            hint = np.where(symbols < 2, own[every, symbols] / np.maximum(blank, 1e-6), 1.0)
            log = np.log(np.maximum(mine, 1e-4))
            found += [log / 3, np.log(np.maximum(rest.max(axis=1), 1e-4)) / 3]
            found += [np.log(np.maximum(hint, 1e-3)) / 3, (np.bincount(kind, log, number) / size)[kind] / 3]
        shares = np.bincount(choice, size, JUNK) / count
        found += [hidden, zero, flag, clue, np.log(size)[kind] / 3, (size / count)[kind], shares[symbols]]
        # How unlike its own kind, any of another symbol, its symbol's largest, and the other blank's largest.
        largest = np.array([int(np.where(choice == symbol, size, -1).argmax()) for symbol in range(JUNK)])
        opposite = 1 - np.minimum(symbols, 1)
        differ = np.where(choice[None, :] != symbols[:, None], self.far, 4).min(axis=1)
        found += [self.far[every, kind], differ, self.far[every, largest[symbols]]]
        blank_far = self.far[every, largest[opposite]] * (shares[opposite] > 0)
        found.append(np.where(symbols < 2, blank_far, 4))
        board = symbols.reshape(kinds.rows, kinds.cols)
        wrong, beside = broken(board)
        there = np.stack([beside, wrong, (board == HIDDEN) | (board == FLAG), (board > 1) & (board < FLAG)])
        wide = np.pad(there.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
        near = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), axis=(1, 2)).sum(axis=(3, 4))
        near = near.reshape(4, -1)
        found += [beside.ravel(), (near[0] > 0) & (hidden | flag), wrong.ravel(), near[1] > 0]
        found += [near[2] / 9, near[3] / 9, clue & (symbols - 1 == near[2])]
        total, unlike, least = 0.0, np.zeros(count), np.full(count, 20.0)
        for far, other in others:
            weight, apart = float(np.exp(-max(far, 0.0))), other[kind] != symbols
            total, unlike = total + weight, unlike + weight * apart
            least[apart] = np.minimum(least[apart], max(far, -3.0))
        found += [unlike / (1 + total), least / 10]
        whole = [
            gap.min() / 10, (size * gap).sum() / count / 10, np.log1p(np.maximum(gap, 0))[kind].mean(),
            (gap[kind] < 2).mean(), wrong.sum() / max(clue.sum(), 1), beside.sum() / max(zero.sum(), 1),
            beside.any(), *shares[[HIDDEN, ZERO, FLAG]], clue.mean(), np.clip(cost.min(), -50, 50) / 20,
            least.min() / 10, total / (1 + total), (self.odds[-1][1][every, symbols] < 0.5).mean(),
            len(np.unique(choice)) / 10,
        ]  # fmt: skip
        found += [np.full(count, one) for one in whole]
        return np.stack([np.asarray(one, np.float32) for one in found], axis=1)

    def chances(self, choice: Array, energy: Array, others: list[tuple[float, Array]]) -> Array:
        """float (n,): how likely each cell of a reading is wrong."""
        nets = fitted()
        numbers = (self.described(choice, energy, others) - nets["doubtmiddle"]) / nets["doubtscale"]
        layer = np.tanh(np.clip(numbers, -5, 5) @ nets["doubt0"] + nets["doubt0bias"])
        return np.asarray(1 / (1 + np.exp(-(layer @ nets["doubt1"] + nets["doubt1bias"])[:, 0])))
