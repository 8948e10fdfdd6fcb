import { describe, expect, it } from '@jest/globals';
import { printBooleanText } from '../../../../src/lang/boolean/print.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { parseBl } from '../../../../src/frontends/bl/read.js';
import type { BooleanText, TextAction, TextComment } from '../../../../src/lang/boolean/boolean-text.js';
import { at } from '../../../../src/support/invariant.js';
import { collect } from '../describe.js';

function parsed(text: string): BooleanText {
  const { result, report } = collect((bag) => parseBl(new Source('t.bl', text), bag));
  if (result === null) throw new Error(report);
  return result;
}

/** The statements of process 1, and what stands around them. */
const statements = (body: string) =>
  at(parsed(`shared x, y; local t, r; init process 1 ${body}`).blocks, 1).statements;

const actionOf = (statement: string): TextAction => at(statements(`1: ${statement};`), 0).action;

/** Printing puts brackets where they belong, and nowhere else. */
const condition = (text: string): string => {
  const printed = printBooleanText(parsed(`shared x; local t; init process 1 assert always ${text};`));
  return /assert always \((.*)\);/.exec(printed)?.[1] ?? printed;
};

describe('a condition', () => {
  it.each([
    ['x != 0 && x == 1 || t{1} < 2', '(x != 0 && x == 1) || t{1} < 2'],
    ['x != 0 || x == 1 && t{1} < 2', 'x != 0 || (x == 1 && t{1} < 2)'],
    ['! x != 0', '!(x != 0)'],
    ['! x != 0 && x == 0', '!(x != 0) && x == 0'],
    ['!!(x<0)', '!(!(x < 0))'],
    ['(((x >= 0)))', 'x >= 0'],
    ['(x != 0 && x != 1) && x != 2', '(x != 0 && x != 1) && x != 2'],
    ['x != 0 && x != 1 && x != 2', 'x != 0 && x != 1 && x != 2'],
    ['(x + 1) * -x == - - 3', '(x + 1) * -x == 3'],
    ['x - (1 - 2) - 3 > -(x * 2)', 'x - (1 - 2) - 3 > -(x * 2)'],
    ['pc{1}!=11||pc {  2 } == -1', 'pc{1} != 11 || pc{2} == -1'],
    ['(*) && true || (* != false_)', '(* && true) || * != false_'],
    ['x * * * 2 == *', 'x * * * 2 == *'],
    ['x/* a; comment */!= // another;\n 0', 'x != 0'],
  ])('%s is read as %s', (text, expected) => {
    expect(condition(text)).toBe(expected);
    expect(condition(expected)).toBe(expected);
  });

  it('that comes again is the same object', () => {
    const [first, second, third] = statements(`
      1: assume(!((t != 0 && r == 0) || (t == 0)));
      2: assume(!((t != 0 && r == 0) || (t == 0)));
      3: assume (t == 0);`).map(({ action }) => action);
    if (first?.kind !== 'assume' || second?.kind !== 'assume' || third?.kind !== 'assume')
      throw new Error('three assumptions');
    expect(second.condition).toBe(first.condition);
    const disjunction = first.condition.kind === 'not' ? first.condition.part : first.condition;
    expect(disjunction.kind === 'or' && disjunction.parts[1]).toBe(third.condition);
  });
});

describe('a statement', () => {
  it.each<readonly [string, TextAction]>([
    ['nop', { kind: 'nop' }],
    ['barrier', { kind: 'barrier' }],
    ['begin_atomic', { kind: 'begin_atomic' }],
    ['end_atomic', { kind: 'end_atomic' }],
    ['load t = x', { kind: 'load', target: 't', from: 'x' }],
    [
      'store x = *',
      { kind: 'store', target: 'x', value: { kind: 'expression', expression: { kind: 'any' } } },
    ],
    [
      't = t - 1',
      {
        kind: 'assign',
        target: 't',
        value: {
          kind: 'expression',
          expression: {
            kind: 'sum',
            terms: [
              { minus: false, part: { kind: 'name', name: 't', block: null } },
              { minus: true, part: { kind: 'int', value: 1 } },
            ],
          },
        },
      },
    ],
    [
      'store x = choose(true, *)',
      {
        kind: 'store',
        target: 'x',
        value: { kind: 'choose', yes: { kind: 'truth', value: true }, no: { kind: 'any' } },
      },
    ],
    ['if * goto 7', { kind: 'if', condition: { kind: 'any' }, target: 7 }],
    ['assume false', { kind: 'assume', condition: { kind: 'truth', value: false } }],
  ])('%s', (text, expected) => {
    expect(actionOf(text)).toEqual(expected);
  });

  it('may stand with others on a line, and after semicolons too many', () => {
    expect(statements('1: nop; 2: nop;; ;3:nop;').map(({ label }) => label)).toEqual([1, 2, 3]);
  });

  it('knows its place', () => {
    const [, second] = statements('1: nop;\n /* no */ 2: load t\n = x ;');
    const { span } = at(second === undefined ? [] : [second], 0);
    expect(span.kind === 'source' && span.source.text.slice(span.start, span.end)).toBe('2: load t\n = x');
  });
});

describe('a comment', () => {
  it.each<readonly [string, TextComment]>([
    ['Statement: y1 = 0', { kind: 'source', text: 'y1 = 0' }],
    ['Statement msg = 0 ', { kind: 'source', text: 'msg = 0' }],
    ['Statement: store y1 = t12 + 1;', { kind: 'source', text: 'store y1 = t12 + 1' }],
    ['Statement 8: goto goto 10', { kind: 'source', text: '8: goto 10' }],
    [
      'Reset local variables\n\n\n process 1\n\n Statement: a = 0',
      {
        kind: 'note',
        text: 'Reset local variables process 1 Statement: a = 0',
      },
    ],
    ['Statement:', { kind: 'note', text: 'Statement:' }],
    ['update predicate - B5: (msg = 0)', { kind: 'predicate', variable: 'B5', text: '(msg = 0)' }],
  ])('%s', (text, expected) => {
    const [first] = statements(`/*${text}*/ 1: nop;`);
    expect(first?.comments).toEqual([expected]);
  });

  it('belongs to the statement after it; one inside a statement to none', () => {
    const read = statements('/* a */ 1: /* b */ nop /* c */; /* d */ /* e */ 2: nop; /* f */');
    expect(read.map(({ comments }) => comments.map(({ text }) => text))).toEqual([['a'], ['d', 'e']]);
  });
});

describe('a program', () => {
  it('without locals, or without an initialisation, is one', () => {
    const text = parsed('shared x; local; process 1 1: nop; process 2');
    expect(text.local).toEqual([]);
    expect(text.blocks.map(({ number, statements: { length } }) => [number, length])).toEqual([
      [null, 0],
      [1, 1],
      [2, 0],
    ]);
  });
});
