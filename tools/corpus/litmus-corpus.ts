import { join } from 'node:path';
import { toAutomata } from '../../passes/pipelines.js';
import type { Limits } from '../../src/search/limits.js';
import type { LitmusOutcome } from '../../src/frontends/litmus/outcome.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { loadLitmus, runLitmus } from '../../src/ask/litmus-run.js';
import type { ExpectedOutcome, ExpectedTest } from './expected.js';

/** Every k-th test, so that about `size` remain. */
export function sample(tests: readonly ExpectedTest[], size: number): readonly ExpectedTest[] {
  const step = Math.max(1, Math.floor(tests.length / size));
  return tests.filter((_, i) => i % step === 0).slice(0, size);
}

export interface ModelResult {
  readonly model: string;
  readonly tests: number;
  readonly disagreements: readonly string[];
  /** From the text of the test to its final states. */
  readonly seconds: number;
}

const unlimited = (): Limits => ({ signal: new AbortController().signal, deadline: null, memoryMB: null });

/** Runs the tests under one model, from reading the file on. */
export async function runModel(
  folder: string,
  tests: readonly ExpectedTest[],
  model: MemoryModel,
): Promise<ModelResult> {
  const disagreements: string[] = [];
  const start = performance.now();
  for (const test of tests) {
    const problem = await problemOf(folder, test, model);
    if (problem !== null) disagreements.push(`${test.file}: ${problem}`);
  }
  const seconds = (performance.now() - start) / 1000;
  return { model: model.name, tests: tests.length, disagreements, seconds };
}

/** Null if all is as expected. */
async function problemOf(folder: string, test: ExpectedTest, model: MemoryModel): Promise<string | null> {
  const expected = test.models.get(model.name);
  if (expected === undefined) return `nothing is expected under ${model.name}`;
  try {
    const loaded = loadLitmus(join(folder, test.file), toAutomata);
    if (loaded.test.conditionText !== test.condition)
      return `the condition was read as ${loaded.test.conditionText}`;
    if (loaded.test.quantifier !== test.quantifier)
      return `the quantifier was read as ${loaded.test.quantifier}`;
    const run = await runLitmus(loaded, model, { limits: unlimited(), progress: () => undefined });
    return run.kind === 'complete' ? difference(run.outcome, expected) : `incomplete: ${run.detail}`;
  } catch (problem) {
    return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
  }
}

export function difference(actual: LitmusOutcome, expected: ExpectedOutcome): string | null {
  const ours = new Set(actual.states.map(normalised));
  const theirs = new Set(expected.states.map(normalised));
  const missing = [...theirs].filter((state) => !ours.has(state));
  const extra = [...ours].filter((state) => !theirs.has(state));
  const parts = [
    ...missing.map((state) => `missing ${state}`),
    ...extra.map((state) => `extra ${state}`),
    ...(actual.verdict === expected.verdict
      ? []
      : [`verdict ${actual.verdict}, expected ${expected.verdict}`]),
    ...(actual.observation === expected.observation
      ? []
      : [`${actual.observation}, expected ${expected.observation}`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** The order inside of a line does not matter. */
const normalised = (state: string): string =>
  state
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .sort()
    .join(' ');
