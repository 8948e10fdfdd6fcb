import { Unsupported } from '../diagnostics/diagnostic.js';
import type { Relief } from '../engines/engine-row.js';
import type { ProgramQuestion } from '../engines/question.js';
import type { Property } from '../lang/program/program.js';
import type { Limits } from '../search/limits.js';
import type { Decision } from './decision.js';
import type { PropertyReport } from './report.js';

/**
 * Where the search of one engine may have no end, it is held up when its states take much room, and what it leaves open
 * goes to another one that has an answer there. What that one has no answer for, the first goes on with. What the first refuses
 * goes to the other at once.
 */

const gaveUp: ReadonlySet<string> = new Set(['memory', 'overflow', 'integer-limit']);

interface TwoEngines {
  readonly first: (question: ProgramQuestion) => Promise<Decision>;
  readonly second: (question: ProgramQuestion) => Promise<Decision>;
  readonly secondName: string;
  readonly relief: Relief;
  /** Hears why the other engine is asked, and what came of it: clauses. */
  readonly note?: ((clause: string) => void) | undefined;
  /** Hears what the other engine has decided. */
  readonly soFar?: ((decided: readonly PropertyReport[]) => void) | undefined;
}

export async function decideByTwo(question: ProgramQuestion, two: TwoEngines): Promise<Decision> {
  const { of, atMB } = two.relief;
  const second = new SecondEngine(question, two, await two.relief.takes(question));
  let wentOn = false;
  let pausedSeconds = 0;
  const goesOn = async (open: readonly string[]): Promise<boolean> => {
    const began = performance.now();
    const decision = await second.ask(open, `the ${of} engine's states take ${atMB} MB`);
    const left = open.filter(
      (name) => decision?.properties.some((p) => p.name === name && isDecided(p)) !== true,
    );
    // Whoever asks may know another way.
    wentOn = left.length > 0 && (question.pause === undefined || (await question.pause.goesOn(left)));
    pausedSeconds = (performance.now() - began) / 1000;
    return wentOn;
  };
  const { limits } = question;
  const memoryMB = least(limits.memoryMB, two.relief.leavesMB ?? null);
  const first = await asDecision(
    two.first({ ...question, limits: { ...limits, memoryMB }, pause: { atMB, goesOn } }),
  );
  if (first instanceof Unsupported) {
    const all = question.properties.map((p) => p.name);
    const instead = await second.ask(all, `the ${of} engine does not take the program`);
    if (instead?.properties.length === all.length) return instead;
    throw first;
  }
  const open = first.properties.filter((p) => p.reason !== null && gaveUp.has(p.reason));
  const names = open.map((p) => p.name);
  const answer = await second.ask(names, `the ${of} engine has come to its limits`);
  const { buildSeconds = 0, ...counted } = first.stats;
  const own = { ...first, stats: { ...counted, buildSeconds: buildSeconds - pausedSeconds } };
  return answer === null ? own : joined(own, answer, wentOn && two.relief.explains !== true);
}

const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** A part of the time that is left, or of a time that nobody limits. */
function shortened(limits: Limits, seconds: number | undefined): Limits {
  if (seconds === undefined) return limits;
  const now = performance.now();
  const left = ((limits.deadline ?? Infinity) - now) * 0.75;
  return { ...limits, deadline: now + Math.min(left, seconds * 1000) };
}

/** What is refused is no decision, but another engine may take it. */
async function asDecision(deciding: Promise<Decision>): Promise<Decision | Unsupported> {
  try {
    return await deciding;
  } catch (error) {
    if (error instanceof Unsupported) return error;
    throw error;
  }
}

const isDecided = ({ verdict }: PropertyReport): boolean => verdict !== 'unknown';

/** It is asked once at most. */
class SecondEngine {
  #answer: Promise<Decision | null> | null = null;

  constructor(
    private readonly question: ProgramQuestion,
    private readonly two: TwoEngines,
    private readonly taken: readonly Property[],
  ) {}

  /** About those of the properties that it takes; null: it has no answer, or nothing was to be asked. */
  ask(open: readonly string[], why: string): Promise<Decision | null> {
    const left = this.taken.filter((p) => open.includes(p.name));
    if (this.#answer !== null || left.length === 0) return this.#answer ?? Promise.resolve(null);
    const { note, secondName, relief } = this.two;
    note?.(`${why}, and ${relief.because}: ${namesOf(left)} to the ${secondName} engine`);
    this.#answer = this.#decide(left);
    return this.#answer;
  }

  /** Null for what it refuses. */
  async #decide(properties: readonly Property[]): Promise<Decision | null> {
    const { question, two } = this;
    const { note, secondName } = two;
    try {
      const limits = shortened(question.limits, two.relief.forSeconds);
      const answer = await two.second({ ...question, properties, limits });
      const left = answer.properties.filter((p) => !isDecided(p));
      two.soFar?.(answer.properties);
      const open = left.length === 0 ? '' : `, but has no answer for ${namesOf(left)}`;
      note?.(`the ${secondName} engine is done${open}`);
      return answer;
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      note?.(`the ${secondName} engine does not take the program`);
      return null;
    }
  }
}

const namesOf = (properties: readonly { readonly name: string }[]): string =>
  properties.map((p) => p.name).join(', ');

/** The first decision, with answers of the second where it has none; one of the two tells the rest. */
function joined(first: Decision, second: Decision, firstTells: boolean): Decision {
  const taken = firstTells ? second.properties.filter(isDecided) : second.properties;
  const answers = new Map(taken.map((p) => [p.name, p] as const));
  const properties = first.properties.map((p) => (isDecided(p) ? p : (answers.get(p.name) ?? p)));
  if (properties.every((p, i) => p === first.properties[i])) return first;
  return {
    ...(firstTells ? first : second),
    properties,
    warnings: [...first.warnings, ...second.warnings],
    remarks: [...first.remarks, ...second.remarks],
  };
}
