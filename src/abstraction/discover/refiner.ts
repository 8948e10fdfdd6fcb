import type { Expr } from '../../lang/expr/expr.js';
import type { CommandPath, CommandProgram } from '../command-program.js';
import type { DiscoverySettings } from './discovery-settings.js';
import { diverges } from './divergence.js';
import type { PathExaminer } from './examine.js';
import type { FoundPredicates } from './found-predicates.js';
import type { ProbeBeside } from './probe-beside.js';
import type { SpuriousPath } from './spurious-path.js';
import { strategyNamed } from './strategies/index.js';
import type { StrategyName } from './strategies/index.js';
import { templates } from './templates.js';

/** What is asked where difference logic is not enough: Spacer takes seconds, so only every few times it comes first. */
const beyondDifferences = ['wp', 'spacer'] as const satisfies readonly StrategyName[];
const spacerEvery = 4;

interface RefinerParts {
  readonly found: FoundPredicates;
  readonly examiner: PathExaminer;
  readonly probe: ProbeBeside;
}

/** Where predicates come from: paths that the program does not take, and where these have no end, guesses. */
export class Refiner {
  /** Refinement counts along with the program, so what counters start from is left out of paths. */
  #isRelaxed = false;
  #hasObserved = false;
  #hasTemplates = false;
  /** Paths that difference logic cannot refute. */
  #beyond = 0;

  constructor(
    private readonly program: CommandProgram,
    private readonly settings: DiscoverySettings,
    private readonly parts: RefinerParts,
  ) {}

  /** What a property speaks of is nearly always asked for. */
  begin(isAsked: (property: string) => boolean): void {
    if (this.settings.discover === 'templates') this.#addTemplates(0);
    else
      for (const { property, formula } of this.program.stateProperties)
        if (isAsked(property.name)) this.#addGuesses([formula], 'property', 0);
  }

  /** How many predicates the path brought. */
  async refine(path: SpuriousPath, steps: CommandPath, iteration: number): Promise<number> {
    const { discover, refine } = this.settings;
    if (discover === 'templates') return 0;
    const relaxed = this.#isRelaxed ? await this.parts.examiner.relaxed(path) : null;
    for (const one of relaxed === null ? [path] : [relaxed, path]) {
      const isBeyond = one.refutation === null;
      if (isBeyond) {
        this.#isRelaxed = true;
        const observed = await this.#addObserved(iteration);
        if (observed > 0) return observed;
      }
      for (const name of new Set([refine, ...(isBeyond ? this.#forBeyond() : [])])) {
        const added = await this.#addBy(name, one, steps, iteration);
        if (added > 0) return added;
      }
    }
    return 0;
  }

  #forBeyond(): readonly StrategyName[] {
    const isSpacersTurn = ++this.#beyond % spacerEvery === 0;
    return isSpacersTurn ? beyondDifferences.toReversed() : beyondDifferences;
  }

  async #addBy(
    name: StrategyName,
    path: SpuriousPath,
    steps: CommandPath,
    iteration: number,
  ): Promise<number> {
    const strategy = await strategyNamed(name);
    const where = { iteration, from: name };
    const cuts = (await strategy(path)) ?? [];
    return cuts.reduce(
      (sum, { cut, formula }) =>
        // Before the first step is a cut, too.
        sum + this.parts.found.add(formula, { ...where, asked: { behind: steps[cut - 1] ?? null } }),
      0,
    );
  }

  /** Where it looks as if there were no end, one remedy after the other. */
  async meetDivergence(iteration: number): Promise<void> {
    if (this.#hasTemplates || !diverges(this.parts.found.all, this.program, this.settings.diverge)) return;
    if (this.#isRelaxed) await this.guess(iteration);
    this.#isRelaxed = true;
  }

  /** Adds predicates that no path asks for. False: there are none, or no new ones. */
  async guess(iteration: number): Promise<boolean> {
    return (await this.#addObserved(iteration)) > 0 || this.#addTemplates(iteration) > 0;
  }

  async #addObserved(iteration: number): Promise<number> {
    if (this.#hasObserved || !this.#mayGuess) return 0;
    this.#hasObserved = true;
    return this.#addGuesses(await this.parts.probe.facts(), 'observed', iteration);
  }

  #addTemplates(iteration: number): number {
    if (this.#hasTemplates || (this.settings.discover !== 'templates' && !this.#mayGuess)) return 0;
    this.#hasTemplates = true;
    return this.#addGuesses(templates(this.program), 'template', iteration);
  }

  get #mayGuess(): boolean {
    const { discover, diverge } = this.settings;
    return discover === 'both' && diverge > 0;
  }

  #addGuesses(formulas: readonly Expr[], from: string, iteration: number): number {
    const { found } = this.parts;
    return formulas.reduce((sum, formula) => sum + found.add(formula, { iteration, from, asked: null }), 0);
  }
}
