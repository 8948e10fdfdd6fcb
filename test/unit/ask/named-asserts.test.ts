import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(text: string, properties: readonly string[] = []) {
  const path = join(folder, 'named.fp');
  writeFileSync(path, text);
  const report = await verifyPath(path, { properties });
  expect(report.errors).toEqual([]);
  return { verdicts: report.properties.map((p) => [p.name, p.verdict]), report };
}

/** Asserts of instances are copies; here the second assert of `low` fails, in Q(1) only. */
const text = `shared int x = 0;
thread P { assert low: x <= 2; assert other: x >= 0; }
thread Q(me: 0..1) { assert low: me == 0; x = 1; }`;

describe('a property that several asserts check', () => {
  it('is violated where any of them fails', async () => {
    const { verdicts, report } = await run(text);
    expect(verdicts).toEqual([
      ['low', 'unsafe'],
      ['other', 'safe'],
    ]);
    expect(report.property).toBe('low');
    expect(report.trace?.violated).toBe('low');
    expect(report.trace?.steps.at(-1)).toMatchObject({ thread: 'Q(1)', line: 3 });
  });

  it('holds if all of them do', async () => {
    const { verdicts } = await run(text.replace('me == 0', 'me <= 1'));
    expect(verdicts).toEqual([
      ['low', 'safe'],
      ['other', 'safe'],
    ]);
  });

  it('is chosen by its name', async () => {
    expect((await run(text, ['low'])).verdicts).toEqual([['low', 'unsafe']]);
    expect((await run(text, ['other'])).verdicts).toEqual([['other', 'safe']]);
  });
});
