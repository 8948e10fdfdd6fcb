import {
  addTallies,
  compareCover,
  families,
  noTally,
  smallestComplaint,
} from '../../test/support/dual/agreement.js';
import type { CoverTally, ProgramFamily } from '../../test/support/dual/agreement.js';

/** A set of questions of which fewer have an answer that SC does not give would test little. */
const leastRelaxedShare = 0.01;

/**
 * Compares the backward search of the dual engine with a search by brute force, on as many programs of each family as
 * asked for.
 */
export async function fuzzDualCore(count: number, seed: number): Promise<boolean> {
  const outcomes: boolean[] = [];
  for (const [name, family] of Object.entries<ProgramFamily>(families)) {
    const started = performance.now();
    let tally = noTally;
    for (let next = seed; next < seed + count; next++) {
      tally = addTallies(tally, await compareCover(next, family));
      if ((next - seed + 1) % 500 === 0) {
        process.stderr.write(`${name}: ${next - seed + 1} programs, ${tally.complaints.length} wrong\n`);
      }
    }
    for (const { seed: which, question } of tally.complaints.slice(0, 5)) {
      process.stdout.write(`${name}, seed ${which}:\n${await smallestComplaint(question, family)}\n\n`);
    }
    process.stdout.write(summary(name, tally, (performance.now() - started) / 1000));
    outcomes.push(tally.complaints.length === 0 && tally.relaxed >= leastRelaxedShare * tally.questions);
  }
  return outcomes.every(Boolean);
}

function summary(name: string, tally: CoverTally, seconds: number): string {
  return [
    `${name}: ${tally.questions} questions, ${tally.reachable} reachable, ${tally.unreachable} unreachable, ${tally.stopped} stopped`,
    `  reachable under TSO only: ${tally.relaxed} (at least ${100 * leastRelaxedShare}%)`,
    `  beyond the bounds of brute force: ${tally.beyond} reachable with a run, ${tally.unsure} unreachable`,
    `  disagreements: ${tally.complaints.length}`,
    `  seconds: ${seconds.toFixed(1)}`,
    '',
  ].join('\n');
}
