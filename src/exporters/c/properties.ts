import { and, subexpressions } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { isTemporal } from '../../ir/program.js';
import type { Program, Property } from '../../ir/program.js';
import { getOrFail } from '../../support/check.js';
import type { About } from '../exporter.js';
import type { HelperFault } from './helpers.js';
import { isDefined } from './operands.js';
import type { Scope } from './scope.js';
import { quoted } from './text.js';
import type { Lines } from './text.js';
import type { ExprWriter } from './write-expr.js';

/** What can be violated in the C file, numbered from 1 in this order. */
export interface Check {
  readonly name: string;
  readonly kind: 'invariant' | 'final' | 'assert' | 'fault';
  /** The function that reports a violation. */
  readonly violated: string;
  /** The function that evaluates an invariant or final property and reports; null for the others. */
  readonly check: string | null;
  readonly formula: Expr | null;
  /** In words: for an error what is wrong, else when it is checked. */
  readonly meaning: string;
  /** Whether a violation is nothing that the source states. */
  readonly isError: boolean;
}

const faultMeanings: Readonly<Record<HelperFault, string>> = {
  int32: 'an integer leaves the 32 bits that it has here',
  div: 'a division by zero',
  bounds: 'an array has no such cell',
  range: 'a value is out of the range of its variable',
};

/** The properties of the program, with all errors that may end it. */
export function checksOf(scope: Scope, about: About): readonly Check[] {
  const declared = scope.program.properties.flatMap((property) => ofProperty(property, scope, about) ?? []);
  const faults = (['div', 'bounds', 'range', 'int32'] as const).map((fault): Check => ({
    name: fault,
    kind: 'fault',
    violated: scope.globals.take(`violated_${fault}`),
    check: null,
    formula: null,
    meaning: faultMeanings[fault],
    isError: true,
  }));
  return [...declared, ...faults];
}

function ofProperty(property: Property, scope: Scope, about: About): Check | null {
  switch (property.kind) {
    case 'invariant':
    case 'final': {
      return {
        name: property.name,
        kind: property.kind,
        violated: scope.globals.take(`violated_${property.name}`),
        check: scope.globals.take(`check_${property.name}`),
        formula: property.formula,
        meaning: property.kind === 'invariant' ? 'after every step' : 'when all threads have ended',
        isError: false,
      };
    }
    case 'assert':
      return {
        name: property.name,
        kind: 'assert',
        violated: scope.globals.take(`violated_${property.name}`),
        check: null,
        formula: null,
        meaning:
          property.name === about.overflow
            ? 'the bound of the store buffers is too small, so the answer is unknown'
            : 'where it stands',
        isError: false,
      };
    case 'ltl':
    case 'never':
    case 'div':
    case 'bounds':
    case 'range':
    case 'deadlock':
      return null;
  }
}

/** The properties that have no counterpart in the C file. */
export const leftOut = (program: Program): readonly Property[] =>
  program.properties.filter((p) => isTemporal(p) || p.kind === 'deadlock');

/** Reports, then ends: a violated property that was not asked for goes on, but an error always ends the execution. */
export function violatedLines({ name, kind, violated, meaning, isError }: Check, number: number): Lines {
  const unasked = kind === 'fault' ? 'native_stop("ended by an error that was not asked for");' : 'return;';
  return [
    `static void ${violated}(void)`,
    '{',
    `    if (PROPERTY != 0 && PROPERTY != ${number})`,
    `        ${unasked}`,
    `    native_report(${quoted(isError ? `${name} (${meaning})` : name)});`,
    '    reach_error();',
    '    abort();',
    '}',
  ];
}

/** A formula that has no value, because it divides by zero or reads beyond an array, does not hold. */
export function checkLines(check: Check, scope: Scope, writer: ExprWriter): Lines {
  if (check.check === null || check.formula === null) return [];
  const condition = and(isDefined(check.formula, scope.program), check.formula);
  return [
    `static void ${check.check}(void)`,
    '{',
    `    if (${writer.negated(condition)})`,
    `        ${check.violated}();`,
    '}',
  ];
}

/** What a formula reads, and a step changes, by name. */
export type Key = string;

export const sharedKey = (id: number): Key => `shared ${id}`;
export const localKey = (id: number): Key => `local ${id}`;
export const placeKey = (thread: number, label: string): Key => `at ${thread} ${label}`;

function keysOf(formula: Expr): ReadonlySet<Key> {
  const keys = new Set<Key>();
  for (const e of subexpressions(formula)) {
    if (e.kind === 'shared') keys.add(sharedKey(e.shared));
    if (e.kind === 'local') keys.add(localKey(e.local));
    if (e.kind === 'at') keys.add(placeKey(e.thread, e.label));
  }
  return keys;
}

/** Tells which invariants a step has to check. */
export class Invariants {
  readonly #reads: readonly { readonly check: string; readonly keys: ReadonlySet<Key> }[];

  constructor(checks: readonly Check[]) {
    this.#reads = checks.flatMap(({ kind, check, formula }) =>
      kind === 'invariant' && check !== null && formula !== null ? [{ check, keys: keysOf(formula) }] : [],
    );
  }

  /** The calls after a step that may have changed these. */
  after(changed: ReadonlySet<Key>): Lines {
    return this.#reads
      .filter(({ keys }) => [...keys].some((key) => changed.has(key)))
      .map(({ check }) => `${check}();`);
  }
}

export function violatedName(checks: readonly Check[], name: string): string {
  const names = new Map(
    checks.map((check) => [`${check.kind === 'fault' ? 'fault ' : ''}${check.name}`, check]),
  );
  return getOrFail(names, name).violated;
}
