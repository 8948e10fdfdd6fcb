import { unsupported } from '../../diagnostics/diagnostic.js';
import { refuseBits } from '../../lang/program/refuse.js';
import type { Program, Property } from '../../lang/program/program.js';
import type { Execution } from '../../lang/run/execution.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { rewritten } from '../../pass/lowerings.js';
import type { Lowered } from '../../pass/run-pipeline.js';
import { requireTime, secondsLeft, Stopped } from '../../search/limits.js';
import type { Stop } from '../../search/limits.js';
import { Pacer } from '../../search/pacer.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { FindingOf, ProgramEvidence, ProgramQuestion } from '../question.js';
import { processesOf } from '../../lang/program/program.js';
import { copiesToShow, expandedIds, requireAlike } from '../shared/any-number.js';
import type { Samples } from './sampled-facts.js';
import { isWhole, proveForAll } from './invariant-search.js';
import type { CopiedProgram, Proved, SearchPace } from './invariant-search.js';
import { sampleRuns } from './sample-runs.js';
import type { SampledStates } from './sample-runs.js';
import { areAlike } from './thread-copies.js';
import type { CopiedThread } from './thread-copies.js';

/** A thread that steps, and two beside it that a clause speaks of. */
const leastCopies = 3;
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

/** Of what is worked on. */
type SampledRun = { readonly lowered: Lowered; readonly execution: Execution };

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
        samples.map((s) => s.samples),
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

  /** With what is alive, and if that is not enough with all that threads know. */
  async #proved(room: number, samples: readonly Samples[]): Promise<Proved> {
    const program = this.#program();
    const of = async (keepsAll: boolean): Promise<Proved> => {
      const proved = await proveForAll(program, room, samples, this.#pace, keepsAll);
      this.#count(proved);
      this.question.note?.(`${proved.kept} clauses about ${proved.phases} phases are inductive`);
      return proved;
    };
    const usual = await of(false);
    return isWhole(usual) ? usual : of(true);
  }

  #program(): CopiedProgram {
    const { program, properties, lowerings, options } = this.question;
    const copies = Math.max(leastCopies, copiesToShow(program, properties));
    const lowered = lowerings.of('automata', { procs: copies });
    const kinds = kindsOf(program, copies);
    for (const { threads, name, isAny } of kinds)
      if (isAny && !areAlike(lowered.system, threads))
        unsupported(
          `the threads of ${name} are not alike in all that a proof about any number of them needs`,
        );
    return {
      ...{ system: lowered.system, model: options.model, kinds },
      properties: rewritten(properties, lowered),
    };
  }

  /** States of instances; what they violate is settled. */
  async #sampled(
    room: number,
    sizes: readonly number[],
  ): Promise<readonly { readonly samples: Samples; readonly sampled: SampledStates }[]> {
    const all = [];
    for (const [more, most] of sizes.entries()) {
      const { lowerings, properties, options, program } = this.question;
      const procs = this.#least + more;
      const lowered = lowerings.of('automata', { procs });
      const kinds = kindsOf(program, procs);
      const { system } = lowered;
      const kindOf = system.threads.map(({ id }) => kindWith(kinds, id));
      const asked = rewritten(properties, lowered);
      const sampled = await sampleRuns(
        {
          ...{ system, model: options.model, properties: asked, room, most },
          kindOf: kindOf.map(({ number }) => number),
        },
        this.#pace.pause,
      );
      this.#counts.states += sampled.states.length;
      this.#counts.transitions += sampled.transitions;
      for (const [name, execution] of sampled.violations) this.#violated(name, asked, { lowered, execution });
      if (this.#open().length === 0) break;
      all.push({ sampled, samples: { system, states: sampled.states, kindOf } });
    }
    return all;
  }

  #violated(name: string, asked: readonly Property[], { lowered, execution }: SampledRun): void {
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

/** The threads of an instance, by what they are copies of. */
function kindsOf(program: Program, procs: number): readonly CopiedThread[] {
  let number = 0;
  return expandedIds(program, procs).flatMap((threads, i): readonly CopiedThread[] => {
    const { name, instances } = at(program.threads, i);
    return instances.kind === 'any'
      ? [{ number: number++, name, threads, isAny: true }]
      : threads.map((thread) => ({ number: number++, name, threads: [thread], isAny: false }));
  });
}

function kindWith(kinds: readonly CopiedThread[], thread: number): CopiedThread {
  const kind = kinds.find(({ threads }) => threads.some((id) => id === thread));
  return at(kind === undefined ? [] : [kind], 0);
}
