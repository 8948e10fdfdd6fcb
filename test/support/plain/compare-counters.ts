import { withCounters } from '../../../passes/pipelines.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { Machine } from '../../../src/memory/machine.js';
import { sc } from '../../../src/memory/sc.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { overflowProperty } from '../../../src/pass/overflow.js';
import { reachable } from './bounded.js';
import { bufferSettings, compared, inAll, noComparison, settingText, under } from './encoding-comparison.js';
import type { EncodingComparison } from './encoding-comparison.js';
import type { PlainSemantics } from './plain-semantics.js';

/** The parts of a step inside atomic, and the places behind the last statement, are states of the machine too. */
const mostStatesForOne = 100;

/**
 * The plain semantics within a bound against the counters encoding under SC, for every model: the same states, final
 * states, violations, deadlocks and overflows, and the violating runs of the encoding, led back, replay under the model.
 */
export function compareCounters(
  program: Program,
  plain: PlainSemantics,
  settings: readonly BufferSpec[] = bufferSettings(plain.reference),
): EncodingComparison {
  return inAll(settings.map((spec) => under(settingText(spec), compareOn(program, plain, spec))));
}

function compareOn(program: Program, semantics: PlainSemantics, spec: BufferSpec): EncodingComparison {
  const { reference, maxStates } = semantics;
  const plain = semantics.reachable(reference, spec);
  if (plain === null) return { ...noComparison, capped: 1 };
  // Single steps, so that the state of an overflow shows before what comes after it in the same section.
  const pipeline = { ...withCounters(spec.model), onSystem: [] };
  const lowered = runPipeline(pipeline, program, { procs: null, buffers: spec, ...semantics.atomic });
  const overflow = overflowProperty(lowered);
  const coded = reachable(new Machine(lowered.system, sc), null, {
    maxStates: mostStatesForOne * maxStates,
    original: reference,
    ...(overflow === null ? {} : { goesOnAfter: overflow }),
  });
  if (coded === null) return { ...noComparison, complaints: ['the encoding has many more states'] };
  return compared(plain, coded, reference, spec.model, lowered.mapBack);
}
