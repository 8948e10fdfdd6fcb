import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { trimArrays } from '../../../passes/trim-arrays.js';
import { sharedId, threadId } from '../../../src/lang/expr/ids.js';
import { Cells, lengthOf } from '../../../src/lang/program/system.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { parseFp } from '../../support/parse-fp.js';
import { verifyText } from '../../support/verify-text.js';

const lengthsOf = (text: string): Readonly<Record<string, number>> => {
  const { system } = runPipeline(toAutomata, parseFp(text), { procs: null });
  return Object.fromEntries(system.shared.map((variable) => [variable.name, lengthOf(variable)]));
};

/** A violation whose steps flush cells behind an array that was trimmed. */
const overtaken = (length: number): string => `
shared int a[${length}] = 0;
shared int[0..4] b[${length}];
thread P { local int r = 0; a[3] = 1; r = b[7]; b[2] = 1; }
thread Q { local int s = 0; b[7] = 1; s = a[3]; b[1] = 0; }
final sb: P.r == 1 || Q.s == 1;
invariant any: b[5] <= 3;
`;

describe('trim-arrays', () => {
  it('keeps what constants, indices of known range, properties and initial values reach', () => {
    const text = `
      shared int a[1000] = 0, b[1000] = 0, c[1000] = 0, d[1000] = 0, e[8] = 0, f[70] = 0, g[100] = 0;
      shared int[0..9] i = 0;
      shared int start = g[20];
      thread P { local int[0..9] r = 0; local int s = 0; a[3] = 1; r = i; b[r + 2] = 1; s = i; c[s] = 1; }
      invariant a[700] == 0;
      invariant d[5] == f[0];
      predicates { d[6] == 0; }`;
    const lengths = { a: 701, b: 12, c: 1000, d: 7, e: 8, f: 1, g: 21 };
    expect(lengthsOf(text)).toMatchObject(lengths);
  });

  it('keeps a list of initial values, and all cells of an index that may be in bounds or not', () => {
    const values = Array.from({ length: 100 }, (_, i) => i).join(', ');
    const text = `
      shared int[0..200] i = 0;
      shared int a[100] = 0, b[100] = { ${values} };
      thread P { local int[0..200] r = 0; r = i; a[r] = b[2]; }`;
    expect(lengthsOf(text)).toMatchObject({ a: 100, b: 100 });
  });

  it('tells runs by the numbers that cells had', () => {
    const program = parseFp(overtaken(1000));
    const { reference } = runPipeline(toAutomata, program, { procs: null });
    const { system, mapBack } = trimArrays.run(reference, { procs: null });
    const [were, are] = [new Cells(reference.shared), new Cells(system.shared)];
    expect(are.count).toBe(4 + 8);
    const back = mapBack({
      initial: { cells: new Map([[are.cell(sharedId(1), 5), 3n]]), locals: new Map() },
      steps: [{ kind: 'flush', thread: threadId(0), cell: are.cell(sharedId(1), 7) }],
    });
    expect([...back.initial.cells]).toEqual([[were.cell(sharedId(1), 5), 3n]]);
    expect(back.steps).toMatchObject([{ kind: 'flush', cell: were.cell(sharedId(1), 7) }]);
  });

  it('changes no verdict, and what is violated is run again on the program as it was', async () => {
    for (const model of [sc, tso, pso]) {
      const verdicts = await Promise.all(
        [10, 5_000].map(async (length) => {
          const { properties } = await verifyText('cells.fp', overtaken(length), { model });
          return properties.map(({ name, verdict }) => `${name} ${verdict}`);
        }),
      );
      expect(verdicts[1]).toEqual(verdicts[0]);
      expect(verdicts[0]).toEqual([`sb ${model === sc ? 'safe' : 'unsafe'}`, 'any unsafe', 'range safe']);
    }
  });
});
