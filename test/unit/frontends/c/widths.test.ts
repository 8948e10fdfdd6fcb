import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '../../../../src/support/random-from.js';
import { RandomSequential } from '../../../support/c/random-sequential.js';
import { runAlone } from '../../../support/c/run-alone.js';
import { programOf } from './read-c.js';

const hasGcc = spawnSync('gcc', ['--version']).status === 0;
const withGcc = hasGcc ? describe : describe.skip;

/** What gcc makes of it: each variable and its value. */
function byGcc(text: string, names: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'widths-'));
  try {
    const show = names.map(
      (name) =>
        `  if ((${name}) < 0) printf("${name} %ld\\n", (long)(${name})); else printf("${name} %lu\\n", (unsigned long)(${name}));`,
    );
    const main = `#include <stdio.h>\nint main(void) {\n  work();\n${show.join('\n')}\n  return 0;\n}\n`;
    writeFileSync(join(folder, 'p.c'), text + main);
    execFileSync('gcc', ['-w', '-O0', '-fwrapv', '-o', join(folder, 'p'), join(folder, 'p.c')]);
    return execFileSync(join(folder, 'p'), { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

withGcc('integers of all widths, compared with gcc -fwrapv (needs gcc)', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed))('random program %d', (seed) => {
    const made = new RandomSequential(randomFrom(seed + 1));
    const text = made.text(40);
    const program = programOf(`${text}int main(void) { work(); return 0; }\n`, { wrap: true });
    const values = runAlone(program);
    const shown = [
      ...made.names.map((name) => [name, name, 0] as const),
      ...[0, 1, 2, 3].map((i) => [`a[${i}]`, 'a', i] as const),
      ['p.left', 'p.left', 0] as const,
      ['p.right', 'p.right', 0] as const,
    ];
    const ours = shown.map(
      ([name, variable, cell]) => `${name} ${values.get(variable)?.[cell] ?? 'untouched'}`,
    );
    const theirs = byGcc(
      text,
      shown.map(([name]) => name),
    );
    expect(ours.filter((line) => !line.endsWith('untouched'))).toEqual(
      theirs.filter((_, i) => !(ours[i] ?? '').endsWith('untouched')),
    );
  });
});
