"""Fit the network that looks at cells and their signs, that of lines of cells at a board's ends, the weights
by which readings are compared, and the network that tells how far a reading is to be trusted.

    python fit_readings.py network --pictures FOLDER ... --minutes 40 --seed 5 --out OUT
    python fit_readings.py weights --pictures FOLDER ... --nets NOT0 NOT1 --out OUT
    python fit_readings.py lines --pictures FOLDER ... --nets NOT0 NOT1 --out OUT
    python fit_readings.py doubts --pictures FOLDER ... --nets NOT0 NOT1 --out OUT

after ``fit_symbols.py``; OUT keeps what it holds of the others. Networks are surer of what they were
fitted to, and would be trusted too much: NOT0 and NOT1 are files of networks fitted ``--without`` either half
of the programs, with which the pictures of that half are read (for ``doubts`` with OUT's weights in them).
Needs PyTorch. Pictures are those of ``programs.py take``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from fit_symbols import board, boards_of, half_of, paced, some_of_each
from programs import REPORTED, UNFIT

from minesolver import screenshots
from minesolver.base.errors import BoardFormatError
from minesolver.extras.screenshots import symbols
from minesolver.extras.screenshots.cells import cells_of
from minesolver.extras.screenshots.cheapest_readings import search
from minesolver.extras.screenshots.doubts import Doubts
from minesolver.extras.screenshots.finding.board_candidates import find_board
from minesolver.extras.screenshots.found_board import Lines, with_lines_beside
from minesolver.extras.screenshots.kinds import Kinds
from minesolver.extras.screenshots.lattice import longer
from minesolver.extras.screenshots.picture import load_picture
from minesolver.extras.screenshots.plain import plain_cells
from minesolver.extras.screenshots.symbols import FLAG, JUNK, LABELS, SIDE
from minesolver.extras.screenshots.work import Work

ROUNDS, WIDTH, BATCH = 3, 24, 256


# -- the network ---------------------------------------------------------------------------------------------


def shown(
    folders: list[Path], boards: int, rng: random.Random, without: int | None
) -> list[tuple[np.ndarray, ...]]:
    """(cells, signs, labels) of boards in random themes, and of each folder of pictures."""
    samples: list[tuple[list[np.ndarray], ...]] = [([], [], []) for _ in (None, *folders)]

    def add(
        sample_lists: tuple[list[np.ndarray], ...],
        pixels: np.ndarray,
        grid: Any,
        codes: Any,
        chosen_cells: Any,
    ) -> None:
        cells = cells_of(pixels, grid)
        if len(cells) < 3000:
            for sample_list, cell_values in zip(
                sample_lists, (cells, plain_cells(pixels, grid, cells)[0], codes), strict=True
            ):
                sample_list.append(cell_values[chosen_cells])

    for _ in range(boards):
        pixels, grid, labels = board(rng)
        add(samples[0], pixels, grid, np.array(labels), slice(None))
    for folder, folder_samples in zip(folders, samples[1:], strict=True):
        for _, pixels, grid, codes, _ in boards_of(folder, rng, without):
            add(folder_samples, pixels, grid, codes, some_of_each(codes, rng))
    return [tuple(map(np.concatenate, sample_lists)) for sample_lists in samples]


def network(
    folders: list[Path], boards: int, minutes: float, seed: int, without: int | None
) -> dict[str, np.ndarray]:
    """Kernels, weights and biases by AdamW, the rate falling to nothing in so many minutes."""
    import torch
    from torch import nn
    from torch.nn import functional

    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    drawn, *pictures = shown(folders, boards, random.Random(seed), without)
    real = tuple(np.concatenate(folder_arrays) for folder_arrays in zip(*pictures, strict=True))
    sizes = [6, WIDTH, WIDTH, 2 * WIDTH, 2 * WIDTH + 16]
    kernels = [nn.Conv2d(a, b, 3, padding=1) for a, b in pairwise(sizes)]
    dense = [nn.Linear(sizes[-1] * (SIDE // 4) ** 2, 64), nn.Linear(64, JUNK)]
    model = nn.ModuleList([*kernels, *dense])

    def varied(cell: Any, sign: Any) -> Any:
        """Other colours, contrast, size and place, float (n, 6, SIDE, SIDE), less the middle of each."""
        number = len(cell)
        turned, mirrored = torch.rand(number) < 0.5, torch.rand(number) < 0.2
        orders = torch.stack([torch.randperm(3) for _ in range(8)])[torch.randint(0, 8, (number,))]
        mix = (
            torch.eye(3)
            + 0.15 * torch.randn(number, 3, 3) * (torch.rand(number) < 0.5)[:, None, None]
        )
        weak = torch.where(
            torch.rand(number) < 0.3, torch.rand(number) * 0.8 + 0.3, torch.ones(number)
        )
        transform, warped = torch.zeros(number, 2, 3), torch.rand(number) < 0.7
        size = 1 + 0.08 * torch.randn(number)
        for axis in (0, 1):
            transform[:, axis, axis] = size * (1 + 0.05 * torch.randn(number))
        transform[:, 0, 1], transform[:, :, 2] = (
            0.04 * torch.randn(number),
            0.06 * torch.randn(number, 2),
        )
        steady_transform = transform.clone()
        steady_transform[:, 0, 0], steady_transform[:, 1, 1] = (
            1 + 0.03 * torch.randn(number) for _ in range(2)
        )
        varied_pixels = []
        for picture, picture_transform in ((cell, steady_transform), (sign, transform)):
            pixels = torch.from_numpy(picture).float() / 255
            reordered = torch.stack([pixels[k, :, :, order] for k, order in enumerate(orders)])
            pixels = torch.where(turned[:, None, None, None], reordered, pixels)
            pixels = torch.where(mirrored[:, None, None, None], 1 - pixels, pixels)
            pixels = (
                torch.einsum("nyxk,nkl->nyxl", pixels - 0.5, mix) * weak[:, None, None, None] + 0.5
            )
            lattice = functional.affine_grid(
                picture_transform, (number, 3, SIDE, SIDE), align_corners=False
            )
            moved = functional.grid_sample(
                pixels.permute(0, 3, 1, 2), lattice, padding_mode="border", align_corners=False
            )
            pixels = torch.where(warped[:, None, None, None], moved.permute(0, 2, 3, 1), pixels)
            pixels = pixels + 0.01 * torch.randn_like(pixels)
            varied_pixels.append(pixels - pixels.flatten(1, 2).median(1).values[:, None, None])
        strongest = varied_pixels[1].abs().amax(3).flatten(1).topk(12, 1).values.mean(1)
        varied_pixels[1] = varied_pixels[1] / strongest.clamp(min=0.1)[:, None, None, None]
        return torch.cat([2 * varied_pixels[0], varied_pixels[1]], 3).permute(0, 3, 1, 2)

    def odds(layer: Any) -> Any:
        for k, kernel in enumerate(kernels):
            layer = functional.relu(kernel(layer))
            layer = functional.max_pool2d(layer, 2) if k in (1, 2) else layer
        layer = functional.dropout(layer.flatten(1), 0.2)
        return dense[1](functional.dropout(functional.relu(dense[0](layer)), 0.2))

    optimizer = torch.optim.AdamW(model.parameters(), 1.5e-3, weight_decay=1e-4)
    for tell in paced(optimizer, minutes):
        share = int(0.6 * BATCH) if len(real[0]) else 0
        picked = [
            rng.integers(0, len(drawn[0]), BATCH - share),
            rng.integers(0, len(real[0]), share),
        ]
        cell, sign, label = (
            np.concatenate(
                [
                    samples[sample_indices]
                    for samples, sample_indices in zip(drawn_and_real, picked, strict=True)
                ]
            )
            for drawn_and_real in zip(drawn, real, strict=True)
        )
        true_label, label_odds = torch.from_numpy(label).long(), odds(varied(cell, sign))
        # What a blank cell is, its look alone does not tell.
        blank = torch.cat(
            [torch.logsumexp(label_odds[:, :2], 1, keepdim=True), label_odds[:, 2:]], 1
        )
        loss = functional.cross_entropy(blank, (true_label - 1).clamp(min=0), label_smoothing=0.02)
        loss = loss + 0.3 * functional.cross_entropy(label_odds, true_label, label_smoothing=0.03)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tell(loss.item())
    arrays = {}
    for k, layer in enumerate(model):
        weights = layer.weight.detach().numpy()
        if k < 4:  # (3, 3 x in, out)
            weights = weights.transpose(2, 3, 1, 0).reshape(3, -1, len(weights))
        elif k == 4:
            side = SIDE // 4
            weights = weights.reshape(len(weights), -1, side, side).transpose(2, 3, 1, 0)
            weights = weights.reshape(-1, weights.shape[-1])
        else:
            weights = weights.T
        arrays[f"both{k}"] = weights.astype(np.float16)
        arrays[f"both{k}bias"] = layer.bias.detach().numpy().astype(np.float16)
    return arrays


# -- pictures, and networks that have not seen them ----------------------------------------------------------

Given = tuple[Path, dict[str, Any], dict[str, np.ndarray]]
"""Of a picture: its folder, its line of ``truth.jsonl``, and the networks to read it with."""


def unseen(folders: list[Path], nets: list[Path], cuts: tuple[str, ...]) -> list[Given]:
    """The pictures of these cuts."""
    weights = [
        {name: array.astype(np.float32) for name, array in np.load(net).items()} for net in nets
    ]
    return [
        (folder, truth, weights[half_of(truth["program"])])
        for folder in folders
        for truth in map(json.loads, (folder / "truth.jsonl").read_text().splitlines())
        if truth["cut"] in cuts and truth["program"] not in (*REPORTED, *UNFIT)
    ]


def codes_of(truth: dict[str, Any]) -> np.ndarray:
    """int (cells,): the symbols of a board, as ``LABELS`` counts them."""
    text = "".join(truth["rows"])
    return np.array([LABELS.index({"#": "hidden", "F": "a flag"}.get(c, c)) for c in text])


# -- the ends of a board -------------------------------------------------------------------------------------


def ends_of(picture: Given) -> tuple[str, list[tuple[Any, bool, float]]] | None:
    """The program, and what is seen of the lines that lie at each end of the grid found first: whether they
    are the board's, and their share; the last two of an end lie outside. None: the grid is another."""
    folder, truth, net = picture
    symbols.fitted = lambda: net  # type: ignore[assignment]
    image = load_picture((folder / truth["file"]).read_bytes()).pixels
    found_board_parts = find_board(image, Work(), 9.0)
    if found_board_parts is None:
        return None
    grid, rows, cols = found_board_parts[1], len(truth["rows"]), len(truth["rows"][0])
    x0, y0, x1, y1 = truth["box"]
    wide, high = (x1 - x0) / cols, (y1 - y0) / rows
    left, top = (grid.left - x0) / wide, (grid.top - y0) / high
    off = abs(left - round(left)), abs(top - round(top)), abs(grid.cols * (grid.width / wide - 1))
    room = round(top), rows - round(top) - grid.rows, round(left), cols - round(left) - grid.cols
    if (
        max(*off[:2], off[2] / 2, abs(grid.rows * (grid.height / high - 1)) / 2) > 0.25
        or min(room) < 0
    ):
        return None
    lines, line_samples = Lines(image, *found_board_parts[1:]), []
    for k, number in enumerate(room):
        longer_grid = grid
        for j in range(number + 2):
            numbers = lines.described(longer_grid, k // 2, k % 2)
            if numbers is None:
                break
            line_samples.append((numbers, j < number, 0.3 if j > number else 1.0))
            longer_grid = longer(longer_grid, k // 2, k % 2)
            grid = longer_grid if j < number else grid
    return truth["program"], line_samples


def lines_network(
    work: list[Given], jobs: int, seed: int, epochs: int = 60
) -> dict[str, np.ndarray]:
    """Weights and biases of the network that tells a board's lines from what lies beside it."""
    import torch
    from torch import nn

    torch.manual_seed(seed)
    with Pool(jobs) as pool:
        program_lines = [ends for ends in pool.imap(ends_of, work, chunksize=4) if ends is not None]
    count = Counter(program for program, _ in program_lines)
    all_lines = [
        (*line, count[program] ** -0.6) for program, lines in program_lines for line in lines
    ]
    numbers, is_of_board, *shares = (
        np.array(column, np.float32) for column in zip(*all_lines, strict=True)
    )
    middle, scale = numbers.mean(axis=0), numbers.std(axis=0) + 0.05
    inputs, targets = (
        torch.from_numpy((numbers - middle) / scale),
        torch.from_numpy(is_of_board * 0.98 + 0.01),
    )
    share = torch.from_numpy(shares[0] * shares[1] / (shares[0] * shares[1]).mean())
    hidden_layer, output_layer = nn.Linear(len(middle), 24), nn.Linear(24, 1)
    model = nn.Sequential(hidden_layer, nn.ReLU(), nn.Dropout(0.1), output_layer)
    optimizer = torch.optim.AdamW(model.parameters(), 3e-3, weight_decay=3e-3)
    for epoch in range(epochs):
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * (1 - epoch / epochs) + 1e-5
        for batch in torch.randperm(len(inputs)).split(128):
            odds = model(inputs[batch] + 0.05 * torch.randn(len(batch), len(middle)))[:, 0]
            loss = nn.functional.binary_cross_entropy_with_logits(
                odds, targets[batch], reduction="none"
            )
            optimizer.zero_grad()
            (loss * share[batch]).mean().backward()
            optimizer.step()
    weights, end = hidden_layer.weight.detach().numpy(), output_layer.weight.detach().numpy()
    return {
        "line0": (weights / scale).T,
        "line0bias": hidden_layer.bias.detach().numpy() - weights @ (middle / scale),
        "line1": end.T,
        "line1bias": output_layer.bias.detach().numpy(),
    }


# -- the weights ---------------------------------------------------------------------------------------------

_boards: list[tuple[Kinds, np.ndarray, str]] = []


def found_board(picture: Given) -> tuple[Kinds, Any, str] | None:
    """A picture's kinds as the reader finds them, their true symbols, and the program; None: another size."""
    folder, truth, net = picture
    symbols.fitted = lambda: net  # type: ignore[assignment]
    image = load_picture((folder / truth["file"]).read_bytes()).pixels
    found_parts = find_board(image, Work(), 9.0)
    rows, cols = len(truth["rows"]), len(truth["rows"][0])
    if found_parts is None or rows * cols > 2500:
        return None
    grid, _ = with_lines_beside(image, *found_parts[1:], Work())
    if (grid.rows, grid.cols) != (rows, cols):
        return None
    cells = cells_of(image, grid)
    plain, share = plain_cells(image, grid, cells)
    nets = [
        symbols.likelihoods(cells),
        symbols.likelihoods(plain, signs=True),
        symbols.pictured(cells, plain),
    ]
    symbol_chances = symbols.mixed(symbols.with_signs(plain, share, *nets[:2]), nets[2])
    kinds = Kinds(cells, plain, symbol_chances, nets, rows, cols)
    codes = codes_of(truth)
    right = np.array([np.bincount(codes[kinds.kind == k]).argmax() for k in range(kinds.number)])
    return kinds, right, truth["program"]


def close(board_and_weights: tuple[int, np.ndarray]) -> tuple[bool, np.ndarray]:
    """Whether a board is read rightly; what speaks for the right reading, and for those that come close."""
    i, weights = board_and_weights
    kinds, right, _ = _boards[i]
    looked_at: list[np.ndarray] = []
    best = search(kinds, Work(), weights=weights, looked_at=looked_at)[0][1]
    rng = np.random.default_rng(i)
    for _ in range(6):
        looked_at.append(right.copy())
        looked_at[-1][rng.integers(kinds.number)] = rng.choice([0, 1, FLAG, 2, 3])
    close_readings = np.unique(looked_at, axis=0)
    return bool((best == right).all()), kinds.described(
        np.concatenate([right[None], close_readings[(close_readings != right).any(axis=1)]])
    )


def best_weights(close_ones: list[np.ndarray], begin: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Of the log-linear model: the right reading, the first of each, against all that came close."""
    from scipy.optimize import minimize

    all_rows = np.concatenate(close_ones)
    scale = all_rows.std(axis=0) + 1e-3
    right_rows = np.cumsum([0, *map(len, close_ones)])[:-1]
    board_of_row = np.repeat(np.arange(len(close_ones)), list(map(len, close_ones)))
    differences = (all_rows[right_rows][board_of_row] - all_rows) / scale

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        score = -(differences @ weights)
        largest_score = np.maximum.reduceat(score, right_rows)
        odds = np.exp(score - largest_score[board_of_row])
        total = np.add.reduceat(odds, right_rows)
        total_loss = float(((largest_score + np.log(total)) * share).sum()) + 0.01 * float(
            weights @ weights
        ) / len(weights)
        return total_loss, -(
            (odds / total[board_of_row] * share[board_of_row]) @ differences
        ) + 0.02 * weights / len(weights)

    minimum = minimize(loss, begin * scale, jac=True, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(minimum.x / scale)


def weights_of(work: list[Given], jobs: int) -> np.ndarray:
    """The weights of :meth:`Kinds.described`, after three rounds of searching and fitting."""
    with Pool(jobs) as pool:
        _boards.extend(
            board_found
            for board_found in pool.imap(found_board, work, chunksize=4)
            if board_found is not None
        )
    count = Counter(program for *_, program in _boards)
    share = np.array([count[program] ** -0.7 for *_, program in _boards])
    share /= share.sum()
    kinds, right, _ = _boards[0]
    weights, tables = np.zeros(kinds.described(right[None]).shape[1]), len(kinds.tables)
    weights[:6], weights[tables : tables + 16], weights[tables + 18 : tables + 21] = 0.5, -1.0, 0.5
    close_rows: list[list[np.ndarray]] = [[] for _ in _boards]
    for number in range(ROUNDS):
        with Pool(jobs) as pool:
            round_results = pool.map(
                close, [(i, weights) for i in range(len(_boards))], chunksize=8
            )
        for board_rows, (_, described) in zip(close_rows, round_results, strict=True):
            board_rows.append(described[1 if board_rows else 0 :])
        print(
            f"round {number}: {100 * np.mean([right for right, _ in round_results]):.1f} % right",
            flush=True,
        )
        weights = best_weights(
            [np.concatenate(board_rows) for board_rows in close_rows], weights, share
        )
    return weights


# -- doubts --------------------------------------------------------------------------------------------------


def wrong_cells(picture: Given) -> tuple[str, np.ndarray, np.ndarray] | None:
    """The program, what speaks against each cell of a picture's reading, and which are wrong; None: there is
    no reading of this size."""
    folder, truth, net = picture
    symbols.fitted = lambda: net  # type: ignore[assignment]
    looked_at: list[tuple[np.ndarray, np.ndarray]] = []

    def chances(
        self: Doubts, choice: np.ndarray, energy: np.ndarray, other_readings: Any
    ) -> np.ndarray:
        looked_at.append((choice[self.kinds.kind], self.described(choice, energy, other_readings)))
        return np.full(len(self.kinds.kind), 0.01)

    Doubts.chances = chances  # type: ignore[method-assign]
    try:
        reading = screenshots.read(folder / truth["file"])
    except BoardFormatError:
        return None
    codes = codes_of(truth)
    if reading.board.grid.shape != (len(truth["rows"]), len(truth["rows"][0])):
        return None
    symbol, numbers = looked_at[0]
    return truth["program"], numbers, symbol != codes


def doubts_network(work: list[Given], jobs: int, seed: int) -> dict[str, np.ndarray]:
    """Weights and biases of :meth:`Doubts.chances`, by L-BFGS with a penalty of 0.002 for their squares."""
    import torch
    from torch import nn

    with Pool(jobs) as pool:
        program_cells = [
            cells for cells in pool.imap(wrong_cells, work, chunksize=4) if cells is not None
        ]
    count = Counter(program for program, *_ in program_cells)
    share = np.concatenate(
        [
            np.full(len(wrong), count[p] ** -0.6 * len(wrong) ** -0.5)
            for p, _, wrong in program_cells
        ]
    )
    numbers = np.concatenate([numbers for _, numbers, _ in program_cells])
    middle, scale = numbers.mean(axis=0), numbers.std(axis=0) + 0.05
    inputs = torch.from_numpy(np.clip((numbers - middle) / scale, -5, 5).astype(np.float32))
    targets = torch.from_numpy(
        np.concatenate([wrong for *_, wrong in program_cells]).astype(np.float32)
    )
    weight = torch.from_numpy((share / share.sum()).astype(np.float32))
    torch.manual_seed(seed)
    hidden_layer, output_layer = nn.Linear(len(middle), 6), nn.Linear(6, 1)
    with torch.no_grad():
        hidden_layer.weight *= 0.3
        output_layer.bias.fill_(-5.0)
    parameters = [*hidden_layer.parameters(), *output_layer.parameters()]
    optimizer = torch.optim.LBFGS(
        parameters, max_iter=200, history_size=20, line_search_fn="strong_wolfe"
    )

    def loss() -> Any:
        optimizer.zero_grad()
        odds = output_layer(torch.tanh(hidden_layer(inputs)))[:, 0]
        cell_losses = nn.functional.binary_cross_entropy_with_logits(
            odds, targets, reduction="none"
        )
        total = (cell_losses * weight).sum() + 0.002 * (
            (hidden_layer.weight**2).sum() + (output_layer.weight**2).sum()
        )
        total.backward()
        return total

    loss_before = float(optimizer.step(loss))
    loss_after = float(loss())
    print(
        f"{len(program_cells)} readings, loss {loss_before:.4f} at first, {loss_after:.4f} at last"
    )
    return {
        "doubtmiddle": middle,
        "doubtscale": scale,
        "doubt0": hidden_layer.weight.detach().numpy().T,
        "doubt0bias": hidden_layer.bias.detach().numpy(),
        "doubt1": output_layer.weight.detach().numpy().T,
        "doubt1bias": output_layer.bias.detach().numpy(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["network", "weights", "lines", "doubts"])
    parser.add_argument(
        "--pictures", type=Path, nargs="+", required=True, help="folders of programs.py take"
    )
    parser.add_argument(
        "--nets",
        type=Path,
        nargs=2,
        help="networks without either half of the programs (all but network)",
    )
    parser.add_argument("--without", type=int, choices=[0, 1], help="leave out this half (network)")
    parser.add_argument(
        "--boards", type=int, default=4000, help="in random themes (network; default: 4000)"
    )
    parser.add_argument(
        "--minutes", type=float, default=13, help="of fitting (network; default: 13)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    arrays: dict[str, Any] = dict(np.load(options.out)) if options.out.exists() else {}
    if options.what == "network":
        arrays |= network(
            options.pictures, options.boards, options.minutes, options.seed, options.without
        )
    elif options.nets is None:
        parser.error(f"{options.what} needs --nets NOT0 NOT1")
    else:
        cuts = ("window",) if options.what == "lines" else ("board", "window")
        work = unseen(options.pictures, options.nets, cuts)
        if not work:
            parser.error(
                f"no picture of a {' or '.join(cuts)} of a program to fit to in these folders"
            )
        if options.what == "weights":
            arrays["weights"] = weights_of(work, options.jobs).astype(np.float32)
        elif options.what == "lines":
            arrays |= lines_network(work, options.jobs, options.seed)
        else:
            arrays |= doubts_network(work, options.jobs, options.seed)
    np.savez_compressed(options.out, **arrays)


if __name__ == "__main__":
    main()
