import { onOrOff, upToOrAuto } from '../../options/kit/readers.js';
import type { OptionRow } from '../../options/kit/row.js';

const stateByState = {
  commands: ['verify', 'check', 'fences', 'compare'],
  subjects: ['program', 'boolean'],
} as const;

/** For engines that visit states one by one: which they leave out, and how many work at that. */
export const stateRows = [
  {
    name: 'por',
    value: 'R',
    read: onOrOff,
    ...stateByState,
    field: 'por',
    otherwise: true,
    default: '`on`',
    help: 'leave out [orders of steps](engines/explicit.md) that make no difference: `on` or `off`',
  },
  {
    name: 'symmetry',
    value: 'S',
    read: onOrOff,
    ...stateByState,
    field: 'symmetry',
    otherwise: null,
    default: '`on`',
    help: 'visit one state for all that differ only in who is who of [threads that nothing tells apart](engines/symmetry.md): `on` or `off`',
  },
  {
    name: 'workers',
    value: 'N',
    read: upToOrAuto(64),
    ...stateByState,
    field: 'workers',
    otherwise: 1,
    help: 'how many [work at one search](engines/workers.md), once it is large: a number, or `auto`, the cores that there are',
  },
] as const satisfies readonly OptionRow[];
