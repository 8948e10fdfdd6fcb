import type { Unknown } from '../lang/run/verdict.js';
import { IntegerTooLarge } from '../lang/expr/integer-limit.js';
import { Stopped } from '../search/limits.js';

/** What V8 says where a table, a text or a buffer would be larger than it can be. */
const tooLarge = /^(Map|Set) maximum size exceeded|^Invalid string length|^Array buffer allocation failed/;

/** Why properties stay open where work was left like this; null: it is no limit, but a mistake of somebody's. */
export function leftOpen(error: unknown): Unknown | null {
  const open = (reason: Unknown['reason'], detail: string): Unknown => ({ kind: 'unknown', reason, detail });
  if (error instanceof Stopped) return open(error.stop.reason, `stopped: ${error.stop.why}`);
  if (error instanceof IntegerTooLarge) return open('integer-limit', error.message);
  if (error instanceof RangeError && tooLarge.test(error.message))
    return open('memory', 'stopped: a table or a text would become larger than one can be');
  return null;
}
