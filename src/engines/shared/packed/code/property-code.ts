import type { Property } from '../../../../lang/program/program.js';
import { at } from '../../../../support/invariant.js';
import type { SizedPlan } from '../plan.js';
import { expressionCode } from './expression-code.js';
import { allEqual } from './fields.js';
import type { WordNaming } from './fields.js';
import { errors } from './helper-code.js';
import type { Helpers } from './helper-code.js';
import { StateReader } from './state-reader.js';

const words: WordNaming = (word) => `a${word}`;

/**
 * The source of `inspect(id, a0, a1, ...)`, called for every new state: evaluates the invariants there, and the final
 * conditions if all threads have ended and all buffers are empty. `live[i]` is 0 once property i is violated.
 */
export function inspectCode(
  properties: readonly Property[],
  collectFinals: boolean,
  plan: SizedPlan,
  helpers: Helpers,
): string | null {
  const tests = (kind: 'invariant' | 'final'): string[] =>
    properties.flatMap((p, i) => (p.kind === kind ? [testCode(p, i, plan, helpers)] : []));
  const always = tests('invariant');
  const atEnd = [...tests('final'), ...(collectFinals ? ['env.final(id);'] : [])];
  if (always.length + atEnd.length === 0) return null;
  const final = atEnd.length === 0 ? '' : `if (${hasEnded(plan)}) {\n${atEnd.join('\n')}\n}`;
  const params = Array.from({ length: plan.layout.words }, (_, i) => words(i)).join(', ');
  return `function inspect(id, ${params}) {\n${always.join('\n')}\n${final}\n}`;
}

function testCode(
  property: Extract<Property, { kind: 'invariant' | 'final' }>,
  index: number,
  plan: SizedPlan,
  helpers: Helpers,
): string {
  const value = expressionCode(property.formula, new StateReader(plan, words, helpers));
  if (value.fails === 0)
    return `if (live[${index}] !== 0 && !${value.code}) env.stateViolated(${index}, id);`;
  return `if (live[${index}] !== 0) {
const holds = ${value.code}, e = err; err = 0;
if (e === ${errors.integerLimit}) env.limited(0); else if (e !== 0 || !holds) env.stateViolated(${index}, id);
}`;
}

function hasEnded(plan: SizedPlan): string {
  const { layout, variables } = plan;
  const ended = variables.system.threads.map((t) => [at(layout.locations, t.id), t.end] as const);
  const empty = layout.buffers.flatMap((slots) => slots.slice(0, 1).map((s) => [s.code, 0] as const));
  return allEqual([...ended, ...empty], words);
}
