import type { Verdict } from '../../../lang/run/verdict.js';
import { buffersGrow } from '../../../memory/model-questions.js';
import type { SmtCounts } from '../../../smt/smt.js';
import type { ProgramEvidence, ProgramQuestion } from '../../question.js';
import { givenNumber } from '../../refusals.js';
import { mayBufferForEver } from '../../shared/endless-buffers.js';
import { noFormulas } from '../named-formulas.js';
import type { NamedFormulas } from '../named-formulas.js';
import { nothingSpent, summed } from '../task-program.js';
import { proveUnbounded } from './prove-unbounded.js';
import type { UnboundedResult } from './prove-unbounded.js';
import type { DiscoverySettings } from '../../../abstraction/discover/discovery-settings.js';
import { Unsupported } from '../../../diagnostics/diagnostic.js';
import { Stopped } from '../../../search/limits.js';

type SettledVerdicts = Map<string, Verdict<ProgramEvidence>>;

/** Where nobody asked for it: before larger bounds are tried, and at the end. */
const firstSeconds = 10;
const lastSeconds = 60;

/** Decides for buffers of any length what was left open because a bound was too small. A violation would have to come from a run. */
export class AnyLength {
  #counts: SmtCounts = nothingSpent;
  #facts: ReadonlySet<string> = new Set();
  readonly #safe = new Set<string>();
  #attempts = 0;

  constructor(
    private readonly question: ProgramQuestion,
    /** Predicates that were found under SC. */
    private readonly underSc: () => NamedFormulas | undefined,
  ) {}

  get counts(): SmtCounts {
    return this.#counts;
  }

  get hasProved(): boolean {
    return this.#safe.size > 0;
  }

  /** A sentence. */
  get remark(): string {
    const names = [...this.#safe].join(', ');
    const [fact, ...more] = this.#facts;
    const by =
      fact === undefined
        ? 'nothing has to be known of the values that wait'
        : `each write that leaves ${more.length === 0 ? 'has one fact' : `has ${more.length + 1} facts`} proved of it: ${[fact, ...more].slice(0, mostTold).join('; ')}${more.length >= mostTold ? '; ...' : ''}`;
    return `For buffers of any length (${names}): ${by}.`;
  }

  /** Whether nothing is open any more. */
  async attempt(settled: SettledVerdicts, isLast: boolean): Promise<boolean> {
    const isDue = isForAnyLength(this.question) && (isLast || (this.#attempts === 0 && this.#isSoon()));
    const { discovery } = this.question.options;
    const open = this.question.properties.filter(({ name }) => settled.get(name)?.kind === 'unknown');
    if (!isDue || discovery === undefined) return false;
    this.#attempts++;
    const mode = discovery.discover ?? 'both';
    const { safe, counts, facts } = await this.#proved(
      open,
      { ...discovery, discover: mode === 'none' ? 'both' : mode },
      isLast,
    );
    this.#counts = summed(this.#counts, counts);
    this.#facts = new Set([...this.#facts, ...facts]);
    for (const name of safe) this.#safe.add(name);
    if (!open.every(({ name }) => this.#safe.has(name))) return false;
    this.settle(settled);
    return true;
  }

  /** Before larger bounds are tried: somebody asks for it, or no bound suffices. */
  #isSoon(): boolean {
    const { options, lowerings } = this.question;
    if (options.unbounded === true) return true;
    const { system } = lowerings.of('automata', { procs: givenNumber(options) });
    return system.threads.some(mayBufferForEver);
  }

  /** Where nothing comes of it, other bounds and other limits may still decide. */
  async #proved(
    open: ProgramQuestion['properties'],
    settings: DiscoverySettings,
    isLast: boolean,
  ): Promise<UnboundedResult> {
    const question = { ...this.question, limits: this.#limits(isLast) };
    try {
      return await proveUnbounded(question, open, settings, this.underSc() ?? noFormulas);
    } catch (error) {
      if (!(error instanceof Stopped || error instanceof Unsupported)) throw error;
      this.question.note?.(`buffers of any length: ${error.message}`);
      return { safe: [], counts: nothingSpent, facts: [] };
    }
  }

  /** Puts what holds for any length in the place of what was left open. */
  settle(settled: SettledVerdicts): void {
    for (const name of this.#safe)
      if (settled.get(name)?.kind === 'unknown') settled.set(name, { kind: 'safe' });
  }

  #limits(isLast: boolean): ProgramQuestion['limits'] {
    const { limits, options } = this.question;
    if (isLast && options.unbounded === true) return limits;
    const end = performance.now() + 1000 * (isLast ? lastSeconds : firstSeconds);
    return { ...limits, deadline: Math.min(limits.deadline ?? Infinity, end) };
  }
}

const mostTold = 6;

/** Whether nobody has said otherwise, and the question is one that summaries are for. */
function isForAnyLength({ options }: ProgramQuestion): boolean {
  const { model, abstraction, unbounded = null, bound } = options;
  const { method, encoding } = abstraction;
  const isWanted = unbounded ?? bound === null;
  return isWanted && buffersGrow(model) && method === 'lazy' && encoding === 'shapes';
}

export const noEvidence =
  'the proof is about buffers of any length, and there is no evidence of that kind yet';
