import { describe, expect, it } from '@jest/globals';
import { SatSolver } from '../../../../src/lang/expr/sat.js';
import { Random } from '../../../support/random.js';

function bruteForce(variables: number, clauses: readonly (readonly number[])[]): boolean {
  for (let bits = 0; bits < 2 ** variables; bits++) {
    const isTrue = (literal: number): boolean =>
      ((bits >> (Math.abs(literal) - 1)) & 1) === (literal > 0 ? 1 : 0);
    if (clauses.every((clause) => clause.some(isTrue))) return true;
  }
  return false;
}

/** One pigeon more than there are holes, and no two in one. */
function pigeons(holes: number): SatSolver {
  const solver = new SatSolver();
  const at = Array.from({ length: holes + 1 }, () =>
    Array.from({ length: holes }, () => solver.newVariable()),
  );
  for (const pigeon of at) solver.add(pigeon);
  for (let hole = 0; hole < holes; hole++) {
    for (let a = 0; a <= holes; a++) {
      for (let b = 0; b < a; b++) solver.add([-(at[a]?.[hole] ?? 0), -(at[b]?.[hole] ?? 0)]);
    }
  }
  return solver;
}

describe('the clause-learning solver', () => {
  it('agrees with brute force near the threshold, and its models are models', () => {
    const random = new Random(7);
    let satisfiable = 0;
    for (let round = 0; round < 1500; round++) {
      const variables = 3 + random.below(9);
      const count = Math.round(variables * (3 + random.below(3)));
      const clauses = Array.from({ length: count }, () =>
        Array.from({ length: 1 + random.below(3) + (random.below(4) === 0 ? 0 : 1) }, () =>
          random.below(2) === 0 ? 1 + random.below(variables) : -1 - random.below(variables),
        ),
      );
      const solver = new SatSolver();
      for (let v = 0; v < variables; v++) solver.newVariable();
      for (const clause of clauses) solver.add(clause);
      const answer = solver.solve(1e6);
      const expected = bruteForce(variables, clauses);
      expect(answer.kind).toBe(expected ? 'satisfiable' : 'unsatisfiable');
      if (answer.kind !== 'satisfiable') continue;
      satisfiable++;
      expect(clauses.every((clause) => clause.some(answer.isTrue))).toBe(true);
    }
    expect(satisfiable).toBeGreaterThan(200);
    expect(satisfiable).toBeLessThan(1300);
  });

  it('refutes the pigeonhole principle, which needs learning and restarts', () => {
    expect(pigeons(6).solve(1e6).kind).toBe('unsatisfiable');
  });

  it('gives up after the conflicts it was allowed', () => {
    expect(pigeons(8).solve(10).kind).toBe('unsure');
  });
});
