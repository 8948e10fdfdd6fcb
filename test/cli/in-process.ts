import { EventEmitter } from 'node:events';
import { Output } from '../../src/cli/output.js';
import type { Sink } from '../../src/cli/output.js';
import { run } from '../../src/cli/run-command-line.js';

export class Written extends EventEmitter implements Sink {
  text = '';
  write(text: string, done?: () => void): boolean {
    this.text += text;
    done?.();
    return true;
  }
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing comes by the standard input. */
export const noInput = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array());

/** Does what the command line says, in this process. */
export async function inProcess(argv: readonly string[], input = ''): Promise<Ended> {
  const [stdout, stderr] = [new Written(), new Written()];
  const output = new Output({ stdout, stderr, env: {} });
  const { signal } = new AbortController();
  const code = await run(argv, {
    output,
    signal,
    begins: () => undefined,
    knows: () => undefined,
    input: () => Promise.resolve(Buffer.from(input)),
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
