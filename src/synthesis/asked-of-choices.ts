import { decideProgram } from '../ask/by-engines.js';
import { chooseEngine } from '../ask/choose.js';
import type { Decision } from '../ask/decision.js';
import type { PropertyReport } from '../ask/report.js';
import { Unsupported } from '../diagnostics/diagnostic.js';
import type { ProgramQuestion } from '../engines/question.js';
import type { Property } from '../lang/program/program.js';
import { getOrFail, invariant } from '../support/invariant.js';
import type { UnknownAnswer } from './selection-problem.js';

/** What engines say of a program with a choice. */
export type DecidedChoice =
  | { readonly kind: 'holds' }
  /** By the run that is told. */
  | { readonly kind: 'violated'; readonly report: PropertyReport }
  | UnknownAnswer;

interface LastProof {
  /** The engine. */
  readonly by: string;
  readonly milliseconds: number;
}

/** What a proof may take that is like the last one. */
const leastAgain = 200;
const timesAgain = 2;

const keyOf = (properties: readonly Property[]): string => JSON.stringify(properties.map(({ name }) => name));

const isFirstAsked = async (engine: string, question: ProgramQuestion): Promise<boolean> =>
  question.options.engine !== 'auto' || (await chooseEngine('program', question)).row.name === engine;

/** Asks engines about programs that differ in what is chosen, and remembers what they said. */
export class AskedOfChoices {
  #sufficient: Decision | null = null;
  #violated: Decision | null = null;
  #last: Decision | null = null;
  /** The property that was violated last. */
  #suspect: string | null = null;
  /** Of groups of properties, by `keyOf`: who had the last answer, where it is not who is asked first. */
  readonly #proofs = new Map<string, LastProof>();

  /** `isOfRuns`: a property that speaks of whole runs. */
  constructor(
    private readonly properties: readonly Property[],
    private readonly isOfRuns: (property: Property) => boolean,
  ) {}

  /** Ends with the first violation: what was violated last is asked for first, then runs, then states. */
  ask(
    question: ProgramQuestion,
    title: string,
    decide: (question: ProgramQuestion) => Promise<Decision> = decideProgram,
  ): Promise<DecidedChoice> {
    return this.#decided(question, title, async (asked) => {
      const began = performance.now();
      const decision = await decide(asked);
      const isUsual = decide !== decideProgram || (await isFirstAsked(decision.engine, asked));
      const key = keyOf(asked.properties);
      if (isUsual) this.#proofs.delete(key);
      else this.#proofs.set(key, { by: decision.engine, milliseconds: performance.now() - began });
      return decision;
    });
  }

  /**
   * By the engine that had the last answer after another had given up, and in about as much time. Null: no other engine had
   * one, or this one has none now.
   */
  async again(
    question: ProgramQuestion,
    title: string,
  ): Promise<Exclude<DecidedChoice, UnknownAnswer> | null> {
    if (this.#groups().some((group) => !this.#proofs.has(keyOf(group)))) return null;
    const last = this.#last;
    try {
      const decided = await this.#decided(question, title, (asked) => {
        const { by, milliseconds } = getOrFail(this.#proofs, keyOf(asked.properties));
        const most = performance.now() + Math.max(leastAgain, timesAgain * milliseconds);
        const deadline = Math.min(asked.limits.deadline ?? most, most);
        return decideProgram({ ...asked, limits: { ...asked.limits, deadline } }, undefined, by);
      });
      if (decided.kind !== 'unknown') return decided;
      this.#last = last;
    } catch (error) {
      // It was asked about some of the properties only.
      if (!(error instanceof Unsupported)) throw error;
      this.#proofs.clear();
    }
    return null;
  }

  async #decided(
    question: ProgramQuestion,
    title: string,
    decide: (question: ProgramQuestion) => Promise<Decision>,
  ): Promise<DecidedChoice> {
    const { limits, progress } = question;
    const decisions: Decision[] = [];
    for (const properties of this.#groups()) {
      const decision = await decide({
        ...{ ...question, properties },
        progress: (p) => progress({ ...p, phase: `${title}, ${p.phase}` }),
        limits: { ...limits, firstViolation: true },
      });
      decisions.push(decision);
      const report = decision.properties.find(({ verdict }) => verdict === 'unsafe');
      if (report === undefined) continue;
      this.#violated = decision;
      this.#suspect = report.name;
      return { kind: 'violated', report };
    }
    const decision = joined(decisions);
    this.#last = decision;
    const open = decision.properties.find(({ verdict }) => verdict === 'unknown');
    if (open !== undefined)
      return { kind: 'unknown', reason: open.reason ?? 'unconfirmed', detail: open.detail ?? '' };
    this.#sufficient = decision;
    return { kind: 'holds' };
  }

  /** Each property of runs is looked at alone, and soon found to be violated; those of states all at once. */
  #groups(): readonly (readonly Property[])[] {
    const ofState = this.properties.filter((p) => !this.isOfRuns(p));
    const groups = [
      ...this.properties.filter(this.isOfRuns).map((p) => [p]),
      ...(ofState.length > 0 || this.properties.length === 0 ? [ofState] : []),
    ];
    const suspected = (group: readonly Property[]): number =>
      group.some(({ name }) => name === this.#suspect) ? 0 : 1;
    return groups.toSorted((a, b) => suspected(a) - suspected(b));
  }

  /** What the engine said of a set that suffices; or of one that does not, else of the last one. */
  lastDecision(suffices: boolean): Decision | null {
    return (suffices ? this.#sufficient : this.#violated) ?? this.#last;
  }
}

function joined(decisions: readonly Decision[]): Decision {
  const [first] = decisions;
  invariant(first !== undefined, 'something was asked');
  return {
    ...first,
    properties: decisions.flatMap(({ properties }) => properties),
    warnings: decisions.flatMap(({ warnings }) => warnings),
    remarks: decisions.flatMap(({ remarks }) => remarks),
  };
}
