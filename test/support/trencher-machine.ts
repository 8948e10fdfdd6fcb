import type { Word } from '../../src/diagnostics/span.js';
import { made } from '../../src/frontends/kit/written.js';
import type { TrnExpr, TrnProgram, TrnTransition } from '../../src/frontends/trencher/ast.js';
import { integerValue } from '../../src/lang/expr/constant.js';
import { assertNever, at } from '../../src/support/invariant.js';

/** What all runs of a Trencher program come to. */
export interface TrencherRuns {
  /** Whether all threads that have final states are in one of theirs at once. */
  readonly final: boolean;
  /** Whether a cell is accessed that is not there, which ends the run: by a thread without the lock, or by one with it. */
  readonly missed: boolean;
  readonly missedUnderLock: boolean;
}

interface TrnState {
  readonly places: readonly string[];
  readonly registers: readonly ReadonlyMap<string, bigint>[];
  readonly memory: readonly bigint[];
  /** Oldest write first. */
  readonly buffers: readonly (readonly TrnWrite[])[];
  /** The thread that has the lock: nobody else moves. */
  readonly owner: number | null;
}

interface TrnWrite {
  readonly cell: number;
  readonly value: bigint;
}

/**
 * Visits all states, as the manual of Trencher and the papers on x86-TSO describe its programs; null if there are more than
 * so many. It shares nothing with the front end but the syntax tree, and knows the lock as a lock.
 */
export function trencherRuns(
  program: TrnProgram,
  { cells, buffered, mostStates }: { cells: number; buffered: boolean; mostStates: number },
): TrencherRuns | null {
  const first: TrnState = {
    places: program.threads.map(({ initial }) => initial.text),
    registers: program.threads.map(() => new Map()),
    memory: Array.from({ length: cells }, () => 0n),
    buffers: program.threads.map(() => []),
    owner: null,
  };
  const machine = new TrencherMachine(program, buffered);
  const seen = new Map([[keyOf(first), first]]);
  let final = false;
  for (const state of seen.values()) {
    if (seen.size > mostStates) return null;
    final ||= machine.isFinal(state);
    for (const next of machine.next(state)) {
      const key = keyOf(next);
      if (!seen.has(key)) seen.set(key, next);
    }
  }
  return { final, missed: machine.missed, missedUnderLock: machine.missedUnderLock };
}

const keyOf = ({ places, registers, memory, buffers, owner }: TrnState): string =>
  [
    places.join(' '),
    registers.map((own) => [...own].sort(([a], [b]) => (a < b ? -1 : 1)).join()).join(' '),
    memory.join(),
    buffers.map((own) => own.map(({ cell, value }) => `${cell}=${value}`).join()).join(' '),
    owner,
  ].join('|');

class TrencherMachine {
  missed = false;
  missedUnderLock = false;

  constructor(
    private readonly program: TrnProgram,
    private readonly buffered: boolean,
  ) {}

  isFinal({ places }: TrnState): boolean {
    const asked = this.program.threads.flatMap(({ finals }, i) =>
      finals.length === 0 ? [] : [finals.some(({ text }) => text === at(places, i))],
    );
    return asked.length > 0 && asked.every((isThere) => isThere);
  }

  next(state: TrnState): readonly TrnState[] {
    return this.program.threads.flatMap(({ transitions }, i) => {
      if (state.owner !== null && state.owner !== i) return [];
      const here = transitions.filter(({ from }) => from.text === at(state.places, i));
      return [...flushed(state, i), ...here.flatMap((transition) => this.#step(state, i, transition))];
    });
  }

  #step(before: TrnState, i: number, { to, instruction }: TrnTransition): readonly TrnState[] {
    const state = { ...before, places: replacedAt(before.places, i, to.text) };
    const value = (expr: TrnExpr): bigint => valueOf(expr, at(state.registers, i));
    const isDrained = at(state.buffers, i).length === 0;
    switch (instruction.kind) {
      case 'noop':
        return [state];
      case 'check':
        return value(instruction.cond) === 0n ? [] : [state];
      case 'mfence':
        return isDrained ? [state] : [];
      case 'lock':
        return isDrained && state.owner === null ? [{ ...state, owner: i }] : [];
      case 'unlock':
        return isDrained && state.owner === i ? [{ ...state, owner: null }] : [];
      case 'local':
        return [assigned(state, i, instruction.into, value(instruction.value))];
      case 'read': {
        const cell = this.#cell(state, value(instruction.address));
        if (cell === null) return [];
        const own = at(state.buffers, i).findLast((write) => write.cell === cell);
        return [assigned(state, i, instruction.into, own?.value ?? at(state.memory, cell))];
      }
      case 'write': {
        const cell = this.#cell(state, value(instruction.address));
        if (cell === null) return [];
        const write = { cell, value: value(instruction.value) };
        if (!this.buffered) return [{ ...state, memory: replacedAt(state.memory, cell, write.value) }];
        return [{ ...state, buffers: replacedAt(state.buffers, i, [...at(state.buffers, i), write]) }];
      }
      default:
        return assertNever(instruction);
    }
  }

  #cell({ memory, owner }: TrnState, address: bigint): number | null {
    if (address >= 0n && address < BigInt(memory.length)) return Number(address);
    if (owner === null) this.missed = true;
    else this.missedUnderLock = true;
    return null;
  }
}

function flushed(state: TrnState, i: number): readonly TrnState[] {
  const [oldest, ...rest] = at(state.buffers, i);
  if (oldest === undefined) return [];
  const memory = replacedAt(state.memory, oldest.cell, oldest.value);
  return [{ ...state, memory, buffers: replacedAt(state.buffers, i, rest) }];
}

const assigned = (state: TrnState, i: number, { text }: Word, value: bigint): TrnState => ({
  ...state,
  registers: replacedAt(state.registers, i, new Map([...at(state.registers, i), [text, value]])),
});

const replacedAt = <T>(items: readonly T[], index: number, item: T): readonly T[] =>
  items.map((old, i) => (i === index ? item : old));

function valueOf({ written }: TrnExpr, registers: ReadonlyMap<string, bigint>): bigint {
  return made<Word, bigint>(written, {
    constant: (value) => BigInt(value),
    leaf: ({ text }) => registers.get(text) ?? 0n,
    unary: (_, arg) => truthNumber(arg === 0n),
    binary: (op, left, right) => {
      if (op === '&&') return truthNumber(left !== 0n && right !== 0n);
      if (op === '||') return truthNumber(left !== 0n || right !== 0n);
      return BigInt(integerValue(op, left, right) ?? 0n);
    },
  });
}

const truthNumber = (value: boolean): bigint => (value ? 1n : 0n);
