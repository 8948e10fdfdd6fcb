import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../../passes/pipelines.js';
import { generatedBy } from '../../../../../src/diagnostics/span.js';
import { exploreExplicit } from '../../../../../src/engines/explicit/explore.js';
import type {
  BooleanProgram,
  BooleanThread,
  BooleanVariable,
} from '../../../../../src/lang/boolean/boolean-program.js';
import { allOf, anyOf, literal, negation, no, yes } from '../../../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../../../src/lang/boolean/boolean-formula.js';
import { booleanId } from '../../../../../src/lang/expr/ids.js';
import { mainModels } from '../../../../../src/memory/index.js';
import { runPipeline } from '../../../../../src/pass/run-pipeline.js';
import { exploreBoolean } from '../../../../support/boolean/boolean-systems.js';
import { BooleanAutomaton } from '../../../../support/boolean/generate-boolean-automaton.js';
import { parseFp } from '../../../../support/parse-fp.js';

type Statement = { readonly set: number; readonly to: Formula } | 'fence' | 'begin' | 'end';

const set = (variable: number, to: Formula): Statement => ({ set: variable, to });
const read = (variable: number): Formula => literal(booleanId(variable));

/** A straight line; one that does nothing if it is empty. */
function thread(name: string, statements: readonly Statement[]): BooleanThread {
  const automaton = new BooleanAutomaton();
  let here = automaton.entry;
  let inside = false;
  if (statements.length === 0) automaton.step(here, automaton.end);
  for (const [i, statement] of statements.entries()) {
    if (statement === 'begin') inside = true;
    if (statement === 'end') inside = false;
    const to = i === statements.length - 1 ? automaton.end : automaton.place(inside);
    const updates =
      typeof statement === 'string'
        ? []
        : [{ target: booleanId(statement.set), value: { kind: 'formula', formula: statement.to } as const }];
    automaton.step(here, to, { updates, fence: statement === 'fence' });
    here = to;
  }
  return automaton.thread(name);
}

/** Variables 0 and 1 are shared; 2 and 3 are local to thread 1, 4 and 5 to thread 2. */
function program(
  init: readonly Statement[],
  one: readonly Statement[],
  two: readonly Statement[],
  kind: 'always' | 'final',
  condition: Formula,
): BooleanProgram {
  const owners = [null, null, 1, 1, 2, 2];
  const variables = owners.map((owner, i): BooleanVariable => ({
    id: booleanId(i),
    name: `v${i}`,
    thread: owner,
    meaning: null,
    digit: null,
  }));
  const threads = [thread('init', init), thread('1', one), thread('2', two)];
  const span = generatedBy('test', null);
  return { name: 'test', variables, threads, infeasible: [], property: { kind, condition, span } };
}

async function verdicts(of: BooleanProgram): Promise<string> {
  const found: string[] = [];
  for (const model of mainModels) {
    const { result } = await exploreBoolean(of, model);
    for (const verdict of result.verdicts.values()) found.push(verdict.kind);
  }
  return found.join(' ');
}

/** The same, written in the native language. */
async function verdictsOfText(text: string): Promise<string> {
  const found: string[] = [];
  for (const model of mainModels) {
    const { system } = runPipeline(toAutomata, parseFp(text), { procs: null, model });
    const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
    const request = { system, model, properties: system.properties, limits, progress: () => undefined };
    const options = { bound: null, havocRange: null, reductions: true, collectFinals: null };
    const { verdicts: of } = await exploreExplicit(request, options);
    for (const verdict of of.values()) found.push(verdict.kind);
  }
  return found.join(' ');
}

describe('store buffering', () => {
  const lines = (middle: readonly Statement[]) =>
    program(
      [],
      [set(0, yes), ...middle, set(2, read(1))],
      [set(1, yes), ...middle, set(4, read(0))],
      'final',
      anyOf([read(2), read(4)]),
    );
  const text = (middle: string) => `shared bool x = false, y = false;
    thread P { local bool r = false; x = true; ${middle} r = y; }
    thread Q { local bool r = false; y = true; ${middle} r = x; }
    final P.r || Q.r;`;

  it('is as in the native language', async () => {
    expect(await verdicts(lines([]))).toBe('safe unsafe unsafe');
    expect(await verdictsOfText(text(''))).toBe('safe unsafe unsafe');
  });

  it('is mended by fences', async () => {
    expect(await verdicts(lines(['fence']))).toBe('safe safe safe');
    expect(await verdictsOfText(text('fence;'))).toBe('safe safe safe');
  });

  it('is not mended by atomic sections: their stores are buffered', async () => {
    const all = program(
      [],
      ['begin', set(0, yes), 'end', set(2, read(1))],
      ['begin', set(1, yes), 'end', set(4, read(0))],
      'final',
      anyOf([read(2), read(4)]),
    );
    expect(await verdicts(all)).toBe('safe unsafe unsafe');
  });

  it('is mended by a fence within the section, which lets the buffer drain', async () => {
    const all = program(
      [],
      ['begin', set(0, yes), 'fence', 'end', set(2, read(1))],
      ['begin', set(1, yes), 'fence', 'end', set(4, read(0))],
      'final',
      anyOf([read(2), read(4)]),
    );
    expect(await verdicts(all)).toBe('safe safe safe');
  });
});

describe('message passing', () => {
  it('is as in the native language', async () => {
    const all = program(
      [],
      [set(0, yes), set(1, yes)],
      [set(4, read(1)), set(5, read(0))],
      'final',
      anyOf([negation(read(4)), read(5)]),
    );
    expect(await verdicts(all)).toBe('safe safe unsafe');
    const text = `shared bool data = false, flag = false;
      thread P { data = true; flag = true; }
      thread Q { local bool f = false, d = false; f = flag; d = data; }
      final !Q.f || Q.d;`;
    expect(await verdictsOfText(text)).toBe('safe safe unsafe');
  });
});

describe('the initialisation', () => {
  it('is over before the others begin, its stores in memory', async () => {
    const all = program(
      [set(0, yes), set(1, yes), set(0, no)],
      [set(2, allOf([read(1), negation(read(0))])), set(3, yes)],
      [set(4, read(1)), set(5, yes)],
      'final',
      allOf([read(2), read(4)]),
    );
    expect(await verdicts(all)).toBe('safe safe safe');
  });

  it('is not looked at by the property', async () => {
    const all = program(
      [set(0, yes), set(0, no)],
      [set(2, read(0))],
      [set(4, read(0))],
      'always',
      negation(read(0)),
    );
    expect(await verdicts(all)).toBe('safe safe safe');
  });

  it('may be empty', async () => {
    const all = program([], [set(0, yes)], [set(4, read(0))], 'always', negation(read(4)));
    const [init, ...others] = all.threads;
    if (init === undefined) throw new Error('there is an initialisation');
    const empty = { ...init, entry: init.end, commands: [] };
    expect(await verdicts({ ...all, threads: [empty, ...others] })).toBe('unsafe unsafe unsafe');
  });
});

describe('a number of two digits', () => {
  it('reaches memory as a whole', async () => {
    const span = generatedBy('test', null);
    const variables = [0, 1].map((i): BooleanVariable => ({
      id: booleanId(i),
      name: `y.${i}`,
      thread: null,
      meaning: null,
      digit: { of: 'y', weight: 2 ** i },
    }));
    const writing = (first: readonly [Formula, Formula], second: readonly [Formula, Formula]) => {
      const automaton = new BooleanAutomaton();
      const middle = automaton.place(false);
      const updates = (digits: readonly [Formula, Formula]) =>
        digits.map((formula, i) => ({ target: booleanId(i), value: { kind: 'formula', formula } as const }));
      automaton.step(automaton.entry, middle, { updates: updates(first) });
      automaton.step(middle, automaton.end, { updates: updates(second) });
      return automaton;
    };
    const one = [yes, no] as const;
    const two = [no, yes] as const;
    const swapped = [read(1), read(0)] as const;
    const threads = [
      writing(two, one).thread('init'),
      writing(two, one).thread('1'),
      writing(swapped, swapped).thread('2'),
    ];
    const differ = anyOf([allOf([read(0), negation(read(1))]), allOf([read(1), negation(read(0))])]);
    const all = {
      name: 'number',
      variables,
      threads,
      infeasible: [],
      property: { kind: 'always', condition: differ, span },
    } as const;
    expect(await verdicts(all)).toBe('safe safe safe');
    const never = { ...all, property: { kind: 'always', condition: read(0), span } } as const;
    expect(await verdicts(never)).toBe('unsafe unsafe unsafe');
  });
});
