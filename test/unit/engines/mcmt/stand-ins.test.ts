import { describe, expect, test } from '@jest/globals';
import { CubeDraft } from '../../../../src/engines/mcmt/cubes/draft.js';
import {
  areEqual,
  areUnequal,
  factAt,
  factSize,
  isBelow,
  isIn,
  isNotExactly,
} from '../../../../src/engines/mcmt/cubes/facts.js';
import type { CubeFact } from '../../../../src/engines/mcmt/cubes/facts.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import { closedWithoutStandIns } from '../../../../src/engines/mcmt/cubes/stand-in-cases.js';
import { cellCode, noTerm, symbolOf } from '../../../../src/engines/mcmt/cubes/term-codes.js';
import { at } from '../../../../src/support/invariant.js';
import { numbersBelow } from '../../../../src/support/lists.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { Random } from '../../../support/random.js';

type Values = ReadonlyMap<number, number>;

/** Some variables of a type, and as many values that may be any. */
class Setting {
  readonly problem: BackwardProblem;
  readonly cells: readonly number[];
  readonly standIns: readonly number[];

  constructor(
    type: string,
    readonly ofCells: readonly number[],
    readonly ofStandIns: readonly number[],
    names: readonly string[],
  ) {
    const system = cubSystem(`
      type pair = One | Other
      type three = First | Second | Third
      type place = Here
      array PC[proc] : place
      var X : ${type}
      var Y : ${type}
      var Z : ${type}
      init (p) { PC[p] = Here }
      unsafe (p) { PC[p] = Here }
      transition t (p) { X := . }`);
    this.problem = new BackwardProblem(system, false, null);
    const symbol = (name: string): number => system.symbols.findIndex((one) => one.name === name);
    this.cells = names.map((name) => cellCode(symbol(name), 0, 0));
    this.standIns = names.map((_, n) => cellCode(this.problem.standInFor(symbol('X')), 0, n));
  }

  holds([kind, a, b, c]: CubeFact, values: Values): boolean {
    const value = (code: number): number => (code === noTerm ? 0 : (values.get(code) ?? NaN));
    switch (kind) {
      case isIn:
        return (b & (1 << value(a))) !== 0;
      case areEqual:
        return value(a) === value(b);
      case areUnequal:
        return value(a) !== value(b);
      case isBelow:
      case isNotExactly: {
        const { limit, strict } = this.problem.bounds.get(c);
        const difference = value(a) - value(b);
        if (kind === isNotExactly) return difference !== limit;
        return strict ? difference < limit : difference <= limit;
      }
      default:
        throw new Error(`no fact of this kind was added: ${kind}`);
    }
  }
}

const factsIn = (facts: ArrayLike<number>): readonly CubeFact[] =>
  numbersBelow(facts.length / factSize).map((i) => factAt(facts, i * factSize));

function* valuations(terms: readonly number[], values: readonly number[]): Generator<Values> {
  const [term, ...others] = terms;
  if (term === undefined) yield new Map();
  else
    for (const rest of valuations(others, values))
      for (const value of values) yield new Map([...rest, [term, value]]);
}

interface Tally {
  possible: number;
  impossible: number;
  /** Drafts that became several cases. */
  split: number;
}

/** Whether the cases hold of the cells just where there are values for the stand-ins. */
function compareCases(setting: Setting, added: readonly CubeFact[], draft: CubeDraft, tally: Tally): void {
  const { cells, standIns, problem } = setting;
  const cases = [...closedWithoutStandIns(draft)].flatMap((facts) =>
    facts === null ? [] : [factsIn(facts)],
  );
  if (cases.length > 1) tally.split++;
  const spoken = cases.flat().flatMap(([kind, a, b]) => (kind === isIn ? [a] : [a, b]));
  expect(spoken.filter((code) => code >= 0 && problem.isStandIn(symbolOf(code)))).toEqual([]);
  const any = [...valuations(standIns, setting.ofStandIns)];
  for (const here of valuations(cells, setting.ofCells)) {
    const exists = any.some((more) => {
      const all = new Map([...here, ...more]);
      return added.every((fact) => setting.holds(fact, all));
    });
    const told = cases.some((facts) => facts.every((fact) => setting.holds(fact, here)));
    expect(told).toBe(exists);
    if (exists) tally.possible++;
    else tally.impossible++;
  }
}

function randomSets(setting: Setting, random: Random): readonly CubeFact[] {
  const all = [...setting.cells, ...setting.standIns];
  const full = at(setting.problem.full, symbolOf(at(all, 0)));
  return numbersBelow(random.between(2, 7)).flatMap((): readonly CubeFact[] => {
    const [a, b] = [random.pick(setting.standIns), random.pick(all)];
    if (random.chance(0.15)) return [[isIn, a, random.between(1, full), 0]];
    const kind = random.chance(0.15) ? areEqual : areUnequal;
    return a === b ? [] : [[kind, Math.min(a, b), Math.max(a, b), 0]];
  });
}

function randomNumbers(setting: Setting, random: Random): readonly CubeFact[] {
  const { standIns, cells, problem } = setting;
  return numbersBelow(random.between(3, 8)).flatMap((): readonly CubeFact[] => {
    const some = random.pick(standIns);
    const other = random.pick([...standIns, ...cells, noTerm]);
    if (some === other) return [];
    const [a, b] = random.chance(0.5) ? [some, other] : [other, some];
    const limit = random.between(-1, 2);
    if (random.chance(0.3)) return [[isNotExactly, a, b, problem.bounds.id(0, limit, false)]];
    if (random.chance(0.1))
      return [
        [isBelow, a, b, problem.bounds.id(0, limit, false)],
        [isBelow, b, a, problem.bounds.id(0, -limit, false)],
      ];
    return [[isBelow, a, b, problem.bounds.id(0, limit, random.chance(0.5))]];
  });
}

/** False: it contradicts what was added before. */
function add(draft: CubeDraft, [kind, a, b, c]: CubeFact): boolean {
  const { limit, strict } = kind >= isBelow ? draft.problem.bounds.get(c) : { limit: 0, strict: false };
  if (kind === isIn) return draft.addIn(a, b);
  if (kind === isBelow) return draft.addBelow(a, b, 0, limit, strict);
  if (kind === isNotExactly) return draft.addNotExactly(a, b, 0, limit);
  return draft.addEqual(kind === areEqual, a, b);
}

function compareMany(setting: Setting, facts: typeof randomSets, seed: number): Tally {
  const random = new Random(seed);
  const tally: Tally = { possible: 0, impossible: 0, split: 0 };
  for (let n = 0; n < 150; n++) {
    const added = facts(setting, random);
    const draft = new CubeDraft(setting.problem);
    if (added.every((fact) => add(draft, fact))) compareCases(setting, added, draft, tally);
  }
  expect(tally.possible).toBeGreaterThan(50);
  expect(tally.impossible).toBeGreaterThan(50);
  return tally;
}

const range = (from: number, to: number): readonly number[] =>
  numbersBelow(to - from + 1).map((n) => from + n);

const three = ['X', 'Y', 'Z'];

describe('facts without stand-ins hold where there are such values', () => {
  test('of a type with two values one cube says it', () => {
    const { split } = compareMany(new Setting('pair', [0, 1], [0, 1], three), randomSets, 1);
    expect(split).toBe(0);
  });

  test('of a type with three values', () => {
    const { split } = compareMany(new Setting('three', [0, 1, 2], [0, 1, 2], three), randomSets, 2);
    expect(split).toBeGreaterThan(3);
  });

  test('of integers', () => {
    const setting = new Setting('int', range(-2, 2), range(-9, 9), ['X', 'Y']);
    const { split } = compareMany(setting, randomNumbers, 3);
    expect(split).toBeGreaterThan(3);
  });
});
