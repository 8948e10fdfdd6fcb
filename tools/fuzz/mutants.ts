import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { textOrNull } from '../corpus/json.js';
import { parsedJson } from '../../src/support/json-fields.js';
import { runOther } from '../corpus/measured-run.js';
import { engineFaults } from './engine-faults.js';
import type { EngineFault } from './engine-faults.js';

/** What became of a fault. */
export interface FaultOutcome {
  readonly fault: EngineFault;
  /** What the engine says with the fault, where it is wrong: that a program is safe which is not. */
  readonly isWrong: boolean;
  /** Whether `--paranoid` says so, too. */
  readonly isMissed: boolean;
  readonly told: string;
}

/** Plants each fault in a copy of the compiled program, and asks it about a program that it is wrong about. */
export async function plantFaults(
  faults: readonly EngineFault[],
  heard: (outcome: FaultOutcome) => void = () => undefined,
): Promise<readonly FaultOutcome[]> {
  const copy = mkdtempSync(join(tmpdir(), 'fencepost-mutants-'));
  try {
    for (const part of ['src', 'passes'])
      cpSync(join('dist', part), join(copy, 'dist', part), { recursive: true });
    cpSync('package.json', join(copy, 'package.json'));
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const outcomes: FaultOutcome[] = [];
    for (const fault of faults) {
      const outcome = await withFault(copy, fault);
      heard(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

async function withFault(copy: string, fault: EngineFault): Promise<FaultOutcome> {
  const whole = new Map<string, string>();
  try {
    for (const { file, from, to } of fault.edits) {
      const path = join(copy, 'dist', file);
      const text = readFileSync(path, 'utf8');
      if (!whole.has(path)) whole.set(path, text);
      if (text.split(from).length !== 2)
        throw new Error(`${fault.name}: ${file} has not one place with ${from}`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
    }
    const verdict = await verdictOf(copy, fault.asked);
    const paranoid = await verdictOf(copy, [...fault.asked, '--paranoid']);
    const told = `says ${verdict}, with --paranoid ${paranoid}`;
    return { fault, isWrong: verdict === 'safe', isMissed: paranoid === 'safe', told };
  } finally {
    for (const [path, text] of whole) writeFileSync(path, text);
  }
}

async function verdictOf(copy: string, asked: readonly string[]): Promise<string> {
  const start = join(copy, 'dist', 'src', 'cli', 'start.js');
  const options = ['--json', '--trace', 'none', '--timeout', '30', '--memory', '1000'];
  const { out, code } = await runOther(
    'env',
    [`TMPDIR=${copy}`, process.execPath, start, 'verify', ...asked, ...options],
    60,
  );
  const document = parsedJson(out);
  if (typeof document !== 'object' || document === null) return `nothing (${code})`;
  return textOrNull(document, 'verdict') ?? textOrNull(document, 'reason') ?? `nothing (${code})`;
}

/** Every fault makes some engine wrong, and none gets past the check. */
export async function fuzzMutants(): Promise<boolean> {
  const outcomes = await plantFaults(engineFaults, ({ fault, told, isWrong, isMissed }) =>
    process.stdout.write(
      `${isMissed ? '!! missed' : isWrong ? 'caught' : '!! harmless'}: ${fault.name}: ${told}\n`,
    ),
  );
  const missed = outcomes.filter(({ isMissed }) => isMissed).length;
  const harmless = outcomes.filter(({ isWrong }) => !isWrong).length;
  process.stdout.write(`${outcomes.length} faults, ${missed} missed, ${harmless} that make nothing wrong\n`);
  return missed === 0 && harmless === 0;
}
