import { describe, expect, test } from '@jest/globals';
import { decideByOne } from '../../../src/ask/by-engines.js';
import { taker } from '../../../src/ask/choose.js';
import type { Decision } from '../../../src/ask/decision.js';
import { decideWithFew } from '../../../src/ask/few-processes.js';
import { blankProperty } from '../../../src/ask/report.js';
import type { ProgramQuestion } from '../../../src/engines/question.js';
import { askedAbout } from '../../support/asked.js';
import { parseFp } from '../../support/parse-fp.js';

/** Three come to the same place, one after the other; nobody ever comes to `Never`. */
const text = `
  shared int[0..3] count = 0;
  process P(me) {
    local int[0..3] seen = 0;
    seen = fetch_add(count, 1);
    if (seen == 2) { Third: skip; }
    if (seen == 3) { Never: skip; }
  }
  invariant third: forall p in P: !(p at Third);
  invariant never: forall p in P: !(p at Never);`;

const explicit = (question: ProgramQuestion): Promise<Decision> =>
  decideByOne(question, { ...taker('program', 'explicit'), why: null });

/** An engine that never has enough time, but for `never` once nobody asks for anything else. */
function slow(asked: string[][]): (question: ProgramQuestion) => Promise<Decision> {
  return async ({ properties }) => {
    const names = properties.map(({ name }) => name);
    asked.push(names);
    const isLast = names.join() === 'never';
    return {
      ...{ engine: 'slow', why: null, bound: null, warnings: [], remarks: ['Of all.'], stats: {} },
      properties: properties.map((p) => ({
        ...blankProperty(p),
        ...(isLast ? { verdict: 'safe' } : { verdict: 'unknown', reason: 'timeout', detail: null }),
      })),
    };
  };
}

describe('few processes of any number', () => {
  const program = parseFp(text);
  const stated = program.properties.filter(({ kind }) => kind === 'invariant');
  const { question } = askedAbout(program, { procs: 'any', timeoutSeconds: 60 }, stated);
  const notes: string[] = [];

  test('are looked at where the search for all takes long, and what they violate is violated', async () => {
    const asked: string[][] = [];
    const { properties, remarks } = await decideWithFew(question, {
      ...{ ofAny: slow(asked), ofFew: explicit },
      note: (clause) => notes.push(clause),
    });
    expect(properties.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['third', 'unsafe'],
      ['never', 'safe'],
    ]);
    expect(asked).toEqual([['third', 'never'], ['never']]);
    expect(notes.map((note) => note.replace(/\d+ states/, 'states'))).toEqual([
      'looked at states of 2 processes: no violation',
      'looked at states of 3 processes: third violated',
    ]);
    expect(remarks).toEqual([
      'The violation is one of 3 processes; other numbers were not needed.',
      'Of all.',
    ]);
  });

  test('are not looked at where it is quick', async () => {
    const asked: string[][] = [];
    const never = program.properties.filter(({ name }) => name === 'never');
    const decision = await decideWithFew(
      { ...question, properties: never },
      { ofAny: slow(asked), ofFew: () => Promise.reject(new Error('nobody asks')) },
    );
    expect(decision.properties.map(({ verdict }) => verdict)).toEqual(['safe']);
    expect(asked).toEqual([['never']]);
  });
});
