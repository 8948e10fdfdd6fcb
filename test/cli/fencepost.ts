import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from '@jest/globals';
import { takenBy } from '../support/taken-by.js';
import type { ProcessCost } from '../support/taken-by.js';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it took, as it was last seen: CPU time since the signal, if one was sent. Nothing where the system does not tell. */
  readonly taken: ProcessCost;
}

/** A moment of a run: the program has written something, or it has worked for so long. */
type Moment = (soFar: { readonly stderr: string; readonly cpuSeconds: number }) => boolean;

export interface HowToRun {
  readonly env?: Readonly<Record<string, string>>;
  /** A signal to send as soon as something has happened. */
  readonly signalWhen?: { readonly signal: NodeJS.Signals; readonly happened: Moment };
  /** What comes by the standard input; absent: nothing. */
  readonly input?: string | Uint8Array;
  /** Close our end of stdout at once. */
  readonly closeStdout?: boolean;
}

const main = resolve('dist/bin/fencepost.js');

/** Runs the program and waits for its end. */
export function fencepost(args: readonly string[], how: HowToRun = {}): Promise<Finished> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, ...how.env },
      stdio: 'pipe',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // Who does not read it has closed it, perhaps before it is written.
    child.stdin.on('error', () => undefined).end(how.input);
    if (how.closeStdout === true) child.stdout.destroy();
    const watched = watch(child, how.signalWhen, () => stderr);
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr, taken: watched() }));
  });
}

/** With this on its standard input. */
export const fencepostFed = (args: readonly string[], input: string | Uint8Array): Promise<Finished> =>
  fencepost(args, { input });

/**
 * Runs the program until it has itself told what it came to. It is ended without that where work that is to stop gets hardly
 * anything of the processors for seconds, which should not happen again and again.
 */
export async function fencepostTelling(args: readonly string[], how: HowToRun = {}): Promise<Finished> {
  for (let tries = 1; ; tries++) {
    const finished = await fencepost(args, how);
    if (tries === 6 || !finished.stderr.includes('stopped: ')) return finished;
  }
}

/** Looks at a process now and then, and sends the signal. What it gives ends that and tells what was seen. */
function watch(
  child: ChildProcess,
  signalWhen: HowToRun['signalWhen'],
  stderr: () => string,
): () => ProcessCost {
  let taken: ProcessCost = { cpuSeconds: 0, peakMB: 0 };
  let signalledAt: number | null = null;
  const started = performance.now();
  const look = setInterval(() => {
    const seen = takenBy(child.pid);
    taken = seen ?? taken;
    // Where the system does not tell, hardly anything else will be going on.
    const cpuSeconds = seen?.cpuSeconds ?? (performance.now() - started) / 1000;
    if (signalledAt !== null || signalWhen?.happened({ stderr: stderr(), cpuSeconds }) !== true) return;
    signalledAt = taken.cpuSeconds;
    child.kill(signalWhen.signal);
  }, 20);
  return () => {
    clearInterval(look);
    return { ...taken, cpuSeconds: taken.cpuSeconds - (signalledAt ?? 0) };
  };
}

/** When the start is over, and the program at its work. */
export const atWork: Moment = ({ cpuSeconds }) => cpuSeconds > 1;

/** A folder with these files, for the time of one test file. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

export const storeBuffering = `shared int x = 0, y = 0;
thread P { local int r = 0; x = 1; r = y; }
thread Q { local int r = 0; y = 1; r = x; }
final sb: P.r == 1 || Q.r == 1;
`;

/** Safe, with states without end. */
export const endless = `shared int x = 0;
thread P { local int r = 0; L: r = r + 1 + (r & 1); x = r; goto L; }
invariant counts: x >= 0;
`;
