import { unsupported } from '../../../diagnostics/diagnostic.js';

// In the place of node:worker_threads.

/** So limits are about what this work takes, not about the process: a page cannot tell that. */
export const isMainThread = true;

/** More workers at one search are asked for by an option that the page does not have. */
export function Worker(): never {
  unsupported('a search in a browser is done by one worker', null, 'leave out --workers');
}
