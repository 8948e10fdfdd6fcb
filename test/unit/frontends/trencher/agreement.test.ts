import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag, Unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import type { TrnProgram } from '../../../../src/frontends/trencher/ast.js';
import { trencher } from '../../../../src/frontends/trencher/parse.js';
import { readTrencher } from '../../../../src/frontends/trencher/read.js';
import { lengthOf } from '../../../../src/lang/program/system.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { at } from '../../../../src/support/invariant.js';
import { readTrencherCorpus } from '../../../../tools/corpus/trencher-expected.js';
import { Random } from '../../../support/random.js';
import { trencherRuns } from '../../../support/trencher-machine.js';
import type { TrencherRuns } from '../../../support/trencher-machine.js';
import { verifyText } from '../../../support/verify-text.js';
import { corpusFolder, describeOver } from '../corpus.js';

interface Compared {
  readonly runs: TrencherRuns;
  readonly verdicts: ReadonlyMap<string, string | null>;
}

/** What a plain machine and the engine say; null: refused, or too many states. */
async function compared(text: string, model: typeof sc, mostStates: number): Promise<Compared | null> {
  const source = new Source('text.trn', text);
  const program = read(source);
  const cells = program === null ? null : cellsOf(source);
  if (program === null || cells === null) return null;
  const runs = trencherRuns(program, { cells, buffered: model === tso, mostStates });
  if (runs === null) return null;
  const report = await verifyText('text.trn', text, { model, engine: 'explicit' });
  return { runs, verdicts: new Map(report.properties.map(({ name, verdict }) => [name, verdict])) };
}

const read = (source: Source): TrnProgram | null => readTrencher(source, new DiagnosticBag());

function cellsOf(source: Source): number | null {
  try {
    const program = trencher.parse(source, new DiagnosticBag());
    return program === null ? null : lengthOf(at(program.shared, 0));
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

const told = (text: string, { runs, verdicts }: Compared): string =>
  `${text}${JSON.stringify(runs)} ${JSON.stringify([...verdicts])}`;

/** Whether the engine found the same. */
function agrees({ runs, verdicts }: Compared): boolean {
  const { final, missed, missedUnderLock } = runs;
  const bounds = verdicts.get('bounds') ?? 'safe';
  // A section that does not come to its unlock is not begun, so what it accesses does not matter.
  const isKnown = missed || !missedUnderLock;
  if (isKnown && bounds !== (missed ? 'unsafe' : 'safe')) return false;
  // What a run that ended early might have come to is left open.
  return verdicts.get('final_states') === (final ? 'unsafe' : bounds === 'unsafe' ? 'unknown' : 'safe');
}

describe('a program does what a plain machine does that knows locks', () => {
  it.each([sc, tso])('under $name', async (model) => {
    const found = { compared: 0, final: 0, missed: 0, locked: 0 };
    for (let seed = 1; seed <= 500; seed++) {
      const text = generated(new Random(seed));
      const both = await compared(text, model, 3000);
      if (both === null) continue;
      expect(agrees(both) ? '' : told(text, both)).toBe('');
      found.compared++;
      if (both.runs.final) found.final++;
      if (both.runs.missed) found.missed++;
      if (text.includes('unlock')) found.locked++;
    }
    expect(found.compared).toBeGreaterThan(60);
    const counts = { ...found, notFinal: found.compared - found.final };
    expect(Object.entries(counts).filter(([, n]) => n < 8)).toEqual([]);
  });
});

const corpus = corpusFolder('trencher');
describeOver(corpus)('the small programs of others (need $FENCEPOST_CORPUS)', () => {
  it.each([sc, tso])('do so, too, under $name', async (model) => {
    let count = 0;
    for (const { file, path, hasFinals } of readTrencherCorpus(corpusFolder())) {
      const text = readFileSync(path, 'utf8');
      const both = hasFinals ? await compared(text, model, 4000) : null;
      if (both === null) continue;
      expect([file, agrees(both)]).toEqual([file, true]);
      count++;
    }
    expect(count).toBeGreaterThan(5);
  });
});

const stateCount = 7;

/** Two threads with states in a row, jumps among them, and locks anywhere. */
function generated(random: Random): string {
  return `memory_size ${random.pick([2, 2, 4])}\n${[0, 1].map((i) => thread(random, i)).join('')}`;
}

function thread(random: Random, number: number): string {
  const row = Array.from({ length: stateCount - 1 }, (_, i) => transition(random, i, i + 1));
  const jumps = Array.from({ length: random.below(4) }, () =>
    transition(random, random.below(stateCount), random.below(stateCount)),
  );
  const final = `final q${random.between(1, 3)}`;
  return [`thread t${number}`, 'initial q0', final, ...withSection(random, row), ...jumps, 'end\n'].join(
    '\n',
  );
}

/** Often there is a section with a lock and its unlock in the row. */
function withSection(random: Random, row: readonly string[]): readonly string[] {
  if (random.chance(0.4)) return row;
  const from = random.below(stateCount - 4);
  const to = random.between(from + 1, stateCount - 3);
  return row.map((line, i) => {
    const head = `transition q${i} q${i + 1}`;
    return i === from ? `${head} lock` : i === to ? `${head} unlock` : line;
  });
}

function transition(random: Random, from: number, to: number): string {
  return `transition q${from} q${to} ${instruction(random)}`;
}

function instruction(random: Random): string {
  const number = (): string => random.pick(['0', '1', '2', 'r', 's', '& r 1', '+ r 1', '- s 1', '== r s']);
  const address = (): string => random.pick(['0', '0', '0', '1', '1', '1', 'r', 's', '& s 1']);
  const register = (): string => random.pick(['r', 's']);
  switch (random.below(11)) {
    case 0:
      return random.pick(['noop', 'mfence', 'lock', 'unlock']);
    case 1:
      return `local ${register()} ${number()}`;
    case 2:
    case 3:
      return `check ${random.pick(['== r 0', '!= r 1', '<= r s', '! s', '|| r s', '|| != r 1 == s 0', 'r'])}`;
    case 4:
    case 5:
    case 6:
      return `read ${register()} ${address()}`;
    default:
      return `write ${number()} ${address()}`;
  }
}
