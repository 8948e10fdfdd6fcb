import { lineOf } from '../diagnostics/span.js';
import type { BooleanSystem } from '../boolean/to-system.js';
import type { Machine, MachineState } from '../memory/machine.js';
import type { BooleanCommand, BooleanLocation, BooleanProgram } from '../ir/boolean-program.js';
import type { Execution, Step } from '../ir/execution.js';
import { forEachAtom } from '../ir/formula.js';
import type { Snapshot, Trace, TraceStep } from '../ir/trace.js';
import { snapshot } from '../evidence/snapshot.js';
import { at, invariant } from '../support/check.js';
import { Effects } from './check-effects.js';
import type { Effect } from './check-effects.js';

/** An execution that was replayed, as a reader wants it; `conclusion` says what is wrong in the end. */
export function readableTrace(
  program: BooleanProgram,
  lowered: BooleanSystem,
  machine: Machine,
  execution: Execution,
  violated: string,
  conclusion: string,
): Trace {
  const { initial, steps } = new Telling(program, lowered, machine).told(execution);
  const kept = new Set([...changing(initial, steps), ...localsOfProperty(program, lowered)]);
  const shown = (state: Snapshot): Snapshot => ({
    ...state,
    locals: new Map([...state.locals].filter(([name]) => kept.has(name))),
  });
  return {
    initial: shown(initial),
    steps: steps.map((step) => ({ ...step, after: shown(step.after) })),
    violated,
    conclusion,
  };
}

/** One step of the program and what it did. */
interface Move {
  readonly command: BooleanCommand;
  readonly from: BooleanLocation;
  readonly to: BooleanLocation;
  readonly effects: readonly Effect[];
}

/**
 * Tells a run in few rows: the initialisation is one, an atomic section is one unless the own buffer is flushed in
 * between, and what neither changes anything nor decides anything has none.
 */
class Telling {
  readonly #effects: Effects;
  readonly #rows: TraceStep[] = [];
  /** Of each thread the statement of the abstracted program that it has come to and that no row has told yet. */
  readonly #sources: (string | null)[];
  #moves: Move[] = [];
  #last: Move | null = null;
  #mover = 0;
  #before: MachineState;
  #now: MachineState;

  constructor(
    private readonly program: BooleanProgram,
    private readonly lowered: BooleanSystem,
    private readonly machine: Machine,
  ) {
    this.#effects = new Effects(program, lowered, machine);
    this.#sources = program.threads.map(() => null);
    this.#now = machine.initial({ cells: new Map(), locals: new Map() });
    this.#before = this.#now;
  }

  told({ steps }: Execution): { readonly initial: Snapshot; readonly steps: readonly TraceStep[] } {
    const initial = this.#snapshot();
    for (const step of steps) this.#take(step);
    this.#close();
    const last = this.#last;
    if (this.#rows.length === 0 && last !== null) {
      this.#row('edge', lineOf(last.command.span), `${placeOf(last.from, null)}${last.command.text}`);
    }
    // What came after the last row changed nothing but places.
    const shown = this.#rows.pop();
    if (shown !== undefined) this.#rows.push({ ...shown, after: this.#snapshot() });
    return { initial, steps: this.#rows };
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
    if (from.source !== null) this.#sources[step.thread] = from.source;
    const effects = this.#effects.ofEdge(this.machine.edge(step.thread, step.edge), result.values);
    this.#last = { command, from, to: at(locations, command.to), effects };
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
    const effects = this.#effects.net(
      this.#moves.flatMap((m) => m.effects),
      this.#moves.length > 1 ? this.#before : null,
    );
    const telling = this.#moves.find((m) =>
      effects.length > 0 ? m.effects.some((e) => effects.includes(e)) : this.#decides(m),
    );
    if (telling === undefined) return;
    const what = effects.length > 0 ? effects.map((e) => this.#effects.text(e)) : this.#decisions();
    const source = this.#sources[this.#mover] ?? null;
    this.#sources[this.#mover] = null;
    const action = `${placeOf(telling.from, source)}${what.join('; ')}`;
    this.#row('edge', lineOf(telling.command.span), action);
  }

  /** The first; how a section goes that changes nothing is of little interest. */
  #decisions(): readonly string[] {
    const [first, ...more] = this.#moves.filter((m) => this.#decides(m));
    return [...(first === undefined ? [] : [this.#decision(first)]), ...(more.length === 0 ? [] : ['...'])];
  }

  /** Whether there was something to wait for, or another way to go. */
  #decides({ command }: Move): boolean {
    const { commands } = at(this.program.threads, this.#mover);
    const { guard, fence, from } = command;
    return guard.kind !== 'constant' || fence || commands.filter((c) => c.from === from).length > 1;
  }

  #decision({ command, from, to }: Move): string {
    const { commands } = at(this.program.threads, this.#mover);
    const { text } = command;
    if (commands.filter((c) => c.from === from.id).length === 1) return text;
    const [, target] = /\bgoto (-?\d+)$/.exec(text) ?? [];
    if (target === undefined) return to.label === null ? text : `${text} -> ${to.label}`;
    return target === String(to.label) ? text : `${text} (not taken)`;
  }

  #row(kind: TraceStep['kind'], line: number | null, action: string): void {
    const thread = this.machine.thread(at(this.machine.system.threads, this.#mover).id).name;
    this.#rows.push({ kind, thread, line, action, after: this.#snapshot() });
  }

  #snapshot(): Snapshot {
    const all = snapshot(this.machine, this.#now);
    const started = at(this.machine.system.shared, this.lowered.started).name;
    return { ...all, memory: new Map([...all.memory].filter(([name]) => name !== started)) };
  }
}

/** `17 (x = 1): `, as far as known. */
function placeOf({ label }: BooleanLocation, source: string | null): string {
  const words = [...(label === null ? [] : [`${label}`]), ...(source === null ? [] : [`(${source})`])];
  return words.length === 0 ? '' : `${words.join(' ')}: `;
}

/** The locals that are not the same all along. */
function changing(initial: Snapshot, steps: readonly TraceStep[]): readonly string[] {
  return [...initial.locals].flatMap(([name, value]) =>
    steps.some((step) => step.after.locals.get(name) !== value) ? [name] : [],
  );
}

function localsOfProperty(program: BooleanProgram, { holders, system }: BooleanSystem): readonly string[] {
  const names: string[] = [];
  if (program.property === null) return names;
  forEachAtom(program.property.condition, (atom) => {
    if (atom.kind !== 'literal') return;
    const holder = holders.find((h) => h.digits.some((d) => d.variable === atom.variable));
    if (holder !== undefined && holder.thread !== null)
      names.push(`${at(system.threads, holder.thread).name}.${holder.name}`);
  });
  return names;
}
