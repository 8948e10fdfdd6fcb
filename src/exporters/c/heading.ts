import type { Property } from '../../lang/program/program.js';
import type { About, ExportPurpose } from '../exporter.js';
import { commentText } from './c-text.js';
import type { CLines } from './c-text.js';
import type { ExportedCheck } from './properties.js';

interface Headed {
  readonly about: About;
  readonly checks: readonly ExportedCheck[];
  readonly unchecked: readonly Property[];
  readonly purpose: ExportPurpose;
}

/** What the file is made from, what it checks, and how to use it. */
export function headingLines({ about, checks, unchecked, purpose }: Headed): CLines {
  const numbered = checks.map(({ name, kind, meaning }, i) =>
    commentText(`${i + 1}  ${kind === 'fault' ? 'error' : kind} ${name}: ${meaning}`),
  );
  const missing = [
    ...unchecked.map((p) => commentText(`Not checked here: ${p.kind} ${p.name}.`)),
    ...about.leftOut.map((name) => commentText(`Not checked here: ltl ${name}.`)),
  ];
  const text = [
    commentText(`${about.file} (${about.memory})`),
    ...introduction[purpose],
    '',
    ...numbered.map((line) => `  ${line}`),
    '',
    ...missing,
    ...(missing.length === 0 ? [] : ['']),
    ...(purpose === 'run' ? howToRun : [...inWhichBound(about), ...howToVerify]),
  ];
  return ['/*', ...text.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

const introduction: Readonly<Record<ExportPurpose, CLines>> = {
  run: [
    'As C11 with POSIX threads; made by fencepost.',
    '',
    'Every step of the program is one section from __VERIFIER_atomic_begin to __VERIFIER_atomic_end; a thread that',
    'has to wait ends the section unchanged and tries again. Integers are mathematical in the program and have 32 bits',
    'here: what would leave them is the error int32. A violation calls the function violated_NAME, which calls',
    'reach_error and aborts. With -DPROPERTY=N only the property N is checked:',
  ],
  verifier: [
    'As C11 with POSIX threads for verifiers; made by fencepost. It is not meant to be run.',
    '',
    'A step that others may see is one section from __VERIFIER_atomic_begin to __VERIFIER_atomic_end. Where a thread would',
    'have to wait its execution ends (__VERIFIER_assume): that it could go on later is another one. Integers are',
    'mathematical in the program and have 32 bits here: what would leave them is the error int32. A violation calls',
    'reach_error, whose assertion fails. With -DPROPERTY=N only the property N is checked:',
  ],
};

const howToRun: CLines = [
  'To run it: gcc -O2 -pthread FILE.c -o program && ./program. A run ends with exit code 0 when all threads have',
  'ended or after FENCEPOST_STEPS steps (100000), and says so on stderr; a violation aborts it. Who goes on after each',
  'step is chosen by FENCEPOST_SEED (1). FENCEPOST_PRINT=1 prints the final values.',
  '',
  'To verify it, for all schedules: the property is that reach_error is never called, the data model any with int of',
  '32 bits. -DFENCEPOST_VERIFIER leaves out what only native runs need, among it the limit of steps.',
];

const howToVerify: CLines = [
  'To verify it: cbmc --unwind 4 FILE.c. The property is that reach_error is never called, the memory model sequential',
  'consistency, the data model any with int of 32 bits. "Successful" holds for all runs in which no loop goes round more',
  'often than it is unwound.',
];

/** A store that finds its buffer full lets a write go: so nothing is said of runs in which more of them wait. */
const inWhichBound = ({ overflow }: About): CLines =>
  overflow === null
    ? []
    : [
        `Only ${overflow} itself tells whether more writes can wait than the buffers have room for; until it is asked for,`,
        'and holds, what is found to hold holds within the bound.',
        '',
      ];
