import type { Program, Property } from '../lang/program/program.js';
import type { Bound } from '../memory/bound.js';
import type { MemoryModel } from '../memory/model.js';
import type { PassContext } from './pass.js';
import { remembered } from '../support/remembered.js';
import { runPipeline } from './run-pipeline.js';
import type { Lowered, PassListener, Pipeline } from './run-pipeline.js';

/** What the engines' programs are made by. */
export interface Pipelines {
  /** For engines that execute the program under a memory model. */
  readonly automata: Pipeline;
  /** For the engine that looks at runs: with the places where buffers may be flushed. */
  readonly runs: (model: MemoryModel) => Pipeline;
  /** With store buffers written into the program, for abstraction. */
  readonly shapes: (model: MemoryModel) => Pipeline;
  readonly counters: (model: MemoryModel) => Pipeline;
  /** With what one thread gains by delaying its stores written into the automata, to be run under SC. */
  readonly attacks: Pipeline;
  /** The same with nothing left out or joined. */
  readonly plainAttacks: Pipeline;
}

export type PipelineKind = keyof Pipelines;

export function pipelineOf(pipelines: Pipelines, kind: PipelineKind, model: MemoryModel): Pipeline {
  const found = pipelines[kind];
  return typeof found === 'function' ? found(model) : found;
}

/** What is to be lowered, and for what. */
interface Ground {
  readonly pipelines: Pipelines;
  readonly program: Program;
  readonly model: MemoryModel;
  /** Writes that are atomic, by their numbers; null: nobody asks about single writes. */
  readonly atomicWrites: ReadonlySet<number> | null;
  readonly listener?: PassListener;
  /** As of the context of passes. */
  readonly watch?: PassContext['watch'];
}

export interface LoweringWish {
  readonly procs: number | null;
  /** In the place of the model of the question. */
  readonly model?: MemoryModel;
  /** The store buffers to write into the program, for the pipelines that do. */
  readonly bound?: Bound;
  /** The steps of atomic sections stay apart: none of the passes on automata runs. */
  readonly stepwise?: boolean;
}

/** The forms in which engines take a program. Whoever asks again for the same automata gets those that are there. */
export class Lowerings {
  readonly #made = new Map<string, Lowered>();

  constructor(private readonly ground: Ground) {}

  of(kind: PipelineKind, wish: LoweringWish): Lowered {
    // Those with buffers are asked for once each, and large.
    if (wish.bound !== undefined) return this.#lower(kind, wish);
    const hasProcesses = this.ground.program.threads.some(({ instances }) => instances.kind === 'any');
    const key = [kind, hasProcesses ? wish.procs : '-', wish.model?.name, wish.stepwise].join(' ');
    return remembered(this.#made, key, () => this.#lower(kind, wish));
  }

  /** The same of another program, or with other writes atomic. */
  with(change: Partial<Ground>): Lowerings {
    return new Lowerings({ ...this.ground, ...change });
  }

  #lower(kind: PipelineKind, { procs, model = this.ground.model, bound, stepwise }: LoweringWish): Lowered {
    const { pipelines, program, atomicWrites, listener, watch } = this.ground;
    const usual = pipelineOf(pipelines, kind, model);
    const pipeline = stepwise === true ? { ...usual, onSystem: [] } : usual;
    const buffers = bound === undefined ? {} : { buffers: { model, bound } };
    const atomic = atomicWrites === null ? {} : { atomicWrites };
    const watched = watch === undefined ? {} : { watch };
    return runPipeline(pipeline, program, { procs, model, ...buffers, ...atomic, ...watched }, listener);
  }
}

/** The properties as the passes have rewritten them: a forall is spelt out there. */
export function rewritten(properties: readonly Property[], { system }: Lowered): readonly Property[] {
  const chosen = new Set(properties.map((p) => p.name));
  const all = [...system.properties, ...properties.filter((p) => p.kind === 'deadlock')];
  return all.filter((p) => chosen.has(p.name));
}
