"""A learned policy: a small network approximates Q, as the notebook proposes for boards too large to plan.

Q-learning with a replay memory and a target network (Mnih et al., Human-level control through deep
reinforcement learning, Nature 518, 2015), in NumPy: one hidden layer, Adam (Kingma and Ba, 2015). States are
full observations, rewards those of the environment, without discount; actions are the unopened cells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...base.errors import (
    ArgumentError,
    ArgumentTypeError,
    BoardFormatError,
    WeightsError,
    check_callable,
    check_iterable,
    check_type,
    quoted,
)
from ...base.files import read_arrays, write_arrays
from ...base.limits import whole_number
from ...model.board import Cell, checked_cell
from .agents import VIEW_EXPECTED, Agent
from .environment import Environment, View
from .game import BOMB, SYMBOLS
from .states import Entry, checked_entries

Floats = npt.NDArray[np.float64]
Transition = tuple[Floats, int, float, Floats, npt.NDArray[np.bool_]]
"""Inputs, cell, reward, inputs afterwards, what may be opened then (nothing at the end)."""

_WEIGHTS_EXPECTED = "the weights of a network are four arrays"
_MAX_WEIGHTS = 10**7  # of the first layer, for each kind of cell: boards are small here
_ARRAYS = ("hidden", "hidden_offset", "output", "output_offset")
_KINDS = 10  # unopened, and the values 0 to 8
_KIND_OF = {sign: value + 1 for value, sign in SYMBOLS.items() if sign != BOMB}

# Usual values of Q-learning, not tuned. What comes of them is in table L3.7 of docs/reproduction.
_MEMORY = 20_000  # steps that are remembered
_BATCH = 32  # of them learned from at a time
_RATE = 2e-3  # of learning
_SYNC = 250  # updates between copies to the target network
_MIN_EXPLORING = 0.05  # share of random moves to the end


class QNetwork:
    """Q of every cell from what is shown: one-hot cells, a hidden layer of rectified units, linear outputs.

    weights: Matrix and offset of the hidden layer, matrix and offset of the outputs
    Raises WeightsError: these do not fit together.
    """

    def __init__(self, rows: int, cols: int, weights: Sequence[Floats]) -> None:
        self.rows = whole_number(rows, "the number of rows")
        self.cols = whole_number(cols, "the number of columns")
        check_iterable(weights, _WEIGHTS_EXPECTED)
        self.weights = list(weights)
        for array in self.weights:
            check_type(array, np.ndarray, _WEIGHTS_EXPECTED)
        cells = self.rows * self.cols
        units = self.weights[1].size if len(self.weights) == len(_ARRAYS) else 0
        shapes = [(cells * _KINDS, units), (units,), (units, cells), (cells,)]
        if [array.shape for array in self.weights] != shapes:
            raise WeightsError(f"these are no weights of a network for {self.rows}x{self.cols}")

    @classmethod
    def fresh(cls, rows: int, cols: int, hidden: int, rng: np.random.Generator) -> QNetwork:
        """A network of random weights, of the scale of He et al. (2015).

        hidden: Units of the hidden layer
        Raises ArgumentError: a number is less than one, or the weights are too many.
        """
        rows = whole_number(rows, "the number of rows")
        cols = whole_number(cols, "the number of columns")
        hidden = whole_number(hidden, "the number of hidden units")
        if min(rows, cols, hidden) < 1 or rows * cols * hidden > _MAX_WEIGHTS:
            raise ArgumentError(f"there is no network of {hidden} units for {quoted((rows, cols))}")
        check_type(rng, np.random.Generator, "weights are drawn by a numpy.random.Generator")
        cells = rows * cols
        # One input a cell is on.
        hidden_weights = rng.normal(0, np.sqrt(2 / cells), (cells * _KINDS, hidden))
        output_weights = rng.normal(0, np.sqrt(2 / hidden), (hidden, cells))
        return cls(rows, cols, [hidden_weights, np.zeros(hidden), output_weights, np.zeros(cells)])

    def save(self, path: str | Path) -> None:
        """Write the network as a NumPy archive, for :meth:`load`."""
        write_arrays(
            path, size=[self.rows, self.cols], **dict(zip(_ARRAYS, self.weights, strict=True))
        )

    @classmethod
    def load(cls, path: str | Path) -> QNetwork:
        """Read what :meth:`save` wrote. Raises WeightsError: it is another file, or damaged."""
        stored = read_arrays(path, WeightsError, "learned network")
        try:
            rows, cols = (int(n) for n in stored["size"].tolist())
            return cls(rows, cols, [stored[name] for name in _ARRAYS])
        except (KeyError, ValueError, TypeError) as error:
            raise WeightsError(f"{path} is no learned network") from error

    def copy(self) -> QNetwork:
        """The same network, to change without changing this one."""
        return QNetwork(self.rows, self.cols, [weight.copy() for weight in self.weights])

    def inputs(self, shown: Iterable[Entry]) -> Floats:
        """The one-hot input of what is shown.

        shown: Every opened cell with its value
        Returns: float (inputs,).
        Raises CellError: a cell is off the board; BoardFormatError: no opened cell shows such a value.
        """
        kinds = np.zeros(self.rows * self.cols, np.int64)
        for cell, value in checked_entries(shown):
            row, col = checked_cell(cell, self.rows, self.cols)
            if value not in _KIND_OF:
                raise BoardFormatError(
                    f"{quoted(value)} is not what an opened cell shows", symbol=quoted(value)
                )
            kinds[row * self.cols + col] = _KIND_OF[value]
        one_hot = np.zeros((kinds.size, _KINDS))
        one_hot[np.arange(kinds.size), kinds] = 1
        return one_hot.ravel()

    def values(self, inputs: Floats) -> Floats:
        """Q of every cell.

        inputs: float (inputs,), or (n, inputs)
        Returns: float (cells,), or (n, cells).
        Raises ArgumentError: there are other numbers of inputs.
        """
        hidden_weights, hidden_offset, output_weights, output_offset = self.weights
        rows_of_inputs = _floats(inputs, len(hidden_weights), "inputs")
        hidden = np.maximum(rows_of_inputs @ hidden_weights + hidden_offset, 0)
        outputs: Floats = hidden @ output_weights + output_offset
        return outputs

    def gradient(self, inputs: Floats, errors: Floats) -> list[Floats]:
        """The gradient of half the summed squares of the errors.

        inputs: float (n, inputs)
        errors: float (n, cells): value less target
        Returns: Arrays of the shapes of the weights.
        Raises ArgumentError: inputs and errors are not as many rows of such lengths.
        """
        hidden_weights, hidden_offset, output_weights, output_offset = self.weights
        inputs = _floats(inputs, len(hidden_weights), "inputs")
        errors = _floats(errors, len(output_offset), "errors")
        if inputs.ndim != 2 or errors.ndim != 2 or len(inputs) != len(errors):
            raise ArgumentError("a gradient is that of rows of inputs, and as many rows of errors")
        hidden = np.maximum(inputs @ hidden_weights + hidden_offset, 0)
        hidden_errors = errors @ output_weights.T * (hidden > 0)
        return [
            inputs.T @ hidden_errors,
            hidden_errors.sum(axis=0),
            hidden.T @ errors,
            errors.sum(axis=0),
        ]


class LearnedAgent(Agent):
    """Opens the unopened cell of greatest Q."""

    def __init__(self, network: QNetwork) -> None:
        check_type(network, QNetwork, "a learned agent asks a QNetwork")
        self.network = network

    def choices(self, view: View) -> Sequence[Cell]:
        check_type(view, View, VIEW_EXPECTED)
        values = self.network.values(self.network.inputs(view.shown))
        cols = self.network.cols
        return [max(view.unopened, key=lambda cell: values[cell[0] * cols + cell[1]])]


def train(
    rows: int,
    cols: int,
    bombs: int,
    *,
    episodes: int = 6000,
    hidden: int = 64,
    first_click: str = "cell",
    seed: int = 0,
    on_episode: Callable[[int], None] | None = None,
) -> LearnedAgent:
    """Learn by playing; the same seed gives the same network.

    hidden: Units of the hidden layer
    first_click: Where the first click finds no bomb, a name in ``FIRST_CLICKS``
    seed: Of the layouts, the exploration and the first weights
    on_episode: Called with the number of each finished game
    Raises ArgumentError: ``episodes`` or ``hidden`` is less than 1, or the seed less than 0.
    """
    episodes = whole_number(episodes, "the number of episodes")
    hidden = whole_number(hidden, "the number of hidden units")
    seed = whole_number(seed, "a seed")
    check_callable(on_episode, "on_episode is a function")
    if seed < 0:
        raise ArgumentError(f"a seed of learning is at least 0, not {seed}")
    if episodes < 1 or hidden < 1:
        raise ArgumentError(f"at least one episode and one unit, not {episodes} and {hidden}")
    # Games draw from Python's generator, weights and batches from NumPy's: one seed does for both.
    draws = random.Random(seed)
    rng = np.random.default_rng(seed)
    env = Environment(cols, rows, bombs, first_click=first_click, observation="full", rng=draws)
    network = QNetwork.fresh(rows, cols, hidden, rng)
    agent = LearnedAgent(network)

    # Goals come of a copy that changes seldom, else the network would run after itself.
    target = network.copy()
    memory: list[Transition] = []
    adam = _Adam(network.weights)
    step_count = 0
    for episode in range(episodes):
        # Random moves become rarer, down to the least at about half of the episodes.
        exploring = max(_MIN_EXPLORING, 1 - 2 * episode / episodes)
        env.reset()
        view = env.view()
        inputs_after = network.inputs(view.shown)
        done = False
        while not done:
            # A move, what comes of it, and what may be opened then.
            inputs = inputs_after
            is_random = draws.random() < exploring
            cell = draws.choice(view.unopened) if is_random else agent.choices(view)[0]
            _, done, reward, _ = env.step(cell)
            may_open = np.zeros(rows * cols, np.bool_)
            if not done:
                view = env.view()
                inputs_after = network.inputs(view.shown)
                may_open[[row * cols + col for row, col in view.unopened]] = True
            step = inputs, cell[0] * cols + cell[1], reward, inputs_after, may_open
            if len(memory) < _MEMORY:
                memory.append(step)
            else:
                memory[step_count % _MEMORY] = step  # the oldest one
            step_count += 1

            # Learn from steps drawn at random out of the memory, so that they are not of one game.
            if step_count >= _BATCH:
                batch = rng.integers(0, len(memory), _BATCH)
                _learn(network, target, adam, [memory[number] for number in batch])
            if step_count % _SYNC == 0:
                target = network.copy()
        if on_episode is not None:
            on_episode(episode + 1)
    return agent


def _floats(values: object, columns: int, name: str) -> Floats:
    """An array of floats with this last dimension. Raises :class:`ArgumentError` where it is none."""
    try:
        array = np.asarray(values, float)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise ArgumentTypeError(f"{name} are an array of floats, not {quoted(values)}") from None
    if not array.ndim or array.shape[-1] != columns:
        raise ArgumentError(f"{name} are an array whose rows have {columns} numbers")
    return array


def _learn(network: QNetwork, target: QNetwork, adam: _Adam, batch: Sequence[Transition]) -> None:
    """One move of the weights towards reward plus the best that the target network expects afterwards."""
    inputs, cells, rewards, inputs_after, may_open = map(np.array, zip(*batch, strict=True))
    best_after = np.where(may_open, target.values(inputs_after), -np.inf).max(axis=1)
    goals = rewards + np.where(may_open.any(axis=1), best_after, 0.0)
    rows = np.arange(len(batch))
    errors = np.zeros((len(batch), may_open.shape[1]))
    estimates = network.values(inputs)[rows, cells]
    errors[rows, cells] = (estimates - goals) / len(batch)
    adam.step(network.weights, network.gradient(inputs, errors))


class _Adam:
    """Adam (Kingma and Ba, 2015) with its usual constants."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self._means = [np.zeros_like(weight) for weight in weights]  # of the gradients
        self._squares = [np.zeros_like(weight) for weight in weights]  # the mean squares of these
        self._steps = 0

    def step(self, weights: Sequence[Floats], gradients: Sequence[Floats]) -> None:
        self._steps += 1
        rate = _RATE * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, gradient, mean, square in zip(
            weights, gradients, self._means, self._squares, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)
