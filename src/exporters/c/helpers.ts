import type { ExportPurpose } from '../exporter.js';
import { functionLines } from './c-text.js';
import type { CLines } from './c-text.js';

/** The functions that exported expressions and choices call; a file has those that it needs. */
export type Helper =
  | 'add32'
  | 'sub32'
  | 'mul32'
  | 'neg32'
  | 'div32'
  | 'mod32'
  | 'shl32'
  | 'shr32'
  | 'too_large'
  | 'in_range'
  | 'cell'
  | 'any_int'
  | 'any_of'
  | 'any_bool';

/** The error in which a helper may end. */
export type HelperFault = 'int32' | 'div' | 'bounds' | 'range';

interface HelperEntry {
  /** Which others it calls; absent: none. */
  readonly calls?: (purpose: ExportPurpose) => readonly Helper[];
  readonly faults?: readonly HelperFault[];
  /** Given the function that reports each error. */
  lines(violated: (fault: HelperFault) => string, purpose: ExportPurpose): CLines;
}

/** In the order in which they are written: what is called comes first. */
const helpers: Readonly<Record<Helper, HelperEntry>> = {
  add32: arithmetic('add32', '+'),
  sub32: arithmetic('sub32', '-'),
  mul32: arithmetic('mul32', '*'),
  neg32: {
    calls: () => ['sub32'],
    faults: ['int32'],
    lines: () => functionLines('static int32_t neg32(int32_t a)', ['return sub32(0, a);']),
  },
  div32: division('div32', '/'),
  mod32: division('mod32', '%'),
  shl32: {
    faults: ['int32'],
    lines: (violated) =>
      functionLines('static int32_t shl32(int32_t a, int32_t b)', [
        'const int64_t result = a * ((int64_t)1 << (b & 31));',
        'if (result < INT32_MIN || result > INT32_MAX)',
        `    ${violated('int32')}();`,
        'return (int32_t)result;',
      ]),
  },
  shr32: {
    lines: () =>
      functionLines('static int32_t shr32(int32_t a, int32_t b)', [
        'return a < 0 ? ~(~a >> (b & 31)) : a >> (b & 31);',
      ]),
  },
  too_large: {
    faults: ['int32'],
    lines: (violated) => [
      '/* For a constant that has more than 32 bits. */',
      ...functionLines('static int32_t too_large(void)', [`${violated('int32')}();`, 'return 0;']),
    ],
  },
  in_range: {
    faults: ['range'],
    lines: (violated) =>
      functionLines('static int32_t in_range(int32_t value, int32_t lo, int32_t hi)', [
        'if (value < lo || value > hi)',
        `    ${violated('range')}();`,
        'return value;',
      ]),
  },
  cell: {
    faults: ['bounds'],
    lines: (violated) =>
      functionLines('static int32_t cell(int32_t index, int32_t length)', [
        'if (index < 0 || index >= length)',
        `    ${violated('bounds')}();`,
        'return index;',
      ]),
  },
  any_int: {
    lines: () => functionLines('static int32_t any_int(void)', ['return __VERIFIER_nondet_int();']),
  },
  any_of: {
    calls: () => ['any_int'],
    lines: (_violated, purpose) => [
      ...(purpose === 'run'
        ? ['/* Any value from lo to hi: what lies outside stands for one inside. */']
        : []),
      ...functionLines('static int32_t any_of(int32_t lo, int32_t hi)', [
        'int32_t value = any_int();',
        ...(purpose === 'run'
          ? ['if (value < lo || value > hi)', '    value = native_fold(value, lo, hi);']
          : ['__VERIFIER_assume(lo <= value && value <= hi);']),
        'return value;',
      ]),
    ],
  },
  any_bool: {
    calls: (purpose) => (purpose === 'run' ? ['any_of'] : []),
    lines: (_violated, purpose) =>
      functionLines('static bool any_bool(void)', [
        purpose === 'run' ? 'return any_of(0, 1) == 1;' : 'return __VERIFIER_nondet_bool();',
      ]),
  },
};

function arithmetic(name: Helper, op: string): HelperEntry {
  return {
    faults: ['int32'],
    lines: (violated) =>
      functionLines(`static int32_t ${name}(int32_t a, int32_t b)`, [
        `const int64_t result = (int64_t)a ${op} b;`,
        'if (result < INT32_MIN || result > INT32_MAX)',
        `    ${violated('int32')}();`,
        'return (int32_t)result;',
      ]),
  };
}

/** The smallest integer divided by -1 leaves 32 bits; computed in 64, its remainder is 0 as it should be. */
function division(name: Helper, op: string): HelperEntry {
  return {
    faults: op === '/' ? ['div', 'int32'] : ['div'],
    lines: (violated) =>
      functionLines(`static int32_t ${name}(int32_t a, int32_t b)`, [
        'if (b == 0)',
        `    ${violated('div')}();`,
        `const int64_t result = (int64_t)a ${op} b;`,
        ...(op === '/' ? ['if (result > INT32_MAX)', `    ${violated('int32')}();`] : []),
        'return (int32_t)result;',
      ]),
  };
}

const isHelper = (name: string): name is Helper => name in helpers;
const inOrder: readonly Helper[] = Object.keys(helpers).filter(isHelper);

/** The helpers that are called, directly or by others, in the order of the file. */
export function closure(called: ReadonlySet<Helper>, purpose: ExportPurpose): readonly Helper[] {
  const all = new Set(called);
  const visit = (helper: Helper): void => {
    all.add(helper);
    for (const inner of helpers[helper].calls?.(purpose) ?? []) visit(inner);
  };
  for (const helper of called) visit(helper);
  return inOrder.filter((helper) => all.has(helper));
}

export const faultsOfHelpers = (called: readonly Helper[]): ReadonlySet<HelperFault> =>
  new Set(called.flatMap((helper) => helpers[helper].faults ?? []));

export const helperLines = (
  helper: Helper,
  violated: (fault: HelperFault) => string,
  purpose: ExportPurpose,
): CLines => helpers[helper].lines(violated, purpose);
