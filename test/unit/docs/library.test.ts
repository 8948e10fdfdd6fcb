import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../../src/support/invariant.js';
import { root } from '../../support/golden.js';
import { installPacked, runIn } from '../../support/packed.js';
import type { PackedFolder } from '../../support/packed.js';

const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
/** Each program of the page, with the heading that it stands under and the output below it. */
const examples = page.split(/^## /m).flatMap((section) =>
  [...section.matchAll(/^```js\n(.*?)^```\n\n```text\n(.*?)^```/gms)].map((match, i) => ({
    name: `${section.slice(0, section.indexOf('\n'))} ${i + 1}`,
    program: at(match, 1),
    shown: at(match, 2),
  })),
);

let folder: PackedFolder;
beforeAll(() => {
  folder = installPacked(['@types/node', 'undici-types', 'typescript']);
});
afterAll(() => folder.remove());

describe('the page of the library', () => {
  it.each(examples)('shows what $name prints', ({ program, shown }) => {
    writeFileSync(join(folder.path, 'example.mjs'), program);
    expect(runIn(folder, ['example.mjs'])).toBe(shown);
  });

  it('has an output for each of its programs', () => {
    expect(examples.length).toBe([...page.matchAll(/^```js$/gm)].length);
    expect(examples.length).toBeGreaterThanOrEqual(11);
  });

  it('names each function of the package', () => {
    const listing = "import * as all from 'fencepost'; console.log(Object.keys(all).join(' '));";
    const names = runIn(folder, ['--input-type=module', '-e', listing]).trim().split(' ');
    expect(names).toContain('verify');
    expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });
});

const consumer = `
import { FencepostError, compare, engines, load, toJson, toText, transform, verify } from 'fencepost';
import type { VerifyReport } from 'fencepost';

const subject = await load({ text: 'shared int x = 0;', name: 'a.fp' });
if (subject.kind === 'program') console.log(subject.content.shared.length);
const report: VerifyReport = await verify(subject, { model: 'tso', bound: { x: 1 }, procs: 'any', havocRange: '0..3' });
const verdict: 'safe' | 'unsafe' | 'unknown' | null = report.verdict;
const states: number = report.stats.states;
console.log(verdict, states, toText(report), toJson(report).schema, engines[0]?.name, FencepostError.name);
const { text } = await transform(subject, { to: 'promela' });
const { rows } = await compare(['a.fp'], { methods: ['ce'], jobs: 2 });
console.log(text.length, rows.map((row) => row.verdict));
// @ts-expect-error: there is no such option
await verify(subject, { modle: 'tso' });
// @ts-expect-error: there is no such engine
await verify(subject, { engine: 'eager' });
// @ts-expect-error: there is no such target
await transform(subject, { to: 'pascal' });
`;

it('has types that a strict TypeScript program compiles against', () => {
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: false, types: ['node'] },
  };
  writeFileSync(join(folder.path, 'consumer.mts'), consumer);
  const files = ['consumer.mts'];
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  expect(runIn(folder, ['node_modules/typescript/bin/tsc', '-p', '.'])).toBe('');
});
