import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { Source } from '../../../src/diagnostics/span.js';
import { parseLitmus } from '../../../src/frontends/litmus/parse.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { runLitmus } from '../../../src/ask/litmus-run.js';
import { collect } from './describe.js';

async function statesOf(
  init: string,
  rows: string,
  locations: string,
  model: MemoryModel,
): Promise<readonly string[]> {
  const text = `X86 t\n{${init}}\n P0 | P1 ;\n${rows}\nlocations [${locations}]\n`;
  const { result: test, report } = collect((bag) => parseLitmus(new Source('t.litmus', text), bag));
  expect(report).toBe('');
  if (test === null) throw new Error('no test, but no errors either');
  const lowered = runPipeline(toAutomata, test.program, { procs: null });
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const hooks = { limits, progress: () => undefined };
  const run = await runLitmus({ path: 't.litmus', test, lowered, warnings: [] }, model, hooks);
  return run.kind === 'complete' ? run.outcome.states : [run.detail];
}

describe('instructions that read and write memory', () => {
  it.each([
    ['INC [x] | INC [x] ;', ['x=1;', 'x=2;']],
    ['LOCK INC [x] | LOCK INC [x] ;', ['x=2;']],
    ['LOCK DEC [x] | LOCK SUB [x],$2 ;', ['x=-3;']],
    ['ADD [x],$3 | MOV [x],$5 ;', ['x=3;', 'x=5;', 'x=8;']],
  ])('%s', async (row, expected) => {
    expect(await statesOf('', row, 'x', sc)).toEqual(expected);
  });

  it('exchange and add in one step', async () => {
    expect(
      await statesOf('0:EAX=1; 1:EAX=2', 'LOCK XADD [x],EAX | LOCK XADD [x],EAX ;', '0:EAX; 1:EAX; x', tso),
    ).toEqual(['0:EAX=0; 1:EAX=1; x=3;', '0:EAX=2; 1:EAX=0; x=3;']);
  });

  it('compare and exchange in one step: one of two wins', async () => {
    const row = 'LOCK CMPXCHG [x],EBX | LOCK CMPXCHG [x],EBX ;';
    expect(await statesOf('0:EBX=1; 1:EBX=2', row, '0:EAX; 1:EAX; x', tso)).toEqual([
      '0:EAX=0; 1:EAX=1; x=1;',
      '0:EAX=2; 1:EAX=0; x=2;',
    ]);
  });

  it('drain the buffer when locked, and only then', async () => {
    const sb = (middle: string): string =>
      `MOV [x],$1 | MOV [y],$1 ;\n${middle} | ${middle} ;\nMOV EAX,[y] | MOV EAX,[x] ;`;
    const weak = '0:EAX=0; 1:EAX=0;';
    expect(await statesOf('', sb('INC [z]'), '0:EAX; 1:EAX', tso)).toContain(weak);
    expect(await statesOf('', sb('LOCK INC [z]'), '0:EAX; 1:EAX', tso)).not.toContain(weak);
    expect(await statesOf('1:EBX=9', sb('LOCK CMPXCHG [z],EBX'), '0:EAX; 1:EAX', tso)).not.toContain(weak);
  });

  it('SFENCE orders stores under PSO, and nothing else', async () => {
    const rows = (fence: string): string =>
      `MOV [x],$1 | MOV EAX,[y] ;\n${fence} | MOV EBX,[x] ;\nMOV [y],$1 | ;`;
    expect(await statesOf('', rows('LFENCE'), '1:EAX; 1:EBX', pso)).toContain('1:EAX=1; 1:EBX=0;');
    expect(await statesOf('', rows('SFENCE'), '1:EAX; 1:EBX', pso)).not.toContain('1:EAX=1; 1:EBX=0;');
    const sb = 'MOV [x],$1 | MOV [y],$1 ;\nSFENCE | SFENCE ;\nMOV EAX,[y] | MOV EAX,[x] ;';
    expect(await statesOf('', sb, '0:EAX; 1:EAX', pso)).toContain('0:EAX=0; 1:EAX=0;');
  });

  it('exchange registers', async () => {
    expect(await statesOf('0:EAX=1; 0:EBX=2', 'XCHG EAX,EBX | ;', '0:EAX; 0:EBX', sc)).toEqual([
      '0:EAX=2; 0:EBX=1;',
    ]);
  });
});
