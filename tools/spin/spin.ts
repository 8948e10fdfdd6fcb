import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one run of Spin found. */
export interface SpinResult {
  /** The names in failed assertions `!(name)`, each once. */
  readonly violated: ReadonlySet<string>;
  readonly states: number;
  /** Whether all reachable states were visited. */
  readonly complete: boolean;
  /** What pan complained of besides. */
  readonly complaints: readonly string[];
  readonly seconds: number;
}

export interface SpinOptions {
  /** For `spin -a`. */
  readonly generator: readonly string[];
  readonly compiler: readonly string[];
  readonly pan: readonly string[];
  /** How deep pan may search: the next is tried where one is not enough. */
  readonly depths: readonly number[];
}

/** Nothing merged, hidden or reduced: every state of the model is stored once. */
export const everyState: SpinOptions = {
  generator: ['-o1', '-o2', '-o3'],
  compiler: ['-O1', '-w', '-DSAFETY', '-DNOREDUCE', '-DMEMLIM=4000'],
  pan: ['-c0', '-E', '-n'],
  depths: [100_000, 3_000_000],
};

/** For small models, which take longer to compile than to run. */
export const quick: SpinOptions = { ...everyState, compiler: everyState.compiler.with(0, '-O0') };

/** What is missing to run Spin, or null. */
export function spinMissing(): string | null {
  const missing = [
    ['spin', '-V'],
    ['gcc', '--version'],
  ].filter(([command = '', option = '']) => spawnSync(command, [option]).error !== undefined);
  return missing.length === 0 ? null : missing.map(([command]) => command).join(' and ');
}

/** Generates, compiles and runs a verifier in a folder of its own. */
export function runSpin(text: string, options: SpinOptions = everyState): SpinResult {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-spin-'));
  const started = performance.now();
  try {
    writeFileSync(join(folder, 'model.pml'), text);
    const run = (command: string, args: readonly string[]): void => {
      const { status, stdout, stderr } = spawnSync(command, [...args], { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${command} fails: ${stdout}${stderr}`);
    };
    run('spin', ['-a', ...options.generator, 'model.pml']);
    run('gcc', [...options.compiler, '-o', 'pan', 'pan.c']);
    let output = '';
    for (const depth of options.depths) {
      output = spawnSync('./pan', [...options.pan, `-m${depth}`], { cwd: folder, encoding: 'utf8' }).stdout;
      if (!output.includes('max search depth too small')) break;
    }
    return { ...read(output), seconds: (performance.now() - started) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(output: string): Omit<SpinResult, 'seconds'> {
  const violated = new Set<string>();
  const complaints: string[] = [];
  for (const [, message = ''] of output.matchAll(/^pan:\d+: (.*?)(?: \(at depth \d+\))?$/gm)) {
    const name = /^assertion violated\s+!\((\w+)\)$/.exec(message)?.[1];
    if (name === undefined) complaints.push(message);
    else violated.add(name);
  }
  const states = /^\s*([\d.e+]+) states, stored/m.exec(output)?.[1];
  const complete =
    states !== undefined && !/search not completed|max search depth too small|out of memory/i.test(output);
  return { violated, states: Number(states ?? NaN), complete, complaints };
}
