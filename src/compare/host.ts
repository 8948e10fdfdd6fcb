import { randomUUID } from 'node:crypto';
import { arch, cpus, hostname, platform, release, totalmem } from 'node:os';
import type { HostRecord, SessionRecord } from './run-record.js';

const thisHost = (): HostRecord => ({
  name: hostname(),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryMB: Math.round(totalmem() / (1 << 20)),
});

/** What is recorded of the runs that are made here, from now on. */
export const sessionHere = (
  version: string,
  words: readonly string[],
  jobs: number,
  { planned }: Pick<SessionRecord, 'planned'> = { planned: null },
): SessionRecord => ({
  id: randomUUID().slice(0, 8),
  version,
  began: new Date().toISOString(),
  host: thisHost(),
  words,
  jobs,
  planned,
});
