import type { BooleanId } from '../../../lang/expr/ids.js';
import { InternalError, assertNever, at } from '../../../support/invariant.js';
import type { FormulaShape, Signs } from '../formula-shapes.js';
import type { ChainWriter, WordLiterals } from './chain-writer.js';
import { evaluate, negated, slotTable, someFails } from './conditions.js';

/**
 * Cuts the path if the condition cannot hold, and learns from it what follows by unit propagation: partial
 * concretisation that never splits a state. Where several parts may be what makes the condition true, the state stays as
 * it is, which is coarser and sound.
 */
export function assume(shape: FormulaShape, out: ChainWriter): void {
  const variables = [...variablesOf(shape)];
  if (variables.some((v) => out.isOldCopy(v))) {
    // As copies they may contradict each other, which bits of their own do not know.
    out.write(`if (${evaluate(shape, out).fails}) return 0;`);
    out.settleFrozen(variables);
  }
  writeAssume(shape, out);
}

function writeAssume(shape: FormulaShape, out: ChainWriter): void {
  switch (shape.kind) {
    case 'constant':
      if (!shape.value) out.write('return 0;');
      return;
    case 'any':
      return;
    case 'at':
      throw new InternalError('a program cannot ask where a thread is');
    case 'cubes':
      assumeCubes(shape.terms, out);
      return;
    case 'clauses':
      assumeClauses(shape.terms, out);
      return;
    case 'and':
      for (const part of shape.parts) writeAssume(part, out);
      return;
    case 'or':
      assumeSome(shape.parts, out);
      return;
    default:
      assertNever(shape);
  }
}

function assumeCubes(cubes: readonly Signs[], out: ChainWriter): void {
  const terms = out.terms(cubes);
  const [only] = terms;
  if (terms.length === 0) {
    out.write('return 0;');
  } else if (terms.length === 1 && only !== undefined) {
    out.write(`if (${only.map(someFails).join(' || ')}) return 0;`);
    out.write(only.map(require).join(' '));
  } else if (terms.length <= out.tuning.inlineTerms) {
    assumeOneOf(
      terms.map((groups) => `(${groups.map(someFails).join(' || ')})`),
      (i) => out.write(at(terms, i).map(require).join(' ')),
      out,
    );
  } else {
    const { table, names } = slotTable(terms, out);
    const name = out.fresh('o');
    out.write(`const ${name} = onlyOpen(${table}); if (${name} === -1) return 0;`);
    out.write(`if (${name} >= 0) { require(${table}, ${name}); ${readBack(names)} }`);
  }
}

/** Each clause: not all of its literals are false; if only one is not, that one is true. Until nothing changes. */
function assumeClauses(clauses: readonly Signs[], out: ChainWriter): void {
  // A clause with a literal and its negation says nothing, as the cube of their negations contradicts itself.
  const terms = out.terms(clauses);
  if (terms.length === 0) return;
  if (terms.length > out.tuning.inlineTerms || terms.some((groups) => groups.length > 1)) {
    const { table, names } = slotTable(out.terms(clauses.map(negated)), out);
    out.write(`if (excludeTable(${table}) === 0) return 0;`);
    out.write(readBack(names));
    return;
  }
  const again = terms.length > 1 ? out.fresh('again') : null;
  if (again !== null) out.write(`for (let ${again} = true; ${again};) { ${again} = false;`);
  for (const [group] of terms) {
    if (group === undefined) continue;
    const { t, f, positive, negative } = group;
    const open = out.fresh('u');
    out.write(`if (((${t} & ${positive}) | (${f} & ${negative})) === 0) {`);
    out.write(`  const ${open} = (${positive} & ~${f}) | (${negative} & ~${t});`);
    out.write(`  if (${open} === 0) return 0;`);
    const learn = [...learned(group, `${open} & `), ...(again === null ? [] : [`${again} = true;`])];
    out.write(`  if ((${open} & (${open} - 1)) === 0) { ${learn.join(' ')} }`);
    out.write('}');
  }
  if (again !== null) out.write('}');
}

function assumeSome(parts: readonly FormulaShape[], out: ChainWriter): void {
  assumeOneOf(
    parts.map((part) => evaluate(part, out).fails),
    (i) => writeAssume(at(parts, i), out),
    out,
  );
}

/** At least one must be open; if only one is, it holds. */
function assumeOneOf(fails: readonly string[], learn: (i: number) => void, out: ChainWriter): void {
  const open = out.fresh('o');
  out.write(`let ${open} = 0;`);
  fails.forEach((condition, i) => out.write(`if (!(${condition})) ${open} |= ${1 << (i & 31)};`));
  out.write(`if (${open} === 0) return 0;`);
  // With more parts than bits several share one, and nothing may be concluded from it.
  if (fails.length > 32) return;
  out.write(`switch (${open}) {`);
  fails.forEach((_, i) => {
    out.write(`case ${1 << i}: {`);
    learn(i);
    out.write('break; }');
  });
  out.write('}');
}

const require = (group: WordLiterals): string => learned(group, '').join(' ');

/** Statements that make the literals true, of them those that `among` leaves. */
const learned = ({ t, f, positive, negative }: WordLiterals, among: string): readonly string[] => [
  ...(positive === 0 ? [] : [`${t} |= ${among}${positive};`]),
  ...(negative === 0 ? [] : [`${f} |= ${among}${negative};`]),
];

const readBack = (names: readonly string[]): string => names.map((name, i) => `${name} = G[${i}];`).join(' ');

export function* variablesOf(shape: FormulaShape): Generator<BooleanId> {
  switch (shape.kind) {
    case 'cubes':
    case 'clauses':
      for (const term of shape.terms) yield* term.keys();
      return;
    case 'and':
    case 'or':
      for (const part of shape.parts) yield* variablesOf(part);
      return;
    case 'constant':
    case 'any':
    case 'at':
      return;
    default:
      assertNever(shape);
  }
}
