import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { tsoN } from '../../src/memory/tso-n.js';
import { at } from '../../src/support/invariant.js';
import { symmetricProgram } from '../../test/support/generate/symmetric-program.js';
import { parseFp } from '../../test/support/parse-fp.js';
import { compareSymmetry, compareTemporalSymmetry } from '../../test/support/plain/compare-symmetry.js';
import { Random } from '../../test/support/random.js';

const models = [sc, tso, pso, tsoN(2)];
/** Orbits are counted of no more states than this. */
const mostCounted = 3000;

export interface SymmetryTally {
  readonly compared: number;
  /** Programs with a group. */
  readonly grouped: number;
  /** Programs that tell their instances apart, as far as they have no group. */
  readonly told: number;
  readonly broken: number;
  /** Programs with a group and few states, their states, those of them with symmetry, and their orbits. */
  readonly counted: { readonly all: number; readonly settled: number; readonly orbits: number };
  readonly complaints: readonly { readonly seed: number; readonly model: string; readonly text: string }[];
}

/** Each seed is a program and a model. */
export async function tallySymmetry(
  count: number,
  firstSeed: number,
  heard: (tally: SymmetryTally) => void = () => undefined,
): Promise<SymmetryTally> {
  let tally: SymmetryTally = {
    ...{ compared: 0, grouped: 0, told: 0, broken: 0, complaints: [] },
    counted: { all: 0, settled: 0, orbits: 0 },
  };
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { text, temporal, breaks } = symmetricProgram(new Random(seed));
    const model = at(models, seed % models.length);
    const {
      complaints: ofStates,
      members,
      counts,
    } = await compareSymmetry(parseFp(text), model, mostCounted);
    const fairness = at(['none', 'none', 'none', 'flush', 'weak'] as const, seed % 5);
    const isSmall = temporal !== '' && counts !== null;
    const ofRuns = isSmall ? await compareTemporalSymmetry(parseFp(text + temporal), model, fairness) : [];
    const complaints = [...ofStates, ...ofRuns];
    const isBroken = breaks !== null && breaks !== 'initial';
    const add = (key: 'all' | 'settled' | 'orbits'): number =>
      tally.counted[key] + (members > 0 ? (counts?.[key] ?? 0) : 0);
    tally = {
      compared: tally.compared + 1,
      grouped: tally.grouped + (members > 0 ? 1 : 0),
      told: tally.told + (isBroken && members === 0 ? 1 : 0),
      broken: tally.broken + (isBroken ? 1 : 0),
      counted: { all: add('all'), settled: add('settled'), orbits: add('orbits') },
      complaints: [
        ...tally.complaints,
        ...complaints.map((what) => ({ seed, model: model.name, text: `${what}\n${text}${temporal}` })),
      ],
    };
    heard(tally);
  }
  return tally;
}

export async function fuzzSymmetry(count: number, seed: number): Promise<boolean> {
  const tally = await tallySymmetry(count, seed, ({ compared, complaints }) => {
    if (compared % 100 === 0) process.stderr.write(`${compared} compared, ${complaints.length} wrong\n`);
  });
  const { grouped, told, broken, counted, complaints } = tally;
  for (const { seed: which, model, text } of complaints.slice(0, 5))
    process.stdout.write(`seed ${which}, ${model}: ${text}\n`);
  process.stdout.write(
    [
      `programs compared: ${tally.compared} (seeds from ${seed})`,
      `with threads that are not told apart: ${grouped}`,
      `of ${broken} that tell them apart by what they do or are asked, no group: ${told}`,
      `states ${counted.all}, with symmetry ${counted.settled}, orbits ${counted.orbits}`,
      `disagreements: ${complaints.length}`,
      '',
    ].join('\n'),
  );
  return complaints.length === 0 && grouped > 0 && counted.settled < counted.all;
}
