import { originOf } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import type { CExpr, CFunction, CStmt } from '../syntax/c-ast.js';
import { atomicCalls } from './atomic-calls.js';
import { behindPointer, mayOverlap, partOf, placeOfVariable, textOfPlace } from './touched-places.js';
import type { VariableInText, TouchedPlace } from './touched-places.js';
import { directParts, expressionsIn, membersNamedIn, statementsIn } from './walk-ast.js';

type Places = ReadonlyMap<string, TouchedPlace>;

/** What an expression reads and changes. */
export interface Touched {
  readonly reads: Places;
  readonly writes: Places;
  /** Those of the changes that need not be over when the value is there (C11 6.5p1). */
  readonly open: Places;
}

const none: Places = new Map();
const untouched: Touched = { reads: none, writes: none, open: none };

/** `own`: of a function that is called, which nobody else sees; `array`: and it is no pointer. Null: it is no variable. */
export type VariableOfName = (name: string) => VariableInText | 'own' | 'own array' | null;

const only = (place: TouchedPlace): Places => new Map([[textOfPlace(place), place]]);

const union = (parts: readonly Touched[]): Touched => {
  const all = (pick: (part: Touched) => Places): Places => new Map(parts.flatMap((part) => [...pick(part)]));
  return { reads: all((p) => p.reads), writes: all((p) => p.writes), open: all((p) => p.open) };
};

const settled = (touched: Touched): Touched => ({ ...touched, open: none });

/** What is known of the program as a whole. */
export interface TouchedProgram {
  readonly function: (name: string) => CFunction | null;
  readonly global: VariableOfName;
  /** Whether all members of the name are arrays. */
  readonly isArrayMember: (name: string) => boolean;
  /** Functions that pointers may be to. */
  readonly pointedTo: () => readonly string[];
}

/** What functions do to variables of all, and behind pointers. */
export class TouchedByCalls {
  readonly #known = new Map<string, Touched>();

  constructor(readonly program: TouchedProgram) {}

  /** What a call by a pointer does: one of the functions with so many parameters, or none that is known. */
  ofAny(count: number): Touched {
    const { program } = this;
    const all = program.pointedTo().filter((name) => program.function(name)?.params.length === count);
    return union(all.flatMap((name) => this.of(name) ?? []));
  }

  /** Null: it is no function of the program. */
  of(name: string): Touched | null {
    const found = this.program.function(name);
    if (found === null) return null;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // Who calls itself is refused elsewhere.
    this.#known.set(name, untouched);
    const params = found.params.flatMap((param) => (param.name === null ? [] : [param.name.text]));
    const declared = declaredIn(found.body);
    const own = new Map([...params.map((each) => [each, 'own'] as const), ...declared]);
    const variableOf: VariableOfName = (each) => {
      const kept = own.get(each);
      // A static variable is one for all calls; its type is not resolved here.
      if (kept === 'static')
        return { key: `static ${name} ${each}`, type: { kind: 'void' }, isPointedTo: false };
      return kept ?? this.program.global(each);
    };
    const touched = new Touching(variableOf, this).inside(found.body);
    this.#known.set(name, touched);
    return touched;
  }
}

/** The variables that are declared inside, and whether they stay. */
const declaredIn = (body: readonly CStmt[]): readonly (readonly [string, 'own' | 'own array' | 'static'])[] =>
  body
    .flatMap((stmt) => [...statementsIn(stmt)])
    .flatMap((stmt) => (stmt.kind === 'declare' ? stmt.declarations : []))
    .flatMap(({ name, storage, type }) => {
      if (name === null || storage === 'extern') return [];
      const isArray = type.kind === 'array';
      return [[name.text, storage === 'static' ? 'static' : isArray ? 'own array' : 'own'] as const];
    });

/** What an expression touches where names mean this; functions that it calls count with what they do to variables of all. */
export class Touching {
  constructor(
    private readonly variableOf: VariableOfName,
    private readonly calls: TouchedByCalls,
  ) {}

  of(expr: CExpr): Touched {
    switch (expr.kind) {
      case 'name':
        return this.#read(expr);
      case 'sizeof':
      case 'sizeof-type':
        return untouched;
      case 'member':
      case 'index':
        return union([this.toPlace(expr), this.#read(expr)]);
      case 'step':
        return this.#changed(expr.arg, true);
      case 'assign':
        return union([this.of(expr.value), this.#changed(expr.target, expr.op !== null)]);
      case 'unary':
        if (expr.op === '&') return this.toPlace(expr.arg);
        return expr.op === '*' ? union([this.toPlace(expr), this.#read(expr)]) : this.of(expr.arg);
      case 'comma':
        return union([settled(this.of(expr.left)), this.of(expr.right)]);
      case 'binary': {
        const [left, right] = [this.of(expr.left), this.of(expr.right)];
        return union([expr.op === '&&' || expr.op === '||' ? settled(left) : left, right]);
      }
      case 'conditional':
        return union([settled(this.of(expr.cond)), this.of(expr.then), this.of(expr.else)]);
      case 'call':
        return settled(this.#called(expr));
      case 'statements':
        return this.#block(expr.body);
      default:
        return union(directParts(expr).map((part) => this.of(part)));
    }
  }

  /** All that statements touch, with what is declared among them. */
  inside(body: readonly CStmt[]): Touched {
    return settled(union(body.flatMap((stmt) => [...expressionsIn(stmt)]).map((expr) => this.of(expr))));
  }

  #block(body: readonly CStmt[]): Touched {
    const own = new Map(declaredIn(body).map(([name, kind]) => [name, kind === 'static' ? 'own' : kind]));
    const variableOf: VariableOfName = (name) => own.get(name) ?? this.variableOf(name);
    return new Touching(variableOf, this.calls).inside(body);
  }

  #read(expr: CExpr): Touched {
    const place = this.placeOf(expr);
    return place === null ? untouched : { ...untouched, reads: only(place) };
  }

  /** What is read on the way to a place, but for the place itself. */
  toPlace(expr: CExpr): Touched {
    switch (expr.kind) {
      case 'name':
        return untouched;
      case 'member':
        return expr.arrow ? this.of(expr.of) : this.toPlace(expr.of);
      case 'index':
        return union([
          this.of(expr.index),
          this.#isArray(expr.array) ? this.toPlace(expr.array) : this.of(expr.array),
        ]);
      case 'unary':
        return expr.op === '*' ? this.of(expr.arg) : this.of(expr);
      default:
        return this.of(expr);
    }
  }

  /** The place that an expression names; null: it names none that others see. */
  placeOf(expr: CExpr): TouchedPlace | null {
    switch (expr.kind) {
      case 'name': {
        const found = this.variableOf(expr.name);
        return found === null || typeof found === 'string' ? null : placeOfVariable(found);
      }
      case 'member': {
        const whole = expr.arrow ? behindPointer : this.placeOf(expr.of);
        return whole === null ? null : partOf(whole, `.${expr.name.text}`);
      }
      case 'index': {
        const whole = this.#isArray(expr.array) ? this.placeOf(expr.array) : behindPointer;
        const { index } = expr;
        return whole === null ? null : partOf(whole, index.kind === 'number' ? `[${index.text}]` : '[]');
      }
      case 'unary':
        return expr.op === '*' ? behindPointer : null;
      default:
        return null;
    }
  }

  /** Whether it is an array, so that its elements are parts of it; else they are behind a pointer. */
  #isArray(expr: CExpr): boolean {
    if (expr.kind === 'index') return this.#isArray(expr.array);
    if (expr.kind === 'member') return this.calls.program.isArrayMember(expr.name.text);
    if (expr.kind !== 'name') return false;
    const found = this.variableOf(expr.name);
    return (
      found === 'own array' || (found !== null && typeof found !== 'string' && found.type.kind === 'array')
    );
  }

  #changed(target: CExpr, isRead: boolean): Touched {
    const place = this.placeOf(target);
    const way = this.toPlace(target);
    if (place === null) return way;
    const there = only(place);
    return union([way, { reads: isRead ? there : none, writes: there, open: there }]);
  }

  #called({ callee, args }: CExpr & { readonly kind: 'call' }): Touched {
    const inner = args.map((arg) => this.of(arg));
    const name = callee.kind === 'name' ? callee.name : null;
    const known = name === null ? null : this.calls.of(name);
    if (known !== null) return union([...inner, known]);
    const atomic = name === null ? undefined : atomicCalls.get(name);
    if (atomic === undefined) {
      const isByPointer = name === null || this.variableOf(name) !== null;
      return union([this.of(callee), ...inner, ...(isByPointer ? [this.calls.ofAny(args.length)] : [])]);
    }
    const [first, second] = args;
    const place = first === undefined ? untouched : this.#pointedTo(first);
    const old = atomic.kind === 'compare' && second !== undefined ? this.#pointedTo(second) : untouched;
    return union([...inner, atomic.kind === 'load' ? { ...place, writes: none } : place, old]);
  }

  /** What a pointer is to. */
  #pointedTo(arg: CExpr): Touched {
    if (arg.kind === 'cast') return this.#pointedTo(arg.arg);
    const isAddress = arg.kind === 'unary' && arg.op === '&';
    const place = isAddress ? this.placeOf(arg.arg) : behindPointer;
    return place === null ? untouched : { reads: only(place), writes: only(place), open: none };
  }
}

const meets = (writes: Places, places: Places): boolean =>
  [...writes.values()].some((place) => [...places.values()].some((other) => mayOverlap(place, other)));

/** Whether one of two expressions changes what the other one uses, where C leaves open which comes first. */
export const areInEachOthersWay = (a: Touched, b: Touched): boolean =>
  meets(a.writes, b.reads) || meets(a.writes, b.writes) || meets(b.writes, a.reads);

/** Whether a change that need not be over is one of the place. */
export const isOpen = ({ open }: Touched, place: TouchedPlace): boolean => meets(open, only(place));

/** Members that are named, also by designators. */
export const namedMembers = (statements: readonly CStmt[]): ReadonlySet<string> =>
  new Set(statements.flatMap((stmt) => [...membersNamedIn(stmt)]));

/** Names that stand for values: of functions those that pointers may be to. */
export function namesAsValues(statements: readonly CStmt[]): ReadonlySet<string> {
  const all = statements.flatMap((stmt) => [...expressionsIn(stmt)]);
  const called = new Set(all.flatMap((expr) => (expr.kind === 'call' ? [expr.callee] : [])));
  return new Set(all.flatMap((expr) => (expr.kind === 'name' && !called.has(expr) ? [expr.name] : [])));
}

/** Whether the address of a variable is taken in what its name is known in; `declared`: where it is. */
export type IsAddressed = (name: string, declared: Span) => boolean;

/** `parts`: functions, and what stands between them. */
export function addressedIn(parts: readonly CStmt[]): IsAddressed {
  const all = parts.map((stmt) => ({ stmt, names: addressedNames(stmt) }));
  return (name, declared) => {
    const around = all.filter(({ stmt }) => stmt.kind === 'block' && contains(stmt.span, declared));
    return (around.length === 0 ? all : around).some(({ names }) => names.has(name));
  };
}

function contains(outer: Span, inner: Span): boolean {
  const [a, b] = [originOf(outer), originOf(inner)];
  return a !== null && b !== null && a.source === b.source && a.start <= b.start && b.end <= a.end;
}

function addressedNames(stmt: CStmt): ReadonlySet<string> {
  const roots = [...expressionsIn(stmt)].map((expr) =>
    expr.kind === 'unary' && expr.op === '&' ? rootOf(expr.arg) : null,
  );
  return new Set(roots.filter((root) => root !== null));
}

function rootOf(expr: CExpr): string | null {
  if (expr.kind === 'name') return expr.name;
  if (expr.kind === 'member') return expr.arrow ? null : rootOf(expr.of);
  return expr.kind === 'index' ? rootOf(expr.array) : null;
}
