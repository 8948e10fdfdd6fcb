import { diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Property } from '../../lang/program/program.js';
import type { Location, System } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { at } from '../../support/invariant.js';
import type { Limits } from '../../search/limits.js';
import type { TargetProcess } from './dual-program.js';
import { reach } from './reach-targets.js';
import { nameOf, withoutNumber } from './unfold/kinds.js';
import type { Unfolding } from './unfolding.js';

/** A place that nobody comes to is found soon, or it is not worth more. */
const patience = 2000;

interface UnfoldedSystem {
  readonly system: System;
  readonly model: MemoryModel;
  readonly unfolding: Unfolding;
}

/** Labels of properties that hold, if no thread ever comes there: then the property may hold for a reason nobody wants. */
export async function unreachedLabels(
  { system, model, unfolding }: UnfoldedSystem,
  proven: readonly Property[],
  limits: Limits,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const place of placesIn(system, unfolding, proven)) {
    const { process, name, label, location } = place;
    if (await mayBeReached(model, unfolding, process, limits)) continue;
    const message = `thread ${name} never reaches the label ${label}`;
    found.push(diagnosticOf('W601', location.span, message));
  }
  return found;
}

interface LabelledPlace {
  readonly process: TargetProcess;
  /** Of the thread, not of its kind: other threads may do the same and have other labels. */
  readonly name: string;
  readonly label: string;
  readonly location: Location;
}

/** The labels that the properties name, of instances of a thread once for each kind. */
function placesIn(
  system: System,
  unfolding: Unfolding,
  properties: readonly Property[],
): readonly LabelledPlace[] {
  const found = new Map<string, LabelledPlace>();
  const seen = new Set<string>();
  for (const property of properties) {
    if (property.kind !== 'invariant') continue;
    for (const e of subexpressions(property.formula)) {
      if (e.kind !== 'at' || seen.has(`${e.thread} ${e.label}`)) continue;
      seen.add(`${e.thread} ${e.label}`);
      const place = placeOf(system, unfolding, e.thread, e.label);
      if (place !== null) found.set(`${place.process.kind} ${place.name} ${e.label}`, place);
    }
  }
  return [...found.values()];
}

function placeOf(
  system: System,
  { kinds }: Unfolding,
  thread: ThreadId,
  label: string,
): LabelledPlace | null {
  const { locations } = at(system.threads, thread);
  const location = locations.find((l) => l.labels.includes(label));
  const kind = kinds.findIndex((k) => k.threads.includes(thread));
  if (location === undefined || kind === -1) return null;
  const states = at(kinds, kind).states.flatMap((state, i) =>
    state.kind === 'place' && at(locations, state.location).labels.includes(label) ? [i] : [],
  );
  const instances = at(kinds, kind).threads.filter(
    (id) => withoutNumber(id, system) === withoutNumber(thread, system),
  );
  return { process: { kind, states }, name: nameOf(instances, system), label, location };
}

async function mayBeReached(
  model: MemoryModel,
  { program }: Unfolding,
  process: TargetProcess,
  limits: Limits,
): Promise<boolean> {
  if (process.states.length === 0) return false;
  const target = { processes: [process], memory: [] };
  const { answer } = await reach(model, program, [target], { ...limits, configurations: patience });
  return answer.kind !== 'unreachable';
}
