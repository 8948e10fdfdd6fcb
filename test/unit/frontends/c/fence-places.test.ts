import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { readC } from '../../../../src/frontends/c/parse.js';
import { plainText } from '../../../../src/frontends/frontend.js';
import type { ProgramText } from '../../../../src/frontends/frontend.js';
import { languages } from '../../../../src/frontends/index.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';
import { blankReport } from '../../../../src/ask/report.js';
import { InternalError } from '../../../../src/support/invariant.js';
import { foundFence } from '../../../../src/synthesis/fences/describe-fence.js';
import { FencedProgram } from '../../../../src/synthesis/fences/fenced-program.js';
import { fencedText } from '../../../../src/synthesis/fences/fenced-text.js';
import { tellSkipped } from '../../../support/skipped.js';

const costs = { fence: 1, 'fence(ww)': 1, locked: 1 };
const hasGcc = spawnSync('gcc', ['--version']).status === 0;
if (!hasGcc) tellSkipped('gcc', 'tests that C files with fences compile');

function read(text: string, files: Readonly<Record<string, string>> = {}): ProgramText {
  const bag = new DiagnosticBag();
  const readBeside = (_: string, name: string): Source | null => {
    const found = files[name];
    return found === undefined ? null : new Source(name, found);
  };
  const subject = readC(new Source('t.c', text), bag, { ...plainText, readBeside });
  if (subject === null)
    throw new InternalError(
      bag
        .errors()
        .map(({ message }) => message)
        .join(),
    );
  return subject;
}

/** The candidates in words, under a model that does not keep stores in order. */
function candidatesOf(
  text: string,
  task: 'add' | 'remove' = 'add',
  files: Readonly<Record<string, string>> = {},
): readonly string[] {
  const { program, fencePlaces = null } = read(text, files);
  const { candidates } = new FencedProgram(program, task, true, costs, false, fencePlaces);
  return candidates.map((candidate) => {
    const { kind, line, place, thread } = foundFence(candidate, program);
    return `${kind} ${line ?? '?'} ${place} [${thread}]`;
  });
}

/** The text with these candidates. It is read again, and has to be the program that would be verified. */
async function withCandidates(
  text: string,
  wanted: (id: number, all: number) => boolean,
  task: 'add' | 'remove' = 'add',
): Promise<string> {
  const { program, fencePlaces = null } = read(text);
  const fenced = new FencedProgram(program, task, true, costs, false, fencePlaces);
  const all = fenced.candidates.map((_, id) => id);
  const chosen = all.filter((id) => wanted(id, all.length));
  const set = chosen.map((id) => fenced.candidates[id]).flatMap((c) => (c === undefined ? [] : [c]));
  const kept = task === 'add' ? chosen : all.filter((id) => !chosen.includes(id));
  const found = {
    ...{ minimal: true, complete: true, stop: null, queries: 0, candidates: all.length, cost: 0, atLeast: 0 },
    ...{ sufficient: null, undecided: null, counterexamples: [], missing: [] },
    sets: [set.map((candidate) => foundFence(candidate, program))],
    fenced: { original: program, program: fenced.with(new Set(kept)), reading: plainText },
  };
  const verify = { ...blankReport('t.c'), language: 'c' };
  const made = await fencedText({ verify, found, task }, languages);
  if (made === null) throw new InternalError('there is a set');
  return made.text;
}

const head = '#include <assert.h>\n#include <pthread.h>\n';

/** Statements of a thread, in a program that runs them twice at once. */
const inThread = (body: string, before = ''): string => `${head}#include <stdatomic.h>
static atomic_int x, y;
static int plain;
${before}
static void *run(void *unused) {
${body}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  assert(plain < 3);
  return 0;
}
`;

const relaxed = (name: string): string => `atomic_store_explicit(&${name}, 1, memory_order_relaxed);`;

const shapes: readonly (readonly [string, string])[] = [
  ['statements in a row', `  ${relaxed('x')}\n  plain = atomic_load(&y);`],
  ['a loop without a body', `  ${relaxed('x')}\n  while (atomic_load(&y) == 1);\n  plain = 1;`],
  ['a branch without brackets', `  if (plain == 0)\n    plain = 1;\n  else plain = 2;\n  plain = x;`],
  ['branches in branches', `  if (plain) if (x) plain = 1; else plain = 2;\n  plain = y;`],
  ['a loop in a loop', `  for (int i = 0; i < 2; i++)\n    while (x) plain = i;`],
  ['do without brackets', `  do plain = x; while (plain);\n  plain = y;`],
  ['labels', `  plain = 1;\nagain: plain = x;\n  if (plain == 2) goto again;\n  plain = y;`],
  ['labels on lines of their own', `  plain = 1;\nagain:\n  plain = x;\n  if (plain == 2) goto again;`],
  [
    'cases',
    `  plain = 1;\n  switch (x) { case 0: plain = 2; case 1: plain = y; break; default: plain = 4; }`,
  ],
  ['blocks', `  plain = 1;\n  { plain = x; { plain = y; } }`],
  ['declarations', `  plain = 1; int r = x, s = y;\n  plain = r + s;`],
  ['a release', `  plain = 1;\n  atomic_store_explicit(&x, 1, memory_order_release);\n  plain = y;`],
  ['built-in functions', `  plain = 1;\n  __atomic_store_n(&plain, 2, __ATOMIC_RELAXED);\n  plain = y;`],
  ['comments', `  plain = 1; // one\n  /* two */ plain = x; /* three */\n  plain = y; // four`],
  ['a macro around statements', `  TWICE(plain = 1;)\n  plain = x;`],
  ['a macro of statements', `  BOTH\n  plain = x;`],
  ['a macro of an order', `  plain = 1;\n  atomic_store_explicit(&x, 1, ORDER);\n  plain = x;`],
  ['a macro of a store', `  plain = 1;\n  STORE(x);\n  plain = y;`],
  [
    'a section',
    `  plain = 1;\n  __VERIFIER_atomic_begin();\n  plain = x;\n  __VERIFIER_atomic_end();\n  plain = y;`,
  ],
  [
    'a value of a store that loads',
    `  atomic_store_explicit(&x, y + plain, memory_order_relaxed);\n  plain = x;`,
  ],
  ['a store in an expression', `  plain = (atomic_store_explicit(&x, 1, memory_order_relaxed), y);`],
];
const macros = `#define TWICE(s) s s
#define BOTH plain = 1; plain = y;
#define ORDER memory_order_relaxed
#define STORE(v) atomic_store_explicit(&v, 1, memory_order_relaxed)
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);`;

/** Whether gcc takes it; true without gcc. */
function compiles(text: string): { readonly status: number | null; readonly stderr: string } {
  if (!hasGcc) return { status: 0, stderr: '' };
  const file = join(mkdtempSync(join(tmpdir(), 'fencepost-')), 't.c');
  writeFileSync(file, text);
  const { status, stderr } = spawnSync('gcc', ['-std=gnu11', '-fsyntax-only', file], { encoding: 'utf8' });
  return { status, stderr };
}

describe('a C file with fences is the program that was verified, and compiles', () => {
  it.each(shapes)('%s: each candidate, and all', async (_, body) => {
    const text = inThread(body, macros);
    const count = candidatesOf(text).length;
    expect(count).toBeGreaterThan(1);
    for (let id = 0; id < count; id++) await withCandidates(text, (other) => other === id);
    const isFence = candidatesOf(text).map((words) => words.startsWith('fence '));
    const everywhere = await withCandidates(text, (id) => isFence[id] === true);
    expect(everywhere).not.toBe(text);
    expect(compiles(everywhere)).toEqual({ status: 0, stderr: '' });
  });
});

describe('places of a C file', () => {
  it('one of a function that several threads call, several times, is one', () => {
    const before = `static void put(void) { ${relaxed('x')} plain = y; }`;
    const text = inThread('  put();\n  put();', before);
    const behind = candidatesOf(text).filter((words) => words.startsWith('fence 6 after atomic_store'));
    expect(behind).toEqual(['fence 6 after atomic_store_explicit(&x, 1, memory_order_relaxed) [run, run_2]']);
  });

  it('none where the buffer is empty, or is waited for', () => {
    const text = inThread('  plain = x;\n  atomic_fetch_add(&x, 1);\n  plain = y;');
    // Behind the first store an instruction follows that waits by itself; behind the last one the thread ends.
    expect(
      candidatesOf(text).filter((words) => words.startsWith('fence ') && words.includes('[run')),
    ).toEqual(['fence 10 after plain = y [run, run_2]']);
  });

  it('a stronger order takes the place of a fence for stores in front of it', () => {
    const text = inThread(`  plain = 1;\n  ${relaxed('x')}\n  plain = y;`);
    const own = candidatesOf(text).filter((words) => words.includes('[run'));
    expect(own).toContain('fence(ww) 9 in atomic_store_explicit(&x, 1, memory_order_relaxed) [run, run_2]');
    expect(own).toContain('fence 8 after plain = 1 [run, run_2]');
    expect(own).not.toContain('fence(ww) 8 after plain = 1 [run, run_2]');
    expect(own).toContain('locked 9 in atomic_store_explicit(&x, 1, memory_order_relaxed) [run, run_2]');
  });

  it('none inside of macros, nor in files that are included', () => {
    const text = inThread('  BOTH\n  put();\n  plain = x;', `${macros}\n#include "put.h"`);
    const files = { 'put.h': `static void put(void) { plain = 1; plain = y; }` };
    const own = candidatesOf(text, 'add', files).filter((words) => words.includes('[run'));
    expect(own.filter((words) => words.startsWith('fence '))).toEqual([
      'fence 15 after put() [run, run_2]',
      'fence 16 after plain = x [run, run_2]',
    ]);
  });

  it('an order that a macro makes with its store cannot be changed; one that a macro names can', () => {
    const inMacro = inThread('  plain = 1;\n  STORE(x);\n  plain = y;', macros);
    expect(candidatesOf(inMacro).some((words) => words.startsWith('locked'))).toBe(false);
    const named = inThread('  plain = 1;\n  atomic_store_explicit(&x, 1, ORDER);\n  plain = y;', macros);
    expect(candidatesOf(named).filter((words) => words.startsWith('locked'))).toHaveLength(1);
  });
});

describe('what is written', () => {
  it('brackets around a branch, and the header where it is missing', async () => {
    const text = `${head}static int x, y, r;
static void *run(void *unused) {
  if (r)
    x = 1;
  r = y;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  run(0);
  return 0;
}
`;
    const words = candidatesOf(text);
    const id = words.findIndex((one) => one.startsWith('fence 6 after x = 1'));
    const made = await withCandidates(text, (other) => other === id);
    expect(made).toContain('    { x = 1; atomic_thread_fence(memory_order_seq_cst); }\n');
    expect(made).toContain('#include <stdatomic.h>\n#include <assert.h>\n');
    expect(compiles(made)).toEqual({ status: 0, stderr: '' });
  });

  it('a stronger order in the words that are there', async () => {
    const text = inThread('  plain = 1;\n  __atomic_store_n(&plain, 2, __ATOMIC_RELAXED);\n  plain = y;');
    const words = candidatesOf(text);
    const one = (start: string): Promise<string> =>
      withCandidates(text, (id) => id === words.findIndex((w) => w.startsWith(start)));
    expect(await one('fence(ww) 9 in')).toContain('__atomic_store_n(&plain, 2, __ATOMIC_RELEASE);');
    expect(await one('locked 9 in')).toContain('__atomic_store_n(&plain, 2, __ATOMIC_SEQ_CST);');
  });

  it('without fences that are there', async () => {
    const fence = 'atomic_thread_fence(memory_order_seq_cst);';
    const text = inThread(
      `  ${relaxed('x')}\n  ${fence}\n  if (plain) ${fence}\nend: ${fence}\n  plain = y;`,
    );
    expect(candidatesOf(text, 'remove')).toHaveLength(3);
    const made = await withCandidates(text, () => true, 'remove');
    expect(made).not.toContain(fence);
    expect(made).toContain('  if (plain) ;\nend: ;\n');
    expect(compiles(made)).toEqual({ status: 0, stderr: '' });
  });

  it('nothing else changes the program', () => {
    const text = inThread(`  ${relaxed('x')}\n  plain = y;`);
    const { program, fencePlaces = null } = read(text);
    const fenced = new FencedProgram(program, 'add', true, costs, false, fencePlaces);
    expect(canonical(fenced.with(new Set()))).toBe(canonical(program));
  });
});
