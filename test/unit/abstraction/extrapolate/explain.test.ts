import { expect, it } from '@jest/globals';
import { explainPredicates } from '../../../../src/abstraction/extrapolate/explain.js';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import { renderPredicates } from '../../../../src/report/predicates-text.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import type { ExtrapolationSetting } from '../../../support/abstraction/extrapolated.js';
import { parseFp } from '../../../support/parse-fp.js';

const program = parseFp(`shared int x = 0; thread P { local int r = 0; x = 1; fence; r = x; }
  predicates { x == 0; P.r < x; }`);

function explained(setting: ExtrapolationSetting): readonly string[] {
  const request = requestFor(program, setting);
  const rows = explainPredicates(request.system, extrapolate(request));
  return renderPredicates(rows, 100).split('\n');
}

it('tells of each predicate which rule made it, and from which', () => {
  expect(explained({ rules: 'tso', encoding: 'counters', bound: 1 })).toEqual([
    '#  predicate      origin                                        from',
    '1  x == 0         rule 9: kept from SC',
    '2  P.r < x        rule 9: kept from SC',
    '3  P_rhs_1 == 0   rule 10: lifted to a waiting write            x == 0',
    '4  P.r < P_rhs_1  rule 10: lifted to a waiting write            P.r < x',
    '5  P_cnt == 0     rule 8: number and targets of waiting writes',
    '6  P_cnt == 1     rule 8: number and targets of waiting writes',
    '7  P_lhs_1 == 0   rule 8: number and targets of waiting writes',
  ]);
});

it('names no rule under SC', () => {
  expect(explained({ rules: 'sc', encoding: 'counters', bound: 1 })).toEqual([
    '#  predicate  origin  from',
    '1  x == 0     given',
    '2  P.r < x    given',
  ]);
});

it('tells of no predicates that there are none', () => {
  expect(renderPredicates([], 100)).toBe('no predicates');
});
