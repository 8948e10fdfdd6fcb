import { describe, expect, it } from '@jest/globals';
import { ExitCode, exitCodeOf, exitCodeOfFailure, worst } from '../../src/cli/exit-codes.js';
import { failureOf } from '../../src/library/failure-of.js';
import { InputError, Unsupported, UsageError } from '../../src/diagnostics/diagnostic.js';
import { InternalError } from '../../src/support/invariant.js';
import { property, report } from '../unit/report/samples.js';

describe('the exit code of a run', () => {
  it.each([
    [0, { verdict: 'safe' }],
    [10, { verdict: 'unsafe', property: 'a' }],
    [20, { verdict: 'unknown', reason: 'timeout' }],
    [20, { verdict: 'unknown', reason: 'overflow' }],
    [130, { verdict: 'unknown', reason: 'interrupted' }],
    [2, { verdict: null, reason: 'input' }],
    [2, { verdict: null, reason: 'usage' }],
    [2, { verdict: null, reason: 'unsupported' }],
    [70, { verdict: null, reason: 'bug' }],
    [70, { verdict: null, reason: null }],
  ] as const)('is %d for %j', (code, run) => expect(exitCodeOf(report(run))).toBe(code));

  it('is 130 if a violation was found before Ctrl-C', () => {
    const properties = [
      property('a', { verdict: 'unsafe' }),
      property('b', { verdict: 'unknown', reason: 'interrupted' }),
    ];
    expect(exitCodeOf(report({ verdict: 'unsafe', property: 'a', properties }))).toBe(130);
  });
});

describe('the exit code of several runs', () => {
  const order: readonly ExitCode[] = [
    ExitCode.Ok,
    ExitCode.Unknown,
    ExitCode.Violation,
    ExitCode.Interrupted,
    ExitCode.Refused,
    ExitCode.Bug,
  ];

  it.each(order.slice(1).map((code, i) => [code, order.slice(0, i + 2)] as const))(
    'is %d if it is the worst of %j',
    (code, codes) => {
      expect(worst(codes)).toBe(code);
      expect(worst([...codes].reverse())).toBe(code);
    },
  );

  it('is 0 if there are none', () => expect(worst([])).toBe(0));
});

describe('what is thrown', () => {
  it.each([
    ['usage', 2, new UsageError('wrong')],
    ['input', 2, new InputError([])],
    ['unsupported', 2, new Unsupported('recursion')],
    ['bug', 70, new InternalError('x')],
    ['bug', 70, new TypeError('x')],
    ['bug', 70, 'a text'],
  ] as const)('has the reason %s and the exit code %d', (reason, code, error) => {
    const failure = failureOf(error);
    expect(failure.reason).toBe(reason);
    expect(exitCodeOfFailure(failure)).toBe(code);
  });

  it('asks for a report of bugs only', () => {
    expect(failureOf(new TypeError('x')).advice).toContain('report it');
    expect(failureOf(new UsageError('x')).advice).toBeNull();
  });
});

describe('the numbers', () => {
  it('are those that are documented', () => {
    const { Ok, Refused, Violation, Unknown, Bug, Interrupted } = ExitCode;
    expect([Ok, Refused, Violation, Unknown, Bug, Interrupted]).toEqual([0, 2, 10, 20, 70, 130]);
  });
});
