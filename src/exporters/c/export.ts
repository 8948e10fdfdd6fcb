import type { Property, Thread } from '../../lang/program/program.js';
import { invariant } from '../../support/invariant.js';
import type { About, ExportRequest, Exporter } from '../exporter.js';
import { closure, faultsOfHelpers, helperLines } from './helpers.js';
import type { Helper } from './helpers.js';
import { declarationLines, initialLines, printLines } from './initial.js';
import { ControlFlow } from './flow.js';
import type { FileParts } from './frame.js';
import { Invariants, checkLines, checksOf, leftOut, violatedLines, violatedName } from './properties.js';
import type { ExportedCheck } from './properties.js';
import { runtimeLines } from './runtime.js';
import { CScope } from './wording.js';
import { comment, commentText, functionLines, indented } from './c-text.js';
import type { CLines } from './c-text.js';
import { CThreadWriter } from './thread.js';
import { ExprWriter } from './write-expr.js';
import type { Needs } from './write-expr.js';

/** One file that compilers run and verifiers of C check, by the conventions of SV-COMP. */
export const c: Exporter = {
  name: 'c',
  run: exportToC,
};

function exportToC({ plain, about }: ExportRequest): string {
  const scope = new CScope(plain);
  const checks = checksOf(scope, about);
  const called = new Set<Helper>();
  const file: FileParts = {
    scope,
    invariants: new Invariants(checks),
    violated: (property) => violatedName(checks, 'assert', property),
    needsHelper: (name) => called.add(name),
  };
  const checkFunctions = checks.map((check) => checkFunction(check, file));
  const threads = plain.threads.map((thread, i) => new CThreadWriter(thread, file).lines(i));
  const main = mainLines(file, checks);
  const helpers = closure(called);
  const faults = faultsOfHelpers(helpers);
  const used = checks.filter(
    ({ kind, name }) => kind !== 'fault' || [...faults].some((fault) => fault === name),
  );
  const places = plain.threads.flatMap((thread) => placeLines(thread, scope));
  const program = [...checkFunctions, ...threads, main].flat();
  return joined([
    headingLines(about, used, leftOut(plain)),
    includeLines,
    ['/* 0: all properties. */', '#ifndef PROPERTY', '#define PROPERTY 0', '#endif'],
    declarationLines(scope),
    places.length === 0 ? [] : [comment('Whether a thread is at a label.'), ...places],
    runtimeLines(plain.threads.length, printLines(scope)),
    ...used.map((check, i) => violatedLines(check, i + 1)),
    ...helpers.map((helper) => helperLines(helper, (fault) => violatedName(checks, 'fault', fault))),
    ...checkFunctions,
    ...threads,
    withUses(main, unusedNames(program, scope)),
  ]);
}

/** What the file is made from, what it checks, and how to use it. */
function headingLines(
  about: About,
  checks: readonly ExportedCheck[],
  unchecked: readonly Property[],
): CLines {
  const numbered = checks.map(({ name, kind, meaning }, i) =>
    commentText(`${i + 1}  ${kind === 'fault' ? 'error' : kind} ${name}: ${meaning}`),
  );
  const text = [
    commentText(`${about.file} (${about.memory})`),
    'As C11 with POSIX threads; made by fencepost.',
    '',
    'Every step of the program is one section from __VERIFIER_atomic_begin to __VERIFIER_atomic_end; a thread that',
    'has to wait ends the section unchanged and tries again. Integers are mathematical in the program and have 32 bits',
    'here: what would leave them is the error int32. A violation calls the function violated_NAME, which calls',
    'reach_error and aborts. With -DPROPERTY=N only the property N is checked:',
    '',
    ...numbered.map((line) => `  ${line}`),
    '',
    ...unchecked.map((p) => commentText(`Not checked here: ${p.kind} ${p.name}.`)),
    ...about.leftOut.map((name) => commentText(`Not checked here: ltl ${name}.`)),
    ...(unchecked.length + about.leftOut.length === 0 ? [] : ['']),
    'To run it: gcc -O2 -pthread FILE.c -o program && ./program. A run ends with exit code 0 when all threads have',
    'ended or after FENCEPOST_STEPS steps (100000), and says so on stderr; a violation aborts it. Who goes on after each',
    'step is chosen by FENCEPOST_SEED (1). FENCEPOST_PRINT=1 prints the final values.',
    '',
    'To verify it, for all schedules: the property is that reach_error is never called, the data model any with int of',
    '32 bits. -DFENCEPOST_VERIFIER leaves out what only native runs need, among it the limit of steps.',
  ];
  return ['/*', ...text.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

const includeLines = ['pthread', 'stdbool', 'stdint', 'stdio', 'stdlib'].map(
  (name) => `#include <${name}.h>`,
);

const joined = (parts: readonly CLines[]): string =>
  `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;

/** The variables that tell where threads are, as far as properties speak of it. */
function placeLines(thread: Thread, scope: CScope): CLines {
  const flow = new ControlFlow(thread);
  const first = new Set(flow.arrival(flow.entry));
  return [...scope.tracked(thread.id)].map(
    (label) => `static bool ${scope.at(thread.id, label)} = ${first.has(label)};`,
  );
}

function checkFunction(check: ExportedCheck, file: FileParts): CLines {
  return checkLines(check, file.scope, new ExprWriter(file.scope, globalNeeds(file), true));
}

function mainLines(file: FileParts, checks: readonly ExportedCheck[]): CLines {
  const { scope } = file;
  const needs = globalNeeds(file);
  const initial = initialLines(scope, new ExprWriter(scope, needs, true), needs);
  const { threads } = scope.program;
  const handles = threads.map((_, i) => `native_thread_${i}`);
  const calls = (kind: ExportedCheck['kind']): CLines =>
    checks.flatMap((check) => (check.kind === kind && check.check !== null ? [`${check.check}();`] : []));
  const body = [
    'native_starts();',
    ...initial,
    ...calls('invariant'),
    ...handles.map((name) => `pthread_t ${name};`),
    ...threads.flatMap((thread, i) => [
      `if (pthread_create(&${handles[i] ?? ''}, NULL, ${scope.thread(thread.id)}, NULL) != 0)`,
      '    abort();',
    ]),
    ...handles.map((name) => `pthread_join(${name}, NULL);`),
    ...calls('final'),
    'native_ends();',
    'return 0;',
  ];
  return functionLines('int main(void)', body);
}

/** Variables that nothing in the program uses; compilers warn of them. */
function unusedNames(program: CLines, scope: CScope): readonly string[] {
  const words = new Set(
    program.filter((line) => !line.trim().startsWith('/*')).flatMap((line) => line.match(/\w+/g) ?? []),
  );
  const { shared, locals } = scope.program;
  const names = [
    ...shared.map((v) => scope.shared(v.id)),
    ...locals.filter((v) => scope.isGlobal(v.id)).map((v) => scope.local(v.id)),
  ];
  return names.filter((name) => !words.has(name));
}

function withUses([head = '', open = '', ...rest]: CLines, names: readonly string[]): CLines {
  return [head, open, ...indented(names.map((name) => `(void)${name};`)), ...rest];
}

/** Expressions outside threads: no local of a function occurs, and errors have been ruled out before. */
const globalNeeds = (file: FileParts): Needs => ({
  helper: (name) => file.needsHelper(name),
  reads: () => undefined,
  temporary: (): string => {
    invariant(false, 'operands that cannot fail need no temporary');
  },
});
