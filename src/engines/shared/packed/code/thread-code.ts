import type { Automaton, Edge } from '../../../../lang/program/system.js';
import { at } from '../../../../support/invariant.js';
import { byNumber } from '../../../../support/lists.js';
import type { PackedPlan, SizedPlan } from '../plan.js';
import type { Dialect } from './dialect.js';
import { edgeCode } from './edges.js';
import type { EdgeContext } from './step-writer.js';
import { rawOf, reachedCode } from './fields.js';
import { flushCode } from './flushes.js';
import { storesWait } from '../../../../memory/model-questions.js';

/**
 * The source of functions `step0`, `step1`, ...: all steps of one thread from the state in w0, w1, ... Each location
 * has a function of its own, small enough to be compiled well. `reached` is marked for every location seen.
 */
export function threadsCode(context: EdgeContext): string {
  const { threads } = context.plan.variables.system;
  return threads.map((t) => threadCode(t, context)).join('\n');
}

export const locationCount = (threads: readonly Automaton[]): number =>
  threads.reduce((n, { locations }) => n + locations.length, 0);

function threadCode(thread: Automaton, context: EdgeContext): string {
  const { plan, dialect } = context;
  const buffered = at(plan.layout.buffers, thread.id).length > 0;
  const flushes = buffered ? flushFunctions(thread, plan, dialect) : '';
  const firstLocation = at(context.firstLocations, thread.id);
  const leaving = byNumber(thread.edges, thread.locations.length, (edge) => edge.from);
  const functions = thread.locations.map((location) => {
    context.watch();
    const { id } = location;
    const longest = at(at(plan.buffers, thread.id).longest, id);
    const edges = at(leaving, id).map((e) => edgeCode(thread, e, longest, context));
    const drains =
      buffered &&
      longest > 0 &&
      (location.atomic || !context.flushesApart) &&
      (!location.atomic || plan.flushesInside || needsDraining(at(leaving, id), plan));
    const flush = drains ? `flush${thread.id}${location.atomic ? 'inside' : ''}();` : '';
    return `function at${thread.id}_${id}() { ${reachedCode(firstLocation + id)}\n${edges.join('\n')}\n${flush} }`;
  });
  const here = rawOf(at(plan.layout.locations, thread.id), (word) => `w${word}`);
  const cases = thread.locations.map(({ id }) => `case ${id}: at${thread.id}_${id}(); break;`);
  const step = `function step${thread.id}() { switch (${here}) {\n${cases.join('\n')}\n} }`;
  return [flushes, ...functions, step].join('\n');
}

function flushFunctions(thread: Automaton, plan: SizedPlan, dialect: Dialect): string {
  const name = `flush${thread.id}`;
  const inside = thread.locations.some((l) => l.atomic)
    ? flushCode(`${name}inside`, thread, true, plan, dialect)
    : '';
  return `${flushCode(name, thread, false, plan, dialect)}\n${inside}`;
}

/**
 * Whether a thread in an atomic section flushes here. An own flush does not change what the thread reads (its newest
 * entry for a cell, or that entry in memory), nobody else looks on, and a flush that is enabled stays so: flushes
 * can be put off to the end of the section, except before an action that waits for room or an empty buffer, that would
 * go over the bound, or that writes to memory past the buffer.
 */
export function needsDraining(leaving: readonly Edge[], plan: PackedPlan): boolean {
  const needRoom = storesWait(plan.model) || plan.bound !== null;
  return leaving.some(({ actions }) =>
    actions.some(
      (a) =>
        a.kind === 'lock' ||
        (a.kind === 'fence' && a.fence === 'full') ||
        (a.kind === 'store' && (a.locked || needRoom)),
    ),
  );
}
