import { refuseBits } from '../../lang/program/refuse.js';
import type { Property } from '../../lang/program/program.js';
import type { Execution } from '../../lang/run/execution.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { requireTime, secondsLeft, Stopped } from '../../search/limits.js';
import type { Stop } from '../../search/limits.js';
import { Pacer } from '../../search/pacer.js';
import { getOrFail } from '../../support/invariant.js';
import type { FindingOf, ProgramEvidence, ProgramQuestion } from '../question.js';
import { processesOf } from '../../lang/program/program.js';
import { copiesToShow, requireAlike } from '../shared/any-number.js';
import { copiedProgram, sampledProgram } from './few-threads.js';
import type { SampledProgram } from './few-threads.js';
import type { SampledInstance } from './common-facts.js';
import { isWhole, proveForAll } from './invariant-search.js';
import type { Proved, SearchPace } from './invariant-search.js';

/** Where nobody says how many writes may wait, so many are tried, one after the other. */
const mostRoom = 4;
/** States of an instance, by how many processes it has more than the smallest. */
const sampledStates = [2500, 5000];
/** Where there is no proof, larger instances are looked at for a violation. */
const searchedStates = [60_000, 40_000, 20_000];

/** By invariants about each one and each two threads, of which there may be any number. */
export async function decideForAll(question: ProgramQuestion): Promise<FindingOf<'program'>> {
  refuseBits(question.program, 'the quantified engine');
  requireAlike('quantified', question.program, question.properties);
  const deciding = new Deciding(question);
  try {
    await deciding.decide();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    deciding.stopped(error.stop);
  }
  return deciding.finding();
}

class Deciding {
  readonly #verdicts = new Map<string, Verdict<ProgramEvidence>>();
  readonly #pacer: Pacer;
  readonly #counts = { states: 0, transitions: 0, smtCalls: 0, z3Calls: 0, dlCalls: 0 };
  readonly #pace: SearchPace;
  readonly #least: number;
  #room: number | null = null;

  constructor(private readonly question: ProgramQuestion) {
    const { limits, progress, program, properties } = question;
    this.#pacer = new Pacer(limits, (seconds) =>
      progress({ phase: 'invariants', states: this.#counts.states, frontier: 0, seconds }),
    );
    this.#pace = {
      pause: async () => {
        const stop = await this.#pacer.pause();
        if (stop !== null) throw new Stopped(stop);
      },
      watch: () => requireTime(limits),
      secondsLeft: () => secondsLeft(limits),
    };
    this.#least = Math.max(2, copiesToShow(program, properties));
  }

  async decide(): Promise<void> {
    for (const room of this.#rooms()) {
      this.#room = room;
      const samples = await this.#sampled(room, sampledStates);
      if (this.#open().length === 0) return;
      if (samples.some(({ sampled }) => sampled.overflows)) {
        this.#leaveOpen({ reason: 'overflow', why: `some run has more than ${room} buffered writes` });
        continue;
      }
      const faulty = samples.some(({ sampled }) => sampled.faults);
      if (faulty) return this.#leaveOpen({ reason: 'cut-off', why: 'some run ends at a fault' });
      const proved = await this.#proved(
        room,
        samples.map(({ instance }) => instance),
      );
      if (proved.overflow === null) {
        this.#conclude(proved);
        break;
      }
      this.#leaveOpen({
        reason: 'overflow',
        why: `nothing that was found excludes more than ${room} buffered writes: ${proved.overflow}`,
      });
    }
    if (this.#open().length > 0) await this.#sampled(this.#room ?? 0, searchedStates);
  }

  stopped({ reason, why }: Stop): void {
    for (const { name } of this.question.properties)
      if (!this.#verdicts.has(name)) this.#verdicts.set(name, { kind: 'unknown', reason, detail: why });
  }

  finding(): FindingOf<'program'> {
    const names = processesOf(this.question.program).map(({ name }) => name);
    return {
      verdicts: this.#verdicts,
      bound: hasBuffers(this.question.options.model) ? this.#room : null,
      remarks: names.length === 0 ? [] : [`This is about any number of threads of ${names.join(', ')}.`],
      stats: { ...this.#counts, checkSeconds: this.#pacer.seconds, tableBytes: 0 },
      prove: () =>
        Promise.resolve('an invariant about any number of threads is no evidence that can be written'),
    };
  }

  #rooms(): readonly number[] {
    const { bound, model } = this.question.options;
    if (!hasBuffers(model)) return [0];
    if (typeof bound === 'number') return [bound];
    return Array.from({ length: mostRoom }, (_, i) => i + 1);
  }

  /** Neither safe nor unsafe as yet. */
  #open(): readonly Property[] {
    return this.question.properties.filter(({ name }) => {
      const verdict = this.#verdicts.get(name);
      return verdict === undefined || verdict.kind === 'unknown';
    });
  }

  #leaveOpen({ reason, why }: Stop): void {
    for (const { name } of this.#open()) this.#verdicts.set(name, { kind: 'unknown', reason, detail: why });
  }

  #conclude({ remaining, fault }: Proved): void {
    for (const { name } of this.#open()) {
      const left = getOrFail(remaining, name);
      if (left !== null)
        this.#verdicts.set(name, {
          kind: 'unknown',
          reason: 'spurious',
          detail: `no invariant was found that excludes ${left}`,
        });
      else if (fault !== null)
        this.#verdicts.set(name, {
          kind: 'unknown',
          reason: 'cut-off',
          detail: `executions may end where div, bounds or range is violated: ${fault}`,
        });
      else this.#verdicts.set(name, { kind: 'safe' });
    }
  }

  /** From what is alive, and if that is not enough from all that threads know. */
  async #proved(room: number, samples: readonly SampledInstance[]): Promise<Proved> {
    const program = copiedProgram(this.question);
    const of = async (isThorough: boolean): Promise<Proved> => {
      const proved = await proveForAll(program, room, samples, this.#pace, isThorough);
      this.#count(proved);
      this.question.note?.(
        `${proved.invariant.length} clauses about ${proved.phases.all.length} phases are inductive`,
      );
      return proved;
    };
    const usual = await of(false);
    return isWhole(usual) ? usual : of(true);
  }

  /** Instances of these sizes; what they violate is settled. */
  async #sampled(room: number, sizes: readonly number[]): Promise<readonly SampledProgram[]> {
    const all: SampledProgram[] = [];
    for (const [more, most] of sizes.entries()) {
      const size = { procs: this.#least + more, room, most };
      const found = await sampledProgram(this.question, size, this.#pace.pause);
      this.#counts.states += found.sampled.states.length;
      this.#counts.transitions += found.sampled.transitions;
      for (const [name, execution] of found.sampled.violations) this.#violated(name, found, execution);
      if (this.#open().length === 0) break;
      all.push(found);
    }
    return all;
  }

  #violated(name: string, { asked, lowered }: SampledProgram, execution: Execution): void {
    const property = asked.find((p) => p.name === name);
    if (property === undefined || this.#verdicts.get(name)?.kind === 'unsafe') return;
    this.#verdicts.set(name, {
      kind: 'unsafe',
      ...{ lowered, property, execution, cycle: null, shows: 'system' },
    });
  }

  #count({ counts }: Proved): void {
    this.#counts.smtCalls += counts.smtCalls;
    this.#counts.z3Calls += counts.z3Calls;
    this.#counts.dlCalls += counts.dlCalls;
  }
}
