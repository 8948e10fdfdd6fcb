import {
  and,
  atLabel,
  binary,
  int,
  local,
  or,
  shared,
  temporal,
  until,
} from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Program, Stmt } from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { at } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

const variables = ['x', 'y', 'z'] as const;
const constants = ['0', '1', '1', '2', '2'] as const;

/** A small program of two threads, most of which run for ever; often the one only looks on. */
export function generateModel(random: Random): string {
  const observes = random.chance(0.85);
  const threads = ['P', 'Q'].map((name, i) => {
    let labels = 0;
    const label = (): string => `L${labels++}: `;
    const body = Array.from({ length: random.between(1, 4) }, () =>
      observes && i === 1 ? `${label()}r = ${random.pick(variables)};` : statement(random, 1, label),
    );
    const first = label();
    const lines = body.join(' ');
    const isLoop = random.chance(observes ? 0.25 + 0.7 * i : 0.6);
    return `thread ${name} { local int r = 0; ${isLoop ? `${first}while (true) { ${lines} }` : `${first}skip; ${lines}`} E: skip; }`;
  });
  return [`shared int ${variables.map((v) => `${v} = 0`).join(', ')};`, ...threads].join('\n');
}

function statement(random: Random, depth: number, label: () => string): string {
  const [v, w] = [random.pick(variables), random.pick(variables)];
  const [c, d] = [random.pick(constants), random.pick(constants)];
  const block = (): string =>
    Array.from({ length: random.between(1, 2) }, () => statement(random, depth - 1, label)).join(' ');
  const kind = random.weighted([
    ['store', 6],
    ['load', 3],
    ['copy', 1],
    ['wait', 0.7],
    ['assume', 0.5],
    ['fence', 0.3],
    ['atomic', 1],
    ['cas', 0.5],
    ['locked', 0.3],
    ['if', depth > 0 ? 1.5 : 0],
    ['either', depth > 0 ? 0.7 : 0],
  ]);
  switch (kind) {
    case 'store':
      return `${label()}${v} = ${c};`;
    case 'load':
      return `${label()}r = ${v};`;
    case 'copy':
      return `${label()}${v} = r;`;
    case 'wait':
      return `${label()}while (${v} != ${c}) { skip; }`;
    case 'assume':
      return `${label()}assume(${v} == ${c});`;
    case 'fence':
      return `${label()}fence;`;
    case 'atomic':
      return `${label()}atomic { ${v} = ${c}; r = ${w}; ${w} = ${d}; }`;
    case 'cas':
      return `${label()}r = cas(${v}, ${c}, ${d});`;
    case 'locked':
      return `${label()}locked { r = ${w}; ${v} = ${c}; }`;
    case 'if':
      return `${label()}if (r == ${c}) { ${block()} } else { ${block()} }`;
    case 'either':
      return `${label()}either { ${block()} } or { ${block()} }`;
  }
}

/** What formulas about such a program may be made of: memory more often than places and locals. */
export function atomsOf(program: Program, random: Random): () => Expr {
  const places = program.threads.flatMap(({ id, body }) =>
    [...everyStatement(body)].flatMap(({ labels }) => labels.map((label) => atLabel(id, null, label))),
  );
  return () => {
    const value = int(random.below(3));
    const op = random.pick(['==', '==', '!='] as const);
    switch (random.weighted([['memory', 5] as const, ['place', 3] as const, ['local', 1] as const])) {
      case 'memory':
        return binary(op, shared(at(program.shared, random.below(program.shared.length)).id), value);
      case 'place':
        return random.pick(places);
      case 'local':
        return binary(op, local(at(program.locals, random.below(program.locals.length)).id), value);
    }
  };
}

const G = (formula: Expr): Expr => temporal('G', formula);
const F = (formula: Expr): Expr => temporal('F', formula);
const implies = (left: Expr, right: Expr): Expr => binary('->', left, right);

/**
 * Says in one of several ways that after a store (most often the place behind it is meant) its value is seen in memory: that is
 * where flushes matter. Null: the program stores no constants but 0.
 */
export function promiseOf(program: Program, random: Random): Expr | null {
  const stores = program.threads.flatMap(({ id, body }) => {
    const all = [...everyStatement(body)].filter(({ labels }) => labels.length > 0);
    return all.flatMap((stmt, i) =>
      stmt.kind === 'assign' &&
      stmt.target.kind === 'shared' &&
      stmt.value.kind === 'int' &&
      stmt.value.value > 0n
        ? [{ thread: id, target: stmt.target.shared, value: stmt.value, after: behind(all, i), all }]
        : [],
    );
  });
  if (stores.length === 0) return null;
  const { thread, target, value, after, all } = random.pick(stores);
  const label = (random.chance(0.85) ? after : random.pick(all)).labels[0] ?? '';
  const place = atLabel(thread, null, label);
  const seen = binary('==', shared(target), value);
  switch (
    random.pick([
      'response',
      'response',
      'once',
      'once',
      'once',
      'again',
      'stays',
      'next',
      'until',
      'until',
    ] as const)
  ) {
    case 'response':
      return G(implies(place, F(seen)));
    case 'once':
      return implies(F(place), F(seen));
    case 'again':
      return implies(G(F(place)), G(F(seen)));
    case 'stays':
      return implies(F(G(place)), F(G(seen)));
    case 'next':
      return G(implies(place, temporal('X', or(place, F(seen)))));
    case 'until':
      return implies(F(place), until('U', or(place, binary('!=', shared(target), value)), seen));
  }
}

/** The next statement; behind the last one of a loop without end, its beginning. */
function behind(all: readonly Stmt[], i: number): Stmt {
  const first = at(all, 0);
  return i + 2 >= all.length && first.kind === 'while' ? first : (all[i + 1] ?? first);
}

/** Such a promise, a random formula, or both. */
export function mixed(promise: Expr | null, other: Expr, random: Random): Expr {
  if (promise === null || random.chance(0.04)) return other;
  switch (random.pick(['alone', 'alone', 'alone', 'alone', 'alone', 'and', 'and', 'or', 'if'] as const)) {
    case 'alone':
      return promise;
    case 'and':
      return and(promise, other);
    case 'or':
      return or(promise, other);
    case 'if':
      return implies(other, promise);
  }
}
