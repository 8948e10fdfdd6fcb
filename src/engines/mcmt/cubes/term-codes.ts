/**
 * A term of a cube in one number: a cell of the system (a symbol and the processes that index it), or a pending read of a cell by
 * some process. Two pending reads of one cell by one process have different ordinals.
 */
export type TermCode = number;

const procBits = 4;
const symbolBits = 10;
const readerBits = 5;
const ordinalBits = 4;

/** A cube has at most so many processes. */
export const maxProcesses = 1 << procBits;
export const maxSymbols = 1 << (symbolBits - 1);
/** The reads that a transition makes, before they are numbered. */
export const newOrdinal = (1 << ordinalBits) - 1;
/** So many reads of one cell by one process may be pending. */
export const maxOrdinal = newOrdinal - 1;

const firstShift = procBits;
const symbolShift = firstShift + procBits;
const readerShift = symbolShift + symbolBits;
const ordinalShift = readerShift + readerBits;
const procMask = (1 << procBits) - 1;
const symbolMask = (1 << symbolBits) - 1;
const readerMask = (1 << readerBits) - 1;

/** No term at all: the 0 of `a - 0 <= k`. */
export const noTerm: TermCode = -1;

export const cellCode = (symbol: number, first: number, second: number): TermCode =>
  (symbol << symbolShift) | (first << firstShift) | second;

export const readCode = (cell: TermCode, reader: number, ordinal: number): TermCode =>
  cell | ((reader + 1) << readerShift) | (ordinal << ordinalShift);

export const symbolOf = (code: TermCode): number => (code >> symbolShift) & symbolMask;
export const firstOf = (code: TermCode): number => (code >> firstShift) & procMask;
export const secondOf = (code: TermCode): number => code & procMask;
/** Who reads; -1 for a cell. */
export const readerOf = (code: TermCode): number => ((code >> readerShift) & readerMask) - 1;
export const ordinalOf = (code: TermCode): number => code >> ordinalShift;
export const isRead = (code: TermCode): boolean => ((code >> readerShift) & readerMask) !== 0;
/** The cell that is read, or the cell itself. */
export const cellOf = (code: TermCode): TermCode => code & ((1 << readerShift) - 1);

export const withOrdinal = (code: TermCode, ordinal: number): TermCode =>
  (code & ((1 << ordinalShift) - 1)) | (ordinal << ordinalShift);

/** The same term of other processes: `to[p]` stands for p. */
export function renamedCode(code: TermCode, arity: number, to: ArrayLike<number>): TermCode {
  let renamed = code;
  if (arity >= 1) {
    renamed = (renamed & ~(procMask << firstShift)) | ((to[firstOf(code)] ?? 0) << firstShift);
    if (arity >= 2) renamed = (renamed & ~procMask) | (to[secondOf(code)] ?? 0);
  }
  const reader = readerOf(code);
  if (reader < 0) return renamed;
  return (renamed & ~(readerMask << readerShift)) | (((to[reader] ?? 0) + 1) << readerShift);
}
