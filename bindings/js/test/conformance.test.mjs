// The cases that Python answers in tests/bindings/test_conformance.py, answered by the package alike.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { load, MinesolverError } from "../index.js";

const cases = JSON.parse(fs.readFileSync(new URL("../../../tests/bindings/conformance.json", import.meta.url), "utf8"));
const ms = await load();
const rounded = (/** @type {number} */ value) => Math.round(value * 1e9) / 1e9;
const isNear = (/** @type {number} */ value, /** @type {number} */ expected) => Math.abs(value - expected) < 2e-9;

/** What a board under rules in a text says, or the kind of error that it is. */
function readAs(/** @type {string} */ text) {
  try {
    const { solutions, probability, board } = ms.analyze({ text });
    return { solutions: String(solutions), probability: [...probability].map(rounded), text: ms.text(board) };
  } catch (error) {
    if (!(error instanceof MinesolverError)) throw error;
    return { error: error.kind };
  }
}

test("layouts are judged as Python judges them", async () => {
  for (const { text, start, answer } of cases.judgements)
    assert.deepEqual(JSON.parse(JSON.stringify(await ms.judge({ text }, start))), answer, text);
});

test("games are reviewed as Python reviews them", async () => {
  for (const { text, answer } of cases.reviews) {
    const { guesses, luck, won } = await ms.review({ text });
    const seen = guesses.map(({ probability, rank, of, missed, survived }) => {
      return { risk: rounded(probability), rank, of, missed: [...missed].sort(byPlace), survived };
    });
    assert.deepEqual(seen, answer.guesses, text);
    assert.ok(isNear(luck, answer.luck), `${luck} for ${answer.luck}: ${text}`);
    assert.equal(won, answer.won, text);
  }
});

test("boards under rules in text are those of Python, and what is none is refused alike", () => {
  for (const { text, answer } of cases.boards_under_rules) {
    const { text: written, ...seen } = readAs(text);
    const { text: expected = written, ...others } = answer;
    assert.deepEqual(seen, others, text);
    assert.equal(written?.trimEnd(), expected?.trimEnd(), text);
  }
});

test("parts of boards are known as Python knows them, and what is none is refused alike", () => {
  for (const { text, answer } of cases.parts_of_boards) {
    const seen = readAs(text);
    if (seen.error) assert.deepEqual(seen, answer, text);
    else {
      const { safe, mines, best } = ms.analyze({ text });
      const known = { ...seen, text: `${seen.text?.trimEnd()}`, safe, mines, best };
      assert.deepEqual(known, { ...answer, text: answer.text.trimEnd() }, text);
    }
  }
});

test("generated boards are those of Python, as hard as is wanted", async () => {
  for (const { text, answer } of cases.generated) {
    const { layout, cols } = await ms.generate(JSON.parse(text));
    const mines = Array.from(layout.keys()).filter((index) => layout[index]);
    assert.deepEqual(mines.map((index) => [Math.floor(index / cols), index % cols]), answer, text);
  }
});

/** Cells by rows, then columns. */
function byPlace(/** @type {number[]} */ [row, col], /** @type {number[]} */ [otherRow, otherCol]) {
  return row - otherRow || col - otherCol;
}
