import type { DveBinaryOp, DveExpr as Ast, DvePlace, DveType } from '../../lang/dve/dve-ast.js';
import { any, binary, cell, name, not, number, unary, word } from '../../lang/dve/make.js';
import { limits } from '../../lang/dve/name-table.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { byTypes, clipped, intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { BoundedInterval, Interval } from '../../lang/expr/interval.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Program } from '../../lang/program/program.js';
import type { Automaton, Location, System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { giveNames } from '../shared/naming.js';
import type { GivenNames } from '../shared/naming.js';
import { notPlain } from '../shared/plain.js';
import { freeName } from '../../support/free-names.js';

const reserved: ReadonlySet<string> = new Set([
  ...['const', 'byte', 'int', 'channel', 'process', 'state', 'init', 'commit', 'accept', 'assert', 'trans'],
  ...['guard', 'sync', 'effect', 'system', 'async', 'property', 'not', 'and', 'or', 'imply', 'true', 'false'],
]);

/** What things are called in the model, and how expressions are said there. */
export class DveScope {
  readonly names: GivenNames;
  readonly #places: readonly (readonly string[])[];

  constructor(
    program: Program,
    readonly system: System,
  ) {
    this.names = giveNames(program, { isReserved: (text) => reserved.has(text) });
    this.#places = system.threads.map((thread) => this.#placesOf(thread));
  }

  thread(id: ThreadId): string {
    return at(this.names.threads, id);
  }

  place(thread: ThreadId, location: number): string {
    return at(at(this.#places, thread), location);
  }

  variable(
    target: { readonly local: LocalId } | { readonly shared: SharedId; readonly index: Ast | null },
  ): DvePlace {
    if ('local' in target) return name(at(this.names.locals, target.local));
    const text = at(this.names.shared, target.shared);
    return target.index === null ? name(text) : cell(text, target.index);
  }

  /** As `own` sees it; in properties nobody does. */
  expr(expr: Expr, own: ThreadId | null): Ast {
    const inner = (part: Expr): Ast => this.expr(part, own);
    switch (expr.kind) {
      case 'int':
        return number(expr.value);
      case 'bool':
        return number(expr.value ? 1 : 0);
      case 'local': {
        const { thread } = at(this.system.locals, expr.local);
        const text = at(this.names.locals, expr.local);
        if (thread === own) return name(text);
        const { span } = word(text);
        return { kind: 'foreign', process: word(this.thread(thread)), name: word(text), index: null, span };
      }
      case 'shared':
        return this.variable({ shared: expr.shared, index: expr.index === null ? null : inner(expr.index) });
      case 'at':
        return this.#at(expr.thread, expr.label);
      case 'unary':
        // A truth value is a number in DVE.
        return expr.op === 'int'
          ? inner(expr.arg)
          : expr.op === '!'
            ? not(inner(expr.arg))
            : unary('-', inner(expr.arg));
      case 'binary':
        return binary(operatorOf(expr.op), inner(expr.left), inner(expr.right));
      default:
        return notPlain(expr);
    }
  }

  isIn(thread: ThreadId, place: string): Ast {
    const process = word(this.thread(thread));
    return { kind: 'state', process, state: word(place), span: process.span };
  }

  #at(thread: ThreadId, label: string): Ast {
    const there = carriers(at(this.system.threads, thread), label);
    return any(there.map(({ id }) => this.isIn(thread, this.place(thread, id))));
  }

  /** A place is called after a label that it alone has. */
  #placesOf(thread: Automaton): readonly string[] {
    const taken = new Set<string>();
    return thread.locations.map((location) => {
      const [label] = location.labels;
      const isOwn = label !== undefined && carriers(thread, label).length === 1;
      const wanted = isOwn
        ? this.names.label(thread.id, label)
        : `${location.id === thread.end ? 'ended' : 'at'}_${location.id}`;
      const free = freeName(wanted, (text) => taken.has(text) || this.#isTaken(text, thread.id, isOwn));
      taken.add(free);
      return free;
    });
  }

  #isTaken(text: string, thread: ThreadId, isLabel: boolean): boolean {
    const own = this.system.locals.flatMap((v) => (v.thread === thread ? [at(this.names.locals, v.id)] : []));
    return !isLabel && [...this.names.shared, ...this.names.threads, ...own].includes(text);
  }
}

const carriers = ({ locations }: Automaton, label: string): readonly Location[] =>
  locations.filter((location) => location.labels.includes(label));

const operatorOf = (op: BinaryOp): DveBinaryOp =>
  op === '&&' ? 'and' : op === '||' ? 'or' : op === '->' ? 'imply' : op;

/** What keeps values of the type; an `int` where some values may find no room. */
export function valueType(type: Type): DveType {
  if (type.kind === 'bool') return 'byte';
  return type.kind === 'range' && type.lo >= limits.byte.lo && type.hi <= limits.byte.hi ? 'byte' : 'int';
}

/** The values that a variable of the type can have here. */
export const room = (type: Type): BoundedInterval => clipped(intervalOfType(type), limits.int);

/** Where the value of an expression lies, by the types of its variables. */
export const valuesIn = (value: Expr, system: System): Interval => intervalOf(value, byTypes(system, room));
