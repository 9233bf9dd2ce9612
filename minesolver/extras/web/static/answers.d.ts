// What the page is told, and its one state: the types by which the scripts are checked. Nothing of it is loaded.

import type { Known } from "./faces.js";
import type { Position } from "./position.js";
import type { Refusal } from "./engine.js";

/** (row, column) */
export type Cell = number[];

/** A step of a proof: the cell that it settles, and by what. */
export interface Step {
  cell: Cell;
  mine: boolean;
  rule: string;
  clues: Cell[];
  after: Cell[];
  [more: string]: unknown;
}

/** A cell to guess. */
export interface Candidate {
  cell: Cell;
  safety: number;
  win?: number | null;
  progress?: number | null;
  [more: string]: unknown;
}

/** What is said of one cell. */
export interface CellAnswer {
  cell: Cell;
  exact: string | null;
  proof: Step[];
}

/** The answer to "analyse". */
export interface Analysis {
  is_exact: boolean;
  /** The number of layouts, as digits; null: it was not counted. */
  solutions: string | null;
  /** Of each cell, row by row; null where there is no estimate. */
  probability: (number | null)[];
  safe: Cell[];
  mine_cells: Cell[];
  best: Cell | null;
  seconds?: number;
  reasons?: Step[];
  about?: CellAnswer;
}

/** The answer to "best_move". */
export interface Advice {
  cell: Cell;
  candidates: Candidate[];
  policy?: string;
  [more: string]: any;
}

/** Why there is no answer. */
export type Problem = Refusal | (Pick<Refusal, "kind" | "message"> & Partial<Refusal>);

/** What is known of the position on the screen: an analysis, or a conflict, or a problem. */
export interface Answer extends Analysis {
  position: Position;
  /** Clues that cannot hold together. */
  conflict: Refusal | null;
  problem: Problem | null;
  known: Known | null;
  candidates: Candidate[];
  /** Whether any cell of the position is open. */
  opened: boolean;
}

/** What comes after opening a cell. */
export interface Ahead {
  secondSafety: number;
  progress: number;
  shown: [number, number][];
}

export interface Detail extends Partial<CellAnswer> {
  position: Position;
  index: number;
  problem: Problem | null;
  ahead?: Ahead | null;
}

/** What a layer of deduction proves, beside the exact answer. */
export interface LayerAnswer extends Partial<Analysis> {
  position: Position;
  engine?: string;
  known?: Known;
  problem?: Problem;
}

export interface State {
  /** What the page is told with its document. */
  options: any;
  mode: string;
  position: Position;
  shown: Position;
  answer: Answer | null;
  advice: (Advice & { position: Position }) | null;
  detail: Detail | null;
  layer: LayerAnswer | null;
  counting: "" | "slow" | "cancelled";
  /** The cell that is looked at; -1: none. */
  looking: number;
  flags: Set<number>;
  layout: Set<number>;
  /** Where cells may hold several mines. */
  flagCounts: Map<number, number> | null;
  mineCounts: Map<number, number> | null;
  over: "" | "won" | "lost";
  signs: string | null;
  marks: Record<string, Set<number>>;
}
