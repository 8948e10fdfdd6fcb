/** What `init` writes: message passing, where one store may overtake another. */
export const firstProgram = `// A writer leaves a message and then raises a flag; a reader who sees the flag reads the message.
// Under SC and TSO the message is there. Under PSO the flag may reach memory first.
shared int message = 0, flag = 0;

thread Writer {
  message = 42;
  flag = 1;
}

thread Reader {
  local int seen = 0, got = 0;
  seen = flag;
  got = message;
}

// When all threads have ended: who saw the flag got the message.
final fresh: Reader.seen == 0 || Reader.got == 42;
`;

/** The steps of a first session, and what each is for. */
const steps: readonly (readonly [line: string, what: string])[] = [
  ['verify message.fp --all-models', 'does it hold under SC, TSO, PSO?'],
  ['verify message.fp --model pso', 'a run in which it does not'],
  ['fences message.fp --model pso', 'where a fence is needed, and why'],
  ['fences message.fp --model pso --apply -o fenced.fp', 'put it there'],
  ['verify fenced.fp --all-models', 'now it holds'],
  ['samples', 'more programs'],
];

export const firstReadme = `# A first program for fencepost

\`message.fp\` is checked by \`fencepost verify message.fp --all-models\`. Then:

${steps.map(([line, what]) => `- \`fencepost ${line}\`: ${what}`).join('\n')}
`;

/** What to type next; in another folder, how to get there first. */
export function whatToTry(folder: string): readonly string[] {
  const width = Math.max(...steps.map(([line]) => line.length));
  return [
    'To try:',
    ...(folder === '.' ? [] : [`  cd ${folder}`]),
    ...steps.map(([line, what]) => `  fencepost ${line.padEnd(width)}  ${what}`),
  ];
}
