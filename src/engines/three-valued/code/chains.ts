import { isJudged } from '../../../lang/boolean/boolean-program.js';
import type { BooleanUpdate } from '../../../lang/boolean/boolean-program.js';
import { anyOf, negation } from '../../../lang/boolean/boolean-formula.js';
import type { BooleanId } from '../../../lang/expr/ids.js';
import { at } from '../../../support/invariant.js';
import { copyOf } from '../copy.js';
import type { CommandChain } from '../thread-graph.js';
import type { ValuationLayout } from '../valuation-layout.js';
import { shapeOf } from '../formula-shapes.js';
import type { ThreeValuedPlan } from '../search-plan.js';
import type { FormulaShape } from '../formula-shapes.js';
import { assume, variablesOf } from './assume.js';
import { ChainWriter } from './chain-writer.js';
import type { Constants } from './chain-writer.js';
import { evaluate, holdsCode } from './conditions.js';
import type { Verdicts } from './conditions.js';

type ChainCode = Omit<ThreeValuedPlan, 'graphs' | 'counters'> & { readonly constants: Constants };

/**
 * The body of a function of S, p and q: runs the commands of a chain on the frame at S[p] and leaves the result at S[q]. It
 * returns 0 if the path ends on the way, 1 if it is done, and 2 + v if the frame must be split first, into one in which
 * variable v is true and one in which it is false.
 */
export function chainSource(thread: number, chain: CommandChain, code: ChainCode): string {
  const out = new ChainWriter(code.layout, code.constants, code.tuning);
  const infeasible = shapeOf(negation(anyOf(code.program.infeasible)));
  for (const command of chain.commands) {
    const exact = code.exact.has(command);
    assumeAs(exact, shapeOf(command.guard), out);
    writeUpdates(code.cone.updatesOf(thread, command), exact, out);
    if (isJudged(code.program, thread, command.to) && !exact) assume(infeasible, out);
  }
  if (chain.judges) assumeAs(true, infeasible, out);
  leave(thread, chain, code.layout, out);
  return `${out.text()}\nreturn 1;`;
}

/**
 * What is learned of an older copy is not learned of what else has the same value. So an exact condition over such copies
 * asks for splits before anything is learned, others only if what is learned is not enough.
 */
function assumeAs(exact: boolean, shape: FormulaShape, out: ChainWriter): void {
  if (exact && [...variablesOf(shape)].some((v) => out.isOldCopy(v))) requireResolved([shape], allKnown, out);
  assume(shape, out);
  if (exact) requireResolved([shape], allKnown, out);
}

/** Asks for a split of the frame unless what is known is enough. */
function requireResolved(
  shapes: readonly FormulaShape[],
  enough: (verdicts: readonly Verdicts[]) => string,
  out: ChainWriter,
): void {
  if (shapes.every((s) => s.kind === 'constant' || s.kind === 'any')) return;
  const condition = enough(shapes.map((shape) => evaluate(shape, out)));
  const requests = [...new Set(shapes.flatMap((s) => [...variablesOf(s)]))].flatMap((variable) => {
    const { t, f, mask, source } = out.ref(variable);
    // What the chain has made cannot be split at its begin.
    if (source === null || at(out.layout.places, source).word >= out.layout.frameWords) return [];
    return [`if (((${t} | ${f}) & ${mask}) === 0) return ${2 + source};`];
  });
  out.write(`if (!(${condition})) { ${requests.join(' ')} }`);
}

/** What happens to the target of an update: it becomes a copy, or gets two bits. */
type Pending =
  | { readonly kind: 'copy'; readonly target: BooleanId; readonly alias: ReturnType<ChainWriter['aliasTo']> }
  | { readonly kind: 'bits'; readonly target: BooleanId; readonly t: string; readonly f: string };

/** All values are those of the state before. */
function writeUpdates(updates: readonly BooleanUpdate[], exact: boolean, out: ChainWriter): void {
  const pending = updates.map((update) => valueOf(update, exact, out));
  const aliases = out.freeze(
    updates.map((u) => u.target),
    pending.flatMap((p) => (p.kind === 'copy' ? [p.alias] : [])),
  );
  let copies = 0;
  for (const p of pending) {
    if (p.kind === 'copy') {
      out.copies(p.target, at(aliases, copies++));
      continue;
    }
    const { t, f, mask } = out.forget(p.target);
    out.write(assignBit(t, mask, p.t));
    out.write(assignBit(f, mask, p.f));
  }
}

function valueOf({ target, value }: BooleanUpdate, exact: boolean, out: ChainWriter): Pending {
  const copied = copyOf(value);
  if (copied !== null) {
    return { kind: 'copy', target, alias: out.aliasTo(copied.variable, copied.positive, exact) };
  }
  const named = (condition: string): string => {
    if (condition === 'true' || condition === 'false') return condition;
    const name = out.fresh('v');
    out.write(`const ${name} = ${condition};`);
    return name;
  };
  if (value.kind === 'formula') {
    const shape = shapeOf(value.formula);
    if (exact) requireResolved([shape], allKnown, out);
    const { holds, fails } = evaluate(shape, out);
    return { kind: 'bits', target, t: named(holds), f: named(fails) };
  }
  if (exact) requireResolved([shapeOf(value.yes), shapeOf(value.no)], allKnown, out);
  const t = named(holdsCode(shapeOf(value.yes), out));
  const f = named(holdsCode(shapeOf(value.no), out));
  if (t !== 'false' && f !== 'false') out.write(`if (${t} && ${f}) return 0;`);
  return { kind: 'bits', target, t, f };
}

const allKnown = (verdicts: readonly Verdicts[]): string =>
  verdicts.map(({ holds, fails }) => `((${holds}) || (${fails}))`).join(' && ');

function assignBit(word: string, mask: number, condition: string): string {
  if (condition === 'true') return `${word} |= ${mask};`;
  if (condition === 'false') return `${word} &= ${~mask};`;
  return `if (${condition}) ${word} |= ${mask}; else ${word} &= ${~mask};`;
}

/** Variables that are equal stay equal after the chain only if they are known: asks for a split where they are not. */
function keepEqual(
  copies: readonly BooleanId[],
  isAlive: (variable: BooleanId) => boolean,
  out: ChainWriter,
): void {
  for (const variable of copies) {
    const { source } = out.ref(variable);
    if (source === null) continue;
    const twins = [source, ...copies].filter(
      (v) => v !== variable && isAlive(v) && out.ref(v).source === source,
    );
    if (twins.length === 0) continue;
    for (const v of [variable, ...twins]) {
      const { t, f, mask } = out.ref(v);
      out.write(`if (((${t} | ${f}) & ${mask}) === 0) return ${2 + source};`);
    }
  }
}

/** The frame at the next node: what is dead there is unknown, so that states that differ in it are one. */
function leave(thread: number, { to }: CommandChain, layout: ValuationLayout, out: ChainWriter): void {
  const alive = at(at(layout.alive, thread), to.index);
  const isAlive = (variable: BooleanId): boolean => {
    const { word, mask } = at(layout.places, variable);
    return word < layout.frameWords && (at(alive, word) & mask) !== 0;
  };
  keepEqual(out.exactCopies().filter(isAlive), isAlive, out);
  for (const variable of out.copied().filter(isAlive)) out.settle(variable);
  for (let word = 0; word < layout.frameWords; word++) {
    const mask = at(alive, word);
    const [t, f] = out.isLoaded(word)
      ? [`T${word}`, `F${word}`]
      : [`S[p + ${word}]`, `S[p + ${layout.frameWords + word}]`];
    const masked = (name: string): string => (mask === -1 ? name : mask === 0 ? '0' : `${name} & ${mask}`);
    out.write(`S[q + ${word}] = ${masked(t)}; S[q + ${layout.frameWords + word}] = ${masked(f)};`);
  }
}
