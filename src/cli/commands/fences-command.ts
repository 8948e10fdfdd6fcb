import { renderDiagnostics } from '../../diagnostics/render.js';
import { fencesDocument } from '../../report/fences-json.js';
import { jsonText } from '../../report/report-json.js';
import type { AtomicWritesReport, FencesReport } from '../../synthesis/synthesis-report.js';
import type { LastWords } from '../apart/work-messages.js';
import { command, sparing } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode, exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import { resultText, toJson } from '../../library/tell.js';
import type { FencedProgramText, TextWish } from '../../library/writing-fences.js';
import { UsageError, unsupported } from '../../diagnostics/diagnostic.js';
import { renderFencesAnswer } from '../../report/fences-text.js';
import type { ReportOptions } from '../../report/report-text.js';
import type { Output } from '../output.js';
import { withoutTraces } from '../print-runs.js';
import { progressPrinter } from '../progress-view.js';
import { requireWritable, writeWhole } from '../write-file.js';

type FencesArgs = Invocation<'fences'>;

export const fencesCommand = command({
  name: 'fences',
  files: 'one',
  about: 'find where fences must be put, and prove that fewer do not suffice',
  takes: 'the program',
  readsInput: true,
  examples: [
    ['fences peterson.fp --model tso', 'all smallest sets of fences, and why each is needed'],
    ['fences peterson.fp --model pso --first', 'one of them'],
    ['fences ticket.fp --model pso --goal bound --bound 1', 'so that no buffer holds more than one write'],
    ['fences peterson.fp --model tso --goal robust', 'so that it behaves as under SC'],
    ['fences peterson-fenced.fp --model tso --remove', 'fences that are not needed'],
    ['fences peterson.fp --model tso --diff | patch -p1', 'put them into the file'],
    ['fences peterson.fp --model tso --apply -o fenced.fp', 'write the program with them'],
    ['fences peterson.fp --kind atomic --model tso1', 'writes to be made atomic instead (paper 004)'],
  ],
  epilogue: `--model must be given, and be weak. Exit code 10: no set suffices; 20 or 130: cut off, with what is known so far.\n${exitCodeHelp()}`,
  run: fences,
  failureDocument: (verify, version) =>
    fencesDocument(
      { verify, kind: 'fence', goal: 'property', task: 'add', algorithm: 'exact', found: null },
      version,
    ),
});

async function fences(
  args: FencesArgs,
  { output, signal, begins, knows }: CommandContext,
): Promise<ExitCode> {
  const wish = textWish(args);
  if (wish !== null) await checkWish(wish, args);
  const { fencesGiven } = await import('../../library/asking.js');
  begins(args.timeout ?? null);
  const asker = {
    ...{ signal, progress: progressPrinter(output) },
    ...(args.verbose ? { note: (line: string) => output.message(line) } : {}),
  };
  const known = sparing(knows);
  const found = await fencesGiven(args.place, args.given, asker, (told) =>
    known((why) => lastWords(told(why), wish, args, output)),
  );
  begins(null);
  const report = args.trace === 'none' ? withoutRuns(found) : found;
  const { verify } = report;
  output.message(renderDiagnostics([...verify.errors, ...verify.warnings], verify.file));
  if (wish !== null) await writeProgram(report, wish, args, output);
  else {
    if (report.kind === 'atomic') writeAtomic(report, args);
    output.result(textOfReport(report, args, output));
  }
  return codeOf(report);
}

/** A program is not written with what may not be all. */
function lastWords(report: FencesReport, wish: TextWish | null, args: FencesArgs, output: Output): LastWords {
  const isTold = wish === null || args.json || wish.output !== null;
  return { text: isTold ? textOfReport(report, args, output) : '', code: codeOf(report) };
}

const textOfReport = (report: FencesReport, args: FencesArgs, output: Output): string =>
  args.json ? jsonText(toJson(report)) : resultText(report, settingsOf(args, output));

/** What is told of runs besides stays. */
function withoutRuns(report: FencesReport): FencesReport {
  const verify = withoutTraces(report.verify);
  if (report.kind === 'atomic' || report.found === null) return { ...report, verify };
  const missing = report.found.missing.map((one) => ({ ...one, trace: null }));
  return { ...report, verify, found: { ...report.found, missing } };
}

const settingsOf = (args: FencesArgs, { width, style }: Output): ReportOptions => ({
  ...{ width, style, trace: args.trace ?? 'text' },
});

/** What is to be written of the program; null: it is left alone. */
function textWish({ diff, apply, output, kind = 'fence' }: FencesArgs): TextWish | null {
  if (diff && apply) throw new UsageError('--diff and --apply are two commands', 'give one of them');
  if (!diff && !apply) {
    if (output === undefined || kind === 'atomic') return null;
    throw new UsageError(
      '-o needs to know what to write',
      'give --apply for the program with its fences, or --diff for a patch',
    );
  }
  const as = diff ? 'diff' : 'apply';
  if (kind === 'atomic') throw new UsageError(`--${as} is for --kind fence`);
  return { as, output: output === undefined || output === '-' ? null : output };
}

async function checkWish(wish: TextWish, { file, lang }: FencesArgs): Promise<void> {
  const { refuseTextWish } = await import('../../library/writing-fences.js');
  await refuseTextWish(file, lang ?? null, wish);
  if (wish.output !== null) requireWritable(wish.output, file);
}

/** The program or the patch alone goes to stdout, for other programs to read; if a file is named, the report does. */
async function writeProgram(
  report: FencesReport,
  { as, output: path }: TextWish,
  args: FencesArgs,
  output: Output,
): Promise<void> {
  const { fencedProgramText } = await import('../../library/writing-fences.js');
  const made = await fencedProgramText(report);
  if (made !== null) requireLanguage(made, { as, output: path }, report.verify.language);
  const text = made === null ? null : textOf(made, as);
  if (path !== null && text !== null) writeWhole(path, text, args.file);
  const settings = settingsOf(args, output);
  if (args.json) {
    const field = as === 'diff' ? { patch: text } : { text };
    const written = path === null || text === null ? field : { output: path };
    output.result(jsonText({ ...toJson(report), ...written }));
  } else if (path !== null) output.result(resultText(report, settings));
  else if (text === null) output.message(resultText(report, settings));
  else {
    output.result(text);
    output.message(renderFencesAnswer(report, settings));
  }
}

/** Whether a text of the input's language can have the fences may depend on where they are. */
function requireLanguage(
  { language, patch }: FencedProgramText,
  { as, output }: TextWish,
  own: string | null,
): void {
  if (as === 'diff' ? patch !== null : language === own || output === null || output.endsWith('.fp')) return;
  unsupported(
    own === 'fp'
      ? 'no change of this text alone puts these fences where they belong'
      : `texts of the language ${own ?? ''} cannot have these fences`,
    null,
    'take --apply -o OUT.fp, which writes the program with its fences in the native language',
  );
}

const textOf = ({ text, patch }: FencedProgramText, as: TextWish['as']): string | null =>
  as === 'diff' ? patch : text;

/** The writes that were atomic before are not repeated. */
function writeAtomic({ found, waits, verify }: AtomicWritesReport, args: FencesArgs): void {
  const [set] = found?.sets ?? [];
  if (args.output === undefined || set === undefined) return;
  const about = `# Under ${verify.model ?? '?'}, an atomic write waiting for ${waits} buffers, these are enough.`;
  const pairs = set.map(({ variable, transition }) => `${variable}, ${transition}`);
  writeWhole(args.output, `${[about, ...pairs].join('\n')}\n`, args.file);
}

function codeOf({ verify, found }: FencesReport): ExitCode {
  if (found === null) return exitCodeOf(verify);
  if (found.stop !== null)
    return found.stop.reason === 'interrupted' ? ExitCode.Interrupted : ExitCode.Unknown;
  return found.sets.length > 0 ? ExitCode.Ok : ExitCode.Violation;
}
