import { sharedReads } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Program } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';

/** Who takes part: a fixed list of threads, which are the processes #1, #2, ..., or kinds of processes. */
export interface Cast {
  /** Without a `process` in the program. */
  readonly isFixed: boolean;
  /** By ThreadId. */
  readonly members: readonly Member[];
  /** Whether there is a process that does nothing, through whose eyes properties see main memory. */
  readonly hasBystander: boolean;
}

export interface Member {
  readonly id: ThreadId;
  readonly name: string;
  /** Of any number of identical ones. */
  readonly isProcess: boolean;
}

export function castOf({ threads, properties }: Program): Cast {
  return {
    isFixed: threads.every((t) => t.instances.kind === 'one'),
    members: threads.map(({ id, name, instances }) => ({ id, name, isProcess: instances.kind === 'any' })),
    hasBystander: properties.some((p) => p.kind === 'invariant' && sharedReads(p.formula).length > 0),
  };
}

/** Whether all processes of the system are of one kind. */
export const isUniform = ({ isFixed, members, hasBystander }: Cast): boolean =>
  !isFixed && members.length === 1 && !hasBystander;

export const memberOf = ({ members }: Cast, id: ThreadId): Member => at(members, id);
