import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { nothingAsked } from '../../../src/compare/asked-way.js';
import { RunPerformer } from '../../../src/compare/perform-run.js';
import { FileContents, keyOf } from '../../../src/compare/run-key.js';
import type { PlannedRun } from '../../../src/compare/run-plan.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-changed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'a.fp');
const run: PlannedRun = { file, model: 'sc', part: null, words: [], way: nothingAsked };
const answer = JSON.stringify({ schema: 1, verdict: 'safe', stats: {} });

/** What comes of a run by this script, and what is said of it. */
async function made(script: string): Promise<{ readonly isRecorded: boolean; readonly told: string[] }> {
  writeFileSync(file, 'first');
  const job = {
    ...{ key: keyOf(run, '1', new FileContents()), repeat: 0, run, place: 0 },
    limits: { timeoutSeconds: null, memoryMB: null },
  };
  const path = join(folder, 'program.mjs');
  writeFileSync(path, `import { writeFileSync } from 'node:fs';\n${script}`);
  const told: string[] = [];
  const warn = (text: string): void => void told.push(text);
  const tools = { script: path, version: '1', session: null, warn };
  const performer = new RunPerformer(tools, new AbortController().signal);
  const record = await performer.perform(job);
  performer.close();
  return { isRecorded: record !== null, told };
}

it('what is said of a file that has changed meanwhile is not recorded as said of what it was', async () => {
  const change = `writeFileSync(${JSON.stringify(file)}, 'second');`;
  const print = `console.log(${JSON.stringify(answer)});`;
  expect(await made(print)).toEqual({ isRecorded: true, told: [] });
  expect(await made(change + print)).toEqual({
    isRecorded: false,
    told: [`${file} has changed since this comparison began: it is left out`],
  });
});
