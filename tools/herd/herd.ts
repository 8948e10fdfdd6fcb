import { spawnSync } from 'node:child_process';

/** Whether herd7 can be called. */
export const herdIsHere = (): boolean => spawnSync('herd7', ['-version']).status === 0;

/** What herd7 observes of the test in a file under one of its models: `Sometimes`; null: it does not take it, or not in time. */
export function herdObserves(file: string, model: string, seconds: number): string | null {
  const { stdout } = spawnSync('herd7', ['-model', model, file], {
    encoding: 'utf8',
    timeout: seconds * 1000,
  });
  return observationIn(stdout);
}

/** Of the line `Observation NAME Sometimes 1 3` in the output of herd7. */
export const observationIn = (log: string): string | null =>
  /^Observation \S+ (Never|Sometimes|Always) /m.exec(log)?.[1] ?? null;

/** The run was one under TSO, so there is an execution that ends so. */
export const isSeen = (observation: string | null): boolean =>
  observation === 'Sometimes' || observation === 'Always';
