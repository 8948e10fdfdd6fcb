import { unsupported } from '../../diagnostics/diagnostic.js';
import type { DveDeclaration, DveExpr as Ast, DveModel, DveProcess } from '../../lang/dve/dve-ast.js';
import { all, any, name, not, number, stillProcess, variable, word } from '../../lang/dve/make.js';
import { printModel } from '../../lang/dve/print.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { legalForm } from '../../lang/program/legal-names.js';
import { initialExprs, isTemporal } from '../../lang/program/program.js';
import type { Init, Property, SharedVar } from '../../lang/program/program.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { initialValues } from '../../lang/program/initial-values.js';
import type { InitialValues } from '../../lang/program/initial-values.js';
import { at } from '../../support/invariant.js';
import type { About, ExportRequest, Exporter } from '../exporter.js';
import { ProcessWriter, UsedFlags, choicesOf } from './process.js';
import type { DveChoice, WrittenProcess } from './process.js';
import { DveScope, room, valueType } from './wording.js';
import { valuesOf } from './segments.js';

/** For DiVinE and what reads its models: a process for each thread, an assertion for each property. */
export const dve: Exporter = {
  name: 'dve',
  hasBits: true,
  run: exportToDve,
};

function exportToDve({ plain, system, about }: ExportRequest): string {
  const scope = new DveScope(plain, system);
  const cells = new Cells(system.shared);
  const initial = initialValues(system, cells, { cells: new Map(), locals: new Map() });
  refuseDependent(system);
  const flags = new UsedFlags(scope);
  const threads = system.threads.map((thread, i) => {
    const choices = [...(i === 0 ? sharedChoices(system) : []), ...choicesOf(thread, scope)];
    return new ProcessWriter(thread, scope, flags).written(choices, (local) => at(initial.locals, local));
  });
  const checks = checksOf(scope, flags, threads);
  const model: DveModel = {
    declarations: [...system.shared.map((v) => declared(v, scope, cells, initial)), ...flags.declarations()],
    processes: [...threads.map(({ process }) => process), ...checks],
    system: { mode: 'async', property: null, span: word('').span },
  };
  return printModel(model, heading(about, system.properties, flags));
}

function declared(
  v: SharedVar,
  scope: DveScope,
  cells: Cells,
  { cells: values }: InitialValues,
): DveDeclaration {
  const { shape, type, id, span, name: text } = v;
  const length = shape.kind === 'array' ? shape.length : null;
  const first = cells.cell(id, 0);
  const own = Array.from({ length: length ?? 1 }, (_, i) => at(values, first + i));
  const limits = room(type);
  const wrong = own.find((value) => value < limits.lo || value > limits.hi);
  if (wrong !== undefined)
    unsupported(`'${text}' begins with ${wrong}; numbers in DVE have 16 bits`, span, 'take another target');
  const initial: Extract<DveDeclaration, { kind: 'variable' }>['initial'] =
    length === null
      ? { kind: 'value', value: number(at(own, 0)) }
      : { kind: 'list', values: own.map(number), span };
  return { ...variable(valueType(type), at(scope.names.shared, id), length), initial };
}

/** The first thread chooses for all what has no initial value. */
const sharedChoices = ({ shared }: System): readonly DveChoice[] =>
  shared.flatMap(({ id, init, shape, type, name: text, span }): readonly DveChoice[] => {
    if (init.kind !== 'any') return [];
    const values = valuesOf(type, text, span);
    if (shape.kind !== 'array') return [{ target: { shared: id, index: null }, values }];
    return Array.from({ length: shape.length }, (_, i) => ({
      target: { shared: id, index: number(i) },
      values,
    }));
  });

function refuseDependent({ shared, locals }: System): void {
  const reads = (init: Init): readonly Expr[] => initialExprs(init).flatMap((e) => [...subexpressions(e)]);
  const open = [...shared, ...locals].some(({ init }) => init.kind === 'any');
  const dependent = [...shared, ...locals].find(({ init }) =>
    reads(init).some(({ kind }) => kind === 'shared' || kind === 'local'),
  );
  if (open && dependent !== undefined)
    unsupported(
      `'${dependent.name}' begins with the value of another variable, which may be any`,
      dependent.span,
      'give that variable an initial value, or take another target',
    );
}

/** A process with one state and an assertion for each property. */
function checksOf(
  scope: DveScope,
  flags: UsedFlags,
  threads: readonly WrittenProcess[],
): readonly DveProcess[] {
  const inside = threads.flatMap((thread) => thread.inside);
  const ended = all(scope.system.threads.map((t) => scope.isIn(t.id, scope.place(t.id, t.end))));
  const stated = scope.system.properties.flatMap((property): readonly DveProcess[] => {
    switch (property.kind) {
      case 'invariant':
        return [checker(property.name, any([scope.expr(property.formula, null), ...inside]), scope)];
      case 'final':
        return [checker(property.name, any([not(ended), scope.expr(property.formula, null)]), scope)];
      case 'assert':
        return [checker(property.name, not(name(flags.failed(property.name))), scope)];
      case 'div':
      case 'bounds':
      case 'range':
      case 'deadlock':
      case 'ltl':
      case 'never':
        return [];
    }
  });
  return [...stated, ...flags.faults().map(([fault, flag]) => checker(fault, not(name(flag)), scope))];
}

function checker(property: string, cond: Ast, scope: DveScope): DveProcess {
  const state = word('holds');
  return { ...stillProcess(scope.names.fresh(legalForm(property)), state), asserts: [{ state, cond }] };
}

function heading(
  { file, memory, overflow, leftOut }: About,
  properties: readonly Property[],
  flags: UsedFlags,
): readonly string[] {
  const temporal = properties.filter(isTemporal).map((p) => p.name);
  return [
    `${file.replace(/[\u0000-\u001f\u007f]/g, '?')} under ${memory}, to be run under sequential consistency.`,
    'Each property is the assertion of a process with its name. A path that blocks inside an atomic section ends there.',
    ...(overflow === null
      ? []
      : [`The assertion ${overflow} is not of the source: it fails where the bound is too small to know.`]),
    ...(flags.hasLimit
      ? ['The assertion too_large is not of the source: it fails where a number needs more than 16 bits.']
      : []),
    ...[...new Set([...leftOut, ...temporal])].map((text) => `The temporal property ${text} is left out.`),
    '',
  ];
}
