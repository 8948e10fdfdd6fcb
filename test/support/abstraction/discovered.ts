import { typesOf } from '../../../src/abstraction/commands/command-variables.js';
import { toCommands } from '../../../src/abstraction/commands/to-commands.js';
import { discover } from '../../../src/abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../../src/abstraction/discover/discover.js';
import type { RuleFamily } from '../../../src/abstraction/extrapolate/extrapolate.js';
import type { Program } from '../../../src/lang/program/program.js';
import { openSmt } from '../../../src/smt/session.js';
import { usualDiscovery } from '../abstraction-options.js';
import type { DiscoveryChoice } from '../abstraction-options.js';
import { requestFor } from './extrapolated.js';

/** What discovery says of a program without its predicates, with its buffers as shapes and room for one write in each. */
export async function discovered(
  program: Program,
  rules: RuleFamily,
  settings: Partial<DiscoveryChoice> = {},
): Promise<DiscoveryResult> {
  const { system } = requestFor({ ...program, predicates: [] }, { rules, encoding: 'shapes', bound: 1 });
  const commands = toCommands(system);
  const smt = openSmt({ solver: 'auto', typeOf: typesOf(commands) });
  const own = new Set(program.properties.map((p) => p.name));
  const cuts = system.properties.map((p) => p.name).filter((property) => !own.has(property));
  const limits = {
    signal: new AbortController().signal,
    deadline: performance.now() + 60_000,
    memoryMB: null,
  };
  const result = await discover({
    ...{ program: commands, predicates: [], smt, cuts, limits, solver: 'auto' },
    properties: [...own],
    decisive: cuts[0] ?? null,
    settings: { ...usualDiscovery, ...settings, discover: 'both' },
    progress: () => undefined,
    print: () => '',
  });
  smt.dispose();
  return result;
}
