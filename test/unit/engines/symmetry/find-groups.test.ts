import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import { findGroups } from '../../../../src/engines/shared/symmetry/find-groups.js';
import type { FoundGroups } from '../../../../src/engines/shared/symmetry/find-groups.js';
import { askedOf } from '../../../../src/engines/shared/symmetry/like-threads.js';
import { sc } from '../../../../src/memory/sc.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { at } from '../../../../src/support/invariant.js';
import { parseFp } from '../../../support/parse-fp.js';

interface Described {
  readonly groups: readonly string[];
  readonly refusals: readonly string[];
}

function foundIn(text: string, exact = false): Described {
  const { system } = runPipeline(toAutomata, parseFp(text), { procs: null, model: sc });
  const found: FoundGroups = findGroups(system, askedOf(system.properties), { exact, markOf: () => 0 });
  return {
    groups: found.groups.map(({ threads }) => threads.map((id) => at(system.threads, id).name).join(' ')),
    refusals: found.refusals,
  };
}

const groupsOf = (text: string): readonly string[] => foundIn(text).groups;
const refusalsOf = (text: string): readonly string[] => foundIn(text).refusals;

/** Three instances with these statements. */
const instances = (
  body: string,
  rest = '',
  shared = 'shared int x = 0, y = 0; shared int c[P] = 0;',
): string => `${shared}\nthread P(me: 0..2) {\n  local int r = 0;\n  ${body}\n}\n${rest}`;

const all = ['P(0) P(1) P(2)'];

describe('threads that nothing tells apart are a group', () => {
  it.each([
    ['they do the same', 'x = 1; r = x;'],
    ['each has a cell', 'c[me] = 1; r = c[me];'],
    ['their names are stored, copied and compared', 'x = me; r = x; assume(r != me); y = r;'],
    ['a name chooses a cell', 'x = me; r = x; c[r] = 1;'],
    ['names count from another number', 'x = me + 4; assume(x == me + 4);'],
    ['all others are asked at once', 'atomic { assume(c[0] == 0); assume(c[1] == 0); assume(c[2] == 0); }'],
  ])('%s', (_, body) => {
    expect(groupsOf(instances(body))).toEqual(all);
  });

  it('of two kinds there are two groups', () => {
    const text = instances('x = 1;', 'thread Q(me: 5..6) { y = 1; }');
    expect(groupsOf(text)).toEqual([...all, 'Q(5) Q(6)']);
  });

  it('threads of other names, with variables of their own, too', () => {
    const text = 'shared int a = 0, b = 0; thread P { a = 1; } thread Q { b = 1; }';
    expect(groupsOf(text)).toEqual(['P Q']);
  });

  it('a property of all is no hindrance, in whatever order it speaks of them', () => {
    const formula = 'invariant i: (c[2] == 0 || x != 1) && (x != 1 || c[0] == 0) && (c[1] == 0 || 1 != x);';
    expect(groupsOf(instances('c[me] = 2;', formula))).toEqual(all);
  });

  it('those that a property leaves alike stay a group', () => {
    expect(groupsOf(instances('r = 1;', 'final f: P(0).r == 1;'))).toEqual(['P(1) P(2)']);
  });

  it('another start is no hindrance, unless each must reach what one does', () => {
    const text = instances('c[me] = 2;', '', 'shared int x = 0; shared int c[3] = {1, 0, 0};');
    expect(foundIn(text).groups).toEqual(all);
    expect(foundIn(text, true).groups).toEqual(all);
    const { system } = runPipeline(toAutomata, parseFp(text), { procs: null, model: sc });
    expect(findGroups(system, []).groups.map(({ startsAlike }) => startsAlike)).toEqual([false]);
  });
});

describe('what tells threads apart', () => {
  const differs =
    'P(0) and P(1) are told apart: what P(0) does in line 4 is something else with them exchanged';
  it.each([
    ['an order of names', 'x = me; if (x < me) { y = 1; }'],
    ['a sum with a name', 'r = me; r = r + 1;'],
    ['cells one after the other', 'c[me] = 1; assume(c[0] == 1); assume(c[1] == 1); assume(c[2] == 1);'],
    ['a cell that is computed', 'c[me] = 1; r = x; r = c[r + 0 * r];'],
  ])('%s', (_, body) => {
    expect(foundIn(instances(body))).toEqual({ groups: [], refusals: [differs] });
  });

  it('one that does something else leaves the others', () => {
    const [why] = refusalsOf(instances('if (me == 0) { x = 1; } else { x = 2; }'));
    expect(groupsOf(instances('if (me == 0) { x = 1; } else { x = 2; }'))).toEqual(['P(1) P(2)']);
    expect(why).toContain('P(0) and P(1) are told apart');
  });

  it('the cell of one tells that one apart', () => {
    expect(foundIn(instances('c[me] = 1; r = c[1];'))).toEqual({
      groups: ['P(0) P(2)'],
      refusals: [differs],
    });
  });

  it('a property of one of them', () => {
    expect(refusalsOf(instances('r = 1;', 'final f: P(0).r == 1;'))).toEqual([
      'P(0) and P(1) are told apart: f speaks of one of them',
    ]);
  });

  it('a type that has room for some names only', () => {
    const text = instances('x = me; assume(x != me);', '', 'shared int[0..1] x = 0;');
    expect(groupsOf(text)).not.toEqual(all);
  });

  it('a cell for each pair', () => {
    const body = 'if (me == 0) { c[1] = 1; c[2] = 1; } else { skip; }';
    expect(groupsOf(instances(body))).toEqual(['P(1) P(2)']);
  });

  it('threads of one graph only are compared', () => {
    expect(foundIn('shared int x = 0; thread P { x = 1; } thread Q { x = 1; x = 2; }')).toEqual({
      groups: [],
      refusals: [],
    });
  });
});
