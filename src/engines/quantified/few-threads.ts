import { unsupported } from '../../diagnostics/diagnostic.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Program, Property } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { rewritten } from '../../pass/lowerings.js';
import type { Lowered } from '../../pass/run-pipeline.js';
import { at } from '../../support/invariant.js';
import type { ProgramQuestion } from '../question.js';
import { copiesToShow, expandedIds } from '../shared/any-number.js';
import type { SampledInstance } from './common-facts.js';
import { sampleRuns } from './sample-runs.js';
import type { SampledStates } from './sample-runs.js';
import { areAlike } from './thread-copies.js';
import type { CopiedThread } from './thread-copies.js';

/** What instances are made of. */
export type InstanceQuestion = Pick<ProgramQuestion, 'program' | 'properties' | 'lowerings' | 'options'>;

/** A thread that steps, and two beside it that a clause speaks of. */
const leastCopies = 3;

/** A program with as many copies of each process as formulas name. */
export interface CopiedProgram {
  readonly system: System;
  readonly model: MemoryModel;
  readonly kinds: readonly CopiedThread[];
  readonly properties: readonly Property[];
}

export function copiedProgram({ program, properties, lowerings, options }: InstanceQuestion): CopiedProgram {
  const copies = Math.max(leastCopies, copiesToShow(program, properties));
  const lowered = lowerings.of('automata', { procs: copies });
  const kinds = kindsOf(program, copies);
  for (const { threads, name, isAny } of kinds)
    if (isAny && !areAlike(lowered.system, threads))
      unsupported(`the threads of ${name} differ in what a proof about any number of them is made of`);
  return {
    ...{ system: lowered.system, model: options.model, kinds },
    properties: rewritten(properties, lowered),
  };
}

/** What runs of an instance come to. */
export interface SampledProgram {
  readonly lowered: Lowered;
  /** As the passes have rewritten them. */
  readonly asked: readonly Property[];
  readonly sampled: SampledStates;
  readonly instance: SampledInstance;
}

export interface SampleSize {
  readonly procs: number;
  readonly room: number;
  readonly most: number;
}

export async function sampledProgram(
  { program, properties, lowerings, options: { model } }: InstanceQuestion,
  { procs, room, most }: SampleSize,
  pause: () => Promise<void>,
): Promise<SampledProgram> {
  const lowered = lowerings.of('automata', { procs });
  const kinds = kindsOf(program, procs);
  const { system } = lowered;
  const kindOf = system.threads.map(({ id }) => kindWith(kinds, id).number);
  const asked = rewritten(properties, lowered);
  const sampled = await sampleRuns({ system, model, properties: asked, room, most, kindOf }, pause);
  return { lowered, asked, sampled, instance: { system, states: sampled.states, kindOf } };
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

function kindWith(kinds: readonly CopiedThread[], thread: ThreadId): CopiedThread {
  const kind = kinds.find(({ threads }) => threads.includes(thread));
  return at(kind === undefined ? [] : [kind], 0);
}
