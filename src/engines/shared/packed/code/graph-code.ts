import type { Expr } from '../../../../lang/expr/expr.js';
import { at } from '../../../../support/invariant.js';
import { codeOf } from '../plan.js';
import type { SizedPlan } from '../plan.js';
import { edgeMask, edgePageBits, stateMask, statePageBits } from '../state-graph.js';
import type { StateGraph } from '../state-graph.js';
import type { PackedVariable } from '../packed-variables.js';
import { countOf, isFree } from './buffers.js';
import type { Dialect, PackedStep } from './dialect.js';
import { expressionCode } from './expression-code.js';
import type { WordNaming } from './fields.js';
import { errors } from './helper-code.js';
import type { Helpers } from './helper-code.js';
import { StateReader } from './state-reader.js';

/** Bits that steps carry. A run is fair if it has infinitely often each of them. */
export interface Marks {
  of(step: PackedStep<unknown>): number;
  /** All steps have the bit that start where the thread buffers nothing (for the cell). */
  readonly unbuffered: readonly {
    readonly thread: number;
    readonly cell: PackedVariable | null;
    readonly bit: number;
  }[];
  /** Bits that all steps have that start where no step has the bit by itself: nobody could make one. */
  readonly unlessPossible: number;
}

/** What generated code keeps of the graph of states. */
export interface GraphParts {
  readonly graph: StateGraph;
  /** At most 32, each of them one bit. One that divides by zero or reads beyond an array does not hold. */
  readonly atoms: readonly Expr[];
  readonly marks: Marks;
}

/** Inside a section the marks of the steps so far are carried along, in `wf`. */
export const graphDialect = (marks: Marks, base: Dialect): Dialect => ({
  ...base,
  arrive: (inside, step, words) => {
    const label = `wf | ${marks.of(step)}`;
    return inside
      ? `M_add(0, ${words.join(', ')}, ${label});`
      : `moves++; G_edge(S_add(cur, ${words.join(', ')}), ${label});`;
  },
});

const current: WordNaming = (word) => `w${word}`;

/**
 * The source of `G_edge(to, label)`, called for every step, and of `G_done()`, called when all steps of the state `next` are
 * known, with the words of the state in w0, w1, ... Where nobody can step the run stays where it is: that is a step, too, and
 * has all marks. Where a step was cut (a fault, an overflow), what others could do counts as possible for all.
 */
export function graphCode({ atoms, marks }: GraphParts, plan: SizedPlan, helpers: Helpers): string {
  const possible =
    marks.unlessPossible === 0
      ? ''
      : `if (moves - before === G_n - G_first) m |= ${marks.unlessPossible} & ~G_seen;`;
  return `
let G_n = G.firstEdge(next), G_first = G_n, G_seen = 0, G_t = G.targets[G_n >>> ${edgePageBits}],
  G_l = G.labels[G_n >>> ${edgePageBits}];
function G_edge(to, label) {
  const i = G_n & ${edgeMask};
  if (i === 0) { const p = G_n >>> ${edgePageBits}; G.needEdgePage(p); G_t = G.targets[p]; G_l = G.labels[p]; }
  G_t[i] = to; G_l[i] = label; G_seen |= label; G_n++;
}
function G_done() {
  const p = next >>> ${statePageBits}, i = next & ${stateMask};
  if (i === 0) G.needStatePage(p);
  let m = 0, a = 0;
  if (moves === before) G_edge(next, -1); else { ${possible} }
  ${unbufferedCode(marks, plan)}
  ${atoms.map((atom, bit) => atomCode(atom, 1 << bit, plan, helpers)).join('\n')}
  G.ends[p][i] = G_n; G.atoms[p][i] = a; G.marks[p][i] = m;
  G_first = G_n; G_seen = 0;
}`;
}

function unbufferedCode({ unbuffered }: Marks, plan: SizedPlan): string {
  const lines = unbuffered.map(({ thread, cell, bit }) => {
    const slots = at(plan.layout.buffers, thread);
    const [oldest] = slots;
    if (oldest === undefined) return `m |= ${bit};`;
    if (cell === null) return `if (${isFree(oldest, current)}) m |= ${bit};`;
    const code = codeOf(at(plan.buffers, thread), cell);
    return `if ((${code === null ? '0' : countOf(slots, String(code), current)}) === 0) m |= ${bit};`;
  });
  return lines.join('\n');
}

function atomCode(atom: Expr, bit: number, plan: SizedPlan, helpers: Helpers): string {
  const value = expressionCode(atom, new StateReader(plan, current, helpers));
  if (value.fails === 0) return `if (${value.code}) a |= ${bit};`;
  return `{ const v = ${value.code}, e = err; err = 0;
if (e === ${errors.integerLimit}) env.limited(0); else if (e === 0 && v) a |= ${bit}; }`;
}
