import type { Options } from 'yargs';
import { fairnessNames } from '../memory/fairness.js';
import type { FairnessName } from '../memory/fairness.js';
import type { SearchOrder } from '../engines/question.js';
import type { SolverChoice } from '../smt/smt.js';
import type { AbstractionOptions, Method } from '../verify/abstraction-options.js';
import { engineNames } from '../engines/index.js';
import {
  anyText,
  bound,
  count,
  countOrAny,
  havocRange,
  model,
  models,
  oneOf,
  once,
  seconds,
  seed,
  upTo,
  upToOrOff,
} from './parse-values.js';

/** Options that several commands share, in the form yargs takes; `coerce` gives them their types. */
const one = { nargs: 1, string: true } as const;
const many = { nargs: 1, array: true, string: true } as const;

export const modelOption = {
  ...one,
  describe: 'memory model: sc, tso, pso, tso1, or tsoN',
  defaultDescription: 'sc',
  coerce: once('model', model),
} as const;

export const modelsOption = {
  ...one,
  describe: 'memory models, separated by commas',
  defaultDescription: 'sc',
  coerce: once('model', models),
} as const;

export const langOption = {
  ...one,
  describe: 'input language, if the file extension does not tell',
  coerce: once('lang', anyText),
} as const;

export const jsonOption = { boolean: true, describe: 'print one JSON document' } as const;
export const debugOption = { boolean: true, describe: 'print stack traces of internal errors' } as const;
export const verboseOption = {
  boolean: true,
  describe: 'tell on stderr what is done and how long it takes',
} as const;

export const timeoutOption = {
  ...one,
  describe: 'stop after so many seconds',
  coerce: once('timeout', seconds),
} as const;

export const memoryOption = {
  ...one,
  describe: 'stop at so many MB of states',
  coerce: once('memory', count),
} as const;

export const traceOption = {
  ...one,
  describe: 'how a counterexample is shown: text or none',
  defaultDescription: 'text',
  coerce: once('trace', oneOf(['text', 'none'])),
} as const;

export const procsOption = {
  ...one,
  describe: 'number of threads of each process',
  coerce: once('procs', count),
} as const;

export const anyProcsOption = {
  ...one,
  describe: 'number of threads of each process, or any (sc and tso: the default)',
  coerce: once('procs', countOrAny),
} as const;

export const dumpAfterOption = {
  ...one,
  describe: 'print what the program is after this pass (--verbose names them)',
  coerce: once('dump-after', anyText),
} as const;

export const havocRangeOption = {
  ...one,
  describe: 'values to try where an unbounded variable has no initial value, as in 0..3',
  coerce: once('havoc-range', havocRange),
} as const;

export const atomicWaitsOption = {
  ...one,
  describe: 'whose buffers an atomic write waits for under tsoN: all or own',
  defaultDescription: 'all',
  coerce: once('atomic-waits', oneOf<'all' | 'own'>(['all', 'own'])),
} as const;

export const atomicOption = {
  ...one,
  describe: 'a file that names atomic writes, one a line: VARIABLE, TRANSITION',
  coerce: once('atomic', anyText),
} as const;

export const boundOption = {
  ...one,
  describe: 'most buffered writes of a thread (pso: to each variable): N, x=2,y=1, or auto',
  defaultDescription: 'auto',
  coerce: once('bound', bound),
} as const;

export const propertyOption = { ...many, describe: 'decide only this property (repeatable)' } as const;

export const semanticsOption = {
  ...one,
  describe: 'three-valued (one state stands for many) or concrete (every choice tried)',
  defaultDescription: 'three-valued under sc, else concrete',
  coerce: once('semantics', oneOf<'three-valued' | 'concrete'>(['three-valued', 'concrete'])),
} as const;

export const outputOption = {
  alias: 'o',
  nargs: 1,
  string: true,
  describe: 'write to this file, not to the standard output',
  coerce: once('output', anyText),
} as const;

export const predicatesOption = {
  ...one,
  describe: "a file with predicates, one a line, instead of the program's own",
  coerce: once('predicates', anyText),
} as const;

/** How predicate abstraction is done; what makes no sense to other engines implies the abstract one. */
export const abstractionOptions = {
  method: {
    ...one,
    describe: 'abstraction: lazy, trad (sc), pe or ce',
    defaultDescription: 'lazy',
    coerce: once('method', oneOf<Method>(['trad', 'pe', 'ce', 'lazy'])),
  },
  encoding: {
    ...one,
    describe: 'store buffers as shapes (of control) or counters (as in the paper)',
    defaultDescription: 'shapes',
    coerce: once('encoding', oneOf<AbstractionOptions['encoding']>(['shapes', 'counters'])),
  },
  cubes: {
    ...one,
    describe: "how cubes are searched: fast, or inc (the paper's enumeration)",
    defaultDescription: 'fast',
    coerce: once('cubes', oneOf<AbstractionOptions['cubes']>(['fast', 'inc'])),
  },
  'max-cube': {
    ...one,
    describe: 'most predicates in a cube',
    defaultDescription: '4',
    coerce: once('max-cube', upTo(10)),
  },
  'max-bound': {
    ...one,
    describe: 'largest buffer bound that is tried where --bound gives none',
    defaultDescription: '3',
    coerce: once('max-bound', upTo(100)),
  },
  solver: {
    ...one,
    describe: 'z3, dl (difference logic), or auto (dl where it can)',
    defaultDescription: 'auto',
    coerce: once('solver', oneOf<SolverChoice>(['auto', 'z3', 'dl'])),
  },
  predicates: predicatesOption,
  'drop-buffered': { boolean: true, describe: 'ce: take buffered values out of the cubes' },
  'explain-predicates': { boolean: true, describe: 'tell on stderr which rule made each predicate' },
} as const satisfies Record<string, Options>;

/** For the backward engine of array-based systems. */
export const arrayOptions = {
  'max-procs': {
    ...one,
    describe: '[array systems] at most so many processes, in place of number_procs',
    coerce: once('max-procs', upTo(1000)),
  },
  search: {
    ...one,
    describe: '[array systems] which cubes first: small, bfs or dfs',
    defaultDescription: 'small',
    coerce: once('search', oneOf<SearchOrder>(['small', 'bfs', 'dfs'])),
  },
  brab: {
    ...one,
    describe: '[array systems] guess invariants from the states of N processes, or off',
    defaultDescription: 'where the search takes long',
    coerce: once('brab', upToOrOff(10)),
  },
  reduction: {
    ...one,
    describe: '[array systems] leave out orders of events that make no difference: on or off',
    defaultDescription: 'on',
    coerce: once('reduction', oneOf<'on' | 'off'>(['on', 'off'])),
  },
} as const satisfies Record<string, Options>;

/** How the question is put: what verify-like commands have in common. */
export const questionOptions = {
  model: modelOption,
  'all-models': { boolean: true, describe: 'run under sc, tso and pso and print one table' },
  engine: {
    ...one,
    describe: `engine: auto, ${engineNames.slice(0, -1).join(', ')} or ${engineNames.at(-1) ?? ''}`,
    defaultDescription: 'auto',
    coerce: once('engine', oneOf(['auto', ...engineNames])),
  },
  bound: boundOption,
  procs: anyProcsOption,
  property: propertyOption,
  invariant: { ...many, describe: 'decide this invariant too (repeatable)' },
  ltl: { ...many, describe: 'decide this temporal formula too (repeatable)' },
  fairness: {
    ...one,
    describe:
      'runs that count in ltl: flush (no write is buffered for ever), weak (nor a thread left behind), none',
    defaultDescription: 'flush',
    coerce: once('fairness', oneOf<FairnessName>(fairnessNames)),
  },
  deadlock: { boolean: true, describe: 'a deadlock is a violation' },
  atomic: atomicOption,
  'atomic-waits': atomicWaitsOption,
  'havoc-range': havocRangeOption,
  lang: langOption,
} as const satisfies Record<string, Options>;

export const limitOptions = { timeout: timeoutOption, memory: memoryOption } as const satisfies Record<
  string,
  Options
>;

export const outputOptions = {
  json: jsonOption,
  trace: traceOption,
  verbose: verboseOption,
  debug: debugOption,
} as const satisfies Record<string, Options>;

export const stepsOption = {
  ...one,
  describe: 'how many steps to take at most',
  defaultDescription: '100',
  coerce: once('steps', upTo(100_000)),
} as const;

export const seedOption = {
  ...one,
  describe: 'seed of the random choices: the same seed gives the same run',
  defaultDescription: 'any; it is printed',
  coerce: once('seed', seed),
} as const;
