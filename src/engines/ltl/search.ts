import type { Execution, Step } from '../../lang/run/execution.js';
import type { TemporalProperty } from '../../lang/program/program.js';
import type { EngineRequest } from '../engine-request.js';
import type { GrowingStates } from '../shared/packed/growing-states.js';
import type { CutPaths } from '../shared/packed/incompleteness.js';
import type { Searched } from '../shared/packed/incompleteness.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import type { StateGraph } from '../shared/packed/state-graph.js';
import { Tracer } from '../shared/packed/tracer.js';
import type { Pacer } from '../../search/pacer.js';
import type { Stop } from '../../search/limits.js';
import { OutOfSpace, bytesAllowed, stopBy } from '../shared/state-store.js';
import type { BuchiAutomaton } from './automaton/automaton.js';
import type { JointQuestions } from './automaton/joint.js';
import { FairCycleSearch } from './emptiness.js';
import type { FairMarks } from './fair-marks.js';
import { lassoOf } from './lasso.js';
import { runGraph } from './run-graph.js';

/** A property, and the automaton of the runs that violate it. */
export interface TemporalQuestion {
  readonly property: TemporalProperty;
  readonly automaton: BuchiAutomaton;
}

export interface FoundLasso {
  readonly execution: Execution;
  readonly cycle: readonly Step[];
}

export interface LtlFindings extends Searched {
  readonly lassos: ReadonlyMap<string, FoundLasso>;
  readonly productStates: number;
}

/** So many states are explored before cycles are looked for; then always three times as many. */
const firstRound = 4096;
const growth = 3;
/** Up to so many states all cycles are looked at, for a short one; beyond, the first that is found will do. */
const smallRound = 65_536;
/** Steps of a product between two looks at the clock. */
const stepsAtOnce = 20_000;

/**
 * Explores the system breadth first, and looks for fair cycles in what is explored each time it has tripled. So a violation
 * is found long before all states are, its run is short, and states without end do not lead the search astray; all rounds
 * together cost one and a half times the last.
 */
export class TemporalSearch {
  readonly #table: GrowingStates;
  readonly #graph: StateGraph;
  readonly #record: CutPaths;
  readonly #lassos = new Map<string, FoundLasso>();
  readonly #limit: number;
  #roots = 0;
  #open: readonly TemporalQuestion[];
  /** Of the last round that each property took part in. */
  readonly #visited = new Map<string, number>();
  #productBytes = 0;

  constructor(
    plan: PackedPlan,
    request: Pick<EngineRequest, 'limits' | 'progress'>,
    { atoms, questions }: JointQuestions<TemporalQuestion>,
    private readonly marks: FairMarks,
  ) {
    this.#limit = bytesAllowed(request.limits);
    // Where the automaton accepts nothing, no run violates the property.
    this.#open = questions.filter(({ automaton }) => automaton.transitions.length > 0);
    const { table, graph, record } = runGraph(plan, request, { atoms, marks }, () => this.#productBytes);
    [this.#table, this.#graph, this.#record] = [table, graph, record];
  }

  async run(): Promise<LtlFindings> {
    const pacer = this.#table.pacer();
    const stop = await this.#explore(pacer);
    const { states, transitions } = this.#table;
    return {
      record: this.#record,
      lassos: this.#lassos,
      stop,
      productStates: [...this.#visited.values()].reduce((sum, n) => sum + n, 0),
      stats: {
        states: states.count,
        transitions,
        checkSeconds: pacer.seconds,
        tableBytes: states.bytes + this.#graph.bytes + this.#productBytes,
      },
    };
  }

  async #explore(pacer: Pacer): Promise<Stop | null> {
    if (this.#open.length === 0) return null;
    try {
      const stop = await this.#table.addRoots(pacer, () => false);
      if (stop !== null) return stop;
      this.#roots = this.#table.states.count;
      for (let round = firstRound; ; round *= growth) {
        this.#table.phase = 'search';
        const cut = await this.#expandTo(round, pacer);
        if (cut !== null) return cut;
        this.#table.phase = 'cycles';
        const late = await this.#lookForCycles(pacer);
        if (late !== null) return late;
        if (this.#open.length === 0 || this.#table.isComplete) return null;
      }
    } catch (error) {
      return stopBy(error);
    }
  }

  async #expandTo(count: number, pacer: Pacer): Promise<Stop | null> {
    while (!this.#table.isComplete && this.#table.expanded < count) {
      const stop = await this.#table.expandSome(pacer);
      if (stop !== null) return stop;
      const past = this.#table.isComplete ? null : this.#table.pastViolation;
      if (past !== null) return past;
    }
    return null;
  }

  async #lookForCycles(pacer: Pacer): Promise<Stop | null> {
    for (const question of this.#open) {
      const stop = await this.#decide(question, pacer);
      if (stop !== null) return stop;
    }
    this.#open = this.#open.filter(({ property }) => !this.#lassos.has(property.name));
    if (this.#lassos.size > 0) this.#table.noteViolation();
    return null;
  }

  async #decide({ property, automaton }: TemporalQuestion, pacer: Pacer): Promise<Stop | null> {
    let bytes = 0;
    const need = (more: number): void => {
      if (this.#table.states.bytes + this.#graph.bytes + bytes + more > this.#limit)
        throw new OutOfSpace('the memory limit is reached');
      bytes += more;
      this.#productBytes = Math.max(this.#productBytes, bytes);
    };
    const { expanded } = this.#table;
    const product = {
      ...{ graph: this.#graph, automaton, roots: this.#roots, expanded },
      fairMarks: this.marks.count,
    };
    const search = new FairCycleSearch(product, expanded <= smallRound, need);
    for (;;) {
      const isDone = search.run(stepsAtOnce);
      this.#visited.set(property.name, search.visited);
      if (isDone) break;
      const stop = await pacer.pause();
      if (stop !== null) return stop;
    }
    if (search.hasFound) {
      const { root, stem, cycle } = lassoOf(search, need);
      const tracer = new Tracer(this.#table.plan, this.#table.states, (step) => this.marks.of(step));
      const lasso = tracer.lassoAlong(root, stem, cycle);
      this.#lassos.set(property.name, { execution: lasso.stem, cycle: lasso.cycle });
    }
    return null;
  }
}
