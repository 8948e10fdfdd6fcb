import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { originOf } from '../../diagnostics/span.js';
import type { Progress } from '../../search/limits.js';
import { engineNames } from '../../engines/index.js';
import { fences, load, verify } from '../../library/calls.js';
import type { FencesCall } from '../../library/calls.js';
import { FencepostError } from '../../library/error.js';
import { modelNamed } from '../../memory/index.js';
import type { VerifyReport } from '../../ask/report.js';
import type { RunModel } from '../run-view/run-model.js';
import { needsZ3 } from './in-browser/browser-z3.js';
import { assertNever } from '../../support/invariant.js';
import type { FencesReport } from '../../synthesis/synthesis-report.js';
import type {
  FencedAnswer,
  Mark,
  PlaygroundAnswer,
  PlaygroundChoices,
  PlaygroundProgram,
  PlaygroundRequest,
  SuggestedFence,
  VerifiedAnswer,
} from './playground-messages.js';

/** Tables of states may take so much of a page. */
const memoryMB = 1024;
/** Columns of what is printed. */
const width = 100;

/** What a request comes to; the same calls as those of the library. */
export async function answerTo(
  { kind, program, choices }: PlaygroundRequest,
  onProgress: (progress: Progress) => void,
): Promise<PlaygroundAnswer> {
  try {
    switch (kind) {
      case 'look':
        return await looked(program);
      case 'verify':
        return await verified(program, choices, onProgress);
      case 'fences':
        return await fenced(program, choices, onProgress);
      default:
        return assertNever(kind);
    }
  } catch (error) {
    if (!(error instanceof FencepostError)) throw error;
    const { reason, message, diagnostics } = error;
    if (kind === 'look') return { kind: 'looked', marks: marksOf(diagnostics) };
    return { kind: 'failed', reason, message, marks: marksOf(diagnostics) };
  }
}

type AskedOptions = Pick<FencesCall, 'model' | 'engine' | 'timeout' | 'memory' | 'procs'>;

async function looked(program: PlaygroundProgram): Promise<PlaygroundAnswer> {
  const { warnings } = await load(program);
  return { kind: 'looked', marks: marksOf(warnings) };
}

function optionsOf({ model, engine, procs, timeout }: PlaygroundChoices): AskedOptions {
  const chosen = engineNames.find((name) => name === engine) ?? 'auto';
  const count = procs === '' ? null : procs === 'any' ? ('any' as const) : Number(procs);
  return { model, engine: chosen, timeout, memory: memoryMB, procs: count };
}

async function verified(
  program: PlaygroundProgram,
  choices: PlaygroundChoices,
  onProgress: (progress: Progress) => void,
): Promise<VerifiedAnswer> {
  const report = await verify(program, { ...optionsOf(choices), onProgress });
  const { toJson, toText } = await import('../../library/tell.js');
  return {
    kind: 'verified',
    runs: await runsOf(report, choices.model, program),
    document: toJson(report),
    text: toText(report, { width }),
    needsZ3: asksForZ3(report),
    marks: marksOf([...report.errors, ...report.warnings]),
  };
}

/** Whether it came to nothing because there was no Z3. */
const asksForZ3 = ({ errors }: VerifyReport): boolean =>
  errors.some(({ message }) => message.startsWith(needsZ3));

/** The run of each property that is violated. */
async function runsOf(
  { properties }: VerifyReport,
  modelName: string,
  source: PlaygroundProgram,
): Promise<readonly RunModel[]> {
  const model = modelNamed(modelName);
  if (model === null || properties.every(({ trace }) => trace === null)) return [];
  const { runModelOf } = await import('../../report/page/run-model-of.js');
  return properties.flatMap((property) => runModelOf(property, { model, source, drawn: null }) ?? []);
}

async function fenced(
  program: PlaygroundProgram,
  choices: PlaygroundChoices,
  onProgress: (progress: Progress) => void,
): Promise<FencedAnswer> {
  const report = await fences(program, { ...optionsOf(choices), onProgress });
  const { toText } = await import('../../library/tell.js');
  const { applyFences } = await import('../../library/writing-fences.js');
  const made = report.verify.verdict === null ? null : await applyFences(report);
  return {
    kind: 'fenced',
    text: toText(report, { width, trace: false }),
    needsZ3: asksForZ3(report.verify),
    set: firstSet(report),
    program: made === null ? null : { name: renamed(program.name, made.language), text: made.text },
    marks: marksOf([...report.verify.errors, ...report.verify.warnings]),
  };
}

function firstSet(report: FencesReport): readonly SuggestedFence[] | null {
  if (report.kind === 'atomic') return null;
  const set = report.found?.sets[0];
  return set?.map(({ kind, thread, line, place }) => ({ kind, thread, line, place })) ?? null;
}

/** Where texts of a language are not changed, the program comes in the native one. */
const renamed = (name: string, language: string): string =>
  language === 'fp' && !name.endsWith('.fp') ? `${name.replace(/\.[^.]*$/, '')}.fp` : name;

export const marksOf = (diagnostics: readonly Diagnostic[]): readonly Mark[] => diagnostics.map(markOf);

function markOf({ severity, span, message, note, code }: Diagnostic): Mark {
  const origin = originOf(span);
  const place =
    origin === null
      ? null
      : { from: origin.start, to: origin.end, line: origin.source.position(origin.start).line };
  return { place, severity, message: `${message} [${code}]`, note };
}
