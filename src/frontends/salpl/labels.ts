import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { SalplProcess } from './file.js';
import type { NestedStatement, Nodes } from './nesting.js';

/** Labels are numbers in the source; an `L` makes names of them. */
export const labelText = (label: Word): string => `L${label.text}`;

export const hasLabel = (nodes: Nodes, label: string): boolean =>
  [...walk(nodes, [])].some(({ node }) => node.label?.text === label);

/** Reports labels that are there twice, and jumps to nowhere or into an atomic block from outside of it. */
export function checkLabels(process: SalplProcess, bag: DiagnosticBag): void {
  const places = [...walk(process.body, [])];
  const labels = new Map<string, readonly NestedStatement[]>();
  for (const { node, within } of places) {
    if (node.label === null) continue;
    const { text, span } = node.label;
    if (labels.has(text))
      bag.report('E202', span, `process ${process.number.text} has the label ${text} twice`);
    labels.set(text, within);
  }
  for (const { node, within } of places) {
    if (node.kind === 'goto') checkJump(node.target, within, labels, process, bag);
  }
}

function checkJump(
  target: Word,
  within: readonly NestedStatement[],
  labels: ReadonlyMap<string, readonly NestedStatement[]>,
  process: SalplProcess,
  bag: DiagnosticBag,
): void {
  const blocks = labels.get(target.text);
  if (blocks === undefined) {
    const hint =
      labels.size === 0
        ? 'A label stands before a statement: 1: nop;'
        : `Its labels are ${[...labels.keys()].join(', ')}.`;
    bag.report('E203', target.span, `process ${process.number.text} has no label ${target.text}`, hint);
  } else if (!blocks.every((block) => within.includes(block))) {
    bag.report(
      'E403',
      target.span,
      `label ${target.text} is inside an atomic block`,
      'Jump to its begin_atomic.',
    );
  }
}

/** Every node with the atomic blocks around it. */
function* walk(
  nodes: Nodes,
  within: readonly NestedStatement[],
): Generator<{ node: NestedStatement; within: readonly NestedStatement[] }> {
  for (const node of nodes) {
    yield { node, within };
    if (node.kind === 'if') {
      yield* walk(node.then, within);
      yield* walk(node.else, within);
    } else if (node.kind === 'atomic') yield* walk(node.body, [...within, node]);
  }
}
