import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadProgram, required } from '../../../src/ask/load.js';
import { blankReport } from '../../../src/ask/report.js';
import { DiagnosticBag, Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { Source, originOf } from '../../../src/diagnostics/span.js';
import { plainText } from '../../../src/frontends/frontend.js';
import type { FenceEditor, LanguageEntry } from '../../../src/frontends/frontend.js';
import { languages } from '../../../src/frontends/index.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { PlacesOf } from '../../../src/lang/program/text-places.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { fencePoints } from '../../../src/pass/fence-points.js';
import { InternalError, at } from '../../../src/support/invariant.js';
import { foundFence } from '../../../src/synthesis/fences/describe-fence.js';
import { FencedProgram } from '../../../src/synthesis/fences/fenced-program.js';
import { fencedText } from '../../../src/synthesis/fences/fenced-text.js';
import type { FencedText } from '../../../src/synthesis/fences/fenced-text.js';
import { root } from '../../support/golden.js';

interface Read {
  readonly language: string | null;
  readonly program: Program;
  readonly fencePlaces: PlacesOf | null;
}

async function read(place: string | Source): Promise<Read> {
  const bag = new DiagnosticBag();
  const loaded = await loadProgram(languages, place, null, bag);
  const { program, fencePlaces = null } = required(loaded, bag);
  return { language: loaded.language, program, fencePlaces };
}

/** With a fence at every place. */
function fencedEverywhere(
  { language, program, fencePlaces }: Read,
  entries = languages,
): Promise<FencedText | null> {
  const costs = { fence: 1, 'fence(ww)': 1, locked: 2 };
  const fenced = new FencedProgram(program, 'add', false, costs, false, fencePlaces);
  const chosen = fenced.candidates.flatMap(({ kind }, id) => (kind === 'fence' ? [id] : []));
  const set = fenced.candidates.filter(({ kind }) => kind === 'fence');
  const found = {
    ...{ minimal: true, complete: true, stop: null, queries: 0, candidates: set.length, cost: 0, atLeast: 0 },
    ...{ sufficient: null, undecided: null, counterexamples: [], missing: [] },
    sets: [set.map((candidate) => foundFence(candidate, program))],
    fenced: { original: program, program: fenced.with(new Set(chosen)), reading: plainText },
  };
  const origin = originOf(at(program.threads, 0).span);
  const verify = { ...blankReport(origin?.source.path ?? 'none'), language };
  return fencedText({ verify, found, task: 'add' }, entries);
}

const fencesIn = ({ threads }: Program): number =>
  threads.flatMap(({ body }) => [...everyStatement(body)]).filter(({ kind }) => kind === 'fence').length;

const samples = readdirSync(join(root, 'samples'), { recursive: true, encoding: 'utf8' }).sort();

describe('a program with its fences as text', () => {
  it.each(samples.filter((path) => path.endsWith('.fp')))('is made of samples/%s', async (path) => {
    const sample = await read(join(root, 'samples', path));
    const made = await fencedEverywhere(sample);
    expect(made?.language).toBe('fp');
    // Of what procedures and loops stand for not every place is one of the text.
    expect(path.startsWith('language') || made?.before !== null).toBe(true);
    const again = await read(new Source('again.fp', made?.text ?? ''));
    expect(fencesIn(again.program)).toBe(fencesIn(sample.program) + fencePoints(sample.program).length);
  });

  it.each(samples.filter((path) => /\.(?:rmm|litmus|trn)$/.test(path)))(
    'is made in the native language of samples/%s',
    async (path) => {
      const sample = await read(join(root, 'samples', path));
      const made = await fencedEverywhere(sample);
      expect(made).toMatchObject({ language: 'fp', before: null });
      const again = await read(new Source('again.fp', made?.text ?? ''));
      expect(fencesIn(again.program)).toBe(fencesIn(sample.program) + fencePoints(sample.program).length);
    },
  );

  it('is refused where the native language cannot say it', async () => {
    const dve = await read(join(root, 'samples', 'dve', 'peterson.dve'));
    await expect(fencedEverywhere(dve)).rejects.toThrow(Unsupported);
  });
});

const text =
  'shared int x = 0;\nthread P { local int r = 0; x = 1; r = x; }\nthread Q { x = 2; skip; x = 3; }\n';

/** The languages, of which the native one has this editor. */
const editedBy = (editor: FenceEditor): readonly LanguageEntry[] =>
  languages.map((entry) =>
    entry.language === 'fp' ? { ...entry, loadFenceEditor: () => Promise.resolve(editor) } : entry,
  );

describe('what is not the program that was verified', () => {
  const wrong: readonly (readonly [string, FenceEditor])[] = [
    ['the text as it was', (source) => source.text],
    ['a text with a fence too few', () => text.replace('x = 1;', 'x = 1; fence;')],
    [
      'a text with another value',
      () => text.replace('x = 1;', 'x = 2; fence;').replace('skip;', 'fence; skip;'),
    ],
    ['a text that cannot be read', () => text.replace('x = 1;', 'x = 1; fence')],
  ];
  it.each(wrong)('never comes out: %s', async (_, editor) => {
    const program = await read(new Source('p.fp', text));
    await expect(fencedEverywhere(program, editedBy(editor))).rejects.toThrow(InternalError);
  });

  it('is told from what is', async () => {
    const program = await read(new Source('p.fp', text));
    const right: FenceEditor = () =>
      text.replace('x = 1;', 'x = 1; fence;').replace('x = 2;', 'x = 2; fence;');
    const made = await fencedEverywhere(program, editedBy(right));
    expect(made?.text).toContain('x = 1; fence;');
  });
});
