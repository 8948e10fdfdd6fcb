import type { ArrayFormula, Comparison } from '../../ir/array-system.js';
import { at } from '../../support/check.js';
import type { Draft } from './draft.js';
import type { Problem } from './problem.js';
import { compare, isRealTerm, valueOf } from './values.js';
import type { Setting } from './values.js';

/** A formula about given processes, or its negation. */
export interface Goal {
  readonly formula: ArrayFormula;
  readonly setting: Setting;
  readonly holds: boolean;
}

export const goal = (formula: ArrayFormula, setting: Setting): Goal => ({ formula, setting, holds: true });
export const refuted = (formula: ArrayFormula, setting: Setting): Goal => ({ formula, setting, holds: false });

/** Which of them holds is open. */
type Choice = readonly Goal[];

/**
 * Calls `done` for every way in which the goals can hold together with the facts of the draft, as far as is seen at once; the
 * facts of that way are in the draft then. What has no alternatives is added first, so that what contradicts it is never
 * begun. `done` returns true to stop; then this returns true as well.
 */
export function everyWay(goals: readonly Goal[], problem: Problem, draft: Draft, done: () => boolean): boolean {
  const mark = draft.mark();
  const choices: Choice[] = [];
  const stopped = addCertain(goals, problem, draft, choices) && choose(choices, 0, problem, draft, done);
  draft.back(mark);
  return stopped;
}

function choose(choices: readonly Choice[], index: number, problem: Problem, draft: Draft, done: () => boolean): boolean {
  if (index === choices.length) return done();
  for (const option of at(choices, index)) {
    const mark = draft.mark();
    const more: Choice[] = choices.slice(index + 1);
    if (addCertain([option], problem, draft, more) && choose(more, 0, problem, draft, done)) return true;
    draft.back(mark);
  }
  return false;
}

/** Adds what has one way only; alternatives are put aside. False: contradiction. */
function addCertain(goals: readonly Goal[], problem: Problem, draft: Draft, choices: Choice[]): boolean {
  const open = goals.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { formula, setting, holds } = next;
    switch (formula.kind) {
      case 'not':
        open.push({ formula: formula.part, setting, holds: !holds });
        break;
      case 'and':
      case 'or': {
        const parts = formula.parts.map((part): Goal => ({ formula: part, setting, holds }));
        if ((formula.kind === 'and') === holds) open.push(...parts.toReversed());
        else if (parts.length === 1) open.push(...parts);
        else if (parts.length === 0) return false;
        else choices.push(parts);
        break;
      }
      case 'compare': {
        const isReal = isRealTerm(formula.left, problem) || isRealTerm(formula.right, problem);
        const left = valueOf(formula.left, problem, setting, isReal);
        const right = valueOf(formula.right, problem, setting, isReal);
        const [op, turned] = holds ? [formula.op, false] : opposite[formula.op];
        const fits = turned ? compare(op, right, left, problem, draft) : compare(op, left, right, problem, draft);
        if (!fits) return false;
      }
    }
  }
  return true;
}

const opposite: Readonly<Record<Comparison, readonly [Comparison, boolean]>> = {
  '=': ['<>', false],
  '<>': ['=', false],
  '<': ['<=', true],
  '<=': ['<', true],
};
