import { printProgram } from '../../src/lang/program/print.js';
import { compareMemory } from '../../test/support/plain/compare-memory.js';
import { Random, generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';

/** Programs with more states than this under some model are skipped, and counted. */
const maxStates = 20_000;

export interface MemoryTally {
  readonly compared: number;
  readonly capped: number;
  readonly tsoAdds: number;
  readonly psoAdds: number;
  readonly tso1Lacks: number;
  readonly complaints: readonly { readonly seed: number; readonly text: string; readonly program: string }[];
}

/** Compares the two executions of the memory models on programs of consecutive seeds. */
export async function tallyMemory(
  count: number,
  firstSeed: number,
  heard: (tally: MemoryTally) => void = () => undefined,
): Promise<MemoryTally> {
  let tally: MemoryTally = { compared: 0, capped: 0, tsoAdds: 0, psoAdds: 0, tso1Lacks: 0, complaints: [] };
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const program = generateProgram(new Random(seed), memoryOptions);
    const found = await compareMemory(program, maxStates);
    tally = {
      compared: tally.compared + (found.capped ? 0 : 1),
      capped: tally.capped + (found.capped ? 1 : 0),
      tsoAdds: tally.tsoAdds + (found.tsoAdds ? 1 : 0),
      psoAdds: tally.psoAdds + (found.psoAdds ? 1 : 0),
      tso1Lacks: tally.tso1Lacks + (found.tso1Lacks ? 1 : 0),
      complaints: [
        ...tally.complaints,
        ...found.complaints.map((text) => ({ seed, text, program: printProgram(program) })),
      ],
    };
    heard(tally);
  }
  return tally;
}

/** A program set in which fewer show the models' differences would test little. */
export const leastTsoShare = 0.3;
export const leastPsoShare = 0.15;
export const leastTso1Share = 0.02;

export async function fuzzMemory(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const tally = await tallyMemory(count, seed, ({ compared, capped, complaints }) => {
    if (compared % 200 === 0)
      process.stderr.write(`${compared} compared, ${capped} skipped, ${complaints.length} wrong\n`);
  });
  const share = (n: number): string => `${((100 * n) / tally.compared).toFixed(1)}%`;
  for (const { seed: which, text, program } of tally.complaints.slice(0, 5)) {
    process.stdout.write(`seed ${which}: ${text}\n${program}\n`);
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    [
      `programs compared: ${tally.compared} (seeds from ${seed}; ${tally.capped} with too many states skipped)`,
      `TSO has a final state that SC lacks: ${share(tally.tsoAdds)} (at least ${100 * leastTsoShare}%)`,
      `PSO has a final state that TSO lacks: ${share(tally.psoAdds)} (at least ${100 * leastPsoShare}%)`,
      `TSO has a final state that tso1 lacks: ${share(tally.tso1Lacks)} (at least ${100 * leastTso1Share}%)`,
      `disagreements: ${tally.complaints.length}`,
      `seconds: ${seconds.toFixed(1)}`,
      '',
    ].join('\n'),
  );
  return (
    tally.complaints.length === 0 &&
    tally.tsoAdds >= leastTsoShare * tally.compared &&
    tally.psoAdds >= leastPsoShare * tally.compared &&
    tally.tso1Lacks >= leastTso1Share * tally.compared
  );
}
