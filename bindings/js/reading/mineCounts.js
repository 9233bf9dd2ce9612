// How many mines a text says that a board has. Function by function as minesolver/io/formats/reading/mine_counts.py.

import { COUNTED } from "./outside.js";
import { COVERED, HIDDEN, MINE } from "./table.js";

const UMT = "umt";
const UMT_MOVE = "*";

/** Each mine count that a text may tell, with words for it: a number alone is that of all mines, or of those left. */
export function mineCounts(rows, facts, roles, { isLayout = false, formatName = "", coveredMines = 0 } = {}) {
  const signsOfRole = (role) => [...roles.keys()].filter((sign) => roles.get(sign) === role);
  const marked = countSigns(rows, signsOfRole(MINE));
  if (facts.mines.length) {
    const mines = Math.min(...facts.mines);
    return [{ mines, words: facts.sizeKind === COUNTED ? [] : [`${mines} as the mine count`] }];
  }
  if (facts.left.length) {
    const left = Math.min(...facts.left);
    return [{ mines: left + marked, words: [`${left} as the mines that are left`] }];
  }
  if (facts.loneCount !== null) return ofLoneCount(facts.loneCount, marked);
  if (isLayout) return [{ mines: marked, words: [] }];

  // What chats cover, and the notation of the documents, tell it where nothing else is hidden.
  const hiddenSigns = signsOfRole(HIDDEN);
  if (hiddenSigns.length === 1 && hiddenSigns[0] === COVERED && coveredMines !== null)
    return [{ mines: marked + coveredMines, words: [] }];
  if (formatName === UMT && roles.has("M") && !roles.has(UMT_MOVE))
    return [{ mines: countSigns(rows, ["M", "T"]), words: [] }];
  return [{ mines: null, words: [] }];
}

function ofLoneCount(loneCount, marked) {
  const asLeft = {
    mines: loneCount + marked,
    words: [`${loneCount} in a line of its own as the mines that are left`],
  };
  const asAll = { mines: loneCount, words: [`${loneCount} in a line of its own as the mine count`] };
  if (!marked) return [asAll];
  return loneCount < marked ? [asLeft] : [asAll, asLeft];
}

const countSigns = (rows, signs) => rows.flatMap((row) => row.signs.filter((sign) => signs.includes(sign))).length;
