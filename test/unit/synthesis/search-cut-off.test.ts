import { describe, expect, it } from '@jest/globals';
import type { Limits } from '../../../src/search/limits.js';
import { numbersBelow } from '../../../src/support/lists.js';
import { satisfies } from '../../../src/synthesis/clause.js';
import type { CandidateSet } from '../../../src/synthesis/clause.js';
import { cheapestSets } from '../../../src/synthesis/extremes.js';
import type { ChoiceAnswer, SelectionProblem } from '../../../src/synthesis/selection-problem.js';

const count = 12;
const limitsOf = (signal: AbortSignal): Limits => ({ signal, deadline: null, memoryMB: null });

/** One of each half is needed: 36 sets, none of which is found by asking about another. */
const halves = [numbersBelow(count / 2), numbersBelow(count).slice(count / 2)];
function answerFor(choice: CandidateSet): ChoiceAnswer {
  const clauses = halves.map((some) => ({ some, unless: [] }));
  const clause = clauses.find((one) => !satisfies(choice, one));
  return clause === undefined
    ? { kind: 'holds' }
    : { kind: 'violated', property: 'p', clause, proposal: null };
}

/** Counts what is asked. */
class Asked implements SelectionProblem {
  readonly costs = numbersBelow(count).map(() => 1);
  readonly sizes: number[] = [];

  constructor(
    readonly limits: Limits,
    private readonly answer: (choice: CandidateSet, number: number) => ChoiceAnswer,
  ) {}

  ask(choice: CandidateSet): Promise<ChoiceAnswer> {
    this.sizes.push(choice.size);
    return Promise.resolve(this.answer(choice, this.sizes.length));
  }
}

describe('a search for sets whose questions look at no clock', () => {
  const whole = new Asked(limitsOf(new AbortController().signal), answerFor);

  it('finds all sets', async () => {
    const { sets, complete, stop } = await cheapestSets(whole, false);
    expect({ sets: sets.length, complete, stop }).toEqual({ sets: 36, complete: true, stop: null });
  });

  it('ends before the question that follows the signal, with the sets that it has', async () => {
    const controller = new AbortController();
    const at = whole.sizes.length - 20;
    const problem = new Asked(limitsOf(controller.signal), (choice, number) => {
      if (number === at) controller.abort('interrupted');
      return answerFor(choice);
    });
    const { sets, minimal, complete, stop } = await cheapestSets(problem, false);
    expect(problem.sizes.length).toBe(at);
    expect(sets.length).toBeGreaterThan(0);
    expect({ minimal, complete, reason: stop?.reason }).toEqual({
      ...{ minimal: true, complete: false, reason: 'interrupted' },
    });
  });

  it('lets signals come through', async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort('interrupted');
    }, 0);
    const problem = new Asked(limitsOf(controller.signal), (choice) => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      return answerFor(choice);
    });
    const { stop } = await cheapestSets(problem, false);
    clearTimeout(timer);
    expect(stop?.reason).toBe('interrupted');
    expect(problem.sizes.length).toBeLessThan(whole.sizes.length / 2);
  });
});

describe('a search for sets that memory does not suffice for', () => {
  const noRoom = { kind: 'unknown', reason: 'memory', detail: 'full' } as const;
  const ask = (from: number): Asked =>
    new Asked(limitsOf(new AbortController().signal), (choice) =>
      choice.size > 0 && choice.size < from ? noRoom : answerFor(choice),
    );

  it('ends at the first cheapest set, with the least that sets cost and one that suffices', async () => {
    const problem = ask(count - 1);
    const { sets, minimal, complete, stop, atLeast, sufficient } = await cheapestSets(problem, false);
    expect({ sets, minimal, complete, stop }).toEqual({
      ...{ sets: [], minimal: false, complete: false, stop: noRoom },
    });
    expect(atLeast).toBe(1);
    expect(sufficient?.size).toBe(count);
    expect(problem.sizes.filter((size) => size === 1)).toHaveLength(1);
  });

  it('asks about none, and about all, and about nothing twice', async () => {
    const problem = new Asked(limitsOf(new AbortController().signal), (choice) =>
      choice.size < count ? noRoom : { kind: 'holds' },
    );
    const { stop, sufficient, atLeast } = await cheapestSets(problem, false);
    expect(problem.sizes).toEqual([0, count]);
    expect({ stop, size: sufficient?.size, atLeast }).toEqual({ stop: noRoom, size: count, atLeast: 0 });
  });
});
