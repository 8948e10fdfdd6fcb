import { printProgram } from '../../src/lang/program/print.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import type { AbstractionOptions, DiscoveryChoice } from '../../test/support/abstraction-options.js';
import { compareAbstract, explicitAnswer } from '../../test/support/abstraction/abstract-agreement.js';
import type { Agreement, EngineAnswer } from '../../test/support/abstraction/abstract-agreement.js';
import { determining } from '../../test/support/plain/determining-predicates.js';
import { Random } from '../../test/support/generate/generate-program.js';
import { abstractProgram, boundOf, randomPredicates } from './abstract-programs.js';

/** Comparisons with more states than this are skipped, and counted. */
const maxStates = 1500;

const models: readonly MemoryModel[] = [sc, tso, pso];

/** Of programs of some methods and predicates. */
export interface AbstractTally {
  readonly comparisons: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly unknown: number;
  /** How often it was left open for which reason what the explicit engine decides. */
  readonly open: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
}

const noTally: AbstractTally = {
  ...{ comparisons: 0, safe: 0, unsafe: 0, unknown: 0 },
  ...{ open: new Map(), refused: new Map() },
};

function added(tally: AbstractTally, { open, refused, violated, ...found }: Agreement): AbstractTally {
  return {
    comparisons: tally.comparisons + 1,
    safe: tally.safe + found.safe,
    unsafe: tally.unsafe + violated.length,
    unknown: tally.unknown + found.unknown,
    open: counted(
      tally.open,
      open.map((o) => o.reason),
    ),
    refused: counted(tally.refused, refused === null ? [] : [refused]),
  };
}

function counted(counts: ReadonlyMap<string, number>, names: readonly string[]): ReadonlyMap<string, number> {
  const sum = new Map(counts);
  for (const name of names) sum.set(name, (sum.get(name) ?? 0) + 1);
  return sum;
}

export interface AbstractFinding {
  readonly seed: number;
  readonly text: string;
  readonly program: string;
}

export interface AbstractCampaign {
  readonly programs: number;
  readonly skipped: number;
  /** Violations that both engines found and that there are not under SC. */
  readonly beyondSc: number;
  readonly tallies: ReadonlyMap<string, AbstractTally>;
  readonly complaints: readonly AbstractFinding[];
  /** What determining predicates left open. */
  readonly imprecise: readonly AbstractFinding[];
}

/** A way to ask the abstract engine. */
interface AbstractSetting {
  readonly name: string;
  /** Of as many programs one. */
  readonly share: number;
  readonly predicates: 'determined' | 'random' | 'none';
  readonly abstraction: Partial<AbstractionOptions>;
  readonly discovery?: Partial<DiscoveryChoice>;
}

/** More predicates than this are too much for methods that search cubes. */
const mostForCubes = 24;

const cubes = { maxCube: 3 } as const;

/** How predicates are found of which there are none. */
const discoveries: readonly AbstractSetting[] = (
  [
    ['itp', 1, {}],
    ['itp, direct', 2, { scope: 'direct' }],
    ['itp, four paths', 4, { paths: 4 }],
    ['itp, whole', 4, { split: 'whole' }],
    ['wp', 3, { refine: 'wp' }],
    ['newton', 3, { refine: 'newton' }],
    ['core', 4, { refine: 'core' }],
    ['spacer', 8, { refine: 'spacer' }],
    ['templates', 4, { discover: 'templates' }],
  ] as const
).map(([name, share, discovery]) => ({
  ...{ name: `discovered, ${name}`, share, predicates: 'none', abstraction: {} },
  discovery: { discover: 'both', ...discovery },
}));

const given: readonly AbstractSetting[] = (
  [
    ['lazy', 1, {}],
    ['lazy, counters', 3, { encoding: 'counters' }],
    ['lazy, z3', 5, { solver: 'z3' }],
    ['pe', 3, { method: 'pe', ...cubes }],
    ['pe, counters', 5, { method: 'pe', encoding: 'counters', ...cubes }],
    ['pe, inc', 5, { method: 'pe', cubes: 'inc', maxCube: 2 }],
    ['ce', 3, { method: 'ce', ...cubes }],
    ['ce, counters', 5, { method: 'ce', encoding: 'counters', ...cubes }],
  ] as const
).flatMap(([name, share, abstraction]) => [
  { name: `${name}, determined`, share, predicates: 'determined', abstraction },
  { name: `${name}, random`, share, predicates: 'random', abstraction },
]);

const ways = [...given, ...discoveries];

/** The abstract engine against the explicit engine, on programs of consecutive seeds. */
export async function tallyAbstract(
  count: number,
  firstSeed: number,
  isWanted: (way: string) => boolean = () => true,
  heard: (campaign: AbstractCampaign) => void = () => undefined,
): Promise<AbstractCampaign> {
  const campaign = {
    ...{ programs: 0, skipped: 0, beyondSc: 0, tallies: new Map<string, AbstractTally>() },
    ...{ complaints: new Array<AbstractFinding>(), imprecise: new Array<AbstractFinding>() },
  };
  for (let seed = firstSeed; campaign.programs < count; seed++) {
    const compared = await compareOnSeed(seed, isWanted, campaign);
    campaign.programs += compared > 0 ? 1 : 0;
    campaign.skipped += models.length - compared;
    heard(campaign);
  }
  return campaign;
}

interface Ledger {
  beyondSc: number;
  readonly tallies: Map<string, AbstractTally>;
  readonly complaints: AbstractFinding[];
  readonly imprecise: AbstractFinding[];
}

/** How many models the program has not too many states for. */
async function compareOnSeed(
  seed: number,
  isWanted: (way: string) => boolean,
  ledger: Ledger,
): Promise<number> {
  const spelled = abstractProgram(seed);
  const bound = boundOf(seed);
  const underSc = await explicitAnswer(spelled, { model: sc, bound, abstraction: {} });
  const fineUnderSc = notViolated(underSc);
  let compared = 0;
  for (const model of models) {
    const all = determining(spelled, { model, bound: { all: bound } }, maxStates);
    if (all === null) continue;
    compared++;
    const known = await explicitAnswer(spelled, { model, bound, abstraction: {} });
    for (const [i, way] of ways.entries()) {
      const { name, share, abstraction, discovery } = way;
      const determined = way.predicates === 'determined';
      if (!isWanted(name) || (seed + Math.floor(i / 2)) % share !== 0) continue;
      if (model === sc && abstraction.encoding !== undefined) continue;
      if (abstraction.method !== undefined && determined && all.predicates.length > mostForCubes) continue;
      const predicates = {
        determined: () => all.predicates,
        random: () => randomPredicates(spelled, new Random(seed)),
        none: () => [],
      }[way.predicates]();
      const program = { ...spelled, predicates };
      const more = {
        ...(abstraction.method === 'ce' ? { only: fineUnderSc } : {}),
        ...(discovery === undefined ? {} : { discovery }),
      };
      const found = await compareAbstract(program, { model, bound, abstraction, ...more }, known);
      ledger.tallies.set(name, added(ledger.tallies.get(name) ?? noTally, found));
      ledger.beyondSc += found.violated.filter((property) => fineUnderSc.has(property)).length;
      const finding = (text: string): AbstractFinding => ({
        seed,
        text: `${name}, ${model.name}, bound ${bound}: ${text}`,
        program: printProgram(program),
      });
      ledger.complaints.push(...found.complaints.map(finding));
      if (!determined) continue;
      const open = found.open.filter(
        (o) => !(all.isCut && faults.has(o.name)) && !(all.isIdle && o.reason.startsWith('vacuous')),
      );
      ledger.imprecise.push(...open.map((o) => finding(`${o.name} is unknown: ${o.reason}`)));
    }
  }
  return compared;
}

/** What no step can violate the explicit engine calls safe even if some executions end before their time. */
const faults: ReadonlySet<string> = new Set(['div', 'bounds', 'range']);

/** The method `ce` wants a proof under SC. */
const notViolated = (underSc: EngineAnswer): ReadonlySet<string> =>
  new Set(
    underSc.kind === 'decided'
      ? [...underSc.reports.values()].filter((p) => p.verdict !== 'unsafe').map((p) => p.name)
      : [],
  );

export const fuzzAbstract = async (count: number, seed: number): Promise<boolean> =>
  (await reportOn(count, seed, () => true)).complaints.length === 0;

/** With predicates that are found only. Left open may be so much of what the explicit engine decides. */
export async function fuzzDiscovery(count: number, seed: number): Promise<boolean> {
  const campaign = await reportOn(count, seed, isDiscovered);
  const share = openShare(campaign);
  process.stdout.write(`left open of what the explicit engine decides: ${(100 * share).toFixed(1)} %\n`);
  return campaign.complaints.length === 0 && share <= mostOpen;
}

const mostOpen = 0.1;

const isDiscovered = (way: string): boolean => way.startsWith('discovered');

/** Of properties that the explicit engine decides, those about which the abstract engine says nothing. */
export function openShare({ tallies }: AbstractCampaign): number {
  let [open, decided] = [0, 0];
  for (const tally of tallies.values()) {
    for (const number of tally.open.values()) open += number;
    decided += tally.safe + tally.unsafe;
  }
  return open / Math.max(1, open + decided);
}

async function reportOn(
  count: number,
  seed: number,
  isWanted: (way: string) => boolean,
): Promise<AbstractCampaign> {
  const started = performance.now();
  const campaign = await tallyAbstract(count, seed, isWanted, ({ programs, complaints, imprecise }) => {
    if (programs % 20 === 0) {
      process.stderr.write(
        `${programs} programs, ${complaints.length} complaints, ${imprecise.length} imprecise\n`,
      );
    }
  });
  for (const { seed: s, text, program } of [
    ...campaign.complaints.slice(0, 10),
    ...campaign.imprecise.slice(0, 5),
  ]) {
    process.stdout.write(`seed ${s}: ${text}\n${program}\n`);
  }
  for (const [name, tally] of campaign.tallies) process.stdout.write(`${tallyText(name, tally)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `${campaign.programs} programs from seed ${seed} in ${seconds} s; ${campaign.skipped} settings too large\n` +
      `${campaign.beyondSc} violations found that there are not under SC\n` +
      `${campaign.complaints.length} complaints, ${campaign.imprecise.length} imprecise with determining predicates\n`,
  );
  return campaign;
}

function tallyText(
  name: string,
  { comparisons, safe, unsafe, unknown, open, refused }: AbstractTally,
): string {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([what, n]) => `${n} ${what}`).join('; ') || 'none';
  return (
    `${name}: ${comparisons} comparisons; properties the same: ${safe} safe, ${unsafe} unsafe, ${unknown} unknown; ` +
    `left open: ${list(open)}; refused: ${list(refused)}`
  );
}
