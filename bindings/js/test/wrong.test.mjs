// Wrong values everywhere: each argument and option of each call is replaced by each of these, one at a time. What
// comes is an answer or a MinesolverError, and the engine goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, MinesolverError } from "../index.js";

const ms = await load();

const unprintable = {
  toString() {
    throw new TypeError("no text");
  },
};
const WRONG = {
  undefined: undefined,
  null: null,
  true: true,
  "-1": -1,
  "0": 0,
  "1": 1,
  "1.5": 1.5,
  NaN: NaN,
  Infinity: Infinity,
  "2**31": 2 ** 31,
  "2**53": 2 ** 53,
  "-2n": -2n,
  "2n**70n": 2n ** 70n,
  "no text": "",
  "a word": "x",
  "a fraction": "1/0",
  symbol: Symbol("s"),
  "a function": () => 1,
  "an object": {},
  unprintable,
  "no prototype": Object.create(null),
  "a date": new Date(NaN),
  "no list": [],
  "a list of nothing": [null],
  "a list of lists": [[], [undefined]],
  "a list with holes": new Array(4),
  "a list of numbers": [5, -9, 300, 1.5],
  "a list of symbols": [Symbol("s"), Symbol("t")],
  "a list of unprintables": [unprintable, unprintable],
  "a long list": { length: 2 ** 40 },
  "a list of no length": { length: -1 },
  bytes: new Int8Array([1, -1, -1, -1]),
};

const cells = [1, -1, -1, -1];
const square = { rows: 2, cols: 2, mines: 1, cells };
const ring = { rows: 1, cols: 4, mines: 1, neighbours: [[1, 3], [0, 2], [1, 3], [2, 0]], cells };
const weighted = { ...ring, weights: [[1, 1], [1, 1], [1, 1], [1, 1]], allowed: [[1], null, null, null] };
const shown = { ...ring, kinds: [0, 0, 0, 0], shows: [[0, 1, 2]], weights: weighted.weights };
const cube = { rules: "3d", shape: [2, 2, 2], mines: 1, constraints: [{ cells: [[0, 0, 0]], mines: 1 }] };
const game = { rows: 3, cols: 3, layout: [0, 0, 0, 0, 0, 0, 0, 0, 1], moves: [[0, 0]] };
const size = { rows: 6, cols: 6, mines: 4 };

/** Of each call what it takes when it is right. */
const CALLS = {
  parse: ["1#\n##", { mines: 1, left: null, density: null, signs: "hidden=#", reading: 1, whole: false }],
  parseAll: ["1#\n##\n\n1#\n##", { mines: 1, left: null, density: null, signs: null, reading: null, whole: null }],
  text: [square, { format: "canonical" }],
  analyze: [square, { seconds: 1 }],
  recommend: [square, { policy: "strongest", seconds: 1 }],
  hint: [square, { policy: "strongest", seconds: 1 }],
  sample: [square, 1, { seed: 1 }],
  estimate: [square, [[0, 1]], { playouts: 2, seconds: 0.01, seed: 1 }],
  judge: [{ rows: 3, cols: 3, layout: game.layout, start: [0, 0] }, [0, 0], { seconds: 1 }],
  review: [{ ...game, firstClick: "safe", reveal: "cascade", text: null, afterMine: null }],
  generate: [{ ...size, start: [2, 2], noGuess: true, repair: true, tries: 100, seed: 1, index: 0, seconds: 1 }],
  play: [{ ...size, start: [0, 0], policy: "safest", protection: "safe", seed: 1, index: 0, seconds: 1 }],
};
const OTHERS = [
  ["analyze", [{ ...square, left: null, density: null, known: 10, taken: [], signs: "", reading: 1, whole: true }]],
  ["analyze", [{ text: "1#\n##", mines: 1 }]],
  ["analyze", [ring]],
  ["analyze", [weighted]],
  ["analyze", [shown]],
  ["analyze", [cube]],
  ["analyze", [{ ...square, rules: "torus", rows: 3, cols: 3, cells: new Array(9).fill(-1) }]],
  ["judge", [{ text: "1*\n11" }, [0, 0]]],
  ["judge", [{ rows: 2, cols: 2, cells: [1, 10, 1, 1], mines: 1 }, [0, 0]]],
  ["review", [{ ...game, moves: [{ cell: [0, 0], action: "open" }] }]],
  ["review", [{ text: '{"rows":2,"cols":2,"layout":[[0,1]]}\n{"cell":[0,0]}' }]],
  ["generate", [{ rules: "3d", shape: [3, 3, 4], mines: 1, start: [0, 0], tries: 5 }]],
  ["play", [{ rules: "torus", rows: 4, cols: 4, mines: 2, policy: "safest" }]],
];

const isNested = (value) => value !== null && typeof value === "object" && !ArrayBuffer.isView(value);

/** The value with each of the wrong ones in its place and in that of all that it holds: [where, value]. */
function* replaced(value, where) {
  for (const [name, wrong] of Object.entries(WRONG)) yield [`${where} = ${name}`, wrong];
  if (!isNested(value)) return;
  for (const key of Object.keys(value)) {
    for (const [place, other] of replaced(value[key], `${where}.${key}`)) {
      const copy = Array.isArray(value) ? value.slice() : { ...value };
      copy[key] = other;
      yield [place, copy];
    }
  }
}

/** What comes of a call, as a text: nothing where it is an answer or an error of ours. */
async function faultOf(name, values) {
  try {
    const answer = await ms[name](...values);
    if (answer?.toJSON) JSON.stringify(answer); // some of it is counted when it is asked for
    return "";
  } catch (error) {
    return error instanceof MinesolverError ? "" : String(error?.stack ?? error);
  }
}

for (const [number, [name, right]] of [...Object.entries(CALLS), ...OTHERS].entries()) {
  test(`${name} takes wrong values for what they are (${number})`, async () => {
    await ms[name](...right); // it is right before anything is replaced
    const faults = [];
    for (const [where, values] of replaced(right, name)) {
      if (!Array.isArray(values) || values.length !== right.length) continue; // all of the arguments at once
      const fault = await faultOf(name, values);
      if (fault) faults.push(`${where}: ${fault.split("\n").slice(0, 3).join(" ")}`);
    }
    assert.deepEqual(faults, []);
    assert.equal(ms.analyze(square).solutions, 3n);
  });
}
