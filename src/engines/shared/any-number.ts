import { unsupported } from '../../diagnostics/diagnostic.js';
import { children, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { formulasOf } from '../../lang/program/program.js';
import type { Program, Property, Thread } from '../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { assertNever } from '../../support/invariant.js';
import { processesOf } from '../../lang/program/program.js';

/**
 * Programs with any number of processes, for an engine that takes them as such. It is shown a few copies of each process:
 * as many as a violation of a property can speak of. All copies run the same, so it does not matter which.
 */

/** How many copies of each process properties speak of. */
export function copiesToShow(program: Program, properties: readonly Property[]): number {
  const processes = new Set(processesOf(program).map((t) => t.id));
  return Math.max(1, ...properties.flatMap(formulasOf).map((formula) => mostCopies(formula, processes)));
}

function mostCopies(formula: Expr, processes: ReadonlySet<ThreadId>): number {
  let most = 0;
  for (const process of processes) {
    let [bound, named] = [0, 0];
    for (const e of subexpressions(formula)) {
      if (e.kind === 'forall' && e.thread === process) bound += e.binders.length;
      const isNamed = e.kind === 'instance-local' || (e.kind === 'at' && e.thread === process);
      if (isNamed && e.instance?.kind === 'int') named = Math.max(named, Number(e.instance.value) + 1);
    }
    most = Math.max(most, bound + named);
  }
  return most;
}

/**
 * Refuses what is not the same for every copy, and properties whose violation depends on all copies at once: those that
 * some number of processes violates and a larger number does not.
 */
export function requireAlike(engine: string, program: Program, properties: readonly Property[]): void {
  for (const process of processesOf(program)) requireSharedOnly(engine, program, process);
  const processes = new Set(processesOf(program).map((t) => t.id));
  for (const property of properties) {
    if ('formula' in property) requireMonotone(engine, property, property.formula, processes);
  }
}

const hint = 'give a number with --procs N';

function requireSharedOnly(engine: string, program: Program, process: Thread): void {
  const array = program.shared.find((v) => v.shape.kind === 'per-instance' && v.shape.thread === process.id);
  if (array !== undefined) {
    unsupported(
      `${array.name} has one cell for each ${process.name}: the ${engine} engine takes any number of processes only if they share all variables`,
      array.span,
      hint,
    );
  }
  const usesNumber = (expr: Expr): boolean => [...subexpressions(expr)].some((e) => e.kind === 'param');
  const stmt = [...everyStatement(process.body)].find((s) => exprsOf(s).some(usesNumber));
  const local = program.locals.find(
    (v) => v.thread === process.id && v.init.kind === 'value' && usesNumber(v.init.value),
  );
  const span = stmt?.span ?? local?.span;
  if (span === undefined) return;
  unsupported(
    `process ${process.name} uses its number: the ${engine} engine takes any number of processes only if they all run the same`,
    span,
    hint,
  );
}

function requireMonotone(
  engine: string,
  { name, kind, span }: Extract<Property, { formula: Expr }>,
  formula: Expr,
  processes: ReadonlySet<ThreadId>,
): void {
  if (processes.size === 0) return;
  const only = `with any number of processes the ${engine} engine decides only what some of them can violate`;
  if (kind === 'final') unsupported(`${name} speaks of the end of all threads: ${only}`, span, hint);
  if (saysSomeExists(formula, processes, true)) {
    unsupported(`${name} says that some process exists: ${only}`, span, hint);
  }
  if (comparesNumbers(formula)) {
    unsupported(`${name} speaks of the numbers of processes: ${only}`, span, hint);
  }
}

/** Whether a process's number is used for more than to name the process. */
function comparesNumbers(expr: Expr): boolean {
  if (expr.kind === 'at' || expr.kind === 'instance-local') return false;
  return expr.kind === 'bound' || children(expr).some(comparesNumbers);
}

/** Whether the formula is the weaker for a forall over some of the processes. `positive`: as it stands, not negated. */
function saysSomeExists(expr: Expr, processes: ReadonlySet<ThreadId>, positive: boolean): boolean {
  const inside = (part: Expr, sign: boolean): boolean => saysSomeExists(part, processes, sign);
  if (expr.kind === 'forall' && !positive && processes.has(expr.thread)) return true;
  if (expr.kind === 'unary' && expr.op === '!') return inside(expr.arg, !positive);
  if (expr.kind === 'binary' && expr.op === '->')
    return inside(expr.left, !positive) || inside(expr.right, positive);
  const parts = children(expr);
  if (expr.kind !== 'binary' || expr.op === '&&' || expr.op === '||')
    return parts.some((part) => inside(part, positive));
  // Compared, so it counts both ways.
  return parts.some((part) => inside(part, positive) || inside(part, !positive));
}

/** For each thread of the program the threads that expand-instances makes of it. */
export function expandedIds(program: Program, procs: number): readonly (readonly ThreadId[])[] {
  let next = 0;
  return program.threads.map(({ instances }) => {
    const count = countOf(instances, procs);
    return Array.from({ length: count }, () => threadId(next++));
  });
}

function countOf(instances: Thread['instances'], procs: number): number {
  switch (instances.kind) {
    case 'one':
      return 1;
    case 'range':
      return instances.hi - instances.lo + 1;
    case 'any':
      return procs;
    default:
      return assertNever(instances);
  }
}
