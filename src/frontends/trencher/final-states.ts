import { atLabel, conjunction, disjunction, not } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import type { Property } from '../../lang/program/program.js';
import type { TrnThread } from './ast.js';

/**
 * That all threads with final states are never in one of theirs at once; buffers may hold writes then. Nothing if no thread
 * has any.
 */
export function finalStates(threads: readonly TrnThread[]): readonly Property[] {
  const places = threads.flatMap(({ name, finals }, i) =>
    finals.length === 0
      ? []
      : [{ id: threadId(i), name: name.text, states: [...new Set(finals.map(({ text }) => text))] }],
  );
  const span = threads.flatMap(({ finals }) => finals)[0]?.span;
  if (span === undefined) return [];
  const all = places.map(({ id, states }) => disjunction(states.map((state) => atLabel(id, null, state))));
  const where = places.map(({ name, states }) => `${name} at ${states.join(' or ')}`).join(', ');
  const whenViolated = `the final states are reached: ${where}`;
  return [{ kind: 'invariant', name: 'final_states', formula: not(conjunction(all)), whenViolated, span }];
}
