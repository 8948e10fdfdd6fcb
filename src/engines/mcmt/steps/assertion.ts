import { oppositeComparison } from '../../../lang/arrays/array-formula.js';
import type { ArrayFormula } from '../../../lang/arrays/array-system.js';
import type { CubeDraft } from '../cubes/draft.js';
import { compare, isKnown, isRealTerm, valueOf } from '../cubes/term-values.js';
import type { ProcessSetting } from '../cubes/term-values.js';

/** A formula about given processes, or its negation. */
export interface Goal {
  readonly formula: ArrayFormula;
  readonly setting: ProcessSetting;
  readonly holds: boolean;
}

export const goal = (formula: ArrayFormula, setting: ProcessSetting): Goal => ({
  formula,
  setting,
  holds: true,
});
export const refuted = (formula: ArrayFormula, setting: ProcessSetting): Goal => ({
  formula,
  setting,
  holds: false,
});

/** Which of them holds is open. */
type GoalChoice = readonly Goal[];

/**
 * Calls `done` for ways in which the goals can hold together with the facts of the draft. The facts of a way are in the draft
 * then. `done` returns true to stop; then this returns true as well.
 */
export function everyWay(goals: readonly Goal[], draft: CubeDraft, done: () => boolean): boolean {
  const mark = draft.mark();
  for (const found of waysOf(goals, draft)) {
    if (found !== 'way' || !done()) continue;
    draft.back(mark);
    return true;
  }
  return false;
}

/** `looking`: there may be no way for long, so whoever asks can stop to look at the clock. */
export type WayFound = 'way' | 'looking';

/**
 * The ways in which the goals can hold together with the facts of the draft, as far as is seen at once: all that there are, but
 * those that say more than another. The facts of a way are in the draft when it is yielded. What has no alternatives is
 * added first, so that what contradicts it is never begun. Of the `others` one goal each has to hold, too.
 */
export function* waysOf(
  goals: readonly Goal[],
  draft: CubeDraft,
  others: readonly GoalChoice[] = [],
): Generator<WayFound> {
  const mark = draft.mark();
  const choices = [...others];
  const open = addCertain(goals, draft, choices) ? forced(choices, draft) : null;
  const [first] = open ?? [];
  if (open?.length === 0) yield 'way';
  // What contradicts itself in a way that only shows when all is looked at would do so in every way.
  else if (open !== null && first !== undefined && (open.length === 1 || draft.close() !== null)) {
    const next = open.reduce((least, choice) => (choice.length < least.length ? choice : least), first);
    const rest = open.filter((choice) => choice !== next);
    for (const option of next) {
      yield 'looking';
      yield* waysOf([option], draft, rest);
    }
  }
  draft.back(mark);
}

/** The choices that are left when all that have one possibility only are made; null: one of them has none. */
function forced(choices: readonly GoalChoice[], draft: CubeDraft): readonly GoalChoice[] | null {
  let open = choices;
  for (;;) {
    const left: GoalChoice[] = [];
    let made = false;
    for (const choice of open) {
      if (choice.some((option) => isTrue(option, draft))) continue;
      const possible = choice.filter((option) => isPossible(option, draft));
      const [only] = possible;
      if (only === undefined) return null;
      if (possible.length > 1) left.push(possible);
      else {
        made = true;
        if (!addCertain([only], draft, left)) return null;
      }
    }
    if (!made) return left;
    open = left;
  }
}

function isPossible(option: Goal, draft: CubeDraft): boolean {
  const mark = draft.mark();
  const possible = addCertain([option], draft, []);
  draft.back(mark);
  return possible;
}

/** Whether the facts of the draft say so already, as far as that is seen at once. */
function isTrue({ formula, setting, holds }: Goal, draft: CubeDraft): boolean {
  switch (formula.kind) {
    case 'not':
      return isTrue({ formula: formula.part, setting, holds: !holds }, draft);
    case 'and':
    case 'or': {
      const parts = formula.parts.map((part): Goal => ({ formula: part, setting, holds }));
      return (formula.kind === 'and') === holds
        ? parts.every((part) => isTrue(part, draft))
        : parts.some((part) => isTrue(part, draft));
    }
    case 'compare': {
      const left = valueOf(formula.left, draft.problem, setting, false);
      const right = valueOf(formula.right, draft.problem, setting, false);
      return isKnown(formula.op, left, right, holds, draft);
    }
  }
}

/** Adds what has one way only; alternatives are put aside. False: contradiction. */
function addCertain(goals: readonly Goal[], draft: CubeDraft, choices: GoalChoice[]): boolean {
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
        const isReal = isRealTerm(formula.left, draft.problem) || isRealTerm(formula.right, draft.problem);
        const left = valueOf(formula.left, draft.problem, setting, isReal);
        const right = valueOf(formula.right, draft.problem, setting, isReal);
        const { op, turned } = holds ? { op: formula.op, turned: false } : oppositeComparison[formula.op];
        const fits = turned ? compare(op, right, left, draft) : compare(op, left, right, draft);
        if (!fits) return false;
      }
    }
  }
  return true;
}
