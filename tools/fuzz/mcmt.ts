import { candidates, plain } from '../../src/engines/mcmt/stages.js';
import { printArraySystem } from '../../src/lang/arrays/print-array-system.js';
import type { ArraySystem } from '../../src/lang/arrays/array-system.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { isWeakSystem, readCubText } from '../../test/support/arrays/read-cub.js';
import { compareBackward } from '../../test/support/mcmt/agreement.js';
import type { BackwardComparison } from '../../test/support/mcmt/agreement.js';
import { shrinkCub } from '../../test/support/mcmt/shrink.js';
import { Random } from '../../test/support/random.js';
import { randomArraySystem } from './array-systems.js';
import { randomCubText, textKinds } from './mcmt-texts.js';

const kinds = [...textKinds, 'general'] as const;
type CampaignKind = (typeof kinds)[number];

/** What was heard of the systems of a kind under a model. */
interface Tally {
  clauses: number;
  agreed: number;
  readonly verdicts: Map<string, number>;
  /** Not found to be unsafe, though a few processes reach it: allowed where the engine says `unknown`. */
  readonly missed: Map<string, number>;
  /** `unknown` where exploring shows nothing unsafe. */
  readonly doubted: Map<string, number>;
}

interface McmtFinding {
  readonly seed: number;
  readonly model: MemoryModel;
  readonly complaint: string;
  readonly text: string;
}

const brab = 2;
const stages = [candidates(20_000), plain(Infinity)];

/** For a seed, always the same one. */
export function mcmtText(seed: number): { kind: CampaignKind; text: string } {
  const kind = kinds[seed % kinds.length] ?? 'general';
  const random = new Random(seed);
  return {
    kind,
    text: kind === 'general' ? printArraySystem(randomArraySystem(random)) : randomCubText(random, kind),
  };
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);

class Campaign {
  readonly findings: McmtFinding[] = [];
  readonly tallies = new Map<string, Tally>();
  programs = 0;
  unsafe = 0;
  different = 0;
  rejected = 0;

  async try(seed: number): Promise<void> {
    const { kind, text } = mcmtText(seed);
    const { system, complaints } = readCubText(text);
    if (system === null) throw new Error(`seed ${seed}: ${complaints.join('; ')}\n${text}`);
    this.programs++;
    const isWeak = isWeakSystem(system);
    if (!isWeak) this.rejected++;
    const found = new Map<MemoryModel, readonly BackwardComparison[]>();
    for (const model of isWeak ? [sc, tso] : [sc]) {
      const heard = await this.#ask(seed, kind, text, system, model);
      if (heard !== null) found.set(model, heard);
    }
    const explored = [...found.values()].map((all) => all.map(({ explored: e }) => e));
    if (explored.some((all) => all.includes('unsafe'))) this.unsafe++;
    const [one, other] = explored;
    if (one?.some((e, i) => e === 'safe' && other?.[i] === 'unsafe') === true) this.different++;
  }

  async #ask(
    seed: number,
    kind: CampaignKind,
    text: string,
    system: ArraySystem,
    model: MemoryModel,
  ): Promise<readonly BackwardComparison[] | null> {
    try {
      const simply = await compareBackward(system, model);
      const guessed = seed % 3 === 0 ? await compareBackward(system, model, { brab }) : [];
      const atOnce = seed % 3 === 1 && model === sc ? await compareBackward(system, model, { stages }) : [];
      for (const comparison of [...simply, ...guessed, ...atOnce]) {
        this.#note(`${kind}, ${model.name}`, comparison);
        for (const complaint of comparison.complaints) this.findings.push({ seed, model, complaint, text });
      }
      return simply;
    } catch (error) {
      this.findings.push({ seed, model, complaint: `fails: ${String(error)}`, text });
      return null;
    }
  }

  #note(name: string, { verdict, reason, explored }: BackwardComparison): void {
    const tally = this.tallies.get(name) ?? {
      ...{ clauses: 0, agreed: 0, verdicts: new Map(), missed: new Map(), doubted: new Map() },
    };
    this.tallies.set(name, tally);
    tally.clauses++;
    count(tally.verdicts, reason === '' ? verdict : reason);
    if (verdict === explored) tally.agreed++;
    if (verdict === 'unknown' && explored === 'unsafe') count(tally.missed, reason);
    if (verdict === 'unknown' && explored === 'safe') count(tally.doubted, reason);
  }
}

/** Backward verdicts for any number of processes, and for all of a known few, against exploring 1, 2 and 3. */
export async function fuzzMcmt(total: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const campaign = new Campaign();
  for (let i = 0; i < total; i++) {
    const before = campaign.findings.length;
    await campaign.try(seed + i);
    for (const { seed: s, model, complaint } of campaign.findings.slice(before)) {
      process.stderr.write(`seed ${s} under ${model.name}: ${complaint}\n`);
    }
    if ((i + 1) % 200 === 0)
      process.stderr.write(`${i + 1} systems, ${campaign.findings.length} complaints\n`);
  }
  const seen = new Set<string>();
  for (const finding of campaign.findings) {
    const sort = `${finding.model.name} ${sortOf(finding.complaint)}`;
    if (seen.has(sort) && seen.size > 3) continue;
    seen.add(sort);
    if (seen.size <= 8) await tell(finding);
  }
  for (const [name, tally] of campaign.tallies) process.stdout.write(`${tallyText(name, tally)}\n`);
  const { programs, unsafe, different, rejected, findings } = campaign;
  const share = (n: number): string => `${((100 * n) / Math.max(1, programs)).toFixed(0)}%`;
  const time = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `${programs} systems from seed ${seed} in ${time} s: ${share(unsafe)} unsafe, ${share(different)} unsafe under TSO only, ${rejected} not for TSO; ${findings.length} complaints\n`,
  );
  return findings.length === 0;
}

const sortOf = (complaint: string): string => complaint.replaceAll(/\d+/g, '').slice(0, 60);

async function tell({ seed, model, complaint, text }: McmtFinding): Promise<void> {
  const sort = sortOf(complaint);
  const small = await shrinkCub(text, async (smaller) =>
    (await complaintsAbout(smaller, model)).some((c) => sortOf(c) === sort),
  );
  process.stdout.write(`seed ${seed} under ${model.name}: ${complaint}\n${small}\n`);
}

async function complaintsAbout(text: string, model: MemoryModel): Promise<readonly string[]> {
  let system: ArraySystem | null;
  try {
    ({ system } = readCubText(text));
  } catch {
    return [];
  }
  if (system === null || (model === tso && !isWeakSystem(system))) return [];
  try {
    const all = [
      ...(await compareBackward(system, model)),
      ...(await compareBackward(system, model, { brab })),
    ];
    return all.flatMap(({ complaints }) => complaints);
  } catch (error) {
    return [`fails: ${String(error)}`];
  }
}

function tallyText(name: string, { clauses, agreed, verdicts, missed, doubted }: Tally): string {
  const shares = (map: ReadonlyMap<string, number>): string =>
    [...map].map(([key, n]) => `${((100 * n) / clauses).toFixed(1)}% ${key}`).join(', ') || 'none';
  return [
    `${name}: ${clauses} verdicts: ${shares(verdicts)}`,
    `  ${((100 * agreed) / clauses).toFixed(0)}% as explored; unknown though a few processes reach it: ${shares(missed)}; though few do not: ${shares(doubted)}`,
  ].join('\n');
}
