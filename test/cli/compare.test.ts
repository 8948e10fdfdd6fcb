import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { endless, fencepost, folderWith, storeBuffering } from './fencepost.js';

const unsafeInvariant = `${storeBuffering}invariant small: x < 1;\n`;
const counter = `shared int x = 0;
thread P {
  local int i = 0;
  while (true) { i = i + 1; x = i; fence; }
}
invariant grows: x >= 0;
`;
const folder = folderWith({
  'sb.fp': storeBuffering,
  'small.fp': unsafeInvariant,
  'counter.fp': counter,
  'endless.fp': endless,
  'a "b", c.fp': storeBuffering,
  'bad.fp': 'shared int x = 0;\nthread P { x = z; }\n',
  'sb.bl': readFileSync('samples/boolean/sb.bl'),
});
const path = (name: string): string => join(folder, name);
const sb = path('sb.fp');

const ajv = new Ajv({ allErrors: true });
for (const name of ['verify', 'runs']) {
  const schema: unknown = JSON.parse(readFileSync(`docs/schema/${name}.json`, 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

function parsed(text: string): unknown {
  const document: unknown = JSON.parse(text);
  ajv.validate('runs.json', document);
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

/** Lines that tell of runs: others tell who made them. */
const runsIn = (record: string): readonly string[] =>
  lines(readFileSync(record, 'utf8')).filter((line) => line.startsWith('{"schema":1,"key":'));

/** Rows of a CSV table without quotes, each as a map from column to cell. */
function rowsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...rows] = lines(csv);
  const names = header.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

describe('compare', () => {
  it('puts all files and models into one table, whatever the runs find', async () => {
    const { code, stdout, stderr } = await fencepost(['compare', sb, path('small.fp')]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(lines(stdout)).toHaveLength(7);
    expect(stdout).toMatch(/^sb +sc +explicit .* safe /m);
    expect(stdout).toMatch(/^sb +pso +explicit .* unsafe /m);
    expect(stdout).toMatch(/^small +sc +explicit .* unsafe /m);
    expect(lines(stdout).every((line) => line.length <= 120)).toBe(true);
  });

  it('gives a file that is missing or wrong its rows, and runs the others', async () => {
    const files = [path('nowhere.fp'), path('bad.fp'), sb];
    const { code, stdout, stderr } = await fencepost(['compare', ...files, '--models', 'tso']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^nowhere +tso .*none \(input\)/m);
    expect(stdout).toMatch(/^bad +tso .*none \(input\)/m);
    expect(stdout).toMatch(/^sb +tso .*unsafe/m);
    expect(stderr).toContain(`${path('nowhere.fp')}: error: there is no such file [E001]`);
    expect(stderr).toMatch(/bad\.fp:2:16: error: /);
  });

  it('prints the documents of the runs, as verify --all-models does', async () => {
    const { code, stdout } = await fencepost(['compare', sb, path('nowhere.fp'), '--format', 'json']);
    expect(code).toBe(0);
    const all = await fencepost(['verify', sb, '--all-models', '--json']);
    const steps = (text: string): unknown => /"trace": \[[^]*?\n {6}\]/.exec(text)?.[0];
    expect(steps(stdout)).toBe(steps(all.stdout));
    expect(steps(stdout)).toBeDefined();
    expect(parsed(stdout)).toMatchObject({
      schema: 1,
      runs: [
        { file: sb, model: 'sc', engine: 'explicit', verdict: 'safe' },
        { file: sb, model: 'tso', verdict: 'unsafe', property: 'sb' },
        { file: sb, model: 'pso', verdict: 'unsafe', property: 'sb' },
        { file: path('nowhere.fp'), model: 'sc', verdict: null, reason: 'input', errors: [{ code: 'E001' }] },
        { file: path('nowhere.fp'), model: 'tso', verdict: null },
        { file: path('nowhere.fp'), model: 'pso', verdict: null },
      ],
    });
    const short = await fencepost(['compare', sb, '--json', '--trace', 'none', '--models=pso']);
    expect(parsed(short.stdout)).toMatchObject({ runs: [{ verdict: 'unsafe', trace: null }] });
  });

  it('has in CSV the columns of the paper, one line a run', async () => {
    const { stdout } = await fencepost(['compare', sb, '--format', 'csv', '--models', 'sc,tso']);
    const columns = 'algorithm,model,method,predicates,input_cubes,smt_calls,build_seconds,cubes_used,';
    expect(stdout).toContain(`${columns}cube_size,states,memory_mb,check_seconds,verdict,reason,seconds,`);
    const rows = rowsOf(stdout);
    expect(rows).toMatchObject([
      { algorithm: 'sb', model: 'sc', method: '', predicates: '', states: '8', verdict: 'safe', file: sb },
      { algorithm: 'sb', model: 'tso', smt_calls: '', verdict: 'unsafe', reason: '', property: 'sb' },
    ]);
    expect(Number(rows[0]?.['memory_mb'])).toBeGreaterThan(1);
  });

  it('quotes names that need it, in CSV and in Markdown', async () => {
    const csv = await fencepost(['compare', path('a "b", c.fp'), '--models', 'sc', '--format', 'csv']);
    expect(csv.stdout).toContain(`\n"a ""b"", c",sc,`);
    const markdown = await fencepost(['compare', sb, '--models', 'sc', '--format', 'markdown']);
    expect(lines(markdown.stdout)[1]).toMatch(/^\| --- \| --- \| --- \| ---: \|/);
    expect(lines(markdown.stdout)[2]).toMatch(/^\| sb \| sc \| explicit \| .* \| safe \|/);
  });

  it('runs several at a time, in the same order of rows', async () => {
    const files = [path('small.fp'), sb, path('sb.bl')];
    const { code, stdout } = await fencepost(['compare', ...files, '--jobs', '3', '--format', 'csv']);
    expect(code).toBe(0);
    expect(rowsOf(stdout).map((row) => `${row['algorithm']} ${row['model']} ${row['verdict']}`)).toEqual([
      ...['small sc unsafe', 'small tso unsafe', 'small pso unsafe'],
      ...['sb.fp sc safe', 'sb.fp tso unsafe', 'sb.fp pso unsafe'],
      ...['sb.bl sc safe', 'sb.bl tso unsafe', 'sb.bl pso unsafe'],
    ]);
  });

  it('gives each run its own limits', async () => {
    const args = ['compare', path('endless.fp'), sb, '--models', 'sc', '--timeout', '3', '--verbose'];
    const { code, stdout, stderr } = await fencepost(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^endless +sc .*unknown \(timeout\)/m);
    expect(stdout).toMatch(/^sb +sc .* safe /m);
    expect(stderr).toContain(`${sb} sc: safe, `);
    const memory = await fencepost([
      'compare',
      path('endless.fp'),
      '--models=sc',
      '--engines=explicit',
      '--memory',
      '20',
    ]);
    expect(memory.stdout).toContain('unknown (memory)');
  });

  it('passes the options of verify on', async () => {
    const args = ['compare', path('small.fp'), '--models', 'sc,tso', '--format', 'csv'];
    const one = await fencepost([...args, '--property', 'sb', '--invariant', 'x<=1', '--bound', '1']);
    expect(rowsOf(one.stdout)).toMatchObject([
      { model: 'sc', verdict: 'safe', bound: '' },
      { model: 'tso', verdict: 'unsafe', property: 'sb', bound: '1' },
    ]);
    const wrong = await fencepost([...args, '--property', 'nobody']);
    expect(wrong.stderr).toContain('nobody');
    expect(wrong.code).toBe(0);
    expect(rowsOf(wrong.stdout)).toMatchObject([{ reason: 'usage' }, { reason: 'usage' }]);
  });

  it('has a row for each engine and each method', async () => {
    const args = ['compare', path('bad.fp'), '--models', 'sc', '--json', '--engines', 'explicit,abstract'];
    const { stdout } = await fencepost([...args, '--methods', 'lazy,ce', '--encoding', 'counters']);
    expect(parsed(stdout)).toMatchObject({
      runs: [
        { engine: 'explicit', method: null, reason: 'input' },
        { engine: 'abstract', method: 'lazy', reason: 'input' },
        { engine: 'abstract', method: 'ce', reason: 'input' },
      ],
    });
  });

  it('has a row for each strategy and scope, with what finding predicates took', async () => {
    const args = ['compare', path('counter.fp'), '--models', 'sc,tso', '--discover', 'both,templates'];
    const { stdout } = await fencepost([...args, '--refine', 'itp,wp', '--scope', 'direct', '--format=csv']);
    const rows = rowsOf(stdout);
    expect(rows.map((row) => `${row['model']} ${row['discover']} ${row['refine']} ${row['scope']}`)).toEqual([
      ...['sc both itp ', 'sc both wp ', 'sc templates  '],
      ...['tso both itp direct', 'tso both wp direct', 'tso templates  direct'],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ method: 'lazy', verdict: 'safe' });
      const [iterations = 0, found = 0, kept = 0] = ['iterations', 'found', 'kept'].map((name) =>
        Number(row[name]),
      );
      expect(iterations).toBeGreaterThan(row['discover'] === 'both' ? 1 : 0);
      expect(found).toBeGreaterThanOrEqual(kept);
      expect(Number(row['dl_calls']) + Number(row['z3_calls'])).toBe(Number(row['smt_calls']));
      expect(Number(row['cpu_seconds'])).toBeGreaterThan(0);
    }
  });

  it('tells in its document what was asked of rows without a run', async () => {
    const args = ['compare', path('bad.fp'), '--models', 'pso', '--json', '--scope', 'extrapolate,direct'];
    expect(parsed((await fencepost(args)).stdout)).toMatchObject({
      runs: [
        { engine: 'abstract', reason: 'input', asked: { scope: 'extrapolate' } },
        { engine: 'abstract', reason: 'input', asked: { scope: 'direct' } },
      ],
    });
  });

  it.each([
    [['--models', 'sc,tos'], "no memory model 'tos'"],
    [['--refine', 'itp,wq'], "'wq'; it is one of itp"],
    [['--discover', 'all'], "'all'; it is one of none"],
    [['--scope', 'directly'], "did you mean 'direct'?"],
    [['--engines', 'explict'], "did you mean 'explicit'?"],
    [['--methods', 'pe,xe'], "'xe'; it is one of"],
    [['--jobs', '0'], '--jobs takes a whole number from 1'],
    [['--format', 'htm'], "did you mean 'html'?"],
    [['--solver', 'z3', '--solvers', 'dl'], '--solver and --solvers exclude each other'],
    [['--plan', sb], 'is no plan: it is no JSON object'],
    [['--plan', path('nowhere.json')], 'cannot read --plan'],
    [['--expect', sb], 'tells no verdicts'],
    [['--format', 'csv', '--json'], 'exclude each other'],
    [['--model', 'tso'], "did you mean '--models'?"],
    [['--bound', 'x='], '--bound takes auto'],
    [['--resume', folder], 'is no recording of compare'],
    [['--resume', sb], 'is no recording of compare'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await fencepost(['compare', sb, ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    // The command line that asks for JSON gets a document.
    expect(args.includes('--json') ? '' : stdout).toBe('');
    expect(readFileSync(sb, 'utf8')).toBe(storeBuffering);
  });

  it('tells bad usage in its document', async () => {
    const { code, stdout } = await fencepost(['compare', '--json', sb, '--wrong']);
    expect(code).toBe(2);
    expect(parsed(stdout)).toMatchObject({ runs: [{ verdict: null, reason: 'usage' }] });
  });
});

describe('an interrupted comparison', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('tells at %s what it has, and is continued', async (signal) => {
    const record = path(`${signal}.jsonl`);
    const args = ['compare', sb, path('endless.fp'), '--models', 'sc', '--resume', record, '--json'];
    const happened = (): boolean => existsSync(record) && readFileSync(record, 'utf8').endsWith('\n');
    const cut = await fencepost(args, { signalWhen: { signal, happened } });
    expect(cut.code).toBe(130);
    expect(parsed(cut.stdout)).toMatchObject({ runs: [{ file: sb, verdict: 'safe' }] });
    expect(cut.stderr).toContain(`1 of 2 runs are missing: interrupted; with --resume ${record} they follow`);
    expect(runsIn(record)).toHaveLength(1);

    // As if it had been killed while it wrote.
    appendFileSync(record, '{"schema":1,"key":"12');
    const marked = readFileSync(record, 'utf8').replace('"states":13', '"states":14');
    writeFileSync(record, marked);
    const rest = await fencepost([
      ...['compare', sb, path('small.fp'), '--models', 'sc', '--resume', record, '--format', 'csv'],
    ]);
    expect(rest.code).toBe(0);
    expect(rowsOf(rest.stdout)).toMatchObject([
      { algorithm: 'sb', states: '8' },
      { algorithm: 'small', verdict: 'unsafe' },
    ]);
    expect(rest.stderr).toContain('1 line could not be read');
    const again = await fencepost(['compare', path('small.fp'), '--models', 'sc', '--resume', record]);
    expect(again.code).toBe(0);
    expect(runsIn(record)).toHaveLength(3);
  });

  it('makes a run again if the file or the question has changed', async () => {
    const file = path('changing.fp');
    const record = path('changing.jsonl');
    const run = async (...options: readonly string[]): Promise<string> =>
      (await fencepost(['compare', file, '--models=tso', '--resume', record, '--format=csv', ...options]))
        .stdout;
    writeFileSync(file, storeBuffering);
    expect(await run()).toContain('unsafe');
    writeFileSync(file, storeBuffering.replaceAll('r = ', 'fence; r = ').replaceAll('int fence; ', 'int '));
    expect(await run()).toContain(',safe,');
    await run('--invariant', 'x < 1');
    expect(runsIn(record)).toHaveLength(3);
    await run();
    expect(runsIn(record)).toHaveLength(3);
  });
});

describe('a comparison with more than rows', () => {
  it('leaves out what nothing takes, and tells how much and why', async () => {
    const args = ['--models', 'sc,tso', '--engines', 'explicit,dual', '--methods', 'trad,lazy'];
    const { code, stdout, stderr } = await fencepost(['compare', path('sb.bl'), ...args, '--json']);
    expect(code).toBe(0);
    expect(parsed(stdout)).toMatchObject({
      runs: [
        { model: 'sc', engine: 'explicit' },
        { model: 'tso', engine: 'explicit' },
      ],
      leftOut: Array.from({ length: 6 }, () => ({ file: path('sb.bl') })),
      scores: [{ way: 'explicit', rows: 2, safe: 1, unsafe: 1, open: 0, right: null }],
    });
    expect(stderr).toContain('6 combinations are left out, which nothing takes');
    expect(stderr).toContain('2: the dual engine takes no Boolean programs');
    // What only a run finds out is left out, too: this engine knows no buffers with a bound.
    const later = await fencepost([
      'compare',
      sb,
      '--engines',
      'dual',
      '--models',
      'tso2',
      '--format',
      'csv',
    ]);
    expect(lines(later.stdout)).toHaveLength(1);
    expect(later.stderr).toMatch(/1 combination is left out.*\n +1: /);
  });

  it('takes folders, patterns and plans, and has medians of repetitions', async () => {
    const own = path('own');
    mkdirSync(own);
    for (const name of ['x.fp', 'y.fp']) writeFileSync(join(own, name), storeBuffering);
    const plan = {
      ...{ schema: 1, files: ['*.fp'], models: ['tso'], engines: ['explicit'] },
      parts: [{ name: 'reduced' }, { name: 'plain', por: 'off', files: ['x.fp'] }],
    };
    writeFileSync(join(own, 'plan.json'), JSON.stringify(plan));
    const record = join(own, 'runs.jsonl');
    const args = ['--repeat', '2', '--jobs', '2', '--resume', record];
    const made = await fencepost(['compare', '--plan', join(own, 'plan.json'), ...args, '--json']);
    expect(made.code).toBe(0);
    expect(parsed(made.stdout)).toMatchObject({
      runs: [
        { file: join(own, 'x.fp'), asked: { part: 'reduced' }, measured: [{ repeat: 0 }, { repeat: 1 }] },
        { file: join(own, 'y.fp'), asked: { part: 'reduced' } },
        { file: join(own, 'x.fp'), asked: { part: 'plain' } },
      ],
      sessions: [{ jobs: 2 }],
    });
    expect(runsIn(record)).toHaveLength(6);
    const csv = await fencepost([
      'compare',
      own,
      '--models=tso',
      '--engines=explicit',
      '--resume',
      record,
      '--format=csv',
    ]);
    // The same questions: of the first repetition they are known.
    expect(runsIn(record)).toHaveLength(6);
    for (const row of rowsOf(csv.stdout)) expect(Number(row['process_cpu_seconds'])).toBeGreaterThan(0.01);
    expect(rowsOf(csv.stdout)).toMatchObject([{ algorithm: 'x' }, { algorithm: 'y' }]);
  });

  it('makes again what was left open, once it may take longer, and keeps what is solved', async () => {
    const record = path('grows.jsonl');
    const args = [
      'compare',
      sb,
      path('endless.fp'),
      '--models',
      'sc',
      '--engines',
      'explicit',
      '--resume',
      record,
    ];
    const after = async (seconds: string): Promise<readonly unknown[]> => {
      const { code } = await fencepost([...args, '--timeout', seconds]);
      expect(code).toBe(0);
      return runsIn(record).map((line) => /"timeoutSeconds":([0-9.]+)/.exec(line)?.[1]);
    };
    expect(await after('0.6')).toHaveLength(2);
    expect(await after('0.5')).toHaveLength(2);
    expect(await after('0.7')).toEqual(['0.6', '0.6', '0.7']);
  });

  it('ends with 10 if a verdict is wrong, and with 70 if two contradict each other', async () => {
    const table = path('verdicts.tsv');
    const expecting = (verdict: string): void =>
      writeFileSync(table, `sample\tproperty\ttso\nsb.fp\tsb\t${verdict}\n`);
    const record = path('forged.jsonl');
    const args = ['compare', sb, '--models', 'tso', '--engines', 'explicit,dual', '--resume', record];
    expecting('unsafe');
    const right = await fencepost([...args, '--expect', table]);
    expect(right.code).toBe(0);
    expect(right.stdout).toMatch(/^way +solved +safe +unsafe +open +right +wrong +score/m);
    expect(right.stdout).toMatch(/^dual +1\/1 +0 +1 +0 +1 +0 +1 /m);
    expecting('safe');
    const wrong = await fencepost([...args, '--expect', table]);
    expect(wrong.code).toBe(10);
    expect(wrong.stderr).toContain(`${sb}: tso dual: unsafe is wrong: another verdict is known`);
    expect(wrong.stdout).toMatch(/^explicit .* -16 /m);
    // Nobody has found two engines that disagree: one is made to.
    const forged = runsIn(record).map((line) =>
      line.includes('"engine":"dual"') ? line.replaceAll('unsafe', 'safe') : line,
    );
    writeFileSync(record, forged.map((line) => `${line}\n`).join(''));
    const contradicting = await fencepost([...args, '--expect', table]);
    expect(contradicting.code).toBe(70);
    expect(contradicting.stderr).toContain(
      `two runs contradict each other: safe says '${sb} tso dual', unsafe says '${sb} tso explicit'`,
    );
  });
});
