import type { Lasso, Step } from '../lang/run/execution.js';
import type { PropertyAutomaton, TemporalProperty } from '../lang/program/program.js';
import type { TraceStep } from '../lang/run/trace.js';
import type { Fairness } from '../memory/fairness.js';
import { stateKey } from '../memory/machine.js';
import type { Machine, MachineState } from '../memory/machine.js';
import { assertNever, at } from '../support/invariant.js';
import { canProceed } from './deadlock.js';
import { unfairness } from './fair-cycle.js';
import type { CycleStep } from './fair-cycle.js';
import { isTrueOf } from './periodic-word.js';
import type { PeriodicWord } from './periodic-word.js';
import { confirm, rejected, tooManyWays, traceStep } from './replay.js';
import type { Replayed } from './replay.js';
import { snapshot } from './snapshot.js';

/**
 * Runs a counterexample of a temporal property by the plain semantics, and checks what makes it one: after the cycle the
 * state is the one before it, the cycle is fair, and the formula is false of the run. The state may differ after the first
 * time round in locals that are written before they are read; then it is the second time round that is the cycle.
 */
export function replayLasso(
  machine: Machine,
  lasso: Lasso,
  property: TemporalProperty,
  fairness: Fairness,
): Replayed {
  const once = runOf(machine, lasso);
  if ('kind' in once) return once;
  if (once.closes) return judged(machine, once, property, fairness);
  const { stem, cycle } = lasso;
  const twice = runOf(machine, { stem: { ...stem, steps: [...stem.steps, ...cycle] }, cycle });
  if ('kind' in twice) return twice;
  if (!twice.closes) return rejected('the state after the cycle is not the one before it');
  return judged(machine, twice, property, fairness);
}

interface LassoRun {
  readonly initial: MachineState;
  readonly steps: readonly Step[];
  /** The state after each step. */
  readonly after: readonly MachineState[];
  readonly trace: readonly TraceStep[];
  /** Where the cycle begins, as a number of steps. */
  readonly loop: number;
  readonly closes: boolean;
}

function runOf(machine: Machine, { stem, cycle }: Lasso): LassoRun | Replayed {
  const after: MachineState[] = [];
  const trace: TraceStep[] = [];
  const steps = [...stem.steps, ...cycle];
  let ends = false;
  const confirmed = confirm(machine, { ...stem, steps }, null, (step, result, state, before) => {
    ends = result.kind === 'fault';
    after.push(state);
    trace.push(traceStep(machine, step, result, { before, after: state }));
  });
  if (confirmed.kind !== 'accepted') return confirmed;
  if (ends) return rejected('the last step ends the execution, and nothing is known of what follows');
  const initial = machine.initial(stem.initial);
  const loop = stem.steps.length;
  const home = loop === 0 ? initial : at(after, loop - 1);
  if (machine.atomicThread(home) !== null) return rejected('the cycle begins inside an atomic section');
  const last = after.at(-1) ?? initial;
  return { initial, steps, after, trace, loop, closes: stateKey(home) === stateKey(last) };
}

function judged(machine: Machine, run: LassoRun, property: TemporalProperty, fairness: Fairness): Replayed {
  const { initial, steps, after, trace, loop } = run;
  const before = (i: number): MachineState => (i === 0 ? initial : at(after, i - 1));
  if (loop === steps.length) {
    const proceeds = canProceed(machine, before(loop));
    if (proceeds === true) return rejected('the run could go on from its last state');
    if (proceeds === null) return tooManyWays;
  }
  const cycle = steps.slice(loop).map((step, i): CycleStep => ({ before: before(loop + i), step }));
  const unfair = unfairness(machine, cycle, fairness);
  if (unfair !== null) return rejected(unfair);
  if (!violates(property, wordOf(machine, run))) return rejected(`${property.name} is true of this run`);
  const conclusion =
    loop === steps.length
      ? 'nobody can step any more, and the run stays in its last state'
      : `from row ${loop + 1} on the run repeats for ever`;
  return {
    kind: 'accepted',
    trace: { initial: snapshot(machine, initial), steps: trace, violated: property.name, conclusion, loop },
  };
}

/** The states outside atomic sections; the last one again, where the run stays there. */
function wordOf(machine: Machine, { initial, after, loop, steps }: LassoRun): PeriodicWord {
  const isSeen = (state: MachineState): boolean => machine.atomicThread(state) === null;
  const all = [initial, ...after];
  const ends = loop === steps.length;
  // The state at the end of the cycle is the one at its beginning, and counts once.
  const letters = (ends ? all : all.slice(0, -1)).filter(isSeen);
  return {
    length: letters.length,
    loop: ends ? letters.length - 1 : all.slice(0, loop).filter(isSeen).length,
    holds: (formula, position) => machine.holds(at(letters, position), formula),
  };
}

function violates(property: TemporalProperty, word: PeriodicWord): boolean {
  switch (property.kind) {
    case 'ltl':
      return !isTrueOf(property.formula, word);
    case 'never':
      return claims(property.automaton, word);
    default:
      return assertNever(property);
  }
}

/** Whether the automaton has an accepting node on a cycle that it reaches beside the run. */
function claims({ states, initial, edges }: PropertyAutomaton, word: PeriodicWord): boolean {
  const next = (position: number): number => (position + 1 < word.length ? position + 1 : word.loop);
  const successors = (node: number): readonly number[] => {
    const [position, place] = [Math.floor(node / states.length), node % states.length];
    return edges
      .filter(({ from, guard }) => from === place && word.holds(guard, position))
      .map(({ to }) => next(position) * states.length + to);
  };
  const reachedFrom = (start: readonly number[]): ReadonlySet<number> => {
    const seen = new Set(start);
    for (const node of seen) for (const to of successors(node)) seen.add(to);
    return seen;
  };
  return [...reachedFrom([initial])].some(
    (node) => at(states, node % states.length).accepting && reachedFrom(successors(node)).has(node),
  );
}
