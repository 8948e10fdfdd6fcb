import type {
  BooleanCommand,
  BooleanProgram,
  BooleanThread,
  BooleanValue,
} from '../../src/lang/boolean/boolean-program.js';
import { no, yes } from '../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../src/lang/boolean/boolean-formula.js';
import { commandId } from '../../src/lang/expr/ids.js';

/** A smaller program of which `test` is true as well: no single cut leaves it true. */
export async function shrunk(
  program: BooleanProgram,
  test: (program: BooleanProgram) => Promise<boolean>,
): Promise<BooleanProgram> {
  let best = program;
  for (let found = true; found;) {
    found = false;
    for (const smaller of cuts(best)) {
      if (!(await test(smaller))) continue;
      best = smaller;
      found = true;
      break;
    }
  }
  return best;
}

/** The program with one thing less, what cuts most first. */
function* cuts(program: BooleanProgram): Generator<BooleanProgram> {
  const { threads, infeasible, property } = program;
  for (const [t, thread] of threads.entries()) {
    const empty: BooleanThread = { ...thread, commands: [], entry: thread.end };
    if (thread.commands.length > 0) yield { ...program, threads: threads.with(t, empty) };
    for (const cut of threadCuts(thread)) yield { ...program, threads: threads.with(t, cut) };
  }
  for (const cut of without(infeasible)) yield { ...program, infeasible: cut };
  for (const [i, cube] of infeasible.entries()) {
    for (const cut of formulaCuts(cube)) yield { ...program, infeasible: infeasible.with(i, cut) };
  }
  if (property === null) return;
  for (const condition of formulaCuts(property.condition)) {
    yield { ...program, property: { ...property, condition } };
  }
}

function* threadCuts(thread: BooleanThread): Generator<BooleanThread> {
  const { commands, entry, end, locations } = thread;
  for (const rest of without(commands)) {
    yield { ...thread, commands: rest.map((command, i) => ({ ...command, id: commandId(i) })) };
  }
  // What comes after the target's first command comes at once.
  for (const [i, command] of commands.entries()) {
    const next = commands.find(({ from }) => from === command.to);
    if (next === undefined || next.to === command.to || command.from === command.to) continue;
    yield { ...thread, commands: commands.with(i, { ...command, to: next.to }) };
  }
  const first = commands.find(({ from }) => from === entry);
  if (
    first !== undefined &&
    first.to !== end &&
    first.to !== entry &&
    locations[first.to]?.atomic === false
  ) {
    yield { ...thread, entry: first.to };
  }
  for (const [i, command] of commands.entries()) {
    for (const cut of commandCuts(command)) yield { ...thread, commands: commands.with(i, cut) };
  }
}

function* commandCuts(command: BooleanCommand): Generator<BooleanCommand> {
  const { guard, updates, fence } = command;
  if (fence) yield { ...command, fence: false };
  for (const cut of without(updates)) yield { ...command, updates: cut };
  for (const cut of formulaCuts(guard)) yield { ...command, guard: cut };
  for (const [i, update] of updates.entries()) {
    for (const value of valueCuts(update.value)) {
      yield { ...command, updates: updates.with(i, { ...update, value }) };
    }
  }
}

function* valueCuts(value: BooleanValue): Generator<BooleanValue> {
  if (value.kind === 'formula') {
    for (const formula of formulaCuts(value.formula)) yield { kind: 'formula', formula };
    return;
  }
  for (const cut of formulaCuts(value.yes)) yield { ...value, yes: cut };
  for (const cut of formulaCuts(value.no)) yield { ...value, no: cut };
}

function* formulaCuts(formula: Formula): Generator<Formula> {
  if (formula.kind === 'constant') return;
  yield yes;
  yield no;
  if (formula.kind === 'not') {
    for (const part of formulaCuts(formula.part)) yield { kind: 'not', part };
  } else if (formula.kind === 'and' || formula.kind === 'or') {
    yield* formula.parts;
    for (const parts of without(formula.parts)) if (parts.length > 1) yield { kind: formula.kind, parts };
    for (const [i, part] of formula.parts.entries()) {
      for (const cut of formulaCuts(part)) yield { kind: formula.kind, parts: formula.parts.with(i, cut) };
    }
  }
}

/** The list without one of its items, for each. */
function* without<T>(items: readonly T[]): Generator<readonly T[]> {
  for (const i of items.keys()) yield items.toSpliced(i, 1);
}
