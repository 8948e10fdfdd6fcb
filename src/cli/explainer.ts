import type { VerifyHooks } from '../ask/hooks.js';
import type { Output } from './output.js';

/** What `--explain-predicates` asks for: a table of the predicates, each time there are others. */
export async function explainer(
  heading: string,
  output: Output,
): Promise<NonNullable<VerifyHooks['explain']>> {
  const { explainPredicates } = await import('../abstraction/extrapolate/explain.js');
  const { renderPredicates } = await import('../report/predicates-text.js');
  return (predicates, names) => {
    const table = renderPredicates(explainPredicates(names, predicates), output.width);
    output.message(`${heading}: ${predicates.length} predicates\n${table}`);
  };
}
