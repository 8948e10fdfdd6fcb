import { InternalError, assertNever } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { FormulaShape, Signs } from '../formula-shapes.js';
import type { ChainWriter, WordLiterals } from './chain-writer.js';
import { oneWordTable, wordTable } from './tables.js';

/** Two conditions of generated code: certainly true, certainly false; neither: unknown. */
export interface Verdicts {
  readonly holds: string;
  readonly fails: string;
}

/** How the generated code sees `pc{t} == L`; programs do not ask, properties do. */
export type AtCode = (thread: number, label: number) => string;

const noAt: AtCode = () => {
  throw new InternalError('a program cannot ask where a thread is');
};

/** Evaluates by Kleene's tables, a cube at a time. */
export function evaluate(shape: FormulaShape, out: ChainWriter, atCode: AtCode = noAt): Verdicts {
  switch (shape.kind) {
    case 'constant':
      return { holds: String(shape.value), fails: String(!shape.value) };
    case 'any':
      return { holds: 'false', fails: 'false' };
    case 'at': {
      const here = atCode(shape.thread, shape.label);
      return shape.positive ? { holds: here, fails: `!(${here})` } : { holds: `!(${here})`, fails: here };
    }
    case 'cubes':
      return evaluateCubes(shape.terms, out);
    case 'clauses': {
      const { holds, fails } = evaluateCubes(shape.terms.map(negated), out);
      return { holds: fails, fails: holds };
    }
    case 'and':
    case 'or': {
      const parts = shape.parts.map((part) => evaluate(part, out, atCode));
      const holds = parts.map((p) => `(${p.holds})`);
      const fails = parts.map((p) => `(${p.fails})`);
      return shape.kind === 'and'
        ? { holds: holds.join(' && '), fails: fails.join(' || ') }
        : { holds: holds.join(' || '), fails: fails.join(' && ') };
    }
    default:
      return assertNever(shape);
  }
}

/** A condition of generated code: certainly true. Cheaper than `evaluate` where that is all that matters. */
export function holdsCode(shape: FormulaShape, out: ChainWriter): string {
  if (shape.kind !== 'cubes' || shape.terms.length <= out.tuning.inlineTerms)
    return evaluate(shape, out).holds;
  const terms = out.terms(shape.terms);
  return terms.length === 0 ? 'false' : `${tableLoop('holds', terms, out)} === 1`;
}

/** The name of what a loop over the terms comes to. */
function tableLoop(
  verb: 'evaluate' | 'holds',
  terms: readonly (readonly WordLiterals[])[],
  out: ChainWriter,
): string {
  const name = out.fresh('e');
  const word = onlyWord(terms);
  const call =
    word === null
      ? `Table(${slotTable(terms, out).table})`
      : `OneWord(${out.constants.add(oneWordTable(terms.flat()))}, ${word.t}, ${word.f})`;
  out.write(`const ${name} = ${verb}${call};`);
  return name;
}

function evaluateCubes(cubes: readonly Signs[], out: ChainWriter): Verdicts {
  const terms = out.terms(cubes);
  if (terms.length === 0) return { holds: 'false', fails: 'true' };
  if (terms.length <= out.tuning.inlineTerms) {
    return {
      holds: terms.map((groups) => `(${groups.map(allHold).join(' && ')})`).join(' || '),
      fails: terms.map((groups) => `(${groups.map(someFails).join(' || ')})`).join(' && '),
    };
  }
  const name = tableLoop('evaluate', terms, out);
  return { holds: `${name} === 1`, fails: `${name} === 0` };
}

/** Every literal of the group is true. */
function allHold({ t, f, positive, negative }: WordLiterals): string {
  const tests = [];
  if (positive !== 0) tests.push(`(${t} & ${positive}) === ${positive}`);
  if (negative !== 0) tests.push(`(${f} & ${negative}) === ${negative}`);
  return tests.join(' && ');
}

/** Some literal of the group is false. */
export function someFails({ t, f, positive, negative }: WordLiterals): string {
  if (negative === 0) return `(${f} & ${positive}) !== 0`;
  if (positive === 0) return `(${t} & ${negative}) !== 0`;
  return `((${f} & ${positive}) | (${t} & ${negative})) !== 0`;
}

export const negated = (signs: Signs): Signs => new Map([...signs].map(([v, positive]) => [v, !positive]));

/** The one word in which all terms lie, if there is one. */
function onlyWord(terms: readonly (readonly WordLiterals[])[]): WordLiterals | null {
  const first = terms[0]?.[0] ?? null;
  return first !== null && terms.every((groups) => groups.length === 1 && groups[0]?.t === first.t)
    ? first
    : null;
}

/** A table over slots, and the code that fills them. `names` are the words in the order of their slots. */
export function slotTable(
  terms: readonly (readonly WordLiterals[])[],
  out: ChainWriter,
): { readonly table: string; readonly names: readonly string[] } {
  const slots = new Map<string, number>();
  const names: string[] = [];
  const rows = terms.map((groups) =>
    groups.map(({ t, f, positive, negative }) => {
      const slot = remembered(slots, t, () => names.push(t, f) - 2);
      return { slot, positive, negative };
    }),
  );
  out.write(names.map((name, i) => `G[${i}] = ${name};`).join(' '));
  return { table: out.constants.add(wordTable(rows)), names };
}
