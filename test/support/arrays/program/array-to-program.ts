import { generatedBy } from '../../../../src/diagnostics/span.js';
import type { Span } from '../../../../src/diagnostics/span.js';
import type { ArraySystem } from '../../../../src/lang/arrays/array-system.js';
import { truth } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { implicitProperties } from '../../../../src/lang/program/implicit.js';
import { legalized } from '../../../../src/lang/program/legal-names.js';
import type { Block, Program, Stmt, Thread } from '../../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { ArrayMachine } from '../../../../src/arrays/array-machine.js';
import { Actions } from './transition-statements.js';
import { cellTypes } from './cell-types.js';
import { threadPlans, ProgramVariables } from './cell-homes.js';
import type { ProgramThread } from './cell-homes.js';
import { Properties } from './clause-properties.js';
import type { Observation } from './clause-properties.js';
import { initialisers, startsOf } from './start-values.js';

/**
 * The system with so many processes as a native program that does the same under the same model, so that other engines
 * can decide it. Every transition with its processes is one atomic statement of its actor's thread:
 *
 *   BEFORE  transition enter ([i]) requires { PC[i] = L1 && fence() && T = i } { PC[i] := L2 }
 *   AFTER   thread P1 { again: either { atomic { fence; assume(PC_1 == 0 && T == 1); PC_1 = 1; } goto again; } or ... }
 *
 * A transition that reads and writes weak cells is `locked`, as is everything where nothing is buffered. Cells that are not
 * weak are locals of the thread that touches them. Where initial values depend on each other, threads begin by looking whether they
 * go together. Each unsafe clause is an invariant, by the name of the clause in letters.
 * Throws Unsupported for what no program says exactly: infinitely many values, several buffered writes at one
 * moment, a clause about what several processes see in their buffers.
 */
export function toProgram(system: ArraySystem, model: MemoryModel, procs: number, name: string): Program {
  const machine = new ArrayMachine(system, model, procs);
  const span = generatedBy('arrays', system.span);
  const starts = startsOf(machine.instance);
  const variables = new ProgramVariables(machine, cellTypes(machine.instance, starts));
  const threads = threadPlans(machine);
  const { initOf, constraint } = initialisers(machine, starts, variables, span);
  variables.settle(threads, initOf);
  const begins = constraint();
  const properties = new Properties(machine, variables, threads);
  const invariants = system.unsafe.map((clause) => properties.invariant(clause, begins));
  const bodies = threads.map((thread) => {
    const made = threadOf(machine, variables, thread, properties.observations, span);
    return { ...made, body: [...beginning(begins, span), ...made.body] };
  });
  const parts = { name, shared: variables.shared, locals: variables.locals, threads: bodies };
  return legalized({ ...parts, properties: [...invariants, ...implicitProperties(parts)], predicates: [] });
}

function threadOf(
  machine: ArrayMachine,
  variables: ProgramVariables,
  { id, actor, name }: ProgramThread,
  observations: readonly Observation[],
  span: Span,
): Thread {
  const actions = new Actions(machine, variables, id);
  const steps = machine.steps.filter((step) => !machine.hasBuffers || step.actor === actor);
  const again = (): Stmt => ({ kind: 'goto', target: 'again', labels: [], span });
  const branches: readonly Block[] = [
    ...steps.map((step) => [actions.step(step), again()]),
    ...observations.filter((observation) => observation.actor === actor).map(({ body }) => body),
  ];
  return { id, name, instances: { kind: 'one' }, body: loop(branches, span), span };
}

/** The label stands on what chooses, so that a jump is no step. */
function loop(branches: readonly Block[], span: Span): Block {
  const [first, ...rest] = branches;
  if (first === undefined) return [{ kind: 'skip', labels: ['again'], span }];
  if (rest.length > 0) return [{ kind: 'either', branches, labels: ['again'], span }];
  return first.map((stmt, i) => (i === 0 ? { ...stmt, labels: ['again', ...stmt.labels] } : stmt));
}

/** Whoever finds that the initial values do not go together waits for ever. */
function beginning(begins: Expr, span: Span): Block {
  if (begins === truth) return [];
  const test: Stmt = { kind: 'assume', cond: begins, labels: [], span };
  return [{ kind: 'atomic', body: [test], labels: [], span }];
}
