import { join } from 'node:path';
import { toAutomata } from '../../passes/pipelines.js';
import { Unsupported } from '../../src/diagnostics/diagnostic.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { loadLitmus } from '../../src/ask/litmus-run.js';
import { backwardVerdicts, exportCub, exploredVerdicts } from '../../test/support/arrays/exported-cub.js';
import type { ExpectedTest } from './expected.js';

export interface CubLitmus {
  readonly agreed: number;
  readonly wrong: readonly string[];
  readonly refused: readonly string[];
  readonly seconds: number;
}

/** By all states that can be reached, or by the backward engine. */
export type CubEngine = 'explicit' | 'mcmt';

/** Litmus tests as Cubicle-W systems, decided by an engine, against what herd7 says. */
export async function compareLitmus(
  folder: string,
  tests: readonly ExpectedTest[],
  model: MemoryModel,
  engine: CubEngine = 'explicit',
): Promise<CubLitmus> {
  const wrong: string[] = [];
  const refused: string[] = [];
  const start = performance.now();
  for (const test of tests) {
    try {
      const problem = await problemOf(folder, test, model, engine);
      if (problem !== null) wrong.push(`${test.file}: ${problem}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      (error instanceof Unsupported ? refused : wrong).push(`${test.file}: ${why}`);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  return { agreed: tests.length - wrong.length - refused.length, wrong, refused, seconds };
}

/** Null if the export says what is expected. */
async function problemOf(
  folder: string,
  test: ExpectedTest,
  model: MemoryModel,
  engine: CubEngine,
): Promise<string | null> {
  const { program } = loadLitmus(join(folder, test.file), toAutomata).test;
  const decide = engine === 'mcmt' ? backwardVerdicts : exploredVerdicts;
  const verdicts = await decide(exportCub(program, model), model);
  const expected = test.models.get(model.name)?.observation;
  // The property is that an outcome does not occur (`exists`, `~exists`) or that no other does (`forall`).
  const violated = test.quantifier === 'forall' ? expected !== 'Always' : expected !== 'Never';
  const found = verdicts.get(test.quantifier);
  return found === (violated ? 'unsafe' : 'safe') ? null : `${found}, but ${expected} is expected`;
}
