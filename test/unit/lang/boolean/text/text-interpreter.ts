import type {
  BooleanText,
  TextCondition,
  TextExpression,
  TextStatement,
  TextValue,
} from '../../../../../src/lang/boolean/boolean-text.js';
import type { CompareOp } from '../../../../../src/lang/expr/operators.js';
import { assertNever, at } from '../../../../../src/support/invariant.js';

/** What a text can do, found by doing it as it is written: numbers are numbers, atomicity is a switch. */
export interface TextBehaviour {
  readonly violated: boolean;
  /** States after the initialisation in which no process is in an atomic section. */
  readonly states: number;
  readonly outside: number;
  readonly astray: boolean;
  readonly begins: boolean;
  readonly ends: boolean;
}

interface State {
  /** The index of the next statement of each block; beyond the last at the end; negative: at a label that is not there. */
  readonly places: readonly number[];
  /** The block that is in an atomic section. */
  readonly inside: number | null;
  readonly values: ReadonlyMap<string, number>;
}

/** Null beyond `maxStates`. */
export function interpretText(text: BooleanText, maxStates: number): TextBehaviour | null {
  const found = { violated: false, states: 0, outside: 0, astray: false, begins: false, ends: false };
  const seen = new Set<string>();
  const queue: State[] = [];
  const add = (state: State): void => {
    const values = [...state.values].filter(([, value]) => value !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([state.places, state.inside, values]);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(state);
  };
  add({ places: text.blocks.map(() => 0), inside: null, values: new Map() });
  for (let i = 0; i < queue.length; i++) {
    if (queue.length > maxStates) return null;
    const state = at(queue, i);
    const begun = isOver(text, state, 0);
    const over = text.blocks.every((_, block) => isOver(text, state, block));
    found.astray ||= state.places.some((place) => place < 0);
    if (state.inside === null) {
      found.outside++;
      if (begun) {
        found.begins = true;
        found.states++;
        found.ends ||= over;
        for (const { kind, condition } of text.properties) {
          if (kind === 'final' && !over) continue;
          found.violated ||= truthsOf(condition, reader(text, state, 0)).has(false);
        }
      }
    }
    for (const block of text.blocks.keys()) {
      const waits = begun ? block === 0 || (state.inside ?? block) !== block : block !== 0;
      const statement = text.blocks[block]?.statements[at(state.places, block)];
      if (!waits && statement !== undefined)
        for (const next of after(text, state, block, statement)) add(next);
    }
  }
  return found;
}

const isOver = (text: BooleanText, state: State, block: number): boolean =>
  at(state.places, block) >= at(text.blocks, block).statements.length;

type Reader = (leaf: Extract<TextExpression, { kind: 'name' | 'pc' }>) => number;

const keyOf = (text: BooleanText, name: string, block: number): string =>
  text.local.includes(name) ? `${name}{${block}}` : name;

function reader(text: BooleanText, state: State, block: number): Reader {
  return (leaf) => {
    if (leaf.kind === 'name') return state.values.get(keyOf(text, leaf.name, leaf.block ?? block)) ?? 0;
    const place = at(state.places, leaf.block);
    if (place < 0) return -place;
    return at(text.blocks, leaf.block).statements[place]?.label ?? -1;
  };
}

function after(text: BooleanText, state: State, block: number, { action }: TextStatement): readonly State[] {
  const read = reader(text, state, block);
  const { statements } = at(text.blocks, block);
  const next = at(state.places, block) + 1;
  const go = (place: number, inside: number | null, values = state.values): State => ({
    places: state.places.with(block, place),
    inside: place < 0 || place >= statements.length ? null : inside,
    values,
  });
  switch (action.kind) {
    case 'nop':
    case 'barrier':
      return [go(next, state.inside)];
    case 'begin_atomic':
      return [go(next, block)];
    case 'end_atomic':
      return [go(next, null)];
    case 'assume':
      return truthsOf(action.condition, read).has(true) ? [go(next, state.inside)] : [];
    case 'if': {
      const truths = truthsOf(action.condition, read);
      const index = statements.findIndex(({ label }) => label === action.target);
      return [
        ...(truths.has(true) ? [go(index < 0 ? -action.target : index, state.inside)] : []),
        ...(truths.has(false) ? [go(next, state.inside)] : []),
      ];
    }
    case 'store':
    case 'assign':
    case 'load': {
      const value: TextValue =
        action.kind === 'load'
          ? { kind: 'expression', expression: { kind: 'name', name: action.from, block: null } }
          : action.value;
      const key = keyOf(text, action.target, block);
      return [...resultsOf(value, read)].map((result) =>
        go(next, state.inside, new Map([...state.values, [key, result]])),
      );
    }
    default:
      return assertNever(action);
  }
}

function resultsOf(value: TextValue, read: Reader): ReadonlySet<number> {
  if (value.kind === 'expression') return numbersOf(value.expression, read);
  const results = new Set<number>();
  for (const isTrue of truthsOf(value.yes, read)) {
    for (const isFalse of truthsOf(value.no, read)) {
      if (isTrue && isFalse) continue;
      if (!isFalse) results.add(1);
      if (!isTrue) results.add(0);
    }
  }
  return results;
}

/** The truth values that a condition can have as each `*` is drawn. */
function truthsOf(condition: TextCondition, read: Reader): ReadonlySet<boolean> {
  switch (condition.kind) {
    case 'truth':
      return new Set([condition.value]);
    case 'any':
      return new Set([false, true]);
    case 'not':
      return new Set([...truthsOf(condition.part, read)].map((value) => !value));
    case 'and':
      return combined(
        condition.parts,
        (part) => truthsOf(part, read),
        (a, b) => a && b,
      );
    case 'or':
      return combined(
        condition.parts,
        (part) => truthsOf(part, read),
        (a, b) => a || b,
      );
    case 'compare': {
      const sides = [condition.left, condition.right];
      const differences = combined(
        sides,
        (side) => numbersOf(side, read),
        (a, b) => a - b,
      );
      return new Set([...differences].map((difference) => compare(condition.op, difference, 0)));
    }
    default:
      return assertNever(condition);
  }
}

/** What can become of the parts, each with any of its values. */
function combined<P, T>(
  parts: readonly P[],
  valuesOf: (part: P) => ReadonlySet<T>,
  combine: (a: T, b: T, index: number) => T,
): ReadonlySet<T> {
  let all: readonly T[] = [...valuesOf(at(parts, 0))];
  parts.slice(1).forEach((part, i) => {
    const more = [...valuesOf(part)];
    const before = all;
    all = [...new Set(more.flatMap((b) => before.map((a) => combine(a, b, i + 1))))];
  });
  return new Set(all);
}

function compare(op: CompareOp, a: number, b: number): boolean {
  switch (op) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return assertNever(op);
  }
}

function numbersOf(expression: TextExpression, read: Reader): ReadonlySet<number> {
  switch (expression.kind) {
    case 'int':
      return new Set([expression.value]);
    case 'any':
      return new Set([0, 1]);
    case 'name':
    case 'pc':
      return new Set([read(expression)]);
    case 'negative':
      return new Set([...numbersOf(expression.part, read)].map((value) => 0 - value));
    case 'sum':
      return combined(
        expression.terms,
        ({ part }) => numbersOf(part, read),
        (a, b, i) => (at(expression.terms, i).minus ? a - b : a + b),
      );
    case 'product':
      return combined(
        expression.parts,
        (part) => numbersOf(part, read),
        (a, b) => a * b + 0,
      );
    default:
      return assertNever(expression);
  }
}
