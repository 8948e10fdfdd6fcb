export type StatementKind =
  | 'assign'
  /** Several updates at once, such as an exchange. */
  | 'parallel'
  /** As predicate abstraction writes an assignment: loads, choices, an assume, the locals forgotten. */
  | 'abstracted'
  /** Forgets what was known of some variables. */
  | 'unknown'
  /** Makes a variable unknown and others copies of it. */
  | 'correlate'
  /** A way to an error where variables differ that may be copies of each other. */
  | 'suspect'
  | 'lock'
  | 'assume'
  | 'branch'
  | 'choice'
  | 'loop'
  | 'section'
  | 'jump'
  | 'fence'
  /** Sets a local that nobody reads soon. */
  | 'dead';

export type StatementWeights = readonly (readonly [StatementKind, number])[];

type FromTo = readonly [number, number];

export interface BooleanOptions {
  /** Without the initialisation. */
  readonly threads: FromTo;
  readonly shared: FromTo;
  /** Of each thread. */
  readonly locals: FromTo;
  /** Of each thread, outermost. */
  readonly statements: FromTo;
  /** How deep branches, loops and sections stand in each other. */
  readonly depth: number;
  readonly weights: StatementWeights;
}

/** All kinds of statements, in programs of some hundreds of states. */
export const booleanOptions: BooleanOptions = {
  threads: [2, 3],
  shared: [2, 7],
  locals: [0, 3],
  statements: [2, 4],
  depth: 2,
  weights: [
    ['assign', 8],
    ['parallel', 4],
    ['unknown', 1],
    ['abstracted', 3],
    ['correlate', 4],
    ['suspect', 5],
    ['lock', 4],
    ['assume', 2],
    ['branch', 4],
    ['choice', 2],
    ['loop', 2],
    ['section', 4],
    ['jump', 1],
    ['fence', 1],
    ['dead', 1],
  ],
};

/** The initialisation comes to an end, and mostly lets the threads begin. */
export const initialWeights: StatementWeights = [
  ['unknown', 6],
  ['assign', 4],
  ['parallel', 1],
  ['abstracted', 1],
  ['correlate', 4],
  ['branch', 2],
  ['choice', 1],
  ['section', 1],
  ['assume', 0.3],
  ['loop', 0.3],
];
