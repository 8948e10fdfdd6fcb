import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from '@jest/globals';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HowToRun {
  readonly env?: Readonly<Record<string, string>>;
  /** Signals to send, each so many milliseconds after the start. */
  readonly signals?: readonly { readonly signal: NodeJS.Signals; readonly after: number }[];
  /** A signal to send as soon as something has happened. */
  readonly signalWhen?: { readonly signal: NodeJS.Signals; readonly happened: (stderr: string) => boolean };
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
    child.stdin.end();
    if (how.closeStdout === true) child.stdout.destroy();
    const timers = (how.signals ?? []).map(({ signal, after }) =>
      setTimeout(() => child.kill(signal), after),
    );
    const watch = setInterval(() => {
      if (how.signalWhen?.happened(stderr) !== true) return;
      clearInterval(watch);
      child.kill(how.signalWhen.signal);
    }, 50);
    child.on('error', fail);
    child.on('close', (code) => {
      timers.forEach(clearTimeout);
      clearInterval(watch);
      done({ code, stdout, stderr });
    });
  });
}

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
