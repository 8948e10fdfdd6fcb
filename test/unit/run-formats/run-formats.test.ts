import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { field, parsedJson } from '../../../src/support/json-fields.js';
import { invariant } from '../../../src/support/invariant.js';
import { fencepost, folderWith } from '../../cli/fencepost.js';
import { root } from '../../support/root.js';

const sample = (name: string): string => readFileSync(join(root, 'samples', name), 'utf8');
const folder = folderWith({
  'peterson.fp': sample('mutex/peterson.fp'),
  'spin.fp': 'shared int x = 0; thread P { L: while (x == 0) { skip; } } ltl ends: F (!(P at L));',
  'xchg.fp': `shared int lock = 0, x = 0; thread P { local int r = 0; r = xchg(lock, 2); x = 1; r = lock; assert(r == 0); }`,
  'section.fp':
    'shared int x = 0, y = 0; thread P { local int r = 0; atomic { x = 1; r = y; } assert(r == 1); }',
  'error.c':
    'extern void reach_error(void);\nint main(void) {\n  int x = 3;\n  if (x == 3) reach_error();\n  return 0;\n}\n',
});
const at = (name: string): string => join(folder, name);
const to = (name: string, format: string) => fencepost(['replay', at(name), '--to', format]);

beforeAll(async () => {
  const runs = await Promise.all([
    fencepost(['verify', at('peterson.fp'), '--model', 'tso', '--evidence', at('peterson.json')]),
    fencepost(['verify', at('spin.fp'), '--evidence', at('spin.json')]),
    fencepost(['verify', at('xchg.fp'), '--model', 'tso', '--evidence', at('xchg.json')]),
    fencepost(['verify', at('section.fp'), '--model', 'tso', '--evidence', at('section.json')]),
    fencepost(['verify', at('error.c'), '--evidence', at('error.json')]),
  ]);
  invariant(
    runs.every(({ code }) => code === 10),
    'the programs are as they are known',
  );
});

describe('a run as a litmus test', () => {
  const observed = async (test: string): Promise<string> => {
    const { stdout } = await fencepost(['litmus', test, '--model', 'sc,tso']);
    return [...stdout.matchAll(/^Observation \S+ (\w+)/gm)].map(([, what]) => what).join();
  };

  it('is reachable under TSO, and not under SC where the program is safe', async () => {
    const test = at('peterson.litmus');
    const { code } = await fencepost(['replay', at('peterson.json'), '--to', 'litmus', '-o', test]);
    expect(code).toBe(0);
    expect(await observed(test)).toBe('Never,Sometimes');
  });

  it('has XCHG for a locked section', async () => {
    const { stdout } = await to('xchg.json', 'litmus');
    expect(stdout).toContain('MOV EAX,$2');
    expect(stdout).toContain('XCHG [lock],EAX');
    expect(stdout).toContain('exists (0:EAX=0 /\\ 0:EBX=2)');
  });

  it('is refused by name where x86 has no such section', async () => {
    const { code, stderr } = await to('section.json', 'litmus');
    expect(code).toBe(2);
    expect(stderr).toContain('an atomic section of P with several accesses (line 1) has no form in x86');
  });
});

/** Values of ITF (ADR 015). */
function isItfValue(value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'string') return true;
  if (Array.isArray(value)) return value.every(isItfValue);
  const number = field(value, '#bigint');
  return typeof number === 'string' && /^-?[0-9]+$/.test(number);
}

describe('a run as an ITF trace', () => {
  const read = async (name: string) => {
    const document = parsedJson((await to(name, 'itf')).stdout);
    const [vars, states] = [field(document, 'vars'), field(document, 'states')];
    if (!Array.isArray(vars) || !Array.isArray(states)) throw new Error('no trace');
    return { document, vars: vars.map(String), states: states.map((state): unknown => state) };
  };

  it('has a value for each variable in each state', async () => {
    const { document, vars, states } = await read('peterson.json');
    expect(field(field(document, '#meta'), 'format')).toBe('ITF');
    expect(vars).toEqual(
      expect.arrayContaining(['flag[0]', 'turn', 'P(0).other', 'buffer of P(1)', 'action']),
    );
    for (const [index, state] of states.entries()) {
      expect(field(field(state, '#meta'), 'index')).toBe(index);
      expect(vars.filter((name) => !isItfValue(field(state, name)))).toEqual([]);
      const named = typeof state === 'object' && state !== null ? Object.keys(state) : [];
      expect(named.toSorted()).toEqual(['#meta', ...vars].toSorted());
    }
    expect(field(document, 'loop') ?? null).toBeNull();
  });

  it('goes round at `loop`, where the last state is the same but for the action', async () => {
    const { document, vars, states } = await read('spin.json');
    const loop = field(document, 'loop');
    if (typeof loop !== 'number') throw new Error('no loop');
    const seen = (state: unknown) => vars.filter((v) => v !== 'action').map((v) => field(state, v));
    expect(seen(states.at(-1))).toEqual(seen(states[loop]));
  });
});

describe('a run as a SARIF log', () => {
  it('has one result with the run as a code flow', async () => {
    const document = parsedJson((await to('peterson.json', 'sarif')).stdout);
    expect(document).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'fencepost', rules: [{ id: 'mutex' }] } },
          results: [
            {
              ruleId: 'mutex',
              ruleIndex: 0,
              level: 'error',
              locations: [{ physicalLocation: { artifactLocation: { uri: 'peterson.fp' } } }],
              codeFlows: [{ threadFlows: [{ id: 'P(0)' }, { id: 'P(1)' }] }],
            },
          ],
        },
      ],
    });
    const orders = [...JSON.stringify(document).matchAll(/"executionOrder":(\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(orders.toSorted((a, b) => a - b)).toEqual(orders.map((_, i) => i + 1));
  });
});

describe('a run as a witness of SV-COMP', () => {
  it('ends at its target', async () => {
    const { stdout } = await to('error.json', 'sv-comp');
    const keys = [...stdout.matchAll(/^\s*(?:- )?(\w+):/gm)].map(([, key]) => key);
    expect(keys).toEqual([
      ...['entry_type', 'metadata', 'format_version', 'uuid', 'creation_time'],
      ...['producer', 'name', 'version', 'task', 'input_files', 'input_file_hashes'],
      ...['specification', 'data_model', 'language', 'content', 'segment', 'waypoint'],
      ...['type', 'action', 'location', 'file_name', 'line'],
    ]);
    expect(stdout).toMatch(/uuid: "[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"/);
    expect(stdout).toContain('specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"');
    expect(stdout).toMatch(/file_name: "error\.c"\n +line: 4\n/);
  });

  it('is refused for other languages and models', async () => {
    expect((await to('peterson.json', 'sv-comp')).stderr).toContain('is of a program in C');
  });
});

describe('replay --to', () => {
  it('says what it does not go with', async () => {
    expect((await fencepost(['replay', at('error.json'), '-o', at('x')])).code).toBe(2);
    expect((await fencepost(['replay', at('error.json'), '--to', 'itf', '--json'])).code).toBe(2);
  });
});
