/**
 * A system with a known number of processes, each of which takes its steps one after the other: `guard | updates`, or just
 * `updates`. X, Y, Z, V and the array W are weak, 0 at
 * first; R, Q and S are registers, 9 at first. `unsafe` holds when all are done.
 */
export function litmusText(threads: readonly (readonly string[])[], unsafe: string): string {
  const most = Math.max(...threads.map((steps) => steps.length));
  const params = ['p', 'q', 'r', 's'].slice(0, threads.length);
  const ends = params.map((p, i) => `${p} = #${i + 1} && PC[${p}] = End`);
  return [
    `number_procs ${threads.length}`,
    `type loc = ${Array.from({ length: most }, (_, i) => `L${i + 1}`).join(' | ')} | End`,
    'array PC[proc] : loc',
    ...['X', 'Y', 'Z', 'V'].map((name) => `weak var ${name} : int`),
    'weak array W[proc] : int',
    ...['R', 'Q', 'S'].map((name) => `array ${name}[proc] : int`),
    'init (p) { PC[p] = L1 && R[p] = 9 && Q[p] = 9 && S[p] = 9 && X = 0 && Y = 0 && Z = 0 && V = 0 && W[p] = 0 }',
    `unsafe (${params.join(' ')}) { ${[...ends, unsafe].join(' && ')} }`,
    ...threads.flatMap((steps, thread) => steps.map((step, i) => transition(step, thread, i, steps.length))),
    '',
  ].join('\n');
}

function transition(step: string, thread: number, place: number, count: number): string {
  const [first = '', ...rest] = step.split(' | ');
  const [guard, updates] = rest.length === 0 ? ['', first] : [` && ${first}`, rest.join(' | ')];
  const to = place + 1 === count ? 'End' : `L${place + 2}`;
  const moves = [`PC[p] := ${to}`, ...(updates === '' ? [] : [updates])].join('; ');
  return `transition t${thread + 1}_${place + 1} ([p]) requires { p = #${thread + 1} && PC[p] = L${place + 1}${guard} } { ${moves} }`;
}
