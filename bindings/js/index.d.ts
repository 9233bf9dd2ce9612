/** (row, column), both from 0. */
export type Cell = [number, number];
/** A numerator and a denominator, in lowest terms. */
export type Exact = [bigint, bigint];

/** A position: cells row by row, -1 hidden, 0 to 8 a clue, 10 a known mine; known mines count towards `mines`. */
export interface Position {
  rows: number;
  cols: number;
  /** Mines on the whole board; null or left out: unknown, and all layouts are alike. */
  mines?: number | null;
  /** Only without `mines`: each hidden cell is a mine with this probability. */
  density?: number | string | null;
  cells: ArrayLike<number>;
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
/** Or the canonical text: an optional line ROWSxCOLSxMINES, then a row a line, `#` hidden, `*` a known mine. */
export type Board = Position | { text: string; mines?: number | null; density?: number | string | null };

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
}

export interface GeneratedBoard {
  rows: number;
  cols: number;
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
}
interface Size extends Pick<Position, "rows" | "cols" | "neighbours" | "weights" | "kinds" | "shows"> {
  mines: number;
  start?: Cell;
  seed?: number | bigint;
  index?: number;
  seconds?: number;
}

export interface Minesolver {
  readonly policies: string[];
  parse(text: string, mines?: number | null): Position;
  analyze(board: Board, options?: { seconds?: number }): Analysis;
  recommend(board: Board, options?: { policy?: string; seconds?: number }): Promise<Recommendation>;
  generate(options: Size & { noGuess?: boolean; repair?: boolean; tries?: number }): GeneratedBoard;
  play(options: Size & { policy?: string; protection?: "none" | "safe" | "zero" }): Promise<PlayedGame>;
  /** Gives the engine's memory back. */
  close(): void;
}

export type ErrorKind = "BoardFormatError" | "InconsistentBoardError" | "EngineLimitError" | "UnknownNameError";
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
}

/** Loads the engine. */
export function load(): Promise<Minesolver>;
