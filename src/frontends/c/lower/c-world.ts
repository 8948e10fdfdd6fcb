import { basename } from 'node:path';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { excerpt } from '../../../diagnostics/excerpt.js';
import { lineOf, originOf } from '../../../diagnostics/span.js';
import type { Source, Span } from '../../../diagnostics/span.js';
import type { LocalId, SharedId, ThreadId } from '../../../lang/expr/ids.js';
import type { Property } from '../../../lang/program/program.js';
import type { ReadingOptions } from '../../frontend.js';
import { remembered } from '../../../support/remembered.js';
import type { UsedNames } from '../../../support/free-names.js';
import type { CFunction, RecordAst } from '../syntax/c-ast.js';
import type { CType, RecordType } from '../types/c-type.js';
import type { FlowState } from './flow-state.js';
import type { Facts } from './rounds-facts.js';
import { cellKey } from './object-cells.js';
import { Storage, constantSteps } from './object-storage.js';
import type { CObject, CValue, ObjectPlace } from './c-value.js';
import type { VariableInText } from './touched-places.js';
import type { IsAddressed } from './unsequenced.js';
import { TouchedByCalls } from './unsequenced.js';
import type { TextGaps } from '../edit/gaps.js';
import type { FlatItem } from './emitter.js';

/** What the text tells of names. */
export interface TextHints {
  /** Variables and members that stand beside numbers in hex. */
  readonly inHex: ReadonlySet<string>;
  readonly isAddressed: IsAddressed;
  /** Members that are named somewhere. */
  readonly members: ReadonlySet<string>;
  /** What stands for a value: of functions those that pointers may be to. */
  readonly values: ReadonlySet<string>;
}

/** What a name means. */
export type Meaning =
  | { readonly kind: 'object'; readonly object: CObject }
  /** One for each thread: made when the thread first uses it. */
  | { readonly kind: 'thread-local'; readonly name: string; readonly make: (thread: number) => CObject }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'typedef'; readonly type: CType }
  | { readonly kind: 'constant'; readonly value: bigint };

export type Tag =
  { readonly kind: 'record'; readonly type: RecordType } | { readonly kind: 'enum'; readonly type: CType };

/** The variable that a name stands for; of a thread-local one it is that of the thread at work. */
export function variableOf(
  name: string,
  meaning: Meaning | null,
  { isAddressed }: TextHints,
): VariableInText | null {
  if (meaning?.kind === 'object') {
    const { key, type, span } = meaning.object;
    return { key, type, isPointedTo: isAddressed(name, span) };
  }
  if (meaning?.kind !== 'thread-local') return null;
  const { type, span } = meaning.make(0);
  return { key: `own ${meaning.name}`, type, isPointedTo: isAddressed(name, span) };
}

/** Names of one block, and what is around. */
export class NameScope {
  readonly names = new Map<string, Meaning>();
  readonly tags = new Map<string, Tag>();
  /** What is written before several names is one type. */
  readonly records = new Map<RecordAst, RecordType>();
  /** Variables of the block, by key, in the order of their declarations; and what literals make in it. */
  readonly automatic = new Map<string, CObject>();

  constructor(readonly outer: NameScope | null) {}

  find(name: string): Meaning | null {
    return this.names.get(name) ?? this.outer?.find(name) ?? null;
  }

  tag(name: string): Tag | null {
    return this.tags.get(name) ?? this.outer?.tag(name) ?? null;
  }

  /** This block and those around it. */
  *outwards(): Generator<NameScope> {
    yield this;
    if (this.outer !== null) yield* this.outer.outwards();
  }

  *known(): Generator<string> {
    yield* this.names.keys();
    if (this.outer !== null) yield* this.outer.known();
  }
}

export interface FunctionEntry {
  readonly type: Extract<CType, { readonly kind: 'function' }>;
  /** Null: it is declared only. */
  readonly definition: CFunction | null;
}

/** What the user says of how the program is meant, and what is asked besides what it states. */
export type CWishes = Pick<ReadingOptions, 'wrap' | 'races' | 'termination' | 'allocations'>;

/** A thread that some `pthread_create` makes. */
export interface ThreadStart {
  readonly number: number;
  readonly name: string;
  readonly entry: string;
  /** What it gets: known when the program is lowered, or left in a variable. */
  readonly arg: CValue;
  /** What is known where it is made of variables that nobody writes later. */
  readonly known: FlowState;
  readonly span: Span;
}

/** A loop that is written without a way out. */
export interface EndlessLoop {
  readonly label: string;
  readonly span: Span;
}

/** Where the loops begin that a thread never leaves, and that write to memory. */
export interface ThreadEnd {
  readonly thread: ThreadId;
  readonly name: string;
  readonly rounds: readonly EndlessLoop[];
}

/** A thread as it was written, with jumps. */
export interface FlatThread {
  readonly number: number;
  readonly name: string;
  readonly items: readonly FlatItem[];
  /** All labels that it has, or had. */
  readonly taken: UsedNames;
  /** Labels of loops that are written without a way out, and of where threads go that end the program. */
  readonly endless: ReadonlySet<string>;
  readonly stopped: string;
  readonly span: Span;
}

/** More threads than this are out of reach of every engine. */
const maxThreads = 64;

const meanings: ReadonlyMap<string, string> = new Map([
  ['overflow', 'the result of a signed operation does not fit its type'],
  ['pointer', 'a pointer is used that is null, or leaves its object, or is to an object that was given back'],
  ['reach_error', 'reach_error is called'],
]);

/** What it means that a property does not hold; null: its name says it. */
function meaningOf(name: string, span: Span): string | null {
  const text = name.startsWith('assert:') ? excerpt(span) : null;
  return text === null ? (meanings.get(name) ?? null) : `${text} fails in line ${lineOf(span) ?? '?'}`;
}

/** All that one round of lowering shares. */
export class CWorld {
  readonly storage: Storage;
  readonly globals = new NameScope(null);
  readonly functions = new Map<string, FunctionEntry>();
  readonly threads: FlatThread[] = [];
  readonly starts: ThreadStart[] = [];
  /** Variables that threads are made and joined by. */
  readonly flags = new Map<string, SharedId>();
  /** How many calls have been put in place. */
  callsInPlace = 0;
  readonly #ghosts = new Map<string, SharedId>();
  /** Of calls of `malloc` that are come to again: how many objects they have made. */
  readonly counters = new Map<string, LocalId>();
  readonly #threadNames = new Set<string>();
  readonly #properties = new Map<string, Property>();

  constructor(
    readonly facts: Facts,
    readonly source: Source,
    readonly bag: DiagnosticBag,
    readonly wishes: CWishes,
    /** To be marked where they are come to; null: nobody asks. */
    readonly gaps: TextGaps | null,
    readonly hints: TextHints,
  ) {
    this.storage = new Storage(facts);
  }

  /** Names of members that are arrays, and of those that are not. */
  readonly arrayMembers = new Set<string>();
  readonly otherMembers = new Set<string>();

  /** What functions do to variables of all, and behind pointers. */
  readonly touchedByCalls = new TouchedByCalls({
    function: (name) => this.functions.get(name)?.definition ?? null,
    global: (name) => variableOf(name, this.globals.names.get(name) ?? null, this.hints),
    isArrayMember: (name) => this.arrayMembers.has(name) && !this.otherMembers.has(name),
    pointedTo: () => [...this.functions.keys()].filter((name) => this.hints.values.has(name)),
  });

  /** A variable that the program does not have, and starts at 0. */
  ghost(name: string, meaning: string, span: Span): SharedId {
    return this.#kept(name, () => this.storage.addGhost(name, meaning, span));
  }

  #kept(name: string, make: () => SharedId): SharedId {
    return remembered(this.#ghosts, name, make);
  }

  readonly #conditions = new Map<string, number>();

  /** An array that the program does not have, with a cell for each thread, all 0 at first. */
  perThread(name: string, meaning: string, span: Span): SharedId {
    return this.#kept(name, () => this.storage.addGhost(name, meaning, span, this.facts.threadCount));
  }

  /** A number for a place that is known when the program is lowered, from 1 and less than any address; null: it is not known. */
  numberOfPlace(place: ObjectPlace): number | null {
    const steps = this.facts.has(`memory:${place.object.key}`) ? null : constantSteps(place);
    if (steps === null) return null;
    const key = `${place.object.key}${cellKey(steps)}`;
    const known = this.#conditions.get(key) ?? this.#conditions.size + 1;
    this.#conditions.set(key, known);
    return known;
  }

  /** No thread has been made up to here. */
  get isAlone(): boolean {
    return this.starts.length === 0;
  }

  get mostThreads(): number {
    return maxThreads;
  }

  ghostNamed(name: string): SharedId | null {
    return this.#ghosts.get(name) ?? null;
  }

  get properties(): readonly Property[] {
    return [...this.#properties.values()];
  }

  /** The property of asserts with this name; its place is the first. */
  assertion(name: string, span: Span): string {
    if (!this.#properties.has(name)) {
      const words = meaningOf(name, span);
      const more = words === null ? {} : { whenViolated: words };
      this.#properties.set(name, { kind: 'assert', name, ...more, span });
    }
    return name;
  }

  /** The property of what is not modelled; who violates it leaves everything open. */
  limit(name: 'allocations' | 'unset', span: Span): string {
    if (!this.#properties.has(name)) this.#properties.set(name, { kind: 'assert', name, limit: name, span });
    return name;
  }

  /** `assert:12:5`, or with the name of the file if it is an included one. */
  namedByPlace(word: string, span: Span): string {
    const origin = originOf(span);
    if (origin === null) return word;
    const { line, column } = origin.source.position(origin.start);
    const file = origin.source === this.source ? '' : `${basename(origin.source.path)}:`;
    return `${word}:${file}${line}:${column}`;
  }

  startThread(entry: string, arg: CValue, known: FlowState, span: Span): ThreadStart {
    const number = this.starts.length + 1;
    if (number > maxThreads) unsupported(`this program makes more than ${maxThreads} threads`, span);
    let name = entry;
    for (let n = 2; this.#threadNames.has(name); n++) name = `${entry}_${n}`;
    this.#threadNames.add(name);
    const start = { number, name, entry, arg, known, span };
    this.starts.push(start);
    return start;
  }
}
