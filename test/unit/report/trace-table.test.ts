import { describe, expect, it } from '@jest/globals';
import type { Trace } from '../../../src/lang/run/trace.js';
import { colourStyle, plainStyle } from '../../../src/report/style.js';
import { renderTrace } from '../../../src/report/trace-table.js';
import { snapshot, storeBuffering } from './samples.js';

const plain = { width: 100, style: plainStyle };

describe('the table of a counterexample', () => {
  it('has a column for each thread and shows only what changes', () => {
    expect(renderTrace(storeBuffering, plain).split('\n')).toEqual([
      'initially  x=0 y=0',
      '#  line  P               Q                       memory  locals  buffers',
      '1     3  store x = 1                                             P: x=1',
      '2     4  load r = y (0)',
      '3     8                  store y = 1; s = s - 7          s=0     Q: y=1',
      '4                        flush y = 1             y=1             Q: empty',
      'finally    x=0 y=1; P buffers x=1; P at CS; Q ended',
      'violated   sb: the final condition sb is false',
    ]);
  });

  it('says where steps are missing', () => {
    const [first, , , last] = storeBuffering.steps;
    const [, , reached] = storeBuffering.steps;
    const steps = [first, last].filter((s) => s !== undefined);
    if (reached === undefined) throw new Error('the sample has four steps');
    const leftOut = { index: 1, count: 2, reached: reached.after };
    expect(renderTrace({ ...storeBuffering, steps, leftOut }, plain).split('\n')).toEqual([
      'initially  x=0 y=0',
      '#  line  P            Q            memory  buffers',
      '1     3  store x = 1                       P: x=1',
      '... 2 rows left out',
      '4                     flush y = 1  y=1     Q: empty',
      'finally    x=0 y=1; P buffers x=1; P at CS; Q ended',
      'violated   sb: the final condition sb is false',
    ]);
  });

  it('leaves out columns that stay empty', () => {
    const [first, second] = storeBuffering.steps;
    const steps = [first, second].filter((s) => s !== undefined);
    const [, header] = renderTrace({ ...storeBuffering, steps }, plain).split('\n');
    expect(header).toBe('#  line  P               buffers');
  });

  it('names the thread in a column when there are too many threads for columns', () => {
    const threads = Array.from({ length: 12 }, (_, i) => `T${i}`);
    const many: Trace = {
      ...storeBuffering,
      steps: threads.map((thread) => ({
        kind: 'edge',
        thread,
        line: 1,
        action: 'skip',
        after: snapshot({}),
      })),
    };
    const lines = renderTrace(many, plain).split('\n');
    expect(lines[1]).toBe(' #  line  thread  action');
    expect(lines[2]).toBe(' 1     1  T0      skip');
    expect(lines).toHaveLength(2 + 12 + 2);
  });

  it.each([60, 80])('stays within %d columns and loses nothing', (width) => {
    const text = renderTrace(storeBuffering, { width, style: plainStyle });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
    expect(text.replace(/\s+/g, '')).toContain('violatedsb:');
    for (const word of ['store', 'load', 'flush', 'y=1', 's=0']) expect(text).toContain(word);
  });

  it('repeats its header in a long run', () => {
    const [step] = storeBuffering.steps;
    const steps = Array.from({ length: 100 }, () => step).filter((s) => s !== undefined);
    const headers = renderTrace({ ...storeBuffering, steps }, plain)
      .split('\n')
      .filter((line) => line.includes('line  P'));
    expect(headers).toHaveLength(3);
  });

  it('colours flushes without changing the text', () => {
    const coloured = renderTrace(storeBuffering, { width: 100, style: colourStyle });
    expect(coloured).toContain('\u001b[36m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderTrace(storeBuffering, plain));
  });

  it('shows a run that takes no step', () => {
    const text = renderTrace({ ...storeBuffering, steps: [] }, plain);
    expect(text.split('\n')).toEqual([
      'initially  x=0 y=0',
      'finally    x=0 y=0',
      'violated   sb: the final condition sb is false',
    ]);
  });
});
