import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({
  'seen.fp': `shared int x = 0;
thread P { x = 1; Done: skip; }
thread Q { local int r = 0; while (true) { r = x; } }
invariant small: x <= 1;
ltl seen: G (P at Done -> F x == 1);
`,
  'counter.bl': 'decl b;\n',
  'none.fp': 'shared int x = 0;\nthread P { x = 1; }\n',
  'ends.fp': 'shared int x = 0;\nthread P { x = 1; }\nltl more: F (x == 2);\n',
});
const seen = join(folder, 'seen.fp');

const ajv = new Ajv({ allErrors: true });
const schema: unknown = JSON.parse(readFileSync('docs/schema/verify.json', 'utf8'));
if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);

interface Document {
  readonly engine: string;
  readonly verdict: string;
  readonly stats: { readonly states: number };
  readonly cycle: number | null;
  readonly trace: readonly unknown[] | null;
  readonly properties: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly cycle?: number;
  }[];
}

async function document(args: readonly string[]): Promise<Document> {
  const { stdout } = await inProcess(['verify', ...args, '--json']);
  const parsed: unknown = JSON.parse(stdout);
  if (!ajv.validate<Document>('verify.json', parsed)) throw new Error(ajv.errorsText());
  return parsed;
}

describe('verify of temporal properties', () => {
  it('leaves a program that states nothing to the engine for states', async () => {
    const { engine, stats } = await document([join(folder, 'none.fp'), '--engine', 'ltl']);
    expect([engine, stats.states]).toEqual(['explicit', 2]);
  });

  it('decides those of the program beside the others', async () => {
    const { code, stdout } = await inProcess(['verify', seen, '--model', 'tso']);
    expect(stdout).toMatch(/^small +invariant +4 +safe$/m);
    expect(stdout).toMatch(/^seen +ltl +5 +safe$/m);
    expect(code).toBe(0);
  });

  it('shows where a run repeats, and tells it in the JSON document', async () => {
    const args = [seen, '--model', 'tso1', '--fairness', 'none', '--property', 'seen'];
    const { code, stdout } = await inProcess(['verify', ...args]);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^the run repeats from here:$/m);
    expect(stdout).toMatch(/^violated +seen: from row \d+ on the run repeats for ever$/m);
    const { engine, cycle, trace, properties } = await document(args);
    expect(engine).toBe('ltl');
    expect(cycle).toBeLessThan(trace?.length ?? 0);
    expect(properties.map((p) => p.cycle)).toEqual([cycle]);
  });

  it('says that a run stays in its last state', async () => {
    const { cycle, trace } = await document([join(folder, 'ends.fp')]);
    expect([cycle, trace?.length]).toEqual([1, 1]);
    const { stdout } = await inProcess(['verify', join(folder, 'ends.fp')]);
    expect(stdout).toContain('nobody can step any more, and the run stays in its last state');
  });

  it('takes formulas, and decides those of single states as invariants', async () => {
    const args = [seen, '--ltl', 'F x == 1', '--ltl', 'G x <= 1'];
    const names = ['--property', 'ltl#1', '--property', 'ltl#2'];
    const { properties } = await document([...args, ...names, '--fairness', 'weak']);
    expect(properties.map((p) => [p.name, p.verdict])).toEqual([
      ['ltl#1', 'safe'],
      ['ltl#2', 'safe'],
    ]);
    const alone = await document([...args, '--property', 'ltl#2']);
    expect([alone.engine, alone.verdict]).toEqual(['explicit', 'safe']);
  });

  it('says of tso1 that it leaves something out', async () => {
    const { stdout } = await inProcess(['verify', seen, '--model', 'tso1']);
    expect(stdout).toContain('tso1 leaves out executions that TSO has');
  });

  it.each([
    [['--ltl', 'G (x == 1 -> F)'], /^--ltl:1:15: error: /m, 'input'],
    [['--ltl', 'G (y == 1)'], /^--ltl:1:4: error: /m, 'input'],
    [['--fairness', 'strong'], /--fairness cannot be 'strong'; it is one of flush, weak, none/, 'usage'],
    [['--engine', 'explicit'], /the temporal property seen is beyond the explicit engine/, 'unsupported'],
    [['--engine', 'dual', '--model', 'tso'], /beyond the dual engine/, 'unsupported'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await inProcess(['verify', seen, ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('refuses formulas about Boolean programs and array-based systems', async () => {
    for (const file of ['samples/boolean/counter.bl', 'samples/arrays/mp.cub']) {
      const { code, stderr } = await inProcess(['verify', file, '--ltl', 'F true']);
      expect(stderr).toMatch(/--ltl does not apply to/);
      expect(code).toBe(2);
    }
  });
});

describe('transform of temporal properties', () => {
  it('keeps them with the fairness of flushes as a premise, where that is a formula', async () => {
    const to = async (model: string) => inProcess(['transform', seen, '--model', model, '--to', 'fp']);
    const { stdout } = await to('tso1');
    expect(stdout).toContain('ltl seen: G F (P_cnt < 1 || P_lhs_1 != 0) -> G (P at Done -> F (x == 1));');
    const { stderr } = await to('tso');
    expect(stderr).toMatch(/the temporal property seen is left out/);
  });

  it('writes them for Spin', async () => {
    const { stdout } = await inProcess(['transform', seen, '--model', 'sc', '--to', 'promela']);
    expect(stdout).toContain('ltl seen { ([] ((P@Done) -> (<> (x == 1)))) }');
  });
});
