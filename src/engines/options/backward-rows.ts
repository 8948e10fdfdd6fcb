import { oneOf, onOrOff, upTo, upToOrOff } from '../../options/kit/readers.js';
import type { OptionRow } from '../../options/kit/row.js';

/** Which cubes a backward search takes first. */
export type SearchOrder = 'small' | 'bfs' | 'dfs';

const backward = { commands: ['verify', 'compare'], subjects: ['array'] } as const;

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
