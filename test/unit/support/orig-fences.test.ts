import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe, it } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { at } from '../../../src/support/invariant.js';
import { withFences } from '../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';

describe('a fence after every store', () => {
  it('of a process, not of the initial section', () => {
    expect(withFences('beginit store x = 0; endinit process 1: 1: store x = 1; load r = x;')).toBe(
      'beginit store x = 0; endinit process 1: 1: store x = 1; fence; load r = x;',
    );
  });

  it('also where there is no initial section', () => {
    expect(withFences('process 1: store x = y + 1; goto 1;')).toBe(
      'process 1: store x = y + 1; fence; goto 1;',
    );
  });

  it('but not in comments', () => {
    const text = 'endinit process 1: nop; /* store x = 1; */ // store x = 1;\n restore = 1;';
    expect(withFences(text)).toBe(text);
  });
});

const folder = corpusFolder('cupex');
describeOver(folder)('the programs of the authors with fences (needs $FENCEPOST_CORPUS)', () => {
  it.each([
    ['abp', 2],
    ['bakery', 8],
    ['dekker', 10],
    ['peterson', 6],
    ['queue', 1],
    ['szymanski', 10],
    ['ticket', 4],
  ])('%s has %i', (name, count) => {
    const bag = new DiagnosticBag();
    const text = withFences(readFileSync(join(folder, name, `${name}.orig`), 'utf8'));
    const program = salpl.parse(new Source(`${name}.orig`, text), bag);
    bag.throwIfErrors();
    const steps = (program?.threads ?? []).flatMap(({ body }) => [...everyStatement(body)]);
    const behindStores = steps.filter((step, i) => {
      if (step.kind !== 'fence') return false;
      const before = at(steps, i - 1);
      return before.kind === 'assign' && before.target.kind === 'shared';
    });
    expect(behindStores).toHaveLength(count);
    expect(steps.filter(({ kind }) => kind === 'fence')).toHaveLength(count);
  });
});
