// The card of a puzzle's groups: cells of which a mine count is known. One is chosen; the brush puts cells in and out.

import { redraw, state } from "./core.js";
import { $, bar, button, element, put } from "./dom.js";
import { groundOf } from "../../../protocol/scripts/ground.js";
import { countsFrom, countsText, withCellInGroup, withCounts, withLines, withoutGroup } from "./puzzles.js";
import { T } from "./texts.js";
import { groupName } from "./words.js";

/** @typedef {import("./position.js").Position} Position */

let chosen = 0; // the group to which the brush adds; one past the last is a new one
/** The texts of counts that are none yet, by group. @type {Map<number, string>} */
let unfinished = new Map();
let drawn = ""; // what the card shows

/** The group to which the brush adds. */
const chosenGroup = (/** @type {Position} */ position) => Math.min(chosen, position.groups?.length ?? 0);

/** The position with a cell put into the chosen group, or taken out. */
export const brushed = (
  /** @type {Position} */ position,
  /** @type {number} */ cell,
  /** @type {boolean} */ inside,
) => withCellInGroup(position, chosenGroup(position), cell, inside);

/** Whether a cell is in the chosen group. */
export const isInChosen = (/** @type {Position} */ position, /** @type {number} */ cell) =>
  Boolean(position.groups?.[chosenGroup(position)]?.cells.includes(cell));

function choose(/** @type {number} */ number) {
  chosen = number;
  drawn = "";
  redraw();
}

/** What chooses a group. */
const chooser = (/** @type {string} */ words, /** @type {number} */ number) =>
  button(words, () => choose(number), { "aria-pressed": String(number === chosen) });

/** Whether the rows and columns of a board are lines of it. */
const hasLines = (/** @type {Position} */ position) => groundOf(position).square && !position.shape;

/** A group's line: which it is, how many cells, its mine count, away with it. */
function line(
  /** @type {Position} */ position,
  /** @type {number} */ number,
  /** @type {(next: Position, kind?: string) => void} */ change,
) {
  const { cells, counts } = (position.groups ?? [])[number];
  const name = groupName(position, number);
  const field = element("input", {
    type: "text",
    size: "5",
    value: unfinished.get(number) ?? countsText(counts),
    "aria-label": T.groups.countOf(name),
    "aria-invalid": String(unfinished.has(number)),
    oninput: (/** @type {Event & {target: HTMLInputElement}} */ event) => {
      const read = countsFrom(event.target.value);
      if (read) unfinished.delete(number);
      else unfinished.set(number, event.target.value);
      event.target.ariaInvalid = String(!read);
      if (read) change(withCounts(state.position, number, read), `group ${number}`);
    },
  });
  const removal = T.groups.remove(name);
  const remove = () => {
    unfinished = new Map();
    change(withoutGroup(state.position, number));
  };
  return element(
    "div",
    { class: "bar group-line" },
    chooser(`${name} · ${T.groups.cells(cells.length)}`, number),
    element("label", {}, T.groups.mines, " ", field),
    button("×", remove, { "aria-label": removal, title: removal }),
  );
}

/** Draw the card; it goes where there is no group and no brush for one. */
export function groupCard(
  /** @type {Position} */ position,
  /** @type {boolean} */ isOn,
  /** @type {(next: Position, kind?: string) => void} */ change,
) {
  const groups = position.groups ?? [];
  const box = $("groups");
  box.hidden = !isOn;
  chosen = chosenGroup(position);
  const groupsText = `${isOn} ${chosen} ${JSON.stringify(groups)}`;
  // A field in which somebody types stays: what it says is in the position already.
  if (groupsText === drawn || box.contains(document.activeElement?.closest("input") ?? null)) return;
  drawn = groupsText;
  put(
    box,
    element("h2", {}, T.cellGroups),
    element("p", { class: "dim" }, T.groups.about),
    ...groups.map((_, number) => line(position, number, change)),
    bar(
      chooser(T.groups.another, groups.length),
      hasLines(position) && button(T.groups.lines, () => change(withLines(state.position))),
    ),
  );
}
