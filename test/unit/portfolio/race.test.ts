import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Output } from '../../../src/cli/output.js';
import { readTokens } from '../../../src/cli/check-tokens.js';
import { verifyCommand } from '../../../src/cli/commands/verify-command.js';
import { verifyTogether } from '../../../src/cli/portfolio/verify-together.js';
import { portfolioMembers } from '../../../src/options/portfolio-members.js';
import { valuesOf } from '../../../src/options/values.js';
import { contradictionAmong } from '../../../src/portfolio/member-answer.js';
import type { MemberEnd } from '../../../src/portfolio/member-answer.js';
import { race } from '../../../src/portfolio/race.js';
import type { Entrant } from '../../../src/portfolio/race.js';
import { noInput, Written } from '../../cli/in-process.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-race-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A member that says what its words say: code, verdict, verdicts of properties; after so many ms. */
const member = join(folder, 'member.mjs');
writeFileSync(
  member,
  `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const [verdict, code, ms, properties = '', child = ''] = process.argv.slice(2);
if (child !== '') {
  const made = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(child, String(made.pid));
}
process.on('SIGTERM', () => {});
setTimeout(() => {
  const listed = properties.split(',').filter(Boolean).map((each) => each.split('='));
  if (verdict !== '') console.log(JSON.stringify({ verdict, properties: listed.map(([name, verdict]) => ({ name, verdict })) }));
  process.exitCode = Number(code);
}, Number(ms));
`,
);

const entrant = (name: string, ...args: readonly string[]): Entrant => ({ name, args, document: null });

async function raced(entrants: readonly Entrant[], signal = new AbortController().signal) {
  return race(entrants, {
    script: member,
    patience: { seconds: null, memoryMB: null },
    signal,
    onEnd: () => undefined,
  });
}

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie has ended; whoever is to hear of that has not looked yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const forever = '1000000000';

describe('a race', () => {
  it('is won by the first answer, and the others are killed with all that they have started', async () => {
    const made = join(folder, 'made');
    const { first, ends, contradiction } = await raced([
      entrant('slow', 'safe', '0', forever, '', made),
      entrant('coarse', 'unknown', '20', '0'),
      entrant('quick', 'safe', '0', '3000'),
    ]);
    expect(first?.name).toBe('quick');
    expect(contradiction).toBeNull();
    expect(ends.map(({ answer }) => answer.kind)).toEqual(['stopped', 'unknown', 'answered']);
    const pid = Number(readFileSync(made, 'utf8'));
    expect(pid).toBeGreaterThan(1);
    for (let looks = 0; looks < 100 && isThere(pid); looks++) await new Promise((go) => setTimeout(go, 50));
    expect(isThere(pid)).toBe(false);
  });

  it('does not take a crash, or a code that says something else, for an answer', async () => {
    const { first, ends } = await raced([
      entrant('crash', '', '1', '0'),
      entrant('liar', 'unsafe', '0', '0'),
      entrant('other', 'safe', '10', '0'),
      entrant('none', 'unknown', '20', '0'),
    ]);
    expect(first).toBeNull();
    expect(ends.map(({ answer }) => answer.kind)).toEqual(['failed', 'failed', 'failed', 'unknown']);
  });

  it('sees a contradiction of two answers, and one about a property only', async () => {
    const { ends } = await raced([entrant('a', 'safe', '0', '0')]);
    const [a] = ends;
    if (a === undefined) throw new Error('nobody has ended');
    const b: MemberEnd = { ...a, name: 'b', answer: { kind: 'answered', verdict: 'unsafe' } };
    const both = { contradiction: contradictionAmong([a, b]) };
    expect(both.contradiction).toMatchObject({
      safe: { name: 'a' },
      unsafe: { name: 'b' },
      property: null,
    });
    const one = await raced([
      entrant('a', 'unknown', '20', '0', 'p=safe,q=unknown'),
      entrant('b', 'unsafe', '10', '3000', 'p=unsafe'),
    ]);
    expect(one.contradiction).toMatchObject({ safe: { name: 'a' }, unsafe: { name: 'b' }, property: 'p' });
    const none = await raced([
      entrant('a', 'unknown', '20', '0', 'p=safe,q=unknown'),
      entrant('b', 'unsafe', '10', '3000', 'q=unsafe,p=safe'),
    ]);
    expect(none.contradiction).toBeNull();
  });

  it('ends at a signal', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const { first, ends } = await raced([entrant('a', 'safe', '0', forever)], controller.signal);
    expect([first, ends[0]?.answer.kind]).toEqual([null, 'stopped']);
  });
});

describe('a portfolio whose members contradict each other', () => {
  it('has no verdict, is a bug of ours, and keeps what both say', async () => {
    // It answers as the real program would, if one of its engines were wrong; evidence is what it is asked for.
    const wrong = join(folder, 'wrong.mjs');
    writeFileSync(
      wrong,
      `import { writeFileSync } from 'node:fs';
const words = process.argv.slice(2);
const verdict = words.includes('--engine=dual') ? 'unsafe' : 'safe';
const evidence = words.find((word) => word.startsWith('--evidence='));
if (evidence !== undefined) writeFileSync(evidence.slice(11), verdict);
const answer = () => {
  console.log(JSON.stringify({ verdict: verdict === 'safe' ? 'unknown' : verdict, properties: [{ name: 'p', verdict }] }));
  process.exitCode = verdict === 'safe' ? 20 : 10;
};
if (verdict === 'safe') answer();
else setTimeout(answer, 4000);
`,
    );
    const [stdout, stderr] = [new Written(), new Written()];
    const output = new Output({ stdout, stderr, env: {} });
    const words = readTokens(
      ['samples/litmus/sb.fp', '--portfolio', 'explicit,dual', '--json'],
      verifyCommand,
    );
    const place = { path: words.file };
    const args = { ...valuesOf('verify', words.given), ...words, place, places: [place] };
    const code = await verifyTogether(
      portfolioMembers('explicit,dual', 'portfolio'),
      args,
      {
        ...{ output, signal: new AbortController().signal, version: '1' },
        ...{ begins: () => undefined, knows: () => undefined, input: noInput },
        allCommands: () => Promise.resolve([]),
      },
      wrong,
    );
    expect(code).toBe(70);
    const told = 'explicit says that property p is safe, dual that it is unsafe';
    expect(JSON.parse(stdout.text)).toMatchObject({
      verdict: null,
      reason: 'bug',
      errors: [{ message: expect.stringContaining(told) }],
    });
    const kept = /\S*fencepost-contradiction-\w+/.exec(stderr.text)?.[0] ?? '';
    expect([...readdirSync(kept)].sort()).toEqual([
      ...['dual.answer.json', 'dual.evidence.json', 'explicit.answer.json', 'explicit.evidence.json'],
    ]);
    expect(readFileSync(join(kept, 'dual.evidence.json'), 'utf8')).toBe('unsafe');
    expect(readFileSync(join(kept, 'explicit.evidence.json'), 'utf8')).toBe('safe');
    rmSync(kept, { recursive: true });
  });
});
