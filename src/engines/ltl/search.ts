import type { Execution, Step } from '../../lang/run/execution.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { TemporalProperty } from '../../lang/program/program.js';
import type { EngineRequest } from '../engine-request.js';
import { afterViolation, beforeViolation, stopAfterViolation } from '../shared/after-violation.js';
import { compileSearch } from '../shared/packed/code/compile.js';
import type { CompiledSearch } from '../shared/packed/code/compile.js';
import { faultNames } from '../shared/packed/code/dialect.js';
import { GrowingStates } from '../shared/packed/growing-states.js';
import type { CodePlace, GrowthHooks } from '../shared/packed/growing-states.js';
import type { Limit, Searched } from '../shared/packed/incompleteness.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import { StateGraph } from '../shared/packed/state-graph.js';
import { Tracer } from '../shared/packed/tracer.js';
import { Pacer } from '../../search/pacer.js';
import type { Stop } from '../../search/limits.js';
import { OutOfSpace, StateStore, bytesAllowed } from '../shared/state-store.js';
import type { BuchiAutomaton } from './automaton/automaton.js';
import type { JointQuestions } from './automaton/joint.js';
import { FairCycleSearch } from './emptiness.js';
import type { FairMarks } from './fair-marks.js';
import { lassoOf } from './lasso.js';

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
  readonly record: Searched['record'] & { readonly lassos: ReadonlyMap<string, FoundLasso> };
  readonly transitions: number;
  readonly productStates: number;
  readonly bytes: number;
  readonly seconds: number;
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
  readonly #record: {
    overflowed: boolean;
    limited: Limit | null;
    cutOff: boolean;
    readonly lassos: Map<string, FoundLasso>;
  } = { overflowed: false, limited: null, cutOff: false, lassos: new Map() };
  readonly #limit: number;
  readonly #reached: Uint8Array;
  #roots = 0;
  #open: readonly TemporalQuestion[];
  #mostWork: number;
  /** Of the last round that each property took part in. */
  readonly #visited = new Map<string, number>();
  #productBytes = 0;

  constructor(
    plan: PackedPlan,
    private readonly request: Pick<EngineRequest, 'limits' | 'progress'>,
    { atoms, questions }: JointQuestions<TemporalQuestion>,
    private readonly marks: FairMarks,
  ) {
    this.#limit = bytesAllowed(request.limits);
    this.#mostWork = beforeViolation(request.limits);
    // Where the automaton accepts nothing, no run violates the property.
    this.#open = questions.filter(({ automaton }) => automaton.transitions.length > 0);
    this.#reached = new Uint8Array(plan.variables.system.threads.reduce((n, t) => n + t.locations.length, 0));
    this.#graph = new StateGraph(this.#limit, () => this.#table.states.bytes + this.#productBytes);
    const hooks: GrowthHooks = {
      compile: (place) => this.#compiled(place, atoms),
      record: this.#record,
      beforeRepack: () => undefined,
    };
    this.#table = new GrowingStates(plan, this.#limit, hooks, () => this.#graph.bytes + this.#productBytes);
  }

  async run(): Promise<LtlFindings> {
    let phase = 'search';
    const pacer = new Pacer(this.request.limits, (seconds) => {
      const { expanded, states } = this.#table;
      this.request.progress({ phase, states: states.count, frontier: states.count - expanded, seconds });
    });
    const stop = await this.#explore(pacer, (name) => void (phase = name));
    const { states, transitions } = this.#table;
    return {
      record: this.#record,
      stop,
      states: states.count,
      transitions,
      productStates: [...this.#visited.values()].reduce((sum, n) => sum + n, 0),
      bytes: states.bytes + this.#graph.bytes + this.#productBytes,
      seconds: pacer.seconds,
    };
  }

  async #explore(pacer: Pacer, tell: (phase: string) => void): Promise<Stop | null> {
    if (this.#open.length === 0) return null;
    try {
      const stop = await this.#table.addRoots(pacer, () => false);
      if (stop !== null) return stop;
      this.#roots = this.#table.states.count;
      for (let round = firstRound; ; round *= growth) {
        tell('search');
        const cut = await this.#expandTo(round, pacer);
        if (cut !== null) return cut;
        tell('cycles');
        const late = await this.#lookForCycles(pacer);
        if (late !== null) return late;
        if (this.#open.length === 0 || this.#table.isComplete) return null;
      }
    } catch (error) {
      if (error instanceof OutOfSpace) return { reason: 'memory', why: error.message };
      throw error;
    }
  }

  async #expandTo(count: number, pacer: Pacer): Promise<Stop | null> {
    while (!this.#table.isComplete && this.#table.expanded < count) {
      const stop = await this.#table.expandSome(pacer);
      if (stop !== null) return stop;
      if (this.#table.work > this.#mostWork && !this.#table.isComplete) return stopAfterViolation;
    }
    return null;
  }

  async #lookForCycles(pacer: Pacer): Promise<Stop | null> {
    for (const question of this.#open) {
      const stop = await this.#decide(question, pacer);
      if (stop !== null) return stop;
    }
    this.#open = this.#open.filter(({ property }) => !this.#record.lassos.has(property.name));
    if (this.#record.lassos.size > 0)
      this.#mostWork = Math.min(this.#mostWork, afterViolation(this.#table.work, this.request.limits));
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
      this.#record.lassos.set(property.name, {
        execution: { initial: tracer.initialOf(root), steps: tracer.stepsAlong(stem) },
        cycle: tracer.stepsAlong(cycle),
      });
    }
    return null;
  }

  #compiled(place: CodePlace, atoms: readonly Expr[]): CompiledSearch {
    const ignore = (): void => undefined;
    return compileSearch({
      ...place,
      // Beside each state inside a section there is a word for the marks that are collected there.
      inside: new StateStore(place.plan.layout.words + 1, this.#limit),
      properties: [],
      collectFinals: false,
      live: new Uint8Array(0),
      reached: this.#reached,
      graph: { graph: this.#graph, atoms, marks: this.marks },
      listener: {
        ...place.listener,
        violated: (event) => {
          if (event < faultNames.length) this.#record.cutOff = true;
        },
        stateViolated: ignore,
        final: ignore,
        stuck: ignore,
      },
    });
  }
}
