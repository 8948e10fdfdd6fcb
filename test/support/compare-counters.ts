import { toAutomata, withCounters } from '../../passes/pipelines.js';
import { replay } from '../../src/evidence/replay.js';
import type { Program, Property } from '../../src/ir/program.js';
import type { System } from '../../src/ir/system.js';
import type { BufferSpec } from '../../src/memory/bound.js';
import { Machine } from '../../src/memory/machine.js';
import { sc } from '../../src/memory/sc.js';
import type { MapBack } from '../../src/pass/pass.js';
import { runPipeline } from '../../src/pass/run.js';
import { overflowProperty } from '../../src/transform/transform.js';
import { reachable } from './bounded.js';
import type { Reachable } from './bounded.js';
import { differencesBetween } from './compare-shapes.js';
import type { Chooser, EncodingComparison } from './compare-shapes.js';
import { bufferSettings, settingText } from './compare-shapes.js';

/**
 * The plain semantics within a bound against the counters encoding under SC, for every model: the same states, final
 * states, violations, deadlocks and overflows, and the violating runs of the encoding, led back, replay under the model.
 */
export function compareCounters(
  program: Program,
  maxStates: number,
  choose: Chooser = (all) => all,
): EncodingComparison {
  const { reference } = runPipeline(toAutomata, program, { procs: null });
  let total: EncodingComparison = { complaints: [], compared: 0, capped: 0, overflowed: 0, replayed: 0 };
  for (const spec of choose(bufferSettings(reference))) {
    const found = compareOn(program, reference, spec, maxStates);
    const where = settingText(spec);
    total = {
      complaints: [...total.complaints, ...found.complaints.map((c) => `${where}: ${c}`)],
      compared: total.compared + found.compared,
      capped: total.capped + found.capped,
      overflowed: total.overflowed + found.overflowed,
      replayed: total.replayed + found.replayed,
    };
  }
  return total;
}

function compareOn(
  program: Program,
  reference: System,
  spec: BufferSpec,
  maxStates: number,
): EncodingComparison {
  const plain = reachable(new Machine(reference, spec.model), spec.bound, { maxStates });
  const nothing = { complaints: [], compared: 0, capped: 1, overflowed: 0, replayed: 0 };
  if (plain === null) return nothing;
  // Single steps, so that the state of an overflow shows before what comes after it in the same section.
  const pipeline = { ...withCounters(spec.model.buffering), onSystem: [] };
  const lowered = runPipeline(pipeline, program, { procs: null, buffers: spec });
  const overflow = overflowProperty(lowered);
  // A thread that overflows has a few more places; the parts of a step inside atomic are states of the machine too.
  const coded = reachable(new Machine(lowered.system, sc), null, {
    maxStates: 30 * maxStates,
    original: reference,
    ...(overflow === null ? {} : { goesOnAfter: overflow }),
  });
  if (coded === null) return nothing;
  const runs = replayed(reference, spec, coded, lowered.mapBack);
  return {
    complaints: [...differencesBetween(plain, coded), ...runs.flatMap((r) => r.complaints)],
    compared: 1,
    capped: 0,
    overflowed: plain.overflows.size > 0 ? 1 : 0,
    replayed: runs.length,
  };
}

/** One entry for each violated property; its complaints are empty if the run was accepted. */
function replayed(reference: System, { model }: BufferSpec, found: Reachable, mapBack: MapBack) {
  const properties: readonly Property[] = [...reference.properties, { kind: 'deadlock', name: 'deadlock' }];
  return properties.flatMap((property) => {
    const run = found.runs.get(property.name);
    if (run === undefined) return [];
    const result = replay(new Machine(reference, model), mapBack(run), property);
    const complaints = result.kind === 'rejected' ? [`${property.name} does not replay: ${result.why}`] : [];
    return [{ complaints }];
  });
}
