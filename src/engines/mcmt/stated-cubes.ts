import type {
  CubeClaim,
  CubeTerm,
  StatedRead,
  StatedCell,
  StatedCube,
} from '../../lang/arrays/stated-cube.js';
import { symbolId } from '../../lang/expr/ids.js';
import { at, invariant } from '../../support/invariant.js';
import { membersOf } from '../../support/small-sets.js';
import type { Cube } from './cubes/cube.js';
import {
  areEqual,
  areUnequal,
  factAt,
  factSize,
  isBefore,
  isIn,
  isNotExactly,
  isNotValue,
  isValue,
} from './cubes/facts.js';
import type { CubeFact } from './cubes/facts.js';
import type { BackwardProblem } from './cubes/problem.js';
import { isStandIn } from './cubes/stand-ins.js';
import { cellOf, firstOf, isRead, readerOf, secondOf, symbolOf } from './cubes/term-codes.js';
import type { TermCode } from './cubes/term-codes.js';

/** The cube in words that others understand. */
export function statedCube(cube: Cube): StatedCube {
  const { problem, procs, facts, reads, reach } = cube;
  const cell = (code: TermCode): StatedCell => cellAt(problem, code);
  const lists = (sets: Int32Array): readonly (readonly number[])[] => Array.from(sets, membersOf);
  const claims: CubeClaim[] = [];
  for (let f = 0; f < facts.length; f += factSize) claims.push(claimOf(cube, factAt(facts, f)));
  return {
    procs,
    reads: Array.from(reads, (code): StatedRead => ({ ...cell(cellOf(code)), reader: readerOf(code) })),
    facts: claims,
    reach: {
      fromRead: lists(reach.fromRead),
      fromReadOf: lists(reach.fromReadOf),
      fromWriteOf: lists(reach.fromWriteOf),
      fromCell: Array.from(reach.cells, (code, i) => ({
        cell: cell(code),
        reads: membersOf(at(reach.fromCell, i)),
      })),
    },
  };
}

function cellAt({ arities }: BackwardProblem, code: TermCode): StatedCell {
  const symbol = symbolOf(code);
  return {
    symbol: symbolId(symbol),
    indices: [firstOf(code), secondOf(code)].slice(0, at(arities, symbol)),
  };
}

function termOf({ problem, reads }: Cube, code: TermCode): CubeTerm {
  if (problem.isPlace(code)) return { kind: 'process', proc: firstOf(code) };
  invariant(!isStandIn(problem, code), 'no cube speaks of a value that was any');
  if (isRead(code)) return { kind: 'read', read: reads.indexOf(code) };
  return { kind: 'cell', ...cellAt(problem, code) };
}

function claimOf(cube: Cube, fact: CubeFact): CubeClaim {
  const [kind, a, b] = fact;
  switch (kind) {
    case isIn:
      return { kind: 'one-of', term: termOf(cube, a), constructors: membersOf(b), names: namesOf(cube, a) };
    case isValue:
    case isNotValue:
      return valueClaim(cube, fact);
    case areEqual:
    case areUnequal:
      return {
        kind: kind === areEqual ? 'same' : 'different',
        left: termOf(cube, a),
        right: termOf(cube, b),
      };
    case isBefore:
      return {
        kind: 'sum',
        op: '<',
        terms: [
          { factor: 1n, term: { kind: 'process', proc: a } },
          { factor: -1n, term: { kind: 'process', proc: b } },
        ],
        numerator: 0n,
        denominator: 1n,
      };
    default:
      return sumClaim(cube, fact);
  }
}

/** Of a process, or of one of very many constructors. */
function valueClaim(cube: Cube, [kind, a, value]: CubeFact): CubeClaim {
  const { problem } = cube;
  const term = termOf(cube, a);
  if (at(problem.sorts, symbolOf(a)) === 'proc')
    return {
      kind: kind === isValue ? 'same' : 'different',
      left: term,
      right: { kind: 'process', proc: value },
    };
  const names = namesOf(cube, a);
  const constructors = [...names.keys()].filter((c) => (c === value) === (kind === isValue));
  return { kind: 'one-of', term, constructors, names };
}

function namesOf({ problem }: Cube, code: TermCode): readonly string[] {
  const { type } = at(problem.system.symbols, symbolOf(code));
  invariant(type.kind === 'enum', 'what has constructors is of a type with constructors');
  return type.constructors;
}

function sumClaim(cube: Cube, [kind, a, b, bound]: CubeFact): CubeClaim {
  const { problem } = cube;
  const { sum, limit, strict } = problem.bounds.get(bound);
  const constants = at(problem.bounds.sums, sum);
  const symbols = [
    ...[a, b].filter((code) => code >= 0).map(symbolOf),
    ...constants.map(([symbol]) => symbol),
  ];
  const isReal = symbols.some((symbol) => at(problem.sorts, symbol) === 'real');
  return {
    kind: 'sum',
    op: kind === isNotExactly ? '<>' : strict ? '<' : '<=',
    terms: [
      ...(a >= 0 ? [{ factor: 1n, term: termOf(cube, a) }] : []),
      ...(b >= 0 ? [{ factor: -1n, term: termOf(cube, b) }] : []),
      ...constants.map(([symbol, factor]) => ({
        factor: BigInt(factor),
        term: { kind: 'cell', symbol: symbolId(symbol), indices: [] } as const,
      })),
    ],
    numerator: -BigInt(limit),
    denominator: isReal ? problem.scale : 1n,
  };
}

/** All states, whatever holds: where there are no initial ones. */
export const everyState = (procs: number): StatedCube => ({
  ...{ procs, reads: [], facts: [] },
  reach: { fromRead: [], fromReadOf: [], fromWriteOf: [], fromCell: [] },
});
