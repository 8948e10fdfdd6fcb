import { empty, intervalOf, intervalOfType, isBounded, isEmpty } from '../../lang/expr/interval.js';
import type { ValuedPlace } from '../../lang/program/variable-values.js';
import { VariableValues, assignmentsIn, intervalDomain } from '../../lang/program/variable-values.js';
import { at } from '../../support/invariant.js';
import type { ProgramQuestion } from '../question.js';
import { processesOf } from '../../lang/program/program.js';
import { cardinality } from '../../lang/expr/type.js';
import { copiesToShow } from '../shared/any-number.js';

/** Whether there may be any number of threads, and some variable has values without end as far as assignments tell. */
export function hasEndlessData(question: ProgramQuestion): boolean {
  const { program, properties, lowerings, options } = question;
  if (typeof options.procs === 'number' || processesOf(program).length === 0) return false;
  if ([...program.shared, ...program.locals].every(({ type }) => cardinality(type) !== null)) return false;
  const { system } = lowerings.of('automata', { procs: copiesToShow(program, properties) });
  const domain = intervalDomain(
    ({ type, init }: ValuedPlace) => (init.kind === 'any' ? intervalOfType(type) : empty),
    intervalOf,
    intervalOfType,
  );
  const assignments = assignmentsIn(system, (local) => intervalOfType(at(system.locals, local).type));
  const { all } = new VariableValues(system, domain, assignments, true);
  return all.some((values) => !isEmpty(values) && !isBounded(values));
}
