import { toCommands } from '../../../src/abstraction/commands/to-commands.js';
import { typesOf } from '../../../src/abstraction/commands/command-variables.js';
import type { CommandProgram, CommandVariable } from '../../../src/abstraction/command-program.js';
import { searchAbstract } from '../../../src/abstraction/lazy/search-abstract.js';
import { executionOf } from '../../../src/abstraction/path/execution-of.js';
import type { Predicate } from '../../../src/abstraction/predicate.js';
import type { AbstractionResult } from '../../../src/abstraction/abstraction-request.js';
import { replay } from '../../../src/evidence/replay.js';
import { binary, equal, int } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { Machine } from '../../../src/memory/machine.js';
import { sc } from '../../../src/memory/sc.js';
import { openSmt } from '../../../src/smt/session.js';
import type { SolverChoice } from '../../../src/smt/smt.js';
import { encoded } from '../plain/encoded.js';
import { exploreEverything } from '../plain/exhaustive.js';
import type { Random } from '../random.js';

export interface LazyCounts {
  properties: number;
  safe: number;
  unsafe: number;
  unknown: number;
  skipped: number;
  /** Violated, and not found out. */
  missed: number;
  readonly complaints: string[];
}

export const noLazyCounts = (): LazyCounts => ({
  ...{ properties: 0, safe: 0, unsafe: 0, unknown: 0, skipped: 0, missed: 0 },
  complaints: [],
});

const unhindered = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** Runs the lazy method on a program as it is. */
export async function searchLazily(
  program: CommandProgram,
  formulas: readonly Expr[],
  properties: readonly string[] = propertiesOf(program.system),
  solver: SolverChoice = 'auto',
): Promise<AbstractionResult> {
  const smt = openSmt({ solver, typeOf: typesOf(program) });
  try {
    return await searchAbstract({
      ...{ program, predicates: formulas.map(given), smt, properties, cuts: [] },
      ...{ limits: unhindered, progress: () => undefined },
    });
  } finally {
    smt.dispose();
  }
}

export const given = (formula: Expr): Predicate => ({ formula, origin: { rule: null, from: null } });

export const propertiesOf = ({ properties }: System): readonly string[] =>
  properties.filter((p) => !isTemporal(p)).map((p) => p.name);

/** A predicate for every value that a variable may have, integers being taken to be among a few. */
export function allValues({ variables }: CommandProgram, lo: bigint, hi: bigint): readonly Expr[] {
  return variables.flatMap(({ expr, type }) => {
    if (type.kind === 'bool') return [expr];
    const [least, most] = type.kind === 'range' ? [type.lo, type.hi] : [lo, hi];
    const values: Expr[] = [];
    for (let v = least; v <= most; v++) values.push(equal(expr, int(v)));
    return values;
  });
}

export function somePredicates(
  { variables }: CommandProgram,
  random: Random,
  count: number,
): readonly Expr[] {
  const integers = variables.filter((v) => v.type.kind !== 'bool');
  const operand = (): Expr =>
    random.chance(0.4) || integers.length === 0 ? int(random.between(0, 2)) : random.pick(integers).expr;
  const predicate = (): Expr => {
    const variable: CommandVariable = random.pick(variables);
    if (variable.type.kind === 'bool') return variable.expr;
    return binary(random.pick(['==', '==', '<', '<=', '!='] as const), variable.expr, operand());
  };
  return [...new Set(Array.from({ length: count }, predicate))];
}

/**
 * The lazy method against the plain semantics of the encoding, under SC: what is violated is never called safe, and paths
 * to violations replay. With `complete` predicates no property stays open.
 */
export async function compareLazy(
  program: Program,
  buffers: BufferSpec,
  choose: (commands: CommandProgram) => readonly Expr[],
  complete: boolean,
  counts: LazyCounts,
  encoding: 'shapes' | 'counters' = 'shapes',
): Promise<void> {
  const { system } = encoded(program, buffers, encoding);
  const everything = exploreEverything(new Machine(system, sc), 3000);
  if (everything === null) {
    counts.skipped++;
    return;
  }
  const commands = toCommands(system);
  const { verdicts } = await searchLazily(commands, choose(commands));
  const setting = `${buffers.model.name} ${encoding}`;
  for (const [name, verdict] of verdicts) {
    counts.properties++;
    counts[verdict.kind]++;
    const violated = everything.violated.has(name);
    if (verdict.kind === 'unknown') {
      if (violated) counts.missed++;
      if (complete && verdict.reason !== 'vacuous')
        counts.complaints.push(`${setting}: ${name} is unknown (${verdict.reason}), violated: ${violated}`);
    } else if ((verdict.kind === 'unsafe') !== violated) {
      counts.complaints.push(`${setting}: ${name} is ${verdict.kind}, violated: ${violated}`);
    }
    if (verdict.kind === 'unsafe') {
      const property = system.properties.find((p) => p.name === name);
      const outcome =
        property === undefined
          ? null
          : replay(new Machine(system, sc), executionOf(commands, verdict.path, verdict.values), property);
      if (outcome?.kind !== 'accepted')
        counts.complaints.push(`${setting}: the path for ${name} does not replay`);
    }
  }
}
