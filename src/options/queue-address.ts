import { readFileSync } from 'node:fs';
import { UsageError } from '../diagnostics/diagnostic.js';

/** Where a queue is, as a URL says it. */
export interface QueueAddress {
  /** Without the password: as it may be told. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
  readonly db: number;
  /** Null: without. */
  readonly tls: QueueTls | null;
  /** What all keys of the queue begin with. */
  readonly prefix: string;
  /** A run whose worker has not been heard of for so long is given to another one. */
  readonly lockSeconds: number;
}

export interface QueueTls {
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
  readonly rejectUnauthorized: boolean;
}

const usualPort = 6379;
const usualLockSeconds = 30;
const ofTls: readonly string[] = ['ca', 'cert', 'key', 'insecure'];
const options: readonly string[] = ['prefix', 'lock', ...ofTls];

/** `redis://user:password@host:port/db?prefix=P&lock=SECONDS`; `rediss:` with TLS, and `ca=FILE&cert=FILE&key=FILE&insecure=1`. */
export function queueAddress(text: string, option: string): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new UsageError(`--${option} takes a URL such as redis://host:${usualPort}, or rediss:// with TLS`);
  const isTls = url.protocol === 'rediss:';
  for (const name of url.searchParams.keys()) {
    if (!options.includes(name))
      throw new UsageError(`--${option}: there are ${options.join(', ')}, and no ${name}`);
    if (!isTls && ofTls.includes(name)) throw new UsageError(`--${option}: ${name} is for rediss://`);
  }
  const db = url.pathname.replace(/^\//, '');
  if (!/^[0-9]*$/.test(db))
    throw new UsageError(`--${option}: the number of a database follows the host, not ${db}`);
  const said = (name: string): string | null => url.searchParams.get(name);
  return {
    shown: `${url.protocol}//${url.host}${url.pathname}`,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usualPort : Number(url.port),
    username: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    db: Number(db),
    tls: isTls ? tlsOf(said, option) : null,
    prefix: said('prefix') ?? 'fencepost',
    lockSeconds: lockOf(said('lock'), option),
  };
}

const tlsOf = (said: (name: string) => string | null, option: string): QueueTls => ({
  ca: contentOf(said('ca'), option),
  cert: contentOf(said('cert'), option),
  key: contentOf(said('key'), option),
  rejectUnauthorized: said('insecure') !== '1',
});

function contentOf(path: string | null, option: string): string | null {
  if (path === null) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `--${option}: cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function lockOf(text: string | null, option: string): number {
  const seconds = text === null ? usualLockSeconds : Number(text);
  if (Number.isFinite(seconds) && seconds >= 1 && seconds <= 3600) return seconds;
  throw new UsageError(`--${option}: lock is a number of seconds from 1 to 3600, not ${text}`);
}
