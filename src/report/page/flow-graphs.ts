import { lineOf } from '../../diagnostics/span.js';
import { printAction } from '../../lang/program/print-system.js';
import type { Automaton, Edge, Location, System } from '../../lang/program/system.js';
import { drawnGraph } from './graph-layout.js';
import { markup, noMarkup } from './markup.js';
import type { Markup } from './markup.js';

/** Larger automata, and more of them, are not drawn: nobody can look at that. */
const mostSteps = 160;
const mostGraphs = 12;
/** A label is broken at so many characters. */
const labelWidth = 30;

/** The control-flow graph of each thread. */
export function flowGraphs(system: System): Markup {
  const { threads } = system;
  if (threads.length === 0) return noMarkup;
  const drawn = threads.slice(0, mostGraphs);
  const more = threads.length - drawn.length;
  return markup`<section class="graphs" aria-labelledby="graphs"><h2 id="graphs">Control flow</h2>
<p class="hint">A place for each point between two steps; with a thick border where a thread begins, dark where it has ended, dashed inside an atomic section. While a run is shown above, the places where its threads stand are filled.</p>
<div class="graph-list">${drawn.map((thread) => flowGraph(thread, system))}</div>
${more > 0 ? markup`<p>${more} more threads are not drawn.</p>` : noMarkup}</section>
`;
}

function flowGraph(thread: Automaton, system: System): Markup {
  const { name, locations, edges } = thread;
  const title = `Control flow of ${name}: ${locations.length} places, ${edges.length} steps`;
  if (edges.length > mostSteps)
    return markup`<figure><figcaption>${name}</figcaption><p>${edges.length} steps: too many to draw.</p></figure>`;
  const reached = new Set([thread.entry, ...edges.flatMap(({ from, to }) => [from, to])]);
  const graph = drawnGraph({
    title,
    direction: 'TB',
    nodes: locations
      .filter(({ id }) => reached.has(id))
      .map((place) => ({
        id: String(place.id),
        lines: [place.labels.length === 0 ? String(place.id) : `${place.id} ${place.labels.join(' ')}`],
        style: styleOf(thread, place),
        mark: { thread: name, place: place.id },
      })),
    edges: edges.map((edge) => ({
      from: String(edge.from),
      to: String(edge.to),
      lines: labelOf(edge, thread, system),
      style: '',
    })),
  });
  return markup`<figure><figcaption>${name}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="${title}">${graph}</div></figure>
`;
}

const styleOf = ({ entry, end }: Automaton, { id, atomic }: Location): string =>
  [id === entry ? 'entry' : null, id === end ? 'end' : null, atomic ? 'atomic' : null]
    .filter((name) => name !== null)
    .join(' ');

function labelOf(edge: Edge, thread: Automaton, system: System): readonly string[] {
  const actions = edge.actions.map((action) => printAction(system, thread, action));
  const line = lineOf(edge.span);
  const told = actions.length === 0 ? ['skip'] : actions;
  const placed = told.map((text, i) => (line === null || i < told.length - 1 ? text : `${text} :${line}`));
  return placed.flatMap(broken);
}

/** At blanks, if there are any. */
function broken(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= labelWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
