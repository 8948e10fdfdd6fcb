import { allCounters } from '../ask/report.js';
import type { Stats } from '../ask/report.js';

/** `120 states, 240 transitions, 0.03 s, 41 MB`; the counters of engines that did not run are left out. */
export function statsLine(stats: Stats): string {
  const counts: Readonly<Record<string, number>> = stats;
  const parts = [
    ...allCounters.map(({ name, noun }) => {
      const count = counts[name] ?? 0;
      return noun === undefined || (count === 0 && name !== 'states') ? null : counted(count, noun);
    }),
    seconds(stats.seconds),
    stats.peakMemoryMB === 0 ? null : `${Math.round(stats.peakMemoryMB)} MB`,
  ];
  return parts.filter((p) => p !== null).join(', ');
}

/** Where the time went, for --verbose. */
export function timingLine(stats: Stats): string {
  const rate =
    stats.checkSeconds > 0 ? `, ${amount(Math.round(stats.states / stats.checkSeconds))} states/s` : '';
  const table = stats.tableBytes > 0 ? `, table of ${amount(stats.tableBytes)} bytes` : '';
  return `build ${seconds(stats.buildSeconds)}, check ${seconds(stats.checkSeconds)}, total ${seconds(stats.seconds)}${rate}${table}`;
}

export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`;

/** Digits in groups of three: `1 234 567`. */
export function amount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}

const counted = (value: number, noun: string): string =>
  `${amount(value)} ${value === 1 ? noun : `${noun}s`}`;
