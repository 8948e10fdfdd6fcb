import type { BooleanProgram, Update } from '../../../ir/boolean-program.js';
import type { Formula } from '../../../ir/formula.js';
import { anyOf, negation } from '../../../ir/formula.js';
import type { BooleanId } from '../../../ir/ids.js';
import { at } from '../../../support/check.js';
import type { Cone } from '../cone.js';
import type { Chain } from '../graph.js';
import type { Layout } from '../layout.js';
import { shapeOf } from '../normal-form.js';
import { assume } from './assume.js';
import { ChainWriter } from './chain-writer.js';
import type { Constants } from './chain-writer.js';
import { evaluate, holdsCode } from './conditions.js';

export interface ChainCode {
  readonly program: BooleanProgram;
  readonly layout: Layout;
  readonly cone: Cone;
  readonly constants: Constants;
}

/**
 * The source of `NAME(S, p, q)`: runs the commands of a chain on the frame at S[p] and leaves the result at S[q]; 0 if
 * the path ends on the way.
 */
export function chainSource(name: string, thread: number, chain: Chain, code: ChainCode): string {
  const out = new ChainWriter(code.layout, code.constants);
  const automaton = at(code.program.threads, thread);
  const infeasible = shapeOf(negation(anyOf(code.program.infeasible)));
  for (const command of chain.commands) {
    assume(shapeOf(command.guard), out);
    writeUpdates(code.cone.updatesOf(thread, command), out);
    if (!at(automaton.locations, command.to).atomic && thread !== 0) assume(infeasible, out);
  }
  if (thread === 0 && chain.to.location === automaton.end) assume(infeasible, out);
  leave(thread, chain, code.layout, out);
  return `function ${name}(S, p, q) {\n${out.text()}\nreturn 1; }`;
}

/** What happens to the target of an update: it becomes a copy, or gets two bits. */
type Pending =
  | { readonly kind: 'copy'; readonly target: BooleanId; readonly alias: ReturnType<ChainWriter['aliasTo']> }
  | { readonly kind: 'bits'; readonly target: BooleanId; readonly t: string; readonly f: string };

/** All values are those of the state before. */
function writeUpdates(updates: readonly Update[], out: ChainWriter): void {
  const pending = updates.map((update) => valueOf(update, out));
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

function valueOf({ target, value }: Update, out: ChainWriter): Pending {
  const copied = copyOf(value);
  if (copied !== null) {
    return { kind: 'copy', target, alias: out.aliasTo(copied.variable, copied.positive) };
  }
  const named = (condition: string): string => {
    if (condition === 'true' || condition === 'false') return condition;
    const name = out.fresh('v');
    out.write(`const ${name} = ${condition};`);
    return name;
  };
  if (value.kind === 'formula') {
    const { holds, fails } = evaluate(shapeOf(value.formula), out);
    return { kind: 'bits', target, t: named(holds), f: named(fails) };
  }
  const [t, f] = [out.fresh('y'), out.fresh('n')];
  const yes = holdsCode(shapeOf(value.yes), out);
  out.write(`const ${t} = ${yes};`);
  const no = holdsCode(shapeOf(value.no), out);
  out.write(`const ${f} = ${no};`);
  if (yes !== 'false' && no !== 'false') out.write(`if (${t} && ${f}) return 0;`);
  return {
    kind: 'bits',
    target,
    t: yes === 'true' || yes === 'false' ? yes : t,
    f: no === 'true' || no === 'false' ? no : f,
  };
}

/** `choose(x, !x)` and `x` make a copy; unknown stays unknown, but the same unknown. */
function copyOf(value: Update['value']): Extract<Formula, { kind: 'literal' }> | null {
  if (value.kind === 'formula') return value.formula.kind === 'literal' ? value.formula : null;
  const { yes, no } = value;
  const isCopy =
    yes.kind === 'literal' &&
    no.kind === 'literal' &&
    yes.variable === no.variable &&
    yes.positive !== no.positive;
  return isCopy ? yes : null;
}

function assignBit(word: string, mask: number, condition: string): string {
  if (condition === 'true') return `${word} |= ${mask};`;
  if (condition === 'false') return `${word} &= ${~mask};`;
  return `if (${condition}) ${word} |= ${mask}; else ${word} &= ${~mask};`;
}

/** The frame at the next node: what is dead there is unknown, so that states that differ in it are one. */
function leave(thread: number, { to }: Chain, layout: Layout, out: ChainWriter): void {
  const alive = at(at(layout.alive, thread), to.index);
  for (const variable of out.copied()) {
    const { word, mask } = at(layout.places, variable);
    if (word < layout.frameWords && (at(alive, word) & mask) !== 0) out.settle(variable);
  }
  for (let word = 0; word < layout.frameWords; word++) {
    const mask = at(alive, word);
    const [t, f] = out.isLoaded(word)
      ? [`T${word}`, `F${word}`]
      : [`S[p + ${word}]`, `S[p + ${layout.frameWords + word}]`];
    const masked = (name: string): string => (mask === -1 ? name : mask === 0 ? '0' : `${name} & ${mask}`);
    out.write(`S[q + ${word}] = ${masked(t)}; S[q + ${layout.frameWords + word}] = ${masked(f)};`);
  }
}
