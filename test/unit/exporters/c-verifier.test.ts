import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { c } from '../../../src/exporters/c/export.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { exportRequest } from '../../support/export-request.js';
import { Workshop, gccNote, hasGcc } from '../../support/gcc.js';
import { Random, generateProgram, languageOptions } from '../../support/generate/generate-program.js';
import { loadSample } from '../../support/load-sample.js';
import { parseFp } from '../../support/parse-fp.js';
import { verifyText } from '../../support/verify-text.js';

const workshop = new Workshop();
afterAll(() => workshop.close());

const textOf = async (sample: string, model: MemoryModel, bound = 2): Promise<string> =>
  c.run(exportRequest(await loadSample(sample), model, sample, bound, 'verifier'));

describe('C for verifiers', () => {
  it('keeps the buffer of a thread in its function, and flushes before a load', async () => {
    const text = await textOf('litmus/sb.fp', tso);
    const thread = text.slice(text.indexOf('*thread_P'), text.indexOf('*thread_Q'));
    expect(thread).toContain('    int8_t P_cnt = 0;');
    expect(thread.indexOf('x = P_rhs_1;')).toBeLessThan(thread.indexOf('P_r = y;'));
    expect(text).not.toMatch(/^static .*P_cnt/m);
    expect(text).not.toContain('native_');
    expect(text).toContain('assert(0);');
  });

  it('waits by an assumption where a loop only looks', async () => {
    const text = await textOf('mutex/peterson-fenced.fp', tso);
    expect(text).not.toMatch(/^\s*goto Wait/m);
    expect(text).toContain('__VERIFIER_assume(taken);');
    expect(text).toContain('pthread_create(&started_0, NULL, thread_P_0, NULL);');
  });

  it('asks for an overflow by its number alone', async () => {
    const text = await textOf('mutex/peterson-fenced.fp', tso);
    const number = / \*\s+(\d+) assert overflow:/.exec(text)?.[1];
    expect(text).toContain(`    if (PROPERTY != ${number})\n        return;`);
    // What cannot happen is not asked for.
    expect(await textOf('litmus/sb.fp', tso)).not.toContain('overflow');
  });
});

(hasGcc ? describe : describe.skip)(`C for verifiers compiles without a warning${gccNote}`, () => {
  it('of samples and generated programs', async () => {
    const samples = ['litmus/sb.fp', 'litmus/mp.fp', 'mutex/dekker.fp', 'mutex/spinlock-xchg.fp'];
    const made = await Promise.all(
      samples.flatMap((sample) => [sc, tso, pso].map((model) => textOf(sample, model))),
    );
    const generated = Array.from({ length: 30 }, (_, seed) => {
      const program = generateProgram(new Random(seed), languageOptions);
      return c.run(exportRequest(program, sc, 'generated.fp', 1, 'verifier'));
    });
    const paths = [...made, ...generated].map((text, i) => workshop.write(`verifier-${i}`, text));
    // What is stored in fewer bits has been seen to fit.
    expect(workshop.complaints(paths, ['-Wno-conversion'])).toBe('');
  });
});

describe('C for verifiers, read by our own front end and verified under SC', () => {
  const verdictOf = async (name: string, text: string): Promise<string | undefined> => {
    const { properties } = await verifyText(name, text, { model: sc });
    return properties.find((p) => p.name === 'reach_error')?.verdict;
  };

  it.each([
    ['litmus/sb.fp', tso, 'unsafe'],
    ['litmus/sb-fenced.fp', tso, 'safe'],
    ['litmus/sb-fenced.fp', pso, 'safe'],
    ['litmus/mp.fp', tso, 'safe'],
    ['litmus/mp.fp', pso, 'unsafe'],
  ] as const)('has the verdict of %s', async (sample, model, expected) => {
    expect(await verdictOf('exported.c', await textOf(sample, model, 1))).toBe(expected);
  });

  it('finds what happens between a store in the log and its flush', async () => {
    const program = (fence: string) =>
      parseFp(`shared int[0..3] x = 0, y = 0, w = 0;
      thread P { local int[0..3] r = 0; while (true) { x = 1; r = w; ${fence} y = 1; r = w; } }
      thread Q { local int[0..3] a = 0, b = 0; a = y; b = x; assert(a == 0 || b != 0); }`);
    const exported = (fence: string): string =>
      c.run(exportRequest(program(fence), pso, 'log.fp', 1, 'verifier'));
    expect(exported('')).toContain('P_x_log');
    expect(await verdictOf('log.c', exported(''))).toBe('unsafe');
    expect(await verdictOf('log.c', exported('fence;'))).toBe('safe');
  });
});

const hasCbmc = spawnSync('cbmc', ['--version']).status === 0;

(hasCbmc ? describe : describe.skip)(`CBMC${hasCbmc ? '' : ' (not installed)'}`, () => {
  const said = (name: string, text: string): string => {
    const path = workshop.write(name, text);
    const { stdout } = spawnSync('cbmc', ['--unwind', '4', path], { encoding: 'utf8', timeout: 280_000 });
    return /^VERIFICATION (\w+)$/m.exec(stdout)?.[1] ?? 'no answer';
  };
  const answer = async (sample: string, model: MemoryModel): Promise<string> =>
    said(`${sample.replace(/\W/g, '-')}-${model.name}`, await textOf(sample, model));

  it.each([
    ['litmus/sb.fp', sc, 'SUCCESSFUL'],
    ['litmus/sb.fp', tso, 'FAILED'],
    ['litmus/sb.fp', pso, 'FAILED'],
    ['litmus/sb-fenced.fp', tso, 'SUCCESSFUL'],
    ['litmus/sb-fenced.fp', pso, 'SUCCESSFUL'],
    ['litmus/mp.fp', tso, 'SUCCESSFUL'],
    ['litmus/mp.fp', pso, 'FAILED'],
    ['mutex/peterson-fenced.fp', tso, 'SUCCESSFUL'],
    ['mutex/spinlock-xchg.fp', pso, 'FAILED'],
    ['mutex/spinlock-xchg.fp', tso, 'SUCCESSFUL'],
    ['mutex/peterson.fp', pso, 'FAILED'],
    ['mutex/dekker.fp', tso, 'FAILED'],
    ['mutex/dekker.fp', pso, 'FAILED'],
  ] as const)('says of %s what we say', async (sample, model, expected) => {
    expect(await answer(sample, model)).toBe(expected);
  });

  // It counts sections, and gives up where it finds by itself that a branch never leaves one.
  it.each([
    [
      'an assertion that always fails',
      'if (y == 0) { atomic { r = x; assert(r == r + 1); x = 1; } }',
      'FAILED',
    ],
    [
      'a flush of more than was ever stored',
      'while (n < 2) { n = n + 1; atomic { r = x; f[1] = r; } }',
      'SUCCESSFUL',
    ],
  ])('answers where a section holds %s', (what, code, expected) => {
    const program = parseFp(`shared int x = 0, y = 0; shared int f[2] = 0;
        thread P { local int r = 0; local int n = 0; ${code} y = 2; }
        thread Q { local int r = 0; y = 1; r = f[1]; }
        final holds: y != 3;`);
    const text = c.run(exportRequest(program, tso, 'section.fp', 3, 'verifier'));
    expect(said(what.replace(/\W/g, '-'), text)).toBe(expected);
  });
});
