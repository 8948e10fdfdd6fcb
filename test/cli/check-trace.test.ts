import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { corpusFolder, describeOver } from '../unit/frontends/corpus.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

const beginning = 'init\n1: nop;\n\n';

const folder = folderWith({
  'sources.bl': `shared A, B, C;
local s, t;

${beginning}process 1
/* Statement x = 1 */
10: begin_atomic;
11: store A = 1;
/* Statement y = 2 */
12: store B = 1;
/* Statement z = y */
13: load t = B;
14: load s = A;
15: store C = choose(t != 0, t == 0 && s == 0);
16: end_atomic;
17: nop;

assert always C == 0;
`,
  'bystander.bl': `shared B;
local t;

${beginning}process 1
16: store B = 1;
17: t = 1;
18: t = 0;
19: nop;

process 2
20: t = 1;
21: nop;

assert always B == 0;
`,
  'at-once.bl': `shared A;
local;

${beginning}process 1
10: store A = 1;

assert always A == 1;
`,
  'several.bl': `shared A, B;
local;

${beginning}process 1
10: store A = 1;
11: nop;

assert always A == 0 || B == 0;
assert always
  A == 0;
assert always B == 0;
`,
  'several-final.bl': `shared A;
local;

${beginning}process 1
10: store A = 1;

assert final A == 1;
assert final A == 0;
`,
  'numbers.bl': `shared A, B;
local t;

${beginning}process 1
10: store A = 1;
11: nop;

process 2
12: load t = A;
13: assume(t == 1);
14: t = 3;
15: store B = 1;
16: nop;

process 3
20: load t = A;
21: assume(t != 0 && B != 0);
22: nop;

assert always pc{3} != 22;
`,
  'long.bl': `shared X, Y, Z;
local;

${beginning}process 1
${Array.from({ length: 2_100 }, (_, i) => `${i + 10}: store ${i % 2 === 0 ? 'X' : 'Y'} = ${((i >> 1) + 1) % 2};`).join('\n')}
3000: store Z = 1;
3001: nop;

assert always Z == 0;
`,
});
const file = (name: string): string => join(folder, name);

/** From the line after the property to the one before the statistics. */
function run(stdout: string): string {
  return stdout.slice(stdout.indexOf('initially'), stdout.indexOf('violated')).trimEnd();
}

const told = async (name: string, ...options: readonly string[]): Promise<string> =>
  (await inProcess(['check', file(name), ...options])).stdout;

const each = describe.each([['three-valued'], ['concrete']]);

each('the counterexample of the %s semantics', (semantics) => {
  const how = ['--semantics', semantics];

  it('tells each effect under its own statement, and no loads that serve the section alone', async () => {
    expect(run(await told('sources.bl', ...how))).toBe(
      `initially  A=false B=false C=false; init at 1; process 1 at 10
#  line  thread     action
1    10  process 1  11 (x = 1): store A = true; 12 (y = 2): store B = true; 15 (z = y): store C =
                    true
                      memory A=true B=true C=true
finally    A=true B=true C=true; init ended; process 1 at 17`,
    );
  });

  it('has no step of who is not involved, and none after the violation', async () => {
    expect(run(await told('bystander.bl', ...how))).toBe(
      `initially  B=false; init at 1; process 1 at 16; process 2 at 20
#  line  process 1           memory
1     8  16: store B = true  B=true
finally    B=true; init ended; process 1 at 17; process 2 at 20`,
    );
  });

  it('has no step if the initialisation is the violation', async () => {
    expect(run(await told('at-once.bl', ...how))).toBe(
      `initially  A=false; init ended; process 1 at 10
finally    A=false; init ended; process 1 at 10`,
    );
  });

  it('names the assertion that is false', async () => {
    const always = await told('several.bl', ...how);
    expect(always).toContain('property always (invariant, line 12): unsafe');
    expect(always).toContain('the assertion `assert always A == 0` in line 12 is false in this state');
    const final = await told('several-final.bl', ...how);
    expect(final).toContain('property final (final, line 11): unsafe');
    expect(final).toMatch(/and the assertion `assert final A\s+== 0` in line 11 is false/);
  });

  it('shows all values as numbers if there are numbers, and what they were loaded from', async () => {
    const text = run(await told('numbers.bl', ...how));
    expect(text).toContain('10: store A = 1');
    expect(text).toContain('12: load t = A (1)');
    expect(text).toContain('20: load t = A (1)');
    expect(text).not.toMatch(/true|false/);
  });

  it('is shortened in the middle if it is long', async () => {
    const text = run(await told('long.bl', ...how));
    expect(text).toMatch(/\n1000 .*\n(.*\n)?\.\.\. 101 rows left out: --json has them all\n1102 /);
    expect(text).toContain('\n2101 ');
    const json: unknown = JSON.parse(await told('long.bl', ...how, '--json'));
    const rows = typeof json === 'object' && json !== null && 'trace' in json ? json.trace : null;
    expect(rows).toHaveLength(2_101);
  });
});

const dekker = corpusFolder('bl', 'dekker-fences-0110100001-preds-2v.bl');

describeOver(dekker)('a program that was abstracted (needs $FENCEPOST_CORPUS)', () => {
  it('has the names of its statements', async () => {
    const { stdout } = await inProcess(['check', dekker, '--json']);
    for (const place of ['163 (turn_cnt_p1 = 0): ', '1523 (turn = turn_1_p1): ', '1569 (overflow = 1): '])
      expect(stdout).toContain(place);
  });
});
