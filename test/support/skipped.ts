import { spawnSync } from 'node:child_process';

/** Says on the terminal why tests are skipped: a suite that is skipped as a whole is only counted. */
export function tellSkipped(missing: string, what: string): void {
  process.stderr.write(`${missing} is missing: ${what} are skipped\n`);
}

/** Whether a program can be run here. */
export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
