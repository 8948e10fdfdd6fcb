import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { printProgram } from '../src/lang/program/print.js';
import type { Program } from '../src/lang/program/program.js';
import { upTo } from '../src/lang/expr/type.js';
import type { Type } from '../src/lang/expr/type.js';
import { mainModels } from '../src/memory/index.js';
import { hasBuffers } from '../src/memory/model-questions.js';
import { usualAbstraction } from './support/abstraction-options.js';
import { chooseEngine } from '../src/ask/choose.js';
import { askedAbout } from './support/asked.js';
import { checkPath } from './support/check-path.js';
import { root } from './support/golden.js';
import { loadSample } from './support/load-sample.js';
import { abstractionSamples, verdictRows } from './support/samples.js';
import { abstractPath, verifyPath } from './support/verify-text.js';

const workshop = mkdtempSync(join(tmpdir(), 'fencepost-abstraction-'));
afterAll(() => rmSync(workshop, { recursive: true }));

/** The program with numbers from 0 to `most` in place of all integers; where it would leave them, its runs end. */
function narrowed(program: Program, most: number): Program {
  const narrow = (type: Type): Type => (type.kind === 'int' ? upTo(most) : type);
  return {
    ...program,
    shared: program.shared.map((v) => ({ ...v, type: narrow(v.type) })),
    locals: program.locals.map((v) => ({ ...v, type: narrow(v.type) })),
  };
}

/** What verdicts.tsv says of a sample's property under a model. */
const stated = (sample: string, property: string, model: string): string | undefined =>
  verdictRows.find((row) => row.sample === sample && row.property === property)?.expected.get(model);

describe('samples for predicate abstraction', () => {
  it.each(abstractionSamples)('%s has the violations of its runs with small numbers', async (sample) => {
    const path = join(workshop, sample.replace('/', '-'));
    writeFileSync(path, printProgram(narrowed(await loadSample(sample), 6)));
    for (const model of mainModels) {
      const report = await verifyPath(path, { model });
      expect(report.errors).toEqual([]);
      const own = report.properties.filter((p) => p.kind !== 'range');
      expect(own.map((p) => [p.name, model.name, p.verdict === 'unsafe'])).toEqual(
        own.map((p) => [p.name, model.name, stated(sample, p.name, model.name) === 'unsafe']),
      );
    }
  });

  it('are decided by predicate abstraction where their numbers grow without end', async () => {
    const finite = [];
    for (const sample of abstractionSamples) {
      const program = await loadSample(sample);
      expect(program.predicates.length).toBeGreaterThan(0);
      const { question } = askedAbout(program, { engine: 'auto' });
      const { row } = await chooseEngine('program', question);
      if (row.name === 'explicit') finite.push(sample);
    }
    expect(finite).toEqual([
      'abstraction/dekker-three-writes.fp',
      'abstraction/dekker-two-writes.fp',
      'abstraction/peterson-three-writes.fp',
      'abstraction/peterson-two-writes.fp',
    ]);
  });
});

describe('samples whose writes share a buffer', () => {
  const sharing = abstractionSamples.flatMap((sample) => {
    const bound = sample.endsWith('-two-writes.fp') ? 2 : sample.endsWith('-three-writes.fp') ? 3 : null;
    return bound === null ? [] : [{ sample, bound }];
  });

  it('are four programs with two and with three writes', () => {
    expect(sharing.map(({ bound }) => bound).sort((a, b) => a - b)).toEqual([2, 2, 2, 2, 3, 3, 3, 3]);
  });

  describe.each(mainModels.filter(hasBuffers))('under $name', (model) => {
    it.each(sharing)('$sample is safe with that bound and no smaller one', async (run) => {
      const path = join(root, 'samples', run.sample);
      for (const method of ['lazy', 'ce'] as const) {
        const abstraction = { ...usualAbstraction, method };
        const found = await verifyPath(path, { model, engine: 'abstract', abstraction });
        expect([method, found.verdict, found.bound]).toEqual([method, 'safe', run.bound]);
      }
      const small = await verifyPath(path, { model, engine: 'abstract', bound: run.bound - 1 });
      expect([small.verdict, small.reason]).toEqual(['unknown', 'overflow']);
    });
  });
});

describe('truth values made first and buffered afterwards', () => {
  const program = join(root, 'samples', 'litmus', 'naive-abstraction.fp');
  const byHand = join(root, 'samples', 'boolean', 'naive-abstraction.bl');

  it.each(mainModels)('are called safe under $name, whatever the program does', async (model) => {
    expect((await verifyPath(program, { model })).verdict).toBe(model.name === 'sc' ? 'safe' : 'unsafe');
    expect((await checkPath(byHand, { model })).verdict).toBe('safe');
  });

  it.each(mainModels)('also if we make them, under $name', async (model) => {
    const abstraction = { ...usualAbstraction, method: 'trad' } as const;
    const { text } = await abstractPath(program, { abstraction });
    // Under SC a fence is nothing; this scheme needs them.
    const fenced = (text ?? '').replaceAll(
      /(Statement: fence \*\/\n\d+: )begin_atomic;\n\d+: nop;\n\d+: end_atomic;/g,
      '$1barrier;',
    );
    expect(fenced.match(/barrier;/g)).toHaveLength(2);
    const path = join(workshop, 'naive.bl');
    writeFileSync(path, fenced);
    expect((await checkPath(path, { model })).verdict).toBe('safe');
    // Both ends are reached: it is not safe for lack of runs.
    writeFileSync(
      path,
      fenced.replace(/assert always .*/, 'assert always (!(pc{1} == 3) || !(pc{2} == 3));'),
    );
    expect((await checkPath(path, { model })).verdict).toBe('unsafe');
  });

  it.each(mainModels)(
    'are not what the engine does: it agrees with the program under $name',
    async (model) => {
      const { verdict } = await verifyPath(program, { model, engine: 'abstract' });
      expect(verdict).toBe(model.name === 'sc' ? 'safe' : 'unsafe');
    },
  );
});
