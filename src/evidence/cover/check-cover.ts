import { lineOf } from '../../diagnostics/span.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { printEdge } from '../../lang/program/print-system.js';
import { isTemporal } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { Automaton, Edge, System } from '../../lang/program/system.js';
import type {
  AllowedValues,
  CoverPart,
  StateBox,
  StateCover,
  WaitingWrites,
} from '../../lang/run/state-cover.js';
import { WaitingNumbers } from '../../lang/run/waiting-numbers.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { assertNever, at } from '../../support/invariant.js';
import { BoxSteps } from './box-steps.js';
import { CompleteSteps } from './complete-steps.js';
import type { MadeStep } from './complete-steps.js';
import { Coordinates, TooWide, nothingWaits } from './coordinates.js';
import { initialBoxes } from './initial-boxes.js';
import { PartJoin, fine } from './part-join.js';
import type { JoinedBox, Judgement, WrongBox } from './part-join.js';
import { judgeStuck } from './stuck-states.js';
import { touchedBy } from './touched.js';
import { ascending } from './value-sets.js';

/** How many obligations there were, how many held, and the first that did not. */
export interface ObligationsCheck {
  readonly obligations: number;
  readonly held: number;
  /** Why the first that does not hold does not. */
  readonly reason: string | null;
  /** Of that one nothing is known: a solver gave up. */
  readonly isOpen?: boolean;
}

export interface CoverCheck extends ObligationsCheck {
  /** What comes of steps and is not in a part; only some of it, and none where nobody asks for it. */
  readonly lost: readonly LostStates[];
  /** What may wait in the buffers of `lost`: what the cover tells, and more. */
  readonly waiting: readonly WaitingWrites[];
}

export interface LostStates {
  /** Which obligation does not hold, from 1 on. */
  readonly obligation: number;
  readonly part: number;
  readonly box: StateBox;
}

/**
 * Whether the cover proves the properties: each part has every initial state; every step from states that are in all parts (of a
 * thread that enters an atomic section, all ways to its end) leads into each; none of its states and none of these steps violates a property.
 */
export function checkCover(
  system: System,
  model: MemoryModel,
  properties: readonly Property[],
  cover: StateCover,
  watch: () => void,
  mostLost = 0,
): CoverCheck {
  return new CoverChecker(system, model, properties, cover, watch, mostLost).check();
}

class CoverChecker {
  readonly #complete: CompleteSteps;
  readonly #parts: PartJoin;
  /** All states that there are. */
  readonly #all: StateBox;
  #obligations = 0;
  #held = 0;
  #reason: string | null = null;
  readonly #lostStates: LostStates[] = [];

  constructor(
    private readonly system: System,
    model: MemoryModel,
    private readonly properties: readonly Property[],
    cover: StateCover,
    private readonly watch: () => void,
    /** For each obligation. */
    private readonly mostLost: number,
  ) {
    const coordinates = new Coordinates(system);
    const words = new WaitingNumbers();
    this.#complete = new CompleteSteps(new BoxSteps(coordinates, words, model, watch));
    this.#parts = new PartJoin(renumbered(cover, words, coordinates), coordinates, watch);
    this.#all = coordinates.everything(hasBuffers(model));
  }

  check(): CoverCheck {
    for (const property of this.properties)
      if (isTemporal(property)) this.#oblige(() => `no invariant of states decides ${property.name}`);
    const initial = initialBoxes(this.#coordinates, this.watch);
    for (const part of this.#parts.parts)
      this.#oblige(() => {
        const isLost = initial.some((box) => this.#parts.part(part).missing(box).length > 0);
        return isLost ? 'an initial state is not in the invariant' : null;
      });
    for (const property of this.properties) this.#oblige(() => this.#violated(property));
    for (const thread of this.system.threads) {
      this.#oblige(() => this.#inside(thread));
      this.#closedUnder(thread);
    }
    return {
      ...{ obligations: this.#obligations, held: this.#held, reason: this.#reason },
      lost: this.#lostStates,
      waiting: this.#complete.steps.words.all,
    };
  }

  get #coordinates(): Coordinates {
    return this.#complete.steps.coordinates;
  }

  #oblige(wrong: () => string | null): void {
    this.#obligations++;
    const reason = this.#tried(wrong);
    if (reason === null) this.#held++;
    else this.#reason ??= reason;
  }

  /** Why the obligation does not hold in all of the states; null: it does. */
  #firstWrong(
    part: number | null,
    states: readonly JoinedBox[],
    judge: (box: StateBox) => Judgement,
  ): string | null {
    let first: string | null = null;
    let count = 0;
    for (const { why, lost } of this.#parts.wrongIn(states, judge)) {
      first ??= why;
      if (part === null || lost === null || count++ >= this.mostLost) break;
      this.#lostStates.push({ obligation: this.#obligations, part, box: lost });
    }
    return first;
  }

  #tried(wrong: () => string | null): string | null {
    try {
      return wrong();
    } catch (error) {
      if (error instanceof TooWide) return error.message;
      throw error;
    }
  }

  /** Between steps no thread is inside a section. */
  #inside({ id, locations }: Automaton): string | null {
    const inside = locations.flatMap((location) => (location.atomic ? [BigInt(location.id)] : []));
    if (inside.length === 0) return null;
    const why = 'the invariant speaks of states inside atomic sections';
    const states = this.#parts.statesIn(this.#all.with(this.#coordinates.place(id), inside), null);
    return this.#firstWrong(null, states, (box) => ({ kind: 'wrong', boxes: [{ box, lost: null }], why }));
  }

  /** Null: no state violates the property. */
  #violated(property: Property): string | null {
    switch (property.kind) {
      case 'invariant':
        return this.#false(this.#all, property.formula, `a state of the invariant violates ${property.name}`);
      case 'final':
        return this.#false(
          this.#drained.map((values, c) => this.#ends.get(c) ?? values),
          property.formula,
          `a final state of the invariant violates ${property.name}`,
        );
      case 'deadlock':
        return this.#firstWrong(null, this.#parts.statesIn(this.#drained, null), (box) =>
          judgeStuck(this.#complete, box),
        );
      // Of steps.
      case 'assert':
      case 'div':
      case 'bounds':
      case 'range':
      case 'ltl':
      case 'never':
        return null;
      default:
        return assertNever(property);
    }
  }

  /** Null: the formula is true in all states of the box. */
  #false(from: StateBox, formula: Expr, why: string): string | null {
    return this.#firstWrong(null, this.#parts.statesIn(from, null), (box) => {
      const truth = this.#complete.steps.holds(box, formula);
      if (truth.kind === 'depends') return truth;
      return truth.holds ? fine : { kind: 'wrong', boxes: [{ box, lost: null }], why };
    });
  }

  /** All states in which nothing waits. */
  get #drained(): StateBox {
    const buffers = new Set(this.system.threads.map(({ id }) => this.#coordinates.buffer(id)));
    return this.#all.map((values, c) => (buffers.has(c) ? [nothingWaits] : values));
  }

  /** By coordinates, where threads end. */
  get #ends(): ReadonlyMap<number, AllowedValues> {
    return new Map(this.system.threads.map(({ id, end }) => [this.#coordinates.place(id), [BigInt(end)]]));
  }

  /** No step of the thread leads out of a part, or violates anything. */
  #closedUnder(thread: Automaton): void {
    const { model } = this.#complete.steps;
    if (hasBuffers(model))
      for (const part of this.#parts.parts) this.#oblige(() => this.#flushesOut(thread, part));
    for (const edge of thread.edges) {
      if (at(thread.locations, edge.from).atomic) continue;
      const touched = touchedBy(this.#coordinates, thread, edge, model);
      const [first = null, ...others] = this.#parts.parts;
      this.#oblige(() => this.#stepsOut(thread.id, edge, first, this.properties));
      for (const part of others)
        if (touched.some((c) => this.#parts.part(part).speaksOf(c)))
          this.#oblige(() => this.#stepsOut(thread.id, edge, part, []));
    }
  }

  #flushesOut({ id, name }: Automaton, part: number): string | null {
    const { steps } = this.#complete;
    const buffer = this.#coordinates.buffer(id);
    const why = `a flush of ${name} leads out of the invariant`;
    return this.#firstWrong(part, this.#parts.statesIn(this.#all, part), (box) => {
      const waiting = at(box, buffer);
      if (waiting === null) return { kind: 'depends', on: buffer };
      const boxes = waiting.flatMap((number) => {
        const from = box.with(buffer, [number]);
        return steps.flushes(from, id).flatMap((flushed) => this.#lost(from, flushed.box, part));
      });
      return boxes.length === 0 ? fine : { kind: 'wrong', boxes, why };
    });
  }

  /** Null: what begins with the edge violates none of these and ends in the part. */
  #stepsOut(
    thread: ThreadId,
    edge: Edge,
    part: number | null,
    properties: readonly Property[],
  ): string | null {
    const from = this.#all.with(this.#coordinates.place(thread), [BigInt(edge.from)]);
    return this.#firstWrong(part, this.#parts.statesIn(from, part), (box) => {
      const lost: WrongBox[] = [];
      for (const step of this.#complete.from(box, thread, edge)) {
        if (step.kind === 'depends') return step;
        const broken = properties.find((property) => isBroken(property, step));
        if (broken !== undefined)
          return {
            kind: 'wrong',
            boxes: [{ box, lost: null }],
            why: `${this.#told(thread, edge)} violates ${broken.name}`,
          };
        if (part === null || step.kind === 'fault' || this.#complete.isInside(step.box, thread)) continue;
        for (const piece of this.#lost(box, step.box, part)) lost.push(piece);
      }
      return lost.length === 0
        ? fine
        : { kind: 'wrong', boxes: lost, why: `${this.#told(thread, edge)} leads out of the invariant` };
    });
  }

  /** The states of a box of which something that comes of them is not in the part. What has not changed is as it was. */
  #lost(from: StateBox, to: StateBox, part: number): readonly WrongBox[] {
    return this.#parts
      .part(part)
      .missing(to)
      .map((lost) => ({ box: from.map((values, c) => (at(to, c) === values ? at(lost, c) : values)), lost }));
  }

  #told(thread: ThreadId, edge: Edge): string {
    const automaton = at(this.system.threads, thread);
    const line = lineOf(edge.span);
    const place = line === null ? '' : ` (line ${line})`;
    return `the step ${printEdge(this.system, automaton, edge)} of ${automaton.name}${place}`;
  }
}

function isBroken({ name, kind }: Property, step: MadeStep): boolean {
  return (
    (kind === 'assert' && step.failed.includes(name)) || (step.kind === 'fault' && kind === step.property)
  );
}

/** The parts of a cover, with the numbers that these buffers have here. */
export function renumbered(
  { parts, waiting }: StateCover,
  words: WaitingNumbers,
  coordinates: Coordinates,
): readonly CoverPart[] {
  const numbers = waiting.map((buffer) => BigInt(words.number(buffer)));
  const buffers = coordinates.system.threads.map(({ id }) => coordinates.buffer(id));
  const changed = (values: AllowedValues): AllowedValues =>
    values === null ? null : ascending(new Set(values.map((number) => at(numbers, Number(number)))));
  return parts.map((boxes) =>
    boxes.map((box) => buffers.reduce((found, place) => found.with(place, changed(at(box, place))), box)),
  );
}
