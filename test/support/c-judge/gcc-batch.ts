import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getOrFail } from '../../../src/support/invariant.js';
import type { JudgedCode } from './judged-ast.js';
import { printJudged, printJudgedExpr } from './print-judged.js';

/** What a compiled program did: the values that are watched, or what it did that C leaves undefined. */
export type GccRun =
  | { readonly kind: 'values'; readonly values: readonly bigint[] }
  | { readonly kind: 'undefined'; readonly what: string };

export interface BatchedProgram {
  /** The names of the file begin with it. */
  readonly prefix: string;
  readonly program: JudgedCode;
}

const sanitized = ['-fsanitize=undefined,bounds-strict', '-fno-sanitize-recover=all'];

/** Compiles all programs into one, and runs each in a process of its own. */
export function runByGcc(programs: readonly BatchedProgram[], wrap: boolean): readonly GccRun[] {
  const folder = mkdtempSync(join(tmpdir(), 'c-batch-'));
  try {
    const [source, program] = [join(folder, 'batch.c'), join(folder, 'batch')];
    writeFileSync(source, batchText(programs));
    const flags = ['-w', '-O0', '-std=gnu11', ...(wrap ? ['-fwrapv'] : sanitized)];
    const built = spawnSync('gcc', [...flags, '-o', program, source], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr.slice(0, 4000));
    const run = spawnSync(program, [], { encoding: 'utf8', maxBuffer: 1 << 26 });
    return readRuns(programs, run.stdout, run.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function batchText(programs: readonly BatchedProgram[]): string {
  const headers = ['stdatomic', 'stdio', 'stdlib', 'pthread', 'unistd', 'assert'];
  const runs = programs.map(({ prefix, program }) => {
    const shown = program.watched.map(
      (expr) => `  printf(" %llu", (unsigned long long)(${printJudgedExpr(expr)}));`,
    );
    return `${printJudged(program, `${prefix}run`, false).text}void ${prefix}all(void) {\n  ${prefix}run();\n  printf("${prefix}");\n${shown.join('\n')}\n  printf("\\n");\n}\n`;
  });
  const calls = programs.map(({ prefix }) => `  one("${prefix}", ${prefix}all);`);
  return `${headers.map((name) => `#include <${name}.h>`).join('\n')}
#include <sys/wait.h>
${runs.join('')}
static void one(const char *name, void (*run)(void)) {
  fflush(stdout);
  fprintf(stderr, "@%s\\n", name);
  if (fork() == 0) { alarm(100); run(); fflush(stdout); _exit(0); }
  int status;
  wait(&status);
  if (status != 0) printf("%s stopped\\n", name);
}
int main(void) {
${calls.join('\n')}
  return 0;
}
`;
}

function readRuns(programs: readonly BatchedProgram[], stdout: string, stderr: string): readonly GccRun[] {
  const said = new Map<string, string>();
  for (const part of stderr.split('@').slice(1)) {
    const [name = '', ...rest] = part.split('\n');
    said.set(name, rest.find((line) => line.includes('runtime error')) ?? rest[0] ?? '');
  }
  const lines = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.split(' ')[0] ?? '', line] as const),
  );
  return programs.map(({ prefix }): GccRun => {
    const [, ...words] = getOrFail(lines, prefix).split(' ');
    return words[0] === 'stopped'
      ? { kind: 'undefined', what: getOrFail(said, prefix) }
      : { kind: 'values', values: words.map(BigInt) };
  });
}
