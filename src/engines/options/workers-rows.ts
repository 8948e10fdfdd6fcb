import { upToOrAuto } from '../../options/kit/readers.js';
import type { OptionRow } from '../../options/kit/row.js';

/** For the engine that several may work at. */
export const workersRows = [
  {
    name: 'workers',
    value: 'N',
    read: upToOrAuto(64),
    commands: ['verify', 'check', 'fences', 'compare'],
    subjects: ['program', 'boolean'],
    field: 'workers',
    otherwise: 1,
    help: 'how many [work at one search](engines/workers.md), once it is large: a number, or `auto`, the cores that there are',
  },
] as const satisfies readonly OptionRow[];
