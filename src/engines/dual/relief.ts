import { isBufferedStore } from '../../lang/program/actions.js';
import { ignoresMemory } from '../../lang/program/ignores-memory.js';
import type { Property } from '../../lang/program/program.js';
import type { Automaton, Edge } from '../../lang/program/system.js';
import { isExact } from '../../memory/model-questions.js';
import type { ProgramQuestion } from '../question.js';
import { reachableFrom } from './unfold/edge-history.js';
import { givenNumber } from '../refusals.js';

/** Where store buffers may grow without end: the properties that this engine may have an answer for. */
export function takesOver(question: ProgramQuestion): readonly Property[] {
  const { options, program, properties } = question;
  const { model, bound, havocRange, procs } = options;
  if (!isExact(model)) return [];
  const taken = properties.filter(ignoresMemory);
  if (bound !== null || havocRange !== null || procs === 'any' || taken.length === 0) return [];
  if (program.shared.some(({ buffered }) => buffered === false)) return [];
  const { system } = question.lowerings.of('automata', { procs: givenNumber(options) });
  return system.threads.some(mayBufferForEver) ? taken : [];
}

/** Whether the thread can come from a store to the same store again without having waited for its buffer. */
function mayBufferForEver({ edges }: Automaton): boolean {
  const waits = (edge: Edge): boolean =>
    edge.actions.some((a) => a.kind === 'lock' || (a.kind === 'fence' && a.fence === 'full'));
  const free = edges.filter((edge) => !waits(edge));
  return free.some(
    (edge) => edge.actions.some(isBufferedStore) && reachableFrom(edge.to, free).has(edge.from),
  );
}
