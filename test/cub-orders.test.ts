import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ArrayMachine } from '../src/arrays/array-machine.js';
import { successors } from '../src/arrays/expand.js';
import { packState } from '../src/arrays/pack-state.js';
import { viewsOf } from '../src/arrays/array-states.js';
import type { ArrayState } from '../src/arrays/array-states.js';
import { yes } from '../src/arrays/array-values.js';
import { sc } from '../src/memory/sc.js';
import { at } from '../src/support/invariant.js';
import { readSystemCorpus } from '../tools/corpus/cub-expected.js';
import { cubSystem } from './support/arrays/read-cub.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';

/**
 * Lamport's mutual exclusion over channels, of which Cubicle-W says unsafe without telling a run. Its numbers are compared
 * with each other and with 0, and what is written to `Timer` is more than any number before: so states whose numbers are
 * ordered alike do alike, and there are finitely many of them.
 */
describeOver(corpusFolder('cub'))('numbers of which only the order matters (needs $FENCEPOST_CORPUS)', () => {
  /** Who sends to whom; a process sends to itself. The clause is about two processes and the channels between them. */
  const roles: readonly (readonly [from: number, to: number])[] = [
    [1, 1],
    [2, 2],
    [1, 2],
    [2, 1],
  ];

  /** The number of states of the first was found by another program, too. */
  it.each([
    ['two processes and their channels', roles, false, 749],
    ['without waiting for answers', roles, true, 1281],
  ])('sc-distrib_lamport.cub, %s', (_, channels, isBroken, count) => {
    const { path } = at(
      readSystemCorpus(corpusFolder()).filter(({ file }) => file === 'sc-distrib_lamport.cub'),
      0,
    );
    const source = readFileSync(path, 'utf8');
    const text = isBroken ? source.replace('Num[z] < Aux[other]', 'Aux[other] < Num[z]') : source;
    const states = explored(new ArrayMachine(cubSystem(text), sc, channels.length), channels);
    expect(states.isReached).toBe(isBroken);
    expect(states.count).toBe(count);
  });
});

function explored(
  machine: ArrayMachine,
  channels: readonly (readonly [number, number])[],
): { readonly count: number; readonly isReached: boolean } {
  const { instance } = machine;
  const isNumber = instance.cells.map(({ symbol }) => symbol.type.kind === 'real');
  /** Numbers by their place in the order; `Tick` is the only constant, and what is added is always the same. */
  const ordered = ({ cells, buffers }: ArrayState): ArrayState => {
    const isRanked = (slot: number): boolean =>
      isNumber[slot] === true && at(instance.cells, slot).symbol.name !== 'Tick';
    const values = [...new Set([0, ...cells.filter((_, slot) => isRanked(slot))])].sort((a, b) => a - b);
    const ranked = cells.map((value, slot) =>
      isRanked(slot) ? values.indexOf(value) * instance.scale : value,
    );
    return { cells: ranked, buffers };
  };
  const first = instance.cells.map(({ symbol, procs: [p] }) => {
    const [from, to] = channels[(p ?? 1) - 1] ?? [0, 0];
    const values: Readonly<Record<string, number>> = {
      ...{ Timer: instance.scale, Tick: instance.scale, State: 0, Aux: 0, Num: 0 },
      ...{ Sender: from, Receiver: to },
    };
    return values[symbol.name] ?? Number.NaN;
  });
  const goals = machine.clause(machine.clauseOf({ kind: 'unsafe', index: 0 }));
  const open = [ordered({ cells: first, buffers: channels.map(() => []) })];
  const seen = new Set(open.map((state) => packState(state, false)));
  let isReached = false;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const views = viewsOf(state);
    isReached ||= goals.some(({ test }) => test(views) === yes);
    for (const next of successors(machine, state, views).list) {
      const after = ordered(next.state);
      const key = packState(after, false);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(after);
    }
  }
  return { count: seen.size, isReached };
}
