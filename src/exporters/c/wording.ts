import { constantValue } from '../../lang/expr/constant.js';
import { localsOf, sharedReads, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { initialExprs } from '../../lang/program/program.js';
import type { LocalVar, Program } from '../../lang/program/program.js';
import { at, getOrFail } from '../../support/invariant.js';
import { includes, int32 } from '../../lang/expr/interval.js';
import type { Type } from '../../lang/expr/type.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { remembered } from '../../support/remembered.js';
import type { ExportPurpose } from '../exporter.js';
import { NameSupply, legalForm } from './naming.js';
import { typeName } from './pieces.js';
import { placesWritten } from './undone-writes.js';

/** What everything of a program is called in C, and where it stands. */
export class CScope {
  /** For further names of the file. */
  readonly globals = new NameSupply();
  readonly #shared: readonly string[];
  readonly #threads: readonly string[];
  readonly #global: ReadonlySet<LocalId>;
  readonly #locals = new Map<LocalId, string>();
  readonly #ghosts = new Map<string, string>();
  readonly #names: readonly NameSupply[];
  readonly #owners: ReadonlyMap<SharedId, ThreadId>;

  constructor(
    readonly program: Program,
    readonly purpose: ExportPurpose,
  ) {
    const { globals } = this;
    this.#owners = purpose === 'verifier' ? ownersOf(program) : new Map();
    this.#shared = program.shared.map(({ name }) => globals.take(name));
    this.#threads = program.threads.map(({ name }) => globals.take(`thread_${legalForm(name)}`));
    this.#global = globalLocals(program);
    const threadName = (id: ThreadId): string => legalForm(at(program.threads, id).name);
    for (const { id, name, thread } of program.locals.filter((v) => this.isGlobal(v.id)))
      this.#locals.set(id, globals.take(`${threadName(thread)}_${name}`));
    for (const { thread, label } of spokenPlaces(program)) {
      if (this.#ghosts.has(key(thread, label))) continue;
      const ghost = globals.take(`${threadName(thread)}_at_${legalForm(label)}`);
      this.#ghosts.set(key(thread, label), ghost);
    }
    this.#names = program.threads.map((thread) => {
      const supply = new NameSupply(globals);
      const own = program.locals.filter((v) => v.thread === thread.id && !this.isGlobal(v.id));
      for (const { id, name } of own) this.#locals.set(id, supply.take(name));
      return supply;
    });
  }

  shared(id: SharedId): string {
    return at(this.#shared, id);
  }

  local(id: LocalId): string {
    return getOrFail(this.#locals, id);
  }

  /** The only thread that knows of the variable, which stands in its function then; null: there are several, or none. */
  ownerOf(id: SharedId): ThreadId | null {
    return this.#owners.get(id) ?? null;
  }

  typeName(type: Type): string {
    return typeName(type, this.purpose);
  }

  /** The variable that tells whether the thread is at the label. */
  at(thread: ThreadId, label: string): string {
    return getOrFail(this.#ghosts, key(thread, label));
  }

  /** The function of a thread. */
  thread(id: ThreadId): string {
    return at(this.#threads, id);
  }

  /** Locals that others may look at, and those whose initial value is not a constant: they stand outside their function. */
  isGlobal(id: LocalId): boolean {
    return this.#global.has(id);
  }

  /** The labels of a thread that properties speak of. */
  tracked(thread: ThreadId): ReadonlySet<string> {
    const places = spokenPlaces(this.program).filter((place) => place.thread === thread);
    return new Set(places.map(({ label }) => label));
  }

  /** For further names of a thread's function. */
  names(thread: ThreadId): NameSupply {
    return at(this.#names, thread);
  }
}

const key = (thread: ThreadId, label: string): string => `${thread} ${label}`;

/** The formulas that are checked in C. */
const checkedFormulas = (program: Program): readonly Expr[] =>
  program.properties.flatMap((p) => (p.kind === 'invariant' || p.kind === 'final' ? [p.formula] : []));

const spokenPlaces = (program: Program): readonly Extract<Expr, { kind: 'at' }>[] =>
  checkedFormulas(program).flatMap((formula) => [...subexpressions(formula)].filter((e) => e.kind === 'at'));

function globalLocals(program: Program): ReadonlySet<LocalId> {
  const initialisers = [...program.shared, ...program.locals].flatMap(({ init }) => initialExprs(init));
  const seen = [...checkedFormulas(program), ...initialisers].flatMap((e) => [...localsOf(e)]);
  const made = program.locals.filter((v) => !startsConstant(v)).map((v) => v.id);
  return new Set([...seen, ...made]);
}

/** The shared variables that one thread alone has to do with. */
function ownersOf(program: Program): ReadonlyMap<SharedId, ThreadId> {
  const users = new Map<SharedId, Set<ThreadId | null>>();
  const use = (id: SharedId, thread: ThreadId | null): void =>
    void remembered(users, id, () => new Set<ThreadId | null>()).add(thread);
  const outside = [
    ...checkedFormulas(program),
    ...[...program.shared, ...program.locals].flatMap(({ init }) => initialExprs(init)),
  ];
  for (const read of outside.flatMap(sharedReads)) use(read.shared, null);
  for (const { id, init } of program.shared)
    if (init.kind === 'any' || !initialExprs(init).every(isPlain)) use(id, null);
  for (const { id, body } of program.threads)
    for (const stmt of everyStatement(body)) {
      for (const read of exprsOf(stmt).flatMap(sharedReads)) use(read.shared, id);
      for (const place of placesWritten(stmt)) if (place.kind === 'shared') use(place.shared, id);
    }
  return new Map(
    [...users].flatMap(([id, threads]): readonly (readonly [SharedId, ThreadId])[] => {
      const [only = null, ...more] = threads;
      return only === null || more.length > 0 ? [] : [[id, only]];
    }),
  );
}

const startsConstant = ({ init }: LocalVar): boolean => init.kind === 'value' && isPlain(init.value);

/** Whether a C initialiser can have the value: a constant of 32 bits. */
export function isPlain(value: Expr): boolean {
  const constant = constantValue(value);
  return typeof constant === 'bigint' ? includes(int32, constant) : constant !== null;
}
