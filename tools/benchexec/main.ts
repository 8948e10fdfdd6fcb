import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { ExpectedFile } from '../../src/compare/known-verdicts.js';
import { readExpected } from '../../src/compare/known-verdicts.js';
import { mainModels } from '../../src/memory/index.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npm run benchexec -- DIR\n');
  process.exitCode = 2;
} else writeTasks(folder);

/** What `benchexec tools/benchexec/fencepost.xml` takes: the benchmark, property files, and a task for each sample. */
function writeTasks(out: string): void {
  mkdirSync(out, { recursive: true });
  copyFileSync('tools/benchexec/fencepost.xml', join(out, 'fencepost.xml'));
  for (const { name, title } of mainModels)
    writeFileSync(join(out, `${name}.prp`), `all that the program states holds under ${name} (${title})\n`);
  const table = 'samples/verdicts.tsv';
  const expected = readExpected(readFileSync(table, 'utf8'), table);
  if (typeof expected === 'string') throw new Error(expected);
  const tasks = [...expected].map(([file, ofModels]) => {
    const task = `${basename(resolve(file, '..'))}-${basename(file)}.yml`;
    const all = new Set([...ofModels.values()].flatMap(({ properties }) => [...properties.keys()]));
    const stated = mainModels.flatMap(({ name }) => {
      const holds = holdsAll(ofModels.get(name), all);
      return holds === null ? [] : [[name, holds] as const];
    });
    writeFileSync(join(out, task), taskText(relative(out, file), stated));
    return task;
  });
  writeFileSync(join(out, 'tasks.set'), tasks.map((task) => `${task}\n`).join(''));
  process.stdout.write(`${tasks.length} tasks in ${out}\n`);
}

/** Null: nobody knows. */
function holdsAll(known: ExpectedFile | undefined, all: ReadonlySet<string>): boolean | null {
  const verdicts = [known?.whole, ...(known?.properties.values() ?? [])];
  if (verdicts.includes('unsafe')) return false;
  const isWhole = known?.whole === 'safe' || (known !== undefined && known.properties.size === all.size);
  return isWhole ? true : null;
}

function taskText(file: string, stated: readonly (readonly [string, boolean])[]): string {
  return [
    "format_version: '2.0'",
    `input_files: '${file}'`,
    'properties:',
    ...stated.flatMap(([model, holds]) => [
      `  - property_file: ${model}.prp`,
      `    expected_verdict: ${String(holds)}`,
    ]),
    '',
  ].join('\n');
}
