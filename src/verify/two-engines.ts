import { Unsupported } from '../diagnostics/diagnostic.js';
import { sharedReads } from '../ir/expr.js';
import type { Property } from '../ir/program.js';
import type { Automaton, Edge } from '../ir/system.js';
import { isBufferedStore } from '../ir/actions.js';
import { runPipeline } from '../pass/run.js';
import { growing } from './choose-engine.js';
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
  const { limits } = question;
  if (!suits(question)) return explicitly(question);
  const memoryMB = Math.min(limits.memoryMB ?? Infinity, firstMB);
  const first = await explicitly({ ...question, limits: { ...limits, memoryMB } });
  const open = first?.properties.some((p) => p.reason !== null && gaveUp.has(p.reason)) ?? false;
  if (!open) return first;
  try {
    return await dually(question);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return limits.memoryMB === memoryMB ? first : explicitly(question);
  }
}

/** Whether the dual engine can take the question, as far as can be seen, and has something that the explicit one lacks. */
function suits({ options, program, properties, hooks }: Question): boolean {
  const { model, bound, havocRange, procs } = options;
  if (model.buffering !== 'fifo' || model.entriesPerLocation !== null) return false;
  if (bound !== null || havocRange !== null || procs === 'any' || growing(program).length > 0) return false;
  if (!properties.every(isOfDual)) return false;
  const { system } = runPipeline(hooks.pipelines.automata, program, { procs, model });
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
