import { shapes } from '../../../passes/shapes.js';
import type { System } from '../../../src/lang/program/system.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { Machine } from '../../../src/memory/machine.js';
import { sc } from '../../../src/memory/sc.js';
import { reachable } from './bounded.js';
import { bufferSettings, compared, inAll, noComparison, settingText, under } from './encoding-comparison.js';
import type { EncodingComparison } from './encoding-comparison.js';
import type { PlainSemantics } from './plain-semantics.js';

/**
 * The plain semantics within a bound against the shapes encoding under SC, for every model, on the automata before and
 * after sections are joined: the same states, final states, violations, deadlocks and overflows, the same number of
 * states of the machine, and the violating runs of the encoding, led back, replay under the model.
 */
export function compareShapes(
  plain: PlainSemantics,
  settings: readonly BufferSpec[] = bufferSettings(plain.system),
): EncodingComparison {
  const stages = [
    ['single steps', plain.reference],
    ['joined steps', plain.system],
  ] as const;
  return inAll(
    settings.flatMap((spec) =>
      stages.map(([stage, system]) =>
        under(`${settingText(spec)}, ${stage}`, compareOn(plain, system, spec)),
      ),
    ),
  );
}

function compareOn(semantics: PlainSemantics, system: System, spec: BufferSpec): EncodingComparison {
  const { maxStates } = semantics;
  const plain = semantics.reachable(system, spec);
  if (plain === null) return { ...noComparison, capped: 1 };
  const { system: encoded, mapBack } = shapes.run(system, { procs: null, buffers: spec });
  const coded = reachable(new Machine(encoded, sc), null, { maxStates, original: system });
  if (coded === null) return { ...noComparison, complaints: ['the encoding has more states'] };
  const found = compared(plain, coded, system, spec.model, mapBack);
  if (plain.explored === coded.explored) return found;
  const more = `the plain semantics has ${plain.explored} states, the encoding ${coded.explored}`;
  return { ...found, complaints: [...found.complaints, more] };
}
