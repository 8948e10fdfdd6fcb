import { at } from '../../../src/support/invariant.js';

/** A litmus test of x86 as its text says it. */
interface LitmusText {
  readonly threads: readonly (readonly string[])[];
  /** `x` or `0:EAX`. */
  readonly initial: ReadonlyMap<string, number>;
}

/** Reads what the corpus uses: plain instructions in columns. It shares nothing with the front end for such tests. */
function readLitmusText(text: string): LitmusText {
  const plain = text.replace(/\(\*[\s\S]*?\*\)/g, ' ');
  // What stands between << and >> is for another tool.
  const [, init = '', rest = ''] =
    /\{([^}]*)\}[\s;]*([\s\S]*)/.exec(plain.replace(/<<[\s\S]*?>>/g, ' ')) ?? [];
  const initial = new Map<string, number>();
  for (const part of init.split(';')) {
    const [, name, value] = /(?:int\s+)?\[?([\w:]+)\]?\s*=\s*(\d+)/.exec(part) ?? [];
    if (name !== undefined) initial.set(name.replace(/^P(?=\d+:)/, ''), Number(value));
  }
  const rows = rest
    .split(';')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter((row, i) => i === 0 || !/exists|forall|locations|final/.test(row.join(' ')));
  const [head = [], ...body] = rows;
  const width = head.length;
  const rowsOfCode = body.slice(0, body.findIndex((row) => row.length !== width) >>> 0);
  return {
    threads: head.map((_, i) => rowsOfCode.map((row) => at(row, i)).filter((cell) => cell !== '')),
    initial,
  };
}

/** The test as C with a run of main at the end: `asserts` speak of its final states. */
export interface LitmusInC {
  /** The program with these asserts; each is a condition of C, one a line, from `firstLine` on. */
  readonly withAsserts: (conditions: readonly string[]) => {
    readonly text: string;
    readonly firstLine: number;
  };
  /** A final state as herd7 writes it, as a condition. */
  readonly condition: (state: string) => string;
}

/** Null: there is an instruction that C has no words for. */
export function litmusToC(text: string, states: readonly string[]): LitmusInC | null {
  const { threads, initial } = readLitmusText(text);
  const places = [...new Set(states.flatMap((state) => partsOf(state).map(([place]) => place)))];
  const codes = threads.flatMap((code, i) => threadText(code, i, initial, places) ?? []);
  if (codes.length < threads.length) return null;
  const code = codes.join('\n');
  const used = [...code.matchAll(/&(\w+)/g)].map((found) => found[1] ?? '');
  const cells = [...new Set([...used, ...places.filter((place) => !place.includes(':'))])];
  const registers = places.filter((place) => place.includes(':'));
  const declared = [
    ...cells.map((name) => `atomic_int ${name} = ${initial.get(name.slice(2)) ?? initial.get(name) ?? 0};`),
    ...registers.map((place) => `int ${nameOf(place)} = ${initial.get(place) ?? 0};`),
  ].map((line) => line.replace(/^atomic_int (?!v_)/, 'atomic_int v_'));
  const head = [
    '#include <stdatomic.h>',
    '#include <pthread.h>',
    '#include <assert.h>',
    ...unique(declared),
    code,
  ];
  const handles = threads.map((_, i) => `t${i}`);
  const main = [
    'int main(void) {',
    `  pthread_t ${handles.join(', ')};`,
    ...handles.map((handle, i) => `  pthread_create(&${handle}, NULL, run${i}, NULL);`),
    ...handles.map((handle) => `  pthread_join(${handle}, NULL);`),
  ];
  const before = [...head, ...main].join('\n').split('\n');
  return {
    withAsserts: (conditions) => ({
      text: [...before, ...conditions.map((each) => `  assert(${each});`), '  return 0;', '}', ''].join('\n'),
      firstLine: before.length + 1,
    }),
    condition: (state) =>
      `(${partsOf(state)
        .map(([place, value]) => `${nameOf(place)} == ${value}`)
        .join(' && ')})`,
  };
}

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];

const partsOf = (state: string): readonly (readonly [string, string])[] =>
  state.split(';').flatMap((part) => {
    const [place, value] = part.split('=').map((word) => word.trim());
    return place === undefined || value === undefined ? [] : [[place.replace(/[[\]]/g, ''), value] as const];
  });

const nameOf = (place: string): string =>
  place.includes(':') ? `out_${place.replace(':', '_')}` : `v_${place}`;

function threadText(
  code: readonly string[],
  number: number,
  initial: ReadonlyMap<string, number>,
  places: readonly string[],
): string | null {
  const lines = code.flatMap((each) => instruction(each) ?? []);
  if (lines.length < code.length) return null;
  const own = places
    .filter((place) => place.startsWith(`${number}:`))
    .map((place) => place.split(':')[1] ?? '');
  const mentioned = code.flatMap((each) =>
    [...each.matchAll(/\bE[A-D]X\b/gi)].map(([word]) => word.toUpperCase()),
  );
  const registers = [...new Set([...own, ...mentioned])];
  return [
    `void *run${number}(void *arg) {`,
    ...registers.map((name) => `  int ${name} = ${initial.get(`${number}:${name}`) ?? 0};`),
    ...lines.map((line) => `  ${line}`),
    ...own.map((name) => `  out_${number}_${name} = ${name};`),
    '  return NULL;',
    '}',
  ].join('\n');
}

/** As compilers map C11 to x86, backwards: plain moves are relaxed, `xchg` is an exchange. */
function instruction(text: string): string | null {
  const [, op = '', operands = ''] = /^(\w+)\s*(.*)$/.exec(text.replace(/\s+/g, ' ')) ?? [];
  const [to = '', from = ''] = operands.split(',').map((word) => word.trim());
  const isMemory = (word: string): boolean => word.startsWith('[');
  const cell = (word: string): string => `&v_${word.replace(/[[\]]/g, '').trim()}`;
  const value = (word: string): string =>
    /^\$?\d+$/.test(word) ? word.replace('$', '') : word.toUpperCase();
  switch (op.toUpperCase()) {
    case 'MOV':
      if (isMemory(to)) return `atomic_store_explicit(${cell(to)}, ${value(from)}, memory_order_relaxed);`;
      return isMemory(from)
        ? `${value(to)} = atomic_load_explicit(${cell(from)}, memory_order_relaxed);`
        : `${value(to)} = ${value(from)};`;
    case 'XCHG': {
      const [memory, register] = isMemory(to) ? [to, from] : [from, to];
      return `${value(register)} = atomic_exchange(${cell(memory)}, ${value(register)});`;
    }
    case 'MFENCE':
      return 'atomic_thread_fence(memory_order_seq_cst);';
    case 'SFENCE':
      return 'atomic_thread_fence(memory_order_release);';
    case 'LFENCE':
      return 'atomic_thread_fence(memory_order_acquire);';
    default:
      return null;
  }
}
