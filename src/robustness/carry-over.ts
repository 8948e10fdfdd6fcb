import type { ProgramAsked } from '../ask/ask.js';
import { decideProgram } from '../ask/by-engines.js';
import { chooseEngine, usualEngine } from '../ask/choose.js';
import type { Decision } from '../ask/decision.js';
import { Unsupported } from '../diagnostics/diagnostic.js';
import type { ProgramQuestion } from '../engines/question.js';
import { givenNumber, processesOf } from '../engines/refusals.js';
import { ignoresMemory } from '../lang/program/ignores-memory.js';
import type { Property } from '../lang/program/program.js';
import { isExactTso } from '../memory/model-questions.js';
import { sc } from '../memory/sc.js';
import type { CarriedProof } from '../ask/report.js';
import type { Limits, ProofLimits, SearchPause } from '../search/limits.js';
import { stopOf } from '../search/limits.js';

/**
 * The usual answer; and where buffers without end, or what they hold, leave properties open that a robust program has if it
 * has them under SC, that answer. Nothing but proofs is carried over: a violation would need a run under TSO.
 */
export async function decideCarryingOver(asked: ProgramAsked): Promise<Decision> {
  const { question, hooks, soFar } = asked;
  const { engine } = question.options;
  const carried = carriedOver(question);
  if (carried.length === 0) return decideProgram(question, hooks.note, engine, soFar);
  const other = new OtherWay(asked, carried);
  const decision = await decideProgram(await other.beside(), hooks.note, engine, soFar);
  return (await other.answerFor(decision)) ?? decision;
}

/** What a robust program has if it has it under SC; none where nobody could make use of that. */
function carriedOver({ options, program, properties }: ProgramQuestion): readonly Property[] {
  const isTaken = options.engine === 'auto' && isExactTso(options.model) && options.bound === null;
  if (!isTaken || options.havocRange !== null) return [];
  if (processesOf(program).length > 0 && givenNumber(options) === null) return [];
  return properties.filter(ignoresMemory);
}

/** A search whose states take so much is held up, to see whether there is another way. */
const heldUpAtMB = 16;
/** Whether a program is robust is asked for so long then, with so many states. */
const soonSeconds = 0.3;
const soonMB = 64;
/** A part of the time that is left, or of a time that nobody limits. */
const underScShare = 0.5;
const underScSeconds = 120;
/** Of all time, where robustness is known and an engine cannot be held up. */
const usualShare = 0.6;

const gaveUp: ReadonlySet<string> = new Set(['overflow', 'memory', 'spurious', 'timeout']);

/** By way of SC. */
class OtherWay {
  /** Null: that is not known. */
  #isRobust: boolean | null = null;
  #underSc: DecidedUnderSc | null = null;

  constructor(
    private readonly asked: ProgramAsked,
    private readonly carried: readonly Property[],
  ) {}

  /** The question itself, so that this way is gone where it is the shorter one. */
  async beside(): Promise<ProgramQuestion> {
    const { question } = this.asked;
    const { row } = await chooseEngine('program', question);
    if (row.name === usualEngine('program')) return { ...question, pause: this.#pause };
    if (question.limits.deadline === null || !(await this.#isRobustByPairs())) return question;
    return { ...question, limits: sooner(question.limits, usualShare, Infinity) };
  }

  get #pause(): SearchPause {
    const goesOn = async (open: readonly string[]): Promise<boolean> => {
      const left = this.carried.filter(({ name }) => open.includes(name));
      if (left.length < open.length || !(await this.#isRobustSoon())) return true;
      this.#tell(left, 'the states are many');
      const limits = sooner(this.asked.question.limits, underScShare, underScSeconds);
      const decision = await this.#decideUnderSc(left, limits);
      if (decision === null || !decision.decision.properties.every(isSafe)) return true;
      this.#underSc = decision;
      return false;
    };
    return { atMB: heldUpAtMB, goesOn };
  }

  /** Null: this way leads no further. */
  async answerFor(decision: Decision): Promise<Decision | null> {
    const open = new Set(
      decision.properties.flatMap(({ name, reason }) =>
        reason !== null && gaveUp.has(reason) ? [name] : [],
      ),
    );
    const left = this.carried.filter(({ name }) => open.has(name));
    if (left.length === 0) return null;
    this.asked.soFar?.(decision.properties);
    const underSc = this.#underSc ?? (await this.#atTheEnd(left));
    return underSc === null ? null : withProofs(decision, underSc, this.asked);
  }

  async #atTheEnd(left: readonly Property[]): Promise<DecidedUnderSc | null> {
    const { limits } = this.asked.question;
    if (stopOf(limits, performance.now()) !== null) return null;
    this.#tell(left, 'buffers may have no end');
    this.#isRobust ??= await this.#askTraces(limits);
    return this.#isRobust === true ? this.#decideUnderSc(left, limits) : null;
  }

  #tell(left: readonly Property[], why: string): void {
    const names = left.map(({ name }) => name).join(', ');
    this.asked.hooks.note?.(`${why}: is the program robust, so that SC decides ${names}?`);
  }

  async #isRobustByPairs(): Promise<boolean> {
    const { isRobustByPairs } = await import('./decide-traces.js');
    const isRobust = await unlessRefused(async () => Promise.resolve(isRobustByPairs(this.asked)));
    if (isRobust === true) this.#isRobust = true;
    return isRobust === true;
  }

  async #isRobustSoon(): Promise<boolean> {
    const { limits } = this.asked.question;
    const memoryMB = Math.min(limits.memoryMB ?? soonMB, soonMB);
    this.#isRobust ??= await this.#askTraces({ ...sooner(limits, 1, soonSeconds), memoryMB });
    return this.#isRobust === true;
  }

  /** Null: nobody knows. */
  async #askTraces(limits: Limits): Promise<boolean | null> {
    const { decideTraces } = await import('./decide-traces.js');
    const asked = { ...this.asked, question: { ...this.asked.question, limits } };
    const decision = await unlessRefused(() => decideTraces(asked));
    if (decision === null) return false;
    const [only] = decision.properties;
    return only === undefined || only.verdict === 'unknown' ? null : isSafe(only);
  }

  async #decideUnderSc(properties: readonly Property[], limits: Limits): Promise<DecidedUnderSc | null> {
    const { question: asked, hooks } = this.asked;
    const question: ProgramQuestion = {
      ...{ ...asked, properties, limits, options: { ...asked.options, model: sc } },
      lowerings: asked.lowerings.with({ model: sc }),
    };
    const decision = await unlessRefused(() => decideProgram(question, hooks.note));
    return decision === null ? null : { decision, question };
  }
}

interface DecidedUnderSc {
  readonly decision: Decision;
  readonly question: ProgramQuestion;
}

const isSafe = ({ verdict }: { readonly verdict: string | null }): boolean => verdict === 'safe';

function sooner(limits: Limits, share: number, seconds: number): Limits {
  const now = performance.now();
  const left = ((limits.deadline ?? Infinity) - now) * share;
  const most = Math.min(left, seconds * 1000);
  return Number.isFinite(most) ? { ...limits, deadline: now + most } : limits;
}

/** Null: it is refused. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** What proves everything also tells how; else the engine that decided the rest does. */
function withProofs(decision: Decision, decided: DecidedUnderSc, asked: ProgramAsked): Decision | null {
  const { decision: underSc } = decided;
  const proofs = underSc.properties.filter(isSafe);
  if (proofs.length === 0) return null;
  const byName = new Map(proofs.map((proof) => [proof.name, proof]));
  const isAll = decision.properties.every(({ name }) => byName.has(name));
  const teller = isAll ? underSc : decision;
  const names = proofs.map(({ name }) => name).join(', ');
  return {
    ...teller,
    // What shows it under SC shows nothing of other memory by itself.
    prove: isAll
      ? (limits) => carriedProof(decided, asked, limits)
      : () =>
          Promise.resolve('a part of it is safe because it is robust, and there is no evidence of that yet'),
    properties: decision.properties.map((property) => byName.get(property.name) ?? property),
    warnings: decision.warnings,
    remarks: [
      ...teller.remarks,
      `Safe because the program is robust, and safe under sc (--robust trace, --model sc): ${names}.`,
    ],
  };
}

/** Both that the program has the properties under SC and that it is robust. */
async function carriedProof(
  { decision, question }: DecidedUnderSc,
  asked: ProgramAsked,
  limits: ProofLimits,
): Promise<CarriedProof | string> {
  const { proofOfDecision } = await import('../ask/prove.js');
  // Time is limited as for the whole question, not as it was to get the answer.
  const own = { ...question, limits: asked.question.limits };
  const underSc = await proofOfDecision(decision, own, limits);
  if (underSc === null) return 'there is no evidence of it under sc';
  if (typeof underSc === 'string') return underSc;
  if ('cubes' in underSc || 'underSc' in underSc) return 'there is no evidence of this kind under sc';
  const { proofOfRobustness } = await import('./prove-traces.js');
  const { robust } = await import('./decide-traces.js');
  const attacked = { ...asked, question: { ...asked.question, limits: limits(asked.question) } };
  const shown = await proofOfRobustness(attacked, robust);
  if (typeof shown === 'string') return `it is safe because it is robust, and ${shown}`;
  return { properties: underSc.properties, underSc, robust: shown };
}
