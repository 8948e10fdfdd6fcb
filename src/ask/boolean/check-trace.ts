import { lineOf } from '../../diagnostics/span.js';
import type { BooleanSystem } from '../../lang/boolean/to-system/to-system.js';
import type { Holder } from '../../lang/boolean/to-system/to-system-variables.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import type { BooleanCommand, BooleanLocation, BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import type { LocationId } from '../../lang/expr/ids.js';
import type { Trace, TraceStep } from '../../lang/run/trace.js';
import { at, invariant } from '../../support/invariant.js';
import { StepEffects } from './check-effects.js';
import type { ValueEffect } from './check-effects.js';
import { Needed } from './check-needed.js';
import { ToldRows } from './check-rows.js';
import { BooleanStates } from './check-states.js';

/** A run is told up to this size, in characters. */
const usualSize = 40_000_000;

/** An execution that was replayed, as a reader wants it; `conclusion` says what is wrong in the end. */
export function readableTrace(
  program: BooleanProgram,
  lowered: BooleanSystem,
  machine: Machine,
  execution: Execution,
  conclusion: string,
  size = usualSize,
): Trace {
  const violated = lowered.property?.name ?? null;
  const run = new RunTelling(program, lowered, machine, size).told(execution);
  return { ...run, violated, conclusion };
}

/** One step of the program and what it did. */
interface BooleanMove {
  readonly command: BooleanCommand;
  readonly from: BooleanLocation;
  readonly to: BooleanLocation;
  readonly effects: readonly ValueEffect[];
  readonly source: SourceStatement | null;
}

/** A statement of the abstracted program that a thread has come to. It is told once. */
interface SourceStatement {
  readonly text: string;
  told: boolean;
}

/**
 * Tells a run in few rows: the initialisation is one, an atomic section is one unless the own buffer is flushed in
 * between, and what neither changes anything nor decides anything has none.
 */
class RunTelling {
  readonly #states: BooleanStates;
  readonly #effects: StepEffects;
  readonly #needed: Needed;
  readonly #rows: ToldRows;
  /** The locals that rows tell to be something else than at first, and those that the property is about. */
  readonly #locals: Set<Holder>;
  /** Of each thread the newest that it has come to. */
  readonly #sources: (SourceStatement | null)[];
  #moves: BooleanMove[] = [];
  #last: BooleanMove | null = null;
  #mover = 0;
  /** Some row is about a process. */
  #begun = false;
  #before: MachineState;
  #now: MachineState;

  constructor(
    private readonly program: BooleanProgram,
    lowered: BooleanSystem,
    private readonly machine: Machine,
    size: number,
  ) {
    this.#states = new BooleanStates(lowered, machine);
    this.#effects = new StepEffects(program, lowered, machine, this.#states);
    this.#needed = new Needed(program, lowered);
    this.#rows = new ToldRows(size / this.#states.size);
    this.#locals = new Set(this.#needed.ofProperty);
    this.#sources = program.threads.map(() => null);
    this.#now = machine.initial({ cells: new Map(), locals: new Map() });
    this.#before = this.#now;
  }

  told({ steps }: Execution): Pick<Trace, 'initial' | 'steps' | 'leftOut'> {
    const initial = this.#now;
    for (const step of steps) this.#take(step);
    this.#close();
    const last = this.#last;
    if (!this.#begun && last !== null && this.#mover !== 0) {
      this.#row('edge', lineOf(last.command.span), `${placeOf(last)}${last.command.text}`);
    }
    // What came after the last row changed nothing but places.
    this.#rows.endIn(this.#now);
    const shown = (state: MachineState) => this.#states.snapshot(state, this.#locals);
    const { kept, leftOut } = this.#rows;
    return {
      initial: shown(kept.length === 0 ? this.#now : initial),
      steps: kept.map((row) => ({ ...row, after: shown(row.after) })),
      ...(leftOut === null ? {} : { leftOut: { ...leftOut, reached: shown(leftOut.reached) } }),
    };
  }

  #take(step: Step): void {
    if (step.kind === 'flush' || step.thread !== this.#mover || !this.#goesOn()) this.#close();
    const result = this.machine.take(this.#now, step);
    invariant(result.kind === 'moved', 'the run was replayed before it is told');
    this.#mover = step.thread;
    this.#now = result.state;
    if (step.kind === 'flush') {
      this.#row('flush', null, this.#effects.ofFlush(step.cell, result.state));
      this.#before = this.#now;
      return;
    }
    const { locations, commands } = at(this.program.threads, step.thread);
    const command = at(commands, step.edge);
    const from = at(locations, command.from);
    if (from.source !== null) this.#sources[step.thread] = { text: from.source, told: false };
    const source = this.#sources[step.thread] ?? null;
    const edge = this.machine.edge(step.thread, step.edge);
    const effects = this.#effects.ofEdge(edge, result.values, command.text);
    this.#last = { command, from, to: at(locations, command.to), effects, source };
    this.#moves.push(this.#last);
  }

  /** Whether the next step of the thread belongs to the same row. */
  #goesOn(): boolean {
    return this.#mover === 0 || this.#moves.at(-1)?.to.atomic === true;
  }

  #close(): void {
    if (this.#moves.length > 0) {
      if (this.#mover === 0) this.#initialisation();
      else this.#section();
    }
    this.#moves = [];
    this.#before = this.#now;
  }

  #initialisation(): void {
    const [first] = this.#moves;
    const values = this.#effects.set(this.#now);
    if (first === undefined || values === '') return;
    this.#row('edge', lineOf(first.command.span), `initialise: ${values}`);
  }

  #section(): void {
    const effects = this.#netEffects();
    for (const { holder, value } of effects)
      if (holder.place.kind === 'local' && value !== 0n) this.#locals.add(holder);
    const telling = this.#moves.filter((m) =>
      effects.size > 0 ? m.effects.some((e) => effects.has(e)) : this.#decides(m),
    );
    const [first, ...more] = telling;
    if (first === undefined) return;
    // How a section goes that changes nothing is of little interest.
    const what =
      effects.size > 0
        ? this.#changes(telling, effects)
        : `${placeOf(first)}${this.#decision(first)}${more.length === 0 ? '' : '; ...'}`;
    this.#row('edge', lineOf(first.command.span), what);
  }

  /** What a section leaves behind: its loads mostly serve what follows in it. */
  #netEffects(): ReadonlySet<ValueEffect> {
    const all = this.#moves.flatMap((m) => m.effects);
    const last = this.#moves.at(-1);
    if (this.#moves.length < 2 || last === undefined) return new Set(this.#effects.net(all, null));
    const net = this.#effects.net(all, this.#before);
    return new Set(net.filter(({ holder }) => this.#needed.isNeeded(holder, last.command.to)));
  }

  /** Each under its own statement of the abstracted program. */
  #changes(telling: readonly BooleanMove[], effects: ReadonlySet<ValueEffect>): string {
    let source: SourceStatement | null = null;
    const parts = telling.map((move, i) => {
      const what = move.effects.filter((e) => effects.has(e)).map((e) => this.#effects.text(e));
      const place = i === 0 || move.source !== source ? placeOf(move) : '';
      source = move.source;
      return `${place}${what.join('; ')}`;
    });
    return parts.join('; ');
  }

  /** Whether there was something to wait for, or another way to go. */
  #decides({ command }: BooleanMove): boolean {
    const { guard, fence, from } = command;
    return guard.kind !== 'constant' || fence || this.#ways(from) > 1;
  }

  #decision({ command, from, to }: BooleanMove): string {
    const { text } = command;
    if (this.#ways(from.id) === 1) return text;
    const [, target] = /\bgoto (-?\d+)$/.exec(text) ?? [];
    if (target === undefined) return to.label === null ? text : `${text} -> ${to.label}`;
    return target === String(to.label) ? text : `${text} (not taken)`;
  }

  /** How many commands lead away from the location of the mover. */
  #ways(from: LocationId): number {
    return this.#needed.waysFrom(this.#mover, from);
  }

  #row(kind: TraceStep['kind'], line: number | null, action: string): void {
    const thread = this.machine.thread(at(this.machine.system.threads, this.#mover).id).name;
    this.#rows.add({ kind, thread, line, action, after: this.#now });
    if (this.#mover !== 0) this.#begun = true;
  }
}

/** `17 (x = 1): `, as far as known and not told before. */
function placeOf({ from: { label }, source }: BooleanMove): string {
  const words = label === null ? [] : [`${label}`];
  if (source !== null && !source.told) {
    source.told = true;
    words.push(`(${source.text})`);
  }
  return words.length === 0 ? '' : `${words.join(' ')}: `;
}
