import { loadCode } from '../../store-code.js';

/** How the loop over states gets at them. */
export interface LoopTable {
  /** Statements that read the words of state `next` into variables. */
  readonly load: (words: number, variable: (word: number) => string) => string;
  /** The name of the number that `next` goes up to. */
  readonly end: string;
  /** Statements that set `depth`, how far states like `next` are from the start, up to a constant. */
  readonly depth: string;
  /** Whether there are more than `most` states, as far as the loop is to end then. */
  readonly isFull: string;
}

export const ownTable: LoopTable = {
  load: (words, variable) => loadCode('S', words, 'next', variable),
  end: 'S_count',
  depth: 'if (next >= levelEnd) { depth++; levelEnd = S_count; }',
  isFull: 'S_count > most',
};

/**
 * The loop over states. The steps of a thread into its atomic section end in M; then the states there are expanded
 * one by one, until all ways out of the section are known. `phase` is the thread that is being expanded, so that the
 * loop can stop anywhere and go on; `slice` counts through havocs with many values. `restart()` begins once more with the
 * state where it halted. Where there are too many states `run` stops before the next one and says so: where that is depends on
 * the states alone, and not on how many steps were allowed at once.
 */
export function runCode(
  words: number,
  sections: readonly boolean[],
  keepsGraph: boolean,
  table: LoopTable,
): string {
  // The marks of the steps inside the section lie behind the words of the state.
  const reset = keepsGraph ? 'wf = 0;' : '';
  const loadState = `${table.load(words, (i) => `w${i}`)} ${reset}`;
  const loadInside = loadCode('M', keepsGraph ? words + 1 : words, 'visited', (i) =>
    i < words ? `w${i}` : 'wf',
  );
  const simple = sections.every((s) => !s);
  const allSteps = sections.map((_, t) => `step${t}();`).join(' ');
  const cases = sections.map((_, t) => `case ${t}: step${t}(); break;`).join(' ');
  const expand = simple
    ? `${loadState}\n${allSteps}\nbudget -= moves - before;`
    : `${loadState}
for (; phase < ${sections.length}; phase++) {
  if (M_count === 0) { switch (phase) { ${cases} } }
  if (M_count !== 0) { if (!explore()) return stop(); M_clear(); visited = 0; ${loadState} }
}
phase = 0; budget -= moves - before;`;
  const explore = simple
    ? ''
    : `
let visited = 0, insideSlice = 0;
function explore() {
  const outer = slice, outerMore = more;
  slice = insideSlice; more = false;
  while (visited < M_count && !halted && budget > 0) {
    const seen = moves;
    ${loadInside}
    switch (phase) { ${cases} }
    budget -= moves - seen + 1;
    if (more) { slice++; more = false; } else { visited++; slice = 0; }
  }
  insideSlice = slice; slice = outer; more = outerMore;
  return visited === M_count && !halted;
}`;
  return `${explore}
function add(words) { S_add(-1, ...words); S_sync(); }
function stop() { S_sync(); return false; }
function restart() {
  if (halted || phase !== 0 || slice !== 0${simple ? '' : ' || M_count !== 0'}) moves = before;
  phase = 0; slice = 0; more = false; halted = false;
  ${simple ? '' : 'M_clear(); visited = 0; insideSlice = 0;'}
}
function run(steps, most) {
  budget = steps;
  while (next < ${table.end} && budget > 0) {
    if (phase === 0 && ${simple ? 'true' : 'M_count === 0'} && slice === 0) {
      if (${table.isFull}) { S_sync(); return true; }
      before = moves;
    }
    cur = next;
    ${expand}
    budget--;
    if (halted) return stop();
    if (more) { more = false; slice++; continue; }
    slice = 0;
    ${keepsGraph ? 'G_done();' : 'if (moves === before) env.stuck(next);'}
    next++;
  }
  return stop();
}`;
}
