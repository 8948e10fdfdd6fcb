import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainModels } from '../../src/memory/index.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { answerC, unaltered } from '../../test/support/c-judge/c-answers.js';
import { litmusToC } from '../../test/support/c-judge/litmus-to-c.js';
import { readExpected } from '../corpus/expected.js';
import type { ExpectedTest } from '../corpus/expected.js';
import { sample } from '../corpus/litmus-corpus.js';

export interface CLitmusTally {
  readonly tests: number;
  /** With instructions that C has no words for. */
  readonly unwritten: readonly string[];
  readonly verdicts: number;
  readonly complaints: readonly string[];
}

export const litmusFolder = join(
  process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'),
  'litmus',
  'public',
);

/** Final states that are asked about one by one. */
const mostStates = 6;

/** x86 litmus tests written as C: no final states but those of herd7, and these are reached. */
export async function tallyCLitmus(count: number): Promise<CLitmusTally> {
  const tests = sample(readExpected(litmusFolder), count);
  const complaints: string[] = [];
  const unwritten: string[] = [];
  let verdicts = 0;
  for (const test of tests) {
    for (const model of mainModels) {
      const wrong = await complaintsOf(test, model);
      if (wrong === null) {
        unwritten.push(test.file);
        break;
      }
      verdicts += wrong.verdicts;
      complaints.push(...wrong.complaints.map((what) => `${test.file} under ${model.name}: ${what}`));
    }
  }
  return { tests: tests.length - unwritten.length, unwritten, verdicts, complaints };
}

async function complaintsOf(
  test: ExpectedTest,
  model: MemoryModel,
): Promise<{ readonly verdicts: number; readonly complaints: readonly string[] } | null> {
  const states = test.models.get(model.name)?.states ?? [];
  const made = litmusToC(readFileSync(join(litmusFolder, test.file), 'utf8'), states);
  if (made === null) return null;
  const reached = states.map(made.condition);
  const conditions = [reached.join(' || '), ...reached.slice(0, mostStates).map((state) => `!${state}`)];
  const { text, firstLine } = made.withAsserts(conditions);
  const answer = await answerC({ text, model, wrap: false, alter: unaltered, maxStates: 100_000 });
  if (answer.kind === 'refused') return { verdicts: 0, complaints: [`refused: ${answer.why}`] };
  const complaints: string[] = [];
  for (const i of conditions.keys()) {
    const name = `assert:${firstLine + i}:`;
    const verdict = [...answer.verdicts].find(([each]) => each.startsWith(name))?.[1];
    const wanted = i === 0 ? 'safe' : 'unsafe';
    const what = i === 0 ? 'no other final state' : `final state ${states[i - 1] ?? ''}`;
    if (verdict !== wanted) complaints.push(`${what}: ${verdict ?? 'missing'}, not ${wanted}`);
  }
  return { verdicts: conditions.length, complaints };
}

export async function fuzzCLitmus(count: number): Promise<boolean> {
  if (!existsSync(litmusFolder)) {
    process.stdout.write(
      `litmus tests as C: skipped, there are none at ${litmusFolder}; set FENCEPOST_CORPUS\n`,
    );
    return true;
  }
  const { tests, unwritten, verdicts, complaints } = await tallyCLitmus(count);
  process.stdout.write(
    `litmus tests as C: ${tests} tests, ${verdicts} verdicts, ${complaints.length} unlike herd7; ${unwritten.length} have instructions that C has no words for\n`,
  );
  for (const file of unwritten) process.stdout.write(`  not written: ${file}\n`);
  for (const complaint of complaints.slice(0, 20)) process.stdout.write(`  ${complaint}\n`);
  return complaints.length === 0;
}
