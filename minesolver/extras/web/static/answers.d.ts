// What the page is told, and its one state: the types by which the scripts are checked. Nothing of it is loaded.

import type { Known } from "./faces.js";
import type { Name, Stated } from "./graph.js";
import type { Position } from "./position.js";
import type { Refusal } from "./engine.js";
import type { Move, Spec } from "./game.js";

interface Named {
  name: string;
  description: string;
}

/** What the page is told with its document. */
export interface Facts {
  levels: { name: string; rows: number; cols: number; mines: number }[];
  policies: Named[];
  in_browser: string[];
  layers: Named[];
  rules: Named[];
  formats: Named[];
  max_side: number;
  max_cells: number;
}

/** A control of the document: what the page reads and sets of any kind of them. */
export interface Control extends HTMLElement {
  get value(): string;
  set value(value: string | number);
  checked: boolean;
  disabled: boolean;
  open: boolean;
  get max(): string;
  set max(max: string | number);
  readonly validity: ValidityState;
  readonly children: HTMLCollectionOf<Control>;
  files: FileList;
  placeholder: string;
  showModal(): void;
  close(): void;
  select(): void;
  setSelectionRange(start: number, end: number): void;
  onclose: (() => void) | null;
}

/** (row, column) */
export type Cell = number[];

/** A step of a proof: the cell that it settles, and by what. */
export interface Step {
  cell: Cell;
  is_mine: boolean;
  rule: string;
  clues: Cell[];
  after: Cell[];
  /** Python's sentence, or "". */
  text: string;
  mine_count: boolean;
  groups?: number[];
  constraints?: string[];
}

/** A cell to guess. */
export interface Candidate {
  cell: Cell;
  safety: number;
  win?: number | null;
  progress?: number | null;
  exact?: string | null;
  playouts?: number | null;
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
  proved?: boolean;
  probability?: number | null;
  reason?: string;
  action?: "open" | "flag" | "chord";
}

/** The answer to "grade". */
export interface Grade {
  best: Cell | null;
  chance: number | null;
  regret: { value: number; exact: string | null; error: number } | null;
}

/** The answer to "generate"; layout: 1 where a mine is. */
export interface Generated {
  layout: Int8Array;
  board: (string | string[])[];
}

/** What a reader gives of a text or a file. */
export interface ReadAnswer {
  kind?: "replay" | "layout" | "boards";
  boards: unknown[];
  taken?: string[];
  uncertain?: Cell[];
  picture?: Picture | null;
  replay?: Recording;
  layout?: { rows: number; cols: number; mines: number; layout: Cell[] };
}

/** A board under rules, as JSON has it; with `neighbours` one of named cells. */
export interface JsonBoard {
  rules?: string;
  mines?: number | null;
  density?: string | null;
  board: unknown[];
  neighbours?: [Name, Name[]][];
  outlines?: [Name, number[][]][];
  constraints?: Stated[];
}

/** A board by the code of each cell. */
export interface CodedBoard {
  rows: number;
  cols: number;
  codes: number[];
  mines?: number | null;
  density?: string | null;
  rules?: string;
  shape?: number[] | null;
  constraints?: Stated[];
}

/** The boards of a picture, and where they lie in it. */
export interface Picture {
  /** left, top of the board, width and height of a cell */
  box: number[];
  boards: { size: number[]; box: number[] }[];
  /** The number of the board that was read, from 1 on. */
  board: number;
  /** Cells that may be something else, and what. */
  instead: [Cell, string][];
  doubtful: boolean;
  counter: number | null;
  cut: string[];
  strange: string | null;
  may_go_on: string[];
  contradiction: string | null;
  mines_shown: number | null;
  frames: number;
  first_size: number[] | null;
  flags: Cell[];
}

/** The answer to "judge". */
export interface Judgement {
  no_guess: boolean;
  start: Cell | null;
  guesses?: number;
  guess_cells: Cell[];
  facts?: number;
  layer?: string | null;
  numbers?: Record<string, number>;
  stuck?: string | null;
}

/** The answers by question. */
export interface Answers {
  analyse: Analysis;
  best_move: Advice;
  grade: Grade;
  generate: Generated;
  read: ReadAnswer;
  judge: Judgement;
}

/** What the server answers to any question. */
export interface ServerAnswer extends Partial<Omit<Analysis, "probability"> & Pick<Advice, "cell" | "candidates">> {
  /** Row by row, or by the names of cells. */
  probability?: unknown[] | Record<string, number | null>;
  board?: Generated["board"];
  layout?: Int8Array;
}

/** What a question has beside its position. */
export interface Question {
  position?: Position;
  cell?: Cell;
  aside?: boolean;
  reasons?: boolean;
  policy?: string;
  engine?: string;
  seconds?: number;
  unique?: boolean;
  rules?: string;
  shape?: number[] | null;
  rows?: number;
  cols?: number;
  mines?: number | null;
  start?: Cell | null;
  level?: string;
  stamp?: number;
  lists?: unknown;
  [more: string]: unknown;
}

/** A move of a recorded game. */
export interface RecordedStep {
  cells: Cell[];
  shown: number[][];
  seconds: number | null;
}

export interface Recording {
  rows: number;
  cols: number;
  mines: number | null;
  mineCount?: number;
  rules?: string;
  shape?: number[] | null;
  start?: number[][];
  protected?: boolean;
  won?: boolean;
  source: string;
  steps: RecordedStep[];
}

/** A guess of a game, graded. */
export interface Guess {
  move: number;
  cell: Cell;
  cells: Cell[];
  probability: number;
  survived: boolean;
  rank: number;
  of: number;
  cost: number;
  best: Cell;
  best_probability: number;
  missed: Cell | null;
  board: string;
  win: number | null;
  loss: number | null;
  recommended: boolean;
  choice: Cell | null;
}

export interface Review {
  guesses: Guess[];
  opened: number;
  proved: number;
  luck: number;
  survival: number;
  complete: boolean;
  won: boolean;
  /** What the page knows of it besides. */
  moves_made?: number;
  game?: Spec;
  moves?: Move[];
  grading?: boolean;
  problem?: string;
}

/** A move of a policy, and what it showed. */
export interface PolicyMove {
  cell: Cell;
  action: "open" | "flag" | "chord";
  proved: boolean;
  probability: number | null;
  reason: string;
  candidates: Candidate[];
  shown: number[][];
}

/** A game as its rules have it after some moves. */
export interface GameState {
  board: Position;
  flags: Cell[];
  started: boolean;
  won: boolean;
  lost: boolean;
  opened: number;
  flag_counts: [number, number][];
  layout: Cell[] | null;
  mine_counts: [number, number][] | null;
  exploded: Cell[];
  signs: string[] | null;
}

/** What a coach's sentence names: cells, chances and numbers, as text. */
export interface CoachWords {
  cell: string;
  other: string;
  p: string;
  q: string;
  more: string;
  less: string;
  count: number;
}

/** A line of a recorded game: a move. */
export interface RecordedMove {
  line: number;
  cell: unknown;
  action: string;
  seconds: number | null;
  shown?: unknown[][];
}

/** The first line of a recorded game. */
export interface RecordedHeader {
  line: number;
  rows: number;
  cols: number;
  mines: number;
  rules: string;
  shape: number[];
  layout: unknown[] | null;
  shown?: unknown[];
  mine_count_known?: boolean;
  first_click?: string;
  after_mine?: string;
  win?: string;
  reveal?: string;
}

/** What a hint says. */
export interface Hint {
  cell: Cell | null;
  proved: boolean;
  probability: number | null;
  steps: Step[];
  candidates: Candidate[];
  weighed?: boolean;
  /** Flags and a chord that open more with fewer clicks. */
  chord?: { cell: Cell; flags: Cell[]; opens: number } | null;
}

/** Why there is no answer. */
export type Problem = Refusal | (Pick<Refusal, "kind" | "message"> & Partial<Refusal>);

/** What is known of the position on the screen: an analysis, or a conflict, or a problem. */
export interface Answer extends Analysis {
  position: Position;
  /** Clues that cannot hold together. */
  conflict: Problem | null;
  problem: Problem | null;
  known: Known | null;
  candidates: Candidate[];
  /** Whether any cell of the position is open. */
  opened: boolean;
  /** What saves most clicks, where the coach says that. */
  clicks?: ReturnType<typeof import("../../../protocol/scripts/clicks.js").clickPlan>;
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
