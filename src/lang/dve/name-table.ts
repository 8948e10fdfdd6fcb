import type { Word } from '../../diagnostics/span.js';
import type { DveProcess, DveTransition, DveType } from './dve-ast.js';

/** What the names of a model stand for; made by check-model.ts. */
export interface DveTable {
  readonly globals: ReadonlyMap<string, DveSymbol>;
  readonly processes: ReadonlyMap<string, ProcessTable>;
  /** The process that is a property; null: there is none. */
  readonly property: ProcessTable | null;
}

export interface ProcessTable {
  readonly process: DveProcess;
  readonly locals: ReadonlyMap<string, DveSymbol>;
  /** The states by name, numbered in the order of their declaration. */
  readonly states: ReadonlyMap<string, number>;
}

export type DveSymbol = VariableSymbol | ConstantSymbol | ChannelSymbol;

export interface VariableSymbol {
  readonly kind: 'variable';
  readonly name: Word;
  readonly type: DveType;
  /** Null: not an array. */
  readonly length: number | null;
  /** One value, or one a cell; wrapped to the type. */
  readonly initial: readonly bigint[];
  /** An array whose cells never change. */
  readonly isConst: boolean;
}

export interface ConstantSymbol {
  readonly kind: 'constant';
  readonly name: Word;
  readonly value: bigint;
}

export interface ChannelSymbol {
  readonly kind: 'channel';
  readonly name: Word;
  /** The types of the parts of a message. */
  readonly types: readonly DveType[];
  /** 0: both sides move at once. */
  readonly capacity: number;
}

/** What a name means inside a process, or outside all of them. */
export const lookUp = (table: DveTable, process: ProcessTable | null, name: string): DveSymbol | null =>
  process?.locals.get(name) ?? table.globals.get(name) ?? null;

/** Null: the name is not that of a constant. */
export function constantNamed(table: DveTable, process: ProcessTable | null, name: string): bigint | null {
  const symbol = lookUp(table, process, name);
  return symbol?.kind === 'constant' ? symbol.value : null;
}

/** Whether both sides of the channel move at once. */
export function isMeeting({ sync }: DveTransition, { globals }: DveTable): boolean {
  const symbol = sync === null ? undefined : globals.get(sync.channel.text);
  return symbol?.kind === 'channel' && symbol.capacity === 0;
}

/** DiVinE keeps a `byte` in 8 bits without a sign and an `int` in 16 bits with one; what is assigned is cut to that. */
export const limits: Readonly<Record<DveType, { readonly lo: bigint; readonly hi: bigint }>> = {
  byte: { lo: 0n, hi: 255n },
  int: { lo: -(2n ** 15n), hi: 2n ** 15n - 1n },
};

export const wrapped = (type: DveType, value: bigint): bigint =>
  type === 'byte' ? BigInt.asUintN(8, value) : BigInt.asIntN(16, value);
