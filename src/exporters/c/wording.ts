import { constantValue } from '../../lang/expr/constant.js';
import { localsOf, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { initialExprs } from '../../lang/program/program.js';
import type { LocalVar, Program } from '../../lang/program/program.js';
import { at, getOrFail } from '../../support/invariant.js';
import { includes, int32 } from '../../lang/expr/interval.js';
import { NameSupply, legalForm } from './naming.js';

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

  constructor(readonly program: Program) {
    const { globals } = this;
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

const startsConstant = ({ init }: LocalVar): boolean => init.kind === 'value' && isPlain(init.value);

/** Whether a C initialiser can have the value: a constant of 32 bits. */
export function isPlain(value: Expr): boolean {
  const constant = constantValue(value);
  return typeof constant === 'bigint' ? includes(int32, constant) : constant !== null;
}
