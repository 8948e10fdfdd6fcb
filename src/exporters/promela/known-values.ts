import { empty, isEmpty, point } from '../../lang/expr/interval.js';
import type { Interval, KnownIntervals } from '../../lang/expr/interval.js';
import { VariableValues, intervalDomain } from '../../lang/program/variable-values.js';
import type { Assignment } from '../../lang/program/variable-values.js';
import type { Program } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { at } from '../../support/invariant.js';
import { valuesOf, valuesOfType } from '../shared/int32.js';

/** For each variable an interval that holds its values in all executions, whatever the order of statements. */
export function knownValues({ shared, locals, threads }: Program): KnownIntervals {
  const statements = threads.flatMap((t) => [...everyStatement(t.body)]);
  const assignments = statements.flatMap((stmt): readonly Assignment<Interval>[] => {
    if (stmt.kind === 'assign') return [stmt];
    if (stmt.kind !== 'havoc') return [];
    const { type } = at(locals, stmt.local);
    return [{ target: { kind: 'local', local: stmt.local }, anyOf: valuesOfType(type) }];
  });
  const domain = intervalDomain(
    ({ type, init }) => (init.kind === 'any' ? valuesOfType(type) : empty),
    (expr, known) => valuesOf(expr, begun(known)),
    valuesOfType,
  );
  return begun(new VariableValues({ shared, locals }, domain, assignments, false).known);
}

/** A variable without values so far counts as 0: what follows from that is looked at again when it has some. */
const begun =
  (known: KnownIntervals): KnownIntervals =>
  (expr) => {
    const values = known(expr);
    return values !== null && isEmpty(values) ? point(0n) : values;
  };
