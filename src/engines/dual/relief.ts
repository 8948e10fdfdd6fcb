import { ignoresMemory } from '../../lang/program/ignores-memory.js';
import type { Property } from '../../lang/program/program.js';
import { isExact } from '../../memory/model-questions.js';
import type { ProgramQuestion } from '../question.js';
import { mayBufferForEver } from '../shared/endless-buffers.js';
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
