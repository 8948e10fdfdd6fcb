import { keepCompiledCode } from './code-cache.js';

/** What Node must be told in each thread before the program is loaded there, since it holds for what is loaded afterwards. */
export function beforeLoading(): void {
  keepCompiledCode(process.env);
  if (process.argv.includes('--debug')) process.setSourceMapsEnabled(true);
}
