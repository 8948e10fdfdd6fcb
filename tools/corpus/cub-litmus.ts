// Exports the litmus tests of the corpus to Cubicle-W systems, goes through all states of these under SC and TSO and compares
// the answers with what herd7 says. `--sample N`: about N of them. `--engine mcmt`: by the backward engine. The corpus is at $FENCEPOST_CORPUS, or beside the checkout.
import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { compareLitmus } from './cub-litmus-run.js';
import { readExpected } from './expected.js';
import { sample } from './litmus-corpus.js';
import { endOfTool } from './end-of-tool.js';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { sample: { type: 'string' }, engine: { type: 'string' } } });
  const folder = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'litmus', 'public');
  if (!existsSync(folder)) {
    process.stderr.write(`there are no litmus tests at ${folder}; set FENCEPOST_CORPUS\n`);
    return 2;
  }
  const tests = sample(readExpected(folder), Number(values.sample ?? Infinity));
  let failed = false;
  for (const model of [sc, tso]) {
    const tally = await compareLitmus(folder, tests, model, values.engine === 'mcmt' ? 'mcmt' : 'explicit');
    failed ||= tally.wrong.length > 0;
    const { agreed, wrong, refused, seconds } = tally;
    process.stdout.write(
      `${model.name}: ${tests.length} tests, ${agreed} agree, ${wrong.length} disagree, ${refused.length} refused, ${seconds.toFixed(1)} s\n`,
    );
    for (const line of [...wrong, ...refused]) process.stdout.write(`  ${line}\n`);
  }
  return failed ? 1 : 0;
}

process.exitCode = await endOfTool(main);
