import { isJudged } from '../../../src/lang/boolean/boolean-program.js';
import type {
  BooleanCommand,
  BooleanProgram,
  BooleanValue,
} from '../../../src/lang/boolean/boolean-program.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import { assertNever, at } from '../../../src/support/invariant.js';

/** What a Boolean program can do, found by trying every step from every state. */
export interface Interpreted {
  /** Whether some state violates the property; false without one. */
  readonly violated: boolean;
  /** States after the initialisation in which no thread is in an atomic section. */
  readonly states: number;
  /** The same with those of the initialisation. */
  readonly outside: number;
  /** Some jump to a label that is not there was taken. */
  readonly astray: boolean;
  /** Whether the initialisation comes to its end on some path. */
  readonly begins: boolean;
  /** Whether all threads come to their ends on some path. */
  readonly ends: boolean;
  /** For each thread the locations at which it stood while no thread was in an atomic section. */
  readonly visited: readonly ReadonlySet<number>[];
}

export interface BooleanState {
  readonly places: readonly number[];
  readonly values: readonly boolean[];
}

/** Which of the two truth values a formula can have in a state, as each `*` is drawn on its own. */
interface Possible {
  readonly yes: boolean;
  readonly no: boolean;
}

/**
 * The two-valued semantics as the comments of src/lang/boolean/boolean-program.ts tell it, with nothing clever: the reference for
 * everything that decides Boolean programs, of whose code it shares none. Null beyond `maxStates`.
 */
export function interpret(program: BooleanProgram, maxStates = 1_000_000): Interpreted | null {
  const visited = program.threads.map(() => new Set<number>());
  const found = { violated: false, states: 0, outside: 0, astray: false, begins: false, ends: false };
  const seen = new Set<string>();
  const queue: BooleanState[] = [];
  const add = (state: BooleanState): void => {
    const key = `${state.places.join()} ${state.values.map(Number).join('')}`;
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(state);
  };
  add({ places: program.threads.map((t) => t.entry), values: program.variables.map(() => false) });
  for (let i = 0; i < queue.length; i++) {
    if (seen.size > maxStates) return null;
    const state = at(queue, i);
    const inside = program.threads.findIndex((_, t) => isAtomic(program, state, t));
    const begun = hasEnded(program, state, 0);
    for (const t of program.threads.keys()) {
      if (at(at(program.threads, t).locations, at(state.places, t)).astray) found.astray = true;
      if (inside < 0) at(visited, t).add(at(state.places, t));
    }
    if (inside < 0) found.outside++;
    if (inside < 0 && begun) {
      found.begins = true;
      found.states++;
      const ended = program.threads.every((_, t) => hasEnded(program, state, t));
      found.ends ||= ended;
      found.violated ||= violates(program, state, ended);
    }
    for (const t of program.threads.keys()) {
      if (begun ? t === 0 || (inside >= 0 && inside !== t) : t !== 0) continue;
      for (const next of stepsOf(program, state, t)) add(next);
    }
  }
  return { ...found, visited };
}

/** The states in which a run of the commands, one after the other from the start, may end. */
export function statesAfter(
  program: BooleanProgram,
  run: readonly { readonly thread: number; readonly command: number }[],
): readonly BooleanState[] {
  const start = program.threads.map((t) => t.entry);
  let states: readonly BooleanState[] = [{ places: start, values: program.variables.map(() => false) }];
  for (const { thread, command } of run) {
    const taken = at(at(program.threads, thread).commands, command);
    const next = states
      .filter((s) => taken.from === at(s.places, thread) && possible(program, s, taken.guard).yes)
      .flatMap((s) => results(program, s, thread, taken));
    states = [...new Map(next.map((state) => [JSON.stringify(state), state])).values()];
  }
  return states;
}

/** Whether the property may fail in the state. */
export const mayFail = (program: BooleanProgram, state: BooleanState): boolean =>
  program.threads.every((_, t) => !isAtomic(program, state, t)) &&
  hasEnded(program, state, 0) &&
  violates(
    program,
    state,
    program.threads.every((_, t) => hasEnded(program, state, t)),
  );

function violates(program: BooleanProgram, state: BooleanState, ended: boolean): boolean {
  const { property } = program;
  if (property === null || (property.kind === 'final' && !ended)) return false;
  return possible(program, state, property.condition).no;
}

const isAtomic = (program: BooleanProgram, state: BooleanState, thread: number): boolean =>
  at(at(program.threads, thread).locations, at(state.places, thread)).atomic;

const hasEnded = (program: BooleanProgram, state: BooleanState, thread: number): boolean =>
  at(state.places, thread) === at(program.threads, thread).end;

function stepsOf(program: BooleanProgram, state: BooleanState, thread: number): readonly BooleanState[] {
  const { commands } = at(program.threads, thread);
  return commands
    .filter((c) => c.from === at(state.places, thread) && possible(program, state, c.guard).yes)
    .flatMap((c) => results(program, state, thread, c));
}

function results(
  program: BooleanProgram,
  state: BooleanState,
  thread: number,
  command: BooleanCommand,
): readonly BooleanState[] {
  let after: readonly (readonly boolean[])[] = [state.values];
  for (const { target, value } of command.updates) {
    const choices = valuesOf(program, state, value);
    after = after.flatMap((values) => choices.map((choice) => values.with(target, choice)));
  }
  const places = state.places.with(thread, command.to);
  return after
    .map((values) => ({ places, values }))
    .filter(
      (next) =>
        !isJudged(program, thread, command.to) ||
        !program.infeasible.some((cube) => possible(program, next, cube).yes),
    );
}

function valuesOf(program: BooleanProgram, state: BooleanState, value: BooleanValue): readonly boolean[] {
  const values = new Set<boolean>();
  if (value.kind === 'formula') {
    const { yes, no } = possible(program, state, value.formula);
    if (yes) values.add(true);
    if (no) values.add(false);
    return [...values];
  }
  const [whenTrue, whenFalse] = [possible(program, state, value.yes), possible(program, state, value.no)];
  if (whenTrue.yes && whenFalse.no) values.add(true);
  if (whenTrue.no && whenFalse.yes) values.add(false);
  if (whenTrue.no && whenFalse.no) values.add(true).add(false);
  return [...values];
}

function possible(program: BooleanProgram, state: BooleanState, formula: Formula): Possible {
  switch (formula.kind) {
    case 'constant':
      return { yes: formula.value, no: !formula.value };
    case 'any':
      return { yes: true, no: true };
    case 'literal': {
      const holds = at(state.values, formula.variable) === formula.positive;
      return { yes: holds, no: !holds };
    }
    case 'at': {
      const { locations } = at(program.threads, formula.thread);
      const holds = at(locations, at(state.places, formula.thread)).label === formula.label;
      return { yes: holds, no: !holds };
    }
    case 'not': {
      const { yes, no } = possible(program, state, formula.part);
      return { yes: no, no: yes };
    }
    case 'and': {
      const parts = formula.parts.map((part) => possible(program, state, part));
      return { yes: parts.every((p) => p.yes), no: parts.some((p) => p.no) };
    }
    case 'or': {
      const parts = formula.parts.map((part) => possible(program, state, part));
      return { yes: parts.some((p) => p.yes), no: parts.every((p) => p.no) };
    }
    default:
      return assertNever(formula);
  }
}
