import { sharedReads, partsOf } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { formulasOf, initialExprs } from '../lang/program/program.js';
import type { Block, Program, Stmt, Thread } from '../lang/program/program.js';
import { blocksOf, everyStatement, exprsOf } from '../lang/program/walk-statements.js';
import { assertNever } from '../support/invariant.js';
import { bufferedVariables } from './buffered.js';
import type { Fact } from './pass.js';

/** Whether a program has a fact; passes that claim to establish one are held to it. */
export function hasFact(program: Program, fact: Fact): boolean {
  switch (fact) {
    case 'resolved':
      return labelsResolve(program);
    case 'no-instances':
      return withoutInstances(program);
    case 'no-ranges':
      return program.threads.every((t) => t.instances.kind !== 'range');
    case 'no-rmw':
      return everyStmt(program, (s) => s.kind !== 'rmw');
    case 'single-access':
      return program.threads.every((t) => singleAccess(t.body));
    case 'isolated-loads':
      return program.threads.every(hasIsolatedLoads);
    case 'straight-steps':
      return everyStmt(program, (s) => !isAtOnce(s) || [...everyStatement(s.body)].every(goesStraightOn));
    case 'plain':
      return everyStmt(program, (s) => s.kind !== 'rmw' && s.kind !== 'fence' && s.kind !== 'locked');
    default:
      return assertNever(fact);
  }
}

function everyStmt(program: Program, holds: (stmt: Stmt) => boolean): boolean {
  return program.threads.every((t) => [...everyStatement(t.body)].every(holds));
}

const isAtOnce = (stmt: Stmt): stmt is Extract<Stmt, { kind: 'atomic' | 'locked' }> =>
  (stmt.kind === 'atomic' || stmt.kind === 'locked') && stmt.atOnce === true;

function goesStraightOn({ kind }: Stmt): boolean {
  return !['if', 'while', 'either', 'goto', 'assert'].includes(kind);
}

function labelsResolve(program: Program): boolean {
  return program.threads.every((t) => {
    const labels = [...everyStatement(t.body)].flatMap((s) => s.labels);
    return new Set(labels).size === labels.length && jumpsResolve(t.body, new Set(labelsInSight(t.body)));
  });
}

/**
 * Jumps lead to labels in sight (`visible`): of the block, of blocks inside it, or of blocks around it, but not into a section.
 * Only a section has labels that are not in sight of what is around it.
 */
function jumpsResolve(block: Block, visible: ReadonlySet<string>): boolean {
  return block.every((stmt) => {
    if (stmt.kind === 'goto') return visible.has(stmt.target);
    return blocksOf(stmt).every((inner) =>
      jumpsResolve(inner, isSection(stmt) ? new Set([...visible, ...labelsInSight(inner)]) : visible),
    );
  });
}

const isSection = ({ kind }: Stmt): boolean => kind === 'atomic' || kind === 'locked';

function labelsInSight(block: Block): readonly string[] {
  return block.flatMap((stmt) => [
    ...stmt.labels,
    ...(isSection(stmt) ? [] : blocksOf(stmt).flatMap(labelsInSight)),
  ]);
}

function withoutInstances(program: Program): boolean {
  const formulas = program.properties.flatMap(formulasOf);
  const inThreads = program.threads.flatMap((t) => [...everyStatement(t.body)].flatMap(exprsOf));
  const initialisers = [...program.shared, ...program.locals].flatMap(({ init }) => initialExprs(init));
  const gone = new Set(['param', 'instance-local', 'bound', 'forall']);
  return (
    program.threads.every((t) => t.instances.kind === 'one') &&
    program.shared.every((v) => v.shape.kind !== 'per-instance') &&
    [...formulas, ...inThreads, ...initialisers, ...program.predicates].every((e) =>
      [...partsOf(e)].every((part) => !gone.has(part.kind)),
    )
  );
}

function hasIsolatedLoads(thread: Thread): boolean {
  const buffered = bufferedVariables(thread);
  const reads = (exprs: readonly Expr[]): boolean =>
    exprs.flatMap(sharedReads).some((read) => buffered.has(read.shared));
  const isolated = (stmt: Stmt): boolean => {
    if (stmt.kind === 'locked' && stmt.buffered === undefined) return true;
    if (!blocksOf(stmt).every((block) => block.every(isolated))) return false;
    if (stmt.kind !== 'assign') return !reads(exprsOf(stmt));
    const { target, value } = stmt;
    if (target.kind === 'shared') return !reads(exprsOf(stmt));
    return value.kind === 'shared' ? value.index === null || !reads([value.index]) : !reads([value]);
  };
  return thread.body.every(isolated);
}

function singleAccess(block: Block): boolean {
  return block.every((stmt) => {
    if (stmt.kind === 'atomic' || stmt.kind === 'locked') return true;
    const stores = stmt.kind === 'assign' && stmt.target.kind === 'shared' ? 1 : 0;
    const loads = exprsOf(stmt).flatMap(sharedReads).length;
    return stores + loads <= 1 && blocksOf(stmt).every(singleAccess);
  });
}
