import { describe, expect, it } from '@jest/globals';
import { Source } from '../../../src/diagnostics/span.js';
import { outcomeOf } from '../../../src/frontends/litmus/outcome.js';
import { parseLitmus } from '../../../src/frontends/litmus/parse.js';
import type { LitmusTest } from '../../../src/frontends/litmus/litmus-test.js';
import { herdLog } from '../../../src/report/herd-log.js';
import { collect } from './describe.js';

function test(question: string): LitmusTest {
  const text = `X86 t\nHash=00ff\n{}\n P0 ;\n MOV EAX,[x] ;\n${question}\n`;
  const { result, report } = collect((bag) => parseLitmus(new Source('t.litmus', text), bag));
  expect(report).toBe('');
  if (result === null) throw new Error('no test, but no errors either');
  return result;
}

const finals = [
  [1n, 2n],
  [0n, 2n],
  [0n, 10n],
  [1n, 2n],
] as const;

describe('the outcome of a test', () => {
  it.each([
    ['exists (0:EAX=1 /\\ x=2)', 1, 'Ok', 'Sometimes'],
    ['exists (0:EAX=1 /\\ x=3)', 0, 'No', 'Never'],
    ['exists (x=2 \\/ x=10)', 3, 'Ok', 'Always'],
    ['~exists (0:EAX=1 /\\ x=3)', 0, 'Ok', 'Never'],
    ['~exists (0:EAX=1 /\\ x=2)', 1, 'No', 'Sometimes'],
    ['forall (x=2 /\\ 0:EAX!=7)', 2, 'No', 'Sometimes'],
    ['forall (0:EAX=1 => x=2)', 3, 'Ok', 'Always'],
  ])('%s', (question, satisfying, verdict, observation) => {
    const outcome = outcomeOf(test(`locations [x; 0:EAX;] ${question}`), finals);
    expect(outcome).toMatchObject({
      states: ['0:EAX=0; x=10;', '0:EAX=0; x=2;', '0:EAX=1; x=2;'],
      satisfying,
      others: 3 - satisfying,
      verdict,
      observation,
    });
  });
});

describe('the log of a test', () => {
  const log = (question: string): readonly string[] => {
    const subject = test(question);
    return herdLog({ test: subject, outcome: outcomeOf(subject, finals), model: 'tso' }).split('\n');
  };

  it('has the form of herd7 and ends with a sentence', () => {
    expect(log('exists (0:EAX=1 /\\ x=2)')).toEqual([
      'Test t Allowed',
      'States 3',
      '0:EAX=0; x=10;',
      '0:EAX=0; x=2;',
      '0:EAX=1; x=2;',
      'Ok',
      'Witnesses',
      'Positive: 1 Negative: 2',
      'Condition exists (0:EAX=1 /\\ x=2)',
      'Observation t Sometimes 1 2',
      'Hash=00ff',
      '',
      'The outcome (0:EAX=1 /\\ x=2) IS reachable under tso.',
    ]);
  });

  it('counts the witnesses of ~exists as herd7 does', () => {
    const lines = log('locations [0:EAX;] ~exists (x=3)');
    expect(lines).toContain('Test t Forbidden');
    expect(lines).toContain('Positive: 3 Negative: 0');
    expect(lines).toContain('Observation t Never 0 3');
    expect(lines).toContain('The outcome (x=3) IS NOT reachable under tso.');
  });

  it('says what forall means', () => {
    expect(log('locations [0:EAX;] forall (x=2)')).toEqual(
      expect.arrayContaining([
        'Test t Required',
        'No',
        'The condition (x=2) does NOT hold in every final state under tso.',
      ]),
    );
  });
});
