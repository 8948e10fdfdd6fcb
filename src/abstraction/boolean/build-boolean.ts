import { printExpr } from '../../lang/program/print-expr.js';
import type { BooleanProgram, BooleanVariable } from '../../lang/boolean/boolean-program.js';
import { booleanId } from '../../lang/expr/ids.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { at } from '../../support/invariant.js';
import type { CommandProgram } from '../command-program.js';
import { precondition } from '../commands/precondition.js';
import { abstractProperties } from './boolean-properties.js';
import type { BooleanAnswer, BooleanRequest } from './boolean-request.js';
import { initialisation, ThreadAbstraction } from './boolean-threads.js';
import type { BuiltThread } from './boolean-threads.js';
import { BooleanTransformer } from './transformer.js';

/**
 * The Boolean program of a program and predicates (paper 003, section 4.1): variable i says whether predicate i holds. Each
 * command becomes one command: it can be taken unless a cube that excludes its guard holds, and updates the predicates whose
 * variables it updates. A command that violates a property leads to a place where nobody should be.
 */
export async function buildBooleanProgram(request: BooleanRequest): Promise<BooleanAnswer> {
  const { program, predicates, cubes } = request;
  const formulas = predicates.map(({ formula }) => formula);
  await cubes.prepare({
    formulas: new Set(formulasNeeded(program, formulas)),
    isUnbounded: unboundedIn(program),
  });
  const transformer = new BooleanTransformer(formulas, cubes);
  const infeasible = transformer.infeasible(await cubes.infeasible());
  const start = await transformer.start(program.initial);
  const threads: BuiltThread[] = [];
  for (const thread of program.threads) {
    threads.push(await new ThreadAbstraction(request, thread, transformer).build());
    if (cubes.stop !== null) return { kind: 'stopped', stop: cubes.stop };
  }
  const { property, names } = await abstractProperties(request, threads, transformer);
  if (cubes.stop !== null) return { kind: 'stopped', stop: cubes.stop };
  const built: BooleanProgram = {
    name: program.system.name,
    variables: formulas.map((formula, i): BooleanVariable => ({
      id: booleanId(i),
      name: `B${i}`,
      thread: null,
      meaning: printExpr(formula, program.system),
      digit: null,
    })),
    threads: [initialisation(start), ...threads.map(({ automaton }) => automaton)],
    infeasible,
    property,
  };
  return {
    kind: 'built',
    built: {
      program: built,
      properties: names,
      commandOf: (thread, command) => (thread === 0 ? null : at(at(threads, thread - 1).commands, command)),
      proof: [...transformer.steps.all(), ...transformer.conditions.all()],
      cubesUsed: transformer.steps.used,
      maxCube: transformer.steps.largest,
    },
  };
}

/** What a solver is asked about when the program is abstracted, up to Boolean operators. */
function* formulasNeeded(program: CommandProgram, predicates: readonly Expr[]): Iterable<Expr> {
  yield* predicates;
  yield* program.initial;
  for (const { formula } of program.stateProperties) yield* comparisonsIn(formula);
  for (const command of program.threads.flatMap(({ commands }) => commands)) {
    yield* command.guard;
    yield* predicates.map(precondition(command));
  }
}

/** The parts of a property that do not ask where threads are. */
function* comparisonsIn(formula: Expr): Iterable<Expr> {
  for (const part of subexpressions(formula)) {
    if (part.kind !== 'binary' || !isCompareOp(part.op)) continue;
    const isData = [...subexpressions(part)].every((inner) => inner.kind !== 'at');
    if (isData) yield part;
  }
}

function unboundedIn({ variables, inputs }: CommandProgram): (variable: Expr) => boolean {
  const unbounded = new Set(
    [...variables, ...inputs].filter(({ type }) => type.kind === 'int').map(({ expr }) => expr),
  );
  return (variable) => unbounded.has(variable);
}
