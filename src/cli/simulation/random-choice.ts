import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import type { InitialChoice } from '../../lang/run/execution.js';
import type { Init } from '../../lang/program/program.js';
import { cardinality, defaultOf } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';

/** A whole number from 0 to below `limit`. */
export type RandomBelow = (limit: number) => number;

/**
 * The same seed gives the same numbers. A Weyl sequence through the 32-bit finaliser of MurmurHash3: any start will do,
 * and nothing here needs better.
 */
export function randomFrom(seed: number): RandomBelow {
  let counter = seed >>> 0;
  return (limit) => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed = (mixed ^ (mixed >>> 16)) >>> 0;
    return Math.floor((mixed / 2 ** 32) * limit);
  };
}

/** A value for all that has no initialiser; unbounded integers start at 0. */
export function randomChoice(system: System, random: RandomBelow): InitialChoice {
  const cells = new Cells(system.shared);
  const free = (init: Init): boolean => init.kind === 'any';
  return {
    cells: new Map(
      cells
        .all()
        .filter((cell) => free(cells.variable(cell).init))
        .map((cell) => [cell, randomValue(cells.variable(cell).type, random)]),
    ),
    locals: new Map(
      system.locals.filter((v) => free(v.init)).map((v) => [v.id, randomValue(v.type, random)]),
    ),
  };
}

function randomValue(type: Type, random: RandomBelow): bigint {
  const size = cardinality(type);
  if (size === null || size > 0xffff_ffffn) return defaultOf(type);
  return (type.kind === 'range' ? type.lo : 0n) + BigInt(random(Number(size)));
}
