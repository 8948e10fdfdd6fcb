import { compareConcurrent, emptyTally } from '../../test/support/c-judge/concurrent-agreement.js';
import type { ConcurrentTally } from '../../test/support/c-judge/concurrent-agreement.js';
import {
  noFault,
  sequentialPrograms,
  tallySequential,
} from '../../test/support/c-judge/sequential-agreement.js';
import { hasGcc } from '../../test/support/gcc.js';
import { fuzzCLitmus } from './c-litmus.js';
import { fuzzCMutations } from './c-mutations.js';

/** Programs that are compiled into one. */
const batch = 50;

/** Generated programs of one thread against gcc: its values with -fwrapv, and what its sanitizer stops. */
export async function fuzzCSequential(count: number, firstSeed: number): Promise<boolean> {
  if (!hasGcc) {
    process.stdout.write('sequential programs: skipped, there is no gcc\n');
    return true;
  }
  let [compared, stopped, refused, byMachine, wrong] = [0, 0, 0, 0, 0];
  for (let done = 0; done < count; done += batch) {
    // Every fourth batch wraps around.
    const wrap = (done / batch) % 4 === 3;
    const programs = sequentialPrograms(Math.min(batch, count - done), firstSeed + done, wrap);
    const tally = await tallySequential(programs, wrap, noFault);
    compared += tally.compared;
    stopped += tally.undefined;
    byMachine += tally.byMachine;
    refused += [...tally.refused.values()].reduce((sum, times) => sum + times, 0);
    wrong += tally.complaints.length;
    for (const { seed, what, text } of tally.complaints)
      process.stdout.write(`seed ${seed}: ${what}\n${text}\n`);
  }
  process.stdout.write(
    `sequential programs against gcc: ${compared} compared (${stopped} that the sanitizer stops, ${byMachine} by the plain machine), ${refused} refused, ${wrong} wrong\n`,
  );
  return wrong === 0;
}

/** Generated programs of several threads against the judge, under SC, TSO and PSO. */
export async function fuzzCConcurrent(count: number, firstSeed: number): Promise<boolean> {
  const tally = await tallyConcurrent(count, firstSeed);
  const { compared, verdicts, safe, unsafe, open, capped, tsoAdds, psoAdds, refused, complaints } = tally;
  for (const { seed, what, text } of complaints) process.stdout.write(`seed ${seed}: ${what}\n${text}\n`);
  for (const [why, times] of refused) process.stdout.write(`  ${times} refused: ${why}\n`);
  process.stdout.write(
    `concurrent programs against the judge: ${compared} compared, ${verdicts} verdicts (${safe} safe, ${unsafe} unsafe, ${open} open); ${capped} too large; TSO adds to ${tsoAdds}, PSO to ${psoAdds}; ${complaints.length} wrong\n`,
  );
  return complaints.length === 0;
}

/** Goes on until so many programs have been compared. */
export async function tallyConcurrent(
  count: number,
  firstSeed: number,
  fault = noFault,
): Promise<ConcurrentTally> {
  const tally = emptyTally();
  const most = firstSeed + 3 * count;
  for (let seed = firstSeed; tally.compared < count && seed < most; seed++)
    await compareConcurrent(seed, fault, tally);
  return tally;
}

export async function fuzzC(count: number, seed: number): Promise<boolean> {
  const parts = [
    await fuzzCSequential(count, seed),
    await fuzzCConcurrent(count, seed),
    await fuzzCLitmus(count),
    await fuzzCMutations(3 * count, seed),
  ];
  return parts.every((ok) => ok);
}
