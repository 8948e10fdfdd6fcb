import { at } from '../../support/invariant.js';
import type { ThreadId } from '../expr/ids.js';
import { legalized } from './legal-names.js';
import { not } from '../expr/expr.js';
import { printExpr } from './print-expr.js';
import { isGoal } from './program.js';
import { printBlock } from './print-stmt.js';
import type { Init, LocalVar, Program, Property, SharedVar, Stmt, Thread } from './program.js';
import { speltLabels } from './spelt-labels.js';
import { printType } from '../expr/type.js';

export { printExpr } from './print-expr.js';
export type { NameSource } from './print-expr.js';

/** Comments to put before things; null for none. Asked in the order of the text. */
export interface Notes {
  shared(variable: SharedVar): string | null;
  thread(thread: Thread): string | null;
  statement(stmt: Stmt): string | null;
}

const noNotes: Notes = { shared: () => null, thread: () => null, statement: () => null };

/**
 * A program as `.fp` text. Reading it gives the same program again, but for spans, names that were not legal in a text
 * (see legal-names.ts), implicit properties, which the statements imply, and what passes note on statements: where a
 * thread is still `at` a label is told by further labels (see spelt-labels.ts).
 */
export function printProgram(original: Program, notes: Notes = noNotes): string {
  const program = legalized(speltLabels(original));
  const parts = [
    program.shared
      .flatMap((variable) => {
        const comment = notes.shared(variable);
        return [...(comment === null ? [] : [`// ${comment}`]), printShared(variable, program)];
      })
      .join('\n'),
    ...program.threads.map((thread) => printThread(thread, program, notes)),
    program.properties.flatMap((property) => printProperty(property, program) ?? []).join('\n'),
    printPredicates(program),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function printShared(variable: SharedVar, program: Program): string {
  const size = printSize(variable, program);
  return `shared ${printType(variable.type)} ${variable.name}${size}${printInit(variable.init, program, null)};`;
}

function printSize({ shape }: SharedVar, program: Program): string {
  switch (shape.kind) {
    case 'scalar':
      return '';
    case 'array':
      return `[${shape.length}]`;
    case 'per-instance':
      return `[${at(program.threads, shape.thread).name}]`;
  }
}

function printInit(init: Init, program: Program, own: ThreadId | null): string {
  switch (init.kind) {
    case 'any':
      return '';
    case 'value':
      return ` = ${printExpr(init.value, program, own)}`;
    case 'cells':
      return ` = {${init.values.map((value) => printExpr(value, program, own)).join(', ')}}`;
  }
}

function printThread(thread: Thread, program: Program, notes: Notes): string {
  const locals = program.locals.filter((variable) => variable.thread === thread.id);
  const comment = notes.thread(thread);
  return [
    ...(comment === null ? [] : [`// ${comment}`]),
    `${printSignature(thread)} {`,
    ...locals.map((variable) => `  ${printLocal(variable, program)}`),
    ...printBlock(thread.body, program, thread.id, (stmt) => notes.statement(stmt)),
    '}',
  ].join('\n');
}

function printSignature({ name, instances }: Thread): string {
  switch (instances.kind) {
    case 'one':
      return `thread ${name}`;
    case 'range':
      return `thread ${name}(${instances.param}: ${instances.lo}..${instances.hi})`;
    case 'any':
      return `process ${name}(${instances.param})`;
  }
}

function printLocal({ name, type, init, thread }: LocalVar, program: Program): string {
  return `local ${printType(type)} ${name}${printInit(init, program, thread)};`;
}

/** Null for the properties that the statements imply, and for automata, which the language cannot say. */
function printProperty(property: Property, program: Program): string | null {
  switch (property.kind) {
    case 'invariant':
    case 'final':
    case 'ltl': {
      const title = hasGivenName(property.name) ? `${property.name}: ` : '';
      if (!isGoal(property)) return `${property.kind} ${title}${printExpr(property.formula, program)};`;
      const kind = property.kind === 'final' ? 'exists final' : 'exists';
      return `${kind} ${title}${printExpr(not(property.formula), program)};`;
    }
    case 'never':
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
    case 'deadlock':
      return null;
  }
}

/** Names with a colon, as `invariant:3`, are made from the line. */
const hasGivenName = (name: string): boolean => !name.includes(':');

function printPredicates(program: Program): string {
  if (program.predicates.length === 0) return '';
  const lines = program.predicates.map((predicate) => `  ${printExpr(predicate, program)};`);
  return ['predicates {', ...lines, '}'].join('\n');
}
