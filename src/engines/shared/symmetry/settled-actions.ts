import { shared } from '../../../lang/expr/expr.js';
import { unordered } from './unordered.js';
import type { Action } from '../../../lang/program/system.js';
import { assertNever } from '../../../support/invariant.js';

/** The same action with its expressions in the form in which they are compared. */
export function settledAction(action: Action): Action {
  switch (action.kind) {
    case 'assume':
    case 'assert':
      return { ...action, cond: unordered(action.cond) };
    case 'assign':
      return { ...action, value: unordered(action.value) };
    case 'store': {
      const place = unordered(shared(action.shared, action.index));
      const index = place.kind === 'shared' ? place.index : action.index;
      return { ...action, index, value: unordered(action.value) };
    }
    case 'fence':
    case 'lock':
    case 'havoc':
      return action;
    default:
      return assertNever(action);
  }
}

/** Of actions in that form. */
export function isSameAction(a: Action, b: Action): boolean {
  switch (a.kind) {
    case 'assume':
      return b.kind === 'assume' && a.cond === b.cond;
    case 'assert':
      return b.kind === 'assert' && a.cond === b.cond && a.property === b.property;
    case 'assign':
      return b.kind === 'assign' && a.local === b.local && a.value === b.value;
    case 'store':
      return (
        b.kind === 'store' &&
        a.shared === b.shared &&
        a.index === b.index &&
        a.value === b.value &&
        a.locked === b.locked
      );
    case 'havoc':
      return b.kind === 'havoc' && a.local === b.local;
    case 'fence':
      return b.kind === 'fence' && a.fence === b.fence;
    case 'lock':
      return b.kind === 'lock';
    default:
      return assertNever(a);
  }
}
