import { printArraySystem } from '../../lang/arrays/print-array-system.js';
import type { About, Exporter } from '../exporter.js';
import { toArraySystem } from './to-array-system.js';
import type { Exported, ExportedProperty } from './to-array-system.js';

/** For Cubicle-W, and our own engine for such systems: a process is a process, and its stores wait as TSO says. */
export const cub: Exporter = {
  name: 'cub',
  hasMemory: true,
  run: ({ templates, about }) => {
    const exported = toArraySystem(templates);
    return `(* ${heading(exported, about).map(harmless).join('\n   ')} *)\n\n${printArraySystem(exported.system)}`;
  },
};

function heading({ properties, onlyUnder }: Exported, { file, memory, leftOut }: About): readonly string[] {
  const under = { sc: 'is to be run under SC only', tso: 'is not to be run under SC' };
  return [
    `${file} under ${memory}. Its stores are writes to weak variables: there are no buffers to be seen here.`,
    ...(onlyUnder === null
      ? []
      : [`The file ${under[onlyUnder]}: of atomic sections it says what they do under ${memory}.`]),
    ...properties.map(told),
    ...leftOut.map((name) => `The temporal property ${name} is left out.`),
  ];
}

function told({ kind, name, line, clauses }: ExportedProperty): string {
  const [first, ...more] = clauses;
  const called = name === kind || name.startsWith(`${kind}:`) ? name : `${kind} ${name}`;
  const what = line === null || name.endsWith(`:${line}`) ? called : `${called} (line ${line})`;
  if (first === undefined) return `${what} is never violated.`;
  const last = more.at(-1);
  return `${last === undefined ? first : `${first} to ${last}`}: ${what} is violated.`;
}

/** Without what would end the comment. */
const harmless = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f]/g, '?')
    .replaceAll('*)', '* )')
    .replaceAll('(*', '( *');
