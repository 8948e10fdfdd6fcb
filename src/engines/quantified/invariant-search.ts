import { localsOf } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import type { Expr } from '../../lang/expr/expr.js';
import { simplifiedBinary } from '../../lang/expr/simplify.js';
import { formulasOf, isImplicit } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import { openSmt } from '../../smt/session.js';
import type { Smt, SmtCounts } from '../../smt/smt.js';
import { MachineSteps } from '../../symbolic/machine-steps.js';
import { SymbolicState } from '../../symbolic/symbolic-state.js';
import { assertNever } from '../../support/invariant.js';
import { SampledFacts } from './common-facts.js';
import type { SampledInstance } from './common-facts.js';
import { Conjecture } from './conjecture.js';
import type { PhaseClause } from './conjecture.js';
import type { CopiedProgram } from './few-threads.js';
import { InductivePart } from './inductive.js';
import { Phases } from './phases.js';
import { ThreadCopies } from './thread-copies.js';
import { Violations } from './violations.js';
import type { Remaining } from './violations.js';

/** What an invariant leaves open: null is nothing. */
export interface Proved {
  /** Whether some buffer may need more room. */
  readonly overflow: Remaining | null;
  /** What no invariant excludes of each property, and of faults that nobody asked about. */
  readonly remaining: ReadonlyMap<string, Remaining | null>;
  readonly fault: Remaining | null;
  readonly invariant: readonly PhaseClause[];
  readonly phases: Phases;
  readonly counts: SmtCounts;
}

export const isWhole = ({ overflow, fault, remaining }: Proved): boolean =>
  overflow === null && fault === null && [...remaining.values()].every((left) => left === null);

export interface SearchPace {
  /** Throws where the work must stop. */
  readonly pause: () => Promise<void>;
  readonly watch: () => void;
  readonly secondsLeft: () => number;
}

/** Conjectures an invariant from samples, keeps what is inductive for any number of threads, and looks what that excludes. */
export async function proveForAll(
  program: CopiedProgram,
  room: number,
  samples: readonly SampledInstance[],
  pace: SearchPace,
  /** Conjectures more: also of what nobody will read (of a ticket that was served, that it was), and of counts. */
  isThorough: boolean,
): Promise<Proved> {
  const state = new SymbolicState(program.system);
  const smt = openSmt({
    solver: 'auto',
    typeOf: (variable) => state.typeOf(variable),
    secondsLeft: pace.secondsLeft,
  });
  try {
    await smt.prepare([forZ3(state)]);
    return await search(program, { state, smt, room, samples, pace, isThorough });
  } finally {
    smt.dispose();
  }
}

/** Z3 is there from the start: who knows which formulas steps are made of. */
function forZ3(state: SymbolicState): Expr {
  const [a, b, c] = [state.counted('one'), state.counted('two'), state.counted('three')];
  return simplifiedBinary('==', simplifiedBinary('+', a, b), c);
}

async function search(
  { system, model, kinds, properties }: CopiedProgram,
  {
    state,
    smt,
    room,
    samples,
    pace,
    isThorough,
  }: {
    readonly state: SymbolicState;
    readonly smt: Smt;
    readonly room: number;
    readonly samples: readonly SampledInstance[];
    readonly pace: SearchPace;
    readonly isThorough: boolean;
  },
): Promise<Proved> {
  const asked = properties.flatMap(formulasOf).flatMap((formula) => [...localsOf(formula)]);
  const own = isThorough ? system.locals.flatMap(({ temporary }, i) => (temporary ? [] : [localId(i)])) : [];
  const steps = new MachineSteps(state, model, () => room, pace.watch);
  const copies = new ThreadCopies(state, kinds, 2 * room * state.cells.count + 1);
  const phases = new Phases(copies, steps, new Set([...asked, ...own]), pace.watch);
  const clauses = new Conjecture(copies);
  const candidates = new SampledFacts(copies, phases, isThorough);
  for (const sample of samples) {
    await pace.pause();
    candidates.learn(sample);
  }
  candidates.into(clauses);
  const part = new InductivePart(copies, phases, clauses, smt, pace.pause);
  await part.reduce();
  const violations = new Violations(copies, phases, clauses, part, pace.pause);
  const remaining = new Map<string, Remaining | null>();
  for (const property of properties) remaining.set(property.name, await remainingOf(property, violations));
  let fault: Remaining | null = null;
  for (const property of system.properties)
    if (isImplicit(property)) fault ??= await violations.byStep(property.name);
  const overflow = await violations.byStep('overflow');
  return { overflow, remaining, fault, invariant: clauses.kept(), phases, counts: smt.counts };
}

async function remainingOf(property: Property, violations: Violations): Promise<Remaining | null> {
  switch (property.kind) {
    case 'invariant':
      return violations.ofInvariant(property.formula);
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return violations.byStep(property.kind === 'assert' ? property.name : property.kind);
    case 'final':
    case 'ltl':
    case 'never':
    case 'deadlock':
      return 'the engine proves nothing about it';
    default:
      return assertNever(property);
  }
}
