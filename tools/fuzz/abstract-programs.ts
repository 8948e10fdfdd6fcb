import { binary, int, local, shared } from '../../src/lang/expr/expr.js';
import type { Expr } from '../../src/lang/expr/expr.js';
import { isTemporal } from '../../src/lang/program/program.js';
import type { Init, Program, Property } from '../../src/lang/program/program.js';
import { lengthOf } from '../../src/lang/program/system.js';
import { at } from '../../src/support/invariant.js';
import { spelledOut } from '../../test/support/plain/determining-predicates.js';
import { Random, generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generate-program.js';
import { generateProperties } from '../../test/support/generate/generate-properties.js';
import { outcomeProperties } from '../../test/support/plain/outcome-properties.js';

const mostOutcomeStates = 6000;

const everything: GeneratorOptions = {
  ...memoryOptions,
  ...{ everything: true, depth: 1, properties: true, threads: [2, 2], statements: 4 },
};

/**
 * By turns: short programs whose buffers show (twice), all kinds of expressions and faults, much that is atomic, instances,
 * loops in atomic sections.
 */
const kinds: readonly GeneratorOptions[] = [
  { ...memoryOptions, properties: true, statements: 5, threads: [2, 2] },
  { ...everything, depth: 2 },
  { ...memoryOptions, properties: true, statements: 6, threads: [2, 2], sharedVars: [2, 2] },
  {
    ...everything,
    weights: [
      ...([
        ['store', 8],
        ['load', 4],
        ['if', 2],
        ['while', 1],
        ['spin', 1],
        ['jump', 1],
        ['either', 2],
      ] as const),
      ...([
        ['atomic', 5],
        ['locked', 2],
        ['rmw', 2],
        ['fence', 3],
        ['fence-ww', 2],
        ['assume', 2],
        ['assert', 2],
        ['havoc', 1],
      ] as const),
    ],
  },
  { ...everything, instances: true, statements: 3, threads: [1, 2] },
  // A loop inside atomic is the only thing of which locations remain.
  {
    ...everything,
    ...{ sharedVars: [2, 2], depth: 2, statements: 5 },
    weights: [
      ['atomic', 8],
      ['while', 8],
      ['store', 8],
      ['load', 5],
      ['assert', 1],
    ],
  },
];

/** The program of a seed, spelled out, with properties that tell memory models apart. */
export function abstractProgram(seed: number): Program {
  const program = spelledOut(generated(seed), 2);
  const outcomes = outcomeProperties(program, mostOutcomeStates, new Random(seed));
  return { ...program, properties: [...program.properties, ...outcomes] };
}

/** Kinds of programs and bounds come by turns. */
export const boundOf = (seed: number): number => 1 + (Math.floor(seed / kinds.length) % 3);

/** Temporal properties are beyond both engines; each program has one other at least. */
function generated(seed: number): Program {
  const random = new Random(seed);
  const program = generateProgram(random, at(kinds, seed % kinds.length));
  const properties = program.properties.filter((p) => !isTemporal(p));
  const more: Property[] = [];
  while (more.length === 0) {
    for (const property of generateProperties(random, program)) {
      if (property.kind !== 'invariant' && property.kind !== 'final') continue;
      more.push({ ...property, name: `q${more.length}` });
    }
  }
  return {
    ...program,
    shared: program.shared.map((v) => (v.type.kind === 'int' ? { ...v, init: finite(v.init) } : v)),
    locals: program.locals.map((v) => (v.type.kind === 'int' ? { ...v, init: finite(v.init) } : v)),
    properties: [...properties, ...more],
  };
}

/** The explicit engine cannot try all integers. */
const finite = (init: Init): Init => (init.kind === 'any' ? { kind: 'value', value: int(1) } : init);

/** Few predicates, some of them between variables. */
export function randomPredicates(program: Program, random: Random): readonly Expr[] {
  const places = [
    ...program.shared.flatMap((v) => {
      const length = v.shape.kind === 'scalar' ? 1 : lengthOf(v);
      const index = v.shape.kind === 'scalar' ? null : int(random.below(length));
      return [{ expr: shared(v.id, index), type: v.type }];
    }),
    ...program.locals.map((v) => ({ expr: local(v.id), type: v.type })),
  ];
  const integers = places.filter((v) => v.type.kind !== 'bool');
  const operand = (): Expr =>
    random.chance(0.6) || integers.length === 0 ? int(random.between(-1, 2)) : random.pick(integers).expr;
  const predicate = (): Expr => {
    const { expr, type } = random.pick(places);
    if (type.kind === 'bool') return expr;
    return binary(random.pick(['==', '==', '<', '<=', '!='] as const), expr, operand());
  };
  return [...new Set(Array.from({ length: random.between(0, 5) }, predicate))];
}
