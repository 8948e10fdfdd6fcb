import { describe, expect, it } from '@jest/globals';
import { verify } from '../../../src/library/calls.js';
import type { Trace } from '../../../src/lang/run/trace.js';
import { modelNamed } from '../../../src/memory/index.js';
import type { RunModel } from '../../../src/pages/run-view/run-model.js';
import { statesOf } from '../../../src/pages/run-view/run-states.js';
import type { RunState } from '../../../src/pages/run-view/run-states.js';
import { stepWords } from '../../../src/pages/run-view/step-words.js';
import { runModelOf } from '../../../src/report/page/run-model-of.js';
import { invariant } from '../../../src/support/invariant.js';

interface Shown {
  readonly trace: Trace;
  readonly model: RunModel;
}

async function shown(file: string, name: 'sc' | 'tso' | 'pso', options = {}): Promise<readonly Shown[]> {
  const model = modelNamed(name, 'own');
  invariant(model !== null, 'there is such a model');
  const { properties } = await verify(file, { model: name, ...options });
  return properties.flatMap((property): readonly Shown[] => {
    // As on a page: Boolean programs are told by their own trace.
    const { run, ...without } = property;
    const asked = run === undefined || file.endsWith('.bl') ? without : property;
    const told = runModelOf(asked, { model, source: null, drawn: run?.system ?? null });
    // A page gets it by way of JSON.
    expect(JSON.parse(JSON.stringify(told))).toEqual(told);
    return property.trace === null || told === null ? [] : [{ trace: property.trace, model: told }];
  });
}

const questions = [
  ['samples/litmus/mp.fp', 'pso', {}],
  ['samples/mutex/peterson.fp', 'tso', {}],
  ['samples/data-structures/chase-lev.fp', 'pso', {}],
  ['samples/abstraction/semaphore.fp', 'tso', {}],
  ['samples/ltl/release.fp', 'tso', { fairness: 'none', property: ['released'] }],
  ['samples/arrays/mutex.cub', 'tso', {}],
  ['samples/boolean/sb.bl', 'pso', {}],
  ['samples/c/store-buffering-release.c', 'tso', {}],
] as const;

describe.each(questions)('the run that a page shows of %s under %s', (file, name, options) => {
  it('has the states of the trace, in which each write is followed from its store to memory', async () => {
    const runs = await shown(file, name, options);
    expect(runs.length).toBeGreaterThan(0);
    for (const { trace, model } of runs) {
      const states = statesOf(model);
      const all = states.map((state) => text(seen(state)));
      const expected = [trace.initial, ...trace.steps.map(({ after }) => after)];
      // Where a step of the trace is several of the program, the page has more of them, and the same in between.
      let place = 0;
      for (const snapshot of expected) {
        place = all.indexOf(text(told(snapshot)), place) + 1;
        expect(place).toBeGreaterThan(0);
      }
      expect(all.at(-1)).toBe(text(told(expected.at(-1) ?? trace.initial)));
      expect(model.steps.length).toBeGreaterThanOrEqual(trace.steps.length);
      for (const [i, step] of model.steps.entries()) {
        if (step.kind !== 'flush') continue;
        const made = model.steps[step.leaves ?? -1];
        expect(made).toMatchObject({ kind: 'edge', thread: step.thread });
        expect(step.leaves).toBeLessThan(i);
        // What waited before and not behind it is what that step made.
        const gone = waiting(states[i], step.thread).filter(
          (n) => !waiting(states[i + 1], step.thread).includes(n),
        );
        expect(gone).toEqual([step.leaves]);
      }
    }
  });

  it('has arrows between its steps, each as its kind demands', async () => {
    for (const { model } of await shown(file, name, options)) {
      const arrows = model.before.map((arrow) => ({
        ...arrow,
        a: model.steps[arrow.from],
        b: model.steps[arrow.to],
      }));
      expect(arrows.filter(({ a, b }) => a?.kind !== 'edge' || b?.kind !== 'edge')).toEqual([]);
      // What a thread does later comes before nothing that it did earlier, and program order is of one thread.
      expect(arrows.filter(({ a, b, from, to }) => a?.thread === b?.thread && from >= to)).toEqual([]);
      expect(arrows.filter(({ a, b, kind }) => kind === 'po' && a?.thread !== b?.thread)).toEqual([]);
      expect(arrows.filter(({ kind, cell }) => (kind === 'po') !== (cell === null))).toEqual([]);
    }
  });
});

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The same for the same, in whatever order it is told. */
const text = (state: Sections): string =>
  JSON.stringify(
    Object.values(state).map((section) => Object.entries(section).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );

const seen = (state: RunState | undefined): Sections => ({
  memory: Object.fromEntries(state?.memory ?? []),
  locals: Object.fromEntries(
    [...(state?.locals ?? [])].flatMap(([thread, values]) =>
      [...values].map(([name, value]) => [thread === '' ? name : `${thread}.${name}`, value]),
    ),
  ),
  buffers: Object.fromEntries(
    [...(state?.buffers ?? [])]
      .filter(([, writes]) => writes.length > 0)
      .map(([thread, writes]) => [
        thread,
        writes.map(({ cell, value }) => (cell === null ? value : `${cell}=${value}`)).sort(),
      ]),
  ),
});

const told = ({ memory, locals, buffers }: Trace['initial']): Sections => ({
  memory: Object.fromEntries([...memory].map(([name, value]) => [name, String(value)])),
  locals: Object.fromEntries([...locals].map(([name, value]) => [name, String(value)])),
  buffers: Object.fromEntries(
    [...buffers].filter(([, all]) => all.length > 0).map(([thread, all]) => [thread, [...all].sort()]),
  ),
});

const waiting = (state: RunState | undefined, thread: string): readonly (number | null)[] =>
  (state?.buffers.get(thread) ?? []).map(({ step }) => step);

describe('the relation of message passing', () => {
  it('is the cycle that SC has not', async () => {
    const [run] = await shown('samples/litmus/mp.fp', 'pso');
    // Steps, from 0: data = 42, flag = 1, the flag leaves, the flag is read (3), data is read (4), data leaves.
    expect(run?.model.before).toEqual(
      expect.arrayContaining([
        { kind: 'po', from: 0, to: 1, cell: null },
        { kind: 'rf', from: 1, to: 3, cell: 'flag' },
        { kind: 'po', from: 3, to: 4, cell: null },
        { kind: 'fr', from: 4, to: 0, cell: 'data' },
      ]),
    );
    expect(run?.model.before).toHaveLength(4);
  });

  it('is told in words, step by step', async () => {
    const [run] = await shown('samples/litmus/mp.fp', 'pso');
    invariant(run !== undefined, 'it is violated');
    const states = statesOf(run.model);
    const words = states.map((state, position) => stepWords(run.model, position, state));
    expect(words[0]).toBe('Start: nothing has happened yet. 6 steps follow.');
    expect(words[1]).toBe(
      'Step 1: Writer does store data = 42 in line 6. In its buffer: data = 42, oldest first.',
    );
    expect(words[6]).toMatch(
      /^Step 6: .* reaches memory. Its buffer is empty. Violated: fresh \(all threads/,
    );
  });
});

describe('why a run ends as it does', () => {
  it('is told with the run: the formula, its values, and what is to blame', async () => {
    const [run] = await shown('samples/litmus/mp.fp', 'pso');
    expect(run?.model.isReached).toBe(false);
    expect(run?.model.reasons.slice(0, 2)).toEqual([
      ['formula', 'Reader.seen == 1 -> Reader.value == 42'],
      ['values', 'Reader.seen=1, Reader.value=0'],
    ]);
    expect(run?.model.reasons[2]?.[1]).toMatch(/^Reader read data \(0\) at step 5 while/);
  });

  it('is no violation where the run reaches a goal, whose formula is told as it was written', async () => {
    const [run] = await shown('samples/language/goals.fp', 'tso');
    invariant(run !== undefined, 'the goal is reached');
    const states = statesOf(run.model);
    const words = stepWords(run.model, states.length - 1, states.at(-1) ?? states[0]);
    expect(words).toMatch(/ Reached: both_miss \(.*the goal is reached here\)\.$/);
    expect(run.model.reasons[0]).toEqual(['formula', 'P.r == 0 && Q.r == 0']);
  });
});

describe('predicates that a program states', () => {
  it('are true or false of memory in each state', async () => {
    const [run] = await shown('samples/abstraction/semaphore.fp', 'tso');
    invariant(run !== undefined, 'it is violated');
    const place = run.model.predicates.indexOf('free == capacity');
    for (const { memory, truths } of statesOf(run.model))
      expect(truths[place]).toBe(memory.get('free') === memory.get('capacity'));
  });
});
