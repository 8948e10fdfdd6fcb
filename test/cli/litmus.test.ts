import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fencepost, folderWith } from './fencepost.js';

const folder = folderWith({
  'sb.litmus': `X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`,
  'mp.litmus': `X86 MP
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV EAX,[y] ;
 MOV [y],$1  | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0)
`,
  'bad.litmus': 'X86 BAD\n{ x=0; }\n P0 ;\n MOVE [x],$1 ;\nexists (x=1)\n',
});
const [sb, mp, bad] = ['sb', 'mp', 'bad'].map((name) => join(folder, `${name}.litmus`));
const both = [sb ?? '', mp ?? ''];

describe('litmus', () => {
  it('prints a log for each test and model', async () => {
    const { code, stdout } = await fencepost(['litmus', ...both, '--model', 'sc,tso,pso']);
    expect(code).toBe(0);
    const observations = stdout.match(/^Observation .*$/gm);
    expect(observations).toEqual([
      'Observation SB Never 0 3',
      'Observation SB Sometimes 1 3',
      'Observation SB Sometimes 1 3',
      'Observation MP Never 0 3',
      'Observation MP Never 0 3',
      'Observation MP Sometimes 1 3',
    ]);
    expect(stdout).toContain('IS reachable under pso');
  });

  it('prints one document', async () => {
    const { code, stdout } = await fencepost(['litmus', ...both, '--model', 'tso', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      schema: 1,
      tests: [
        {
          name: 'SB',
          file: sb,
          model: 'tso',
          verdict: 'Ok',
          observation: 'Sometimes',
          states: ['0:EAX=0; 1:EAX=0;', '0:EAX=0; 1:EAX=1;', '0:EAX=1; 1:EAX=0;', '0:EAX=1; 1:EAX=1;'],
          reason: null,
        },
        {
          name: 'MP',
          file: mp,
          model: 'tso',
          verdict: 'No',
          observation: 'Never',
          states: ['1:EAX=0; 1:EBX=0;', '1:EAX=0; 1:EBX=1;', '1:EAX=1; 1:EBX=1;'],
          reason: null,
        },
      ],
      errors: [],
    });
  });

  it('exits with 10 for a No if one is not expected', async () => {
    expect((await fencepost(['litmus', ...both, '--model', 'tso', '--expect'])).code).toBe(10);
    expect((await fencepost(['litmus', ...both, '--model', 'pso', '--expect'])).code).toBe(0);
  });

  it('runs the others if one file is wrong', async () => {
    const { code, stdout, stderr } = await fencepost(['litmus', bad ?? '', ...both]);
    expect(code).toBe(2);
    expect(stdout.match(/^Observation/gm)).toHaveLength(2);
    expect(stderr).toContain('bad.litmus:4:2: error');
  });
});
