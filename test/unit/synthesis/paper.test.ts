import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { modelNamed } from '../../../src/memory/index.js';
import type { AtomicWritesReport } from '../../../src/synthesis/synthesis-report.js';
import { sourceAt } from '../../../src/ask/read-source.js';
import { atomicSubjects } from '../../../tools/bench/atomic-subjects.js';
import { compareAtomic } from '../../support/synthesis/atomic-agreement.js';
import { fencesAsked, leastByAnotherSearch } from '../../support/synthesis/fences-asked.js';
import { root } from '../../support/golden.js';
import { parseDve } from '../../support/dve-text.js';

const sample = (name: string): string => join(root, 'samples', 'dve', `${name}.dve`);

const setsOf = ({ found }: AtomicWritesReport): readonly string[] =>
  (found?.sets ?? []).map((set) => set.map(({ variable, thread }) => `${variable}@${thread}`).join(' '));

const ways = [{ waits: 'all' }, { waits: 'own' }] as const;

describe('paper 004', () => {
  it.each([
    { waits: 'all', sets: ['x@A', 'x@B'] },
    { waits: 'own', sets: ['x@A x@B'] },
  ] as const)('Fig. 6, waiting for $waits buffers', async ({ waits, sets }) => {
    const common = { file: sample('two-increments'), waits, algorithm: 'exact', seconds: 60 } as const;
    const formula = { formulas: ['F (x == 2 && y > 0)'], properties: ['ltl#1'] };
    expect(setsOf(await fencesAsked({ ...common, ...formula }))).toEqual(sets);
    expect(setsOf(await fencesAsked({ ...common, properties: ['never_both'] }))).toEqual(sets);
  });

  const own = atomicSubjects('').filter(({ processes }) => processes === 2);
  it.each(own.flatMap((subject) => ways.map(({ waits }) => ({ ...subject, waits }))))(
    'Table I, $name, waiting for $waits buffers',
    async ({ name, file, waits, properties, invariants, formulas }) => {
      const asked = { file: join(root, file), waits, properties, invariants, formulas, seconds: 60 };
      const exact = await fencesAsked({ ...asked, algorithm: 'exact' });
      const hazard = await fencesAsked({ ...asked, algorithm: 'hazard' });
      expect(exact.found).toMatchObject({ minimal: true, complete: true, stop: null });
      const size = exact.found?.sets[0]?.length ?? NaN;
      expect(exact.found === null ? null : leastByAnotherSearch(exact.found)).toBe(size);
      expect(hazard.found?.sets[0]?.length).toBeGreaterThanOrEqual(size);
      expect(size).toBeGreaterThan(0);
      expect(size).toBeLessThanOrEqual(name === 'peterson' ? 4 : 16);
    },
  );

  it.each(ways)('Peterson by trying every set, waiting for $waits buffers', async ({ waits }) => {
    const bag = new DiagnosticBag();
    const source = sourceAt(sample('peterson'), bag);
    const program = source === null ? null : parseDve(source, bag);
    const model = modelNamed('tso1', waits);
    const found = program === null || model === null ? null : await compareAtomic(program, model, 5_000);
    expect(found).toMatchObject({ writes: 6, complaints: [] });
  });
});
