import type { Thread } from '../../lang/program/program.js';
import { invariant } from '../../support/invariant.js';
import type { About, ExportPurpose, ExportRequest, Exporter } from '../exporter.js';
import { closure, faultsOfHelpers, helperLines } from './helpers.js';
import type { Helper } from './helpers.js';
import { declarationLines, initialLines, printLines } from './initial.js';
import { ControlFlow } from '../../lang/program/control-flow.js';
import type { FileParts } from './frame.js';
import { Invariants, checkLines, checksOf, leftOut, violatedLines, violatedName } from './properties.js';
import type { ExportedCheck } from './properties.js';
import { runtimeLines, verifierInterface } from './runtime.js';
import { CSections } from './section.js';
import { CScope } from './wording.js';
import { comment, functionLines, indented } from './c-text.js';
import { headingLines } from './heading.js';
import type { CLines } from './c-text.js';
import { CThreadWriter } from './thread.js';
import { ExprWriter } from './write-expr.js';
import type { Needs } from './write-expr.js';

/** One file that compilers run and verifiers of C check, by the conventions of SV-COMP. */
export const c: Exporter = {
  name: 'c',
  hasPurposes: true,
  hasBits: true,
  run: exportToC,
};

function exportToC({ plain, about, purpose }: ExportRequest): string {
  const scope = new CScope(plain, purpose);
  const checks = checksOf(scope, about);
  const called = new Set<Helper>();
  const file: FileParts = {
    scope,
    invariants: new Invariants(checks),
    sections: new CSections(scope),
    violated: (property) => violatedName(checks, 'assert', property),
    needsHelper: (name) => called.add(name),
  };
  const checkFunctions = checks.map((check) => checkFunction(check, file));
  const threads = plain.threads.map((thread, i) => new CThreadWriter(thread, file).lines(i));
  const main = mainLines(file, checks);
  const helpers = closure(called, purpose);
  const faults = faultsOfHelpers(helpers);
  const calls = new Set([...threads.flat(), ...main, ...checkFunctions.flat()].map((line) => line.trim()));
  const used = checks.filter(({ kind, name, violated }) => {
    if (kind === 'fault') return [...faults].some((fault) => fault === name);
    return name !== about.overflow || purpose === 'run' || calls.has(`${violated}();`);
  });
  const mayOverflow = used.some(({ name }) => name === about.overflow);
  const asked: About = purpose === 'verifier' && !mayOverflow ? { ...about, overflow: null } : about;
  const places = plain.threads.flatMap((thread) => placeLines(thread, scope));
  const program = [...checkFunctions, ...threads, main].flat();
  return joined([
    headingLines({ about: asked, checks: used, unchecked: leftOut(plain), purpose }),
    includeLines[purpose],
    [zeroMeans(purpose, asked), '#ifndef PROPERTY', '#define PROPERTY 0', '#endif'],
    declarationLines(scope),
    places.length === 0 ? [] : [comment('Whether a thread is at a label.'), ...places],
    purpose === 'verifier' ? verifierInterface : runtimeLines(plain.threads.length, printLines(scope)),
    ...used.map((check, i) => violatedLines(check, i + 1, { purpose, overflow: about.overflow })),
    ...helpers.map((helper) => helperLines(helper, (fault) => violatedName(checks, 'fault', fault), purpose)),
    ...checkFunctions,
    ...threads,
    withUses(main, unusedNames(program, scope)),
  ]);
}

const including = (...names: readonly string[]): CLines => names.map((name) => `#include <${name}.h>`);

const includeLines: Readonly<Record<ExportPurpose, CLines>> = {
  run: including('pthread', 'stdbool', 'stdint', 'stdio', 'stdlib'),
  verifier: including('assert', 'pthread', 'stdbool', 'stdint', 'stdlib'),
};

const zeroMeans = (purpose: ExportPurpose, { overflow }: About): string =>
  purpose === 'verifier' && overflow !== null
    ? comment(`0: all properties but ${overflow}.`)
    : comment('0: all properties.');

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
  const isRun = scope.purpose === 'run';
  const handles = threads.map((_, i) => (isRun ? `native_thread_${i}` : `started_${i}`));
  const calls = (kind: ExportedCheck['kind']): CLines =>
    checks.flatMap((check) => (check.kind === kind && check.check !== null ? [`${check.check}();`] : []));
  const finals = calls('final');
  // Where nothing stands behind the joins a verifier has to look at less without.
  const joins = isRun || finals.length > 0 ? handles.map((name) => `pthread_join(${name}, NULL);`) : [];
  const body = [
    ...(isRun ? ['native_starts();'] : []),
    ...initial,
    ...calls('invariant'),
    ...handles.map((name) => `pthread_t ${name};`),
    ...threads.flatMap((thread, i) => {
      const start = `pthread_create(&${handles[i] ?? ''}, NULL, ${scope.thread(thread.id)}, NULL)`;
      return isRun ? [`if (${start} != 0)`, '    abort();'] : [`${start};`];
    }),
    ...joins,
    ...finals,
    ...(isRun ? ['native_ends();'] : []),
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
  looksAt: () => undefined,
  temporary: (): string => {
    invariant(false, 'operands that cannot fail need no temporary');
  },
});
