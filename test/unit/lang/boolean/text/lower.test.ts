import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../../src/diagnostics/span.js';
import { readBl } from '../../../../../src/frontends/bl/read.js';
import type { BooleanProgram, BooleanValue } from '../../../../../src/lang/boolean/boolean-program.js';
import type { Formula } from '../../../../../src/lang/boolean/boolean-formula.js';
import { at } from '../../../../../src/support/invariant.js';

function read(text: string): BooleanProgram {
  const bag = new DiagnosticBag();
  const program = readBl(new Source('dir/name.bl', text), bag);
  if (program === null)
    throw new Error(
      bag
        .errors()
        .map(({ message }) => message)
        .join('; '),
    );
  return program;
}

const head = 'shared x, y;\nlocal t, r;\ninit\nprocess 1\n';
const withBody = (body: string): BooleanProgram => read(head + body);

function formulaText(program: BooleanProgram, formula: Formula): string {
  switch (formula.kind) {
    case 'constant':
      return String(formula.value);
    case 'literal':
      return `${formula.positive ? '' : '!'}${at(program.variables, formula.variable).name}`;
    case 'at':
      return `${formula.thread}@${formula.label}`;
    case 'any':
      return '*';
    case 'not':
      return `!(${formulaText(program, formula.part)})`;
    default:
      return `${formula.kind}(${formula.parts.map((part) => formulaText(program, part)).join(', ')})`;
  }
}

const valueText = (program: BooleanProgram, value: BooleanValue): string =>
  value.kind === 'formula'
    ? formulaText(program, value.formula)
    : `choose(${formulaText(program, value.yes)}, ${formulaText(program, value.no)})`;

/** Of process 1: `from -> to [guard] x := ...`, with labels for locations and a dot for those in atomic sections. */
function commands(program: BooleanProgram): readonly string[] {
  const { locations, commands: all, end } = at(program.threads, 1);
  const place = (id: number): string => {
    const { label, atomic, astray } = at(locations, id);
    return id === end ? 'end' : `${label}${atomic ? '.' : ''}${astray ? '?' : ''}`;
  };
  return all.map(({ from, to, guard, updates, fence }) => {
    const shown = formulaText(program, guard);
    const effects = updates.map(
      ({ target, value }) => ` ${at(program.variables, target).name} := ${valueText(program, value)}`,
    );
    return `${place(from)} -> ${place(to)}${shown === 'true' ? '' : ` [${shown}]`}${effects.join()}${fence ? ' fence' : ''}`;
  });
}

describe('a statement', () => {
  it.each<readonly [string, readonly string[]]>([
    ['nop', ['1 -> 2']],
    ['barrier', ['1 -> 2 fence']],
    ['load t = x', ['1 -> 2 t := x']],
    ['store x = t', ['1 -> 2 x := t']],
    ['t = 1', ['1 -> 2 t := true']],
    ['store x = *', ['1 -> 2 x := choose(false, false)']],
    ['t = choose(x != 0, x == 0 && t == 1)', ['1 -> 2 t := choose(x, and(!x, t))']],
    ['t = 1 - t', ['1 -> 2 t := !t']],
    ['t = t * x', ['1 -> 2 t := and(t, x)']],
    ['assume(t == 0 || 1 != x)', ['1 -> 2 [or(!t, !x)]']],
    ['assume(t == x)', ['1 -> 2 [or(and(!t, !x), and(t, x))]']],
    ['assume(t > x)', ['1 -> 2 [and(t, !x)]']],
    ['assume(t + x < 2)', ['1 -> 2 [!(and(t, x))]']],
    ['assume(t == *)', ['1 -> 2 [or(and(!t, t), and(*, or(!t, t)))]']],
    ['assume(t == t)', ['1 -> 2']],
    ['assume(t == 2)', ['1 -> 2 [false]']],
    ['if (t != 0) goto 1', ['1 -> 1 [t]', '1 -> 2 [!t]']],
    ['if (*) goto 1', ['1 -> 1', '1 -> 2']],
    ['if (* && t != 0) goto 1', ['1 -> 1 [and(*, t)]', '1 -> 2 [!(and(*, t))]']],
    ['if (true) goto 1', ['1 -> 1']],
    ['if (1 == 2) goto 1', ['1 -> 2']],
  ])('%s', (statement, expected) => {
    const reachable = [...expected, ...(expected.some((c) => c.includes('-> 2')) ? ['2 -> end'] : [])];
    expect(commands(withBody(`1: ${statement}; 2: nop;`))).toEqual(reachable);
  });

  it('is named in its own words; of a long one the end is missing', () => {
    const cubes = Array.from({ length: 100 }, () => '(t != 0 && r != 0)').join(' || ');
    const program = withBody(`1:   load  t=x; 2: assume((!(${cubes})));`);
    expect(at(program.threads, 1).commands.map(({ text }) => text)).toEqual([
      'load t = x',
      `assume(!(${cubes.slice(0, 91).trimEnd()} ...`,
    ]);
  });
});

describe('control', () => {
  it('is in an atomic section or not, as it comes there', () => {
    const body = '1: begin_atomic; 2: if (*) goto 4; 3: end_atomic; 4: t = 1; 5: end_atomic; 6: nop;';
    expect(commands(withBody(body))).toEqual([
      ...['1 -> 2.', '2. -> 4.', '2. -> 3.', '3. -> 4'],
      ...['4 -> 5 t := true', '4. -> 5. t := true', '5 -> 6', '5. -> 6', '6 -> end'],
    ]);
  });

  it('at the end is outside of atomic sections', () => {
    expect(commands(withBody('1: begin_atomic; 2: nop;'))).toEqual(['1 -> 2.', '2. -> end']);
    expect(commands(withBody('1: begin_atomic;'))).toEqual(['1 -> end']);
  });

  it('goes to the first of two equal labels, and astray to one that is not there', () => {
    expect(commands(withBody('1: if (*) goto 3; 2: if (*) goto 9; 3: nop; 3: t = 1;'))).toEqual([
      ...['1 -> 3', '1 -> 2', '2 -> 9?', '2 -> 3', '3 -> 3', '3 -> end t := true'],
    ]);
  });

  it('does not go where it cannot', () => {
    const { locations } = at(withBody('1: if (true) goto 3; 2: if (true) goto 9; 3: nop;').threads, 1);
    expect(locations.map(({ label, astray }) => [label, astray])).toEqual([
      [1, false],
      [3, false],
      [null, false],
    ]);
  });
});

describe('a variable', () => {
  it('is shared, or of each block that speaks of it; comments say what it means', () => {
    const program = read(`shared x, y; local t, r; init 1: t = 1;
      process 1 1: load t = x; /* update predicate - x: (a = b) */ 2: store x = t;
      process 2 1: r = 1; assert final (t{2} == 0);`);
    expect(program.name).toBe('name');
    expect(program.variables.map(({ name, thread, meaning }) => [name, thread, meaning])).toEqual([
      ['x', null, '(a = b)'],
      ['y', null, null],
      ['t', 0, null],
      ['t', 1, null],
      ['r', 2, null],
      ['t', 2, null],
    ]);
  });

  it.each<readonly [string, readonly (readonly [string, number])[]]>([
    ['1: store x = 2;', [['x', 2]]],
    [
      '1: store x = 3;',
      [
        ['x', 1],
        ['x', 2],
      ],
    ],
    ['1: store x = 0 - 1;', [['x', -1]]],
    [
      '1: store x = -2; 2: store x = 5;',
      [
        ['x', 1],
        ['x', 2],
        ['x', 4],
        ['x', -8],
      ],
    ],
  ])('of more values has binary digits: %s', (body, expected) => {
    const bag = new DiagnosticBag();
    const program = readBl(new Source('t.bl', head + body), bag);
    const digits = program?.variables.flatMap(({ digit }) =>
      digit === null ? [] : [[digit.of, digit.weight]],
    );
    expect(digits).toEqual(expected);
  });

  it('has the values that come to it in several steps, whatever their order in the text', () => {
    const program = read(`shared x; local a, b, c, d; init process 1
      1: d = c; 2: c = b + 1; 3: b = a * 2; 4: load a = x; 5: store x = 1; 6: d = d;`);
    const digitsOf = (wanted: string): readonly number[] =>
      program.variables.flatMap(({ digit }) => (digit?.of === wanted ? [digit.weight] : []));
    // a is 0 or 1, b 0 or 2, c 0 (at first), 1 or 3, and so is d.
    expect(['a', 'b', 'c', 'd'].map(digitsOf)).toEqual([[], [2], [1, 2], [1, 2]]);
  });

  it('that grows without end is not supported', () => {
    const body = '1: store x = 2; 2: load t = x; 3: t = t + 1;';
    expect(() => withBody(body)).toThrow(
      expect.objectContaining({ name: 'Unsupported', message: '`t` has too many values' }),
    );
  });

  it('of more values is compared digit by digit', () => {
    const program = withBody(
      '1: store x = 2; 2: assume(x == 2); 3: assume(x < 1); 4: assume(x == 3); 5: store x = *;',
    );
    expect(commands(program)).toEqual([
      '1 -> 2 x.1 := false, x.2 := true',
      '2 -> 3 [and(!x.1, x.2)]',
      '3 -> 4 [and(!x.1, !x.2)]',
      '4 -> 5 [false]',
      '5 -> end x.1 := choose(false, false), x.2 := false',
    ]);
  });

  it('gets one of several values where `*` decides more than one digit', () => {
    expect(commands(withBody('1: t = 2 * *;'))).toEqual(['1 -> end t.2 := false', '1 -> end t.2 := true']);
  });
});

describe('a property', () => {
  it.each([
    ['pc{1} != 1', '!(1@1)'],
    ['pc{1} == 1 && x != 0', 'and(1@1, x)'],
    ['pc{1} == -1', 'and(!(1@1), !(1@9), !(1@2))'],
    ['pc{1} < 2', 'or(and(!(1@1), !(1@9), !(1@2)), 1@1)'],
    ['pc{0} == -1 || t{1} == t{0}', 'true'],
  ])('%s', (condition, expected) => {
    const program = withBody(`1: if (*) goto 9; 2: nop; assert always (${condition});`);
    expect(program.property?.kind).toBe('always');
    expect(formulaText(program, program.property?.condition ?? { kind: 'any' })).toBe(expected);
  });

  it('of several is all of them', () => {
    const program = withBody('1: nop; assert final x == 0; assert final (y != 0);');
    expect(formulaText(program, program.property?.condition ?? { kind: 'any' })).toBe('and(!x, y)');
  });
});

it('the comment before a statement is the source of its location', () => {
  const program = withBody(`/* Statement: a */ /* Statement: b */ 1: begin_atomic; 2: nop;
    /* note */ 3: end_atomic;`);
  expect(at(program.threads, 1).locations.map(({ source }) => source)).toEqual(['a; b', null, null, null]);
});
