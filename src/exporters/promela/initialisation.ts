import { at } from '../../support/invariant.js';
import { initialExpr } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { chosenOfFew, valueText } from './declarations.js';
import { valuesOfType } from '../shared/int32.js';
import { choice, indented } from './lines.js';
import type { PromelaLines } from './lines.js';
import type { PromelaModel } from './promela-model.js';
import type { OpenedVariable } from './openings.js';

/** Chooses initial values, computes what follows from them, and then lets the threads run. */
export function initProcess(model: PromelaModel, watched: boolean): PromelaLines {
  const { openings, program, names } = model;
  const chosen = openings.chosen.flatMap((v) =>
    cells(model, v).flatMap((name) => any(name, v.variable.type)),
  );
  const computed = openings.computed.flatMap((v) => computedValues(model, v));
  const runs = program.threads.map(({ id }) => `run ${at(names.threads, id)}();`);
  const all = [...chosen, ...computed, ...runs, ...(watched ? ['run monitor();'] : [])];
  return [
    '/* initial values that cannot be declared; one state more than the program has: the one before this step */',
    'init {',
    ...indented(['atomic {', ...indented(all), '}']),
    '  end: false;',
    '}',
  ];
}

function cells({ names }: PromelaModel, v: OpenedVariable): readonly string[] {
  if (v.kind === 'local') return [at(names.locals, v.variable.id)];
  const name = at(names.shared, v.variable.id);
  if (v.variable.shape.kind === 'scalar') return [name];
  return Array.from({ length: lengthOf(v.variable) }, (_, i) => `${name}[${i}]`);
}

function any(name: string, type: Type): PromelaLines {
  const few = chosenOfFew(name, type);
  if (few !== null) return few;
  const { lo, hi } = valuesOfType(type);
  const next = [`${name} < ${valueText(hi, type)} ->`, `  ${name} = ${name} + 1;`];
  // As select does, which takes no cells of arrays.
  return [`${name} = ${valueText(lo, type)};`, ...choice('do', [next, ['break;']])];
}

function computedValues(model: PromelaModel, v: OpenedVariable): PromelaLines {
  return cells(model, v).flatMap((name, i) => {
    const value = initialExpr(v.variable.init, i);
    return value === null ? [] : [`${name} = ${model.text.print(value)};`];
  });
}
