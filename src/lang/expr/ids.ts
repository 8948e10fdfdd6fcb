import type { Brand } from '../../support/brand.js';

/** Each id is the index of its object in the program's list of that kind. */
export type SharedId = Brand<number, 'SharedId'>;
export type LocalId = Brand<number, 'LocalId'>;
export type ThreadId = Brand<number, 'ThreadId'>;
/** A bound instance variable of a `forall`; unique in a program. */
export type BinderId = Brand<number, 'BinderId'>;
/** A control location of one thread's automaton. */
export type LocationId = Brand<number, 'LocationId'>;
/** An edge of one thread's automaton. */
export type EdgeId = Brand<number, 'EdgeId'>;
/** A memory cell: a shared scalar or one element of a shared array (see system.ts). */
export type CellId = Brand<number, 'CellId'>;

/** A variable of a Boolean program. */
export type BooleanId = Brand<number, 'BooleanId'>;
/** A command of one thread of a Boolean program. */
export type CommandId = Brand<number, 'CommandId'>;

/** An index of the symbols of an array system. */
export type SymbolId = Brand<number, 'SymbolId'>;

export const sharedId = (n: number): SharedId => n as SharedId;
export const localId = (n: number): LocalId => n as LocalId;
export const threadId = (n: number): ThreadId => n as ThreadId;
export const binderId = (n: number): BinderId => n as BinderId;
export const locationId = (n: number): LocationId => n as LocationId;
export const edgeId = (n: number): EdgeId => n as EdgeId;
export const cellId = (n: number): CellId => n as CellId;
export const booleanId = (n: number): BooleanId => n as BooleanId;
export const commandId = (n: number): CommandId => n as CommandId;
export const symbolId = (n: number): SymbolId => n as SymbolId;
