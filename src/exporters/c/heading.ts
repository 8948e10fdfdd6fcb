import type { About } from '../exporter.js';
import type { ExportedCheck } from './properties.js';
import type { Property } from '../../lang/program/program.js';
import { commentText } from './c-text.js';
import type { CLines } from './c-text.js';

/** What the file is made from, what it checks, and how to use it. */
export function headingLines(
  about: About,
  checks: readonly ExportedCheck[],
  leftOut: readonly Property[],
): CLines {
  const numbered = checks.map(({ name, kind, meaning }, i) =>
    commentText(`${i + 1}  ${kind === 'fault' ? 'error' : kind} ${name}: ${meaning}`),
  );
  const text = [
    commentText(`${about.file} (${about.memory})`),
    'As C11 with POSIX threads; made by fencepost.',
    '',
    'Every step of the program is one section from __VERIFIER_atomic_begin to __VERIFIER_atomic_end; a thread that',
    'has to wait ends the section unchanged and tries again. Integers are mathematical in the program and have 32 bits',
    'here: what would leave them is the error int32. A violation calls the function violated_NAME, which calls',
    'reach_error and aborts. With -DPROPERTY=N only the property N is checked:',
    '',
    ...numbered.map((line) => `  ${line}`),
    '',
    ...leftOut.map((p) => commentText(`Not checked here: ${p.kind} ${p.name}.`)),
    ...about.leftOut.map((name) => commentText(`Not checked here: ltl ${name}.`)),
    ...(leftOut.length + about.leftOut.length === 0 ? [] : ['']),
    'To run it: gcc -O2 -pthread FILE.c -o program && ./program. A run ends with exit code 0 when all threads have',
    'ended or after FENCEPOST_STEPS steps (100000), and says so on stderr; a violation aborts it. Who goes on after each',
    'step is chosen by FENCEPOST_SEED (1). FENCEPOST_PRINT=1 prints the final values.',
    '',
    'To verify it, for all schedules: the property is that reach_error is never called, the data model any with int of',
    '32 bits. -DFENCEPOST_VERIFIER leaves out what only native runs need, among it the limit of steps.',
  ];
  return ['/*', ...text.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}
