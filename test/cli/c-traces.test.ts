import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';
import { parsedAs } from './parsed-document.js';

const folder = folderWith({});

async function json(name: string, text: string, model: string): Promise<Readonly<Record<string, unknown>>> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { stdout } = await inProcess(['verify', path, '--model', model, '--json']);
  return parsedAs('verify', stdout);
}

interface Row {
  readonly thread: string;
  readonly line: number | null;
  readonly action: string;
  readonly source?: string;
  readonly memory: Readonly<Record<string, unknown>>;
  readonly locals: Readonly<Record<string, unknown>>;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'action' in value && 'memory' in value;

const rowsOf = (document: Readonly<Record<string, unknown>>): readonly Row[] =>
  Array.isArray(document['trace']) ? document['trace'].filter(isRow) : [];

const values = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum mode { IDLE, BUSY = 7, DONE };
struct node { _Atomic(struct node *) next; int val; };
static struct node nodes[2];
static _Atomic(struct node *) top;
static _Atomic(enum mode) mode;
static atomic_uint flags;
static int plain;
#define LOCKED 0x100u
static void *worker(void *unused) {
  nodes[1].val = 5;
  atomic_store_explicit(&top, &nodes[1], memory_order_relaxed);
  flags |= LOCKED;
  mode = BUSY;
  plain = 256;
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  struct node *seen = top;
  enum mode now = mode;
  assert(seen == NULL || now == IDLE);
  return 0;
}
`;

describe('a run of a C program', () => {
  it('shows values in the types that were written', async () => {
    const rows = rowsOf(await json('values.c', values, 'sc'));
    const last = rows.at(-1);
    expect(last?.memory).toMatchObject({
      ...{ top: '&nodes[1]', mode: 'BUSY', flags: '0x100', plain: 256 },
      ...{ 'nodes[1].val': 5, 'nodes[1].next': 'NULL' },
    });
    expect(last?.locals).toMatchObject({ 'main.seen': '&nodes[1]', 'main.now': 'BUSY' });
    // What only the translation has is not shown, neither by a name nor as a cell that belongs to nothing.
    const names = rows.flatMap((row) => [...Object.keys(row.memory), ...Object.keys(row.locals)]);
    expect(names.filter((name) => /started|ended|^memory|value|old/.test(name))).toEqual([]);
  });

  it('has the text of each step at its line', async () => {
    const lines = values.split('\n');
    const rows = rowsOf(await json('values.c', values, 'sc'));
    const told = rows.map(({ thread, line, source }) => [thread, line, source]);
    expect(told).toContainEqual(['main', 22, 'pthread_create(&thread, NULL, worker, NULL)']);
    expect(told).toContainEqual(['worker', 13, 'nodes[1].val = 5']);
    expect(told).toContainEqual(['main', 26, 'assert(seen == NULL || now == IDLE)']);
    const misplaced = rows.filter(
      ({ line, source }) => source !== undefined && lines[(line ?? 0) - 1]?.includes(source) !== true,
    );
    expect(misplaced).toEqual([]);
  });

  it('tells when threads begin and end', async () => {
    const rows = rowsOf(await json('values.c', values, 'sc'));
    const told = rows.map(({ thread, action }) => `${thread}: ${action}`);
    const order = ['main: worker is made', 'worker: begins', 'worker: ends', 'main: worker has ended'];
    expect(told.filter((one) => order.includes(one))).toEqual(order);
  });

  it('says which assertion fails, in its own words', async () => {
    const document = await json('values.c', values, 'sc');
    expect(document['conclusion']).toBe('assert(seen == NULL || now == IDLE) fails in line 26');
    const { stdout } = await inProcess(['verify', join(folder, 'values.c'), '--model', 'sc']);
    expect(stdout).toContain('assert(seen == NULL || now == IDLE) FAILS');
  });

  it('says what else is wrong in words', async () => {
    const text = `#include <limits.h>\nint main(void) { int x = INT_MAX; volatile int by = 1; x += by; return x; }\n`;
    expect((await json('overflow.c', text, 'sc'))['conclusion']).toBe(
      'the result of a signed operation does not fit its type',
    );
  });

  it('names constants that are compared', async () => {
    const { stdout } = await inProcess(['verify', join(folder, 'values.c'), '--model', 'sc']);
    expect(stdout).toMatch(/seen (?:==|!=) NULL/);
    expect(stdout).toMatch(/now (?:==|!=) IDLE/);
  });
});
