import { Unsupported } from '../../diagnostics/diagnostic.js';
import { openSmt } from '../../smt/session.js';
import type { Literal, Smt, SmtCounts, SolverChoice } from '../../smt/smt.js';
import type { CommandPath, CommandProgram, StateProperty } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import { relaxedStart } from './counted-variables.js';
import { PathVariables, numberedPath } from './numbered-path.js';
import type { NumberedPath } from './numbered-path.js';
import { PathRefuter } from './path-refuter.js';
import type { PathCore } from './path-refuter.js';
import type { SpuriousPath } from './spurious-path.js';

export type Examined =
  | ({ readonly kind: 'spurious' } & SpuriousPath)
  | { readonly kind: 'feasible' }
  /** The solver gave up. */
  | { readonly kind: 'unknown' };

/** Whether the program can take a path; and if not, why. Difference logic first, the solver where that is not enough. */
export class PathExaminer {
  readonly names: PathVariables;
  readonly #refuter: PathRefuter;
  #smt: Smt | null = null;

  constructor(
    private readonly program: CommandProgram,
    private readonly solver: SolverChoice,
    private readonly secondsLeft?: () => number,
  ) {
    this.names = new PathVariables(program);
    this.#refuter = new PathRefuter(this.names.typeOf);
  }

  get counts(): SmtCounts {
    const { queries } = this.#refuter;
    const { smtCalls, z3Calls, dlCalls } = this.#smt?.counts ?? { smtCalls: 0, z3Calls: 0, dlCalls: 0 };
    return { smtCalls: smtCalls + queries, z3Calls, dlCalls: dlCalls + queries };
  }

  get #clock(): Pick<SpuriousPath, 'secondsLeft'> {
    return this.secondsLeft === undefined ? {} : { secondsLeft: this.secondsLeft };
  }

  examine(steps: CommandPath, violated: StateProperty | null): Promise<Examined> {
    return this.#examine(numberedPath(this.program, steps, violated, this.names));
  }

  /** The path from more starts, if the program cannot take it from any of them either. */
  async relaxed({ formula }: SpuriousPath): Promise<SpuriousPath | null> {
    const start = relaxedStart(this.program).flatMap(conjuncts);
    const parts = [start, ...formula.parts.slice(1)];
    const examined = await this.#examine({ ...formula, parts });
    return examined.kind === 'spurious' ? examined : null;
  }

  async #examine(formula: NumberedPath): Promise<Examined> {
    const { typeOf } = this.names;
    const about = { kind: 'spurious', formula, typeOf, ...this.#clock } as const;
    const answer = this.#refuter.refute(formula);
    switch (answer.kind) {
      case 'possible':
        return { kind: 'feasible' };
      case 'refuted':
        return { ...about, core: answer.core, refutation: answer.refutation };
      case 'unknown': {
        const core = await this.#askSolver(formula);
        if (core === 'sat') return { kind: 'feasible' };
        return core === 'unknown' ? { kind: 'unknown' } : { ...about, core, refutation: null };
      }
    }
  }

  async #askSolver({ parts }: NumberedPath): Promise<PathCore | 'sat' | 'unknown'> {
    const smt = (this.#smt ??= openSmt({ solver: this.solver, typeOf: this.names.typeOf, ...this.#clock }));
    try {
      await smt.prepare(parts.flat());
    } catch (error) {
      if (error instanceof Unsupported) return 'unknown';
      throw error;
    }
    const literals = parts.map((conditions) => conditions.map((c) => smt.literal(c)));
    const answer = smt.check([...new Set(literals.flat())]);
    if (answer.kind !== 'unsat') return answer.kind;
    const core = new Set<Literal>(answer.core);
    return parts.map((conditions) => conditions.filter((c) => core.has(smt.literal(c))));
  }

  dispose(): void {
    this.#smt?.dispose();
  }
}
