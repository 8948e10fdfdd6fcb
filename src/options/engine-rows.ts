import type { FormulaSplit } from '../abstraction/discover/found-predicates.js';
import { strategies } from '../abstraction/discover/strategies/index.js';
import type { StrategyName } from '../abstraction/discover/strategies/index.js';
import type { SearchOrder } from '../engines/question.js';
import type { SolverChoice } from '../smt/smt.js';
import { anyText, oneOf, onOrOff, upTo, upToOrOff, upToFromZero } from './readers.js';
import type { OptionRow } from './row.js';

export const methodNames = ['trad', 'pe', 'ce', 'lazy'] as const;
type MethodName = (typeof methodNames)[number];

const abstracting = {
  commands: ['verify', 'abstract', 'compare'],
  subjects: ['program'],
} as const;

const backward = { commands: ['verify', 'compare'], subjects: ['array'] } as const;

/** How predicate abstraction is done. */
const abstractionRows = [
  {
    name: 'method',
    value: 'M',
    read: oneOf<MethodName>(methodNames),
    ...abstracting,
    commands: ['verify'],
    implies: 'abstract',
    field: 'abstraction.method',
    otherwise: 'lazy',
    help: '`lazy`, or `trad` (under `sc`), `pe` or `ce`, which make a Boolean program',
  },
  {
    name: 'method',
    value: 'M',
    read: oneOf<MethodName>(['trad', 'pe', 'ce']),
    ...abstracting,
    commands: ['abstract'],
    field: 'abstraction.method',
    otherwise: 'pe',
    help: '`trad` (under `sc`), `pe` or `ce`',
  },
  {
    name: 'encoding',
    value: 'E',
    read: oneOf<'shapes' | 'counters'>(['shapes', 'counters']),
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.encoding',
    otherwise: 'shapes',
    help: 'store buffers as `shapes`, part of where a thread stands, or `counters`, variables as in the paper',
  },
  {
    name: 'cubes',
    value: 'C',
    read: oneOf<'fast' | 'inc'>(['fast', 'inc']),
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.cubes',
    otherwise: 'fast',
    help: '`pe`, `trad`: how cubes are searched: `fast`, or `inc`, the enumeration of the paper; both find the same',
  },
  {
    name: 'max-cube',
    value: 'N',
    read: upTo(10),
    ...abstracting,
    field: 'abstraction.maxCube',
    otherwise: 4,
    help: '`pe`, `trad`: most predicates in a cube',
  },
  {
    name: 'max-bound',
    value: 'N',
    read: upTo(100),
    ...abstracting,
    field: 'abstraction.maxBound',
    otherwise: 3,
    help: 'without `--bound`: room for 1, 2, ... N writes is tried in each buffer until it suffices',
  },
  {
    name: 'solver',
    value: 'S',
    read: oneOf<SolverChoice>(['auto', 'z3', 'dl']),
    ...abstracting,
    field: 'abstraction.solver',
    otherwise: 'auto',
    help: '`z3`, `dl` (difference logic, refuses formulas beyond it), or `auto` (`dl` where it can)',
  },
  {
    name: 'predicates',
    value: 'FILE',
    read: anyText,
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.predicatesFile',
    otherwise: null,
    help: "a file with predicates, one a line, in place of the program's own",
  },
  {
    name: 'drop-buffered',
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.dropBuffered',
    help: '`ce`: take buffered values out of the cubes, by a further pass of the paper',
  },
  {
    name: 'explain-predicates',
    ofCommandLine: true,
    ...abstracting,
    commands: ['verify', 'abstract'],
    implies: 'abstract',
    help: 'print to stderr which rule of the paper made each predicate from which other',
  },
] as const satisfies readonly OptionRow[];

const discovering = {
  ...abstracting,
  commands: ['verify', 'compare'],
  implies: 'abstract',
} as const;

/** How predicates are found where nobody states them. */
const discoveryRows = [
  {
    name: 'discover',
    value: 'D',
    read: oneOf<'none' | 'templates' | 'refine' | 'both'>(['none', 'templates', 'refine', 'both']),
    ...discovering,
    field: 'discovery.discover',
    otherwise: null,
    default: '`both` where the program states no predicates and none are named, else `none`',
    help: 'find predicates: `templates` (of usual forms), `refine` (by refinement), or `both` (templates where refinement has no end); those that are given are the start',
  },
  {
    name: 'refine',
    value: 'S',
    read: oneOf<StrategyName>(strategies.map(({ name }) => name)),
    ...discovering,
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
    read: oneOf<'extrapolate' | 'direct'>(['extrapolate', 'direct']),
    ...discovering,
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
] as const satisfies readonly OptionRow[];

/** For the backward engine of array-based systems. */
export const backwardRows = [
  {
    name: 'max-procs',
    value: 'N',
    read: upTo(1000),
    ...backward,
    field: 'maxProcs',
    otherwise: null,
    default: 'as the file says',
    help: 'at most so many processes, in the place of `number_procs`',
  },
  {
    name: 'search',
    value: 'O',
    read: oneOf<SearchOrder>(['small', 'bfs', 'dfs']),
    ...backward,
    field: 'search',
    otherwise: null,
    default: '`small`',
    help: 'what is gone back from first: `small` (few processes, few reads that wait for a write), `bfs` or `dfs`',
  },
  {
    name: 'brab',
    value: 'N',
    read: upToOrOff(10),
    ...backward,
    field: 'brab',
    otherwise: null,
    default: 'with 2 and 3 processes where the plain search takes long',
    help: 'guess invariants from the states of N processes, and go back on wrong guesses; `off`: never',
  },
  {
    name: 'reduction',
    value: 'R',
    read: onOrOff,
    ...backward,
    field: 'reduction',
    otherwise: null,
    default: '`on`',
    help: 'leave out orders of events that make no difference: `on` or `off`',
  },
] as const satisfies readonly OptionRow[];

/** How one engine works. */
export const engineRows = [...abstractionRows, ...discoveryRows, ...backwardRows] as const;
