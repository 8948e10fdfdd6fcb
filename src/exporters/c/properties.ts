import { and, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isTemporal } from '../../lang/program/program.js';
import type { Program, Property } from '../../lang/program/program.js';
import { invariant } from '../../support/invariant.js';
import type { About, ExportPurpose } from '../exporter.js';
import type { HelperFault } from './helpers.js';
import { isDefined } from './faulty-operands.js';
import type { CScope } from './wording.js';
import { functionLines, quoted } from './c-text.js';
import type { CLines } from './c-text.js';
import type { ExprWriter } from './write-expr.js';

/** What can be violated in the C file, numbered from 1 in this order. */
export interface ExportedCheck {
  readonly name: string;
  readonly kind: 'invariant' | 'final' | 'assert' | 'fault';
  /** The function that reports a violation. */
  readonly violated: string;
  /** The function that evaluates an invariant or final property and reports; null for the others. */
  readonly check: string | null;
  readonly formula: Expr | null;
  /** In words: for an error what is wrong, else when it is checked. */
  readonly meaning: string;
}

const faultMeanings: Readonly<Record<HelperFault, string>> = {
  int32: 'an integer leaves the 32 bits that it has here',
  div: 'a division by zero',
  bounds: 'an array has no such cell',
  range: 'a value is out of the range of its variable',
};

/** The properties of the program, with all errors that may end it. */
export function checksOf({ program, globals }: CScope, about: About): readonly ExportedCheck[] {
  const made = (name: string, kind: ExportedCheck['kind'], meaning: string): ExportedCheck => ({
    name,
    kind,
    violated: globals.take(`violated_${name}`),
    check: null,
    formula: null,
    meaning,
  });
  const declared = program.properties.flatMap((property): readonly ExportedCheck[] => {
    const { name, kind } = property;
    if (kind === 'assert')
      return [made(name, kind, name === about.overflow ? overflowMeaning : 'where it stands')];
    if (kind !== 'invariant' && kind !== 'final') return [];
    const moment = kind === 'invariant' ? 'after every step' : 'when all threads have ended';
    const { formula } = property;
    return [{ ...made(name, kind, moment), check: globals.take(`check_${name}`), formula }];
  });
  const faults = (['div', 'bounds', 'range', 'int32'] as const).map((fault) =>
    made(fault, 'fault', faultMeanings[fault]),
  );
  return [...declared, ...faults];
}

const overflowMeaning = 'the bound of the store buffers is too small, so the answer is unknown';

/** The properties that have no counterpart in the C file. */
export const leftOut = (program: Program): readonly Property[] =>
  program.properties.filter((p) => isTemporal(p) || p.kind === 'deadlock');

interface ViolationNeeds {
  readonly purpose: ExportPurpose;
  /** The property that fails where a buffer overflows: verifiers must ask for it. */
  readonly overflow: string | null;
}

/** Reports, then ends: a violated property that was not asked for goes on, but an error always ends the execution. */
export function violatedLines(
  { name, kind, violated, meaning }: ExportedCheck,
  number: number,
  { purpose, overflow }: ViolationNeeds,
): CLines {
  if (purpose === 'verifier') {
    const asked = name === overflow ? `PROPERTY != ${number}` : `PROPERTY != 0 && PROPERTY != ${number}`;
    const unasked = kind === 'fault' ? ['{', '    leave_out();', '    return;', '}'] : ['    return;'];
    const [first = '', ...rest] = unasked;
    return functionLines(`static void ${violated}(void)`, [
      ...(first === '{' ? [`if (${asked}) {`] : [`if (${asked})`, first]),
      ...rest,
      'reach_error();',
      'leave_out();',
    ]);
  }
  const unasked = kind === 'fault' ? 'native_stop("ended by an error that was not asked for");' : 'return;';
  return functionLines(`static void ${violated}(void)`, [
    `if (PROPERTY != 0 && PROPERTY != ${number})`,
    `    ${unasked}`,
    `native_report(${quoted(kind === 'fault' ? `${name} (${meaning})` : name)});`,
    'reach_error();',
    'abort();',
  ]);
}

/** A formula that has no value, because it divides by zero or reads beyond an array, does not hold. */
export function checkLines(check: ExportedCheck, scope: CScope, writer: ExprWriter): CLines {
  if (check.check === null || check.formula === null) return [];
  const condition = and(isDefined(check.formula, scope.program), check.formula);
  return functionLines(`static void ${check.check}(void)`, [
    `if (${writer.negated(condition)})`,
    `    ${check.violated}();`,
  ]);
}

/** What a formula reads, and a step changes, by name. */
export type VariableName = string;

export const sharedKey = (id: number): VariableName => `shared ${id}`;
export const localKey = (id: number): VariableName => `local ${id}`;
export const placeKey = (thread: number, label: string): VariableName => `at ${thread} ${label}`;

function keysOf(formula: Expr): ReadonlySet<VariableName> {
  const keys = new Set<VariableName>();
  for (const e of subexpressions(formula)) {
    if (e.kind === 'shared') keys.add(sharedKey(e.shared));
    if (e.kind === 'local') keys.add(localKey(e.local));
    if (e.kind === 'at') keys.add(placeKey(e.thread, e.label));
  }
  return keys;
}

/** Tells which invariants a step has to check. */
export class Invariants {
  readonly #reads: readonly { readonly check: string; readonly keys: ReadonlySet<VariableName> }[];

  constructor(checks: readonly ExportedCheck[]) {
    this.#reads = checks.flatMap(({ kind, check, formula }) =>
      kind === 'invariant' && check !== null && formula !== null ? [{ check, keys: keysOf(formula) }] : [],
    );
  }

  /** The calls after a step that may have changed these. */
  after(changed: ReadonlySet<VariableName>): CLines {
    return this.#reads
      .filter(({ keys }) => [...keys].some((key) => changed.has(key)))
      .map(({ check }) => `${check}();`);
  }
}

export function violatedName(
  checks: readonly ExportedCheck[],
  kind: 'assert' | 'fault',
  name: string,
): string {
  const found = checks.findLast(
    (check) => check.name === name && (check.kind === 'fault') === (kind === 'fault'),
  );
  invariant(found !== undefined, 'every assert and every error has a check');
  return found.violated;
}
