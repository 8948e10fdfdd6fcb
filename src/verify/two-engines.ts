import { Unsupported } from '../diagnostics/diagnostic.js';
import { sharedReads } from '../ir/expr.js';
import type { Property } from '../ir/program.js';
import type { Automaton, Edge } from '../ir/system.js';
import { isBufferedStore } from '../ir/actions.js';
import { runPipeline } from '../pass/run.js';
import { atomicOf } from './decision.js';
import type { Decision, Question } from './decision.js';

/**
 * Where store buffers may grow without end, a search of all states has none. So with `--engine auto` the explicit engine,
 * whose counterexamples are the shortest, gets little room there, and what it leaves open goes to the dual engine, whose
 * buffers have no bound.
 */

/** Up to a million states. */
const firstMB = 32;

const gaveUp: ReadonlySet<string> = new Set(['memory', 'overflow']);

export async function decideByTwo(
  question: Question,
  explicitly: (question: Question) => Promise<Decision | null>,
  dually: (question: Question) => Promise<Decision>,
): Promise<Decision | null> {
  const { limits, properties } = question;
  if (!suits(question)) return explicitly(question);
  const memoryMB = Math.min(limits.memoryMB ?? Infinity, firstMB);
  const first = await explicitly({ ...question, limits: { ...limits, memoryMB } });
  if (first === null) return null;
  const open = new Set(
    first.properties.flatMap((p) => (p.reason !== null && gaveUp.has(p.reason) ? [p.name] : [])),
  );
  const left = properties.filter((p) => open.has(p.name) && isOfDual(p));
  const second = left.length === 0 ? null : await orNothing(dually({ ...question, properties: left }));
  const found = second === null ? first : joined(first, second);
  // What the dual engine does not take, and what it takes no longer, gets all the room that there is.
  const stillOpen = found.properties.some((p) => open.has(p.name) && p.verdict === 'unknown');
  if (!stillOpen || found.properties.some((p) => p.reason === 'timeout')) return found;
  if (limits.memoryMB === memoryMB) return found;
  const last = await explicitly(question);
  return last === null ? null : joined(found, last);
}

/** Null for what the dual engine refuses. */
async function orNothing(decision: Promise<Decision>): Promise<Decision | null> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** The first decision, with answers of the second where it has none. */
function joined(first: Decision, second: Decision): Decision {
  const answers = new Map(second.properties.map((p) => [p.name, p] as const));
  const properties = first.properties.map((p) => (p.verdict === 'unknown' ? (answers.get(p.name) ?? p) : p));
  const all = properties.every((p, i) => p === first.properties[i]);
  if (all) return first;
  return {
    ...second,
    properties,
    warnings: [...first.warnings, ...second.warnings],
    remarks: [...first.remarks, ...second.remarks],
  };
}

/** Whether the explicit engine may have no end, and the dual engine may have an answer. */
function suits(question: Question): boolean {
  const { options, program, properties, hooks } = question;
  const { model, bound, havocRange, procs } = options;
  if (model.buffering !== 'fifo' || model.entriesPerLocation !== null) return false;
  if (bound !== null || havocRange !== null || procs === 'any' || !properties.some(isOfDual)) return false;
  if (program.shared.some(({ buffered }) => buffered === false)) return false;
  const context = { procs, model, ...atomicOf(question) };
  const { system } = runPipeline(hooks.pipelines.automata, program, context);
  return system.threads.some(mayBufferForEver);
}

function isOfDual(property: Property): boolean {
  switch (property.kind) {
    case 'invariant':
      return sharedReads(property.formula).length === 0;
    case 'final':
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return true;
    case 'ltl':
    case 'never':
    case 'deadlock':
      return false;
  }
}

/** Whether the thread can come from a store to the same store again without having waited for its buffer. */
function mayBufferForEver({ edges }: Automaton): boolean {
  const waits = (edge: Edge): boolean =>
    edge.actions.some((a) => a.kind === 'lock' || (a.kind === 'fence' && a.fence === 'full'));
  const free = edges.filter((edge) => !waits(edge));
  const next = new Map<number, number[]>();
  for (const { from, to } of free) next.set(from, [...(next.get(from) ?? []), to]);
  return free.some((edge) => edge.actions.some(isBufferedStore) && reaches(next, edge.to, edge.from));
}

function reaches(next: ReadonlyMap<number, readonly number[]>, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const here of seen) {
    if (here === to) return true;
    for (const there of next.get(here) ?? []) seen.add(there);
  }
  return false;
}
