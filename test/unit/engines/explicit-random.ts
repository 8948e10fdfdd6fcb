import { atLabel, binary, bool, int, local, shared, unary } from '../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../src/lang/expr/expr.js';
import type { LocalId, SharedId } from '../../../src/lang/expr/ids.js';
import { threadId } from '../../../src/lang/expr/ids.js';
import type { Action, System } from '../../../src/lang/program/system.js';
import { boolType, intType, rangeType } from '../../../src/lang/expr/type.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { at } from '../../../src/support/invariant.js';
import {
  SystemBuilder,
  assign,
  assume,
  check,
  fence,
  havoc,
  implicit,
  lock,
  span,
  store,
  storeFence,
} from './explicit-systems.js';
import type { ThreadBuilder } from './explicit-systems.js';

/** A generator of small numbers that gives the same ones for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 12345) >>> 0;
  }

  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * n);
  }

  pick<T>(items: readonly T[]): T {
    return at(items, this.below(items.length));
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

interface Names {
  readonly cells: readonly (() => {
    readonly shared: SharedId;
    readonly index: Expr | null;
    readonly truth: boolean;
  })[];
  readonly locals: readonly { readonly id: LocalId; readonly truth: boolean }[];
}

/** A random system of a few short threads, without unbounded values where `finite`. */
export function randomSystem(seed: number, loops: boolean): System {
  const random = new Random(seed);
  const s = new SystemBuilder();
  const variables = Array.from({ length: 1 + random.below(3) }, (_, i) => ({
    id: declare(s, random, `x${i}`),
    i,
  }));
  const threads = Array.from({ length: 2 + (random.chance(30) ? 1 : 0) }, (_, i) => s.thread(`T${i}`));
  for (const thread of threads) {
    const locals = Array.from({ length: 1 + random.below(2) }, (_, i) => {
      const type = randomType(random);
      const any = type.kind !== 'int' && random.chance(20);
      return { id: thread.local(`r${i}`, any ? null : low(type), type), truth: type.kind === 'bool' };
    });
    const index = locals.find((l) => !l.truth);
    const names: Names = {
      locals,
      cells: variables.map(({ id }) => () => ({
        shared: id.shared,
        truth: id.truth,
        index: !id.array
          ? null
          : index !== undefined && random.chance(40)
            ? local(index.id)
            : int(random.chance(4) ? 5 : random.below(2)),
      })),
    };
    randomThread(thread, random, names, loops);
  }
  for (const p of implicit) s.property(p);
  s.property({ kind: 'assert', name: 'A', span });
  s.property({ kind: 'deadlock', name: 'deadlock' });
  const outside = outsideExpr(
    random,
    variables.map(({ id }) => id),
  );
  s.invariant('I', outside());
  s.final('F', outside());
  return s.build();
}

type Declared = { readonly shared: SharedId; readonly truth: boolean; readonly array: boolean };

function declare(s: SystemBuilder, random: Random, name: string): Declared {
  const type = randomType(random);
  const any = type.kind !== 'int' && random.chance(15);
  const init = any ? null : low(type);
  const array = random.chance(25);
  const id = array ? s.array(name, 2, init, type) : s.shared(name, init, type);
  return { shared: id, truth: type.kind === 'bool', array };
}

const low = (type: Type): number => (type.kind === 'range' ? Number(type.lo) : 0);

const randomType = (random: Random): Type =>
  random.pick([intType, intType, boolType, rangeType(0n, 2n), rangeType(-1n, 2n)]);

function randomThread(thread: ThreadBuilder, random: Random, names: Names, loops: boolean): void {
  const length = 2 + random.below(4);
  let inside = false;
  let locked = false;
  for (let i = 0; i < length; i++) {
    const actions = [randomAction(random, names, locked)];
    if (random.chance(15)) actions.push(randomAction(random, names, locked));
    if (!inside && random.chance(12)) {
      locked = random.chance(50);
      inside = true;
      if (locked) actions.unshift(lock);
    } else if (inside && random.chance(50)) {
      inside = false;
      locked = false;
    }
    const start = thread.here;
    thread.to({ atomic: inside && i < length - 1, labels: random.chance(30) ? [`L${i}`] : [] }, ...actions);
    if (random.chance(15)) thread.edge(start, thread.here, randomAction(random, names, locked));
    if (loops && random.chance(25) && !inside)
      thread.edge(thread.here, random.below(thread.here), assume(truth(random, names, 1)));
  }
  thread.then();
}

function randomAction(random: Random, names: Names, locked: boolean): Action {
  const kind = random.below(20);
  if (kind < 9) {
    const cell = random.pick(names.cells)();
    return store(
      cell.shared,
      cell.truth ? truth(random, names, 1) : number(random, names, 1),
      cell.index,
      locked,
    );
  }
  if (kind < 14) {
    const target = random.pick(names.locals);
    return assign(target.id, target.truth ? truth(random, names, 1) : number(random, names, 2));
  }
  if (kind === 14) return assume(truth(random, names, 1));
  if (kind === 15) return check(truth(random, names, 1), 'A');
  if (kind === 16) return fence;
  if (kind === 17 || kind === 18) return storeFence;
  const candidate = random.pick(names.locals);
  return candidate.truth ? havoc(candidate.id) : assume(truth(random, names, 2));
}

function number(random: Random, names: Names, depth: number): Expr {
  if (depth > 0 && random.chance(40)) {
    const op: BinaryOp = random.pick(['+', '+', '-', '*', '/', '%'] as const);
    const left = number(random, names, depth - 1);
    const right = number(random, names, depth - 1);
    return random.chance(10) ? unary('-', left) : binary(op, left, right);
  }
  const cells = names.cells.map((c) => c()).filter((c) => !c.truth);
  const locals = names.locals.filter((l) => !l.truth);
  const choice = random.below(3);
  if (choice === 0 && cells.length > 0) {
    const cell = random.pick(cells);
    return shared(cell.shared, cell.index);
  }
  if (choice === 1 && locals.length > 0) return local(random.pick(locals).id);
  return int(random.below(4) - 1);
}

function truth(random: Random, names: Names, depth: number): Expr {
  const choice = random.below(10);
  if (depth > 0 && choice < 2) {
    const op: BinaryOp = random.pick(['&&', '||', '->'] as const);
    return binary(op, truth(random, names, depth - 1), truth(random, names, depth - 1));
  }
  const cells = names.cells.map((c) => c()).filter((c) => c.truth);
  const locals = names.locals.filter((l) => l.truth);
  if (choice < 4 && cells.length > 0) {
    const cell = random.pick(cells);
    return shared(cell.shared, cell.index);
  }
  if (choice < 6 && locals.length > 0) return local(random.pick(locals).id);
  if (choice === 6) return unary('!', truth(random, names, 0));
  if (choice === 7) return bool(random.chance(70));
  const op: BinaryOp = random.pick(['==', '!=', '<', '<=', '>', '>='] as const);
  return binary(op, number(random, names, 0), number(random, names, 1));
}

/** Formulas of properties: main memory and places. */
function outsideExpr(random: Random, variables: readonly Declared[]): () => Expr {
  const names: Names = {
    cells: variables.map((v) => () => ({
      shared: v.shared,
      truth: v.truth,
      index: v.array ? int(random.below(2)) : null,
    })),
    locals: [],
  };
  return () => {
    const memory = truth(random, names, 2);
    if (random.chance(60)) return memory;
    return binary('->', atLabel(threadId(random.below(2)), null, `L${random.below(3)}`), memory);
  };
}
