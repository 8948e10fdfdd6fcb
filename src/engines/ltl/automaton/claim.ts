import type { PropertyAutomaton, SharedVar } from '../../../ir/program.js';
import { at } from '../../../support/check.js';
import { Atoms } from './atoms.js';
import type { Automaton, Transition } from './automaton.js';
import { normalForm } from '../../shared/temporal/normal-form.js';

/** The automaton beside a program in the terms of this engine: what leaves an accepting state has the one mark. */
export function claimed(claim: PropertyAutomaton, shared: readonly SharedVar[]): Automaton {
  const atoms = new Atoms();
  const transitions = claim.states.map((): Transition[] => []);
  for (const { from, to, guard } of claim.edges) {
    const literal = normalForm(guard, true, shared);
    if (literal.kind === 'bool' && !literal.value) continue;
    const asks = literal.kind === 'bool' ? { wants: 0, forbids: 0 } : atoms.guard(literal);
    at(transitions, from).push({ ...asks, to, marks: at(claim.states, from).accepting ? 1 : 0 });
  }
  return { atoms: atoms.all, transitions, initial: claim.initial, marks: 1 };
}
