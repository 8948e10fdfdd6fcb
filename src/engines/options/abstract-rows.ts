import type { SolverChoice } from '../../smt/smt.js';
import { anyText, oneOf, onOrOff, upTo } from '../../options/kit/readers.js';
import type { OptionRow } from '../../options/kit/row.js';

export const methodNames = ['trad', 'pe', 'ce', 'lazy'] as const;
type MethodName = (typeof methodNames)[number];
export const encodingNames = ['shapes', 'counters'] as const;
type EncodingName = (typeof encodingNames)[number];
export const solverNames: readonly SolverChoice[] = ['auto', 'z3', 'dl'];

const abstracting = {
  commands: ['verify', 'abstract', 'compare'],
  subjects: ['program'],
} as const;

/** How predicate abstraction is done. */
export const abstractRows = [
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
    read: oneOf<EncodingName>(encodingNames),
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
    name: 'unbounded',
    value: 'U',
    read: onOrOff,
    ...abstracting,
    commands: ['verify', 'compare'],
    ofBuffers: true,
    field: 'unbounded',
    otherwise: null,
    default: '`on` where a bound is too small and none is given',
    help: 'buffers of any length, by summaries of what waits in them: `on` or `off`',
  },
  {
    name: 'solver',
    value: 'S',
    read: oneOf<SolverChoice>(solverNames),
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
    field: 'predicatesFile',
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
