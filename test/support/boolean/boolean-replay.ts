import { isJudged } from '../../../src/lang/boolean/boolean-program.js';
import type {
  BooleanCommand,
  BooleanProgram,
  BooleanUpdate,
} from '../../../src/lang/boolean/boolean-program.js';
import type { BooleanRun, BooleanStep } from '../../../src/lang/boolean/boolean-run.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import { assertNever, at } from '../../../src/support/invariant.js';
import type { BooleanState } from './boolean-interpreter.js';

/** Why the run is none of the program, or does not end in a violation of its property; null if it does. */
export function objection(program: BooleanProgram, run: BooleanRun): string | null {
  let state: BooleanState = {
    places: program.threads.map(({ entry }) => entry),
    values: program.variables.map(() => false),
  };
  for (const [i, step] of run.steps.entries()) {
    const after = performed(program, state, step);
    if (typeof after === 'string') return `step ${i + 1}: ${after}`;
    state = after;
  }
  return violates(program, state) ? null : 'the property is not violated at the end';
}

const hasEnded = (program: BooleanProgram, { places }: BooleanState, thread: number): boolean =>
  at(places, thread) === at(program.threads, thread).end;

const isAtomic = (program: BooleanProgram, { places }: BooleanState, thread: number): boolean =>
  at(at(program.threads, thread).locations, at(places, thread)).atomic;

function violates(program: BooleanProgram, state: BooleanState): boolean {
  const { property, threads } = program;
  if (property === null || !hasEnded(program, state, 0)) return false;
  if (threads.some((_, t) => isAtomic(program, state, t))) return false;
  if (property.kind === 'final' && !threads.every((_, t) => hasEnded(program, state, t))) return false;
  return !holds(program, state, property.condition, drawer([]));
}

function performed(program: BooleanProgram, state: BooleanState, step: BooleanStep): BooleanState | string {
  const { thread } = step;
  if ((thread === 0) === hasEnded(program, state, 0)) return 'the initialisation runs first, and alone';
  if (program.threads.some((_, t) => t !== thread && isAtomic(program, state, t)))
    return 'another thread is in an atomic section';
  const command = at(at(program.threads, thread).commands, step.command);
  if (command.from !== at(state.places, thread)) return 'the command begins elsewhere';
  const values = updated(program, state, command, step);
  if (typeof values === 'string') return values;
  const after = { places: state.places.with(thread, command.to), values };
  const isInfeasible = (cube: Formula): boolean => holds(program, after, cube, drawer([]));
  if (isJudged(program, thread, command.to) && program.infeasible.some(isInfeasible))
    return 'it leads to an infeasible state';
  return after;
}

function updated(
  program: BooleanProgram,
  state: BooleanState,
  { guard, updates }: BooleanCommand,
  step: BooleanStep,
): readonly boolean[] | string {
  const draw = drawer(step.anys);
  if (!holds(program, state, guard, draw)) return 'the guard does not hold';
  if (step.values.length !== updates.length) return 'there are not as many values as updates';
  let { values } = state;
  for (const [i, update] of updates.entries()) {
    const value = at(step.values, i);
    const expected = valueOf(program, state, update, draw);
    if (expected === 'none') return `no value is possible for update ${i + 1}`;
    if (expected !== 'either' && expected !== value) return `update ${i + 1} gives another value`;
    values = values.with(update.target, value);
  }
  return draw.left() === 0 ? values : 'there are more choices than `*`';
}

function valueOf(
  program: BooleanProgram,
  state: BooleanState,
  { value }: BooleanUpdate,
  draw: Drawer,
): boolean | 'either' | 'none' {
  if (value.kind === 'formula') return holds(program, state, value.formula, draw);
  const [yes, no] = [holds(program, state, value.yes, draw), holds(program, state, value.no, draw)];
  if (yes && no) return 'none';
  return yes || no ? yes : 'either';
}

/** Gives what each `*` was, one after the other. */
interface Drawer {
  (): boolean;
  readonly left: () => number;
}

function drawer(anys: readonly boolean[]): Drawer {
  let next = 0;
  return Object.assign((): boolean => at(anys, next++), { left: () => anys.length - next });
}

/** Evaluates every part, so that each `*` takes its choice. */
function holds(program: BooleanProgram, state: BooleanState, formula: Formula, draw: Drawer): boolean {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'any':
      return draw();
    case 'literal':
      return at(state.values, formula.variable) === formula.positive;
    case 'at': {
      const { locations } = at(program.threads, formula.thread);
      return at(locations, at(state.places, formula.thread)).label === formula.label;
    }
    case 'not':
      return !holds(program, state, formula.part, draw);
    case 'and':
      return formula.parts.map((part) => holds(program, state, part, draw)).every(Boolean);
    case 'or':
      return formula.parts.map((part) => holds(program, state, part, draw)).some(Boolean);
    default:
      return assertNever(formula);
  }
}
