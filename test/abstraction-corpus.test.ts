import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mainModels, modelNamed } from '../src/memory/index.js';
import type { MemoryModel } from '../src/memory/model.js';
import { hasBuffers } from '../src/memory/model-questions.js';
import { invariant } from '../src/support/invariant.js';
import { usualAbstraction } from './support/abstraction-options.js';
import type { AbstractionOptions } from './support/abstraction-options.js';
import type { VerifyReport } from '../src/ask/report.js';
import { checkPath } from './support/check-path.js';
import { withFences } from './support/synthesis/orig-fences.js';
import { abstractPath, verifyPath } from './support/verify-text.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';

const folder = corpusFolder('cupex');
const algorithms = ['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'] as const;
/** Without fences these violate mutual exclusion as soon as writes are buffered. */
const wrongUnfenced = ['bakery', 'dekker', 'peterson', 'szymanski', 'ticket'] as const;

/** The programs of paper 003 with the predicates of its authors: what the paper's tables prove, by every method. */
describeOver(folder)('the programs of the CUPEX authors (need $FENCEPOST_CORPUS)', () => {
  let workshop = '';
  beforeAll(() => {
    workshop = mkdtempSync(join(tmpdir(), 'fencepost-cupex-'));
    for (const name of algorithms) {
      const beside = (extension: string): string => join(folder, name, `${name}.${extension}`);
      writeFileSync(join(workshop, `${name}.orig`), withFences(readFileSync(beside('orig'), 'utf8')));
      copyFileSync(beside('pred'), join(workshop, `${name}.pred`));
    }
  });
  afterAll(() => rmSync(workshop, { recursive: true }));

  /** As it is for SC, with a fence after every store for models with buffers. */
  const pathUnder = (name: string, model: MemoryModel): string =>
    hasBuffers(model) ? join(workshop, `${name}.orig`) : join(folder, name, `${name}.orig`);

  const verified = (
    name: string,
    model: MemoryModel,
    how: Partial<AbstractionOptions>,
  ): Promise<VerifyReport> =>
    verifyPath(pathUnder(name, model), {
      ...{ model, engine: 'abstract', timeoutSeconds: 100 },
      abstraction: { ...usualAbstraction, ...how },
    });

  const rows = (names: readonly string[]) =>
    names.flatMap((name) => mainModels.map((model) => ({ name, model: model.name, memory: model })));

  it.each(rows(algorithms))('$name is proved under $model', async ({ name, memory }) => {
    const lazy = await verified(name, memory, {});
    expect(lazy.verdict).toBe('safe');
    expect(lazy.bound).toBe(hasBuffers(memory) ? 1 : null);
    expect(lazy.stats.smtCalls).toBeLessThan(500);
    expect(lazy.stats.z3Calls).toBe(0);
    const ce = await verified(name, memory, { method: 'ce' });
    expect(ce.verdict).toBe('safe');
    expect(ce.stats.smtCalls).toBeLessThan(12_000);
    expect(ce.limitations.join()).toContain('proof under SC');
    const byZ3 = await verified(name, memory, { solver: 'z3' });
    expect(byZ3.verdict).toBe('safe');
    expect(byZ3.stats.dlCalls).toBe(0);
    const counters = await verified(name, memory, { encoding: 'counters' });
    expect(counters.verdict).toBe('safe');
  });

  // Ticket takes some seconds: `npm run bench -- abstract` has it.
  it.each(rows(algorithms.filter((name) => name !== 'ticket')))(
    '$name is proved under $model by predicate extrapolation alone',
    async ({ name, memory }) => {
      expect((await verified(name, memory, { method: 'pe' })).verdict).toBe('safe');
    },
  );

  it.each(
    wrongUnfenced.flatMap((name) =>
      ['tso', 'pso'].flatMap((model) => [1, 2].map((bound) => ({ name, model, bound }))),
    ),
  )(
    '$name without fences is unsafe under $model with $bound buffered writes',
    async ({ name, model, bound }) => {
      const memory = modelNamed(model);
      invariant(memory !== null, 'there is such a model');
      const path = join(folder, name, `${name}.orig`);
      const report = await verifyPath(path, { model: memory, engine: 'abstract', bound });
      expect(report.verdict).toBe('unsafe');
      // The trace is the replayer's.
      expect(report.trace?.violated).toBe(report.property);
      expect(report.trace?.steps.length).toBeGreaterThan(0);
    },
  );

  it.each(
    ['abp', 'peterson', 'queue', 'bakery'].flatMap((name) =>
      (['pe', 'ce'] as const).map((method) => ({ name, method })),
    ),
  )(
    'the text that abstract writes for $name by $method is checked as verify does',
    async ({ name, method }) => {
      const memory = modelNamed('pso');
      invariant(memory !== null, 'there is such a model');
      const abstraction = { ...usualAbstraction, method };
      const path = pathUnder(name, memory);
      const { text } = await abstractPath(path, { model: memory, abstraction, timeoutSeconds: 100 });
      const written = join(workshop, `${name}.${method}.bl`);
      writeFileSync(written, text ?? '');
      const checked = await checkPath(written);
      const report = await verified(name, memory, { method });
      expect(checked.verdict).toBe('safe');
      expect([report.verdict, report.stats.states]).toEqual([checked.verdict, checked.stats.states]);
    },
  );
});
