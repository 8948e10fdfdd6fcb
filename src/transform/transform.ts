import { basename } from 'node:path';
import type { DveBufferSpec } from '../lang/dve/buffers/spec.js';
import { DiagnosticBag, InputError, unsupported } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type {
  ExportPurpose,
  ExportRequest,
  Exporter,
  HornForm,
  MachineProgram,
} from '../exporters/exporter.js';
import type { Program } from '../lang/program/program.js';
import { refuseBits, refuseUnbuffered, refuseWeak, refuseGoals } from '../lang/program/refuse.js';
import { Cells } from '../lang/program/system.js';
import type { System } from '../lang/program/system.js';
import type { StateCover } from '../lang/run/state-cover.js';
import type { Bound } from '../memory/bound.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { entriesFor } from '../memory/semantics.js';
import {
  buffersGrow,
  byBuffering,
  hasBuffers,
  isExactTso,
  ordersWrites,
  roomPerLocation,
  storesWait,
} from '../memory/model-questions.js';
import type { PassContext } from '../pass/pass.js';
import { overflowName, overflowProperty } from '../pass/overflow.js';
import { runPipeline } from '../pass/run-pipeline.js';
import type { PassListener, Pipeline } from '../pass/run-pipeline.js';
import { atomicWritesOf, chosenWrites, writesOf } from '../ask/chosen-writes.js';
import { bufferBound } from '../pass/buffer-bound.js';
import { loadProgram, required } from '../ask/load.js';
import { placeOf } from '../ask/verify-options.js';
import type { VerifyInput } from '../ask/verify-options.js';
import { templatesOf } from './program-templates.js';
import { leftOutOf, withPremise } from './left-out.js';
import type { LanguageEntry } from '../frontends/frontend.js';

export interface TransformOptions extends VerifyInput {
  readonly model: MemoryModel;
  /** The most buffered writes: one number for all, or one for each named variable; null: one. */
  readonly bound: number | ReadonlyMap<string, number> | null;
  readonly procs: number | null;
  /** Absent: for what the target is usually for. */
  readonly purpose?: ExportPurpose;
  /** Names the writes that are atomic; absent: none is. */
  readonly atomicFile?: string | undefined;
  /** What the relations of Horn clauses stand for. */
  readonly form?: HornForm | null;
}

/** What the caller brings: the languages it reads, the passes that write the buffers into a program. */
export interface TransformHooks {
  readonly languages: readonly LanguageEntry[];
  readonly pipeline: (model: MemoryModel) => Pipeline;
  /** The passes for targets that have weak memory of their own. */
  readonly templates: (keepsProcesses: boolean) => Pipeline;
  /** The passes that spell a program out, for targets that are told what the machine does. */
  readonly plain: Pipeline;
  /** States of these automata that no step leaves; absent: none are told. */
  readonly solution?: (system: System) => StateCover;
  /** Absent: nobody listens. */
  readonly listener?: PassListener;
  /** As of the context of passes. */
  readonly watch?: PassContext['watch'];
}

export interface Transformed {
  readonly language: string | null;
  readonly warnings: readonly Diagnostic[];
  readonly text: string;
}

/** The bound where the user gives none: the least, with which paper 003 proves all its programs. */
const defaultBound = 1;

/** Writes the memory model into a program and the result in another language. Throws an InputError for what is wrong. */
export async function transformFile(
  options: TransformOptions,
  exporter: Exporter,
  hooks: TransformHooks,
): Promise<Transformed> {
  const bag = new DiagnosticBag();
  const loaded = await loadProgram(hooks.languages, placeOf(options), options.language, bag, options.reading);
  const { program, writer } = required(loaded, bag);
  const { language } = loaded;
  const { model } = options;
  if (writer?.target === exporter.name)
    return { language, warnings: bag.warnings(), text: writer.write(bufferSpec(program, options, hooks)) };
  if (hasBuffers(model)) refuseWeak(program);
  const hasMemory = exporter.hasMemory === true;
  const hasMachine = exporter.hasMachine === true;
  const isRewritten = hasBuffers(model) && !hasMemory && !hasMachine;
  if (hasMemory) requireKnown(exporter, model);
  const bound = boundOf(program, options);
  const atomicWrites = atomicWritesOf(program, options, automataOf(hooks));
  const atomic = atomicWrites === null ? {} : { atomicWrites };
  const purpose = options.purpose ?? 'run';
  const flushes = purpose === 'verifier' ? { ownFlushes: true as const } : {};
  const watched = hooks.watch === undefined ? {} : { watch: hooks.watch };
  const context: PassContext = {
    procs: options.procs,
    buffers: { model, bound, ...flushes },
    ...atomic,
    ...watched,
  };
  if (isRewritten || exporter.name !== 'fp')
    refuseGoals(program.properties, `there is no text for ${exporter.name}`, false);
  const lowered = once(() => runPipeline(hooks.pipeline(model), program, context, hooks.listener));
  if (hasMemory && options.atomicFile !== undefined)
    unsupported(
      `--to ${exporter.name} writes the program itself, without atomic writes`,
      null,
      'leave out --atomic',
    );
  const setting = { name: exporter.name, hasMemory: hasMemory || hasMachine, isRewritten, model };
  const leftOut = leftOutOf(program, setting);
  const machine = once(() => machineOf(program, options, hooks, context));
  const plain = once(() => (isRewritten ? withPremise(lowered().program, leftOut) : lowered().program));
  const request: ExportRequest = {
    program: isRewritten ? plain() : program,
    get plain() {
      return plain();
    },
    get system() {
      return lowered().system;
    },
    get templates() {
      return templatesOf(program, options, hooks.templates, hooks.listener);
    },
    get machine() {
      return machine();
    },
    about: {
      file: basename(options.path),
      memory: hasMemory ? model.name : memoryText(model, options.bound, hasMachine ? machine().bound : bound),
      isRewritten,
      overflow: isRewritten
        ? overflowProperty(lowered())
        : hasMachine && buffersGrow(model)
          ? overflowName(program.properties)
          : null,
      leftOut: leftOut.map(({ property }) => property.name),
    },
    purpose,
  };
  if (exporter.hasBits !== true)
    refuseBits({ ...request.program, predicates: [] }, `the target ${exporter.name}`);
  if (hasMemory) refuseUnbuffered(program, `the target ${exporter.name}`);
  const text = exporter.run(request);
  for (const { property, why } of leftOut)
    bag.report('W609', property.span, `the temporal property ${property.name} is left out`, why);
  return { language, warnings: bag.warnings(), text };
}

const automataOf = ({ pipeline }: TransformHooks): Pipeline => ({ ...pipeline(sc), reductions: [] });

/** What the language's own text of store buffers must know; null: there are none. */
function bufferSpec(
  program: Program,
  options: TransformOptions,
  hooks: TransformHooks,
): DveBufferSpec | null {
  const { model, bound, atomicFile, procs } = options;
  const { name, lockedWaits } = model;
  const order = byBuffering<DveBufferSpec['order'] | null>(model, {
    none: null,
    fifo: 'fifo',
    'fifo-per-location': 'fifo-per-location',
  });
  if (order === null) return null;
  const sites = atomicFile === undefined ? [] : writesOf(program, automataOf(hooks), procs);
  const chosen = atomicFile === undefined ? new Set<number>() : chosenWrites(atomicFile, sites);
  const atomic = new Set(
    sites.flatMap((site) => (chosen.has(site.id) ? site.names.map((n) => `${site.variableName}, ${n}`) : [])),
  );
  const isAtomic: DveBufferSpec['isAtomic'] = (process, title, variable) =>
    atomic.has(`${variable}, ${process}.${title}`);
  const common = { model: name, order, atomicWaits: lockedWaits, isAtomic };
  if (bound !== null && typeof bound !== 'number')
    unsupported('buffers in DVE text have the same room for all variables', null, 'give --bound N');
  if (storesWait(model)) {
    const entries = roomPerLocation(model);
    if (bound !== null && bound < entries)
      unsupported(
        `under ${name} writes wait for room, and no bound is ever reached`,
        null,
        'leave out --bound',
      );
    return { ...common, limit: { kind: 'waits', entries } };
  }
  return { ...common, limit: { kind: 'overflows', entries: bound ?? defaultBound } };
}

function requireKnown({ name }: Exporter, model: MemoryModel): void {
  if (!hasBuffers(model) || isExactTso(model)) return;
  unsupported(
    `--to ${name} writes the program with weak variables, whose meaning is TSO: there is none of ${model.name}`,
    null,
    'take --model tso or sc',
  );
}

/** The program spelt out, and the machine with the bound, which is what the states need where they are told and it is not. */
function machineOf(
  program: Program,
  options: TransformOptions,
  { plain, solution, watch }: TransformHooks,
  context: PassContext,
): MachineProgram & { readonly bound: Bound } {
  const { model, form } = options;
  const { system } = runPipeline(plain, program, context);
  const cover = solution?.(system) ?? null;
  const isOpen = options.bound === null && cover !== null && buffersGrow(model);
  const bound = isOpen ? { all: longestOf(cover, model) } : boundOf(program, options);
  const cells = new Cells(system.shared);
  return {
    ...{ system, model, bound, watch: watch ?? (() => undefined) },
    room: (cell) => ('all' in bound ? bound.all : (bound.perShared.get(cells.variable(cell).id) ?? Infinity)),
    wishes: { form: form ?? 'tuples', solution: cover },
  };
}

/** How many writes wait at most, of what a bound counts; at least one. */
function longestOf({ waiting }: StateCover, model: MemoryModel): number {
  const counts = waiting.flatMap((word) =>
    ordersWrites(model)
      ? [word.filter(({ kind }) => kind === 'write').length]
      : word.map((entry) => (entry.kind === 'marker' ? 0 : entriesFor(word, entry.cell))),
  );
  return Math.max(1, ...counts);
}

/** Computed when it is first asked for. */
function once<T>(compute: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: compute() }).value;
}

function boundOf({ shared }: Program, { model, bound }: TransformOptions): Bound {
  const bag = new DiagnosticBag();
  const given = bufferBound(shared, { bound, model }, bag);
  if (bag.hasErrors) throw new InputError(bag.errors());
  // The entries of tsoN are bounded by the model.
  return given ?? { all: storesWait(model) ? Infinity : defaultBound };
}

function memoryText(model: MemoryModel, given: TransformOptions['bound'], bound: Bound): string {
  if (!hasBuffers(model)) return model.name;
  if (typeof given === 'object' && given !== null) {
    const each = [...given].map(([name, entries]) => `${entries} to ${name}`).join(', ');
    return `${model.name}, at most this many buffered writes of a thread: ${each}`;
  }
  if (!('all' in bound) || bound.all === Infinity) return model.name;
  const where = ordersWrites(model) ? 'a thread' : 'a thread to each variable';
  return `${model.name}, at most ${bound.all} buffered write${bound.all === 1 ? '' : 's'} of ${where}`;
}
