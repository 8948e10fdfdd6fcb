import {
  atLabel,
  binary,
  bound,
  forall,
  instanceLocal,
  int,
  local,
  shared,
  temporal,
  unary,
  until,
} from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { binderId } from '../../../src/lang/expr/ids.js';
import type { BinderId } from '../../../src/lang/expr/ids.js';
import type { Program, Property, Thread } from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { boolExpr } from './generate-expr.js';
import type { Leaves } from './generate-expr.js';
import { span } from './generate-values.js';
import type { Random } from '../random.js';

export type ProgramParts = Pick<Program, 'shared' | 'locals' | 'threads'>;

/** Invariants, finals and ltl properties, some named. */
export function generateProperties(random: Random, program: ProgramParts): readonly Property[] {
  const binders = binderSupply();
  return Array.from({ length: random.below(4) }, (_, i): Property => {
    const kind = random.pick(['invariant', 'final', 'ltl'] as const);
    const state = (): Expr => stateFormula(random, program, binders);
    const formula = kind === 'ltl' ? temporalFormula(random, 3, state) : state();
    const name = random.chance(0.5) ? `p${i}` : `${kind}:${i + 1}`;
    return { kind, name, formula, span };
  });
}

export function generatePredicates(random: Random, program: ProgramParts): readonly Expr[] {
  return Array.from({ length: random.below(3) }, () =>
    boolExpr(random, { ...leavesOf(program, null), bools: [] }, { ...shape, depth: 1 }),
  );
}

const shape = { depth: 2, maxValue: 3, divides: false, implies: true };

function binderSupply(): () => BinderId {
  let next = 0;
  return () => binderId(next++);
}

function stateFormula(random: Random, program: ProgramParts, binders: () => BinderId): Expr {
  const many = program.threads.filter((thread) => thread.instances.kind !== 'one');
  if (many.length === 0 || random.chance(0.5)) return boolExpr(random, leavesOf(program, null), shape);
  const thread = random.pick(many);
  const bounds = Array.from({ length: random.between(1, 3) }, binders);
  const body = boolExpr(random, leavesOf(program, { thread, binders: bounds }), shape);
  return forall(bounds, thread.id, body);
}

interface BoundThread {
  readonly thread: Thread;
  readonly binders: readonly BinderId[];
}

/** Shared scalars, the locals and labels of all threads, and what a forall binds. */
function leavesOf(program: ProgramParts, here: BoundThread | null): Leaves {
  const ints: Expr[] = [];
  const bools: Expr[] = [];
  for (const { id, type, shape: form } of program.shared) {
    if (form.kind === 'scalar') (type.kind === 'bool' ? bools : ints).push(shared(id));
  }
  for (const thread of program.threads) {
    for (const instance of instancesOf(thread, here)) {
      for (const { id, type } of program.locals.filter((v) => v.thread === thread.id)) {
        (type.kind === 'bool' ? bools : ints).push(
          instance === null ? local(id) : instanceLocal(id, instance),
        );
      }
      const labels = [...everyStatement(thread.body)].flatMap((stmt) => stmt.labels);
      bools.push(...labels.map((label) => atLabel(thread.id, instance, label)));
    }
  }
  return { ints: [...ints, ...(here?.binders.map(bound) ?? [])], bools };
}

function instancesOf({ id, instances }: Thread, here: BoundThread | null): readonly (Expr | null)[] {
  switch (instances.kind) {
    case 'one':
      return [null];
    case 'range':
    case 'any': {
      const first = int(instances.kind === 'range' ? instances.lo : 0);
      return here?.thread.id === id ? [first, ...here.binders.map(bound)] : [first];
    }
  }
}

function temporalFormula(random: Random, depth: number, state: () => Expr): Expr {
  if (depth === 0) return state();
  const part = (): Expr => temporalFormula(random, depth - 1, state);
  switch (random.below(6)) {
    case 0:
      return state();
    case 1:
      return until(random.pick(['U', 'R', 'W'] as const), part(), part());
    case 2:
      return unary('!', part());
    case 3:
      return binary(random.pick(['&&', '||', '->'] as const), part(), part());
    default:
      return temporal(random.pick(['G', 'F', 'X'] as const), part());
  }
}
