import { generatedBy } from '../../diagnostics/span.js';
import type { BooleanCommand, BooleanLocation, BooleanThread } from '../../lang/boolean/boolean-program.js';
import type { Expr } from '../../lang/expr/expr.js';
import { commandId, locationId } from '../../lang/expr/ids.js';
import type { LocationId } from '../../lang/expr/ids.js';
import { printEdge } from '../../lang/program/print-system.js';
import type { Automaton, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { Command, CommandThread } from '../command-program.js';
import type { BooleanRequest } from './boolean-request.js';
import type { AbstractStep, BooleanTransformer } from './transformer.js';

export interface BuiltThread {
  readonly automaton: BooleanThread;
  /** By the number of the Boolean command. */
  readonly commands: readonly Command[];
  /** Where commands lead that violate the property. */
  readonly errors: ReadonlyMap<string, number>;
}

/** The label that stands for a location in properties; each location has one of its own. */
export const labelOf = (location: LocationId): number => location + 1;

const made = generatedBy('abstract', null);
const nothing: ReadonlySet<Expr> = new Set();

/** One thread. Its locations keep their numbers; those where nobody should come are new. */
export class ThreadAbstraction {
  readonly #extra: BooleanLocation[] = [];
  readonly #errors = new Map<string, LocationId>();
  readonly #automaton: Automaton;

  constructor(
    private readonly request: BooleanRequest,
    private readonly thread: CommandThread,
    private readonly transformer: BooleanTransformer,
  ) {
    this.#automaton = at(request.program.system.threads, thread.id);
  }

  async build(): Promise<BuiltThread> {
    const { thread, transformer } = this;
    const { system } = this.request.program;
    const commands: Command[] = [];
    const built: BooleanCommand[] = [];
    const end = this.#place(null, false);
    for (const command of thread.commands) {
      if (!this.#matters(command)) continue;
      const forgotten = forgets(this.request) ? (thread.dead[command.to] ?? nothing) : nothing;
      const step = await transformer.step(command, forgotten);
      if (step === null) continue;
      built.push({
        ...{ id: commandId(built.length), from: command.from, to: this.#target(command), ...step },
        ...{ fence: false, span: command.span },
        text: printEdge(system, this.#automaton, at(this.#automaton.edges, command.edge)),
      });
      commands.push(command);
      if (this.request.cubes.stop !== null) break;
    }
    const errors = new Map([...this.#errors].map(([property, location]) => [property, labelOf(location)]));
    return {
      automaton: {
        name: String(thread.id + 1),
        locations: [...thread.locations.map(({ id }) => this.#location(id)), ...this.#extra],
        ...{ commands: built, entry: thread.entry, end, span: this.#automaton.span },
      },
      ...{ commands, errors },
    };
  }

  /** What violates a property that nobody asks for ends there. */
  #matters({ end }: Command): boolean {
    const { properties, astray } = this.request;
    return end.kind === 'moves' || properties.includes(end.property) || astray.has(end.property);
  }

  #target({ end, to }: Command): LocationId {
    if (end.kind === 'moves') return to;
    return remembered(this.#errors, end.property, (property) =>
      this.#place(property, this.request.astray.has(property)),
    );
  }

  /** A location that no location of the program stands for. */
  #place(violated: string | null, astray: boolean): LocationId {
    const id = locationId(this.thread.locations.length + this.#extra.length);
    const source = violated === null ? null : `violates ${violated}`;
    const label = violated === null ? null : labelOf(id);
    this.#extra.push({ id, label, atomic: false, astray, source, span: made });
    return id;
  }

  #location(id: LocationId): BooleanLocation {
    const { atomic, span } = at(this.thread.locations, id);
    const source = locationText(this.request.program.system, this.#automaton, id);
    return { id, label: labelOf(id), atomic, astray: false, source, span };
  }
}

const forgets = ({ forget, program }: BooleanRequest): boolean =>
  forget ?? program.system.shared.some(({ buffer }) => buffer !== undefined);

/** Thread 0: makes the first values. */
export function initialisation(start: AbstractStep): BooleanThread {
  const [entry, end] = [locationId(0), locationId(1)];
  const place = (id: LocationId, label: number | null): BooleanLocation => ({
    ...{ id, label, atomic: false, astray: false, source: null, span: made },
  });
  return {
    name: 'init',
    locations: [place(entry, 1), place(end, null)],
    commands: [{ id: commandId(0), from: entry, to: end, ...start, fence: false, text: 'init', span: made }],
    ...{ entry, end, span: made },
  };
}

/** What can be done at a location, as text; null if nothing can. */
function locationText(system: System, thread: Automaton, location: LocationId): string | null {
  const texts = thread.edges
    .filter(({ from }) => from === location)
    .map((edge) => printEdge(system, thread, edge));
  return texts.length === 0 ? null : [...new Set(texts)].join(' | ');
}
