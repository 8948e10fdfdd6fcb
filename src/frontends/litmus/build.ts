import { covering, spanning } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { getOrFail } from '../../support/invariant.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import type {
  LitmusConnective,
  InitEntry,
  Instruction,
  InstructionOperand,
  OutcomeClause,
  LitmusPlace,
  Proposition,
  LitmusQuantifier,
} from './ast.js';

/** What the rules of grammars/litmus.ne make of their parts. */

type Prop = Proposition<LitmusPlace>;
type ConstantOperand = Extract<InstructionOperand, { kind: 'constant' }>;

export const initEntry = (place: LitmusPlace, value: InstructionOperand | null): InitEntry => ({
  place,
  value,
});

export const location = (name: Token): LitmusPlace => ({ kind: 'location', text: name.raw, span: name.span });

/** `processor` is a number or `Pn`. */
export const register = (processor: Token, name: Token): LitmusPlace =>
  spanning(processor, name, {
    kind: 'register',
    processor: Number(processor.raw.replace(/^P/i, '')),
    text: name.raw,
  });

export const instruction = (mnemonic: Token, operands: readonly InstructionOperand[]): Instruction => ({
  lock: null,
  mnemonic: wordOf(mnemonic),
  operands,
  span: operands.reduce((span: Span, operand) => covering(span, operand.span), mnemonic.span),
});

export const word = (name: Token): InstructionOperand => ({ kind: 'word', text: name.raw, span: name.span });

export const memory = (open: Token, name: Token, close: Token): InstructionOperand =>
  spanning(open, close, { kind: 'memory', text: name.raw });

export const constant = (number: Token): ConstantOperand =>
  spanning(number, number, { kind: 'constant', value: BigInt(number.raw) });

export const negative = (minus: Token, number: Token): ConstantOperand =>
  spanning(minus, number, { kind: 'constant', value: -BigInt(number.raw) });

/** Without its place, which the caller knows. */
export type ReadOutcome = Omit<OutcomeClause, 'span'>;
type Quantified = Pick<OutcomeClause, 'quantifier' | 'condition'>;

export const quantified = (quantifier: LitmusQuantifier, condition: Prop): Quantified => ({
  quantifier,
  condition,
});

export const outcome = (locations: readonly LitmusPlace[], rest: Quantified): ReadOutcome => ({
  locations,
  ...rest,
});

/** Without a question every state is fine. */
export const onlyLocations = (locations: readonly LitmusPlace[]): ReadOutcome =>
  outcome(locations, quantified('forall', truthValue(true)));

export const truthValue = (value: boolean): Prop => ({ kind: 'constant', value });

export const equals = (place: LitmusPlace, { value }: ConstantOperand): Prop => ({
  kind: 'equals',
  place,
  value,
});

export const not = (arg: Prop): Prop => ({ kind: 'not', arg });

const connectives: ReadonlyMap<string, LitmusConnective> = new Map(
  (['/\\', '\\/', '=>'] as const).map((op) => [op, op]),
);

export const connective = (left: Prop, op: Token, right: Prop): Prop => ({
  kind: 'binary',
  op: getOrFail(connectives, op.value),
  left,
  right,
});
