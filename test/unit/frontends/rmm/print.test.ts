import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { binary, constant, leaf, unary } from '../../../../src/frontends/kit/written.js';
import type { RmmExpr, RmmMachine, RmmPlace, RmmStatement } from '../../../../src/frontends/rmm/ast.js';
import { printMachine } from '../../../support/print-rmm.js';
import { sourceSpan, Source } from '../../../../src/diagnostics/span.js';
import type { Word } from '../../../../src/diagnostics/span.js';
import { root } from '../../../support/golden.js';
import { Random } from '../../../support/random.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';
import { corpusFolder, describeOver } from '../corpus.js';
import { fixtures, machineOf, machinesIn, programOf, spanless } from './read-machine.js';

/** All that a text says. */
const contents = (text: string): readonly string[] => [
  printMachine(machineOf(text)),
  spanless(machineOf(text)),
  canonical(programOf(text)),
];

describe('a printed machine is the same again', () => {
  it.each([...machinesIn(fixtures), ...machinesIn(join(root, 'test', 'golden', 'rmm'))])('%s', (_, text) => {
    expect(contents(printMachine(machineOf(text)))).toEqual(contents(text));
  });

  it('for generated statements', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const machine = generated(new Random(seed));
      expect(spanless(machineOf(printMachine(machine)))).toBe(spanless(machine));
    }
  });
});

const corpus = corpusFolder('rmm', 'public');
describeOver(corpus)('the machines of others (need $FENCEPOST_CORPUS)', () => {
  it('are the same again when they are printed', () => {
    for (const [file, text] of machinesIn(corpus)) {
      const [printed, windows] = [printMachine(machineOf(text)), text.replaceAll(/\r?\n/g, '\r\n')];
      expect([file, ...contents(printed)]).toEqual([file, ...contents(text)]);
      expect([file, ...contents(windows)]).toEqual([file, ...contents(text)]);
    }
  });
});

const span = sourceSpan(new Source('generated', ''), 0, 0);
const word = (text: string): Word => ({ text, span });

function generated(random: Random): RmmMachine {
  const body = Array.from({ length: random.between(1, 4) }, () => statement(random, 3));
  return {
    forbidden: [{ labels: [word('L'), null], span }],
    data: [{ name: word('x'), initial: sum(random, 2), domain: null }],
    processes: [
      {
        ...{ count: sum(random, 1), data: [], span, body },
        registers: [
          { name: word('r'), initial: null, domain: { lo: sum(random, 2), hi: sum(random, 2), span } },
        ],
      },
    ],
  };
}

function sum(random: Random, depth: number): RmmExpr {
  switch (depth === 0 ? random.below(3) : random.below(5)) {
    case 0:
      return constant(BigInt(random.below(5)));
    case 1:
      return leaf({ kind: 'my', span });
    case 2:
      return leaf(word('r'));
    case 3:
      return unary('-', sum(random, depth - 1));
    default:
      return binary(random.pick(['+', '-']), sum(random, depth - 1), sum(random, depth - 1));
  }
}

function cond(random: Random, depth: number): RmmExpr {
  switch (depth === 0 ? random.below(2) : random.below(4)) {
    case 0:
      return constant(random.chance(0.5));
    case 1:
      return binary(random.pick(['==', '!=', '<', '<=', '>', '>=']), sum(random, 2), sum(random, 2));
    case 2:
      return unary('!', cond(random, depth - 1));
    default: {
      const [left, right] = [cond(random, depth - 1), cond(random, depth - 1)];
      return binary(random.pick(['&&', '||']), left, right);
    }
  }
}

function place(random: Random): RmmPlace {
  switch (random.below(3)) {
    case 0:
      return { kind: 'global', name: word('x'), span };
    case 1:
      return { kind: 'of-process', name: word('x'), index: sum(random, 2), span };
    default:
      return { kind: 'pointer', address: sum(random, 2), span };
  }
}

function statement(random: Random, depth: number): RmmStatement {
  const labels = random.chance(0.2) ? [word('L'), word('M')].slice(random.below(2)) : [];
  const sync = random.chance(0.3);
  const inner = (): RmmStatement => statement(random, depth - 1);
  const list = (): readonly RmmStatement[] => Array.from({ length: random.between(1, 3) }, inner);
  switch (depth === 0 ? random.below(9) : random.below(14)) {
    case 0:
      return { labels, span, kind: 'nop' };
    case 1:
      return { labels, span, kind: 'assume', cond: cond(random, 3) };
    case 2:
      return { labels, span, kind: 'assign', target: word('r'), value: sum(random, 3) };
    case 3:
      return { labels, span, kind: 'read', sync, into: word('r'), place: place(random) };
    case 4:
      return { labels, span, kind: 'expect', sync, place: place(random), value: sum(random, 2) };
    case 5:
      return { labels, span, kind: 'write', sync, place: place(random), value: sum(random, 2) };
    case 6: {
      const values = { expected: sum(random, 2), value: sum(random, 2) };
      return { labels, span, kind: 'cas', place: place(random), ...values };
    }
    case 7:
      return { labels, span, kind: 'fence', fence: random.pick(['full', 'store', 'load']) };
    case 8:
      return { labels, span, kind: 'goto', target: word('L') };
    case 9: {
      // Only a block may be followed by `else` whatever it holds.
      const then: RmmStatement = { labels: [], span, kind: 'block', body: list() };
      return { labels, span, kind: 'if', cond: cond(random, 2), then, else: inner() };
    }
    case 10:
      return { labels, span, kind: 'if', cond: cond(random, 2), then: inner(), else: null };
    case 11:
      return { labels, span, kind: 'while', cond: cond(random, 2), body: inner() };
    case 12:
      return { labels, span, kind: random.pick(['either', 'locked']), branches: [list(), list()] };
    default:
      return { labels, span, kind: 'block', body: list() };
  }
}
