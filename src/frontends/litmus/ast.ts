import type { Span, Word } from '../../diagnostics/span.js';
import type { Written } from '../kit/written.js';

/** A litmus test as written, before names are resolved. */
export interface LitmusFile {
  readonly name: Word;
  /** The `Key=value` lines between the first line and the initial state, in order. */
  readonly info: ReadonlyMap<string, string>;
  readonly init: readonly InitEntry[];
  readonly columns: readonly ProcessorColumn[];
  readonly outcome: OutcomeClause;
  readonly span: Span;
}

/** The program of one processor, top to bottom. */
export interface ProcessorColumn {
  /** The n of `Pn`. */
  readonly processor: number;
  readonly span: Span;
  readonly instructions: readonly Instruction[];
}

export interface Instruction {
  /** The LOCK prefix. */
  readonly lock: Word | null;
  readonly mnemonic: Word;
  readonly operands: readonly InstructionOperand[];
  readonly span: Span;
}

export type InstructionOperand =
  | { readonly kind: 'constant'; readonly value: bigint; readonly span: Span }
  /** A bare word: a register, if it is one. */
  | { readonly kind: 'word'; readonly text: string; readonly span: Span }
  /** `[x]`. */
  | { readonly kind: 'memory'; readonly text: string; readonly span: Span };

/** `x=1`, `0:EAX=1`; without a value it is 0. */
export interface InitEntry {
  readonly place: LitmusPlace;
  readonly value: InstructionOperand | null;
}

/** A place as a condition or an initial state names it. */
export type LitmusPlace =
  | { readonly kind: 'register'; readonly processor: number; readonly text: string; readonly span: Span }
  | { readonly kind: 'location'; readonly text: string; readonly span: Span };

export type LitmusQuantifier = 'exists' | '~exists' | 'forall';

export interface OutcomeClause {
  /** The places of `locations [...]`. */
  readonly locations: readonly LitmusPlace[];
  readonly quantifier: LitmusQuantifier;
  readonly condition: LitmusCondition<LitmusPlace>;
  readonly span: Span;
}

/** Without its place, which the reader knows. */
export type BareOutcome = Omit<OutcomeClause, 'span'>;

/** A condition over places of kind P: names at first, resolved places later. */
export type LitmusCondition<P> = Written<LitmusAtom<P>>;

/** That a place has a value. */
export interface LitmusAtom<P> {
  readonly place: P;
  readonly value: bigint;
}
