import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellSkipped } from './skipped.js';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** For tests with a queue. */
export function tellWithoutRedis(what: string): void {
  if (!hasRedis) tellSkipped('redis-server', what);
}

/** A Redis of our own on a free port, which keeps what it holds on disk. */
export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fencepost-redis-'));
  #process: ChildProcess | null = null;

  private constructor(readonly port: number) {}

  static async begin(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  /** A lost worker is missed after a second or two. */
  get url(): string {
    return `redis://127.0.0.1:${this.port}?lock=2`;
  }

  /** Also again, with what it held before. */
  async start(...more: readonly string[]): Promise<void> {
    const where = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder];
    const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--loglevel', 'warning'];
    this.#process = spawn('redis-server', [...where, ...kept, ...more], { stdio: 'ignore' });
    for (let tries = 0; tries < 600; tries++) {
      if ((await answer(this.port))?.includes('PONG') === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('redis-server does not answer');
  }

  /** Without a word to it. */
  async kill(): Promise<void> {
    const ended = this.#process;
    this.#process = null;
    if (ended === null || ended.exitCode !== null) return;
    const gone = new Promise((resolve) => ended.once('close', resolve));
    ended.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('there is no free port'));
      });
    });
  });

/** What it says to a ping; null: nothing. */
const answer = (port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (told: string | null): void => {
      socket.destroy();
      resolve(told);
    };
    socket.setTimeout(1000, () => end(null));
    socket.once('error', () => end(null));
    socket.once('data', (data) => end(data.toString()));
  });
