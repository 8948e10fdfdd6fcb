import { diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { UnknownReason } from '../run/verdict.js';
import { someGuardHolds } from './guards.js';
import { goesAstray, named, neverBegins, neverMoves, neverSeen, noEnd } from './no-proof.js';
import type { BooleanProgram, BooleanThread } from './boolean-program.js';
import { atomsOf } from './boolean-formula.js';
import { at } from '../../support/invariant.js';

/** Whether a thread was ever at a location; by thread, then location. */
export type Reached = readonly (readonly boolean[])[];

/** Why a search that visited everything and found no violation proves nothing all the same. */
export interface NoProof {
  readonly reason: UnknownReason;
  readonly detail: string;
}

export function noProof(program: BooleanProgram, reached: Reached): NoProof | null {
  const { threads } = program;
  if (!at(at(reached, 0), at(threads, 0).end)) return { reason: 'vacuous', detail: neverBegins };
  for (const [i, thread] of threads.entries()) {
    const astray = thread.locations.find((l) => l.astray && at(at(reached, i), l.id));
    if (astray !== undefined) return { reason: 'astray', detail: goesAstray(program, i, astray.id) };
  }
  const stuck = threads.findIndex((thread, i) => i > 0 && isStuck(thread, at(reached, i)));
  const detail = stuck < 0 ? neverSeen(program) : neverMoves(program, stuck);
  return detail === null ? null : { reason: 'vacuous', detail };
}

/** For a program without any final state. */
export function neverEnds({ property }: BooleanProgram): readonly Diagnostic[] {
  if (property === null || property.kind !== 'final') return [];
  return [diagnosticOf('W603', property.span, noEnd)];
}

/**
 * Nothing at the entry waits, and yet the thread stands nowhere else when no section is under way, nor comes back to where
 * it began: every path through its first section has a dead end, or its first statement jumps to itself.
 */
function isStuck({ locations, commands, entry }: BooleanThread, reached: readonly boolean[]): boolean {
  const first = commands.filter((c) => c.from === entry);
  const moved = locations.some((l) => l.id !== entry && !l.atomic && at(reached, l.id));
  const comesBack = commands.some((c) => c.to === entry && c.from !== entry && at(reached, c.from));
  return !first.some((c) => c.fence) && someGuardHolds(first) && !moved && !comesBack;
}

/** The labels that the property speaks of and that no thread ever was at: it says less than it seems to. */
export function unreachedLabels(
  { threads, property }: BooleanProgram,
  reached: Reached,
): readonly Diagnostic[] {
  if (property === null) return [];
  const found = new Map<string, Diagnostic>();
  for (const atom of atomsOf(property.condition)) {
    if (atom.kind !== 'at') continue;
    const places = at(threads, atom.thread).locations.filter((l) => l.label === atom.label);
    if (places.length === 0 || places.some((l) => at(at(reached, atom.thread), l.id))) continue;
    const message = `${named(atom.thread)} never reaches the label ${atom.label}`;
    found.set(message, diagnosticOf('W601', at(places, 0).span, message));
  }
  return [...found.values()];
}
