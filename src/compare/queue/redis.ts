import type * as Bull from 'bullmq';
import type { Redis } from 'ioredis';
import { UsageError } from '../../diagnostics/diagnostic.js';
import type { QueueAddress, QueueTls } from '../../options/queue-address.js';

/** What a queue of runs is made with, once it is known that Redis is there. */
export interface QueueTools {
  readonly bull: typeof Bull;
  /** For what the queue itself does not do. */
  readonly redis: Redis;
  readonly connection: Bull.ConnectionOptions;
  /** Runs of another version are other runs: they have another queue. */
  readonly name: string;
  readonly prefix: string;
  readonly lockMs: number;
}

/** How long the first connection may take. Later ones are waited for without end: Redis may be started again. */
const connectMs = 5000;

/** Throws a UsageError that says what is missing. */
export async function queueTools(
  address: QueueAddress,
  version: string,
  warn: (text: string) => void,
): Promise<QueueTools> {
  const { bull, ioredis } = await packages();
  const options = optionsFor(address);
  let isUp = false;
  let trouble = '';
  const redis = new ioredis.Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: connectMs,
    // While it has never been there it is not waited for.
    retryStrategy: (times) => (isUp ? Math.min(times * 100, 2000) : null),
  });
  redis.on('error', (error: Error) => (trouble = error.message));
  try {
    await redis.connect();
    await redis.ping();
    // Else a database that is not there would be heard of as a connection that is lost, and waited for.
    await redis.select(address.db);
    isUp = true;
    await warnOfMemory(redis, address, warn);
  } catch (error) {
    redis.disconnect();
    const why = trouble === '' ? messageOf(error) : trouble;
    throw new UsageError(
      `cannot use Redis at ${address.shown}: ${why}`,
      'redis-server starts one; docs/clusters.md tells how it is to be set up',
    );
  }
  return {
    ...{ bull, redis, name: `runs-${version}`, prefix: address.prefix, lockMs: address.lockSeconds * 1000 },
    // What is to be said of its settings is said by us.
    connection: { ...options, skipVersionCheck: true },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function packages(): Promise<{
  readonly bull: typeof Bull;
  readonly ioredis: { Redis: typeof Redis };
}> {
  try {
    const [bull, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bull, ioredis };
  } catch (error) {
    throw new UsageError(
      `a queue takes the packages bullmq and ioredis, which are not installed: ${messageOf(error)}`,
      'npm install bullmq ioredis',
    );
  }
}

interface Connecting {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: TlsOptions;
  /** A command waits until there is a connection again. */
  readonly maxRetriesPerRequest: null;
}

interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const optionsFor = ({ host, port, username, password, db, tls }: QueueAddress): Connecting => ({
  ...{ host, port, db },
  ...(username === null ? {} : { username }),
  ...(password === null ? {} : { password }),
  ...(tls === null ? {} : { tls: tlsOptions(tls) }),
  maxRetriesPerRequest: null,
});

const tlsOptions = ({ ca, cert, key, rejectUnauthorized }: QueueTls): TlsOptions => ({
  rejectUnauthorized,
  ...(ca === null ? {} : { ca }),
  ...(cert === null ? {} : { cert }),
  ...(key === null ? {} : { key }),
});

/** A Redis that forgets what it has no room for loses runs. */
async function warnOfMemory(
  redis: Redis,
  { shown }: QueueAddress,
  warn: (text: string) => void,
): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? 'noeviction';
  if (policy !== 'noeviction')
    warn(
      `warning: Redis at ${shown} may drop runs: its maxmemory-policy is ${policy}, and should be noeviction`,
    );
}
