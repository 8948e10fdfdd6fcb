import { unsupported } from '../src/diagnostics/diagnostic.js';
import {
  atLabel,
  binary,
  conjunction,
  forall,
  instanceLocal,
  int,
  local,
  mapChildren,
  param,
  shared,
} from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import { localId, threadId } from '../src/lang/expr/ids.js';
import type { BinderId, LocalId, SharedId, ThreadId } from '../src/lang/expr/ids.js';
import type {
  Block,
  Init,
  LocalVar,
  Program,
  SharedPlace,
  SharedVar,
  Stmt,
  Thread,
} from '../src/lang/program/program.js';
import { mapFormulas } from '../src/lang/program/program.js';
import { mapBlocks, mapExpressions } from '../src/lang/program/visit.js';
import { evaluateConstant } from '../src/lang/expr/eval.js';
import type { PassContext, ProgramPass } from '../src/pass/pass.js';
import { at, getOrFail, invariant } from '../src/support/invariant.js';

/**
 * Every thread with a range and every process becomes one thread an instance; a forall becomes a conjunction.
 *
 *   BEFORE  shared bool w[Q] = false;   AFTER  shared bool w[2] = false;
 *           thread Q(me: 0..1) {               thread Q(0) { w[0] = true; }
 *             w[me] = true;                    thread Q(1) { w[1] = true; }
 *           }
 *           invariant forall a in Q: w[a];     invariant w[0] && w[1];
 *
 * An index into a per-instance array counts from the first instance: with `Q(me: 1..2)`, w[me] becomes w[me - 1]. Left
 * alone: programs in which no thread has instances.
 */
export const expandInstances: ProgramPass = {
  name: 'expand-instances',
  summary: 'copy threads once for each instance and spell out foralls',
  level: 'program',
  requires: ['resolved'],
  establishes: ['no-instances', 'no-ranges'],
  run: (program, context) =>
    program.threads.every((t) => t.instances.kind === 'one') ? program : expand(program, context, false),
};

/** The same but for processes, which stay as they are: for targets that know any number of them. */
export const expandRanges: ProgramPass = {
  name: 'expand-ranges',
  summary: 'copy threads with a range once for each instance',
  level: 'program',
  requires: ['resolved'],
  establishes: ['no-ranges'],
  run: (program, context) =>
    program.threads.every((t) => t.instances.kind !== 'range') ? program : expand(program, context, true),
};

/** A copy of a thread; one that stays a process has no number. */
interface Copy {
  readonly original: Thread;
  readonly number: number | null;
  readonly id: ThreadId;
}

/** The new ids of the copies of one thread. */
type Copies = ReadonlyMap<Copy['number'], ThreadId>;

function expand(program: Program, context: PassContext, keepsProcesses: boolean): Program {
  const copies = new Map<ThreadId, Copies>();
  const plan: Copy[] = [];
  for (const original of program.threads) {
    const stays = keepsProcesses && original.instances.kind === 'any';
    const numbers = stays ? [null] : instanceNumbers(original, context);
    const made = numbers.map((number, i): Copy => ({ original, number, id: threadId(plan.length + i) }));
    copies.set(original.id, new Map(made.map(({ number, id }) => [number, id])));
    plan.push(...made);
  }
  const placed = plan.flatMap((copy) =>
    program.locals.filter((v) => v.thread === copy.original.id).map((variable) => ({ variable, copy })),
  );
  const localOf = new Map(
    placed.map(({ variable, copy }, i) => [localKey(variable.id, copy.number), localId(i)]),
  );
  const expander = new InstanceExpander(program, copies, localOf, context.watch);
  const locals = placed.map(({ variable, copy: { id: thread, number } }, i): LocalVar => ({
    ...variable,
    id: localId(i),
    thread,
    init: expander.init(variable.init, number),
  }));
  const threads = plan.map(({ original, number, id }): Thread => ({
    ...original,
    id,
    name:
      original.instances.kind === 'one' || number === null ? original.name : `${original.name}(${number})`,
    instances: number === null ? original.instances : { kind: 'one' },
    body: expander.block(original.body, number),
  }));
  return {
    ...program,
    threads,
    locals,
    shared: program.shared.map((variable) => expander.shared(variable)),
    properties: program.properties.map((p) => mapFormulas(p, (formula) => expander.expr(formula, null))),
    predicates: program.predicates.flatMap((predicate) => expander.predicates(predicate)),
  };
}

/** In a property, a local named without instance belongs to a thread that has just one. */
const localKey = (id: LocalId, number: number | null): string => `${id} ${number ?? 0}`;

/** As for a thread with a range. */
const maxInstances = 1000;

function instanceNumbers(thread: Thread, context: PassContext): readonly number[] {
  const { instances } = thread;
  switch (instances.kind) {
    case 'one':
      return [0];
    case 'range':
      return Array.from({ length: instances.hi - instances.lo + 1 }, (_, i) => instances.lo + i);
    case 'any':
      if (context.procs === null) {
        return unsupported(
          `process ${thread.name} has any number of instances, which this engine does not handle`,
          thread.span,
          'give a number with --procs N, or write a thread with a range',
        );
      }
      if (context.procs > maxInstances) {
        return unsupported(
          `--procs ${context.procs} is more than this engine handles`,
          thread.span,
          `the limit is ${maxInstances}`,
        );
      }
      return Array.from({ length: context.procs }, (_, i) => i);
  }
}

/** In how many cases the foralls of a program may be spelt out. Each is evaluated in every state. */
const maxCases = 300_000;

/** Rewrites what belongs to instance `number` of a thread; `number` is null in properties and in processes that stay. */
class InstanceExpander {
  private cases = 0;

  constructor(
    private readonly program: Program,
    private readonly copies: ReadonlyMap<ThreadId, Copies>,
    private readonly localOf: ReadonlyMap<string, LocalId>,
    private readonly watch: () => void = () => undefined,
  ) {}

  shared(variable: SharedVar): SharedVar {
    const init = this.init(variable.init, null);
    if (variable.shape.kind !== 'per-instance') return { ...variable, init };
    const { thread } = variable.shape;
    const process = this.kept(thread);
    if (process !== undefined) return { ...variable, init, shape: { kind: 'per-instance', thread: process } };
    const length = this.numbers(thread).length;
    const first = this.firstIndex(variable.id);
    return {
      ...variable,
      init,
      shape: { kind: 'array', length, ...(first === 0 ? {} : { shownFrom: first }) },
    };
  }

  init(init: Init, number: number | null): Init {
    switch (init.kind) {
      case 'any':
        return init;
      case 'value':
        return { kind: 'value', value: this.expr(init.value, number) };
      case 'cells':
        return { kind: 'cells', values: init.values.map((v) => this.expr(v, number)) };
    }
  }

  block(block: Block, number: number | null): Block {
    return block.map((stmt) => this.stmt(stmt, number));
  }

  /** The new id of a process that stays. */
  private kept(thread: ThreadId): ThreadId | undefined {
    return getOrFail(this.copies, thread).get(null);
  }

  private numbers(thread: ThreadId): readonly number[] {
    return [...getOrFail(this.copies, thread).keys()].flatMap((number) => number ?? []);
  }

  private local(id: LocalId, number: number | null): LocalId {
    return getOrFail(this.localOf, localKey(id, number));
  }

  /** The number of the first cell as the program counts. */
  private firstIndex(id: SharedId): number {
    const { shape } = at(this.program.shared, id);
    return shape.kind === 'per-instance' && this.kept(shape.thread) === undefined
      ? Math.min(...this.numbers(shape.thread))
      : 0;
  }

  /** An index from 0. */
  private index(id: SharedId, index: Expr | null): Expr | null {
    const first = this.firstIndex(id);
    if (index === null || first === 0) return index;
    return index.kind === 'int' ? int(index.value - BigInt(first)) : binary('-', index, int(first));
  }

  private place(place: SharedPlace): SharedPlace {
    return { ...place, index: this.index(place.shared, place.index) };
  }

  private stmt(stmt: Stmt, number: number | null): Stmt {
    this.watch();
    const inner = mapBlocks(
      mapExpressions(stmt, (e) => this.expr(e, number)),
      (b) => this.block(b, number),
    );
    const own = (id: LocalId): LocalId => this.local(id, number);
    switch (inner.kind) {
      case 'assign':
        return inner.target.kind === 'local'
          ? { ...inner, target: { kind: 'local', local: own(inner.target.local) } }
          : { ...inner, target: this.place(inner.target) };
      case 'havoc':
        return { ...inner, local: own(inner.local) };
      case 'rmw':
        return {
          ...inner,
          place: this.place(inner.place),
          result: inner.result === null ? null : own(inner.result),
        };
      case 'skip':
      case 'fence':
      case 'assume':
      case 'assert':
      case 'goto':
      case 'if':
      case 'while':
      case 'either':
      case 'atomic':
      case 'locked':
        return inner;
    }
  }

  /** What a predicate says of each instance, or of some, is a predicate of its own. */
  predicates(formula: Expr, bound: ReadonlyMap<BinderId, number> = new Map()): readonly Expr[] {
    const isSome = formula.kind === 'unary' && formula.op === '!' && formula.arg.kind === 'forall';
    const family = isSome ? formula.arg : formula;
    if (family.kind !== 'forall' || this.kept(family.thread) !== undefined)
      return [this.expr(formula, null, bound)];
    return this.choices(family.thread, family.binders).flatMap((choice) =>
      this.predicates(family.body, new Map([...bound, ...choice])),
    );
  }

  expr(expr: Expr, number: number | null, bound: ReadonlyMap<BinderId, number> = new Map()): Expr {
    this.watch();
    const inside = (e: Expr): Expr => this.expr(e, number, bound);
    switch (expr.kind) {
      case 'param': {
        const process = this.kept(expr.thread);
        if (process !== undefined) return param(process);
        invariant(number !== null, 'a parameter stands inside its thread');
        return int(number);
      }
      case 'bound': {
        // One that is bound to a process that stays is not given a number.
        const instance = bound.get(expr.binder);
        return instance === undefined ? expr : int(instance);
      }
      case 'local':
        return local(this.local(expr.local, number));
      case 'instance-local': {
        if (this.kept(at(this.program.locals, expr.local).thread) !== undefined) {
          return instanceLocal(this.local(expr.local, null), inside(expr.instance));
        }
        const instance = Number(evaluateConstant(inside(expr.instance)));
        return local(this.localOf.get(localKey(expr.local, instance)) ?? missing(instance));
      }
      case 'at': {
        const process = this.kept(expr.thread);
        if (process !== undefined) {
          return atLabel(process, expr.instance === null ? null : inside(expr.instance), expr.label);
        }
        const instance = expr.instance === null ? 0 : Number(evaluateConstant(inside(expr.instance)));
        return atLabel(
          getOrFail(this.copies, expr.thread).get(instance) ?? missing(instance),
          null,
          expr.label,
        );
      }
      case 'forall': {
        const process = this.kept(expr.thread);
        if (process !== undefined) return forall(expr.binders, process, inside(expr.body));
        return conjunction(
          this.choices(expr.thread, expr.binders).map((choice) =>
            this.expr(expr.body, number, new Map([...bound, ...choice])),
          ),
        );
      }
      case 'shared':
        return shared(expr.shared, this.index(expr.shared, expr.index === null ? null : inside(expr.index)));
      case 'int':
      case 'bool':
      case 'unary':
      case 'binary':
      case 'temporal':
      case 'until':
        return mapChildren(expr, inside);
    }
  }

  /** Before the cases are made: nested foralls have more of them than any memory holds. */
  private requireFew(cases: number): void {
    this.cases += cases;
    if (this.cases <= maxCases) return;
    unsupported(
      `the foralls of the properties speak of more than ${maxCases} cases`,
      null,
      'give the threads fewer instances, or state the property of some of them',
    );
  }

  /** All ways to give the binders pairwise different instances. */
  private choices(
    thread: ThreadId,
    binders: readonly BinderId[],
  ): readonly (readonly [BinderId, number])[][] {
    const numbers = this.numbers(thread);
    this.requireFew(binders.reduce((count, _, i) => count * (numbers.length - i), 1));
    return binders.reduce<(readonly [BinderId, number])[][]>(
      (partial, binder) =>
        partial.flatMap((choice) =>
          numbers
            .filter((n) => choice.every(([, used]) => used !== n))
            .map((n) => [...choice, [binder, n] as const]),
        ),
      [[]],
    );
  }
}

/** Ranges were checked by the front end, so this is a process of which --procs makes too few. */
function missing(instance: number): never {
  return unsupported(
    `a property speaks of instance ${instance}, which does not exist`,
    null,
    'raise --procs',
  );
}
