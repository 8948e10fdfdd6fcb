import { originOf } from '../diagnostics/span.js';
import { diagnosticJson } from '../diagnostics/render.js';
import type { DiagnosticJson } from '../diagnostics/render.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { AbstractTrace, RunBlame, NamedValue, Snapshot, Trace, Value } from '../lang/run/trace.js';
import type { PropertyReport, VerifyReport } from '../ask/report.js';

/** The document of `verify --json`; docs/schema/verify.json describes it. Field order as documented. */
export interface VerifyDocument extends Omit<
  VerifyReport,
  'file' | 'why' | 'errors' | 'trace' | 'properties' | 'warnings'
> {
  readonly schema: 1;
  readonly tool: 'fencepost';
  readonly version: string;
  readonly file: string | null;
  readonly errors: readonly DiagnosticJson[];
  readonly trace: readonly object[] | null;
  readonly initial: StateJson | null;
  readonly conclusion: string | null;
  readonly path: readonly string[] | null;
  readonly cycle: number | null;
  readonly failed: object | null;
  readonly blame: RunBlame | null;
  readonly properties: readonly PropertyJson[];
  readonly warnings: readonly string[];
}

interface PropertyJson extends Omit<PropertyReport, 'trace' | 'run' | 'abstract'> {
  readonly trace: readonly object[] | null;
  /** Of what predicate abstraction left open: the path that it met last. */
  readonly abstractTrace?: object;
  /** Of temporal properties only: after the last row comes the one with this index; past the last: the run stays there. */
  readonly cycle?: number;
  readonly failed?: object | null;
  readonly blame?: RunBlame;
  /** Of array-based systems only. */
  readonly path?: readonly string[];
}

interface StateJson {
  readonly memory: Readonly<Record<string, ValueJson>>;
  readonly locals: Readonly<Record<string, ValueJson>>;
  readonly buffers: Readonly<Record<string, readonly string[]>>;
}

type ValueJson = number | string | boolean;

export function verifyDocument(report: VerifyReport, version: string): VerifyDocument {
  const file = report.file === '' ? null : report.file;
  return {
    schema: 1,
    tool: 'fencepost',
    version,
    file,
    language: report.language,
    model: report.model,
    engine: report.engine,
    method: report.method,
    encoding: report.encoding,
    bound: report.bound,
    verdict: report.verdict,
    reason: report.reason,
    errors: report.errors.map((d) => diagnosticJson(d, file)),
    property: report.property,
    trace: traceJson(report.trace),
    initial: report.trace === null ? null : stateJson(report.trace.initial),
    conclusion: report.trace === null ? null : report.trace.conclusion,
    path: report.trace?.path ?? null,
    cycle: report.trace?.loop ?? null,
    failed: failedJson(report.trace),
    blame: report.trace?.blame ?? null,
    properties: report.properties.map(propertyJson),
    warnings: report.warnings.map((d) => warningText(d, file)),
    discovery: report.discovery,
    limitations: report.limitations,
    stats: report.stats,
  };
}

/** The document of `abstract --json`: that of verify, the Boolean program if it was written to no file, and that file. */
export const abstractDocument = (
  report: VerifyReport,
  text: string | null,
  output: string | null,
  version: string,
): object => ({ ...verifyDocument(report, version), output, text });

/** The document of several runs, each as `verify --json` prints one; docs/schema/runs.json describes it. */
export const runsDocument = (runs: readonly object[]): object => ({ schema: 1, runs });

/** Pretty-printed, with a line break at the end. */
export function jsonText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function propertyJson(property: PropertyReport): PropertyJson {
  const { name, kind, line, verdict, reason, detail, abstract } = property;
  const frame = {
    ...{ name, kind, line, verdict, reason, detail, trace: traceJson(property.trace) },
    ...(property.trace?.failed === undefined ? {} : { failed: failedJson(property.trace) }),
    ...(property.trace?.blame === undefined ? {} : { blame: property.trace.blame }),
  };
  if (property.trace?.loop !== undefined) return { ...frame, cycle: property.trace.loop };
  if (property.trace?.path !== undefined) return { ...frame, path: property.trace.path };
  return abstract === undefined ? frame : { ...frame, abstractTrace: abstractTraceJson(abstract) };
}

function abstractTraceJson({ predicates, initial, steps, follows }: AbstractTrace): object {
  // Of what is absent nothing is known.
  const known = (truths: readonly (boolean | null)[]): Readonly<Record<string, boolean>> =>
    Object.fromEntries(
      predicates.flatMap((text, i) => {
        const value = truths[i] ?? null;
        return value === null ? [] : [[text, value] as const];
      }),
    );
  return {
    initial: known(initial),
    steps: steps.map((step) => ({ ...step, known: known(step.known) })),
    follows,
  };
}

export function traceJson(trace: Trace | null): readonly object[] | null {
  if (trace === null) return null;
  return trace.steps.map(({ thread, line, action, source, reads, aside, after }) => ({
    thread,
    line,
    action,
    ...(source === undefined ? {} : { source }),
    ...(reads === undefined ? {} : { reads: namedValues(reads) }),
    ...(aside === undefined ? {} : { aside }),
    ...stateJson(after),
  }));
}

const failedJson = (trace: Trace | null): object | null =>
  trace?.failed === undefined
    ? null
    : { formula: trace.failed.formula, values: namedValues(trace.failed.values) };

const namedValues = (named: readonly NamedValue[]): Readonly<Record<string, ValueJson>> =>
  Object.fromEntries(named.map(({ name, value }) => [name, valueJson(value)]));

export function stateJson(state: Snapshot): StateJson {
  return {
    memory: values(state.memory),
    locals: values(state.locals),
    buffers: Object.fromEntries(state.buffers),
  };
}

function values(map: ReadonlyMap<string, Value>): Readonly<Record<string, ValueJson>> {
  return Object.fromEntries([...map].map(([name, value]) => [name, valueJson(value)]));
}

/** Integers that a double cannot hold are written as strings of digits. */
function valueJson(value: Value): ValueJson {
  if (typeof value !== 'bigint') return value;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value.toString();
}

function warningText(warning: Diagnostic, file: string | null): string {
  const origin = warning.span === null ? null : originOf(warning.span);
  const note = warning.note === null ? '' : ` (${warning.note})`;
  if (origin === null) return `${file === null ? '' : `${file}: `}${warning.message}${note}`;
  const { line, column } = origin.source.position(origin.start);
  return `${origin.source.path}:${line}:${column}: ${warning.message}${note}`;
}
