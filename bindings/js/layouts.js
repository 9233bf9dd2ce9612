// Layouts: what says one, and whether it says enough.

import { GROUND } from "./board.js";
import { wrong } from "./errors.js";

/** What a layout may say, of `generate` as well. */
export const LAYOUT = {
  ...GROUND,
  layout: "numbers",
  mines: "whole",
  start: "cell",
  noGuess: "flag",
  seed: "whole or bigint",
  index: "whole",
};

/** How many mines a layout has. */
export const countOf = (layout) => Array.prototype.reduce.call(layout, (sum, mine) => sum + mine, 0);

/** Check that a layout says of each cell whether it is a mine. */
export function checkLayout({ rows, cols, shape }, layout) {
  const count = shape ? layout?.length : rows * cols;
  if (!(layout?.length === count && Array.prototype.every.call(layout, (mine) => mine === 0 || mine === 1)))
    throw wrong(`a layout has 1 for a mine and 0 for none, for each of ${rows}x${cols} cells`);
}

/** Check that a layout alone says what its cells show. */
export function checkShown({ weights, shows }) {
  if (!weights) return;
  if (!shows) throw wrong("a layout under sets of sums does not say what its cells show: give kinds and shows");
  if (shows.flat().some((symbols) => symbols.length > 1))
    throw wrong(
      "cells under these rules show one of several clues, and a layout does not say which; " +
        "the command minesolver judge takes the board with all its clues",
    );
}
