import { benchAbstract } from './abstract.js';
import { benchAtomic } from './atomic.js';
import { benchDual } from './dual.js';
import { benchEvidence } from './evidence.js';
import { benchExplicit } from './explicit.js';
import { benchFences } from './fences.js';
import { benchGrowth } from './growing-threads.js';
import { benchLitmus } from './litmus.js';
import { benchLtl } from './ltl.js';
import { benchMcmt } from './mcmt.js';
import { benchWorkers } from './several-workers.js';
import { benchSpin } from './spin-times.js';
import { benchStart } from './start-up.js';
import { benchStrategies } from './strategies.js';
import { benchThreeValued } from './three-valued.js';

/** Each prints what it measured beside its target, keeps it in tools/bench/history, and says whether the target is met. */
const benches: ReadonlyMap<string, (options: readonly string[]) => Promise<boolean>> = new Map([
  ['abstract', benchAbstract],
  ['atomic', benchAtomic],
  ['dual', benchDual],
  ['evidence', benchEvidence],
  ['explicit', benchExplicit],
  ['fences', benchFences],
  ['growth', benchGrowth],
  ['litmus', benchLitmus],
  ['ltl', benchLtl],
  ['mcmt', benchMcmt],
  ['spin', benchSpin],
  ['start', benchStart],
  ['strategies', benchStrategies],
  ['three-valued', benchThreeValued],
  ['workers', benchWorkers],
]);

const words = process.argv.slice(2);
const place = words.findIndex((word) => word.startsWith('--'));
const [names, options] = place === -1 ? [words, []] : [words.slice(0, place), words.slice(place)];
const unknown = names.filter((name) => !benches.has(name));
if (unknown.length > 0) {
  process.stderr.write(
    `unknown benchmark ${unknown.join(', ')}; there are: ${[...benches.keys()].join(', ')}\n`,
  );
  process.exitCode = 2;
} else if (
  options.length > 0 &&
  !['abstract', 'atomic', 'dual', 'evidence', 'fences', 'growth', 'mcmt', 'strategies'].includes(names.join())
) {
  process.stderr.write(
    'only the benchmarks abstract, atomic, dual, evidence, fences, growth, mcmt and strategies take options, alone\n',
  );
  process.exitCode = 2;
} else {
  for (const [name, bench] of benches) {
    if (names.length > 0 && !names.includes(name)) continue;
    if (!(await bench(options))) process.exitCode = 1;
  }
}
