import { Unsupported } from '../../diagnostics/diagnostic.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import type { ArraySystem } from '../../lang/arrays/array-system.js';
import { isTooLong } from '../kit/text.js';
import { lowerSystem } from './lower.js';
import { readDeclarations } from './read.js';

/** Larger ones are no systems that people write. */
const maxCharacters = 1_000_000;

/**
 * Declarations that nothing else needs. Any other that could not be read leaves names unknown, which would be reported
 * wherever they stand.
 */
const bindNothing = new Set(['init', 'transition', 'unsafe', 'invariant', 'number_procs']);

/**
 * The system of a `.cub` file; null if the bag got errors. Throws `Unsupported` if nothing is wrong but what is not
 * supported. What only systems for TSO must keep to is not looked at: see weak-rules.ts.
 */
export function readCub(source: Source, bag: DiagnosticBag): ArraySystem | null {
  if (isTooLong(source, maxCharacters, bag)) return null;
  const { read, lost } = readDeclarations(source, bag);
  const system = [...lost].every((word) => bindNothing.has(word))
    ? lowerSystem(read, { source, bag, initLost: lost.has('init') })
    : null;
  const errors = bag.errors();
  const [first] = errors;
  if (first !== undefined) {
    if (errors.every(({ code }) => code === 'E501'))
      throw new Unsupported(first.message, first.span, first.note);
    return null;
  }
  if (system?.unsafe.length === 0) {
    const hint = 'Say what must not happen: unsafe (i j) { A[i] = B && A[j] = B }.';
    bag.report('W603', sourceSpan(source, 0, 0), 'nothing is unsafe, so nothing can be violated', hint);
  }
  return system;
}
