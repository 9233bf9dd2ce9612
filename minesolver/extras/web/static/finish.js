// The guess that decided a finished game. Pure.

/**
 * The guess that decided a game: of a lost one the last that hit a mine, of a won one the riskiest that went well;
 * null without any.
 */
export function decisive(/** @type {import("./answers.js").Guess[]} */ guesses, /** @type {boolean} */ won) {
  const fatal = guesses.filter((guess) => !guess.survived).at(-1);
  if (fatal || !won) return fatal ?? null;
  return guesses.reduce(
    (worst, guess) => (!worst || guess.probability > worst.probability ? guess : worst),
    /** @type {import("./answers.js").Guess | null} */ (null),
  );
}

/** How many of the moves to keep to stand before the move with this number among those that opened something. */
export function before(/** @type {[number, number, string][]} */ moves, /** @type {number} */ number) {
  let opened = -1;
  const moveIndex = moves.findIndex(([, , action]) => action !== "flag" && ++opened === number);
  return moveIndex < 0 ? moves.length : moveIndex;
}
