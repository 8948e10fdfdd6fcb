import { byBuffering } from '../../../memory/model-questions.js';
import { at } from '../../../support/invariant.js';
import { firstCode } from '../packed/buffering.js';
import type { Dialect } from '../packed/code/dialect.js';
import { literal, maskOf, rawOf, setRaw, setValue, valueOf } from '../packed/code/fields.js';
import type { WordNaming } from '../packed/code/fields.js';
import type { BitField, Slot } from '../packed/layout.js';
import type { SizedPlan } from '../packed/plan.js';
import { list } from '../generated-code.js';
import { namedVariables, ownVariables } from './even.js';
import { owners } from './moved-cells.js';
import type { OwnedCell } from './moved-cells.js';
import type { ThreadGroup } from './thread-group.js';

/** Source, and what it speaks of that is no part of it. */
export interface SettleCode {
  readonly source: string;
  readonly scope: Readonly<Record<string, unknown>>;
}

const given: WordNaming = (word) => `a${word}`;
/** What generated code calls the words of the state that was settled last. */
export const settledWord: WordNaming = (word) => `s${word}`;

/**
 * The source of `settle(a0, a1, ...)`, which puts a state into the order of its threads and leaves it in s0, s1, ... : the
 * members of each group are sorted by what belongs to them. `T0`, `T1`, ... hold, by group, the place that each member was
 * put to, if `tells`. Where two members have the same key the state may have several settled forms: that costs states, no more.
 */
export function settleCode(plan: SizedPlan, tells: boolean): SettleCode {
  if (plan.groups.length === 0) return { source: 'function settled(words) { return words; }', scope: {} };
  const { words } = plan.layout;
  const parts = plan.groups.map((group, g) => new GroupCode(plan, group, g));
  const same = plan.groups.map((_, g) => `T${g}.forEach((_, p) => { T${g}[p] = p; });`);
  const names = list(words, settledWord);
  return {
    source: [
      tells ? `function forget() { ${same.join(' ')} }` : '',
      `let ${names.map((name) => `${name} = 0`).join(', ')};`,
      ...parts.map((part) => part.functions()),
      `function settle(${list(words, given).join(', ')}) { ${tells ? 'forget();' : ''}`,
      ...parts.map((part) => part.body()),
      names.map((name, i) => `${name} = ${given(i)};`).join(' '),
      '}',
      `function settled(words) { settle(...words); return [${names.join(', ')}]; }`,
    ].join('\n'),
    scope: Object.fromEntries(parts.flatMap((part) => Object.entries(part.scope()))),
  };
}

/** What one group needs. */
class GroupCode {
  readonly #size: number;
  readonly #records: readonly (readonly BitField[])[];
  readonly #named: readonly NamedField[];
  /** Threads in whose buffers entries have to be said anew. */
  readonly #told: readonly number[];
  readonly #owned: ReadonlyMap<number, OwnedCell>;
  readonly #kinds: ReadonlyMap<number, number>;

  constructor(
    private readonly plan: SizedPlan,
    private readonly group: ThreadGroup,
    private readonly g: number,
  ) {
    const { variables, layout } = plan;
    this.#size = group.threads.length;
    this.#records = at(layout.records, g);
    const owner = new Map(
      ownVariables(group, variables).flatMap((own, p) =>
        own.map((v, place) => [v.index, { member: p, place }] as const),
      ),
    );
    const named = [...namedVariables(group, variables)];
    this.#kinds = new Map(named.map(([{ index }, kind]) => [index, kind]));
    this.#named = named.map(([{ index }, kind]): NamedField => {
      return { field: at(layout.variables, index), kind, owner: owner.get(index) ?? null };
    });
    this.#owned = owners(group);
    this.#told = variables.system.threads.map(({ id }) => id).filter((id) => this.#isTold(id));
  }

  scope(): Readonly<Record<string, unknown>> {
    const { g, group, plan } = this;
    const count = plan.variables.cells.count;
    const cells = list(count, (cell) => this.#owned.get(cell));
    const ofThreads = plan.variables.system.threads.map(({ id }) => at(plan.buffers, id).cells);
    const width =
      this.#told.length === 0 ? 0 : Math.max(0, ...this.#told.map((t) => at(plan.layout.buffers, t).length));
    return {
      [`T${g}`]: Int32Array.from(list(this.#size, (p) => p)),
      [`O${g}`]: new Int32Array(this.#size),
      [`K${g}`]: new Uint32Array(this.#size * this.#keyWords),
      [`W${g}`]: new Int32Array(this.#size * this.#wordCount),
      // Of cells: the owner, which of its cells it is, and of which kind the names are that it holds.
      [`OWNER${g}`]: Int32Array.from(cells.map((own) => own?.member ?? -1)),
      [`PLACE${g}`]: Int32Array.from(cells.map((own) => own?.place ?? 0)),
      [`KIND${g}`]: Int32Array.from(cells.map((_, cell) => this.#kinds.get(cell) ?? -1)),
      [`CELLS${g}`]: group.cells,
      // Of threads: the cells by their codes, and the codes by the cells.
      [`CELL${g}`]: ofThreads.map((own) => [...list(firstCode, () => -1), ...own.map(({ index }) => index)]),
      [`CODE${g}`]: ofThreads.map((own) => {
        const codes = new Int32Array(count);
        for (const [i, { index }] of own.entries()) codes[index] = firstCode + i;
        return codes;
      }),
      [`C${g}`]: new Int32Array(width),
      [`V${g}`]: new Float64Array(width),
    };
  }

  get #hasReferences(): boolean {
    return this.#named.length + this.#told.length > 0;
  }

  get #wordCount(): number {
    return at(this.#records, 0).length;
  }

  get #keyWords(): number {
    return this.#wordCount + (this.#hasReferences ? 1 : 0);
  }

  /** Sorts, and says names anew. */
  body(): string {
    const { g } = this;
    const [size, keyWords, wordCount] = [this.#size, this.#keyWords, this.#wordCount];
    const keys = list(size, (p) => list(keyWords, (r) => `k${g}_${p}_${r}`));
    const hashing = this.#hasReferences ? [this.#hashCode()] : [];
    const constants = list(size, (p) => {
      const own = [
        ...(this.#hasReferences ? [`h${g}_${p} >>> 0`] : []),
        ...at(this.#records, p).map((field, r) => this.#keyOf(field, r)),
      ];
      return `const ${own.map((code, r) => `${at(at(keys, p), r)} = ${code}`).join(', ')};`;
    });
    const sorted = list(size - 1, (p) => notAfter(at(keys, p), at(keys, p + 1)));
    const stored = [
      ...keys.flatMap((own, p) => own.map((name, r) => `K${g}[${p * keyWords + r}] = ${name};`)),
      ...this.#records.flatMap((own, p) =>
        own.map((field, r) => `W${g}[${p * wordCount + r}] = ${rawOf(field, given)};`),
      ),
    ];
    return `{
${[...hashing, ...constants].join('\n')}
if (!(${sorted.join(' && ')})) {
${stored.join('\n')}
order${g}();
${this.#moveCode()}
${this.#tellCode()}
}
}`;
  }

  functions(): string {
    const { g } = this;
    const width = this.#keyWords;
    const order = `
function order${g}() {
  for (let p = 0; p < ${this.#size}; p++) {
    let q = p;
    for (; q > 0 && less${g}(p, O${g}[q - 1]); q--) O${g}[q] = O${g}[q - 1];
    O${g}[q] = p;
  }
  for (let q = 0; q < ${this.#size}; q++) T${g}[O${g}[q]] = q;
}
function less${g}(p, q) {
  for (let r = 0; r < ${width}; r++) {
    const a = K${g}[p * ${width} + r], b = K${g}[q * ${width} + r];
    if (a !== b) return a < b;
  }
  return false;
}`;
    return [order, ...this.group.names.map((_, kind) => this.#nameCode(kind)), ...this.#tellers()].join('\n');
  }

  /** The bits of the record that tell the same of each member, whoever is who. */
  #keyOf(field: BitField, r: number): string {
    const skipped = this.#skippedBits(r);
    if (skipped === 0) return rawOf(field, given);
    const kept = (field.width === 32 ? -1 : maskOf(field)) & ~skipped;
    return kept === 0 ? '0' : `(${rawOf(field, given)} & ${kept})${field.width === 32 ? ' >>> 0' : ''}`;
  }

  /** Of the r-th word of a record, as they lie in that of the first member. */
  #skippedBits(r: number): number {
    const word = at(at(this.#records, 0), r);
    const inside = ({ word: w, shift, width }: BitField): number => {
      if (width === 0 || w !== word.word || shift < word.shift || shift >= word.shift + word.width) return 0;
      return (width === 32 ? -1 : 2 ** width - 1) << (shift - word.shift);
    };
    const first = at(this.group.threads, 0);
    const fields = [
      ...this.#named.filter(({ owner }) => owner?.member === 0).map(({ field }) => field),
      ...(this.#told.includes(first)
        ? at(this.plan.layout.buffers, first).flatMap(({ code, value }) => [code, value])
        : []),
    ];
    return fields.reduce((bits, field) => bits | inside(field), 0);
  }

  #moveCode(): string {
    const { g } = this;
    const size = this.#wordCount;
    return this.#records
      .flatMap((own, q) => own.map((field, r) => setRaw(field, given, `W${g}[O${g}[${q}] * ${size} + ${r}]`)))
      .join('\n');
  }

  /** What is said of names, and whose cells entries are for, in the words of the new order. */
  #tellCode(): string {
    const { g } = this;
    const names = this.#named.map(({ field, kind }) =>
      setValue(field, given, `name${g}_${kind}(${valueOf(field, given)})`),
    );
    const buffers = this.#told.map((t) => {
      const slots = at(this.plan.layout.buffers, t);
      const q = this.group.threads.indexOf(at(this.plan.variables.system.threads, t).id);
      const from = q < 0 ? String(t) : `THREADS${g}[O${g}[${q}]]`;
      const read = slots.map(
        ({ code, value }, i) =>
          `C${g}[${i}] = ${rawOf(code, given)}; V${g}[${i}] = ${valueOf(value, given)};`,
      );
      const write = slots.map(
        ({ code, value }, i) =>
          `${setRaw(code, given, `C${g}[${i}]`)} if (C${g}[${i}] >= ${firstCode}) { ${setValue(value, given, `V${g}[${i}]`)} }`,
      );
      return `${read.join(' ')} tell${g}(${from}, ${t}, ${slots.length}); ${write.join(' ')}`;
    });
    return [...names, ...buffers].join('\n');
  }

  #nameCode(kind: number): string {
    const { values } = at(this.group.names, kind);
    const cases = values.map(
      (value, p) => `case ${literal(value)}: return NAMES${this.g}_${kind}[T${this.g}[${p}]];`,
    );
    const numbers = `const NAMES${this.g}_${kind} = [${values.join(', ')}];`;
    return `${numbers}\nfunction name${this.g}_${kind}(v) { switch (v) { ${cases.join(' ')} default: return v; } }`;
  }

  #tellers(): readonly string[] {
    const { g, group, plan } = this;
    if (this.#told.length === 0) return [];
    const named = group.names.map(
      (_, kind) => `if (KIND${g}[cell] === ${kind}) V${g}[i] = name${g}_${kind}(V${g}[i]);`,
    );
    // Among the entries between two markers the order is by cell, and for one cell by age.
    const sort = `
  for (let i = 1; i < length; i++) {
    const c = C${g}[i], v = V${g}[i];
    if (c < ${firstCode}) continue;
    let j = i;
    for (; j > 0 && C${g}[j - 1] > c; j--) { C${g}[j] = C${g}[j - 1]; V${g}[j] = V${g}[j - 1]; }
    C${g}[j] = c; V${g}[j] = v;
  }`;
    return [
      `const THREADS${g} = [${group.threads.join(', ')}];`,
      `function tell${g}(from, to, length) {
  for (let i = 0; i < length; i++) {
    if (C${g}[i] < ${firstCode}) continue;
    const cell = CELL${g}[from][C${g}[i]], own = OWNER${g}[cell];
    C${g}[i] = CODE${g}[to][own < 0 ? cell : CELLS${g}[T${g}[own]][PLACE${g}[cell]]];
    ${named.join('\n    ')}
  }${byBuffering(plan.model, { none: '', fifo: '', 'fifo-per-location': sort })}
}`,
    ];
  }

  /** Whether the buffer may hold what is said otherwise when others are who they are. */
  #isTold(thread: number): boolean {
    const { cells } = at(this.plan.buffers, thread);
    const member = this.group.threads.indexOf(at(this.plan.variables.system.threads, thread).id);
    const first = at(this.group.threads, Math.max(member, 0));
    const isOdd = cells.some(({ index }, i) => {
      const own = this.#owned.get(index);
      if (this.#kinds.has(index) || (own !== undefined && own.member !== member)) return true;
      // The same code means the same to each member, or entries are said anew.
      return this.group.threads.some((other, q) => {
        if (member < 0 || other === first) return false;
        const there = at(at(this.plan.buffers, other).cells, i);
        const image = own === undefined ? index : at(at(this.group.cells, q), own.place);
        return there.index !== image;
      });
    });
    return isOdd && at(this.plan.layout.buffers, thread).length > 0;
  }

  /** A number for each member of what others say of it, and of what it says of others: the same, whoever is who. */
  #hashCode(): string {
    const { g, group } = this;
    const values = this.#named.map(({ field }, i) => `const x${g}_${i} = ${valueOf(field, given)};`);
    const hashes = group.threads.map((thread, p) => {
      const terms = this.#named.map((named, i) => this.#nameHash(named, p, `x${g}_${i}`, i));
      const entries = this.#told.includes(thread)
        ? at(this.plan.layout.buffers, thread).map((slot, i) => this.#entryHash(p, thread, i, slot))
        : [];
      return `let h${g}_${p} = ${['0', ...terms].join(' + ')};\n${entries.join('\n')}`;
    });
    return [...values, ...hashes].join('\n');
  }

  /** What a variable that holds a name counts for a member: where it is the member's own, and where it names it. */
  #nameHash({ kind, owner }: NamedField, member: number, value: string, i: number): string {
    const name = literal(at(at(this.group.names, kind).values, member));
    // Which of the variables of its owner, or which variable at all.
    const salt = Math.imul(owner === null ? i + 1 : -1 - owner.place, 0x9e3779b1);
    const weight = (use: number): string => literal(Math.imul(salt ^ use, 0x85ebca6b) >> 2);
    if (owner?.member !== member) return `(${value} === ${name} ? ${weight(1)} : 0)`;
    const other = `${this.#isName(kind, value)} ? ${weight(2)} : ${value} * 31 + ${weight(3)}`;
    return `(${value} === ${name} ? ${weight(4)} : ${other})`;
  }

  /** An entry counts for what it is to its thread: for one of its own cells, of nobody's, or of another's. */
  #entryHash(member: number, thread: number, position: number, { code, value }: Slot): string {
    const { g } = this;
    const cases = at(this.plan.buffers, thread).cells.map(({ index }, i) => {
      const own = this.#owned.get(index);
      const role = own === undefined ? 1000 + index : own.member === member ? own.place + 1 : 0;
      const kind = this.#kinds.get(index);
      const name = kind === undefined ? null : at(at(this.group.names, kind).values, member);
      const what =
        kind === undefined || name === null
          ? valueOf(value, given)
          : `(${valueOf(value, given)} === ${literal(name)} ? -1 : ${this.#isName(kind, valueOf(value, given))} ? -2 : ${valueOf(value, given)})`;
      return `case ${firstCode + i}: e = Math.imul(${what} + ${role * 31 + 17}, 0x9e3779b1); break;`;
    });
    return `{ let e = ${rawOf(code, given)}; if (e !== 0) { switch (e) { ${cases.join(' ')} } h${g}_${member} = Math.imul(h${g}_${member} ^ e, ${0x85ebca6b + 2 * position}); } }`;
  }

  #isName(kind: number, value: string): string {
    const { values } = at(this.group.names, kind);
    return `(${values.map((name) => `${value} === ${literal(name)}`).join(' || ')})`;
  }
}

/** Whatever steps lead to is settled first. */
export const settling = (plan: SizedPlan, base: Dialect): Dialect =>
  plan.groups.length === 0
    ? base
    : {
        ...base,
        arrive: (inside, step, words) =>
          inside
            ? base.arrive(inside, step, words)
            : `settle(${words.join(', ')}); ${base.arrive(inside, step, list(words.length, settledWord))}`,
      };

interface NamedField {
  readonly field: BitField;
  readonly kind: number;
  /** Of the variable; null: nobody. */
  readonly owner: OwnedCell | null;
}

/** Lexicographically. */
function notAfter(left: readonly string[], right: readonly string[]): string {
  const [a, ...more] = left;
  const [b, ...others] = right;
  if (a === undefined || b === undefined) return 'true';
  const rest = notAfter(more, others);
  return rest === 'true' ? `${a} <= ${b}` : `(${a} < ${b} || ${a} === ${b} && ${rest})`;
}
