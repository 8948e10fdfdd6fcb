// Verifies the samples and files of the corpora with --evidence, each run in a process of its own, and has `replay` check what was
// written. `--parts samples,rmm`: those alone; `--each N`: about so many files of each corpus (100); `--timeout SECONDS` and
// `--memory MB`: for each run; `--skip N`: the first N runs of each part are not made. The corpora are at $FENCEPOST_CORPUS, or
// beside the checkout. Exit 1 if evidence is rejected, or something crashes.
import { parseArgs } from 'node:util';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evidenceParts } from './evidence-subjects.js';
import type { EvidencePart, EvidenceSubject } from './evidence-subjects.js';
import { parsedJson, textField } from '../../src/support/json-fields.js';
import { median } from './median.js';
import { runMeasured } from './measured-run.js';
import type { MeasuredRun } from './measured-run.js';
import { endOfTool } from './end-of-tool.js';

/** What became of a question. */
type ShownAnswer =
  | { readonly kind: 'open' }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'confirmed'; readonly evidence: string; readonly ratio: number };

interface EvidenceLimits {
  readonly timeout: string;
  readonly memory: string;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      parts: { type: 'string', default: '' },
      each: { type: 'string', default: '100' },
      skip: { type: 'string', default: '0' },
      timeout: { type: 'string', default: '20' },
      memory: { type: 'string', default: '1000' },
    },
  });
  const parts = evidenceParts(
    process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'),
    Number(values.each),
  );
  const asked = values.parts === '' ? parts.map(({ name }) => name) : values.parts.split(',');
  const unknown = asked.find((name) => parts.every((part) => part.name !== name));
  if (unknown !== undefined) {
    process.stderr.write(`--parts takes ${parts.map(({ name }) => name).join(', ')}, not ${unknown}\n`);
    return 2;
  }
  let wrong = 0;
  for (const part of parts.filter(({ name }) => asked.includes(name)))
    wrong += await campaign(part, Number(values.skip), values);
  return wrong === 0 ? 0 : 1;
}

/** Prints what becomes of a part; how often something was wrong. */
async function campaign({ name, subjects }: EvidencePart, skip: number, limits: EvidenceLimits) {
  const answers: ShownAnswer[] = [];
  for (const subject of subjects.slice(skip)) {
    const answer = await shown(subject, limits);
    answers.push(answer);
    process.stdout.write(`${name}: ${subject.path} ${subject.options.join(' ')}: ${lineOf(answer)}\n`);
  }
  process.stdout.write(subjects.length === 0 ? `${name}: not there\n` : summary(name, answers));
  return answers.filter(({ kind }) => kind === 'wrong').length;
}

async function shown(
  { path, options }: EvidenceSubject,
  { timeout, memory }: EvidenceLimits,
): Promise<ShownAnswer> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-evidence-'));
  const evidence = join(folder, 'evidence.json');
  const limits = ['--timeout', timeout, '--memory', memory, '--json'];
  const most = 2 * Number(timeout) + 10;
  try {
    const found = await runMeasured(['verify', path, ...options, '--trace', 'none', ...limits], most);
    const verdict = fieldOf(found, 'verdict');
    if (verdict !== 'safe' && verdict !== 'unsafe') return openOrWrong(found);
    const written = await runMeasured(
      ['verify', path, ...options, '--trace', 'none', '--evidence', evidence, ...limits],
      most,
    );
    if (fieldOf(written, 'verdict') !== verdict && fieldOf(written, 'verdict') !== 'unknown')
      return { kind: 'wrong', why: `${verdict}, with evidence ${endOf(written)}` };
    if (!existsSync(evidence)) return { kind: 'none', why: whyNone(written.err) };
    const checked = await runMeasured(['replay', evidence, ...limits], most);
    if (checked.code === 0)
      return { kind: 'confirmed', evidence: verdict, ratio: checked.cpuSeconds / found.cpuSeconds };
    return checked.code === 20
      ? { kind: 'none', why: 'checking takes too long' }
      : { kind: 'wrong', why: `${verdict}, ${endOf(checked)}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Exit codes of no answer are those of limits and of refusals. */
const openOrWrong = (run: MeasuredRun): ShownAnswer =>
  run.code === 20 || run.code === 2 ? { kind: 'open' } : { kind: 'wrong', why: endOf(run) };

const fieldOf = ({ out }: MeasuredRun, name: string): string | null => textField(parsedJson(out), name);

function endOf(run: MeasuredRun): string {
  const why = fieldOf(run, 'reason') ?? run.err.trim().split('\n').at(-1) ?? '';
  return `exit code ${run.code}: ${why}`;
}

/** Numbers and names in a reason say nothing of its kind. */
const whyNone = (err: string): string =>
  (/is not written: (.*)/.exec(err)?.[1] ?? 'nothing is said')
    .replace(/'[^']*'/g, "'..'")
    .replace(/\d+/g, 'N');

function lineOf(answer: ShownAnswer): string {
  switch (answer.kind) {
    case 'open':
      return 'no answer';
    case 'none':
      return `no evidence: ${answer.why}`;
    case 'wrong':
      return `WRONG: ${answer.why}`;
    case 'confirmed':
      return `${answer.evidence} confirmed`;
  }
}

function summary(name: string, answers: readonly ShownAnswer[]): string {
  const confirmed = answers.flatMap((answer) => (answer.kind === 'confirmed' ? [answer] : []));
  const count = (kind: ShownAnswer['kind']): number =>
    answers.filter((answer) => answer.kind === kind).length;
  const [safe, unsafe] = ['safe', 'unsafe'].map(
    (verdict) => confirmed.filter(({ evidence }) => evidence === verdict).length,
  );
  const reasons = new Map<string, number>();
  for (const answer of answers)
    if (answer.kind === 'none') reasons.set(answer.why, (reasons.get(answer.why) ?? 0) + 1);
  const ratio = confirmed.length === 0 ? '-' : median(confirmed.map((each) => each.ratio)).toFixed(2);
  const lines = [
    `== ${name}: ${answers.length} questions, ${confirmed.length} answers confirmed (${safe} safe, ${unsafe} unsafe), ${count('wrong')} wrong, ${count('none')} without evidence, ${count('open')} not answered`,
    `== processor time of checking in that of verifying, median: ${ratio}`,
    ...[...reasons].sort((a, b) => b[1] - a[1]).map(([why, times]) => `==   ${times} ${why}`),
  ];
  return `${lines.join('\n')}\n`;
}

process.exitCode = await endOfTool(main);
