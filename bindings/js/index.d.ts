/** (row, column), both from 0. */
export type Cell = [number, number];
/** A numerator and a denominator, in lowest terms. */
export type Exact = [bigint, bigint];

/** A position: cells row by row, -1 hidden, 0 to 8 a clue, 10 a known mine; known mines count towards `mines`. */
export interface Position {
  /** Left out only where `shape` says it. */
  rows: number;
  cols: number;
  /** Mines on the whole board; null or left out: unknown, and all layouts are alike. */
  mines?: number | null;
  /** Instead of `mines`: mines left, known ones not counted. */
  left?: number | null;
  /** Only without `mines`: each hidden cell is a mine with this probability. */
  density?: number | string | null;
  cells: ArrayLike<number>;
  /** The edges beyond which it goes on, of a part of a square board: there lies one more line of hidden cells, of which
   * nothing is told. It has no mine count then; chances are of all layouts of the part and that line. */
  cut?: (Side | "all")[];
  /** Geometry and rules by name, as "hex,liar"; `rules` of the engine are the names. A known mine is then -2, a place that
   * is no cell -3, an open cell without a clue -4. Of more than two dimensions the rows of all layers follow one another. */
  rules?: string;
  /** Of boards of more than two dimensions the size along each, in place of `rows` and `cols`. */
  shape?: number[];
  /** Groups of cells (named by their places along each dimension) of which a mine count is known. */
  constraints?: { cells: number[][]; mines?: number; counts?: number[]; range?: [number, number]; name?: string }[];
  /** What a text's signs were taken for; not asked for. */
  taken?: string[];
  /** Of each cell, where the board is no square one (hexagons, a torus, three dimensions): a known mine is then -2.
   * Lists after those of the cells are clues on no cell (row sums); these need `allowed`. */
  neighbours?: number[][];
  /** What a mine in each neighbour adds to the sum of the clue, where that is not 1; 62 together at most. */
  weights?: number[][];
  /** The sums that each clue allows, where it is no plain number; null: it says nothing. What `cells` has from 0 on then
   * only says that a cell is open. */
  allowed?: (number[] | null)[];
  /** For games under such rules: the kind of each list, and of each kind by the sum, from the least on, the symbol (a
   * number from 0 on) or the equally likely symbols that are shown. `cells` may then have symbols, without `allowed`. */
  kinds?: number[];
  shows?: (number | number[])[][];
}
export type Side = "left" | "top" | "right" | "bottom";
/** What else may be said of a board in a text. */
export interface Prior {
  /** The edges beyond which the board goes on; a first line such as `2x3x? cut=left,top` says it as well. */
  cut?: (Side | "all")[];
  /** What signs stand for: "hidden=x mine=! zero=blank". */
  signs?: string;
  /** Which of the readings of a text is meant, as the error numbers them that asks; of several boards always which board. */
  reading?: number;
  /** A whole layout is asked for: of several readings of a text that without a hidden cell is meant. */
  whole?: boolean;
  mines?: number | null;
  left?: number | null;
  density?: number | string | null;
}
/** Or a text, however people write boards: the canonical one has an optional line ROWSxCOLSxMINES, then a row a line, `#`
 * hidden, `*` a known mine. What could be read in two ways is an error with the `readings` to choose from. */
export type Board = Position | (Omit<Position, "rows" | "cols" | "cells"> & Shaped) | ({ text: string } & Prior);
/** A board of more than two dimensions; without `cells` all are hidden. */
interface Shaped {
  rules: string;
  shape: number[];
  cells?: ArrayLike<number>;
}

/** Clues none of which can be left out, and whether the mine count is needed as well. */
export interface Reason {
  clues: Cell[];
  mineCount: boolean;
  /** Of clues on no cell: which of `neighbours`. */
  lists?: number[];
}

export interface Analysis {
  readonly board: Position;
  readonly isExact: true;
  /** P(mine) of each cell, row by row: 0 on opened cells, 1 on known mines. */
  readonly probability: Float64Array;
  /** Hidden cells proved safe, and proved mines. */
  readonly safe: Cell[];
  readonly mines: Cell[];
  /** The cell to open, or null where none is left. */
  readonly best: Cell | null;
  /** Mine layouts that agree with the board. */
  readonly solutions: bigint;
  /** P(mine) of one cell. */
  exact(row: number, col: number): Exact;
  /** The clues that prove a cell; null where it is not proved. */
  reason(row: number, col: number): ({ cell: Cell; isMine: boolean } & Reason) | null;
  /** All of it as plain data, for `postMessage` and `structuredClone`; `exact` has the fraction of each cell. */
  readonly data: AnalysisData;
  /** As `minesolver solve --json` prints it: the number of layouts is a decimal text. */
  toJSON(): object;
}
export interface AnalysisData {
  board: Position;
  isExact: true;
  probability: Float64Array;
  safe: Cell[];
  mines: Cell[];
  best: Cell | null;
  solutions: bigint;
  exact: Exact[];
}

export interface Candidate {
  cell: Cell;
  /** P(no mine). */
  safety: number;
  score: number;
  /** P(another cell is then proved safe). */
  progress?: number;
  /** The winning chance of the best play, where a game tree decided. */
  winning?: Exact;
}
export interface Recommendation {
  policy: string;
  cell: Cell | null;
  proved: boolean;
  /** Whether no other cell wins more often, proved. */
  exact: boolean;
  safety: number | null;
  candidates: Candidate[];
  winning?: Exact;
  note?: string;
  /** Fractions as texts such as "1/3". */
  toJSON(): object;
}

/** The next move and why. */
export interface Hint {
  cell: Cell;
  proved: boolean;
  /** P(mine). */
  risk: Exact;
  /** The chance to win of the best play, where a game tree decided a guess. */
  winning?: Exact;
  /** The clues of the easiest proof; none for a guess. */
  clues: Cell[];
  mineCount: boolean;
  /** The reason as a sentence. */
  text: string;
  /** Where that saves clicks, on a square board: the chord, after its flags, and what it opens. Known mines are flags. */
  chord?: { cell: Cell; flags: Cell[]; opens: Cell[] };
}

export interface Estimate {
  cell: Cell;
  chance: number;
  error: number;
  loss: number;
  lossError: number;
  playouts: number;
}
export interface Layout extends Partial<Ground> {
  /** 1 for a mine, row by row. */
  layout: ArrayLike<number>;
  start?: Cell;
}
export interface Judgement {
  readonly start: Cell;
  /** Whether proved cells open all of it. */
  readonly noGuess: boolean;
  /** The board where the first guess is. */
  readonly stuck: Position | null;
  /** How many guesses it takes at best, with luck in each. */
  readonly guesses: number;
  /** As few safe cells as can be with which a player gets through. */
  readonly guessCells: Cell[];
  /** What players know: 3BV, openings, islands, ZiNi; of boards whose clues count mines. */
  readonly numbers: Partial<Record<"3BV" | "openings" | "islands" | "ZiNi", number>>;
  /** The weakest layer of deduction that comes as far, of a square board; null where the start opens all of it. */
  readonly layer: Layer | null;
  /** How many clues, the mine count as one more, the hardest step takes, where each step is the easiest at hand. */
  readonly facts: number;
  /** The keys of `minesolver judge --json`. */
  toJSON(): object;
}

export type Move = Cell | { cell: Cell; action?: "open" | "flag" | "chord" };
/** A game to be reviewed: its layout and moves, or the text of a saved one (JSON lines with the layout). */
export type RecordedGame =
  | (Layout & { moves: Move[]; firstClick?: string; reveal?: "cascade" | "single" })
  | { text: string };
export interface Guess {
  /** Which of the moves. */
  move: number;
  cells: Cell[];
  /** The chance that a cell of the move is a mine. */
  risk: Exact;
  probability: number;
  /** 1 + the hidden cells that are less likely a mine, and how many are hidden. */
  rank: number;
  of: number;
  best: Cell | null;
  bestRisk: Exact;
  /** The cells that were proved safe. */
  missed: Cell[];
  survived: boolean;
  text: string;
}
export interface Review {
  guesses: Guess[];
  opened: number;
  /** Cells of these that were proved before. */
  proved: number;
  /** The sum of -log10 of the chance of each guess that went well. */
  luck: number;
  won: boolean;
}

/** What says the size of a board and what its clues are about. */
export type Ground = Pick<
  Position,
  "rows" | "cols" | "rules" | "shape" | "neighbours" | "weights" | "kinds" | "shows"
>;
export interface GeneratedBoard extends Ground {
  mines: number;
  start: Cell;
  noGuess: boolean;
  seed: number | bigint;
  index: number;
  /** 1 for a mine, row by row. */
  layout: Int8Array;
}
export interface PlayedGame {
  won: boolean;
  guesses: number;
  opened: number;
  survived: number;
  adjusted: number;
  seed: number | bigint;
  index: number;
}
interface Size extends Partial<Ground> {
  mines: number;
  start?: Cell;
  /** Without one each board is a new one; the answer tells which. */
  seed?: number | bigint;
  index?: number;
  seconds?: number;
}

type Layer = "baseline" | "subset" | "intersection" | "bounds" | "counting";

interface GenerateOptions {
  noGuess?: boolean;
  repair?: boolean;
  tries?: number;
}
type Hardness = { layer: Layer; difficulty?: [number, number] } | { layer?: Layer; difficulty: [number, number] };

export interface Minesolver {
  readonly policies: string[];
  /** The names of geometries and rules that boards may have here; Python has more. */
  readonly rules: string[];
  /** The board in a text, in any of the ways in which people write boards; `taken` says what was taken for what. */
  parse(text: string, options?: number | null | Prior): Position & { taken: string[] };
  /** All boards of a text, which blank lines part. */
  parseAll(text: string, options?: number | null | Prior): (Position & { taken: string[] })[];
  /** A board as text: canonical, or a square one in emoji for a chat. */
  text(board: Board, options?: { format?: "canonical" | "emoji" }): string;
  analyze(board: Board, options?: { seconds?: number }): Analysis;
  recommend(board: Board, options?: { policy?: string; seconds?: number }): Promise<Recommendation>;
  /** The next move and why, as a sentence: the easiest proof, else the best guess; null where nothing is left. */
  hint(board: Board, options?: { policy?: string; seconds?: number }): Promise<Hint | null>;
  /** Layouts that agree with the board, each as likely as all others: 1 for a mine, row by row. */
  sample(board: Board, number?: number, options?: { seed?: number | bigint }): Int8Array[];
  /** The chance to win with each of some cells as the next move: layouts that agree (128, or `playouts`), played on by proved
   * cells, else the least risky. `error`: half of the interval in which it is, 95 times in a hundred; `loss`: against the first. */
  estimate(board: Board, cells: Cell[], options?: { playouts?: number; seconds?: number; seed?: number | bigint }): Estimate[];
  /** A layout, or a board or text that shows all its mines, played from a start cell by proved cells only. */
  judge(layout: Layout | Board, start?: Cell, options?: { seconds?: number }): Promise<Judgement>;
  /** A recorded game, graded. */
  review(game: RecordedGame): Promise<Review>;
  /** A board that needs no guess, proved; or any layout. */
  generate(options: Size & GenerateOptions): GeneratedBoard;
  /** The same as hard as is wanted. `layer`: the weakest layer of deduction that solves it, on square boards; `difficulty`:
   * the least and the greatest number of facts that its hardest step may take, both as in `Judgement`. */
  generate(options: Size & GenerateOptions & Hardness): Promise<GeneratedBoard>;
  play(options: Size & { policy?: string; protection?: "none" | "safe" | "zero" }): Promise<PlayedGame>;
  /** Gives the engine's memory back; what asks the engine afterwards is an `EngineClosedError`. */
  close(): void;
}

export type ErrorKind =
  "BoardFormatError" | "InconsistentBoardError" | "EngineLimitError" | "EngineClosedError" | "UnknownNameError";
export class MinesolverError extends Error {
  readonly kind: ErrorKind;
  readonly line?: number;
  readonly column?: number;
  readonly symbol?: string;
  readonly row?: number;
  readonly col?: number;
  /** Of an inconsistent board: clues that cannot hold together. */
  readonly clues?: Cell[];
  readonly mineCount?: boolean;
  readonly lists?: number[];
  /** Of a text that may be read in several ways: how to say each, `signs="hidden=x"` or `reading=2`. */
  readonly readings?: string[];
  /** The board of each of these readings, as canonical text. */
  readonly boards?: string[];
}

/** Loads the engine. `module`: the compiled "minesolver/engine.wasm", for hosts that forbid compiling. `reader: false`:
 * without what reads boards as people write them, a file of its own; canonical text, with a hidden cell, is still read. */
export function load(options?: { module?: WebAssembly.Module; reader?: boolean }): Promise<Minesolver>;
