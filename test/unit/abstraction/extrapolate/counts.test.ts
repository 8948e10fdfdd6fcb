import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { salpl } from '../../../../src/frontends/salpl/parse.js';
import type { Program } from '../../../../src/ir/program.js';
import { requestFor } from '../../../support/extrapolated.js';
import type { Setting } from '../../../support/extrapolated.js';
import { withFences } from '../../../support/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

const folder = corpusFolder('cupex');

/** The program of the authors with its predicates and a fence after every store. */
function fenced(name: string): Program {
  const bag = new DiagnosticBag();
  const text = (extension: string): Source => {
    const path = join(folder, name, `${name}.${extension}`);
    return new Source(path, withFences(readFileSync(path, 'utf8')));
  };
  const program = salpl.parse(text('orig'), bag);
  bag.throwIfErrors();
  if (program === null || salpl.companion === undefined) throw new Error(`${name} cannot be read`);
  return salpl.companion.attach(text('pred'), program, bag);
}

function count(name: string, setting: Setting): number {
  return extrapolate(requestFor(fenced(name), setting)).length;
}

describeOver(folder)('the numbers of predicates, bound 1 (needs $FENCEPOST_CORPUS)', () => {
  // The paper also counts the predicate for an overflow.
  it.each([
    ['dekker', 7, 20, 18],
    ['peterson', 7, 20, 18],
    ['abp', 8, 15, 17],
    ['szymanski', 20, 35, 37],
    ['queue', 7, 15, 16],
    ['bakery', 15, 36, 36],
    ['ticket', 11, 48, 48],
  ])('%s, counters: as in the paper', (name, underSc, underPso, underTso) => {
    const counters = { encoding: 'counters', bound: 1 } as const;
    expect({
      sc: count(name, { ...counters, rules: 'sc' }),
      pso: count(name, { ...counters, rules: 'pso' }) + 1,
      tso: count(name, { ...counters, rules: 'tso' }) + 1,
    }).toEqual({ sc: underSc, pso: underPso, tso: underTso });
  });

  // Counts and targets are control, and the entries of both models are the same here.
  it.each([
    ['dekker', 11],
    ['peterson', 11],
    ['abp', 10],
    ['szymanski', 30],
    ['queue', 12],
    ['bakery', 27],
    ['ticket', 39],
  ])('%s, shapes', (name, expected) => {
    const shapes = { encoding: 'shapes', bound: 1 } as const;
    expect(count(name, { ...shapes, rules: 'pso' })).toBe(expected);
    expect(count(name, { ...shapes, rules: 'tso' })).toBe(expected);
  });
});
