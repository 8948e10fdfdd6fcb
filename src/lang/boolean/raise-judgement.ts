import { isJudged } from './boolean-program.js';
import type { BooleanCommand, BooleanProgram, BooleanThread } from './boolean-program.js';
import { variablesOf } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import type { BooleanId } from '../expr/ids.js';
import { propagate } from '../program/liveness.js';
import { at, getOrFail } from '../../support/invariant.js';
import { addTo, remembered } from '../../support/remembered.js';

/**
 * Which infeasible cubes a step has to be judged by. Where it begins, or where the section that it is in began, none of them
 * held; so only those can hold that have a variable which was written since. Three-valued states also learn from guards,
 * and the cubes tell them more: so the variables of guards count as written.
 */
export class JudgementRaising {
  /** The cubes with the variable. */
  readonly #having = new Map<BooleanId, Formula[]>();
  readonly #pending: readonly (readonly ReadonlySet<BooleanId>[])[];
  /** By the cubes' positions: of equal lists one. */
  readonly #lists = new Map<string, readonly Formula[]>();
  readonly #position = new Map<Formula, number>();

  constructor(private readonly program: BooleanProgram) {
    program.infeasible.forEach((cube, i) => {
      this.#position.set(cube, i);
      for (const variable of variablesOf(cube)) addTo(this.#having, variable, cube);
    });
    this.#pending = program.threads.map((thread, i) => this.#since(thread, i));
  }

  /** Null: the step is not judged. */
  of(thread: number, command: BooleanCommand): readonly Formula[] | null {
    if (!isJudged(this.program, thread, command.to)) return null;
    // The first judgement of all is that at the end of the initialisation.
    if (thread === 0 || !this.#startIsJudged) return this.program.infeasible;
    const touched = [...at(at(this.#pending, thread), command.from), ...touchedBy(command)];
    const cubes = new Set(touched.flatMap((variable) => this.#having.get(variable) ?? []));
    const positions = [...cubes].map((cube) => getOrFail(this.#position, cube)).sort((a, b) => a - b);
    return remembered(this.#lists, positions.join(), () =>
      positions.map((i) => at(this.program.infeasible, i)),
    );
  }

  get #startIsJudged(): boolean {
    const { entry, end } = at(this.program.threads, 0);
    return entry !== end;
  }

  /** For each location what may have been written since the thread was judged. */
  #since({ locations, commands }: BooleanThread, thread: number): readonly ReadonlySet<BooleanId>[] {
    const since = locations.map(() => new Set<BooleanId>());
    const backward = commands
      .filter(({ to }) => !isJudged(this.program, thread, to))
      .map((command) => ({ command, from: command.to, to: command.from }));
    propagate(since, backward, ({ command }, before) => [...before, ...touchedBy(command)]);
    return since;
  }
}

const touchedBy = ({ guard, updates }: BooleanCommand): Iterable<BooleanId> => [
  ...updates.map(({ target }) => target),
  ...variablesOf(guard),
];
