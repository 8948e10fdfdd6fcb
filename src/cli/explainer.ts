import { explainPredicates } from '../abstraction/extrapolate/explain.js';
import { renderPredicates } from '../report/predicates-text.js';
import type { VerifyHooks } from '../ask/hooks.js';
import type { Output } from './output.js';

/** What `--explain-predicates` asks for: a table of the predicates, each time there are others. */
export function explainer(heading: string, output: Output): NonNullable<VerifyHooks['explain']> {
  return (predicates, names) => {
    const table = renderPredicates(explainPredicates(names, predicates), output.width);
    output.message(`${heading}: ${predicates.length} predicates\n${table}`);
  };
}
