import { printExpr } from '../../lang/program/print.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import type { ViolationAutomaton } from './violation-automaton.js';

/** The automaton line by line: `0 -> 1 where x == 1, not P at CS: 0 1`, the numbers behind the colon being those of its marks. */
export function automatonLines(
  { atoms, transitions, initial, marks }: ViolationAutomaton,
  system: System,
): readonly string[] {
  const bits = (of: number, count: number): readonly number[] =>
    numbersBelow(count).filter((bit) => (of & (1 << bit)) !== 0);
  const shown = atoms.map((atom) => printExpr(atom, system, null));
  const guard = (wants: number, forbids: number): string =>
    [
      ...bits(wants, atoms.length).map((bit) => at(shown, bit)),
      ...bits(forbids, atoms.length).map((bit) => `not (${at(shown, bit)})`),
    ].join(', ') || 'true';
  return [
    `begins at ${initial}, marks ${marks}`,
    ...transitions.flatMap((leaving, from) =>
      leaving.map((step) => {
        const text = `${from} -> ${step.to} where ${guard(step.wants, step.forbids)}`;
        return `${text}:${bits(step.marks, marks)
          .map((mark) => ` ${mark}`)
          .join('')}`;
      }),
    ),
  ];
}
