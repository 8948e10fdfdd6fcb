import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { assert, constantFrom, json, property, string } from 'fast-check';
import { drawnGraph } from '../../../src/report/page/graph-layout.js';
import { markup, scriptData } from '../../../src/report/page/markup.js';
import { pageText } from '../../../src/report/page/page-frame.js';

describe('pieces of pages', () => {
  it('hold texts that end no element and no attribute', () => {
    const nasty = string({ unit: constantFrom(...'<>&"\'/!-\u0000a`$', '</script>') });
    assert(
      property(nasty, (text) => {
        const { text: piece } = markup`<p title="${text}">${text}</p>`;
        const inner = piece.slice('<p title="'.length, -'</p>'.length);
        expect(inner.split('">')).toHaveLength(2);
        expect(inner.replace('">', '')).not.toMatch(/[<>"'\u0000]|&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
    );
  });

  it('hold data that a script reads again, and that ends no script', () => {
    assert(
      property(json(), (text) => {
        const data: unknown = JSON.parse(text);
        expect(JSON.parse(scriptData({ data, end: '</script><!--\u2028' }))).toEqual({
          data,
          end: '</script><!--\u2028',
        });
        expect(scriptData([data, '</script><!--\u2028'])).not.toMatch(/[<>\u2028]/);
      }),
    );
  });
});

describe('a page', () => {
  it('names its script and style by their hashes, and allows nothing else', () => {
    const assets = { script: 'let a = 1 < 2;', style: 'p { color: red }' };
    const page = pageText({ title: '<b>', body: markup`<p>${'x'}</p>`, data: null }, assets);
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(assets.script)}'`,
      `style-src 'sha256-${hash(assets.style)}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page).toContain('<title>&lt;b&gt;</title>');
  });
});

describe('a graph', () => {
  it('has each node within its frame, apart from the others, and each edge between its ends', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, lines: [id.repeat(9)], style: '', mark: null }));
    const ends = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['a', 'd'],
      ['d', 'd'],
      ['a', 'b'],
    ] as const;
    const edges = ends.map(([from, to]) => ({ from, to, lines: [`${from}<${to}`], style: '' }));
    const { text } = drawnGraph({ title: 'a graph', direction: 'TB', nodes, edges });
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(text) ?? [];
    const boxes = [
      ...text.matchAll(/class="node "><rect x="([\d.]+)" y="([\d.]+)" width="(\d+)" height="(\d+)"/g),
    ].map(([, ...numbers]) => numbers.map(Number));
    expect(boxes).toHaveLength(4);
    for (const [x = -1, y = -1, w = 0, h = 0] of boxes) {
      expect(x >= 0 && y >= 0 && x + w <= Number(width) && y + h <= Number(height)).toBe(true);
      const others = boxes.filter(([a, b]) => a !== x || b !== y);
      expect(others).toHaveLength(3);
      expect(
        others.every(([a = 0, b = 0, c = 0, d = 0]) => x + w <= a || a + c <= x || y + h <= b || b + d <= y),
      ).toBe(true);
    }
    expect(text.match(/class="edge "/g)).toHaveLength(6);
    expect(text).toContain('a&lt;b');
    expect(text).not.toMatch(/NaN|undefined/);
  });
});
