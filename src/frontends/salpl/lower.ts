import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { generatedBy } from '../../diagnostics/span.js';
import type { Word } from '../../diagnostics/span.js';
import { localId, sharedId, threadId } from '../../lang/expr/ids.js';
import type { Init, LocalVar, Program, Property, SharedVar, Thread } from '../../lang/program/program.js';
import { intType } from '../../lang/expr/type.js';
import { counterMeaning, lowerExpr, noCounters } from './expressions.js';
import type { SalplFile } from './file.js';
import { initialState } from './init-section.js';
import type { InitialState } from './init-section.js';
import { checkLabels } from './labels.js';
import { findNames } from './names.js';
import type { NameUse } from './names.js';
import { SalplScope } from './scope.js';
import { lowerNodes } from './statements.js';

/** `name` is that of the program; null if the bag got errors. */
export function lowerFile(file: SalplFile, name: string, bag: DiagnosticBag): Program | null {
  const use = findNames(file);
  const variables = [
    ...[...use.shared.values()].map((word) => ({ word, several: false })),
    ...[...use.locals.values()]
      .filter(isOwned)
      .map(({ word, owners }) => ({ word, several: owners.length > 1 })),
  ];
  const initial = initialState(file.init, variables, bag);
  const scope = new SalplScope(use, initial.hidden, file, bag);
  const initOf = (variable: string): Init => initialValue(variable, initial, scope, bag);
  const program: Program = {
    name,
    shared: sharedVars(use, initial, initOf),
    locals: localVars(use, initOf),
    threads: lowerProcesses(file, scope, bag),
    properties: lowerInvariants(file, scope, bag),
    predicates: [],
  };
  return bag.hasErrors ? null : program;
}

const isOwned = ({ owners }: { readonly owners: readonly number[] }): boolean => owners.length > 0;

function initialValue(variable: string, initial: InitialState, scope: SalplScope, bag: DiagnosticBag): Init {
  const value = initial.values.get(variable);
  if (value === undefined) return { kind: 'any' };
  const meaning = { name: (word: Word) => scope.outside(word), at: noCounters(bag) };
  return { kind: 'value', value: lowerExpr(value, meaning) };
}

function sharedVars(
  use: NameUse,
  initial: InitialState,
  initOf: (name: string) => Init,
): readonly SharedVar[] {
  const used = [...use.shared].map(([name, { span }]) => ({ name, init: initOf(name), span }));
  const hidden = initial.hidden.map((word) => ({
    name: word.text,
    init: { kind: 'any' } as const,
    span: generatedBy('salpl', word.span),
  }));
  return [...used, ...hidden].map((part, i) => ({
    ...part,
    id: sharedId(i),
    type: intType,
    shape: { kind: 'scalar' },
  }));
}

function localVars(use: NameUse, initOf: (name: string) => Init): readonly LocalVar[] {
  return [...use.locals]
    .flatMap(([name, { word, owners }]) => owners.map((process) => ({ name, process, span: word.span })))
    .map(({ name, process, span }, i) => ({
      id: localId(i),
      name,
      thread: threadId(process),
      type: intType,
      init: initOf(name),
      temporary: false,
      span,
    }));
}

function lowerProcesses(file: SalplFile, scope: SalplScope, bag: DiagnosticBag): readonly Thread[] {
  return file.processes.map((process, i) => {
    checkLabels(process, bag);
    const meaning = { name: (word: Word) => scope.inside(word, i), at: noCounters(bag) };
    const body = lowerNodes(process.body, { process: i, scope, meaning });
    return {
      id: threadId(i),
      name: `P${process.number.text}`,
      instances: { kind: 'one' },
      body,
      span: process.span,
    };
  });
}

/** One is called `invariant`; several are numbered. */
function lowerInvariants(file: SalplFile, scope: SalplScope, bag: DiagnosticBag): readonly Property[] {
  const meaning = { name: (word: Word) => scope.outside(word), at: counterMeaning(file, bag) };
  return file.invariants.map(({ cond, span }, i) => ({
    kind: 'invariant',
    name: file.invariants.length === 1 ? 'invariant' : `invariant${i + 1}`,
    formula: lowerExpr(cond, meaning),
    span,
  }));
}
