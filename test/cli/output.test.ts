import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { progressPrinter } from '../../src/cli/progress-view.js';
import { Output } from '../../src/cli/output.js';
import type { Sink } from '../../src/cli/output.js';

class Memory extends EventEmitter implements Sink {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns: number | undefined,
  ) {
    super();
  }
  write(text: string, done?: () => void): boolean {
    this.text += text;
    done?.();
    return true;
  }
}

interface Setting {
  readonly terminal: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

function outputOn({ terminal, columns, env = {} }: Setting) {
  const stdout = new Memory(terminal, columns);
  const stderr = new Memory(terminal, columns);
  return { output: new Output({ stdout, stderr, env }), stdout, stderr };
}

describe('output', () => {
  it.each([
    ['a terminal', { terminal: true }, true],
    ['a pipe', { terminal: false }, false],
    ['a terminal with NO_COLOR', { terminal: true, env: { NO_COLOR: '1' } }, false],
    ['a terminal with an empty NO_COLOR', { terminal: true, env: { NO_COLOR: '' } }, true],
    ['a dumb terminal', { terminal: true, env: { TERM: 'dumb' } }, false],
  ])('to %s', (_what, setting, coloured) => {
    expect(outputOn(setting).output.style.good('x') !== 'x').toBe(coloured);
  });

  it('is as wide as the terminal, within reason', () => {
    expect(outputOn({ terminal: true, columns: 132 }).output.width).toBe(132);
    expect(outputOn({ terminal: true, columns: 20 }).output.width).toBe(60);
    expect(outputOn({ terminal: true, columns: 0 }).output.width).toBe(100);
    expect(outputOn({ terminal: false }).output.width).toBe(100);
  });

  it('ends every text with one line break', () => {
    const { output, stdout, stderr } = outputOn({ terminal: false });
    output.result('a');
    output.result('b\n');
    output.message('c');
    output.message('');
    expect([stdout.text, stderr.text]).toEqual(['a\nb\n', 'c\n']);
  });

  it('wipes the line of progress before anything else', async () => {
    const { output, stderr } = outputOn({ terminal: true, columns: 12 });
    output.progress('search: 1000 states');
    output.message('warning');
    output.progress('search');
    await output.finish();
    const wipe = '\r\u001b[K';
    expect(stderr.text).toBe(`${wipe}search: 100${wipe}warning\n${wipe}search${wipe}`);
  });

  it('goes on quietly when the reader has gone', async () => {
    const { output, stdout } = outputOn({ terminal: false });
    stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    output.result('lost');
    expect(output.closed).toBe(true);
    expect(stdout.text).toBe('');
    expect(await output.finish()).toBeNull();
  });

  it('tells that the disk is full', async () => {
    const { output, stdout } = outputOn({ terminal: false });
    stdout.emit('error', Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    expect(await output.finish()).toBe('cannot write the output: no space left');
  });
});

describe('progress', () => {
  const look = { phase: 'search', states: 10, frontier: 1, seconds: 1 };

  it.each([
    ['drawn on a terminal', true, [0, 100, 190], [210, 420, 630]],
    ['a line every half minute elsewhere', false, [0, 10_000, 29_000], [31_000, 62_000, 93_000]],
  ])('is %s, and short work stays silent', (_what, terminal, early, late) => {
    const { output, stderr } = outputOn({ terminal });
    let now = 0;
    const print = progressPrinter(output, () => now);
    for (now of early) print(look);
    expect(stderr.text).toBe('');
    for (now of late) print(look);
    expect(stderr.text.match(/search: 10 states/g)).toHaveLength(3);
    expect(stderr.text.endsWith('\n')).toBe(!terminal);
  });
});
