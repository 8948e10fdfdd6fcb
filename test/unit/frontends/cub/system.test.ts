import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { lineOf, Source } from '../../../../src/diagnostics/span.js';
import { checkWeakRules } from '../../../../src/lang/arrays/weak-rules.js';
import { at } from '../../../../src/support/invariant.js';
import { root } from '../../../support/golden.js';
import { outcomeOf, systemOf } from './read-system.js';

const types = 'type t = P | Q\narray A[proc] : t\nvar X : bool\ninit (i) { A[i] = P }\n';

it('the example of docs/formats.md is a system for TSO', () => {
  const [, section = ''] = readFileSync(join(root, 'docs', 'formats.md'), 'utf8').split('## Cubicle systems');
  const [example = ''] = /^( {4}.*\n|\n(?= {4}))+/m.exec(section) ?? [];
  const bag = new DiagnosticBag();
  const system = systemOf(example);
  checkWeakRules(system, bag);
  expect(bag.sorted()).toEqual([]);
  expect(system.transitions.map(({ name }) => name)).toEqual(['t_req', 't_enter', 't_exit']);
});

describe('a system', () => {
  const system = systemOf(`${types}unsafe () { X = True }\nunsafe (i j) { A[i] = Q && A[j] = Q }
transition t (i [j])
requires { X = True || forall_other k. A[k] = P }
{ X := False; A[j] := Q }`);

  it('names its properties in their order and has the lines of the file', () => {
    expect(system.unsafe.map(({ name, span }) => [name, lineOf(span)])).toEqual([
      ['unsafe[1]', 5],
      ['unsafe[2]', 6],
    ]);
  });

  it('has a transition for each alternative of a guard that cannot be one formula', () => {
    const guards = system.transitions.map(({ name, actor, guard, span }) => ({
      ...{ name, actor, line: lineOf(span) },
      parts: [guard.formula.kind, guard.universals.length],
    }));
    expect(guards).toEqual([
      { name: 't', actor: 1, line: 7, parts: ['compare', 0] },
      { name: 't', actor: 1, line: 7, parts: ['and', 1] },
    ]);
  });

  it('counts the variables of quantifiers and updates behind the parameters', () => {
    const { guard, updates } = at(system.transitions, 1);
    expect(at(guard.universals, 0).formula).toMatchObject({
      left: { kind: 'cell', indices: [{ kind: 'variable', index: 2 }] },
    });
    expect(at(updates, 1)).toMatchObject({
      ...{ bound: ['j1'], direct: true },
      cases: [{ when: { left: { proc: { index: 2 } }, right: { proc: { index: 1 } } } }],
    });
  });
});

describe('what could become large', () => {
  it('is refused where predicates call each other too often', () => {
    const predicates = Array.from(
      { length: 40 },
      (_, i) => `predicate p${i}() { ${i === 0 ? 'X = True' : `p${i - 1}() && p${i - 1}()`} }`,
    );
    const text = `${types}${predicates.join('\n')}\nunsafe () { p39() }`;
    expect(() => systemOf(text)).toThrow('calls more than 10000 predicates [E004]');
  });

  it('is refused where it is nested too deeply', () => {
    const chain = (n: number): string => `${types}unsafe () { ${'X = True && '.repeat(n)} X = True }`;
    const brackets = (n: number): string =>
      `${types}unsafe () { ${'('.repeat(n)} X = True ${')'.repeat(n)} }`;
    const nots = (n: number): string => `${types}unsafe () { ${'not '.repeat(n)} X = True }`;
    for (const text of [chain, brackets, nots]) {
      expect(() => systemOf(text(400))).not.toThrow();
      expect(() => systemOf(text(2000))).toThrow('nested more than 1000 deep [E004]');
    }
  });

  it('is refused where a guard can hold in too many ways', () => {
    const guard = Array.from({ length: 12 }, () => '(X = True || forall_other k. A[k] = P)').join(' && ');
    const text = `${types}unsafe () { X = True }\ntransition t (i) requires { ${guard} } { X := False }`;
    const { system, report } = outcomeOf(new Source('system.cub', text));
    expect(system).toBeNull();
    expect(report).toContain('this guard can hold in more than 1000 ways [E004]');
  });
});
