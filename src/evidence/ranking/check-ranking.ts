import { printEdge } from '../../lang/program/print-system.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { TemporalProperty } from '../../lang/program/program.js';
import type { Automaton, Edge, System } from '../../lang/program/system.js';
import type { LackedMark, RunRanking } from '../../lang/run/run-ranking.js';
import type { StateBox, StateCover } from '../../lang/run/state-cover.js';
import { WaitingNumbers } from '../../lang/run/waiting-numbers.js';
import type { Fairness } from '../../memory/fairness.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { assertNever, at } from '../../support/invariant.js';
import { BoxSteps } from '../cover/box-steps.js';
import type { BoxDependence } from '../cover/box-steps.js';
import { renumbered } from '../cover/check-cover.js';
import type { ObligationsCheck } from '../cover/check-cover.js';
import { CompleteSteps } from '../cover/complete-steps.js';
import { Coordinates, TooWide, nothingWaits } from '../cover/coordinates.js';
import { initialBoxes } from '../cover/initial-boxes.js';
import { PartJoin, fine } from '../cover/part-join.js';
import type { Judgement, WrongBox } from '../cover/part-join.js';
import { canMove } from '../cover/stuck-states.js';
import { levelsOf } from './level-boxes.js';
import type { LevelBoxes } from './level-boxes.js';
import { violationAutomaton } from './violation-automaton.js';
import type { ViolationAutomaton, ViolationStep } from './violation-automaton.js';

/** What a ranking is about: the states of the cover, of which it is known that no step leaves them. */
export interface RankedRuns {
  readonly system: System;
  readonly model: MemoryModel;
  readonly cover: StateCover;
  readonly property: TemporalProperty;
  /** What runs must be like for the property to speak of them. */
  readonly fairness: Fairness;
}

/**
 * Whether the ranking proves the property: every initial state has a level beside the first state of the automaton; from each
 * state of a level, every step of the system together with every one of the automaton leads to no higher level, and to a lower one
 * if it has what the level lacks. Where nobody can step the run stays, and the automaton goes on. A run that violated the
 * property would stay in one level from some point on, and be unfair or not accepted.
 */
export function checkRanking(about: RankedRuns, ranking: RunRanking, watch: () => void): ObligationsCheck {
  return new RankingChecker(about, ranking, watch).check();
}

/** A state of the automaton, and a level. */
interface RankedRegion {
  readonly state: number;
  readonly level: number;
  readonly lacks: LackedMark;
  readonly boxes: readonly StateBox[];
}

/** Where a step comes to, and whether it has what its level lacks, whatever the automaton does. */
interface RankedStep {
  readonly from: StateBox;
  readonly to: StateBox;
  readonly hasMark: boolean;
}

class RankingChecker {
  readonly #complete: CompleteSteps;
  readonly #parts: PartJoin;
  readonly #automaton: ViolationAutomaton;
  readonly #levels: LevelBoxes;
  #obligations = 0;
  #held = 0;
  #reason: string | null = null;

  constructor(
    private readonly about: RankedRuns,
    private readonly ranking: RunRanking,
    private readonly watch: () => void,
  ) {
    const { system, model, cover, property } = about;
    const coordinates = new Coordinates(system);
    const words = new WaitingNumbers();
    this.#complete = new CompleteSteps(new BoxSteps(coordinates, words, model, watch));
    this.#parts = new PartJoin(renumbered(cover, words, coordinates), coordinates, watch);
    this.#automaton = violationAutomaton(property, watch);
    this.#levels = levelsOf(ranking, this.#automaton, { coordinates, words, watch });
  }

  check(): ObligationsCheck {
    const { levels } = this.ranking;
    for (const { lacks } of levels) this.#oblige(() => this.#isNoFairness(lacks));
    this.#oblige(() => this.#beginsOutside());
    for (const [level, { lacks, regions }] of levels.entries())
      for (const { state, boxes } of this.#levels.renumbered(regions))
        this.#keepsTo({ state, level, lacks, boxes });
    return { obligations: this.#obligations, held: this.#held, reason: this.#reason };
  }

  #oblige(wrong: () => string | null): void {
    this.#obligations++;
    try {
      const reason = wrong();
      if (reason === null) this.#held++;
      else this.#reason ??= `${this.about.property.name}: ${reason}`;
    } catch (error) {
      if (!(error instanceof TooWide)) throw error;
      this.#reason ??= error.message;
    }
  }

  get #coordinates(): Coordinates {
    return this.#complete.steps.coordinates;
  }

  /** Runs that lack what is asked of no run may violate the property. */
  #isNoFairness(lacks: LackedMark): string | null {
    const { fairness } = this.about;
    switch (lacks.kind) {
      case 'rest':
        return null;
      case 'accepts':
        return lacks.mark < this.#automaton.marks ? null : 'the automaton has no such mark';
      case 'flush':
        return fairness.flush ? null : 'writes need not leave buffers';
      case 'move':
        return fairness.weak ? null : 'threads that could move need not do so';
      default:
        return assertNever(lacks);
    }
  }

  #beginsOutside(): string | null {
    const { initial, transitions } = this.#automaton;
    if (at(transitions, initial).length === 0) return null;
    const isLost = initialBoxes(this.#coordinates, this.watch).some(
      (box) => this.#levels.missing(box, initial, this.ranking.levels.length - 1).length > 0,
    );
    return isLost ? 'an initial state has no level' : null;
  }

  #keepsTo(region: RankedRegion): void {
    const { system, model } = this.about;
    this.#oblige(() => this.#rests(region));
    for (const thread of system.threads) {
      if (hasBuffers(model)) this.#oblige(() => this.#flushes(region, thread));
      for (const edge of thread.edges)
        if (!at(thread.locations, edge.from).atomic) this.#oblige(() => this.#steps(region, thread, edge));
    }
  }

  #firstWrong(boxes: readonly StateBox[], judge: (box: StateBox) => Judgement): string | null {
    const states = boxes.flatMap((box) => this.#parts.statesIn(box, null));
    for (const { why } of this.#parts.wrongIn(states, judge)) return why;
    return null;
  }

  #steps(region: RankedRegion, thread: Automaton, edge: Edge): string | null {
    const { lacks } = region;
    const counts = (cell: number): boolean => isLackedFlush(lacks, thread.id, cell);
    const why = `the step ${printEdge(this.about.system, thread, edge)} of ${thread.name} leads to no level that is low enough`;
    const boxes = narrowed(region.boxes, this.#coordinates.place(thread.id), BigInt(edge.from));
    return this.#firstWrong(boxes, (box) => {
      const taken = this.#takenFrom(box, region.state);
      if ('kind' in taken) return taken;
      if (taken.length === 0) return fine;
      const always = lacks.kind === 'move' && lacks.thread === thread.id ? true : this.#alwaysHas(box, lacks);
      if (typeof always === 'object') return always;
      const made: RankedStep[] = [];
      for (const step of this.#complete.from(box, thread.id, edge, counts)) {
        if (step.kind === 'depends') return step;
        if (step.kind === 'fault' || this.#complete.isInside(step.box, thread.id)) continue;
        made.push({ from: box, to: step.box, hasMark: always || step.hasFlushed });
      }
      return this.#judged(made, taken, region, why);
    });
  }

  #flushes(region: RankedRegion, { id, name }: Automaton): string | null {
    const { steps } = this.#complete;
    const { lacks, state, boxes } = region;
    const buffer = this.#coordinates.buffer(id);
    return this.#firstWrong(boxes, (box) => {
      const waiting = at(box, buffer);
      if (waiting === null) return { kind: 'depends', on: buffer };
      if (waiting.every((number) => number === nothingWaits)) return fine;
      const taken = this.#takenFrom(box, state);
      if ('kind' in taken) return taken;
      if (taken.length === 0) return fine;
      const always = this.#alwaysHas(box, lacks);
      if (typeof always === 'object') return always;
      const made = waiting.flatMap((number) => {
        const from = box.with(buffer, [number]);
        return steps.flushes(from, id).map(({ cell, box: to }): RankedStep => {
          return { from, to, hasMark: always || isLackedFlush(lacks, id, cell) };
        });
      });
      return this.#judged(made, taken, region, `a flush of ${name} leads to no level that is low enough`);
    });
  }

  /** Where nobody can step and nothing waits the run stays for ever: that is fair. */
  #rests(region: RankedRegion): string | null {
    const { threads } = this.about.system;
    const isFair = region.lacks.kind !== 'accepts';
    const drained = threads.reduce(
      (boxes, { id }) => narrowed(boxes, this.#coordinates.buffer(id), nothingWaits),
      region.boxes,
    );
    return this.#firstWrong(drained, (box) => {
      const taken = this.#takenFrom(box, region.state);
      if ('kind' in taken) return taken;
      if (taken.length === 0) return fine;
      for (const { id } of threads) {
        const moves = canMove(this.#complete, box, id);
        if (moves === true) return fine;
        if (moves !== false) return moves;
      }
      const why = 'a run that stays in a state for ever has no level that is low enough';
      return this.#judged([{ from: box, to: box, hasMark: isFair }], taken, region, why);
    });
  }

  /** The steps of the automaton that it can take from this state beside all states of the box. */
  #takenFrom(box: StateBox, state: number): readonly ViolationStep[] | BoxDependence {
    const { atoms, transitions } = this.#automaton;
    const known = new Map<Expr, boolean | BoxDependence>();
    const truth = (atom: Expr): boolean | BoxDependence => {
      const before = known.get(atom);
      if (before !== undefined) return before;
      const found = this.#complete.steps.holds(box, atom);
      const value = found.kind === 'known' ? found.holds : found;
      known.set(atom, value);
      return value;
    };
    const taken: ViolationStep[] = [];
    for (const step of at(transitions, state)) {
      let open: BoxDependence | null = null;
      const isBarred = atoms.some((atom, i) => {
        if (((step.wants | step.forbids) & (1 << i)) === 0) return false;
        const value = truth(atom);
        if (typeof value === 'boolean') return value !== ((step.wants & (1 << i)) !== 0);
        open ??= value;
        return false;
      });
      if (isBarred) continue;
      if (open !== null) return open;
      taken.push(step);
    }
    return taken;
  }

  /** Whether all steps from these states have what is lacked, whoever makes them; false: none has because of where it starts. */
  #alwaysHas(box: StateBox, lacks: LackedMark): boolean | BoxDependence {
    switch (lacks.kind) {
      case 'rest':
        return true;
      case 'accepts':
        return false;
      case 'flush': {
        const place = this.#coordinates.buffer(lacks.thread);
        const waits = new Set(
          at(box, place)?.map((number) =>
            this.#complete.steps.words
              .waiting(Number(number))
              .some((entry) => entry.kind === 'write' && (lacks.cell === null || entry.cell === lacks.cell)),
          ),
        );
        const [only] = waits;
        return waits.size !== 1 || only === undefined ? { kind: 'depends', on: place } : !only;
      }
      case 'move': {
        const moves = canMove(this.#complete, box, lacks.thread);
        return typeof moves === 'object' ? moves : !moves;
      }
      default:
        return assertNever(lacks);
    }
  }

  #judged(
    made: readonly RankedStep[],
    taken: readonly ViolationStep[],
    { level, lacks }: RankedRegion,
    why: string,
  ): Judgement {
    const boxes = made.flatMap(({ from, to, hasMark }) =>
      taken.flatMap((step): readonly WrongBox[] => {
        const accepts = lacks.kind === 'accepts' && (step.marks & (1 << lacks.mark)) !== 0;
        const most = hasMark || accepts ? level - 1 : level;
        return this.#levels.missing(to, step.to, most).map((lost) => ({
          // What has not changed is as it was.
          box: from.map((values, c) => (at(to, c) === values ? at(lost, c) : values)),
          lost,
        }));
      }),
    );
    return boxes.length === 0 ? fine : { kind: 'wrong', boxes, why };
  }
}

const isLackedFlush = (lacks: LackedMark, thread: ThreadId, cell: number): boolean =>
  lacks.kind === 'flush' && lacks.thread === thread && (lacks.cell === null || lacks.cell === cell);

/** What of the boxes has this value there. */
const narrowed = (boxes: readonly StateBox[], coordinate: number, value: bigint): readonly StateBox[] =>
  boxes.flatMap((box) =>
    at(box, coordinate)?.includes(value) === false ? [] : [box.with(coordinate, [value])],
  );
