import { constantValue } from '../../ir/constant.js';
import { localsOf, subexpressions } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { LocalId, SharedId, ThreadId } from '../../ir/ids.js';
import type { Init, LocalVar, Program } from '../../ir/program.js';
import { at, getOrFail } from '../../support/check.js';
import { includes, int32 } from '../../ir/interval.js';
import { NameSupply, legalForm } from './names.js';

/** What everything of a program is called in C, and where it stands. */
export interface Scope {
  readonly program: Program;
  /** For further names of the file. */
  readonly globals: NameSupply;
  shared(id: SharedId): string;
  local(id: LocalId): string;
  /** The variable that tells whether the thread is at the label. */
  at(thread: ThreadId, label: string): string;
  /** The function of a thread. */
  thread(id: ThreadId): string;
  /** Locals that others may look at, and those whose initial value is not a constant: they stand outside their function. */
  isGlobal(id: LocalId): boolean;
  /** The labels of a thread that properties speak of. */
  tracked(thread: ThreadId): ReadonlySet<string>;
  /** For further names of a thread's function. */
  names(thread: ThreadId): NameSupply;
}

export function makeScope(program: Program): Scope {
  const globals = new NameSupply();
  const shared = program.shared.map(({ name }) => globals.take(name));
  const threads = program.threads.map(({ name }) => globals.take(`thread_${legalForm(name)}`));
  const global = globalLocals(program);
  const locals = new Map<LocalId, string>();
  const threadName = (id: ThreadId): string => legalForm(at(program.threads, id).name);
  for (const { id, name, thread } of program.locals.filter((v) => global.has(v.id)))
    locals.set(id, globals.take(`${threadName(thread)}_${name}`));
  const ghosts = new Map<string, string>();
  for (const place of spokenPlaces(program)) {
    if (place.kind !== 'at' || ghosts.has(key(place.thread, place.label))) continue;
    ghosts.set(
      key(place.thread, place.label),
      globals.take(`${threadName(place.thread)}_at_${legalForm(place.label)}`),
    );
  }
  const names = program.threads.map((thread) => {
    const supply = new NameSupply(globals);
    for (const { id, name } of program.locals.filter((v) => v.thread === thread.id && !global.has(v.id)))
      locals.set(id, supply.take(name));
    return supply;
  });
  return {
    program,
    globals,
    shared: (id) => at(shared, id),
    local: (id) => getOrFail(locals, id),
    at: (thread, label) => getOrFail(ghosts, key(thread, label)),
    thread: (id) => at(threads, id),
    isGlobal: (id) => global.has(id),
    tracked: (thread) =>
      new Set(
        spokenPlaces(program).flatMap((e) => (e.kind === 'at' && e.thread === thread ? [e.label] : [])),
      ),
    names: (thread) => at(names, thread),
  };
}

const key = (thread: ThreadId, label: string): string => `${thread} ${label}`;

/** The formulas that are checked in C. */
export const checkedFormulas = (program: Program): readonly Expr[] =>
  program.properties.flatMap((p) => (p.kind === 'invariant' || p.kind === 'final' ? [p.formula] : []));

const spokenPlaces = (program: Program): readonly Expr[] =>
  checkedFormulas(program).flatMap((formula) => [...subexpressions(formula)].filter((e) => e.kind === 'at'));

function globalLocals(program: Program): ReadonlySet<LocalId> {
  const initialisers = [...program.shared, ...program.locals].flatMap(({ init }) => initialExprs(init));
  const seen = [...checkedFormulas(program), ...initialisers].flatMap((e) => [...localsOf(e)]);
  const made = program.locals.filter((v) => !startsConstant(v)).map((v) => v.id);
  return new Set([...seen, ...made]);
}

export function initialExprs(init: Init): readonly Expr[] {
  switch (init.kind) {
    case 'any':
      return [];
    case 'value':
      return [init.value];
    case 'cells':
      return init.values;
  }
}

const startsConstant = ({ init }: LocalVar): boolean => init.kind === 'value' && isPlain(init.value);

/** Whether a C initialiser can have the value: a constant of 32 bits. */
export function isPlain(value: Expr): boolean {
  const constant = constantValue(value);
  return typeof constant === 'bigint' ? includes(int32, constant) : constant !== null;
}
