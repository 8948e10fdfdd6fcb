import { sharedReads } from '../../ir/expr.js';
import { at } from '../../support/check.js';
import type { System } from '../../ir/system.js';
import type { Cube, Predicate } from '../predicate.js';
import { buffersOf } from './buffers.js';
import { CubeSet } from './cube-set.js';
import { factsOf } from './extrapolate.js';
import type { ExtrapolationRequest } from './extrapolate.js';
import { PredicateSet } from './predicate-set.js';
import { cellsOf, relocated, relocations } from './relocate.js';

/**
 * The rules applied to cubes of an SC proof, which are over `given`: a cube is lifted as one formula, so a cell is read from
 * the same entry in all of its predicates. What comes out are candidates over `predicates`, the extrapolated ones; nothing
 * follows from them unless the solver says so.
 */
export function extrapolateCubes(
  request: ExtrapolationRequest,
  cubes: readonly Cube[],
  given: readonly Predicate[],
  predicates: readonly Predicate[],
): readonly Cube[] {
  const set = new PredicateSet(predicates);
  const buffers = request.rules === 'sc' ? [] : buffersOf(request.system);
  const facts = factsOf(request);
  const found = new CubeSet();
  for (const cube of cubes) {
    const literals = cube.map(({ predicate, positive }) => ({
      formula: at(given, predicate).formula,
      positive,
    }));
    found.add(set.cube(literals));
    const cells = cellsOf(literals.map(({ formula }) => formula));
    for (const buffer of buffers) {
      for (const relocation of relocations(cells, buffer, facts)) {
        const moved = literals.map(({ formula, positive }) => ({
          formula: relocated(formula, relocation, request.system),
          positive,
        }));
        found.add(set.cube(moved));
      }
    }
  }
  return found.all();
}

/**
 * The paper's extra step for Ticket under PSO: what is said of buffered values is left out of the cubes. A cube says less
 * then, so what followed from it need not any more: only for candidates that the solver is still to be asked about.
 */
export function dropBuffered(
  cubes: readonly Cube[],
  predicates: readonly Predicate[],
  system: System,
): readonly Cube[] {
  const entries = new Set(buffersOf(system).flatMap((b) => b.entries.map((entry) => entry.variable)));
  const speaks = predicates.map(({ formula }) => sharedReads(formula).some((read) => entries.has(read)));
  const found = new CubeSet();
  for (const cube of cubes) found.add(cube.filter(({ predicate }) => speaks[predicate] !== true));
  return found.all();
}
