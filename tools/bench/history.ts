import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';

const folder = 'tools/bench/history';

/** Adds a line to the history of a benchmark; the scripts of package.json run in the root of the checkout. */
export function record(bench: string, figures: Readonly<Record<string, number>>): void {
  const entry = {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    ...figures,
  };
  mkdirSync(folder, { recursive: true });
  appendFileSync(`${folder}/${bench}.jsonl`, `${JSON.stringify(entry)}\n`);
}

export interface BenchTarget {
  readonly what: string;
  readonly measured: number;
  /** The measured figure must be at least, or at most, this. */
  readonly limit: number;
  readonly kind: 'at least' | 'at most';
}

/** Prints the figures beside their targets; whether all are met. */
export function judge(targets: readonly BenchTarget[]): boolean {
  const verdicts = targets.map(({ what, measured, limit, kind }) => {
    const met = kind === 'at least' ? measured >= limit : measured <= limit;
    const number = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 2 });
    process.stdout.write(
      `${met ? 'ok  ' : 'MISS'} ${what}: ${number(measured)} (target: ${kind} ${number(limit)})\n`,
    );
    return met;
  });
  return verdicts.every((met) => met);
}
