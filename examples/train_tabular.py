"""Train a tabular Q-learner on a small board, and see what is missing to the exact `safest` policy.

Needs the extra: pip install 'minesolver[gym]'. Takes some seconds. Options: --episodes N --games N --seed S.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import minesolver as ms
import minesolver.env  # registers the environment

SIZE: dict[str, Any] = {"rows": 4, "cols": 4, "mines": 3}
CELLS = SIZE["rows"] * SIZE["cols"]


def train(episodes: int, seed: int, games: int = 64) -> dict[bytes, np.ndarray]:
    """Q-values by observation: one-step updates, steps that halve as an entry is visited, no discount."""
    env = gymnasium.make_vec("minesolver/Minesweeper-v0", num_envs=games, **SIZE)
    rng = np.random.default_rng(seed)
    values: dict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(CELLS))
    visits: dict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(CELLS))
    board, info = env.reset(seed=seed)
    ended = np.zeros(games, bool)
    done = 0
    while done < episodes:
        explore = rng.random(games) < max(0.05, 1 - 1.5 * done / episodes)
        noise = rng.random((games, CELLS))
        mask = info["action_mask"] == 1
        keys = [grid.tobytes() for grid in board]
        actions = np.zeros(games, np.int64)
        for i in np.flatnonzero(~ended):
            score = noise[i] if explore[i] else values[keys[i]] + 1e-9 * noise[i]
            actions[i] = np.where(mask[i], score, -np.inf).argmax()
        board, rewards, terminated, truncated, info = env.step(actions)
        for i in np.flatnonzero(~ended):
            target = rewards[i]
            if not terminated[i]:
                target += np.where(
                    info["action_mask"][i] == 1, values[board[i].tobytes()], -np.inf
                ).max()
            visits[keys[i]][actions[i]] += 1
            step = visits[keys[i]][actions[i]] ** -0.7
            values[keys[i]][actions[i]] += step * (target - values[keys[i]][actions[i]])
        ended = terminated | truncated
        done += int(ended.sum())
    return dict(values)


def won(policy: Callable[..., np.intp], games: int, seed: int) -> float:
    """The share of the same games that a policy wins."""
    env = gymnasium.make("minesolver/Minesweeper-v0", **SIZE)
    wins = 0
    for index in range(games):
        board, info = env.reset(seed=0, options={"seed": seed, "index": index})
        over = False
        while not over:
            board, _, terminated, truncated, info = env.step(policy(env, board, info))
            over = terminated or truncated
        wins += info["won"]
    return wins / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    values = train(options.episodes, options.seed)
    rng = np.random.default_rng(options.seed)

    def uniform(env, board, info):
        return rng.choice(np.flatnonzero(info["action_mask"]))

    def learned(env, board, info):
        known = values.get(board.tobytes(), np.zeros(CELLS))
        return np.where(info["action_mask"] == 1, known, -np.inf).argmax()

    def safest(env, board, info):
        row, col = ms.analyze(ms.Board(board, SIZE["mines"])).best
        return np.int64(row * SIZE["cols"] + col)

    print(
        f"{SIZE['rows']}x{SIZE['cols']}, {SIZE['mines']} mines; {len(values)} observations in the table"
    )
    for name, policy in [("uniform", uniform), ("Q-learner", learned), ("safest", safest)]:
        share = won(policy, options.games, 10**6 + options.seed)
        error = 1.96 * (share * (1 - share) / options.games) ** 0.5
        print(
            f"{name:10} wins {100 * share:5.1f} % of {options.games} games (+- {100 * error:.1f})"
        )


if __name__ == "__main__":
    main()
