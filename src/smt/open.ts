import { SmtSession } from './session.js';
import type { Smt, SmtOptions } from './smt.js';

/** A session of its own, with its own variables and literals; whoever opens it disposes of it. */
export function openSmt(options: SmtOptions): Smt {
  return new SmtSession(options);
}
