import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { DiagnosticBag, Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import { dve } from '../../../src/exporters/dve/export.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Program } from '../../../src/lang/program/program.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { exportRequest } from '../../support/export-request.js';
import { Random, generateProgram, languageOptions } from '../../support/generate/generate-program.js';
import { golden } from '../../support/golden.js';
import { parseFp } from '../../support/parse-fp.js';
import { parseDve } from '../../support/dve-text.js';

golden('exporters/dve', 'dve', ({ path, text }) =>
  dve.run(exportRequest(parseFp(text, path.replace('.fp', '')), tso, path)),
);

/** The properties that some state of a program violates, each found by a search of its own; null: that takes too long. */
async function violated(program: Program, milliseconds = 2_000): Promise<readonly string[] | null> {
  const { system } = runPipeline(toAutomata, program, { procs: 2, model: sc });
  const found: string[] = [];
  for (const property of system.properties.filter((p) => !isTemporal(p))) {
    const deadline = performance.now() + milliseconds;
    const limits = { signal: new AbortController().signal, deadline, memoryMB: null };
    const request = { system, model: sc, properties: [property], limits, progress: (): void => undefined };
    const result = await exploreExplicit(request, {
      ...{ bound: null, havocRange: null, reductions: true, collectFinals: null },
    });
    const verdict = result.verdicts.get(property.name);
    if (verdict?.kind === 'unsafe') found.push(property.name);
    if (verdict?.kind === 'unknown' && verdict.reason === 'timeout') return null;
  }
  return found;
}

/** As the names of processes, which are not those of properties to the letter. */
const letters = (names: readonly string[]): readonly string[] =>
  names.map((name) => name.replace(/\.holds$/, '').replace(/[^A-Za-z0-9]/g, '')).sort();

const read = (text: string): Program => {
  const bag = new DiagnosticBag();
  const program = parseDve(new Source('export.dve', text), bag);
  bag.throwIfErrors();
  if (program === null) throw new Error('an export is a model');
  return program;
};

describe('export to DVE', () => {
  it('violates what the program with its buffers violates', async () => {
    const models: readonly MemoryModel[] = [sc, tso, pso];
    let [compared, unsafe] = [0, 0];
    for (let seed = 1; compared < 25; seed++) {
      const request = exportRequest(
        generateProgram(new Random(seed), languageOptions),
        at(models, seed % 3),
        'x.fp',
      );
      let text = '';
      try {
        text = dve.run(request);
      } catch (error) {
        if (error instanceof Unsupported) continue;
        throw error;
      }
      const expected = await violated(request.plain, 100);
      const found = expected === null ? null : await violated(read(text), 1_000);
      if (found === null || expected === null) continue;
      // Where a number leaves 16 bits the export says so, and nothing else.
      if (found.some((name) => name.startsWith('too_large'))) continue;
      expect([seed, letters(found)]).toEqual([seed, letters(expected)]);
      compared++;
      if (expected.length > 0) unsafe++;
    }
    expect(unsafe).toBeGreaterThan(5);
  });

  it('ends a run where a range or the 16 bits of DVE are left', async () => {
    const text =
      'shared int x = 0; shared int[0..3] y = 3; thread P { x = 200 * 200; } thread Q { y = y + 1; }';
    const written = dve.run(exportRequest(parseFp(text), sc, 'x.fp'));
    expect(await violated(read(written))).toEqual(['too_large.holds', 'range.holds']);
  });

  it('chooses what has no initial value, and refuses what has too many', async () => {
    const text = 'shared int[0..2] x; thread P { assert seen: x != 2; }';
    expect(await violated(read(dve.run(exportRequest(parseFp(text), sc, 'x.fp'))))).toEqual(['seen.holds']);
    const wide = exportRequest(parseFp('shared int x; thread P { assert seen: x != 2; }'), sc, 'x.fp');
    expect(() => dve.run(wide)).toThrow(Unsupported);
  });
});
