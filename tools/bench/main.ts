import { benchExplicit } from './explicit.js';
import { benchSpin } from './spin.js';
import { benchThreeValued } from './three-valued.js';

/** Each prints what it measured beside its target, keeps it in tools/bench/history, and says whether the target is met. */
const benches: ReadonlyMap<string, () => Promise<boolean>> = new Map([
  ['explicit', benchExplicit],
  ['spin', benchSpin],
  ['three-valued', benchThreeValued],
]);

const names = process.argv.slice(2);
const unknown = names.filter((name) => !benches.has(name));
if (unknown.length > 0) {
  process.stderr.write(
    `unknown benchmark ${unknown.join(', ')}; there are: ${[...benches.keys()].join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  for (const [name, bench] of benches) {
    if (names.length > 0 && !names.includes(name)) continue;
    if (!(await bench())) process.exitCode = 1;
  }
}
