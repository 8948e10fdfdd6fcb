import { isJudged } from '../../../src/lang/boolean/boolean-program.js';
import type { BooleanCommand, BooleanProgram } from '../../../src/lang/boolean/boolean-program.js';
import type { BooleanRun, BooleanStep } from '../../../src/lang/boolean/boolean-run.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import { assertNever, at } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

export interface BooleanWalk {
  readonly run: BooleanRun;
  /** The values of all variables in the end. */
  readonly values: readonly boolean[];
}

/** A run that takes random steps until it has taken `length`, or until `patience` tries in a row have led nowhere. */
export function randomWalk(
  program: BooleanProgram,
  random: Random,
  length: number,
  patience = 50,
): BooleanWalk {
  const places: number[] = program.threads.map((t) => t.entry);
  let values: readonly boolean[] = program.variables.map(() => false);
  const steps: BooleanStep[] = [];
  for (let failed = 0; steps.length < length && failed < patience;) {
    failed++;
    const thread = mover(program, places, random);
    const { commands } = at(program.threads, thread);
    const offered = commands.filter((c) => c.from === places[thread]);
    if (offered.length === 0) continue;
    const command = random.pick(offered);
    const taken = attempt(command, values, random);
    if (taken === null) continue;
    if (
      isJudged(program, thread, command.to) &&
      program.infeasible.some((cube) => holds(cube, taken.after, () => false))
    )
      continue;
    failed = 0;
    steps.push({ thread, command: command.id, anys: taken.anys, values: taken.values });
    values = taken.after;
    places[thread] = command.to;
  }
  return { run: { steps }, values };
}

/** The thread that is in a section or must begin, else any but the initialisation. */
function mover({ threads }: BooleanProgram, places: readonly number[], random: Random): number {
  if (at(places, 0) !== at(threads, 0).end) return 0;
  const inside = threads.findIndex((t, i) => at(t.locations, at(places, i)).atomic);
  return inside >= 0 ? inside : random.between(1, threads.length - 1);
}

interface TakenStep {
  readonly anys: readonly boolean[];
  readonly values: readonly boolean[];
  readonly after: readonly boolean[];
}

function attempt(command: BooleanCommand, before: readonly boolean[], random: Random): TakenStep | null {
  const anys: boolean[] = [];
  const draw = (): boolean => {
    const drawn = random.chance(0.5);
    anys.push(drawn);
    return drawn;
  };
  if (!holds(command.guard, before, draw)) return null;
  const values: boolean[] = [];
  for (const { value } of command.updates) {
    if (value.kind === 'formula') {
      values.push(holds(value.formula, before, draw));
      continue;
    }
    const yes = holds(value.yes, before, draw);
    const no = holds(value.no, before, draw);
    if (yes && no) return null;
    values.push(yes || (!no && random.chance(0.5)));
  }
  const after = [...before];
  for (const [i, { target }] of command.updates.entries()) after[target] = at(values, i);
  return { anys, values, after };
}

function holds(formula: Formula, values: readonly boolean[], draw: () => boolean): boolean {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'any':
      return draw();
    case 'literal':
      return at(values, formula.variable) === formula.positive;
    case 'not':
      return !holds(formula.part, values, draw);
    // Every part is looked at: each `*` is drawn whether it matters or not.
    case 'and':
      return formula.parts.map((part) => holds(part, values, draw)).every(Boolean);
    case 'or':
      return formula.parts.map((part) => holds(part, values, draw)).some(Boolean);
    case 'at':
      throw new Error('no guard or value speaks of places');
    default:
      return assertNever(formula);
  }
}
