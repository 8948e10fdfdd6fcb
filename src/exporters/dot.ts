import { lineOf } from '../diagnostics/span.js';
import { printExpr } from '../lang/program/print.js';
import { printAction } from '../lang/program/print-system.js';
import type { Automaton, Edge, Location, System } from '../lang/program/system.js';
import type { ExportRequest, Exporter } from './exporter.js';

/** The automata as a picture: one cluster a thread, a node for each place, an arrow for each step. */
export const dot: Exporter = {
  name: 'dot',
  hasBits: true,
  run: exportToDot,
};

function exportToDot({ system, about }: ExportRequest): string {
  const title = [
    `${about.file} (${about.memory})`,
    ...system.properties.flatMap((p) =>
      'formula' in p ? [`${p.kind} ${p.name}: ${printExpr(p.formula, system)}`] : [],
    ),
  ];
  const lines = [
    '/* Boxes are places inside atomic: while a thread stands there, no other moves. A bold circle is where a thread',
    '   begins, a double one where it has ended. Made by fencepost; to draw it: dot -Tsvg FILE.dot -o FILE.svg */',
    `digraph ${quoted([about.file])} {`,
    `  label=${leftAligned(title)};`,
    '  labelloc=b;',
    '  labeljust=l;',
    '  node [shape=ellipse, fontname="Helvetica", fontsize=11];',
    '  edge [fontname="Courier", fontsize=10];',
    ...system.threads.flatMap((thread, i) => clusterLines(thread, i, system)),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function clusterLines(thread: Automaton, number: number, system: System): readonly string[] {
  const node = (id: number): string => `t${number}_${id}`;
  const lines = [
    `label=${quoted([thread.name])};`,
    ...thread.locations.map((place) => `${node(place.id)} [${nodeAttributes(thread, place)}];`),
    ...thread.edges.map(
      (edge) =>
        `${node(edge.from)} -> ${node(edge.to)} [label=${leftAligned(edgeText(edge, thread, system))}];`,
    ),
  ];
  return [`  subgraph cluster_${number} {`, ...lines.map((line) => `    ${line}`), '  }'];
}

function nodeAttributes(thread: Automaton, { id, labels, atomic }: Location): string {
  const looks = [
    ...(atomic ? ['shape=box', 'style=filled', 'fillcolor=lightgrey'] : []),
    ...(id === thread.entry ? ['penwidth=2'] : []),
    ...(id === thread.end ? ['peripheries=2'] : []),
  ];
  return [`label=${quoted([String(id), ...labels])}`, ...looks].join(', ');
}

function edgeText(edge: Edge, thread: Automaton, system: System): readonly string[] {
  const actions = edge.actions.map((action) => printAction(system, thread, action));
  const line = lineOf(edge.span);
  return [...(actions.length === 0 ? ['skip'] : actions), ...(line === null ? [] : [`line ${line}`])];
}

const escaped = (text: string): string => text.replace(/[\\"]/g, (c) => `\\${c}`).replace(/\s+/g, ' ');

/** A label with one line a part. */
const quoted = (parts: readonly string[]): string => `"${parts.map(escaped).join('\\n')}"`;

const leftAligned = (parts: readonly string[]): string =>
  `"${parts.map((part) => `${escaped(part)}\\l`).join('')}"`;
