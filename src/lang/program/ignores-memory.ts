import { sharedReads } from '../expr/expr.js';
import type { Property } from './program.js';

/**
 * Whether a property speaks of single states, and not of memory while writes may still wait: of where threads are and of their
 * locals, of what a thread finds when it steps, or of memory when all buffers are empty.
 */
export function ignoresMemory(property: Property): boolean {
  switch (property.kind) {
    case 'invariant':
      return sharedReads(property.formula).length === 0;
    case 'final':
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return true;
    case 'ltl':
    case 'never':
    case 'deadlock':
      return false;
  }
}
