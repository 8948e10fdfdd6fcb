import type { DveTransition } from '../../lang/dve/dve-ast.js';
import { binary, int, shared } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import type { Block, LValue, Stmt } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import type { DveEffect } from './step-effects.js';
import type { ExprLowerer } from './exprs.js';
import { kept } from './kept.js';
import type { ChannelQueue, DveWorld } from './world.js';

/** What a transition does with a channel that holds messages: a condition, and what comes before and after its effects. */
export interface QueueStep {
  readonly cond: Expr;
  readonly before: Block;
  /** Assignments that come before its own. */
  readonly taken: readonly DveEffect[];
  readonly after: Block;
}

export function queueStep(
  { sync, span }: DveTransition,
  queue: ChannelQueue,
  own: ExprLowerer,
  world: DveWorld,
): QueueStep {
  const waiting = shared(queue.count);
  const { capacity, types } = queue.symbol;
  const assign = (target: LValue, value: Expr): Stmt => ({ kind: 'assign', target, value, labels: [], span });
  const counted = (value: Expr): Stmt => assign({ kind: 'shared', shared: queue.count, index: null }, value);
  if (sync?.kind !== 'receive') {
    const values = sync?.values ?? [];
    const put = values.map((value, i) =>
      assign(cell(at(queue.parts, i), waiting), kept(own.number(value), at(types, i), world)),
    );
    const cond = binary('<', waiting, int(capacity));
    return { cond, before: [...put, counted(binary('+', waiting, int(1)))], taken: [], after: [] };
  }
  const taken = sync.targets.map((target, i): DveEffect => ({
    of: own,
    target,
    value: { lowered: shared(at(queue.parts, i), int(0)) },
  }));
  // No effect reads the channel, so the others may move up when all is done.
  const moves = queue.parts.flatMap((part) =>
    Array.from({ length: capacity }, (_, i) =>
      assign(cell(part, int(i)), i + 1 < capacity ? shared(part, int(i + 1)) : int(0)),
    ),
  );
  const cond = binary('>', waiting, int(0));
  return { cond, before: [], taken, after: [...moves, counted(binary('-', waiting, int(1)))] };
}

const cell = (part: SharedRead['shared'], index: Expr): LValue => ({ kind: 'shared', shared: part, index });
