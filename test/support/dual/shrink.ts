import type { DualProgram, ProcessKind, Op, GlobalTarget } from '../../../src/engines/dual/dual-program.js';

/** Whether one of the targets can be reached. */
export interface TargetQuestion {
  readonly program: DualProgram;
  readonly targets: readonly GlobalTarget[];
}

/** A smaller question of which `fails` holds as well: no single cut leaves it so. */
export async function shrinkQuestion(
  question: TargetQuestion,
  fails: (question: TargetQuestion) => Promise<boolean>,
): Promise<TargetQuestion> {
  for (const smaller of cuts(question)) {
    if (await fails(smaller)) return shrinkQuestion(smaller, fails);
  }
  return question;
}

function* cuts({ program, targets }: TargetQuestion): Generator<TargetQuestion> {
  const { kinds, beginnings } = program;
  if (targets.length > 1) for (const fewer of without(targets)) yield { program, targets: fewer };
  for (const [t, target] of targets.entries()) {
    for (const processes of without(target.processes)) {
      yield { program, targets: targets.with(t, { ...target, processes }) };
    }
    for (const memory of without(target.memory)) {
      yield { program, targets: targets.with(t, { ...target, memory }) };
    }
  }
  for (const [k, kind] of kinds.entries()) {
    for (const cut of kindCuts(kind)) yield { program: { ...program, kinds: kinds.with(k, cut) }, targets };
  }
  if (beginnings.length > 1) {
    for (const fewer of without(beginnings)) yield { program: { ...program, beginnings: fewer }, targets };
  }
  for (const [b, beginning] of beginnings.entries()) {
    for (const [k, states] of beginning.states.entries()) {
      for (const fewer of states.length > 1 ? without(states) : []) {
        const cut = beginnings.with(b, { ...beginning, states: beginning.states.with(k, fewer) });
        yield { program: { ...program, beginnings: cut }, targets };
      }
    }
    for (const [cell, value] of beginning.memory.entries()) {
      if (value !== null) continue;
      const cut = beginnings.with(b, { ...beginning, memory: beginning.memory.with(cell, 0) });
      yield { program: { ...program, beginnings: cut }, targets };
    }
  }
}

function* kindCuts(kind: ProcessKind): Generator<ProcessKind> {
  const { transitions, count } = kind;
  for (const fewer of without(transitions)) yield { ...kind, transitions: fewer };
  for (const [t, transition] of transitions.entries()) {
    for (const op of opCuts(transition.op)) {
      yield { ...kind, transitions: transitions.with(t, { ...transition, op }) };
    }
  }
  if (count !== null && count > 0) yield { ...kind, count: count - 1 };
}

function* opCuts(op: Op): Generator<Op> {
  if (op.kind === 'write') return;
  for (const reads of without(op.reads)) yield { ...op, reads };
  if (op.kind === 'locked') for (const writes of without(op.writes)) yield { ...op, writes };
}

function* without<T>(items: readonly T[]): Generator<readonly T[]> {
  for (const [i] of items.entries()) yield items.toSpliced(i, 1);
}
