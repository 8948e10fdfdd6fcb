import { Unsupported } from '../../diagnostics/diagnostic.js';
import { binary, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { defaultOf } from '../../lang/expr/type.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import type { Literal, SmtModel, Smt } from '../../smt/smt.js';
import { getOrFail } from '../../support/invariant.js';
import { inputOfStep, typesOf } from '../commands/command-variables.js';
import type { CommandPath, CommandProgram, StateProperty } from '../command-program.js';
import type { PathValues } from '../abstraction-request.js';
import { isChosen } from './execution-of.js';
import { symbolicPath } from './symbolic-path.js';

export type Followed =
  /** With these values the program takes the path, and violates the property at its end. */
  | { readonly kind: 'feasible'; readonly values: PathValues }
  /** The program can follow so many steps; all of them: then the property holds. */
  | { readonly kind: 'infeasible'; readonly follows: number }
  | { readonly kind: 'unknown'; readonly detail: string };

/**
 * Whether the program itself can take a path, from its start, and violate the property after it (null: whether it can take
 * the path). One formula over initial and drawn values tells; where it has no model, some more queries tell how far the
 * program can go. The solver must have been opened with the types of `typesOf`, which knows the inputs of steps.
 */
export async function followPath(
  program: CommandProgram,
  smt: Smt,
  path: CommandPath,
  violated: StateProperty | null,
): Promise<Followed> {
  const { initial, steps, end } = symbolicPath(program, path, violated?.formula ?? null);
  const parts = [initial, ...steps, end];
  try {
    await smt.prepare(parts.flat());
  } catch (error) {
    // Sums along a path can be beyond a procedure that everything else is within.
    if (error instanceof Unsupported) return { kind: 'unknown', detail: error.message };
    throw error;
  }
  const levels = new Levels(parts, smt);
  const answer = levels.check(parts.length - 1);
  switch (answer.kind) {
    case 'unknown':
      return { kind: 'unknown', detail: 'the solver gave up on the path of a counterexample' };
    case 'unsat':
      return { kind: 'infeasible', follows: Math.min(longestPrefix(levels, answer.level), path.length) };
    case 'sat': {
      const mentioned = new Set(parts.flat().flatMap((condition) => [...variablesOf(condition)]));
      const typeOf = typesOf(program);
      const integers = [...mentioned].filter((variable) => typeOf(variable).kind !== 'bool');
      const model = answer.model ?? (await levels.smallModel(integers));
      if (model !== null) return { kind: 'feasible', values: valuesIn(program, path, mentioned, model) };
      return { kind: 'unknown', detail: 'the values that a counterexample needs are too large' };
    }
  }
}

type LevelAnswer =
  | { readonly kind: 'sat'; readonly model: SmtModel | null }
  /** Already with the conditions up to this level. */
  | { readonly kind: 'unsat'; readonly level: number }
  | { readonly kind: 'unknown' };

/** The conditions of a path, level by level: of the start, of each step, of the end. */
class Levels {
  /** Of each condition the first level that it is at. */
  readonly #levels = new Map<Literal, number>();

  constructor(
    parts: readonly (readonly Expr[])[],
    private readonly smt: Smt,
  ) {
    for (const [level, conditions] of parts.entries()) {
      for (const condition of conditions) {
        const literal = smt.literal(condition);
        if (!this.#levels.has(literal)) this.#levels.set(literal, level);
      }
    }
  }

  /** The conditions up to a level, that included. */
  check(last: number): LevelAnswer {
    const answer = this.smt.check([...this.#levels].flatMap(([l, level]) => (level <= last ? [l] : [])));
    if (answer.kind !== 'unsat') return answer;
    const levels = answer.core.map((literal) => getOrFail(this.#levels, literal));
    return { kind: 'unsat', level: levels.reduce((a, b) => Math.max(a, b), 0) };
  }

  /** All conditions, with values that machine numbers hold; null if there are none or they were not found. */
  async smallModel(integers: readonly Expr[]): Promise<SmtModel | null> {
    const limit = 2n ** 40n;
    const bounds = integers.flatMap((v) => [binary('<=', v, int(limit)), binary('>=', v, int(-limit))]);
    await this.smt.prepare(bounds);
    const answer = this.smt.check([...this.#levels.keys(), ...bounds.map((b) => this.smt.literal(b))]);
    return answer.kind === 'sat' ? answer.model : null;
  }
}

/**
 * The number of steps whose conditions hold together, given a level where they do not. An unsatisfiable core often shows the
 * very step, so the level before it is tried first; then halves. Where the solver gives up, the number may be too small.
 */
function longestPrefix(levels: Levels, contradiction: number): number {
  let possible = 0;
  let impossible = contradiction;
  for (let probe = impossible - 1; probe > possible;) {
    const answer = levels.check(probe);
    if (answer.kind === 'unknown') break;
    if (answer.kind === 'sat') possible = probe;
    else impossible = answer.level;
    probe = (possible + impossible) >> 1;
  }
  return possible;
}

function valuesIn(
  program: CommandProgram,
  path: CommandPath,
  mentioned: ReadonlySet<Expr>,
  model: SmtModel,
): PathValues {
  const typeOf = typesOf(program);
  // What nothing was asked of may be anything.
  const valueOf = (variable: Expr): bigint =>
    mentioned.has(variable) ? model.value(variable) : defaultOf(typeOf(variable));
  const chosen = [...mentioned].filter((variable) => isChosen(program.system, variable));
  return {
    initial: new Map(chosen.map((variable) => [variable, valueOf(variable)])),
    drawn: path.map(({ drawn }, i) => drawn.map((input) => valueOf(inputOfStep(program, input, i)))),
  };
}
