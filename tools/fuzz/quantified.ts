import { tallyQuantified } from '../../test/support/quantified/quantified-campaign.js';
import { growingProgram } from '../../test/support/quantified/growing-programs.js';
import { mixedProgram } from '../../test/support/quantified/mixed-programs.js';
import { printProgram } from '../../src/lang/program/print.js';

/** What is proved for any number of threads against the explicit engine with two, three and four: protocols, and mixed programs. */
export async function fuzzQuantified(count: number, firstSeed: number): Promise<boolean> {
  let isOk = true;
  for (const [kind, make] of [
    ['protocols', growingProgram],
    ['mixed', mixedProgram],
  ] as const) {
    const { tally, findings } = await tallyQuantified(count, firstSeed, undefined, make);
    for (const { seed, model, text, program } of findings)
      process.stdout.write(`${kind}, seed ${seed} under ${model}: ${text}\n${printProgram(program)}\n\n`);
    const { safe, proven, unsafe, confirmed, open, refused, cutOff } = tally;
    process.stdout.write(
      `${kind}: ${safe} safe, ${proven} of them proved for a few; ${unsafe} unsafe, ${confirmed} confirmed; ${open.length} open, ${cutOff} cut off, ${refused.length} programs refused; ${findings.length} wrong\n`,
    );
    isOk = isOk && findings.length === 0;
  }
  return isOk;
}
