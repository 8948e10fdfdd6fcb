import type { Random } from '../random.js';
import { labelsOfThread } from './print-plain.js';
import { sharedArray, sharedEnum, sharedInts } from './sugar.js';
import type {
  BareSugarStmt,
  SugarBlock,
  SugarExpr,
  SugarForms,
  SugarPlace,
  SugarProcedure,
  SugarProgram,
  SugarStmt,
  SugarThread,
} from './sugar.js';

/** What a statement may use where it stands. */
interface SugarContext {
  /** Integers that are read, and those of them that are written. */
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Parameters by variable. */
  readonly shared: readonly string[];
  readonly depth: number;
  readonly inLoop: boolean;
  /** Null: no procedure. */
  readonly procedure: Pick<SugarProcedure, 'result'> | null;
  /** What may be called: those before. */
  readonly callable: readonly SugarProcedure[];
  /** Counters of the loops around. */
  readonly counters: readonly string[];
  readonly hasNumber: boolean;
}

const number = (value: number): SugarExpr => ({ kind: 'number', value });
const name = (text: string): SugarPlace => ({ kind: 'name', name: text });
const binary = (op: string, left: SugarExpr, right: SugarExpr): SugarExpr => ({
  kind: 'binary',
  op,
  left,
  right,
});

/** A program that ends: loops have counters or wait, and the same names stand for different things in different places. */
export function generateSugar(random: Random): SugarProgram {
  return new SugarGenerator(random).program();
}

class SugarGenerator {
  #members: SugarProgram['members'] = [];
  #left = 0;
  #labels = 0;

  constructor(private readonly random: Random) {}

  program(): SugarProgram {
    this.#members = ['Idle', 'Busy', 'Done'].map((text) => ({
      name: text,
      value: this.random.chance(0.4) ? this.random.between(-2, 3) : null,
    }));
    const procedures: SugarProcedure[] = [];
    for (const text of ['f', 'g'].slice(0, this.random.between(1, 2)))
      procedures.push(this.#procedure(text, procedures));
    const isRange = this.random.chance(0.4);
    const threads = isRange
      ? [this.#thread('P', true, procedures)]
      : [this.#thread('P', false, procedures), this.#thread('Q', false, procedures)];
    return {
      forms: this.#forms(),
      members: this.#members,
      procedures,
      threads,
      final: this.#property(),
      at: this.#place(threads, procedures),
    };
  }

  #forms(): SugarForms {
    return {
      hasRecord: this.random.chance(0.5),
      rows: this.random.pick(['none', 'columns', 'row']),
      hasOwnCells: this.random.chance(0.5),
      hasGoal: this.random.chance(0.3),
    };
  }

  #thread(text: string, isRange: boolean, callable: readonly SugarProcedure[]): SugarThread {
    this.#left = 4;
    const locals = ['r', 's'];
    const body = this.#block(
      {
        ...{ read: isRange ? [...locals, 'me'] : locals, written: locals, shared: [], depth: 0 },
        ...{ inLoop: false, procedure: null, callable, counters: [], hasNumber: isRange },
      },
      3,
    );
    const last = callable.at(-1);
    const call = last === undefined ? [] : [this.#call(last, { ...empty, read: locals, written: locals })];
    return {
      name: text,
      isRange,
      locals,
      body: this.random.chance(0.5) ? [...body, ...call] : [...call, ...body],
    };
  }

  #procedure(text: string, callable: readonly SugarProcedure[]): SugarProcedure {
    this.#left = 3;
    const result = this.random.chance(0.5) ? 'int' : null;
    const kinds = (['int', 'shared', 'local'] as const).filter(() => this.random.chance(0.6));
    // Names that threads have too.
    const names = { int: this.random.pick(['v', 'r']), shared: 'w', local: this.random.pick(['l', 's']) };
    const parameters = kinds.map((kind) => ({ kind, name: names[kind] }));
    const own = this.random.chance(0.6) ? ['t'] : [];
    const integers = [...parameters.filter(({ kind }) => kind !== 'shared').map((p) => p.name), ...own];
    const body = this.#block(
      {
        ...{ read: integers, written: integers, depth: 0, inLoop: false, procedure: { result }, callable },
        ...{ shared: kinds.includes('shared') ? ['w'] : [], counters: [], hasNumber: false },
      },
      2,
    );
    const declared = own.map((t): SugarStmt => ({ kind: 'declare', type: 'int', name: t, value: number(1) }));
    const last: SugarBlock = result === null ? [] : [{ kind: 'return', value: this.#int(integers, 1) }];
    return { name: text, result, parameters, body: [...declared, ...body, ...last] };
  }

  #block(around: SugarContext, most: number): SugarBlock {
    const count = this.random.between(1, most);
    const statements: SugarStmt[] = [];
    for (let i = 0; i < count && (i === 0 || this.#left > 0); i++) {
      this.#left--;
      const stmt = this.#stmt(around);
      const isLabelled = this.random.chance(0.15) && !unlabelled.has(stmt.kind);
      statements.push(isLabelled ? { ...stmt, label: `L${++this.#labels}` } : stmt);
    }
    return statements;
  }

  #stmt(around: SugarContext): BareSugarStmt {
    const nested = around.depth < 2;
    const inner: SugarContext = { ...around, depth: around.depth + 1 };
    const kind = this.random.weighted([
      ...([
        ['assign', 5],
        ['update', 3],
        ['cas', 1],
        ['fence', 0.3],
        ['skip', 0.3],
        ['assert', 1],
        ['assume', 0.3],
      ] as const),
      ...([
        ['pick', around.procedure === null ? 1 : 0],
        ['put', around.procedure === null ? 1 : 0],
        ['leave', around.inLoop ? 2 : 0],
        ['return', around.procedure === null ? 0 : 1],
        ['call', around.callable.length > 0 ? 2 : 0],
        ['if', nested ? 3 : 0],
        ['for', nested ? 2 : 0],
      ] as const),
      ...([
        ['do', nested ? 1.5 : 0],
        ['while', nested ? 1 : 0],
        ['either', nested ? 1 : 0],
        ['atomic', nested ? 0.7 : 0],
        ['locked', nested ? 0.4 : 0],
      ] as const),
    ]);
    switch (kind) {
      case 'assign':
        return this.#assign(around);
      case 'update': {
        const target = this.#target(around, false);
        const by = this.random.chance(0.5) ? null : this.#int(around.read, 1);
        return { kind: 'update', target, op: this.random.pick(['+', '-']), by };
      }
      case 'cas': {
        const result = this.#written(around);
        if (result === null) return { kind: 'skip' };
        return {
          kind: 'cas',
          result,
          place: name(this.random.pick(this.#sharedOf(around))),
          value: number(1),
        };
      }
      case 'pick':
        return { kind, target: this.#target(around, true), index: this.#ownIndex(around) };
      case 'put':
        return { kind, index: this.#ownIndex(around), value: this.#read(around) };
      case 'fence':
      case 'skip':
        return { kind };
      case 'assert':
        return { kind, cond: this.#condition(around) };
      case 'assume':
        return { kind, cond: this.#bool(around.read) };
      case 'leave':
        return { kind: this.random.pick(['break', 'continue']) };
      case 'return': {
        const isGiven = around.procedure !== null && around.procedure.result !== null;
        return { kind, value: isGiven ? this.#int(around.read, 1) : null };
      }
      case 'call':
        return this.#call(this.random.pick(around.callable), around);
      case 'if': {
        const otherwise = this.random.chance(0.4) ? this.#block(inner, 1) : null;
        return { kind, cond: this.#condition(around), then: this.#block(inner, 2), otherwise };
      }
      case 'for':
      case 'while':
      case 'do':
        return this.#loop(kind, inner);
      case 'either':
        return { kind, branches: [this.#block(inner, 1), this.#block(inner, 1)] };
      case 'atomic':
      case 'locked':
        return { kind, body: this.#block({ ...inner, depth: 2 }, 2) };
    }
  }

  /** Nothing is stored in a loop whose end is not in sight. */
  #loop(kind: 'for' | 'while' | 'do', around: SugarContext): BareSugarStmt {
    const inside: SugarContext = { ...around, inLoop: true };
    const counter = this.#written(around);
    if (kind === 'for' || counter === null) {
      const variable = ['i', 'j', 'k'].find((text) => !around.counters.includes(text)) ?? 'm';
      const lo = this.random.pick([number(0), number(-1), number(1), name(this.#member())]);
      const hi = this.random.pick([number(1), number(0), number(-2), name(this.#member())]);
      const body = this.#block(
        { ...inside, read: [...inside.read, variable], counters: [...inside.counters, variable] },
        2,
      );
      return { kind: 'for', variable, lo, hi, body };
    }
    const others = inside.written.filter((text) => text !== counter);
    const step: SugarStmt = { kind: 'update', target: name(counter), op: '+', by: null };
    const body = [
      step,
      ...this.#block({ ...inside, written: others, shared: inside.shared, callable: [] }, 2),
    ];
    return { kind, cond: binary('<', name(counter), number(this.random.between(1, 2))), body };
  }

  #assign(around: SugarContext): BareSugarStmt {
    if (this.random.chance(0.2)) {
      const value = name(this.#member());
      const other = name(this.#member());
      return {
        ...{ kind: 'assign', target: name(sharedEnum) },
        value: this.random.chance(0.5) ? value : this.#choice(around, value, other),
      };
    }
    const target = this.#target(around, true);
    const value = this.random.chance(0.3)
      ? this.#choice(around, this.#read(around), this.#int(around.read, 1))
      : this.random.chance(0.5)
        ? this.#read(around)
        : this.#int(around.read, 2);
    return { kind: 'assign', target, value };
  }

  #choice(around: SugarContext, yes: SugarExpr, no: SugarExpr): SugarExpr {
    const third = this.random.chance(0.2) ? this.#choice(around, no, yes) : no;
    return { kind: 'choice', sort: 'int', cond: this.#condition(around), yes, no: third };
  }

  #call(procedure: SugarProcedure, around: SugarContext): BareSugarStmt {
    const values: SugarExpr[] = [];
    for (const { kind } of procedure.parameters) {
      const local = this.#written(around);
      if (kind === 'local') {
        if (local === null) return { kind: 'skip' };
        values.push(name(local));
      } else if (kind === 'shared') values.push(this.#sharedPlace(around));
      else values.push(this.random.chance(0.4) ? number(this.random.between(-1, 2)) : this.#read(around));
    }
    const isWanted = procedure.result !== null && this.random.chance(0.8);
    return {
      ...{ kind: 'call', procedure: procedure.name, values },
      target: isWanted ? this.#target(around, true) : null,
    };
  }

  #written({ written }: SugarContext): string | null {
    return written.length === 0 ? null : this.random.pick(written);
  }

  #sharedOf = ({ shared }: SugarContext): readonly string[] => [...shared, ...sharedInts];

  #sharedPlace(around: SugarContext): SugarPlace {
    if (this.random.chance(0.6)) return name(this.random.pick(this.#sharedOf(around)));
    return this.#cell(around);
  }

  /** Often a number that a cell has. */
  #ownIndex(around: SugarContext): SugarExpr {
    if (this.random.chance(0.5)) return number(this.random.between(0, 1));
    return this.#int(around.read, 1);
  }

  /** A cell that may not exist where its number is a variable's. */
  #cell({ read, hasNumber }: SugarContext): SugarPlace {
    const numbers = [number(0), number(1), ...(hasNumber ? [name('me')] : [])];
    const index =
      this.random.chance(0.3) && read.length > 0 ? name(this.random.pick(read)) : this.random.pick(numbers);
    return { kind: 'cell', name: sharedArray, index };
  }

  #target(around: SugarContext, mayBeLocal: boolean): SugarPlace {
    const local = this.#written(around);
    return (mayBeLocal || this.random.chance(0.3)) && local !== null && this.random.chance(0.4)
      ? name(local)
      : this.#sharedPlace(around);
  }

  /** With a load, often. */
  #read(around: SugarContext): SugarExpr {
    if (this.random.chance(0.5)) return this.#sharedPlace(around);
    return this.random.chance(0.2) ? name(sharedEnum) : this.#int(around.read, 1);
  }

  /** Over locals. */
  #int(read: readonly string[], depth: number): SugarExpr {
    if (depth > 0 && this.random.chance(0.3))
      return binary(this.random.pick(['+', '-']), this.#int(read, depth - 1), this.#int(read, depth - 1));
    if (depth > 0 && this.random.chance(0.2)) {
      const [yes, no] = [this.#int(read, 0), this.#int(read, 0)];
      return binary('+', number(1), { kind: 'choice', sort: 'int', cond: this.#bool(read), yes, no });
    }
    if (read.length > 0 && this.random.chance(0.5)) return name(this.random.pick(read));
    return this.random.chance(0.3) ? name(this.#member()) : number(this.random.between(0, 2));
  }

  #bool(read: readonly string[]): SugarExpr {
    const test = binary(this.random.pick(['==', '!=', '<']), this.#int(read, 1), this.#int(read, 0));
    if (!this.random.chance(0.2)) return test;
    const other = binary('<=', this.#int(read, 0), this.#int(read, 0));
    return { kind: 'choice', sort: 'bool', cond: other, yes: test, no: { kind: 'not', of: test } };
  }

  /** With one load, perhaps. */
  #condition(around: SugarContext): SugarExpr {
    if (this.random.chance(0.4)) return this.#bool(around.read);
    const what = this.random.chance(0.3) ? name(sharedEnum) : this.#sharedPlace(around);
    return binary(this.random.pick(['==', '!=']), what, name(this.#member()));
  }

  #member(): string {
    return this.random.pick(this.#members).name;
  }

  #property(): SugarExpr {
    const memory = [...sharedInts, sharedEnum];
    return this.#bool(memory);
  }

  #place(threads: readonly SugarThread[], procedures: readonly SugarProcedure[]): SugarProgram['at'] {
    const labels = threads.flatMap((thread) =>
      labelsOfThread(thread, procedures).map((label) => ({ thread: thread.name, label })),
    );
    if (labels.length === 0) return null;
    return { ...this.random.pick(labels), cond: this.#bool([...sharedInts, sharedEnum]) };
  }
}

/** Of several statements only the first would have the label. */
const unlabelled: ReadonlySet<string> = new Set(['declare', 'pick', 'put']);

const empty: Omit<SugarContext, 'read' | 'written'> = {
  ...{ shared: [], depth: 0, inLoop: false, procedure: null, callable: [], counters: [], hasNumber: false },
};
