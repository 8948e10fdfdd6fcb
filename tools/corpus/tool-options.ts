import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/** The options of a tool; where they are none, it says so and ends. */
export function toolOptions<C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
