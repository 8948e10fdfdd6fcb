import type { Word } from '../../diagnostics/span.js';
import type { DveModel, DveProcess, DveType } from '../../lang/dve/dve-ast.js';
import type { ChannelSymbol, ProcessTable, DveTable, VariableSymbol } from '../../lang/dve/name-table.js';
import { constantNamed, isMeeting, limits } from '../../lang/dve/name-table.js';
import { expressionsOf, subexpressions } from '../../lang/dve/walk-dve.js';
import { int } from '../../lang/expr/expr.js';
import { localId, sharedId, threadId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Init, LocalVar, SharedVar, VariableShape } from '../../lang/program/program.js';
import { rangeType, upTo } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { at, getOrFail, invariant } from '../../support/invariant.js';
import { freeName } from '../../support/free-names.js';

/** Where the IR keeps a variable of a model. */
export type VariableHome =
  | { readonly kind: 'local'; readonly local: LocalId; readonly type: DveType }
  /** `buffered`: a variable of the model; else one of a process that others see, or an array. */
  | {
      readonly kind: 'shared';
      readonly shared: SharedId;
      readonly type: DveType;
      readonly buffered: boolean;
    };

export interface Actor {
  readonly thread: ThreadId;
  readonly table: ProcessTable;
  readonly homes: ReadonlyMap<string, VariableHome>;
  /** Where its state is a variable, because others look at it or change it: that variable, by the number of the state. */
  readonly place: SharedId | null;
}

/** The messages that wait in a channel: how many, and their parts, oldest first. Free cells are 0. */
export interface ChannelQueue {
  readonly count: SharedId;
  readonly parts: readonly SharedId[];
  readonly symbol: ChannelSymbol;
}

/** What the names of a model are in the IR. */
export class DveWorld {
  readonly shared: SharedVar[] = [];
  readonly locals: LocalVar[] = [];
  readonly actors: readonly Actor[];
  readonly globals = new Map<string, VariableHome>();
  readonly queues = new Map<string, ChannelQueue>();
  readonly #names = new Set<string>();

  constructor(
    readonly model: DveModel,
    readonly table: DveTable,
  ) {
    for (const { name } of [...model.declarations, ...model.processes]) this.#names.add(name.text);
    for (const declaration of model.declarations) this.#enter(declaration.name.text);
    const looks = looksOf(this);
    this.actors = systemOf(model, table).map((process, i) => this.#actor(process, threadId(i), looks));
  }

  actor(name: string): Actor {
    const found = this.actors.find(({ table }) => table.process.name.text === name);
    invariant(found !== undefined, 'the names of processes were checked');
    return found;
  }

  /** The home of a variable as `actor` sees it; null: it is a constant, or `actor` is null and it is no global one. */
  home(name: string, actor: Actor | null): VariableHome | null {
    return actor?.homes.get(name) ?? this.globals.get(name) ?? null;
  }

  constant(name: string, actor: Actor | null): bigint | null {
    return constantNamed(this.table, actor?.table ?? null, name);
  }

  /** A local that holds a value within one step. */
  temporary(thread: ThreadId, type: DveType, word: Word): LocalId {
    const id = localId(this.locals.length);
    const common = { id, thread, type: irType(type), init: valueOf(0n), temporary: true } as const;
    this.locals.push({ ...common, name: `${word.text}_now_${id}`, span: word.span });
    return id;
  }

  #enter(name: string): void {
    const symbol = getOrFail(this.table.globals, name);
    if (symbol.kind === 'variable') this.globals.set(name, this.#shared(symbol, name, !symbol.isConst));
    if (symbol.kind === 'channel' && symbol.capacity > 0) this.queues.set(name, this.#queue(symbol));
  }

  #shared(symbol: VariableSymbol, name: string, buffered: boolean): VariableHome {
    const { type, length } = symbol;
    const shape: VariableShape = length === null ? { kind: 'scalar' } : { kind: 'array', length };
    const init: Init =
      length === null
        ? valueOf(at(symbol.initial, 0))
        : { kind: 'cells', values: symbol.initial.map((value) => int(value)) };
    const id = this.#add({ name, type: irType(type), shape, init, span: symbol.name.span }, buffered);
    return { kind: 'shared', shared: id, type, buffered };
  }

  #queue(symbol: ChannelSymbol): ChannelQueue {
    const { name, types, capacity } = symbol;
    const { span } = name;
    const counter = { type: upTo(capacity), shape: { kind: 'scalar' }, init: valueOf(0n), span } as const;
    const count = this.#add({ ...counter, name: this.#free(`${name.text}_waiting`) }, false);
    const shape = { kind: 'array', length: capacity } as const;
    const parts = types.map((type, i) => {
      const part = this.#free(
        types.length === 1 ? `${name.text}_messages` : `${name.text}_messages_${i + 1}`,
      );
      return this.#add({ name: part, type: irType(type), shape, init: valueOf(0n), span }, false);
    });
    return { count, parts, symbol };
  }

  #actor(table: ProcessTable, thread: ThreadId, looks: ForeignLooks): Actor {
    const { process, states, locals } = table;
    const homes = new Map<string, VariableHome>();
    for (const [name, symbol] of locals) {
      if (symbol.kind !== 'variable') continue;
      const isSeen = symbol.length !== null || looks.variables.has(`${process.name.text}->${name}`);
      homes.set(
        name,
        isSeen
          ? this.#shared(symbol, this.#free(`${process.name.text}_${name}`), false)
          : this.#local(symbol, thread),
      );
    }
    const isPlace = looks.places.has(process.name.text);
    return { thread, table, homes, place: isPlace ? this.#place(process, states) : null };
  }

  #place({ name, initial }: DveProcess, states: ProcessTable['states']): SharedId {
    const init = valueOf(BigInt(getOrFail(states, initial.text)));
    const variable = {
      type: upTo(states.size - 1),
      shape: { kind: 'scalar' },
      init,
      span: name.span,
    } as const;
    return this.#add({ ...variable, name: this.#free(`${name.text}_state`) }, false);
  }

  #local(symbol: VariableSymbol, thread: ThreadId): VariableHome {
    const id = localId(this.locals.length);
    const { name, type } = symbol;
    const init = valueOf(at(symbol.initial, 0));
    const variable = { id, name: name.text, thread, type: irType(type), init, temporary: false } as const;
    this.locals.push({ ...variable, kept: true, span: name.span });
    return { kind: 'local', local: id, type };
  }

  #add(variable: Omit<SharedVar, 'id'>, buffered: boolean): SharedId {
    const id = sharedId(this.shared.length);
    this.shared.push({ ...variable, id, ...(buffered ? {} : { buffered }) });
    return id;
  }

  /** The name, or if that is taken the next that is not. */
  #free(wanted: string): string {
    const name = freeName(wanted, (text) => this.#names.has(text));
    this.#names.add(name);
    return name;
  }
}

const valueOf = (value: bigint): Init => ({ kind: 'value', value: int(value) });

export const irType = (type: DveType): Type => rangeType(limits[type].lo, limits[type].hi);

/** The processes that act: all but the property. */
export const systemOf = ({ processes }: DveModel, table: DveTable): readonly ProcessTable[] =>
  processes.map(({ name }) => getOrFail(table.processes, name.text)).filter((p) => p !== table.property);

/** What processes see and change of others. */
interface ForeignLooks {
  /** `P->x` */
  readonly variables: ReadonlySet<string>;
  /** Processes whose states others test or change. */
  readonly places: ReadonlySet<string>;
}

function looksOf({ model, table }: DveWorld): ForeignLooks {
  const variables = new Set<string>();
  const places = new Set<string>();
  const system = systemOf(model, table);
  for (const { process } of system) {
    for (const expr of process.transitions.flatMap(expressionsOf)) {
      for (const part of subexpressions(expr)) {
        if (part.kind === 'foreign') variables.add(`${part.process.text}->${part.name.text}`);
        if (part.kind === 'state') places.add(part.process.text);
      }
    }
    // Whether it is committed decides what the others may do.
    if (process.commit.length > 0) places.add(process.name.text);
  }
  // The sender makes the receiver's move too.
  for (const { process, locals } of system) {
    const received = process.transitions.filter((t) => isMeeting(t, table) && t.sync?.kind === 'receive');
    if (received.length > 0) places.add(process.name.text);
    for (const expr of received.flatMap(expressionsOf)) {
      for (const part of subexpressions(expr)) {
        const isOwn = (part.kind === 'name' || part.kind === 'cell') && locals.has(part.name.text);
        if (isOwn) variables.add(`${process.name.text}->${part.name.text}`);
      }
    }
  }
  return { variables, places };
}
