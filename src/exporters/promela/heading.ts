import type { ExportRequest } from '../exporter.js';
import type { PromelaLines } from './lines.js';
import type { PromelaFlag, PromelaModel } from './promela-model.js';
import type { TemporalText } from './temporal-text.js';

interface Made {
  readonly flags: readonly PromelaFlag[];
  readonly holds: boolean;
  readonly temporal: TemporalText;
}

/** What the file was made from, what its assertions mean, how to run it. */
export function heading(
  { about }: ExportRequest,
  model: PromelaModel,
  { flags, holds, temporal }: Made,
): PromelaLines {
  const meanings = flags.map(({ flag, property }) => `  ${flag}: ${meaningOf(property, about.overflow)}`);
  const lines = [
    `${about.file} (memory model: ${about.memory}), made by fencepost for Spin 6.5 or newer.`,
    '',
    ...(meanings.length === 0
      ? ['It states no property.']
      : ['A violated assertion of the form !(violated_...) says which property is violated:', ...meanings]),
    ...about.leftOut.map((name) => `The temporal property ${name} is left out.`),
    ...temporal.leftOut.map(({ property, why }) => `The temporal property ${property} is left out: ${why}.`),
    ...(model.flags.uses('int32')
      ? ['Integers are computed in 32 bits; what would leave them is reported.']
      : []),
    ...(holds
      ? [
          'Some atomic steps may get stuck half done: states with `inside` not 0 that lead nowhere stand for',
          'steps that were not taken.',
        ]
      : []),
    '',
    'To run it, looking for all violated assertions (-o3: a step of the program is a step of the model):',
    '  spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -c0 -E -m1000000',
    'To see a first violation: ./pan -E -m1000000; spin -t -p FILE.pml',
    ...(temporal.stated.length === 0
      ? []
      : [
          'For the temporal properties, one at a time:',
          '  spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DNOREDUCE -o pan pan.c',
          ...temporal.stated.map(
            ({ name, property }) =>
              `  ./pan -a -E -m1000000 -N ${name}${name === property ? '' : ` (${property})`}`,
          ),
        ]),
  ];
  return ['/*', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

function meaningOf(property: string, overflow: string | null): string {
  if (property === overflow)
    return 'the bound on buffered writes was too small: the answer is unknown, not a violation';
  switch (property) {
    case 'div':
      return 'a division by zero';
    case 'bounds':
      return 'an index beyond an array';
    case 'range':
      return 'a value out of the range of its variable';
    case 'int32':
      return 'a number beyond 32 bits: the program means mathematical integers, so the answer is unknown';
    default:
      return `the property ${property}`;
  }
}
