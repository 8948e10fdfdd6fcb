import { assertNever } from '../../support/invariant.js';
import type { Expr } from '../expr/expr.js';
import type { LocalId } from '../expr/ids.js';
import type { Action } from './system.js';

/** The expressions that an action evaluates, in order. */
export function expressionsRead(action: Action): readonly Expr[] {
  switch (action.kind) {
    case 'assume':
    case 'assert':
      return [action.cond];
    case 'assign':
      return [action.value];
    case 'store':
      return action.index === null ? [action.value] : [action.index, action.value];
    case 'fence':
    case 'lock':
    case 'havoc':
      return [];
    default:
      return assertNever(action);
  }
}

/** A store that goes through the buffer, if the memory model has one. */
export const isBufferedStore = (action: Action): boolean => action.kind === 'store' && !action.locked;

/** Waits until the own buffer is empty. */
export const waitsForBuffer = (action: Action): boolean =>
  action.kind === 'lock' || (action.kind === 'fence' && action.fence === 'full');

export function localWritten(action: Action): LocalId | null {
  return action.kind === 'assign' || action.kind === 'havoc' ? action.local : null;
}
