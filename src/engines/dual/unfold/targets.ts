import { unsupported } from '../../../diagnostics/diagnostic.js';
import { sharedReads } from '../../../ir/expr.js';
import type { Property } from '../../../ir/program.js';
import { Cells } from '../../../ir/system.js';
import type { System } from '../../../ir/system.js';
import { assertNever, at } from '../../../support/check.js';
import type { Target } from '../program.js';
import type { Unfolding } from '../unfolding.js';
import { falseBoxes } from './boxes.js';
import { conjunctsOf } from './conjuncts.js';
import { Looks, threadsOf } from './looks.js';
import { cellsReadBy } from './open-cells.js';

type Judged = Extract<Property, { formula: unknown }>;

/** The sets of global states that violate the property: it holds if none of them is reachable. */
export function targetsOf(
  property: Property,
  system: System,
  unfolding: Unfolding,
  tick: () => void = () => undefined,
): readonly Target[] {
  switch (property.kind) {
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return violationTargets(property.name, unfolding);
    case 'invariant':
      return distinct(invariantTargets(property, system, unfolding, tick));
    case 'final':
      return distinct(finalTargets(property, system, unfolding, tick));
    case 'ltl':
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

function violationTargets(name: string, { kinds }: Unfolding): readonly Target[] {
  return kinds.flatMap(({ states }, kind) =>
    states.flatMap((state, i) =>
      state.kind === 'violation' && state.property === name
        ? [{ processes: [{ kind, states: [i] }], memory: [] }]
        : [],
    ),
  );
}

function invariantTargets(
  { formula, span }: Judged,
  system: System,
  unfolding: Unfolding,
  tick: () => void,
): readonly Target[] {
  if (sharedReads(formula).length > 0) {
    return unsupported(
      'the dual engine cannot decide an invariant that reads shared variables: it keeps no main memory in the middle of a run',
      span,
      'assert it inside a thread, make it a final condition, or take --engine explicit (with --procs N for processes)',
    );
  }
  return conjunctsOf(formula).flatMap((conjunct) => {
    const looks = new Looks(system, new Cells(system.shared), unfolding);
    const threads = threadsOf(conjunct, system);
    const dimensions = threads.map((thread) => looks.ofThread(conjunct, thread, () => true));
    return falseBoxes(conjunct, dimensions, (f) => looks.value(f), tick).map((box) => ({
      processes: [...box].map(([d, states]) => ({ ...looks.process(at(threads, d)), states })),
      memory: [],
    }));
  });
}

/** All threads have ended, and the formula is false of their locals and of memory without buffered writes. */
function finalTargets(
  { formula, span }: Judged,
  system: System,
  unfolding: Unfolding,
  tick: () => void,
): readonly Target[] {
  if (unfolding.program.kinds.some((kind) => kind.count === null)) {
    return unsupported(
      'the dual engine cannot decide a final condition of any number of processes',
      span,
      'give a number with --procs N',
    );
  }
  const cells = new Cells(system.shared);
  return conjunctsOf(formula).flatMap((conjunct) => {
    const looks = new Looks(system, cells, unfolding);
    const ends = system.threads.map(({ id, end }) =>
      looks.ofThread(conjunct, id, (place) => place.location === end),
    );
    if (ends.some(({ options }) => options.length === 0)) return [];
    const read = [...new Set(cellsReadBy(conjunct, system, cells))].sort((a, b) => a - b);
    const dimensions = [...ends, ...read.map((cell) => looks.ofCell(cell))];
    return falseBoxes(conjunct, dimensions, (f) => looks.value(f), tick).map((box) => ({
      processes: system.threads.map(({ id }, d) => ({
        ...looks.process(id),
        states: box.get(d) ?? at(ends, d).options.flatMap((o) => o.members),
      })),
      memory: read.flatMap((cell, i) => (box.get(ends.length + i) ?? []).map((value) => ({ cell, value }))),
    }));
  });
}

/** Each target once; processes of one kind may change places. */
function distinct(targets: readonly Target[]): readonly Target[] {
  const found = new Map<string, Target>();
  for (const target of targets) {
    const processes = target.processes.map(
      ({ kind, states }) => `${kind}:${states.toSorted((a, b) => a - b).join()}`,
    );
    const memory = target.memory.map(({ cell, value }) => `${cell}=${value}`);
    const key = `${processes.sort().join('/')};${memory.join()}`;
    if (!found.has(key)) found.set(key, target);
  }
  return [...found.values()];
}
