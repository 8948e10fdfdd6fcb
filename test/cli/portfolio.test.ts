import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';
import { parsedAs } from './parsed-document.js';

/** No end for who counts states. */
const endless = `shared int x = 0;
thread P { local int r = 0; L: r = r + 1; x = r; goto L; }
invariant counts: x >= 0;
`;
const folder = folderWith({ 'sb.fp': storeBuffering, 'endless.fp': endless, 'bad.fp': 'shared int x = ;' });
const path = (name: string): string => join(folder, name);

describe('verify --portfolio', () => {
  it('answers as soon as one does, with its evidence', async () => {
    const evidence = path('evidence.json');
    const document = path('document.json');
    // The explicit engine never comes to an end here.
    const portfolio = ['--portfolio', 'explicit,abstract+itp', '--memory', '1500'];
    const outputs = ['--evidence', evidence, '--document', document];
    const args = ['verify', path('endless.fp'), ...portfolio, ...outputs];
    const { code, stdout, stderr } = await fencepost(args);
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'VERDICT: SAFE']);
    expect(stdout).toContain('engine abstract');
    expect(stderr).toMatch(/^portfolio: explicit was stopped; abstract\+itp says safe after [\d.]+ s$/m);
    const told = parsedAs('verify', readFileSync(document, 'utf8'));
    expect(told).toMatchObject({
      ...{ verdict: 'safe', engine: 'abstract' },
      portfolio: [
        { member: 'explicit', outcome: 'stopped', verdict: null },
        { member: 'abstract+itp', outcome: 'answered', verdict: 'safe' },
      ],
    });
    expect((await fencepost(['replay', evidence])).stdout).toContain('ACCEPTED');
    // Nothing of what the others have begun to write is left.
    expect([...readdirSync(folder)].sort()).toEqual(
      ['bad.fp', 'document.json', 'endless.fp', 'evidence.json', 'sb.fp'].sort(),
    );
  });

  it('takes the engines that take such a file where none are named, and tells a violation as each would', async () => {
    const { code, stdout } = await fencepost([
      'verify',
      '--portfolio',
      path('sb.fp'),
      '--model=tso',
      '--json',
    ]);
    expect(code).toBe(10);
    const { portfolio, ...answer } = parsedAs('verify', stdout);
    expect(answer).toMatchObject({ verdict: 'unsafe', property: 'sb' });
    const names = ['abstract', 'explicit', 'ltl', 'dual', 'quantified'];
    expect(portfolio).toMatchObject(names.map((member) => ({ member })));
  });

  it('tells once what is wrong with the file', async () => {
    const { code, stdout, stderr } = await fencepost([
      'verify',
      path('bad.fp'),
      '--portfolio',
      'explicit,dual',
    ]);
    expect([code, stdout.trim()]).toEqual([2, 'VERDICT: UNKNOWN input']);
    expect(stderr.match(/bad\.fp:1:/g)).toHaveLength(1);
  });

  it.each<[readonly string[], string]>([
    [['--portfolio', 'explicit,lazzy'], "did you mean 'lazy'?"],
    [['--portfolio=explicit'], 'takes at least two'],
    [['--portfolio=explicit+wp,dual'], 'methods and strategies are those of the abstract engine'],
    [['--portfolio', '--engine', 'dual'], '--portfolio says itself what --engine would'],
    [['--portfolio', '--all-models'], '--portfolio does not go with --all-models'],
  ])('refuses %j', async (words, told) => {
    const { code, stderr } = await inProcess(['verify', path('sb.fp'), ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  });

  it('is interrupted with all its members', async () => {
    const began = Date.now();
    const args = ['verify', path('endless.fp'), '--portfolio=explicit,ltl', '--json', '--timeout', '60'];
    const { code, stdout } = await fencepost(args, {
      signalWhen: { signal: 'SIGINT', happened: () => Date.now() - began > 1500 },
    });
    expect(code).toBe(130);
    expect(parsedAs('verify', stdout)).toMatchObject({ verdict: 'unknown', reason: 'interrupted' });
  });
});
