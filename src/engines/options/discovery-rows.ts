import type { FormulaSplit } from '../../abstraction/discover/found-predicates.js';
import { strategies } from '../../abstraction/discover/strategies/index.js';
import type { StrategyName } from '../../abstraction/discover/strategies/index.js';
import { oneOf, outputPath, upTo, upToFromZero } from '../../options/kit/readers.js';
import type { OptionRow } from '../../options/kit/row.js';

export const discoveryModes = ['none', 'templates', 'refine', 'both'] as const;
export const discoveryScopes = ['extrapolate', 'direct'] as const;
export const strategyNames: readonly StrategyName[] = strategies.map(({ name }) => name);

const discovering = {
  commands: ['verify', 'compare'],
  subjects: ['program'],
  implies: 'abstract',
} as const;

/** How predicates are found where nobody states them. */
export const discoveryRows = [
  {
    name: 'discover',
    value: 'D',
    read: oneOf(discoveryModes),
    ...discovering,
    // `compare` takes lists of them.
    commands: ['verify'],
    field: 'discovery.discover',
    otherwise: null,
    default: '`both` where the program states no predicates and none are named, else `none`',
    help: 'find predicates: `templates` (of usual forms), `refine` (by refinement), or `both` (templates where refinement has no end); those that are given are the start',
  },
  {
    name: 'refine',
    value: 'S',
    read: oneOf(strategyNames),
    ...discovering,
    commands: ['verify'],
    field: 'discovery.refine',
    otherwise: 'itp',
    help: `how a path that the program does not take asks for predicates: ${strategies.map(({ name, summary }) => `\`${name}\` (${summary})`).join('; ')}`,
  },
  {
    name: 'split',
    value: 'S',
    read: oneOf<FormulaSplit>(['atoms', 'conjuncts', 'whole']),
    ...discovering,
    field: 'discovery.split',
    otherwise: 'atoms',
    help: 'into what the formulas of a strategy are taken apart: `atoms`, `conjuncts`, or not at all (`whole`)',
  },
  {
    name: 'paths',
    value: 'N',
    read: upTo(1000),
    ...discovering,
    field: 'discovery.paths',
    otherwise: 1,
    help: 'violating paths of one search that are refined at once',
  },
  {
    name: 'diverge',
    value: 'N',
    read: upToFromZero(1000),
    ...discovering,
    field: 'discovery.diverge',
    otherwise: 5,
    help: 'constants of one difference after which templates join; 0: never',
  },
  {
    name: 'scope',
    value: 'S',
    read: oneOf(discoveryScopes),
    ...discovering,
    commands: ['verify'],
    ofBuffers: true,
    field: 'discovery.scope',
    otherwise: 'extrapolate',
    help: '`extrapolate` (find predicates under SC, extrapolate them, refine the rest) or `direct` (on the program with its buffers)',
  },
  {
    name: 'max-predicates',
    value: 'N',
    read: upTo(100_000),
    ...discovering,
    field: 'discovery.maxPredicates',
    otherwise: 1000,
    help: 'no more predicates are found than so many',
  },
  {
    name: 'max-iterations',
    value: 'N',
    read: upTo(1_000_000),
    ...discovering,
    field: 'discovery.maxIterations',
    otherwise: 1000,
    help: 'no more searches are refined than so many',
  },
  {
    name: 'save-predicates',
    ofCommandLine: true,
    value: 'FILE',
    read: outputPath,
    ...discovering,
    commands: ['verify'],
    help: 'write the predicates that were found and suffice to a file, as `--predicates` takes them',
  },
] as const satisfies readonly OptionRow[];
