import { generatedBy } from '../src/diagnostics/span.js';
import { isImplicit } from '../src/lang/program/program.js';
import { attackPlan } from '../src/pass/attacks/attack-plan.js';
import { attackRun } from '../src/pass/attacks/attack-run.js';
import { AttackVariables } from '../src/pass/attacks/attack-variables.js';
import { AttackWriter, robustProperty } from '../src/pass/attacks/attack-writer.js';
import type { SystemPass } from '../src/pass/pass.js';
import { tso } from '../src/memory/tso.js';

/**
 * A system becomes one that violates the property `robust` under SC if and only if some run of the input under TSO has a
 * happens-before relation that no run under SC has: Bouajjani, Derevenetc, Meyer, Checking and Enforcing Robustness against
 * TSO (ESOP 2013), with all attacks in one system. docs/robustness.md says what is different, and why it is right.
 *
 *   BEFORE  P  0  store x = 1 -> 1     Q  0  r = x -> 1
 *              1  s = y -> 2
 *   AFTER   P  0  assume !attack; store x = 1 -> 1,  assume !attack; attack; x_waiting; x_delayed -> 1'
 *              1  assume !attack; s = y -> 2,  assume attack; assume P_chained || y_written; ...; s = y -> 2
 *              1' y_touched; s = y -> 2'
 *           Q  0  assume !attack; r = x -> 1,
 *                 assume attack; assume Q_chained || x_written; Q_chained; x_touched; assert !x_delayed; r = x -> 1
 *
 * A run of the output is led back to the run under TSO in which what the attacker stored waits until the end. Left alone: a
 * system in which no store can be overtaken by a load on a critical cycle; it gets a property that nothing violates.
 */
export const delayAttacks: SystemPass = {
  name: 'delay-attacks',
  summary: 'write into the automata what one thread gains by delaying its stores',
  level: 'system',
  run: (system) => {
    const variables = new AttackVariables(system);
    const plan = attackPlan(system);
    const automata = system.threads.map((thread) =>
      new AttackWriter({ system, plan, variables }, thread).written(),
    );
    return {
      system: {
        ...system,
        shared: variables.all(),
        threads: automata.map(({ automaton }) => automaton),
        // A run that ends at a fault stays one: nothing is proven of what would follow.
        properties: [
          ...system.properties.filter(isImplicit),
          { kind: 'assert', name: robustProperty, span: generatedBy('delay-attacks', null) },
        ],
      },
      mapBack: (execution) => attackRun(system, tso, automata, execution),
    };
  },
};
