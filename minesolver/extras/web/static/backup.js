// What this browser has kept of the player as one file, for another browser: statistics, exercises and boards.

import { keepBoards, keptBoards } from "./figures.js";
import { load, save, soundLevels } from "./stats.js";
import { keep, kept } from "./store.js";
import { soundExercises, soundMistakes } from "./trainer.js";

/** The text of the file. */
export function backup() {
  const contents = {
    statistics: load(),
    exercises: kept("exercises", soundExercises),
    mistakes: kept("mistakes", soundMistakes),
    boards: keptBoards(),
  };
  return JSON.stringify(contents, null, 1);
}

/**
 * Take what a file has, beside what is here: of each level and each exercise that of which there is more, so that the
 * same file may be loaded twice. @returns {boolean} whether there was anything
 */
export function restore(/** @type {string} */ text) {
  /** @type {Record<string, unknown> | null} */
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return false;
  }
  const levels = soundLevels(file?.statistics);
  const exercises = soundExercises(file?.exercises);
  const mistakes = soundMistakes(file?.mistakes);
  const boardCount = keptBoards().length;

  // Statistics cannot be added up: the file may be of the same games.
  const statistics = load();
  for (const [name, level] of Object.entries(levels))
    if (level.games > (statistics[name]?.games ?? 0)) statistics[name] = level;
  save(statistics);

  const byBoard = new Map(kept("exercises", soundExercises).map((exercise) => [exercise.board, exercise]));
  for (const exercise of exercises)
    if (exercise.tries > (byBoard.get(exercise.board)?.tries ?? -1)) byBoard.set(exercise.board, exercise);
  keep("exercises", [...byBoard.values()]);
  if (mistakes.length > kept("mistakes", soundMistakes).length) keep("mistakes", mistakes);
  keepBoards([...keptBoards(), ...(Array.isArray(file?.boards) ? file.boards : [])]);
  return Object.keys(levels).length + exercises.length + mistakes.length + keptBoards().length - boardCount > 0;
}
