import { fuzzAbstract, fuzzDiscovery } from './abstract.js';
import { fuzzFences as fuzzAbstractFences } from './abstract-fences.js';
import { fuzzBoolean } from './boolean.js';
import { fuzzC, fuzzCConcurrent, fuzzCSequential } from './c.js';
import { fuzzCLitmus } from './c-litmus.js';
import { fuzzCMutations } from './c-mutations.js';
import { fuzzDamagedEvidence } from './damaged-evidence.js';
import { fuzzEnds } from './ends.js';
import { fuzzCub } from './cub.js';
import { fuzzDual } from './dual.js';
import { fuzzDualCore } from './dual-core.js';
import { fuzzEvidence } from './evidence.js';
import { fuzzKills } from './kills.js';
import { fuzzLanguage } from './constructs.js';
import { fuzzLtl } from './ltl.js';
import { fuzzFences } from './fences.js';
import { fuzzFenceSets } from './fence-sets.js';
import { fuzzFenceSamples } from './fence-samples.js';
import { fuzzLtlSpin } from './ltl-spin.js';
import { fuzzRankings } from './rankings.js';
import { fuzzDve } from './dve.js';
import { fuzzMcmt } from './mcmt.js';
import { fuzzMemory } from './memory.js';
import { fuzzMutants } from './mutants.js';
import { fuzzMutations } from './mutations.js';
import { fuzzPasses } from './passes.js';
import { fuzzPor } from './por.js';
import { fuzzQuantified } from './quantified.js';
import { fuzzRaces } from './races.js';
import { fuzzReductions, reductionParts } from './reductions.js';
import { fuzzRobust } from './robust.js';
import { fuzzSpin } from './spin.js';
import { fuzzSymmetry } from './symmetry.js';
import { fuzzTold } from './told.js';
import { fuzzTrimmed } from './trimmed.js';
import { fuzzUnbounded } from './unbounded.js';

type FuzzCampaign = (count: number, seed: number, argv: readonly string[]) => Promise<boolean>;

const campaigns: Readonly<Record<string, FuzzCampaign>> = {
  abstract: fuzzAbstract,
  boolean: fuzzBoolean,
  c: fuzzC,
  'c-sequential': fuzzCSequential,
  'c-concurrent': fuzzCConcurrent,
  'c-litmus': fuzzCLitmus,
  'c-mutations': fuzzCMutations,
  cub: fuzzCub,
  dual: fuzzDual,
  'dual-core': fuzzDualCore,
  discovery: fuzzDiscovery,
  evidence: fuzzEvidence,
  'damaged-evidence': fuzzDamagedEvidence,
  kills: fuzzKills,
  language: fuzzLanguage,
  ltl: fuzzLtl,
  'ltl-spin': fuzzLtlSpin,
  ends: fuzzEnds,
  fences: fuzzFences,
  'fence-sets': fuzzFenceSets,
  'fence-samples': fuzzFenceSamples,
  dve: fuzzDve,
  mcmt: fuzzMcmt,
  memory: fuzzMemory,
  mutants: fuzzMutants,
  mutations: fuzzMutations,
  passes: fuzzPasses,
  por: fuzzPor,
  quantified: fuzzQuantified,
  races: fuzzRaces,
  rankings: fuzzRankings,
  reductions: (count, seed, argv) =>
    fuzzReductions({
      ...{ count, seed },
      parts: partsAfter(argv),
      limits: {
        seconds: numberAfter(argv, '--timeout', 60),
        memoryMB: numberAfter(argv, '--memory', 250),
      },
    }),
  robust: fuzzRobust,
  spin: fuzzSpin,
  symmetry: fuzzSymmetry,
  told: fuzzTold,
  trimmed: fuzzTrimmed,
  unbounded: fuzzUnbounded,
};

/** Programs to try, where it is not 2000. */
const usualCounts: Readonly<Record<string, number>> = {
  abstract: 300,
  discovery: 400,
  c: 1000,
  'c-sequential': 1000,
  'c-concurrent': 1000,
  'c-mutations': 3000,
  cub: 500,
  dual: 1000,
  ends: 600,
  evidence: 500,
  'damaged-evidence': 1000,
  kills: 50,
  language: 300,
  ltl: 500,
  'ltl-spin': 60,
  fences: 500,
  'fence-sets': 500,
  mcmt: 1000,
  mutations: 10_000,
  quantified: 150,
  races: 600,
  rankings: 500,
  robust: 1000,
  told: 600,
  unbounded: 600,
};

/** `npm run fuzz -- CAMPAIGN [--count N] [--seed S]`: exit 1 if anything is wrong. */
async function main(argv: readonly string[]): Promise<number> {
  const [name = ''] = argv;
  const campaign = campaigns[name];
  const wrong = argv.slice(1).find((word, i) => !isOption(name, word) && !isNumberOf(argv[i]));
  if (campaign === undefined || wrong !== undefined) {
    const why = wrong === undefined ? '' : `what is ${wrong}?\n`;
    process.stderr.write(
      `${why}usage: npm run fuzz -- ${Object.keys(campaigns).join('|')} [--count N] [--seed S]; abstract also takes --fences, reductions --parts samples,rmm --timeout S and --memory MB\n`,
    );
    return 2;
  }
  const ok =
    name === 'abstract' && argv.includes('--fences')
      ? await fuzzAbstractFences()
      : await campaign(
          numberAfter(argv, '--count', usualCounts[name] ?? 2000),
          numberAfter(argv, '--seed', 1),
          argv,
        );
  return ok ? 0 : 1;
}

const valued: ReadonlySet<string> = new Set(['--count', '--seed']);
const ofReductions: ReadonlySet<string> = new Set(['--parts', '--timeout', '--memory']);

const isOption = (campaign: string, word: string): boolean =>
  valued.has(word) ||
  (campaign === 'abstract' && word === '--fences') ||
  (campaign === 'reductions' && ofReductions.has(word));

const isNumberOf = (before: string | undefined): boolean =>
  before !== undefined && (valued.has(before) || ofReductions.has(before));

/** What the user got wrong. */
class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

function numberAfter(argv: readonly string[], flag: string, otherwise: number): number {
  const place = argv.indexOf(flag);
  const value = place === -1 ? otherwise : Number(argv[place + 1]);
  if (!Number.isSafeInteger(value) || value < 0) throw new WrongOption(`${flag} takes a whole number`);
  return value;
}

function partsAfter(argv: readonly string[]): readonly string[] {
  const place = argv.indexOf('--parts');
  if (place === -1) return [];
  const parts = (argv[place + 1] ?? '').split(',');
  const known = reductionParts();
  const wrong = parts.find((part) => !known.includes(part));
  if (wrong !== undefined) throw new WrongOption(`--parts takes some of ${known.join(',')}, not '${wrong}'`);
  return parts;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongOption)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
