import { at } from '../../support/check.js';
import type { Cube } from './cube.js';
import { areEqual, areUnequal, factSize, isBefore, isBelow, isIn, isNotValue, isValue } from './facts.js';
import type { Problem } from './problem.js';
import { firstOf, isRead, ordinalOf, readerOf, secondOf, symbolOf } from './terms.js';
import type { Code } from './terms.js';

/** The facts of a cube in the syntax of the language: `PC[#1] = Crit && #2@X = 0`. Pending reads are written as views. */
export function describeCube(cube: Cube): string {
  const { facts, problem } = cube;
  const parts: string[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    parts.push(describe(problem, at(facts, f), at(facts, f + 1), at(facts, f + 2), at(facts, f + 3)));
  }
  return parts.length === 0 ? 'true' : parts.join(' && ');
}

function describe(problem: Problem, kind: number, a: number, b: number, c: number): string {
  switch (kind) {
    case isIn: {
      const type = at(problem.system.symbols, symbolOf(a)).type;
      const names = type.kind === 'enum' ? type.constructors.filter((_, i) => (b & (1 << i)) !== 0) : [];
      return names.length === 1
        ? `${term(problem, a)} = ${names.join('')}`
        : `${term(problem, a)} in {${names.join(', ')}}`;
    }
    case isValue:
    case isNotValue:
      return `${term(problem, a)} ${kind === isValue ? '=' : '<>'} ${constant(problem, a, b)}`;
    case areEqual:
    case areUnequal:
      return `${term(problem, a)} ${kind === areEqual ? '=' : '<>'} ${term(problem, b)}`;
    case isBefore:
      return `#${a + 1} < #${b + 1}`;
    default: {
      const { sum, limit, strict } = problem.bounds.get(c);
      const constants = at(problem.bounds.sums, sum).map(
        ([symbol, factor]) => ` + ${factor} * ${at(problem.system.symbols, symbol).name}`,
      );
      const left = `${a < 0 ? '0' : term(problem, a)}${b < 0 ? '' : ` - ${term(problem, b)}`}${constants.join('')}`;
      return `${left} ${kind === isBelow ? (strict ? '<' : '<=') : '<>'} ${limit / Number(problem.scale)}`;
    }
  }
}

function constant(problem: Problem, cell: Code, value: number): string {
  const { type } = at(problem.system.symbols, symbolOf(cell));
  return type.kind === 'enum' ? at(type.constructors, value) : `#${value + 1}`;
}

function term(problem: Problem, code: Code): string {
  if (problem.isPlace(code)) return `#${firstOf(code) + 1}`;
  const { system, arities } = problem;
  const symbol = symbolOf(code);
  const name =
    system.symbols[symbol]?.name ?? `any${symbol - system.symbols.length}_${firstOf(code)}${secondOf(code)}`;
  const arity = at(arities, symbol);
  const indices = [firstOf(code), secondOf(code)].slice(0, arity).map((p) => `#${p + 1}`);
  const cell = arity === 0 ? name : `${name}[${indices.join(', ')}]`;
  return isRead(code) ? `#${readerOf(code) + 1}@${cell}${"'".repeat(ordinalOf(code))}` : cell;
}
