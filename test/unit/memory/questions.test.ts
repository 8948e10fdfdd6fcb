import { describe, expect, it } from '@jest/globals';
import { readTree } from '../../../tools/check-layers/read-tree.js';
import { modelNamed } from '../../../src/memory/index.js';
import {
  buffersGrow,
  byBuffering,
  hasBuffers,
  isExactTso,
  ordersWrites,
  roomPerLocation,
  storesWait,
} from '../../../src/memory/model-questions.js';
import { invariant } from '../../../src/support/invariant.js';
import { root } from '../../support/golden.js';

describe('what is asked of a memory model', () => {
  const kinds = { none: 'memory', fifo: 'queue', 'fifo-per-location': 'queues' };

  it.each([
    { name: 'sc', kind: 'memory', buffers: false, ordered: true, room: Infinity, grows: false, exact: false },
    { name: 'tso', kind: 'queue', buffers: true, ordered: true, room: Infinity, grows: true, exact: true },
    { name: 'pso', kind: 'queues', buffers: true, ordered: false, room: Infinity, grows: true, exact: false },
    { name: 'tso1', kind: 'queue', buffers: true, ordered: true, room: 1, grows: false, exact: false },
    { name: 'tso3', kind: 'queue', buffers: true, ordered: true, room: 3, grows: false, exact: false },
  ])('$name', ({ name, kind, buffers, ordered, room, grows, exact }) => {
    for (const waits of ['own', 'all'] as const) {
      const model = modelNamed(name, waits);
      invariant(model !== null, 'it is a model');
      expect(byBuffering(model, kinds)).toBe(kind);
      expect(hasBuffers(model)).toBe(buffers);
      expect(ordersWrites(model)).toBe(ordered);
      expect(roomPerLocation(model)).toBe(room);
      expect(storesWait(model)).toBe(room < Infinity);
      expect(buffersGrow(model)).toBe(grows);
      expect(isExactTso(model)).toBe(exact);
    }
  });

  it('is all that is asked: only src/memory looks at the data of a model', () => {
    const looks = /\b(?:buffering|entriesPerLocation|Buffering)\b/;
    const own = (path: string): boolean =>
      path.startsWith('src/memory/') || path.endsWith('/questions.test.ts');
    const files = [...readTree(root, ['src', 'passes', 'tools', 'test'])].filter(([path]) => !own(path));
    const looking = files.filter(([, text]) => looks.test(codeOf(text))).map(([path]) => path);
    expect(files.length).toBeGreaterThan(1000);
    expect(looking).toEqual([]);
    expect(looks.test(codeOf("if (model.buffering === 'none') return; // why"))).toBe(true);
    expect(looks.test(codeOf('const { buffering } = model;'))).toBe(true);
    expect(looks.test(codeOf("it('store buffering', () => 1); // load buffering\n/** of buffering */"))).toBe(
      false,
    );
  });
});

/** The text without comments and without what stands between quotes. */
const codeOf = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')
    .replaceAll(/\/\/.*$/gm, '');
