import type { SubjectKind } from '../../../src/lang/program/subject-kind.js';
import { describe, expect, it } from '@jest/globals';
import { enginesWith, optionTable, optionsOf } from '../../../src/options/option-table.js';
import { engineFor, refuseForSubject } from '../../../src/options/refused-options.js';
import type { OptionRow } from '../../../src/options/kit/row.js';
import { fieldsOf, valuesOf } from '../../../src/options/values.js';
import { usualOptions } from '../../../src/ask/verify-options.js';

const given = (...names: readonly string[]) =>
  new Map(names.map((each) => each.split('=')).map(([name = '', ...texts]) => [name, texts] as const));

describe('a row', () => {
  it.each(optionTable.map((row: OptionRow) => [row.name, row] as const))('of --%s is whole', (_name, row) => {
    const isQuestion = row.field !== undefined && row.read !== undefined && row.repeatable !== true;
    expect('otherwise' in row).toBe(isQuestion);
    expect(row.value !== undefined).toBe(row.read !== undefined);
  });
});

describe('an option', () => {
  it('is refused by the engines whose rows say so, and by those that take no such files', () => {
    const against = new Map(optionsOf('verify').map(({ name, refusedBy }) => [name, refusedBy]));
    expect(against.get('deadlock')).toEqual(expect.arrayContaining(['abstract', 'dual', 'mcmt']));
    expect(against.get('bound')).toEqual(['dual', 'mcmt']);
    for (const { name, refusedBy = [] } of optionsOf('verify'))
      for (const engine of refusedBy) expect(enginesWith(name)).not.toContain(engine);
  });
});

describe('what is asked', () => {
  it('is the usual where nothing is given', () => {
    expect(usualOptions).toMatchObject({
      ...{ engine: 'auto', bound: null, procs: null, properties: [], extraInvariants: [], deadlock: false },
      ...{ extraFormulas: [], fairness: 'flush', havocRange: null, timeoutSeconds: null, memoryMB: null },
      model: { name: 'sc' },
      abstraction: {
        ...{ method: 'lazy', encoding: 'shapes', cubes: 'fast', maxCube: 4, solver: 'auto', maxBound: 3 },
        dropBuffered: false,
      },
      predicatesFile: null,
    });
    expect(usualOptions.atomicFile).toBeUndefined();
  });

  it('has the fields of the subject only', () => {
    const asked = fieldsOf('verify', 'array', given('brab=2', 'reduction=off', 'procs=any'));
    expect(asked).toEqual({
      ...{ engine: 'auto', bound: null, procs: 'any', properties: [], timeoutSeconds: null, memoryMB: null },
      ...{ maxProcs: null, search: null, brab: 2, reduction: false },
    });
    expect(fieldsOf('check', 'boolean', given('merge', 'bound=2'))).toEqual({
      ...{ semantics: null, merge: true, bound: 2, por: true, symmetry: null, workers: 1, properties: [] },
      ...{ timeoutSeconds: null, memoryMB: null },
    });
  });

  it('is read as the command reads it', () => {
    expect(valuesOf('verify', given('procs=any', 'ltl=G p')).procs).toBe('any');
    expect(() => valuesOf('transform', given('procs=any'))).toThrow('--procs takes a whole number from 1');
    expect(valuesOf('litmus', given('model=sc,tso,sc')).model).toEqual(['sc', 'tso']);
  });
});

it.each<[readonly string[], string | undefined, string]>([
  [['method=ce'], undefined, 'abstract'],
  [['solver=z3'], undefined, 'auto'],
  [['fairness=weak'], 'auto', 'auto'],
  [['bound=2'], 'dual', 'dual'],
])('%j with the engine %s asks for %s', (names, engine, expected) => {
  expect(engineFor('verify', given(...names), engine)).toBe(expected);
});

it.each<[readonly string[], string | undefined, string]>([
  [['method=ce'], 'explicit', '--method is for the abstract engine: it does not go with --engine explicit'],
  [['solver=z3'], 'dual', '--solver is for the abstract engine: it does not go with --engine dual'],
  [
    ['fairness=weak', 'cubes=inc'],
    undefined,
    '--fairness is for the ltl engine: it does not go with --cubes',
  ],
  [['havoc-range=0..1'], 'abstract', '--havoc-range is for the engines explicit and ltl'],
])('%j with the engine %s is refused: %s', (names, engine, message) => {
  expect(() => engineFor('verify', given(...names), engine)).toThrow(message);
});

it.each<[string, SubjectKind, string]>([
  ['brab=2', 'program', '--brab is for array-based systems (.cub)'],
  ['brab=2', 'boolean', '--brab is for array-based systems (.cub)'],
  ['atomic=f', 'array', '--atomic does not apply to array-based systems'],
  ['atomic-waits=own', 'array', '--atomic-waits does not apply to array-based systems'],
  ['procs=2', 'boolean', '--procs does not apply to Boolean programs'],
])('--%s of a file with a %s: %s', (name, subject, message) => {
  expect(() => refuseForSubject('verify', subject, given(name))).toThrow(message);
});
