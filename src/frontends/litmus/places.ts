import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { threadId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { ProcessorColumn, LitmusPlace } from './ast.js';
import { memoryKey, registerKey, registerNamed, registerRank } from './names.js';
import type { Register } from './names.js';
import { reportUnknownRegister } from './operands.js';

/** A place of a condition or of the initial state whose names mean something. */
export type KnownPlace =
  | {
      readonly kind: 'register';
      readonly processor: number;
      readonly thread: ThreadId;
      readonly register: Register;
    }
  | { readonly kind: 'location'; readonly name: string };

/** Null if something was reported. */
export function resolvePlace(
  place: LitmusPlace,
  columns: readonly ProcessorColumn[],
  bag: DiagnosticBag,
): KnownPlace | null {
  const register = registerNamed(place.text);
  if (place.kind === 'location') {
    if (register === null) return { kind: 'location', name: place.text };
    bag.report(
      'E103',
      place.span,
      `the register ${place.text} needs its processor`,
      `For example: 0:${place.text}`,
    );
    return null;
  }
  const column = columns.findIndex((c) => c.processor === place.processor);
  if (column === -1) {
    bag.report('E204', place.span, `there is no processor P${place.processor} in this test`);
    return null;
  }
  if (register === null) {
    reportUnknownRegister(place.text, place.span, bag);
    return null;
  }
  return { kind: 'register', processor: place.processor, thread: threadId(column), register };
}

/** Equal for equal places. */
export const placeKey = (place: KnownPlace): string =>
  place.kind === 'location' ? memoryKey(place.name) : registerKey(place.thread, place.register);

/** As herd spells it. */
export const placeText = (place: KnownPlace): string =>
  place.kind === 'location' ? place.name : `${place.processor}:${place.register}`;

/** herd's order in a line: registers by processor, then memory by name. */
export function comparePlaces(a: KnownPlace, b: KnownPlace): number {
  if (a.kind === 'location') return b.kind === 'location' ? compareText(a.name, b.name) : 1;
  if (b.kind === 'location') return -1;
  return a.processor - b.processor || registerRank(a.register) - registerRank(b.register);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
