import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InputError, UsageError } from '../../src/diagnostics/diagnostic.js';
import { replayGiven } from '../../src/library/replaying.js';
import { damagedText } from '../../test/support/evidence/damage-text.js';
import { Random } from '../../test/support/random.js';
import { runMeasured, runOther } from '../corpus/measured-run.js';
import { list, member, text } from '../corpus/json.js';
import { parsedJson } from '../../src/support/json-fields.js';

/** What is verified, for evidence of each kind. */
const questions: readonly (readonly string[])[] = [
  ['samples/litmus/sb.fp', '--model', 'tso'],
  ['samples/litmus/sb-fenced.fp', '--model', 'tso'],
  ['samples/litmus/mp.fp', '--model', 'pso'],
  ['samples/mutex/peterson.fp', '--model', 'tso'],
  ['samples/mutex/peterson-fenced.fp', '--model', 'tso'],
  ['samples/mutex/two-locks-deadlock.fp', '--model', 'sc', '--deadlock'],
  ['samples/ltl/peterson-starvation.fp', '--model', 'tso'],
  ['samples/mutex/dekker.fp', '--model', 'tso', '--robust', 'trace'],
  ['samples/boolean/counter.bl', '--model', 'pso'],
  ['samples/c/spsc-ring.c', '--model', 'pso'],
  ['samples/abstraction/ticket-lock.fp', '--model', 'tso'],
  ['samples/discovery/limit.fp', '--model', 'sc'],
  ['samples/ltl/release.fp', '--model', 'tso'],
  ['samples/ltl/release.fp', '--model', 'tso', '--fairness', 'weak'],
  ['samples/ltl/publish.fp', '--model', 'sc'],
  ['samples/ltl/two-waiting-writes.fp', '--model', 'tso1'],
  ['samples/dve/two-increments.dve', '--model', 'sc'],
  ['samples/c/handover.c', '--model', 'tso', '--termination'],
  ['samples/litmus/sb-fenced.fp', '--model', 'pso', '--robust', 'state'],
  ['samples/litmus/mp.fp', '--model', 'pso', '--robust', 'state'],
  ['test/fixtures/robust/endless-buffers.fp', '--model', 'tso'],
  ['samples/arrays/mutex.cub', '--model', 'tso'],
  ['samples/arrays/mutex-fenced.cub', '--model', 'tso'],
  ['samples/arrays/spinlock-two-steps.cub', '--model', 'sc'],
  ['samples/dual/sb-any-fenced.fp', '--model', 'tso', '--procs', 'any'],
  ['samples/dual/sb-any.fp', '--model', 'tso', '--procs', 'any'],
];

/** A file of evidence, beside its program. */
interface WrittenEvidence {
  readonly path: string;
  readonly about: string;
  readonly kind: string;
}

export interface DamageTally {
  readonly byKind: ReadonlyMap<string, DamagedKind>;
  readonly complaints: readonly string[];
}

interface DamagedKind {
  readonly tried: number;
  readonly accepted: number;
}

/** Evidence of each kind, with something changed: it is rejected, or says what is so all the same. */
export async function tallyDamage(
  count: number,
  firstSeed: number,
  asked: readonly (readonly string[])[] = questions,
): Promise<DamageTally> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-damage-'));
  try {
    const written = await writtenIn(folder, asked);
    const byKind = new Map<string, DamagedKind>();
    const complaints: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const evidence = written[seed % written.length];
      if (evidence === undefined) break;
      const random = new Random(seed);
      const damaged = damagedText(readFileSync(evidence.path, 'utf8'), random);
      const outcome = await replayedDamage(folder, damaged.text);
      const { tried, accepted } = byKind.get(evidence.kind) ?? { tried: 0, accepted: 0 };
      byKind.set(evidence.kind, {
        tried: tried + 1,
        accepted: accepted + (outcome.kind === 'accepted' ? 1 : 0),
      });
      const wrong = outcome.kind === 'accepted' ? await falseClaim(folder, outcome.asked) : outcome.wrong;
      if (wrong !== null)
        complaints.push(`seed ${seed}: ${evidence.about} (${evidence.kind}), ${damaged.how}: ${wrong}`);
    }
    return { byKind, complaints };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What there is no evidence for is left out. */
async function writtenIn(
  folder: string,
  asked: readonly (readonly string[])[],
): Promise<readonly WrittenEvidence[]> {
  const written: WrittenEvidence[] = [];
  for (const [file = '', ...options] of asked) {
    const program = join(folder, basename(file));
    copyFileSync(file, program);
    const path = join(folder, `${written.length}.evidence`);
    await runMeasured(
      ['verify', program, ...options, '--evidence', path, '--timeout', '20', '--memory', '500'],
      60,
    );
    if (!existsSync(path)) continue;
    const kind = text(parsedJson(readFileSync(path, 'utf8')), 'kind');
    written.push({ path, about: `${file} ${options.join(' ')}`, kind });
  }
  return written;
}

type DamageOutcome =
  | { readonly kind: 'accepted'; readonly asked: string }
  /** `wrong`: rejected, but not as it should be. */
  | { readonly kind: 'rejected'; readonly wrong: string | null };

const damagedPath = (folder: string): string => join(folder, 'damaged.evidence');

async function replayedDamage(folder: string, damaged: string): Promise<DamageOutcome> {
  writeFileSync(damagedPath(folder), damaged);
  const until = performance.now() + 60_000;
  const watch = (): void => {
    if (performance.now() > until) throw new Error('a minute is over');
  };
  try {
    const { accepted, reason, asked } = await replayGiven(damagedPath(folder), watch);
    if (accepted) return { kind: 'accepted', asked };
    return { kind: 'rejected', wrong: reason === null ? 'rejected without a reason' : null };
  } catch (error) {
    const isTold =
      (error instanceof UsageError && error.message !== '') ||
      (error instanceof InputError && error.diagnostics.length > 0);
    if (isTold) return { kind: 'rejected', wrong: null };
    return { kind: 'rejected', wrong: `not read, but ${String(error)}` };
  }
}

/** What is claimed is asked of the engines; null: they say so, too. */
async function falseClaim(folder: string, asked: string): Promise<string | null> {
  const claim = parsedJson(readFileSync(damagedPath(folder), 'utf8'));
  const properties = propertiesOf(claim);
  const expected = ['run', 'lasso', 'array-run'].includes(text(claim, 'kind')) ? 'unsafe' : 'safe';
  const deadlock = properties.includes('deadlock') && !asked.includes('--deadlock') ? ' --deadlock' : '';
  const bin = join(process.cwd(), 'dist/bin/fencepost.js');
  const line = `cd '${folder}' && '${process.execPath}' '${bin}' ${asked}${deadlock} --json --trace none --timeout 30`;
  const { out, code } = await runOther('sh', ['-c', line], 60);
  const answer = parsedJson(out);
  if (typeof answer !== 'object' || answer === null)
    return `accepted, and verify ends with ${code}: ${asked}`;
  const verdicts = new Map(
    list(member(answer, 'properties')).map((each) => [text(each, 'name'), text(each, 'verdict')]),
  );
  const others = properties.filter((name) => verdicts.get(name) !== expected);
  return others.length === 0
    ? null
    : `accepted as ${expected}, and verify says ${others.map((name) => `${name} ${verdicts.get(name)}`).join(', ')}: ${asked}`;
}

function propertiesOf(claim: unknown): readonly string[] {
  if (typeof claim !== 'object' || claim === null) return [];
  return 'properties' in claim ? list(claim.properties).map(String) : [text(claim, 'property')];
}

export async function fuzzDamagedEvidence(count: number, seed: number): Promise<boolean> {
  const { byKind, complaints } = await tallyDamage(count, seed);
  for (const complaint of complaints) process.stdout.write(`!! ${complaint}\n`);
  let [tried, accepted] = [0, 0];
  for (const [kind, each] of byKind) {
    process.stdout.write(`${kind}: ${each.tried} damaged, ${each.accepted} accepted, and so all the same\n`);
    tried += each.tried;
    accepted += each.accepted;
  }
  process.stdout.write(
    `${tried} damaged, ${accepted} accepted (${((100 * accepted) / Math.max(1, tried)).toFixed(1)} %), ${complaints.length} wrong\n`,
  );
  return tried > 0 && complaints.length === 0;
}
