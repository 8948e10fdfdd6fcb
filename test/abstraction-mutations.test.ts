import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../src/diagnostics/diagnostic.js';
import { Source } from '../src/diagnostics/span.js';
import { salpl } from '../src/frontends/salpl/parse.js';
import { parsePredicates } from '../src/frontends/salpl/predicates.js';
import { printProgram } from '../src/lang/program/print.js';
import type { Program } from '../src/lang/program/program.js';
import { mainModels } from '../src/memory/index.js';
import type { MemoryModel } from '../src/memory/model.js';
import { at } from '../src/support/invariant.js';
import { abstractionSamples } from './support/samples.js';
import { loadSample } from './support/load-sample.js';
import { mutations } from './support/synthesis/orig-mutations.js';
import { withFences } from './support/synthesis/orig-fences.js';
import { verifyPath } from './support/verify-text.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';
import { everyNth } from './support/thorough.js';

const workshop = mkdtempSync(join(tmpdir(), 'fencepost-mutations-'));
afterAll(() => rmSync(workshop, { recursive: true }));

/** Verdicts under these models, and what they cost; times are too short to be compared. */
async function answers(
  name: string,
  program: Program,
  models: readonly MemoryModel[],
): Promise<readonly Answer[]> {
  const path = join(workshop, `${name.replaceAll(/\W/g, '-')}.fp`);
  writeFileSync(path, printProgram(program));
  const found: Answer[] = [];
  for (const model of models) {
    const report = await verifyPath(path, { model, engine: 'abstract' });
    expect(report.errors).toEqual([]);
    const verdicts = report.properties.map((p) => `${p.name} ${p.verdict} ${p.reason}`);
    found.push({ verdicts, calls: report.stats.smtCalls ?? 0, states: report.stats.states ?? 0 });
  }
  return found;
}

interface Answer {
  readonly verdicts: readonly string[];
  readonly calls: number;
  readonly states: number;
}

/** A counterexample that is found sooner or later leaves no proof to compare. */
const isProof = ({ verdicts }: Answer): boolean => verdicts.every((text) => text.includes(' safe '));

/** What a mutation changes that it should not; a proof that costs more than twice as much is changed, too. */
async function changes(name: string, program: Program): Promise<readonly string[]> {
  const plain = await answers(name, program, mainModels);
  const found: string[] = [];
  // The models take turns: each meets every mutation, of other programs.
  const turn = name.length;
  for (const [i, mutation] of mutations.entries()) {
    const place = (i + turn) % mainModels.length;
    for (const after of await answers(name, mutation.of(program), [at(mainModels, place)])) {
      const before = at(plain, place);
      if (after.verdicts.join() !== before.verdicts.join()) {
        found.push(`${mutation.name}: ${before.verdicts.join()} became ${after.verdicts.join()}`);
      }
      if (isProof(before) && (after.calls > 2 * before.calls || after.states > 2 * before.states)) {
        found.push(`${mutation.name}: ${after.calls} calls and ${after.states} states`);
      }
    }
  }
  return found;
}

it.each(everyNth(abstractionSamples, 2))(
  'names, order, origin and unused variables change nothing: %s',
  async (sample) => {
    expect(await changes(sample, await loadSample(sample))).toEqual([]);
  },
);

const folder = corpusFolder('cupex');
describeOver(folder)('nor in the programs of the authors (needs $FENCEPOST_CORPUS)', () => {
  const algorithms = ['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'];
  const texts = [
    { how: 'as they are', change: (text: string): string => text },
    { how: 'with fences', change: withFences },
  ];

  it.each(algorithms.flatMap((name) => texts.map((text) => ({ name, ...text }))))(
    '$name $how',
    async ({ name, change }) => {
      const bag = new DiagnosticBag();
      const read = (extension: string): string =>
        readFileSync(join(folder, name, `${name}.${extension}`), 'utf8');
      const bare = salpl.parse(new Source(`${name}.orig`, change(read('orig'))), bag);
      if (bare === null) throw new Error(`${name} is no program`);
      const predicates = parsePredicates(new Source(`${name}.pred`, read('pred')), bare, bag);
      bag.throwIfErrors();
      expect(await changes(name, { ...bare, predicates })).toEqual([]);
    },
  );
});
