import { isBufferedStore } from '../../lang/program/actions.js';
import type { Automaton, Edge, System } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { lockedWaitsForAll } from '../../memory/model-questions.js';
import { at } from '../../support/invariant.js';
import type { Contents } from './contents.js';
import type { ShapingContext } from './shape-ways.js';

/** What the translation of a thread knows, but for how its buffer is encoded. */
export function shapingOf(
  system: System,
  model: MemoryModel,
  contents: Contents,
  { id }: Automaton,
  watch: (() => void) | undefined,
): Omit<ShapingContext<never>, 'kind'> {
  const watches = (t: Automaton): boolean => lockedWaitsForAll(model) && t.edges.some(locks);
  const others = system.threads.filter((t) => t.id !== id);
  return {
    ...{ thread: id, system, model, contents, watch },
    tellsPending: others.some(watches),
    awaited: watches(at(system.threads, id)) ? others.filter(mayBuffer).map((t) => t.id) : [],
  };
}

const locks = (edge: Edge): boolean => edge.actions.some((a) => a.kind === 'lock');

const mayBuffer = ({ edges }: Automaton): boolean => edges.some((e) => e.actions.some(isBufferedStore));
