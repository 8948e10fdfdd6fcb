import { pso } from '../../src/memory/pso.js';
import { tso } from '../../src/memory/tso.js';
import { loopingProgram } from '../../test/support/abstraction/looping-programs.js';
import {
  bothTallies,
  compareUnbounded,
  noTally,
} from '../../test/support/abstraction/unbounded-agreement.js';
import { parseFp } from '../../test/support/parse-fp.js';

const seconds = 5;

/** Summaries of buffers against engines that run programs, whose buffers grow beyond any bound. */
export async function fuzzUnbounded(count: number, firstSeed: number): Promise<boolean> {
  let isOk = true;
  for (const model of [tso, pso]) {
    let tally = noTally;
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const text = loopingProgram(seed);
      const found = await compareUnbounded(parseFp(text), model, seconds);
      for (const complaint of found.complaints)
        process.stdout.write(`seed ${seed}: ${complaint}\n${text}\n\n`);
      tally = bothTallies(tally, found);
    }
    const { complaints, ...counts } = tally;
    process.stdout.write(`${model.name}: ${JSON.stringify(counts)}, ${complaints.length} wrong\n`);
    isOk = isOk && complaints.length === 0;
  }
  return isOk;
}
