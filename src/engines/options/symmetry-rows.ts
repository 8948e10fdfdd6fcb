import { onOrOff } from '../../options/kit/readers.js';
import type { OptionRow } from '../../options/kit/row.js';

/** For engines that visit states one by one. */
export const symmetryRows = [
  {
    name: 'symmetry',
    value: 'S',
    read: onOrOff,
    commands: ['verify', 'check', 'fences', 'compare'],
    subjects: ['program', 'boolean'],
    field: 'symmetry',
    otherwise: null,
    default: '`on`',
    help: 'visit one state for all that differ only in who is who of [threads that nothing tells apart](engines/symmetry.md): `on` or `off`',
  },
] as const satisfies readonly OptionRow[];
