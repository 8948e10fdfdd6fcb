import { checkBackward } from '../../../src/engines/mcmt/check.js';
import type { ArraySystem } from '../../../src/lang/arrays/array-system.js';
import { tso } from '../../../src/memory/tso.js';
import { Confirmer } from '../../../src/engines/mcmt/find-run.js';

/** What the plain backward search says of each clause under TSO, with the reason if that is nothing. */
export async function backwardVerdicts(
  system: ArraySystem,
  reduced: boolean,
  seconds: number,
): Promise<readonly string[]> {
  const limits = {
    signal: new AbortController().signal,
    deadline: performance.now() + seconds * 1000,
    memoryMB: null,
  };
  const confirmer = new Confirmer(system, tso, limits);
  const { verdicts } = await checkBackward({
    system,
    tso: true,
    clauses: [...system.unsafe.keys()],
    maxProcs: null,
    order: 'small',
    brab: null,
    reduced,
    limits,
    progress: () => undefined,
    confirm: (proof) => confirmer.confirm(proof),
  });
  return verdicts.map((verdict) => (verdict.kind === 'unknown' ? verdict.reason : verdict.kind));
}

/** Threads of a few steps each, by process #1, #2, ...; what they may touch is X, Y, Z, T and the registers R, Q of their own. */
export function threadsText(threads: readonly (readonly string[])[], unsafe: string): string {
  const names = ['p', 'q', 'r', 's'].slice(0, threads.length);
  const longest = Math.max(...threads.map((steps) => steps.length));
  const place = (i: number, steps: number): string => (i === steps ? 'End' : `L${i + 1}`);
  const transitions = threads.flatMap((steps, thread) =>
    steps.map((step, i) => {
      const [guard, effect] = step.includes('|') ? step.split('|', 2) : ['', step];
      const more = guard === '' ? '' : ` && ${guard}`;
      const from = `p = #${thread + 1} && PC[p] = ${place(i, steps.length)}${more}`;
      return `transition t${thread}_${i} ([p]) requires { ${from} } { PC[p] := ${place(i + 1, steps.length)};${effect} }`;
    }),
  );
  const ends = names.map((name, i) => `${name} = #${i + 1} && PC[${name}] = End`).join(' && ');
  return [
    `number_procs ${threads.length}`,
    `type pc = ${Array.from({ length: longest }, (_, i) => `L${i + 1}`).join(' | ')} | End`,
    'array PC[proc] : pc\narray R[proc] : int\narray Q[proc] : int\narray D[proc] : int',
    ...['X', 'Y', 'Z', 'T'].map((name) => `weak var ${name} : int`),
    'init (p) { PC[p] = L1 && R[p] = 9 && Q[p] = 9 && X = 0 && Y = 0 && Z = 0 && T = 0 }',
    `unsafe (${names.join(' ')}) { ${ends} && ${unsafe} }`,
    ...transitions,
  ].join('\n');
}
