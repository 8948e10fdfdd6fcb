import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { answersTo } from '../../src/smt/z3/answer-text.js';

/** A solver that reads SMT-LIB. */
export interface SmtSolver {
  readonly name: string;
  /** What it prints for a file, a line each answer; empty where it has none in time. */
  answers(path: string, seconds: number): Promise<readonly string[]>;
}

/** The one that comes with the packages of this repository. */
const ownZ3: SmtSolver = {
  name: 'z3-solver',
  answers: async (path, seconds) => (await answersTo(await readFile(path, 'utf8'), seconds)) ?? [],
};

const run = promisify(execFile);

const installed = (
  name: string,
  command: string,
  limits: (seconds: number) => readonly string[],
): SmtSolver => ({
  name,
  answers: async (path, seconds) => {
    try {
      const timeout = (seconds + 5) * 1000;
      const { stdout } = await run(command, [...limits(seconds), path], { timeout, maxBuffer: 1 << 26 });
      return linesOf(stdout);
    } catch (error) {
      // Z3 ends with 1 where it was asked for what it has not found; what it printed stands.
      const stdout: unknown = error instanceof Error && 'stdout' in error ? error.stdout : '';
      return typeof stdout === 'string' ? linesOf(stdout) : [];
    }
  },
});

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

const installable: readonly SmtSolver[] = [
  installed('z3', 'z3', (seconds) => [`-T:${Math.ceil(seconds)}`]),
  installed('cvc5', 'cvc5', (seconds) => ['--incremental', `--tlimit=${Math.ceil(seconds * 1000)}`]),
];

const isHere = ({ name }: SmtSolver): boolean => spawnSync(name, ['--version']).status === 0;

export const solversHere = (): readonly SmtSolver[] => [ownZ3, ...installable.filter(isHere)];

/** Names of those that are not installed. */
export const solversMissing = (): readonly string[] =>
  installable.filter((solver) => !isHere(solver)).map(({ name }) => name);
