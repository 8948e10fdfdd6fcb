import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellSkipped } from './skipped.js';

export const hasGcc = spawnSync('gcc', ['--version']).status === 0;
if (!hasGcc) tellSkipped('gcc', 'tests that compile exported C');

/** What the name of a test says where it is skipped. */
export const gccNote = hasGcc ? '' : ' (skipped: no gcc here)';

const strict = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];

/** A folder for C files and what is made of them. */
export class Workshop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fencepost-c-'));

  write(name: string, text: string): string {
    const path = join(this.#folder, `${name}.c`);
    writeFileSync(path, text);
    return path;
  }

  /** All that the compiler has to say of the files; empty if it likes them. */
  complaints(paths: readonly string[], flags: readonly string[] = []): string {
    const result = spawnSync('gcc', [...strict, '-fsyntax-only', ...flags, ...paths], { encoding: 'utf8' });
    const text = result.stderr.slice(0, 2000);
    return result.status === 0 ? text : `${text}\nexit code ${String(result.status)}`;
  }

  /** Compiles and links a file; the program. */
  build(path: string, flags: readonly string[] = []): string {
    const out = path.replace(/\.c$/, `${flags.join('')}.out`);
    const result = spawnSync('gcc', [...strict, ...flags, '-pthread', path, '-o', out], { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(result.stderr);
    return out;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface NativeRun {
  readonly exitCode: number | null;
  readonly stderr: string;
  /** The name of the violated property, as the run tells it; null if it tells of none. */
  readonly violated: string | null;
  /** Whether all threads have ended. */
  readonly ended: boolean;
  /** The values that were printed. */
  readonly values: ReadonlyMap<string, string>;
}

/** Runs an exported program once. */
export function runNatively(program: string, seed: number, steps: number): NativeRun {
  const { status, stdout, stderr } = spawnSync(program, [], {
    encoding: 'utf8',
    timeout: 200_000,
    env: { FENCEPOST_SEED: String(seed), FENCEPOST_STEPS: String(steps), FENCEPOST_PRINT: '1' },
  });
  const words = stdout
    .trim()
    .split(/\s+/)
    .filter((word) => word.includes('='));
  return {
    exitCode: status,
    stderr,
    violated: /violated after \d+ steps: (\S+)/.exec(stderr)?.[1] ?? null,
    ended: stderr.includes('all threads have ended'),
    values: new Map(
      words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
    ),
  };
}
