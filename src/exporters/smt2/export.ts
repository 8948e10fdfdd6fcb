import { unsupported } from '../../diagnostics/diagnostic.js';
import { conjunction } from '../../lang/expr/expr.js';
import type { StateCover } from '../../lang/run/state-cover.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { coverWithin } from '../../symbolic/cover-formula.js';
import { MachineSteps } from '../../symbolic/machine-steps.js';
import { smtComment } from '../../symbolic/smt-text.js';
import { programVariables, slotsFit, typed } from '../../symbolic/state-formulas.js';
import { SymbolicState } from '../../symbolic/symbolic-state.js';
import { getOrFail } from '../../support/invariant.js';
import type { About, ExportRequest, Exporter, HornForm } from '../exporter.js';
import { byThreads } from './by-threads.js';
import { byTuples } from './by-tuples.js';
import type { HornSystem } from './horn-clauses.js';
import { HornMachine } from './horn-machine.js';
import { HornText } from './horn-text.js';

/** Constrained Horn clauses of the machine that runs the program: they have a solution if nothing is ever violated. */
export const smt2: Exporter = {
  name: 'smt2',
  hasMachine: true,
  hasBits: true,
  run: exportToSmt2,
};

function exportToSmt2({ machine, about }: ExportRequest): string {
  const { system, model, room, wishes, watch } = machine;
  const state = new SymbolicState(system);
  const steps = new MachineSteps(state, model, hasBuffers(model) ? room : null, watch);
  const horn = new HornMachine(steps);
  const { solution, form } = wishes;
  const lines = solution === null ? toBeSolved(horn, form, about) : toBeChecked(horn, solution, about);
  return `${lines.join('\n')}\n`;
}

function toBeSolved(machine: HornMachine, form: HornForm, about: About): readonly string[] {
  const horn = form === 'tuples' ? byTuples(machine) : byThreads(machine);
  const meaning =
    form === 'tuples'
      ? [
          'A relation holds of the states in which all threads stand so: `sat` says that the program is safe, `unsat` that it is not.',
        ]
      : [
          'A relation holds of the states in which one thread stands so, and of nothing of the others but where they are:',
          '`sat` says that the program is safe; `unsat` says nothing, since what two others have in common is lost.',
        ];
  return [
    ...[...heading(about, horn), ...meaning].map(smtComment),
    ...new HornText(machine.state, horn).toBeSolved(),
  ];
}

function toBeChecked(machine: HornMachine, cover: StateCover, about: About): readonly string[] {
  const horn = byTuples(machine);
  const { state } = machine;
  const types = programVariables(state).map((variable) => typed(state, variable));
  const solution = (relation: (typeof horn.relations)[number]) => {
    const tuple = getOrFail(horn.tuples, relation);
    if (tuple.some(({ thread, place }) => machine.isInside(thread, place)))
      unsupported('evidence tells no states inside of atomic sections, and one with a loop has some');
    return conjunction([
      coverWithin(state, cover, tuple),
      ...tuple.map((stand) => slotsFit(state, stand)),
      ...types,
    ]);
  };
  const meaning = [
    'The relations are what evidence says of the states in which all threads stand so. There is a question for each clause:',
    'whether anything satisfies it with its head false. The program is safe if every answer is `unsat`.',
  ];
  return [
    ...[...heading(about, horn), ...meaning].map(smtComment),
    ...new HornText(state, horn).toBeChecked(solution),
  ];
}

function heading({ file, memory, leftOut, overflow }: About, { violations }: HornSystem): readonly string[] {
  const numbers = violations.flatMap((name, number) =>
    number === 0 && overflow === null ? [] : [`${number} ${name}`],
  );
  return [
    `${file} under ${memory}.`,
    ...leftOut.map((name) => `The temporal property ${name} is left out.`),
    `What can be violated: ${numbers.length === 0 ? 'nothing' : numbers.join(', ')}.`,
    ...(overflow === null
      ? []
      : [
          'Where a buffer overflows the bound is too small to know: with `(and (violated number) (> number 0))` in the last',
          'clause the question is whether the program is safe as long as none does.',
        ]),
  ];
}
