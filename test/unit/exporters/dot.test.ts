import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { dot } from '../../../src/exporters/dot.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { exportRequest } from '../../support/export-request.js';
import { Random, generateProgram, languageOptions } from '../../support/generate/generate-program.js';
import { golden } from '../../support/golden.js';
import { parseFp } from '../../support/parse-fp.js';

golden('exporters/dot', 'dot', ({ path, text }) =>
  dot.run(exportRequest(parseFp(text, path.replace('.fp', '')), sc, path)),
);

const hasDot = spawnSync('dot', ['-V']).status === 0;
const describeWithDot = hasDot ? describe : describe.skip;

const graphs = Array.from({ length: 30 }, (_, seed) => {
  const program = generateProgram(new Random(seed), languageOptions);
  return exportRequest(program, seed % 3 === 0 ? tso : sc, `generated "${seed}".fp`);
});

describe('export to dot', () => {
  it('has the syntax of dot, and a node and an arrow for each place and step', () => {
    for (const request of graphs) {
      const { nodes, edges } = readDot(dot.run(request));
      const { threads } = request.system;
      expect(nodes).toEqual(
        new Set(threads.flatMap((t, i) => t.locations.map((place) => `t${i}_${place.id}`))),
      );
      const arrows = threads.flatMap((t, i) => t.edges.map((e) => `t${i}_${e.from} t${i}_${e.to}`));
      expect(edges).toEqual(arrows);
    }
  });

  it('escapes quotes and backslashes', () => {
    const request = exportRequest(parseFp('thread P { A: skip; }'), sc, 'a "b" \\ c.fp');
    expect(dot.run(request)).toContain('digraph "a \\"b\\" \\\\ c.fp" {');
  });
});

describeWithDot(`dot${hasDot ? '' : ' (skipped: no dot here)'}`, () => {
  it('draws the exports', () => {
    for (const request of graphs) {
      const { status, stderr } = spawnSync('dot', ['-Tcanon'], { input: dot.run(request), encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    }
  });
});

/** Reads the part of the dot language that the export uses; throws at anything else. */
function readDot(text: string): { readonly nodes: ReadonlySet<string>; readonly edges: readonly string[] } {
  const string = String.raw`"(?:[^"\\\n]|\\.)*"`;
  const value = String.raw`(?:${string}|[A-Za-z_]\w*|[0-9]+)`;
  const attributes = String.raw`\[\w+=${value}(?:, \w+=${value})*\]`;
  const forms = {
    open: new RegExp(String.raw`^(?:digraph ${string}|subgraph cluster_\d+) \{$`),
    close: /^\}$/,
    setting: new RegExp(String.raw`^\w+=${value};$`),
    defaults: new RegExp(String.raw`^(?:node|edge) ${attributes};$`),
    node: new RegExp(String.raw`^(t\d+_\d+) ${attributes};$`),
    edge: new RegExp(String.raw`^(t\d+_\d+) -> (t\d+_\d+) ${attributes};$`),
  };
  const nodes = new Set<string>();
  const edges: string[] = [];
  let depth = 0;
  for (const line of text
    .replace(/^\/\*[\s\S]*?\*\/\n/, '')
    .trimEnd()
    .split('\n')
    .map((l) => l.trim())) {
    const node = forms.node.exec(line);
    const edge = forms.edge.exec(line);
    if (node !== null) nodes.add(node[1] ?? '');
    else if (edge !== null) edges.push(`${edge[1] ?? ''} ${edge[2] ?? ''}`);
    else if (forms.open.test(line)) depth++;
    else if (forms.close.test(line)) depth--;
    else if (!forms.setting.test(line) && !forms.defaults.test(line)) throw new Error(`not dot: ${line}`);
  }
  if (depth !== 0) throw new Error('the braces do not match');
  return { nodes, edges };
}
