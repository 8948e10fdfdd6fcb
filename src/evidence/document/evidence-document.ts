/** What `verify --evidence` writes (docs/evidence.md). Whatever is large is told by names and numbers, never by our objects. */
export type EvidenceDocument = EvidenceBase &
  (RunClaim | InvariantClaim | RankingClaim | PredicatesClaim | CarriedClaim | ArrayRunClaim | CubesClaim);

export interface EvidenceBase {
  readonly schema: 1;
  readonly program: EvidenceProgram;
  readonly question: EvidenceQuestion;
  /** The automata that the rest speaks of, as text: what the program means, for whoever does not want to read its language. */
  readonly automata: readonly string[];
}

export interface EvidenceProgram {
  /** Relative to the evidence. */
  readonly file: string;
  readonly sha256: string;
  readonly language: string;
}

/** What was asked of the program. */
export interface EvidenceQuestion {
  /** Whether it is asked if the program has traces that it has not under SC, or `state`: states; then no property is asked. */
  readonly robust: boolean | 'state';
  readonly model: string;
  readonly atomicWaits: 'all' | 'own';
  /** How many threads each process is; null: there are none. */
  readonly procs: number | null;
  readonly fairness: string;
  /** What was asked besides what the file states. */
  readonly invariants: readonly string[];
  readonly ltl: readonly string[];
  /** How a text of C is read. */
  readonly defines: readonly string[];
  readonly includes: readonly string[];
  readonly wrap: boolean;
  readonly races: boolean;
  readonly termination: boolean;
  readonly allocations: number;
}

/** A run that violates a property. */
export interface RunClaim {
  readonly kind: 'run' | 'lasso';
  readonly property: string;
  /** What was chosen for variables without initial value, by their names. */
  readonly initial: Readonly<Record<string, string>>;
  readonly steps: readonly EvidenceStep[];
  /** Of a lasso: what follows again and again; empty: the run stays in its last state. */
  readonly cycle: readonly EvidenceStep[];
}

export type EvidenceStep =
  | { readonly thread: string; readonly edge: number; readonly chosen?: readonly string[] }
  | { readonly thread: string; readonly flush: string };

/** States that no step leaves and in which nothing is violated: those that are in every part. */
export interface InvariantClaim {
  readonly kind: 'invariant';
  readonly properties: readonly string[];
  /** What may wait in buffers, oldest first; boxes speak of it by its number. The first: nothing. */
  readonly waiting: readonly (readonly EvidenceEntry[])[];
  readonly parts: readonly ClaimedPart[];
}

/** The same, and for each property of runs why no fair run of these states violates it. */
export interface RankingClaim extends Omit<InvariantClaim, 'kind'> {
  readonly kind: 'ranking';
  readonly rankings: readonly ClaimedRanking[];
}

/** States beside those of the automaton of the runs that violate the property, in levels, which no step goes up. */
export interface ClaimedRanking {
  readonly property: string;
  readonly automaton: readonly string[];
  readonly waiting: readonly (readonly EvidenceEntry[])[];
  /** The lowest first. */
  readonly levels: readonly {
    readonly lacks: EvidenceLack;
    readonly regions: readonly { readonly state: number; readonly boxes: readonly EvidenceBox[] }[];
  }[];
}

/**
 * What no step has that stays in a level: a mark of the automaton; a flush of the thread (of that cell) though such a write waits
 * all the time; a step of the thread though it could make one all the time. Null: no step stays.
 */
export type EvidenceLack =
  | null
  | { readonly mark: number }
  | { readonly flush: string; readonly cell?: string }
  | { readonly move: string };

/** That the program is robust, and has the properties under SC. */
export interface CarriedClaim {
  readonly kind: 'carried';
  readonly properties: readonly string[];
  readonly underSc: CarryingEvidence;
  readonly robust: CarryingEvidence;
}

/** Evidence of its own, of the same program. */
export type CarryingEvidence = EvidenceBase & (InvariantClaim | PredicatesClaim);

/** States that are in one of the boxes. */
export interface ClaimedPart {
  readonly boxes: readonly EvidenceBox[];
}

/** All states in which each of these is one of its values; of what is left out it says nothing. */
export interface EvidenceBox {
  /** Where each thread may be: numbers of locations. */
  readonly at: Readonly<Record<string, EvidenceValues>>;
  /** What variables may be. */
  readonly values: Readonly<Record<string, EvidenceValues>>;
  /** What may wait in the buffer of each thread: numbers of `waiting`. */
  readonly buffers: Readonly<Record<string, EvidenceValues>>;
}

/** The same of states whose values have no end: what boxes say of values are predicates that are true, or false. */
export interface PredicatesClaim {
  readonly kind: 'predicates';
  readonly properties: readonly string[];
  readonly predicates: readonly EvidenceFormula[];
  /** What may wait in buffers, oldest first, but for the values: cells, and markers. The first: nothing. */
  readonly shapes: readonly (readonly string[])[];
  readonly boxes: readonly EvidencePredicateBox[];
}

export interface EvidencePredicateBox {
  readonly at: Readonly<Record<string, EvidenceValues>>;
  /** Numbers of `shapes`, by thread; left out where that is nothing. */
  readonly buffers: Readonly<Record<string, EvidenceValues>>;
  /** Numbers of `predicates`. */
  readonly holds: readonly number[];
  readonly fails: readonly number[];
}

/**
 * A truth value, an integer, the name of a variable, or an operator with what it is applied to. `["int", "N"]` is an integer
 * that is no machine number; `["waiting", THREAD, CELL, N]` the value of the N-th oldest write of the thread to the cell that
 * waits.
 */
export type EvidenceFormula = boolean | number | string | readonly EvidenceFormula[];
/** A run of an array-based system with so many processes. */
export interface ArrayRunClaim {
  readonly kind: 'array-run';
  readonly property: string;
  readonly processes: number;
  /** `--max-procs`; null: what the file says. */
  readonly maxProcs: number | null;
  /** All cells, as `A[#1]`. */
  readonly initial: Readonly<Record<string, string>>;
  readonly steps: readonly ArrayEvidenceStep[];
}

export type ArrayEvidenceStep =
  /** By its place in the file, from 0 on. `chosen`: cells to which any value is written. */
  | {
      readonly transition: number;
      readonly processes: readonly number[];
      readonly chosen: Readonly<Record<string, string>>;
    }
  /** Its oldest entry reaches memory. */
  | { readonly flush: number };

/** States of an array-based system that it does not come to, any number of processes: those in one of the cubes. */
export interface CubesClaim {
  readonly kind: 'cubes';
  readonly properties: readonly string[];
  readonly maxProcs: number | null;
  /** The system has a variable more, which remembers who took a transition; null: it is as it stands. */
  readonly witness: { readonly transition: string; readonly of: 'all' | 'each' } | null;
  readonly cubes: readonly EvidenceCube[];
}

/** There are different processes p1, p2, ... of which the facts hold. Terms are `A[p1]`, `X`, `p1`, and `r1` for the first of the reads. */
export interface EvidenceCube {
  readonly processes: number;
  readonly facts: readonly EvidenceFact[];
  /** Pending reads: cell and reader. All that follows is there under weak memory only. */
  readonly reads?: readonly (readonly [cell: string, reader: string])[];
  /** Reads that are reached by the event of each read, by reads and writes of each process, by writes of cells. */
  readonly fromRead?: Readonly<Record<string, readonly string[]>>;
  readonly fromReadOf?: Readonly<Record<string, readonly string[]>>;
  readonly fromWriteOf?: Readonly<Record<string, readonly string[]>>;
  readonly fromCell?: Readonly<Record<string, readonly string[]>>;
}

export type EvidenceFact =
  | { readonly term: string; readonly in: readonly string[] }
  | { readonly term: string; readonly is: string }
  | { readonly term: string; readonly isNot: string }
  /** Factors and terms, and what is added: `5`, `-1/2`. */
  | {
      readonly sum: readonly (readonly [factor: string, term: string])[];
      readonly plus: string;
      readonly op: '<' | '<=' | '<>';
    };

/** A marker of `fence(ww)`, or a cell and the value that is to be written to it. */
export type EvidenceEntry = '|' | readonly [cell: string, value: EvidenceNumber];

/** Integers, and pairs of integers for all from one to the other, in ascending order. Large ones are texts. */
export type EvidenceValues = readonly (
  EvidenceNumber | readonly [from: EvidenceNumber, to: EvidenceNumber]
)[];

export type EvidenceNumber = number | string;
