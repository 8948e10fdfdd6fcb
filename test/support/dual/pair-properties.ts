import {
  and,
  atLabel,
  bound,
  equal,
  forall,
  instanceLocal,
  int,
  local,
  not,
  shared,
  truth,
} from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { binderId } from '../../../src/lang/expr/ids.js';
import type { BinderId } from '../../../src/lang/expr/ids.js';
import type { Property, Thread } from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import type { Type } from '../../../src/lang/expr/type.js';
import type { ProgramParts } from '../generate/generate-properties.js';
import { span } from '../generate/generate-values.js';
import type { Random } from '../random.js';

/** Values of locals are compared with these. */
const largest = 2;

/**
 * What no two threads may be at once: each has a local of some value, or stands at a label. For threads with instances
 * it is said of all pairs of them. Invariants do not read shared variables.
 */
export function pairInvariants(random: Random, program: ProgramParts, count: number): readonly Property[] {
  return Array.from({ length: count }, (_, i): Property => {
    const formula = neverBoth(random, program, random.pick(program.threads), random.pick(program.threads));
    return { kind: 'invariant', name: `pair${i}`, formula, span };
  });
}

/** The same of the end of all threads, and of what is then in memory. */
export function pairFinals(random: Random, program: ProgramParts, count: number): readonly Property[] {
  return Array.from({ length: count }, (_, i): Property => {
    const thread = random.pick(program.threads);
    const variable = random.pick(program.shared);
    const formula =
      variable.shape.kind === 'scalar' && random.chance(0.5)
        ? ofAll(thread, (instance) =>
            not(
              and(
                localAspect(random, program, thread, instance),
                has(random, shared(variable.id), variable.type),
              ),
            ),
          )
        : neverBoth(random, program, thread, random.pick(program.threads));
    return { kind: 'final', name: `end${i}`, formula, span };
  });
}

function neverBoth(random: Random, program: ProgramParts, one: Thread, other: Thread): Expr {
  const [a, b] = [binderId(0), binderId(1)];
  if (one === other && one.instances.kind !== 'one') {
    const [left, right] = [aspect(random, program, one, bound(a)), aspect(random, program, one, bound(b))];
    return forall([a, b], one.id, not(and(left, right)));
  }
  return ofAll(
    one,
    (first) =>
      ofAll(
        other,
        (second) => not(and(aspect(random, program, one, first), aspect(random, program, other, second))),
        b,
      ),
    a,
  );
}

function ofAll(thread: Thread, claim: (instance: Expr | null) => Expr, binder: BinderId = binderId(0)): Expr {
  return thread.instances.kind === 'one' ? claim(null) : forall([binder], thread.id, claim(bound(binder)));
}

/** Something that may be true of a thread at some moment. */
function aspect(random: Random, program: ProgramParts, thread: Thread, instance: Expr | null): Expr {
  const labels = [...everyStatement(thread.body)].flatMap((stmt) => stmt.labels);
  if (labels.length > 0 && random.chance(0.4)) return atLabel(thread.id, instance, random.pick(labels));
  return localAspect(random, program, thread, instance);
}

function localAspect(random: Random, program: ProgramParts, thread: Thread, instance: Expr | null): Expr {
  const own = program.locals.filter((v) => v.thread === thread.id);
  if (own.length === 0) return truth;
  const { id, type } = random.pick(own);
  return has(random, instance === null ? local(id) : instanceLocal(id, instance), type);
}

function has(random: Random, what: Expr, type: Type): Expr {
  if (type.kind !== 'bool') return equal(what, int(random.between(0, largest)));
  return random.chance(0.5) ? what : not(what);
}
