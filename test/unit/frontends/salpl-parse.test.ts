import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Source } from '../../../src/diagnostics/span.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { parsePredicates } from '../../../src/frontends/salpl/predicates.js';
import type { Program } from '../../../src/lang/program/program.js';
import { corpusFolder, describeOver } from './corpus.js';
import { collect, Describe } from './describe.js';

const fixtures = join('test', 'fixtures', 'salpl');

function read(path: string, text = readFileSync(path, 'utf8')): Program {
  const { result, report } = collect((bag) => salpl.parse(new Source(path, text), bag));
  expect(report).toBe('');
  if (result === null) throw new Error('no program, but no errors either');
  return result;
}

const fixture = (name: string): Describe => new Describe(read(join(fixtures, name)));
const inline = (text: string): Describe => new Describe(read('t.orig', text));

describe('the programs of the CUPEX authors', () => {
  it('ticket: an if that ends with its process, an atomic block, equal unknown values', () => {
    const ticket = fixture('ticket.orig');
    expect(ticket.shared()).toBe('deq = que; que = any');
    expect(ticket.locals()).toBe('P1.l1q = any; P1.l1dq = any; P2.l2q = any; P2.l2dq = any');
    expect(ticket.thread(0)).toEqual([
      'L1: atomic',
      '  l1q = que',
      '  que = (l1q + 1)',
      'L2: l1dq = deq',
      'if (l1q == l1dq)',
      '  L3: skip',
      '  l1dq = deq',
      '  deq = (l1dq + 1)',
      '  goto L1',
      'else',
      '  goto L2',
    ]);
    expect(ticket.properties()).toEqual(['invariant invariant: (!P1 at L3 || !P2 at L3)']);
  });

  it('queue: one property of a comment and an assertion, a local in the initial state of a shared variable', () => {
    const queue = fixture('queue.orig');
    expect(queue.shared()).toBe('head = tail');
    expect(queue.locals()).toBe('P2.tail = any; P1.h1 = any; P2.h2 = any');
    expect(queue.properties()).toEqual(['invariant invariant: ((!P1 at L2 || !P2 at L5) || (tail < h1))']);
    expect(queue.thread(1)).toEqual([
      'L1: h2 = head',
      'L3: if (tail >= h2)',
      '  goto L1',
      'else',
      '  L5: skip',
      '  L6: tail = (tail + 1)',
      '  L7: skip',
      'goto L1',
    ]);
  });

  it('abp: brackets without semicolons, an assertion over locals of both processes', () => {
    const abp = fixture('abp.orig');
    expect(abp.locals()).toMatch('P2.lRCnt = any; P1.lSCnt = lRCnt; P1.lSSt = 0');
    expect(abp.thread(0).slice(1, 7)).toEqual([
      'if (((lAck == 0) && (lSSt == 0)) || ((lAck != 0) && (lSSt != 0)))',
      '  atomic',
      '    if (lSSt != 0)',
      '      lSSt = 0',
      '    else',
      '      lSSt = 1',
    ]);
    expect(abp.properties()).toEqual(['invariant invariant: ((lRCnt == lSCnt) || ((lRCnt + 1) == lSCnt))']);
  });

  it('the predicates of queue', () => {
    const program = read(join(fixtures, 'queue.orig'));
    const path = join(fixtures, 'queue.pred');
    const { result, report } = collect((bag) =>
      parsePredicates(new Source(path, readFileSync(path, 'utf8')), program, bag),
    );
    expect(report).toBe('');
    expect(result.map((p) => new Describe(program).expr(p))).toEqual([
      '(h1 == head)',
      '(h1 < head)',
      '(h2 == head)',
      '(tail <= h2)',
      '(tail < head)',
      '(tail <= head)',
      '(tail <= h1)',
    ]);
  });
});

describe('names', () => {
  it('a local that two processes write is a local of each', () => {
    const text = inline('beginit t = 4; endinit process 1: t = 1; store x = t; process 2: load t = x;');
    expect(text.locals()).toBe('P1.t = 4; P2.t = 4');
  });

  it('a local that nobody writes is a local of each process that reads it', () => {
    expect(inline('process 1: store x = k; process 2: if (k = 1) nop endif').locals()).toBe(
      'P1.k = any; P2.k = any',
    );
  });
});

describe('the initial state', () => {
  it.each([
    ['a variable overwritten after its value went elsewhere', 'store x = y; store y = 0;', 'x = any; y = 0'],
    ['a known value that went elsewhere', 'store y = 2; store x = y + 1; store y = 0;', 'x = (2 + 1); y = 0'],
    ['an exchange', 'h = x; store x = y; store y = h;', 'x = any; y = any'],
    ['a load', 'load h = y; store x = h + 1;', 'x = (y + 1); y = any'],
    [
      'an unknown that nobody holds',
      'store x = y + 1; store y = 0;',
      'x = (y_initially + 1); y = 0; y_initially = any',
    ],
    ['the same unknown twice', 'store x = q; store y = q;', 'x = any; y = x'],
  ])('%s', (_name, init, expected) => {
    const text = inline(`beginit ${init} endinit process 1: load r = x; load r = y;`);
    expect(sorted(text.shared())).toBe(sorted(expected));
  });

  const sorted = (text: string): string => text.split('; ').sort().join('; ');
});

describe('labels', () => {
  it('of brackets mark the place where they stand', () => {
    const text = inline(
      'process 1: if (r = 1) nop; 2: else 3: nop 4: endif; 5: begin_atomic fence 6: end_atomic; goto 5;',
    );
    expect(text.thread(0)).toEqual([
      'if (r == 1)',
      '  skip',
      'else',
      '  L2: skip',
      '  L3: skip',
      'L4: skip',
      'L5: atomic',
      '  fence full',
      '  L6: skip',
      'goto L5',
    ]);
  });
});

describe('properties', () => {
  it('are numbered if there are several, and may use both ways of writing the operators', () => {
    const text = inline(
      'process 1: 1: store x = 1; /* program counters: !(pc{1} == 1) & !(x >= 1 || x != 2) */ assert always (-x * 2 < 3);',
    );
    expect(text.properties()).toEqual([
      'invariant invariant1: (!P1 at L1 && !((x >= 1) || (x != 2)))',
      'invariant invariant2: ((-x * 2) < 3)',
    ]);
  });
});

const folder = corpusFolder('cupex');
const algorithms = ['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'];

describeOver(folder)('all programs of the authors (needs $FENCEPOST_CORPUS)', () => {
  it.each(algorithms)('%s', (name) => {
    const program = read(join(folder, name, `${name}.orig`));
    expect(program.threads).toHaveLength(2);
    expect(program.properties).toHaveLength(1);
    for (const file of readdirSync(join(folder, name)).filter((f) => f.endsWith('.pred'))) {
      const text = readFileSync(join(folder, name, file), 'utf8');
      const { result, report } = collect((bag) => parsePredicates(new Source(file, text), program, bag));
      expect(report).toBe('');
      expect(result).toHaveLength(text.split('\n').filter((line) => line.trim() !== '').length);
    }
  });
});
