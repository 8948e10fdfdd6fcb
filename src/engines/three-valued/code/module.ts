import { at } from '../../../support/invariant.js';
import { delivered, list } from '../../shared/generated-code.js';
import type { StateStore } from '../../shared/state-store.js';
import { storeCode } from '../../shared/store-code.js';
import type { ThreadGraph } from '../thread-graph.js';
import { shapeOf } from '../formula-shapes.js';
import type { ThreeValuedPlan } from '../search-plan.js';
import { chainSource } from './chains.js';
import { ChainWriter, Constants } from './chain-writer.js';
import { evaluate } from './conditions.js';
import { tableCode } from './tables.js';

export type ChainFunction = (frames: Int32Array, from: number, to: number) => number;

/** What the generated code offers. */
export interface Module {
  /** By thread, node, place in the node's list. */
  readonly chains: readonly (readonly (readonly ChainFunction[])[])[];
  /** Puts the state whose counters are in `P` and whose planes are at S[q] into the store. */
  add(parent: number, P: Int32Array, S: Int32Array, q: number): void;
  /** The words that `add` would store. */
  wordsOf(P: Int32Array, S: Int32Array, q: number): readonly number[];
  /** Reads a state of the store back. */
  load(id: number, P: Int32Array, S: Int32Array, p: number): void;
  /** Notes that the node was come to with the frame at S[q]; false: not for the first time since `forget`. */
  visit(node: number, S: Int32Array, q: number): boolean;
  forget(): void;
  sync(): void;
}

export interface ModuleParts extends ThreeValuedPlan {
  readonly states: StateStore;
  readonly inside: StateStore;
  /** Hears of each new state in which the property does not certainly hold. */
  readonly violated: (id: number) => void;
  /** Of a property of final states: hears of each. */
  readonly ended: () => void;
}

export function compileModule(parts: ModuleParts): Module {
  const constants = new Constants();
  const { program, tuning, layout, cone, exact } = parts;
  const code = { program, tuning, layout, cone, constants, exact };
  const bodies = parts.graphs.flatMap(({ thread, nodes }) =>
    nodes.flatMap(({ chains }) => chains.map((chain) => chainSource(thread, chain, code))),
  );
  // Chains that do the same share a function.
  const functions = new Map([...new Set(bodies)].map((body, i) => [body, `chain${i}`] as const));
  const property = propertySource(parts, constants);
  const tables = constants.values.map((_, i) => `K${i} = tables[${i}]`).join(', ');
  const text = [
    `'use strict';`,
    `const G = new Int32Array(${2 * layout.places.length + 64});`,
    tables === '' ? '' : `const ${tables};`,
    tableCode,
    storeSource(parts),
    property,
    ...[...functions].map(([body, name]) => `function ${name}(S, p, q) {\n${body}\n}`),
    `deliver({ chains: [${bodies.map((body) => functions.get(body)).join(', ')}], add, wordsOf, load, visit, forget: inside_clear, sync: states_sync });`,
  ].join('\n');
  const { states, inside, violated, ended } = parts;
  const scope = { states, inside, tables: constants.values, violated, ended };
  return withChains(parts.graphs, delivered(text, scope, []));
}

type Delivered = Omit<Module, 'chains'> & { readonly chains: readonly ChainFunction[] };

function withChains(graphs: readonly ThreadGraph[], made: Delivered): Module {
  let next = 0;
  const chains = graphs.map((graph) =>
    graph.nodes.map((node) => node.chains.map(() => at(made.chains, next++))),
  );
  return { ...made, chains };
}

function storeSource({ layout, counters }: ModuleParts): string {
  const { storedWords, frameWords } = layout;
  const words = counters.words + 2 * storedWords;
  const stored = [
    ...list(counters.words, (i) => `P[${i}]`),
    ...list(storedWords, (i) => `S[q + ${i}]`),
    ...list(storedWords, (i) => `S[q + ${frameWords + i}]`),
  ];
  const planes = list(2 * frameWords, (i) => `S[q + ${i}]`);
  const base = list(words, (i) => `c[o + ${i}]`);
  const restore = [
    ...list(counters.words, (i) => `P[${i}] = ${at(base, i)};`),
    ...list(storedWords, (i) => `S[p + ${i}] = ${at(base, counters.words + i)};`),
    ...list(storedWords, (i) => `S[p + ${frameWords + i}] = ${at(base, counters.words + storedWords + i)};`),
  ];
  return `
${storeCode('states', words, 'inspect')}
${storeCode('inside', 1 + 2 * frameWords, null)}
function add(parent, P, S, q) { states_add(${['parent', ...stored].join(', ')}); }
function wordsOf(P, S, q) { return [${stored.join(', ')}]; }
function load(id, P, S, p) {
  const c = states_chunks[id >>> 16], o = (id & 65535) * ${words};
  ${restore.join('\n  ')}
}
function visit(node, S, q) {
  const before = inside_count;
  inside_add(${['-1', 'node', ...planes].join(', ')});
  return inside_count !== before;
}`;
}

/** `inspect(id, ...words)`, called for each new state. */
function propertySource(
  { program, graphs, tuning, layout, counters }: ModuleParts,
  constants: Constants,
): string {
  const { storedWords } = layout;
  const words = counters.words + 2 * storedWords;
  const params = ['id', ...list(words, (i) => `a${i}`)].join(', ');
  const { property } = program;
  if (property === null) return `function inspect(${params}) {}`;
  // The property is read from the words of the state, whatever else a frame may have.
  const out = new ChainWriter({ ...layout, frameWords: 0 }, constants, tuning);
  const { holds } = evaluate(shapeOf(property.condition), out, (thread, label) =>
    counters.isAt(thread, label, (word) => `a${word}`),
  );
  const active =
    property.kind === 'always'
      ? 'true'
      : graphs
          .filter((g) => g.thread !== 0)
          .map((g) => counters.hasEnded(g, (word) => `a${word}`))
          .join(' && ');
  const loads = list(storedWords, (i) => i)
    .filter((i) => out.isLoaded(i))
    .map((i) => `T${i} = a${counters.words + i}; F${i} = a${counters.words + storedWords + i};`);
  return `function inspect(${params}) {
if (!(${active === '' ? 'true' : active})) return;
${property.kind === 'final' ? 'ended();' : ''}
${out.text(loads)}
if (!(${holds})) violated(id);
}`;
}
