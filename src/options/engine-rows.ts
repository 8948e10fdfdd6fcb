import type { SearchOrder } from '../engines/mcmt/queue.js';
import type { SolverChoice } from '../smt/smt.js';
import { anyText, oneOf, onOrOff, upTo, upToOrOff } from './readers.js';
import type { OptionRow } from './row.js';

export const methodNames = ['trad', 'pe', 'ce', 'lazy'] as const;
type MethodName = (typeof methodNames)[number];

const abstracting = {
  commands: ['verify', 'abstract', 'compare'],
  subjects: ['program'],
  engines: ['abstract'],
} as const;

const backward = { commands: ['verify', 'compare'], subjects: ['array'], engines: ['mcmt'] } as const;

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
    help: 'abstraction: lazy, trad (sc), pe or ce',
    meaning:
      '`lazy`: abstract states are computed as they are reached. The methods of paper 003 make a Boolean program: `trad` from the given predicates, under `sc` only; `pe` from the extrapolated ones; `ce` from these and the cubes of a proof under SC, which it makes itself',
  },
  {
    name: 'method',
    value: 'M',
    read: oneOf<MethodName>(['trad', 'pe', 'ce']),
    ...abstracting,
    commands: ['abstract'],
    field: 'abstraction.method',
    otherwise: 'pe',
    help: 'trad (sc), pe or ce',
    meaning: '`trad` (under `sc`), `pe` or `ce`',
  },
  {
    name: 'encoding',
    value: 'E',
    read: oneOf<'shapes' | 'counters'>(['shapes', 'counters']),
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.encoding',
    otherwise: 'shapes',
    help: 'store buffers as shapes (of control) or counters (as in the paper)',
    meaning:
      'what is in the store buffers: `shapes`, part of where a thread stands, or `counters`, variables as in the paper',
  },
  {
    name: 'cubes',
    value: 'C',
    read: oneOf<'fast' | 'inc'>(['fast', 'inc']),
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.cubes',
    otherwise: 'fast',
    help: "how cubes are searched: fast, or inc (the paper's enumeration)",
    meaning:
      '`pe`, `trad`: how cubes are searched. `inc` asks for one after the other as the paper does; both find the same',
  },
  {
    name: 'max-cube',
    value: 'N',
    read: upTo(10),
    ...abstracting,
    field: 'abstraction.maxCube',
    otherwise: 4,
    help: 'most predicates in a cube',
    meaning: '`pe`, `trad`: so many predicates in a cube at most',
  },
  {
    name: 'max-bound',
    value: 'N',
    read: upTo(100),
    ...abstracting,
    field: 'abstraction.maxBound',
    otherwise: 3,
    help: 'largest buffer bound that is tried where --bound gives none',
    meaning:
      'without `--bound`: room for 1, 2, 3, ... writes is tried in each buffer until it suffices, or there are N',
  },
  {
    name: 'solver',
    value: 'S',
    read: oneOf<SolverChoice>(['auto', 'z3', 'dl']),
    ...abstracting,
    field: 'abstraction.solver',
    otherwise: 'auto',
    help: 'z3, dl (difference logic), or auto (dl where it can)',
    meaning:
      '`dl`: difference logic only, refuses formulas beyond it; `z3`: Z3 for everything; `auto`: `dl` where it can, else `z3`',
  },
  {
    name: 'predicates',
    value: 'FILE',
    read: anyText,
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.predicatesFile',
    otherwise: null,
    help: "a file with predicates, one a line, instead of the program's own",
    meaning:
      "predicates in place of the program's own, one a line, as in `predicates { ... }` (`P.r`, `Q(0).r`, `flag[0]`); for `.orig` programs also as their authors write them",
  },
  {
    name: 'drop-buffered',
    ...abstracting,
    implies: 'abstract',
    field: 'abstraction.dropBuffered',
    help: 'ce: take buffered values out of the cubes',
    meaning: "`ce`: the paper's further pass, which takes buffered values out of the cubes",
  },
  {
    name: 'explain-predicates',
    ...abstracting,
    commands: ['verify', 'abstract'],
    implies: 'abstract',
    help: 'tell on stderr which rule made each predicate',
    meaning:
      'print to stderr a table of the predicates, and which rule of the paper made each from which other',
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
    help: '[array systems] at most so many processes, in place of number_procs',
    meaning: 'at most so many processes, in the place of `number_procs`',
  },
  {
    name: 'search',
    value: 'O',
    read: oneOf<SearchOrder>(['small', 'bfs', 'dfs']),
    ...backward,
    field: 'search',
    otherwise: null,
    default: '`small`',
    help: '[array systems] which cubes first: small, bfs or dfs',
    meaning:
      'which of the states found are gone back from first: `small` (few processes, few reads that wait for a write), `bfs` or `dfs`',
  },
  {
    name: 'brab',
    value: 'N',
    read: upToOrOff(10),
    ...backward,
    field: 'brab',
    otherwise: null,
    default: 'with 2 and 3 processes where the plain search takes long',
    help: '[array systems] guess invariants from the states of N processes, or off',
    meaning:
      'guess invariants from the states of N processes, and go back on a guess that was wrong; `off`: never',
  },
  {
    name: 'reduction',
    value: 'R',
    read: onOrOff,
    ...backward,
    field: 'reduction',
    otherwise: null,
    default: '`on`',
    help: '[array systems] leave out orders of events that make no difference: on or off',
    meaning: '`on` leaves out orders of events that make no difference; `off` goes through all of them',
  },
] as const satisfies readonly OptionRow[];

/** How one engine works. */
export const engineRows = [...abstractionRows, ...backwardRows] as const;
