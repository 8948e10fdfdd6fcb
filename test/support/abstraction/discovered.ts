import { typesOf, variablesIn } from '../../../src/abstraction/commands/command-variables.js';
import { toCommands } from '../../../src/abstraction/commands/to-commands.js';
import { discover } from '../../../src/abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../../src/abstraction/discover/discover.js';
import { extrapolate } from '../../../src/abstraction/extrapolate/extrapolate.js';
import type { RuleFamily } from '../../../src/abstraction/extrapolate/extrapolate.js';
import { loadedPredicates } from '../../../src/abstraction/extrapolate/temporaries.js';
import { noFormulas, overVariables } from '../../../src/engines/abstract/named-formulas.js';
import type { NamedFormulas } from '../../../src/engines/abstract/named-formulas.js';
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
  /** Found under SC, to be extrapolated. */
  underSc: NamedFormulas = noFormulas,
): Promise<DiscoveryResult & { readonly named: NamedFormulas }> {
  const request = requestFor({ ...program, predicates: [] }, { rules, encoding: 'shapes', bound: 1 });
  const { system, source } = request;
  const given = overVariables(underSc, variablesIn(source));
  const loaded = loadedPredicates(system, given).map(({ formula }) => formula);
  const predicates = extrapolate({ ...request, predicates: [...given, ...loaded] });
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
    ...{ program: commands, predicates, smt, cuts, limits, solver: 'auto' },
    properties: [...own],
    decisive: cuts[0] ?? null,
    settings: { ...usualDiscovery, ...settings, discover: 'both' },
    progress: () => undefined,
    statements: null,
    tell: () => undefined,
  });
  smt.dispose();
  const formulas = result.found.map(({ formula }) => formula);
  return { ...result, named: { formulas, variables: commands.variables } };
}
