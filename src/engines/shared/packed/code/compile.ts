import type { Property } from '../../../../lang/program/program.js';
import type { System } from '../../../../lang/program/system.js';
import { delivered, list } from '../../generated-code.js';
import { StateStore } from '../../state-store.js';
import type { Converter } from '../../state-store.js';
import { storeCode } from '../../store-code.js';
import { settleCode, settling } from '../../symmetry/settle-code.js';
import { invariant } from '../../../../support/invariant.js';
import type { PartialOrders } from '../por/partial-orders.js';
import { reducedRunCode } from '../por/reduced-loop.js';
import { StepChooser } from '../por/step-chooser.js';
import type { PackedLayout } from '../layout.js';
import { converterCode } from '../packing.js';
import type { SizedPlan } from '../plan.js';
import type { Dialect, RawStep } from './dialect.js';
import { graphCode, graphDialect } from './graph-code.js';
import type { GraphParts } from './graph-code.js';
import { faultNames, reducedDialect, searchDialect, traceDialect } from './dialect.js';
import { Helpers, expressionPrelude } from './helper-code.js';
import { inspectCode } from './property-code.js';
import { ownTable, runCode } from './run-loop.js';
import type { LoopTable } from './run-loop.js';
import type { EdgeContext } from './step-writer.js';
import { locationCount, threadsCode } from './thread-code.js';

/** What generated code tells while it runs; all of it is rare. */
export interface Listener {
  /**
   * A value does not fit into the field of a variable; or (variable -1) thread `value` has no room in its buffer. True:
   * room will be made; false: that is impossible, and the path is cut.
   */
  grow(variable: number, value: number): boolean;
  /** The bound cut a path. */
  overflow(): void;
  /** A value is beyond what is computed with: of an expression in this line; 0: of a formula. */
  limited(line: number): void;
}

export interface SearchListener extends Listener {
  /** By a step from the state that is being expanded. */
  violated(event: number): void;
  stateViolated(property: number, id: number): void;
  final(id: number): void;
  /** Nobody can step in this state. */
  stuck(id: number): void;
}

export interface CompiledSearch {
  add(words: readonly number[]): void;
  /**
   * Expands states in order until none is left, or about `budget` steps were taken, or `grow` was called; true: or there were
   * more than `most` states.
   */
  run(budget: number, most: number): boolean;
  /** Begins once more with the state that it stopped in. */
  restart(): void;
  /** The number of states that are fully expanded. */
  expanded(): number;
  /** The faults that some step might have, by number. */
  readonly faults: ReadonlySet<number>;
  /** Steps since the last call. */
  takeMoves(): number;
}

export interface TraceListener extends Listener {
  arrive(inside: boolean, step: RawStep, words: readonly number[]): void;
  violated(event: number, step: RawStep): void;
  /** Whether the search for a step is over. */
  found(): boolean;
}

export interface CompiledTrace {
  /** All steps of a thread from the state with these words. */
  step(thread: number, words: readonly number[]): void;
  /** The words of the state with its threads in order. */
  settled(words: readonly number[]): readonly number[];
  /** Of the state that was settled last, or that `arrive` tells of: by group, the place that each member was put to. */
  turn(): readonly (readonly number[])[];
}

/** The names of what a step may violate, by event number. */
export function eventNames(system: System): readonly string[] {
  const asserts = system.threads.flatMap((t) =>
    t.edges.flatMap((e) => e.actions.flatMap((a) => (a.kind === 'assert' ? [a.property] : []))),
  );
  return [...faultNames, ...new Set(asserts)];
}

export interface SearchParts {
  readonly plan: SizedPlan;
  readonly properties: readonly Property[];
  readonly collectFinals: boolean;
  readonly states: StateStore;
  readonly live: Uint8Array;
  readonly reached: Uint8Array;
  /** The first state to expand. */
  readonly start: number;
  readonly listener: SearchListener;
  /** Not null: the graph of states is kept, and `stuck` is not told. */
  readonly graph: GraphParts | null;
  /** Not null: orders of steps that make no difference are left out. Only where no graph is kept. */
  readonly orders: PartialOrders | null;
  /** For the making of long code. */
  readonly watch: () => void;
}

/** How a generated search keeps its states. */
export interface TableCode extends LoopTable {
  /** The source of `S_add(parent, a0, a1, ...)` and `S_sync()`; for a new state it calls `onNew(id, a0, a1, ...)`. */
  readonly store: (words: number, onNew: string | null) => string;
  /** The source of an object with what the search can be told. */
  readonly delivers: string;
}

const growingTable: TableCode = {
  ...ownTable,
  store: (words, onNew) => storeCode('S', words, onNew),
  delivers:
    '{ run, restart, add(words) { add(settled(words)); }, expanded() { return next; }, takeMoves() { const m = moves; moves = 0; before -= m; return m; } }',
};

export interface SearchSource {
  /** With S (the table), M (a StateStore), G (the graph), live, reached and env in its scope. */
  readonly source: string;
  /** What is in its scope besides. */
  readonly scope: Readonly<Record<string, unknown>>;
  /** Of a state inside an atomic section, in M. */
  readonly insideWords: number;
  readonly faults: ReadonlySet<number>;
}

export function searchSource(
  parts: Pick<SearchParts, 'plan' | 'properties' | 'collectFinals' | 'start' | 'graph' | 'orders' | 'watch'>,
  table: TableCode,
): SearchSource {
  const { plan, start, graph, orders } = parts;
  invariant(graph === null || orders === null, 'a graph has all steps');
  const { threads } = plan.variables.system;
  const helpers = new Helpers();
  const faults = new Set<number>();
  const inspect = inspectCode(parts.properties, parts.collectFinals, plan, helpers);
  const { words } = plan.layout;
  const settle = settleCode(plan, false);
  // For the states inside the atomic section that is being explored, with a word for the marks that are collected there.
  const insideWords = graph === null ? words : words + 1;
  const source = [
    prelude(words),
    `let cur = 0, next = ${start}, phase = 0, before = 0, slice = 0, more = false, budget = 0;`,
    table.store(words, inspect === null ? null : 'inspect'),
    storeCode('M', insideWords, null),
    settle.source,
    body(plan, searchDialectOf(parts), {
      helpers,
      faults,
      flushesApart: orders !== null,
      watch: parts.watch,
    }),
    inspect ?? '',
    graph === null ? '' : `let wf = 0; ${graphCode(graph, plan, helpers)}`,
    helpers.source(),
    orders === null
      ? runCode(
          words,
          threads.map((t) => t.locations.some((l) => l.atomic)),
          graph !== null,
          table,
        )
      : reducedRunCode(plan, orders, table),
    `deliver(${table.delivers});`,
  ].join('\n');
  return { source, scope: settle.scope, insideWords, faults };
}

export function compileSearch(parts: SearchParts): CompiledSearch {
  const { source, scope, insideWords, faults } = searchSource(parts, growingTable);
  const { states: S, live, reached, listener, graph, orders } = parts;
  const M = new StateStore(insideWords, S.memoryLimit);
  const choose = orders === null ? undefined : new StepChooser(orders);
  const all = { S, M, G: graph?.graph, live, reached, env: listener, orders, choose, ...scope };
  return { ...delivered<Omit<CompiledSearch, 'faults'>>(source, all, []), faults };
}

function searchDialectOf({ graph, orders }: Pick<SearchParts, 'graph' | 'orders'>): Dialect {
  if (graph !== null) return graphDialect(graph.marks, searchDialect);
  return orders === null ? searchDialect : reducedDialect;
}

/** Evaluates invariants in a state, and final conditions where all threads have ended, as a search does in each new state. */
export function compileInspection(
  plan: SizedPlan,
  properties: readonly Property[],
  live: Uint8Array,
  listener: Pick<SearchListener, 'stateViolated' | 'limited'>,
): (id: number, words: readonly number[]) => void {
  const helpers = new Helpers();
  const inspect = inspectCode(properties, false, plan, helpers) ?? 'function inspect() {}';
  const source = [
    `'use strict';${expressionPrelude}`,
    inspect,
    helpers.source(),
    'deliver(function (id, words) { inspect(id, ...words); });',
  ].join('\n');
  return delivered(source, { live, env: listener }, []);
}

export function compileTrace(plan: SizedPlan, listener: TraceListener): CompiledTrace {
  const { words } = plan.layout;
  const helpers = new Helpers();
  const settle = settleCode(plan, true);
  const count = plan.variables.system.threads.length;
  const source = [
    prelude(words),
    settle.source,
    body(plan, traceDialect, { helpers, faults: new Set(), flushesApart: false, watch: () => undefined }),
    helpers.source(),
    `function step(thread, words) { [${wordList(words)}] = words; switch (thread) {`,
    ...list(count, (t) => `case ${t}: step${t}(); break;`),
    '} }',
    `deliver({ step, settled, turn() { return [${plan.groups.map((_, g) => `[...T${g}]`).join(', ')}]; } });`,
  ].join('\n');
  const reached = new Uint8Array(locationCount(plan.variables.system.threads));
  return delivered(source, { reached, env: listener, ...settle.scope }, []);
}

/** Carries states from one layout to a roomier one. */
export function compileConverter(from: PackedLayout, to: PackedLayout): Converter {
  const convert = `function convert(source, from, target, to) {\n${converterCode(from, to)}\n}`;
  return delivered(`'use strict';\n${convert}\ndeliver(convert);`, {}, []);
}

const wordList = (words: number): string => list(words, (i) => `w${i}`).join(', ');

function prelude(words: number): string {
  const zeros = list(words, (i) => `w${i} = 0`).join(', ');
  return `'use strict';
let ${zeros}, moves = 0, halted = false;
function grow(variable, value) { if (env.grow(variable, value)) halted = true; else moves++; }
${expressionPrelude}`;
}

function body(
  plan: SizedPlan,
  dialect: Dialect,
  more: Pick<EdgeContext, 'helpers' | 'faults' | 'flushesApart' | 'watch'>,
): string {
  const { system } = plan.variables;
  const events = eventNames(system);
  const assertEvent = (property: string): number => events.indexOf(property, faultNames.length);
  const firstLocations = system.threads.map((t) => locationCount(system.threads.slice(0, t.id)));
  return threadsCode({
    plan,
    dialect: settling(plan, dialect),
    assertEvent,
    firstLocations,
    ...more,
  });
}
