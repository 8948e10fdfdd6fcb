import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../../src/diagnostics/render.js';
import type { Source } from '../../../src/diagnostics/span.js';
import { cub } from '../../../src/exporters/cub/export.js';
import type { Program } from '../../../src/lang/program/program.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { exportCub, exploredVerdicts } from '../../support/arrays/exported-cub.js';
import { exportRequest } from '../../support/export-request.js';
import { at } from '../../../src/support/invariant.js';
import { golden } from '../../support/golden.js';
import { loadSample } from '../../support/load-sample.js';
import { parseFp, warnedFp } from '../../support/parse-fp.js';
import { verdictRows } from '../../support/samples.js';
import { compareLitmus } from '../../../tools/corpus/cub-litmus-run.js';
import { readExpected } from '../../../tools/corpus/expected.js';
import { sample } from '../../../tools/corpus/litmus-corpus.js';
import { tallyCub } from '../../../tools/fuzz/cub.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';

/** Under TSO if the text begins so. */
function exportedText(source: Source): string {
  const { program } = warnedFp(source.text, source.path.replace(/\.fp$/, ''));
  const model = source.text.startsWith('// model: tso') ? tso : sc;
  try {
    const request = exportRequest(program, model, source.path);
    return cub.run({ ...request, about: { ...request.about, memory: model.name } });
  } catch (error) {
    if (error instanceof Unsupported) return renderDiagnostic(error.diagnostic);
    throw error;
  }
}

golden('exporters/cub', 'cub', exportedText);

/** What the states of the export say of the properties. */
async function explored(program: Program, procs: number | null = null): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const model of [sc, tso]) {
    const verdicts = await exploredVerdicts(exportCub(program, model), model, procs ?? undefined, {
      maxStates: 20_000,
    });
    for (const [name, verdict] of verdicts) found[name] = [...(found[name] ?? []), verdict];
  }
  return found;
}

describe('an exported system', () => {
  it('reads memory at the end when all buffers are empty', async () => {
    const text = `shared int x = 0, y = 0;
      thread P { x = 1; y = 1; }
      thread Q { local int r = 0; y = 2; r = x; }
      final outcome: !(y == 2 && Q.r == 0);
      final other: y != 0;`;
    expect(await explored(parseFp(text))).toEqual({ outcome: ['safe', 'unsafe'], other: ['safe', 'safe'] });
  });

  it('reads memory in between through a process that never writes', async () => {
    const text = `shared int x = 0;
      thread P { x = 1; Here: x = 2; }
      invariant written: P at Here -> x == 1;`;
    expect(await explored(parseFp(text))).toEqual({ written: ['safe', 'unsafe'] });
  });

  it('locks what reads nothing', async () => {
    const text = `shared int x = 0, y = 0;
      thread P { local int r = 0; xchg(x, 1); r = y; }
      thread Q { local int r = 0; xchg(y, 1); r = x; }
      final sb: P.r == 1 || Q.r == 1;`;
    expect(await explored(parseFp(text))).toEqual({ sb: ['safe', 'safe'] });
  });

  it('lets the stores of a section leave one by one under TSO, and together under SC', async () => {
    const text = `shared int x = 0, y = 0;
      thread P { atomic { x = 1; y = 1; } }
      thread Q { local int r = 0, s = 0; r = x; s = y; }
      thread R { local int r = 0; atomic { assume(x == 1); r = y; } }
      final together: R.r == 1 || y == 0;`;
    expect(await explored(parseFp(text))).toEqual({ together: ['safe', 'unsafe'] });
  });

  it('does not make a section a fence', async () => {
    const text = `shared int x = 0, y = 0, z = 0;
      thread P { local int r = 0, s = 0; x = 1; atomic { s = z; z = s + 1; } r = y; }
      thread Q { local int r = 0; y = 1; fence; r = x; }
      final sb: P.r == 1 || Q.r == 1;`;
    expect(await explored(parseFp(text))).toEqual({ sb: ['safe', 'unsafe'] });
  });

  it('counts a process that has failed as nowhere', async () => {
    const text = `shared int[0..1] x = 0;
      thread P { A: x = 2; B: skip; }
      invariant somewhere: P at A || P at B;`;
    expect(await explored(warnedFp(text, 'test').program)).toEqual({
      somewhere: ['safe', 'safe'],
      range: ['unsafe', 'unsafe'],
    });
  });

  it('goes on behind a failed assert', async () => {
    const text = `shared int x = 0;
      thread P { assert one: x == 1; x = 2; }
      invariant two: x != 2;`;
    expect(await explored(parseFp(text))).toEqual({ one: ['unsafe', 'unsafe'], two: ['unsafe', 'unsafe'] });
  });

  it('does not fault at a cell that there is not, where nothing asks for it', async () => {
    const text = `shared int a[2] = 0; shared int x = 0; shared bool b = false;
      thread P { local bool r = false; r = b && a[2] == 0; x = 1; }
      invariant none: x == 0;`;
    expect(await explored(warnedFp(text, 'test').program)).toEqual({
      none: ['unsafe', 'unsafe'],
      bounds: ['safe', 'safe'],
    });
  });
});

it('takes the number of what is true for 1', async () => {
  const text = `shared int[0..1] x = int(1 == 1);
    thread P { local int[0..9] r = 1; r = r * x + x; assert two: r != 2; }`;
  expect(await explored(parseFp(text))).toMatchObject({ two: ['unsafe', 'unsafe'] });
});

describeOver(corpusFolder('litmus'))('litmus tests (needs $FENCEPOST_CORPUS)', () => {
  it('say what herd7 says', async () => {
    const folder = join(corpusFolder('litmus'), 'public');
    for (const model of [sc, tso]) {
      const { agreed, wrong, refused } = await compareLitmus(folder, sample(readExpected(folder), 15), model);
      expect({ agreed, wrong, refused }).toEqual({ agreed: 15, wrong: [], refused: [] });
    }
  });
});

describe('random programs', () => {
  it('are exported as the explicit engine understands them', async () => {
    const { safe, unsafe, complaints } = await tallyCub(15, 1);
    expect(complaints).toEqual([]);
    expect(safe).toBeGreaterThan(10);
    expect(unsafe).toBeGreaterThan(5);
  });
});

describe('exports of samples', () => {
  const few = [
    ...[
      'litmus/sb.fp',
      'litmus/mp.fp',
      'mutex/dekker.fp',
      'mutex/dekker-fenced.fp',
      'mutex/spinlock-xchg.fp',
    ],
    ...[
      'barriers/sense-barrier.fp',
      'data-structures/spsc-queue.fp',
      'dual/spinlock-any.fp',
      'dual/mp-any.fp',
    ],
    ...['dual/double-release-any.fp', 'dual/ttas-any.fp', 'dual/biased-lock-any.fp', 'dual/sb-any.fp'],
  ];
  it.each(few)('say of %s what is known', async (path) => {
    const program = await loadSample(path);
    const isAny = program.threads.some((t) => t.instances.kind === 'any');
    const found = await explored(program, isAny ? Math.max(2, program.threads.length) : null);
    const rows = verdictRows.filter((row) => row.sample === path && row.property in found);
    const wanted = rows.flatMap(({ property, expected }) =>
      (found[property] ?? []).map((verdict, i) => {
        const known = expected.get(at(['sc', 'tso'], i));
        // A loop that stores has buffers without end.
        return `${property} ${verdict === 'unknown' ? 'unknown' : known}`;
      }),
    );
    expect(wanted.length).toBeGreaterThan(0);
    const ours = rows.flatMap(({ property }) => (found[property] ?? []).map((v) => `${property} ${v}`));
    expect(ours).toEqual(wanted);
  });
});
