import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folderWith } from './fencepost.js';
import { tellSkipped } from '../support/skipped.js';
import { inProcess } from './in-process.js';

const folder = folderWith({});
const hasGcc = spawnSync('gcc', ['--version']).status === 0;
if (!hasGcc) tellSkipped('gcc', 'tests that C files with fences compile');

/** True without gcc. */
const compiles = (path: string): boolean => !hasGcc || spawnSync('gcc', ['-fsyntax-only', path]).status === 0;

/** Each in a folder of its own, so that answers of one are not taken for those of another. */
let folders = 0;

function file(text: string): string {
  const path = join(folder, `t${folders++}`, 'a.c');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function verdictOf(path: string, model: string, ...more: readonly string[]): Promise<string> {
  const { stdout } = await inProcess(['verify', path, '--model', model, '--trace=none', ...more]);
  return (stdout.trim().split('\n').at(-1) ?? '').replace(/ property .*/, '');
}

/** The samples that some model breaks, and what mends them. */
const mended: readonly (readonly [string, string, readonly string[]])[] = [
  ['store-buffering-release', 'tso', ['+  atomic_thread_fence(memory_order_seq_cst);']],
  [
    'ticket-lock-relaxed',
    'pso',
    [
      '-  atomic_store_explicit(&l->served, now + 1, LEAVE);',
      '+  atomic_store_explicit(&l->served, now + 1, memory_order_release);',
    ],
  ],
  [
    'double-checked-relaxed',
    'pso',
    [
      '-      atomic_store_explicit(&is_made, true, MADE);',
      '+      atomic_store_explicit(&is_made, true, memory_order_release);',
    ],
  ],
];

describe('fences of a C file', () => {
  it.each(mended)('%s under %s', async (sample, model, changes) => {
    const path = join('samples', 'c', `${sample}.c`);
    const patch = await inProcess(['fences', path, '--model', model, '--diff']);
    expect(patch.code).toBe(0);
    const lines = patch.stdout.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
    expect(lines).toEqual(changes);

    const out = file('');
    const { code } = await inProcess(['fences', path, '--model', model, '--apply', '-o', out]);
    expect(code).toBe(0);
    expect(await verdictOf(out, model)).toBe('VERDICT: SAFE');
    expect(compiles(out)).toBe(true);
  });

  it('reads the text again with the macros that it was read with', async () => {
    const path = join('samples', 'c', 'store-buffering.c');
    const define = '-DRAISE=memory_order_relaxed';
    const out = file('');
    const made = await inProcess(['fences', path, '--model', 'tso', define, '--apply', '-o', out]);
    expect(made.code).toBe(0);
    expect(await verdictOf(out, 'tso', define)).toBe('VERDICT: SAFE');
    expect(readFileSync(out, 'utf8')).toContain('  atomic_thread_fence(memory_order_seq_cst);\n');
  });

  it('a stronger order where it is the cheaper one', async () => {
    const path = join('samples', 'c', 'store-buffering-release.c');
    const { stdout } = await inProcess(['fences', path, '--model', 'tso', '--cost', 'locked=1', '--diff']);
    expect(stdout).toContain('\n+  atomic_store_explicit(&flag[me], 1, memory_order_seq_cst);\n');
  });

  it('a stronger order where there is no room for a fence', async () => {
    const text = readFileSync(join('samples', 'c', 'store-buffering-release.c'), 'utf8').replace(
      /  atomic_store_explicit\(&flag\[me\], 1, RAISE\);\n  saw\[me\] = (.*);\n/,
      '  saw[me] = (atomic_store_explicit(&flag[me], 1, RAISE), $1);\n',
    );
    const { code, stdout } = await inProcess(['fences', file(text), '--model', 'tso', '--diff']);
    expect(code).toBe(0);
    expect(stdout).toContain('\n+  saw[me] = (atomic_store_explicit(&flag[me], 1, memory_order_seq_cst), ');
  });

  it('none where only a macro could have one', async () => {
    const text = readFileSync(join('samples', 'c', 'store-buffering-release.c'), 'utf8').replace(
      /  atomic_store_explicit\(&flag\[me\], 1, RAISE\);\n  saw\[me\] = (.*);\n/,
      '  BOTH\n',
    );
    const both =
      '#define BOTH atomic_store_explicit(&flag[me], 1, RAISE); saw[me] = atomic_load(&flag[1 - me]);\n';
    const { code, stdout } = await inProcess(['fences', file(`${both}${text}`), '--model', 'tso']);
    expect(code).toBe(10);
    expect(stdout).toContain('FENCES: NONE SUFFICE');
    expect(stdout).toContain('macros');
  });
});

/**
 * What is told to be the least is compared with putting fences between all lines of the threads, in all ways, of fewer of
 * them: the lines hold one statement each.
 */
const small: readonly (readonly [string, 'tso' | 'pso', readonly string[], readonly string[], string])[] = [
  [
    'store buffering',
    'tso',
    ['x = 1;', 'saw[0] = y;'],
    ['y = 1;', 'saw[1] = x;'],
    'pthread_join(a, 0); pthread_join(b, 0); assert(saw[0] || saw[1]);',
  ],
  [
    'a message',
    'pso',
    ['x = 1;', 'for (int i = 0; i < 2; i++)', '  x = i + 2;', 'y = 1;'],
    ['if (y)', '  saw[1] = x;', 'else', '  saw[1] = 3;', 'assert(saw[1] == 3);'],
    '',
  ],
  [
    'two stores each',
    'pso',
    ['x = 1;', 'y = 2;', 'saw[0] = 1;'],
    ['y = 1;', 'x = 2;', 'saw[1] = 1;'],
    'pthread_join(a, 0); pthread_join(b, 0); assert(!(x == 1 && y == 1));',
  ],
  [
    'a flag that is raised twice',
    'tso',
    ['x = 1;', 'if (y)', '  x = 0;', 'else', '  saw[0] = 1;', 'if (saw[0] && saw[1])', '  assert(0);'],
    ['y = 1;', 'if (x)', '  y = 0;', 'else', '  saw[1] = 1;'],
    '',
  ],
];

function program(one: readonly string[], other: readonly string[], end: string): string {
  return `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int x, y, saw[2];
static void *p(void *unused) {
${one.map((line) => `  ${line}`).join('\n')}
  return 0;
}
static void *q(void *unused) {
${other.map((line) => `  ${line}`).join('\n')}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, p, 0);
  pthread_create(&b, 0, q, 0);
  ${end}
  return 0;
}
`;
}

/** A thread with a fence in front of the line of that number; a branch of one line gets brackets. */
function fencedAt(lines: readonly string[], at: number, order: string): readonly string[] | null {
  const fence = `atomic_thread_fence(memory_order_${order});`;
  const line = lines[at] ?? '';
  if (line === 'else') return null;
  if (line.startsWith('  ')) return lines.with(at, `  { ${fence} ${line.trim()} }`);
  return lines.toSpliced(at, 0, fence);
}

describe('no fewer fences suffice than are said to be needed', () => {
  it.each(small)('%s', async (_, model, one, other, end) => {
    const path = file(program(one, other, end));
    expect(await verdictOf(path, 'sc')).toBe('VERDICT: SAFE');
    expect(await verdictOf(path, model)).toBe('VERDICT: UNSAFE');
    const { stdout } = await inProcess(['fences', path, '--model', model, '--json']);
    const found: unknown = JSON.parse(stdout);
    expect(found).toMatchObject({ minimal: true });
    const size = typeof found === 'object' && found !== null && 'size' in found ? Number(found.size) : 0;
    expect(size).toBeGreaterThan(0);
    // Of one fence less, all ways; those of fewer are among them.
    const [places, orders] = [one.length + other.length + 2, ['seq_cst', 'release']];
    const singles = Array.from({ length: places * orders.length }, (__, i) => i);
    const sets = size === 1 ? [[]] : size === 2 ? singles.map((i) => [i]) : null;
    if (sets === null) throw new Error('of three fences there are too many ways');
    for (const set of sets) {
      let threads: readonly (readonly string[] | null)[] = [one, other];
      for (const single of set) {
        const place = Math.floor(single / orders.length);
        const number = place <= one.length ? 0 : 1;
        const at = number === 0 ? place : place - one.length - 1;
        const order = orders[single % orders.length] ?? '';
        threads = threads.map((lines, i) =>
          i === number && lines !== null ? fencedAt(lines, at, order) : lines,
        );
      }
      const [first, second] = threads;
      if (first === undefined || second === undefined || first === null || second === null) continue;
      expect([set, await verdictOf(file(program(first, second, end)), model)]).toEqual([
        set,
        'VERDICT: UNSAFE',
      ]);
    }
  });
});
