import { parseArgs } from 'node:util';
import { endOfTool } from '../corpus/end-of-tool.js';
import { herdIsHere, herdObserves, isSeen } from './herd.js';

/** Whether herd7 sees what `replay --to litmus` has written: `npm run herd -- [--timeout SECONDS] TEST.litmus...`. */
function askHerd(): number {
  const { values, positionals: files } = parseArgs({
    options: { timeout: { type: 'string', default: '60' } },
    allowPositionals: true,
  });
  if (files.length === 0)
    return refuse('npm run herd -- TEST.litmus...: what replay --to litmus has written');
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) return refuse('--timeout takes a number of seconds');
  if (!herdIsHere()) return refuse('this needs herd7, which is not installed');
  let seen = 0;
  for (const file of files) {
    const [sc, tso] = ['sc.cat', 'x86tso.cat'].map(
      (model) => herdObserves(file, model, seconds) ?? 'no answer',
    );
    if (isSeen(tso ?? null)) seen++;
    process.stdout.write(`${file}: sc ${sc}, tso ${tso}\n`);
  }
  process.stdout.write(`${seen} of ${files.length} seen under TSO\n`);
  return seen === files.length ? 0 : 1;
}

function refuse(why: string): number {
  process.stderr.write(`${why}\n`);
  return 2;
}

process.exitCode = await endOfTool(() => Promise.resolve().then(askHerd));
