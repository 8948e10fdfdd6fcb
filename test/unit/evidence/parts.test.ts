import { describe, expect, it } from '@jest/globals';
import { plainAutomata } from '../../../passes/plain-automata.js';
import { expandedBoxes } from '../../../src/ask/proof/expand-boxes.js';
import { checkCover } from '../../../src/evidence/cover/check-cover.js';
import { Coordinates } from '../../../src/evidence/cover/coordinates.js';
import { CoverIndex } from '../../../src/evidence/cover/cover-index.js';
import { threadId } from '../../../src/lang/expr/ids.js';
import type { CoverPart, StateBox } from '../../../src/lang/run/state-cover.js';
import { sc } from '../../../src/memory/sc.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { parseFp } from '../../support/parse-fp.js';

const watch = (): void => undefined;

/** Null: any value. */
const box = (...values: readonly (readonly number[] | null)[]): StateBox =>
  values.map((list) => list?.map(BigInt) ?? null);

/** x is 0 or 1, and y is 1 as soon as Q has moved. */
const { system } = runPipeline(
  plainAutomata,
  parseFp(`shared int[0..1] x = 0, y = 0;
    thread P { while (true) { x = 1 - x; } }
    thread Q { y = 1; }
    invariant small: x + y <= 2;
    invariant once: y == 0 || y == 1;`),
  { procs: null, model: sc },
);
const coordinates = new Coordinates(system);
const [p, q] = [threadId(0), threadId(1)].map((id) => coordinates.place(id));
const [x, y] = coordinates.cells.all().map((cell) => coordinates.cell(cell));
const start = at(system.threads, 1).entry;
const after = at(system.threads, 1).locations.flatMap(({ id }) => (id === start ? [] : [id]));

/** Of coordinates that are not named nothing is said. */
const where = (...told: readonly (readonly [coordinate: number | undefined, values: readonly number[]])[]) =>
  box(...Array.from({ length: coordinates.count }, (_, c) => told.find(([own]) => own === c)?.[1] ?? null));

const everywhere = at(system.threads, 0).locations.map(({ id }) => id);
const ofP: CoverPart = [where([p, everywhere], [x, [0, 1]])];
const ofQ: CoverPart = [where([q, [start]], [y, [0]]), where([q, after], [y, [1]])];

const checked = (...parts: readonly CoverPart[]) =>
  checkCover(system, sc, system.properties, { parts, waiting: [[]] }, watch);

describe('an invariant of several parts', () => {
  it('is accepted where no part alone says enough', () => {
    const { obligations, held } = checked(ofP, ofQ);
    expect(held).toBe(obligations);
  });

  it('is rejected where a part is left by a step', () => {
    const { reason } = checked(ofP, ofQ.slice(0, 1));
    expect(reason).toMatch(/leads out of the invariant/);
  });

  it('is rejected where an initial state is not in a part', () => {
    expect(checked(ofP, ofQ.slice(1)).reason).toBe('an initial state is not in the invariant');
  });

  it('is rejected where nothing is said of what a property asks', () => {
    const open = runPipeline(
      plainAutomata,
      parseFp('shared int x = 0; thread P { skip; } invariant zero: x == 0;'),
      { procs: null, model: sc },
    ).system;
    const told = checkCover(open, sc, open.properties, { parts: [], waiting: [[]] }, watch);
    expect(told.held).toBeLessThan(told.obligations);
  });
});

describe('boxes', () => {
  const square: CoverPart = [box([0, 1], [0, 1])];

  it('leave what no other box has', () => {
    const index = new CoverIndex([box([0], null), box(null, [0])], 2, watch);
    expect(index.missing(box([0, 1], [0, 1]))).toEqual([box([1], [1])]);
    expect(index.missing(box([0], [0, 1]))).toEqual([]);
  });

  it('of which nothing is said leave values that nobody names', () => {
    const index = new CoverIndex(square, 2, watch);
    expect(index.missing(box(null, [0])).length).toBeGreaterThan(0);
    expect(index.missing(box([2], [0]))).toEqual([box([2], [0])]);
  });

  it('become one where what is between them is outside of nothing', () => {
    const diagonal = [box([0], [0]), box([1], [1])];
    expect(expandedBoxes(diagonal, [], watch)).toEqual(square);
    expect(expandedBoxes(diagonal, [box([0], [1])], watch)).toEqual(diagonal);
  });
});
