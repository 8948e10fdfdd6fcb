import type { Span } from '../../diagnostics/span.js';
import { procTerm } from '../../lang/arrays/array-formula.js';
import { InternalError } from '../../support/invariant.js';
import { actor, cellOf, cellTerm, processOf } from './cells.js';
import { noNumber } from './write-formula.js';
import type { Speaker } from './write-formula.js';
import type { Scene } from './scene.js';

/** How the steps of a thread are said. */
export function actorSpeaker({ knowledge, vocabulary }: Scene, span: Span): Speaker {
  return {
    span,
    knowledge,
    place: () => {
      throw new InternalError('programs do not ask where threads are');
    },
    term: (variable) => {
      switch (variable.kind) {
        case 'param':
        case 'bound':
          return procTerm(processOf(variable));
        case 'local':
          return cellTerm({ symbol: vocabulary.local(variable.local), indices: [actor] });
        case 'shared':
          return cellTerm(cellOf(variable, vocabulary));
        default:
          return noNumber(span);
      }
    },
  };
}
