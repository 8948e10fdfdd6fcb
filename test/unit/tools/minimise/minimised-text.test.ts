import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { minimisedText } from '../../../../tools/minimise/minimised-text.js';
import { wrongWith } from '../../../../tools/fuzz/mutations.js';
import { root } from '../../../support/root.js';

describe('a text is made smaller', () => {
  it('until no part of it can be left out', async () => {
    const text = 'one;\ntwo { three; four; }\nfive six\nseven;\n';
    const asked: string[] = [];
    const small = await minimisedText(text, (smaller) => {
      asked.push(smaller);
      return Promise.resolve(smaller.includes('three') && smaller.includes('six'));
    });
    expect(small).toBe('threesix');
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('and stays as it is where all of it is needed', async () => {
    expect(await minimisedText('a b', (smaller) => Promise.resolve(smaller === 'a b'))).toBe('a b');
  });

  it('on the command line, as long as the command says the same', () => {
    const run = spawnSync(
      process.execPath,
      [
        ...[join(root, 'dist/tools/minimise/main.js'), join(root, 'samples/litmus/sb.fp'), '--exit', '1'],
        ...['--', '/bin/sh', '-c', '! grep -q "final" {}'],
      ],
      { encoding: 'utf8' },
    );
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: 'final' });
    const wrong = spawnSync(process.execPath, [join(root, 'dist/tools/minimise/main.js')], {
      encoding: 'utf8',
    });
    expect([wrong.status, wrong.stderr.startsWith('usage:')]).toEqual([2, true]);
  });
});

describe('a damaged text', () => {
  it('is right to be refused at a place, or to have an answer', async () => {
    expect(await wrongWith('a.fp', 'shared int x = ;')).toEqual({ wrong: null, isAnswered: false });
    expect(await wrongWith('a.fp', 'shared int x = 0; thread P { x = 1; } invariant x < 2;')).toEqual({
      wrong: null,
      isAnswered: true,
    });
  });
});
