import { unsupported } from '../../../diagnostics/diagnostic.js';
import { binary, not, sharedReads } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Property } from '../../../lang/program/program.js';
import { Cells } from '../../../lang/program/system.js';
import type { System } from '../../../lang/program/system.js';
import { assertNever, at } from '../../../support/invariant.js';
import type { GlobalTarget } from '../dual-program.js';
import type { Unfolding } from '../unfolding.js';
import { falseBoxes } from './boxes.js';
import { FormulaReads, threadsOf } from './looks.js';
import { cellsReadBy } from './open-cells.js';

type JudgedProperty = Extract<Property, { formula: unknown }>;

/**
 * The sets of global states that violate the property: it holds if none of them is reachable. There may be very many, so
 * there are pauses.
 */
export function* targetsOf(
  property: Property,
  system: System,
  unfolding: Unfolding,
): Generator<undefined, readonly GlobalTarget[]> {
  switch (property.kind) {
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return violationTargets(property.name, unfolding);
    case 'invariant':
      return yield* invariantTargets(property, system, unfolding);
    case 'final':
      return yield* finalTargets(property, system, unfolding);
    case 'ltl':
    case 'never':
      return unsupported(
        'the dual engine decides no temporal properties',
        property.span,
        'it decides invariants, asserts and final conditions',
      );
    case 'deadlock':
      return unsupported('the dual engine does not look for deadlocks', null, 'take --engine explicit');
    default:
      return assertNever(property);
  }
}

/** The properties of kind assert, div, bounds and range that some thread by itself could violate. */
export const violable = ({ kinds }: Unfolding): ReadonlySet<string> =>
  new Set(kinds.flatMap((k) => k.states.flatMap((s) => (s.kind === 'violation' ? [s.property] : []))));

function violationTargets(name: string, { kinds }: Unfolding): readonly GlobalTarget[] {
  return kinds.flatMap(({ states }, kind) =>
    states.flatMap((state, i) =>
      state.kind === 'violation' && state.property === name
        ? [{ processes: [{ kind, states: [i] }], memory: [] }]
        : [],
    ),
  );
}

function* invariantTargets(
  { formula, span }: JudgedProperty,
  system: System,
  unfolding: Unfolding,
): Generator<undefined, readonly GlobalTarget[]> {
  if (sharedReads(formula).length > 0) {
    return unsupported(
      'the dual engine cannot decide an invariant that reads shared variables: it keeps no main memory in the middle of a run',
      span,
      'assert it inside a thread, make it a final condition, or take --engine explicit (with --procs N for processes)',
    );
  }
  const looks = new FormulaReads(system, new Cells(system.shared), unfolding);
  const targets = new Targets();
  for (const conjunct of conjunctsOf(formula)) {
    const threads = threadsOf(conjunct, system);
    const dimensions = threads.map((thread) => looks.ofThread(conjunct, thread, () => true));
    for (const box of yield* falseBoxes(conjunct, dimensions, (f) => looks.value(f))) {
      const processes = [...box].map(([d, states]) => ({ ...looks.process(at(threads, d)), states }));
      targets.add({ processes, memory: [] });
    }
  }
  return targets.all;
}

/** All threads have ended, and the formula is false of their locals and of memory without buffered writes. */
function* finalTargets(
  { formula, span }: JudgedProperty,
  system: System,
  unfolding: Unfolding,
): Generator<undefined, readonly GlobalTarget[]> {
  if (unfolding.program.kinds.some((kind) => kind.count === null)) {
    return unsupported(
      'the dual engine cannot decide a final condition of any number of processes',
      span,
      'give a number with --procs N',
    );
  }
  const cells = new Cells(system.shared);
  const looks = new FormulaReads(system, cells, unfolding);
  const targets = new Targets();
  for (const conjunct of conjunctsOf(formula)) {
    const ends = system.threads.map(({ id, end }) =>
      looks.ofThread(conjunct, id, (place) => place.location === end),
    );
    if (ends.some(({ options }) => options.length === 0)) continue;
    const read = [...new Set(cellsReadBy(conjunct, system, cells))].sort((a, b) => a - b);
    const dimensions = [...ends, ...read.map((cell) => looks.ofCell(cell))];
    for (const box of yield* falseBoxes(conjunct, dimensions, (f) => looks.value(f))) {
      targets.add({
        processes: system.threads.map(({ id }, d) => ({
          ...looks.process(id),
          states: box.get(d) ?? at(ends, d).options.flatMap((o) => o.members),
        })),
        memory: read.flatMap((cell, i) => (box.get(ends.length + i) ?? []).map((value) => ({ cell, value }))),
      });
    }
  }
  return targets.all;
}

/** Each target once; processes of one kind may change places. */
class Targets {
  readonly #found = new Map<string, GlobalTarget>();

  get all(): readonly GlobalTarget[] {
    return [...this.#found.values()];
  }

  add(target: GlobalTarget): void {
    const processes = target.processes.map(
      ({ kind, states }) => `${kind}:${states.toSorted((a, b) => a - b).join()}`,
    );
    const memory = target.memory.map(({ cell, value }) => `${cell}=${value}`);
    const key = `${processes.sort().join('/')};${memory.join()}`;
    if (!this.#found.has(key)) this.#found.set(key, target);
  }
}

/**
 * Formulas that are all true if and only if the formula is, where one that faults is not true. `A -> (B && C)` and
 * `A || (B && C)` are split as well: with A undecided they fault as their parts do.
 */
function conjunctsOf(formula: Expr): readonly Expr[] {
  if (formula.kind === 'unary' && formula.op === '!') return negated(formula);
  if (formula.kind !== 'binary') return [formula];
  const { op, left, right } = formula;
  if (op === '&&') return [...conjunctsOf(left), ...conjunctsOf(right)];
  if (op !== '->' && op !== '||') return [formula];
  return conjunctsOf(right).map((part) => binary(op, left, part));
}

function negated(formula: Extract<Expr, { kind: 'unary' }>): readonly Expr[] {
  const { arg } = formula;
  if (arg.kind !== 'binary') return [formula];
  if (arg.op === '||') return [...conjunctsOf(not(arg.left)), ...conjunctsOf(not(arg.right))];
  if (arg.op === '->') return [...conjunctsOf(arg.left), ...conjunctsOf(not(arg.right))];
  return [formula];
}
