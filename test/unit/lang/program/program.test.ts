import { describe, expect, it } from '@jest/globals';
import { expandInstances } from '../../../../passes/expand-instances.js';
import { printExpr } from '../../../../src/lang/program/print.js';
import { formulasOf } from '../../../../src/lang/program/program.js';
import type { Program, Property } from '../../../../src/lang/program/program.js';
import { at } from '../../../../src/support/invariant.js';
import { parseFp } from '../../../support/parse-fp.js';

/** The program with an automaton whose guards are the formulas of its properties, in order. */
function withAutomaton(program: Program): Program {
  const guards = program.properties.flatMap(formulasOf);
  const never: Property = {
    kind: 'never',
    name: 'claim',
    automaton: {
      states: [{ name: 'q', accepting: true }],
      initial: 0,
      edges: guards.map((guard) => ({ from: 0, to: 0, guard })),
    },
    span: at(program.threads, 0).span,
  };
  return { ...program, properties: [never] };
}

describe('a property that is an automaton', () => {
  it('has its guards rewritten by passes as formulas are', () => {
    const program = withAutomaton(
      parseFp(`thread Q(me: 0..1) { local int r = me; L: r = 1; }
        invariant forall a in Q: a at L; invariant Q(1).r == 0;`),
    );
    const expanded = expandInstances.run(program, { procs: null });
    const texts = expanded.properties.flatMap(formulasOf).map((guard) => printExpr(guard, expanded));
    expect(texts).toEqual(['Q(0) at L && Q(1) at L', 'Q(1).r == 0']);
  });
});
