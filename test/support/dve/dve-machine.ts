import type {
  DveExpr,
  DveModel,
  DvePlace,
  DveProcess,
  Sync,
  DveTransition,
} from '../../../src/lang/dve/dve-ast.js';
import { applyBinary, applyUnary } from '../../../src/lang/dve/evaluate-dve.js';
import type { ProcessTable, DveSymbol, DveTable } from '../../../src/lang/dve/name-table.js';
import { lookUp, wrapped } from '../../../src/lang/dve/name-table.js';
import { at, getOrFail } from '../../../src/support/invariant.js';

/** Where writes wait: nowhere, in one queue a process, or in one a process and location; with so many for each location. */
export interface PlainBuffers {
  readonly order: 'none' | 'fifo' | 'fifo-per-location';
  readonly entries: number;
}

export interface DveBufferEntry {
  readonly place: string;
  readonly value: bigint;
}

/** A state of a model, as plainly as can be: variables by name (`x`, `a[1]`, `P->x`), messages by channel. */
export interface PlainState {
  readonly places: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, bigint>>;
  readonly messages: Readonly<Record<string, readonly (readonly bigint[])[]>>;
  readonly buffers: Readonly<Record<string, readonly DveBufferEntry[]>>;
}

export const plainKey = (state: PlainState): string =>
  JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));

class DveRunEnded extends Error {}
class Blocked extends Error {}

/** The step in the making. */
interface DveStepDraft {
  places: Record<string, string>;
  values: Record<string, bigint>;
  messages: Record<string, (readonly bigint[])[]>;
  buffers: Record<string, DveBufferEntry[]>;
  /** What the processes of the step have written to memory, oldest first, each location once. */
  pending: Record<string, DveBufferEntry[]>;
}

/**
 * DVE models executed from their text, under SC or with store buffers: written a second time, to be compared with what the
 * front end and the transformation of paper 004 make of them.
 */
export class DveMachine {
  readonly #acting: readonly DveProcess[];

  constructor(
    readonly model: DveModel,
    readonly table: DveTable,
    readonly memory: PlainBuffers,
    readonly atomic: PlainAtomic = { writes: new Set(), waits: 'all' },
  ) {
    this.#acting = model.processes.filter(({ name }) => name.text !== model.system.property?.text);
  }

  initial(): PlainState {
    const values: Record<string, bigint> = {};
    const messages: Record<string, readonly bigint[][]> = {};
    const enter = (prefix: string, name: string, symbol: DveSymbol): void => {
      if (symbol.kind === 'variable' && symbol.length === null) values[prefix + name] = at(symbol.initial, 0);
      else if (symbol.kind === 'variable')
        for (const [i, value] of symbol.initial.entries()) values[`${prefix}${name}[${i}]`] = value;
      else if (symbol.kind === 'channel') messages[name] = [];
    };
    for (const [name, symbol] of this.table.globals) enter('', name, symbol);
    for (const { name } of this.#acting)
      for (const [local, symbol] of this.#own(name.text).locals) enter(`${name.text}->`, local, symbol);
    return {
      places: Object.fromEntries(this.#acting.map(({ name, initial }) => [name.text, initial.text])),
      values,
      messages,
      buffers: Object.fromEntries(this.#acting.map(({ name }) => [name.text, []])),
    };
  }

  /** The states that follow, and whether some step goes wrong (a division by zero, an index that no cell has). */
  step(state: PlainState): { readonly next: readonly PlainState[]; readonly fails: boolean } {
    const next: PlainState[] = [];
    let fails = false;
    const attempt = (make: () => PlainState): void => {
      try {
        next.push(make());
      } catch (error) {
        if (error instanceof DveRunEnded) fails = true;
        else if (!(error instanceof Blocked)) throw error;
      }
    };
    const held = this.#acting.some((p) => this.#isHolding(p, state));
    for (const process of this.#acting) {
      const committed = isCommitted(process, at2(state.places, process.name.text));
      if (held && !committed) continue;
      for (const transition of process.transitions) {
        if (transition.from.text !== state.places[process.name.text]) continue;
        for (const meeting of this.#meetings(process, transition, state))
          attempt(() => this.#taken(state, process, transition, meeting));
      }
    }
    for (const { name } of this.#acting) next.push(...flushes(state, name.text, this.memory));
    return { next, fails };
  }

  /** `[]`: nobody to meet; `[null]`: nobody needed. */
  #meetings(
    process: DveProcess,
    { sync, from }: DveTransition,
    state: PlainState,
  ): readonly (Meeting | null)[] {
    if (sync === null || this.#capacity(sync) > 0) return [null];
    if (sync.kind === 'receive') return [];
    return this.#acting.flatMap((other) =>
      other === process
        ? []
        : other.transitions
            .filter((t) => t.sync?.kind === 'receive' && t.sync.channel.text === sync.channel.text)
            .filter((t) => t.from.text === state.places[other.name.text])
            .filter((t) => isCommitted(other, t.from.text) === isCommitted(process, from.text))
            .map((transition) => ({ other, transition })),
    );
  }

  #taken(
    state: PlainState,
    process: DveProcess,
    transition: DveTransition,
    meeting: Meeting | null,
  ): PlainState {
    const draft: DveStepDraft = {
      places: { ...state.places },
      values: { ...state.values },
      messages: Object.fromEntries(Object.entries(state.messages).map(([c, m]) => [c, [...m]])),
      buffers: Object.fromEntries(Object.entries(state.buffers).map(([p, b]) => [p, [...b]])),
      pending: {},
    };
    const test = (who: DveProcess, guard: DveExpr): void => {
      if (this.#value(guard, who, draft) === 0n) throw new Blocked();
    };
    for (const guard of transition.guards) test(process, guard);
    if (meeting !== null) for (const guard of meeting.transition.guards) test(meeting.other, guard);
    const { sync } = transition;
    if (meeting !== null && sync?.kind === 'send') {
      const { other, transition: received } = meeting;
      const values = sync.values.map((value) => this.#value(value, process, draft));
      const targets = received.sync?.kind === 'receive' ? received.sync.targets : [];
      for (const [i, target] of targets.entries()) this.#write(target, at(values, i), other, draft);
      for (const { target, value } of received.effects)
        this.#write(target, this.#value(value, other, draft), other, draft);
      draft.places[other.name.text] = received.to.text;
    } else if (sync !== null) this.#queued(sync, process, draft);
    for (const { target, value } of transition.effects)
      this.#write(target, this.#value(value, process, draft), process, draft);
    draft.places[process.name.text] = transition.to.text;
    this.#finish(process, transition, draft);
    const { places, values, messages, buffers } = draft;
    return { places, values, messages, buffers };
  }

  /** What was written goes where it belongs. */
  #finish(process: DveProcess, transition: DveTransition, draft: DveStepDraft): void {
    const title = titleOf(process, transition);
    const isAtomic = (place: string): boolean =>
      this.atomic.writes.has(`${place.replace(/\[.*/, '')}, ${process.name.text}.${title}`);
    const own = draft.pending[process.name.text] ?? [];
    if (own.some(({ place }) => isAtomic(place))) {
      const watched =
        this.atomic.waits === 'all' ? Object.values(draft.buffers) : [draft.buffers[process.name.text]];
      if (watched.some((b) => (b?.length ?? 0) > 0)) throw new Blocked();
    }
    for (const [who, entries] of Object.entries(draft.pending)) {
      for (const entry of entries) {
        if (who === process.name.text && isAtomic(entry.place)) draft.values[entry.place] = entry.value;
        else this.#buffer(who, entry, draft);
      }
    }
  }

  #queued(sync: Sync, process: DveProcess, draft: DveStepDraft): void {
    const queue = at2(draft.messages, sync.channel.text);
    const symbol = this.table.globals.get(sync.channel.text);
    const types = symbol?.kind === 'channel' ? symbol.types : [];
    if (sync.kind === 'send') {
      if (queue.length >= this.#capacity(sync)) throw new Blocked();
      queue.push(sync.values.map((value, i) => wrapped(at(types, i), this.#value(value, process, draft))));
    } else {
      const message = queue.shift();
      if (message === undefined) throw new Blocked();
      for (const [i, target] of sync.targets.entries()) this.#write(target, at(message, i), process, draft);
    }
  }

  #buffer(who: string, { place, value }: DveBufferEntry, draft: DveStepDraft): void {
    if (this.memory.order === 'none') {
      draft.values[place] = value;
      return;
    }
    const buffer = at2(draft.buffers, who);
    if (buffer.filter((e) => e.place === place).length >= this.memory.entries) throw new Blocked();
    buffer.push({ place, value });
    // Where there is no order between locations, equal states should look equal.
    if (this.memory.order === 'fifo-per-location')
      buffer.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  }

  #write(target: DvePlace, value: bigint, who: DveProcess, draft: DveStepDraft): void {
    const place = this.#place(target, who, draft);
    const symbol = lookUp(this.table, this.#own(who.name.text), target.name.text);
    const kept = wrapped(symbol?.kind === 'variable' ? symbol.type : 'int', value);
    if (place.startsWith(`${who.name.text}->`)) draft.values[place] = kept;
    else {
      const others = (draft.pending[who.name.text] ?? []).filter((e) => e.place !== place);
      draft.pending[who.name.text] = [...others, { place, value: kept }];
    }
  }

  #place(target: DvePlace, who: DveProcess, draft: DveStepDraft): string {
    const own = this.#own(who.name.text);
    const prefix = own.locals.has(target.name.text) ? `${who.name.text}->` : '';
    if (target.kind === 'name') return prefix + target.name.text;
    const symbol = lookUp(this.table, own, target.name.text);
    const index = this.#value(target.index, who, draft);
    const length = symbol?.kind === 'variable' ? (symbol.length ?? 0) : 0;
    if (index < 0n || index >= BigInt(length)) throw new DveRunEnded();
    return `${prefix}${target.name.text}[${index}]`;
  }

  #value(expr: DveExpr, who: DveProcess, draft: DveStepDraft): bigint {
    const value = (part: DveExpr): bigint => this.#value(part, who, draft);
    switch (expr.kind) {
      case 'number':
        return expr.value;
      case 'truth':
        return expr.value ? 1n : 0n;
      case 'name':
      case 'cell': {
        const symbol = lookUp(this.table, this.#own(who.name.text), expr.name.text);
        if (symbol?.kind === 'constant') return symbol.value;
        return this.#seen(this.#place(expr, who, draft), who.name.text, draft);
      }
      case 'foreign': {
        const other = this.#acting.find(({ name }) => name.text === expr.process.text);
        const target: DvePlace =
          expr.index === null
            ? { kind: 'name', name: expr.name, span: expr.span }
            : { kind: 'cell', name: expr.name, index: expr.index, span: expr.span };
        if (other === undefined) throw new Error('no such process');
        // The index is the reader's, the variable the other's.
        const index = target.kind === 'cell' ? `[${value(target.index)}]` : '';
        const found = draft.values[`${expr.process.text}->${expr.name.text}${index}`];
        if (found === undefined) throw new DveRunEnded();
        return found;
      }
      case 'state':
        return draft.places[expr.process.text] === expr.state.text ? 1n : 0n;
      case 'unary':
        return applyUnary(expr.op, value(expr.arg));
      case 'binary': {
        const left = value(expr.left);
        if (expr.op === 'and' && left === 0n) return 0n;
        if (expr.op === 'or' && left !== 0n) return 1n;
        if (expr.op === 'imply' && left === 0n) return 1n;
        const result = applyBinary(expr.op, left, value(expr.right));
        if (result === null) throw new DveRunEnded();
        return result;
      }
      case 'temporal':
      case 'until':
        throw new Error('no temporal operators in models');
    }
  }

  /** What was just written, else the newest own entry, else memory. */
  #seen(place: string, who: string, draft: DveStepDraft): bigint {
    const pending = draft.pending[who]?.find((e) => e.place === place);
    const own = draft.buffers[who]?.findLast((e) => e.place === place);
    return (pending ?? own)?.value ?? at2(draft.values, place);
  }

  #isHolding(process: DveProcess, state: PlainState): boolean {
    const here = at2(state.places, process.name.text);
    return (
      isCommitted(process, here) &&
      process.transitions.some(
        ({ from, sync }) =>
          from.text === here &&
          (sync?.kind !== 'send' ||
            this.#capacity(sync) > 0 ||
            this.#acting.some(
              (other) =>
                other !== process &&
                other.transitions.some(
                  (t) => t.sync?.kind === 'receive' && t.sync.channel.text === sync.channel.text,
                ),
            )),
      )
    );
  }

  #capacity({ channel }: Sync): number {
    const symbol = this.table.globals.get(channel.text);
    return symbol?.kind === 'channel' ? symbol.capacity : 0;
  }

  #own(process: string): ProcessTable {
    return getOrFail(this.table.processes, process);
  }
}

/** Writes that go to memory at once, as `x, P.q0->q1`, and whose buffers they wait for. */
export interface PlainAtomic {
  readonly writes: ReadonlySet<string>;
  readonly waits: 'all' | 'own';
}

interface Meeting {
  readonly other: DveProcess;
  readonly transition: DveTransition;
}

/** `q0->q1`, or `q0->q1#2` for the second of these. */
export function titleOf({ transitions }: DveProcess, { from, to, span }: DveTransition): string {
  const same = transitions.filter((t) => t.from.text === from.text && t.to.text === to.text);
  const number = same.findIndex((t) => t.span === span) + 1;
  return `${from.text}->${to.text}${number > 1 ? `#${number}` : ''}`;
}

const isCommitted = ({ commit }: DveProcess, state: string): boolean =>
  commit.some(({ text }) => text === state);

function at2<T>(record: Readonly<Record<string, T>>, key: string): T {
  const found = record[key];
  if (found === undefined) throw new Error(`nothing is called ${key}`);
  return found;
}

function flushes(state: PlainState, who: string, { order }: PlainBuffers): readonly PlainState[] {
  const buffer = at2(state.buffers, who);
  const firsts = buffer.flatMap((entry, i) => {
    const isFirst = order === 'fifo' ? i === 0 : buffer.findIndex((e) => e.place === entry.place) === i;
    return isFirst ? [i] : [];
  });
  return firsts.map((i) => {
    const { place, value } = at(buffer, i);
    const rest = buffer.filter((_, j) => j !== i);
    return {
      ...state,
      values: { ...state.values, [place]: value },
      buffers: { ...state.buffers, [who]: rest },
    };
  });
}

export interface PlainExploration {
  readonly states: ReadonlyMap<string, PlainState>;
  readonly steps: number;
  readonly fails: boolean;
}

/** All states; null if there are more than the limit. */
export function explorePlainly(machine: DveMachine, limit: number): PlainExploration | null {
  const start = machine.initial();
  const states = new Map([[plainKey(start), start]]);
  let steps = 0;
  let fails = false;
  for (const state of states.values()) {
    const { next, fails: wrong } = machine.step(state);
    fails ||= wrong;
    steps += next.length;
    for (const one of next) states.set(plainKey(one), one);
    if (states.size > limit) return null;
  }
  return { states, steps, fails };
}
