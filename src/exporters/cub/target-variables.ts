import { boolType } from '../../lang/arrays/array-system.js';
import type { CellSymbol, SymbolId, ValueType } from '../../lang/arrays/array-system.js';
import { generatedBy } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { exprId } from '../../lang/expr/expr.js';
import { symbolId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { initialExprs } from '../../lang/program/program.js';
import type { LocalVar, SharedVar } from '../../lang/program/program.js';
import { lengthOf, shownFrom } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { printType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { FreeNames } from './naming.js';
import type { ProcNumbers } from './proc-numbers.js';

/** A cell of a fixed list, or an array with a cell for each process. */
export interface WeakSymbol {
  readonly variable: SharedVar;
  /** Null: an array with a cell for each process. */
  readonly element: number | null;
  readonly symbol: SymbolId;
}

/** The variables of the target, and what they stand for. */
export class TargetVocabulary {
  readonly #symbols: CellSymbol[] = [];
  readonly #locals = new Map<LocalId, SymbolId>();
  /** Locals of different threads that begin alike share a plain array. */
  readonly #alike = new Map<string, LocalVar[]>();
  readonly #weak = new Map<string, WeakSymbol>();
  readonly pc: SymbolId;

  constructor(
    private readonly system: System,
    private readonly numbers: ProcNumbers,
    private readonly names: FreeNames,
    pc: string,
    loc: ValueType,
  ) {
    this.pc = this.#push(pc, false, 1, loc, this.#somewhere);
    for (const variable of system.locals) this.#declareLocal(variable);
    for (const variable of system.shared) this.#declareShared(variable);
  }

  get symbols(): readonly CellSymbol[] {
    return this.#symbols;
  }

  /** Those that share an array. */
  get locals(): readonly (readonly LocalVar[])[] {
    return [...this.#alike.values()];
  }

  get weak(): readonly WeakSymbol[] {
    return [...this.#weak.values()];
  }

  symbol(id: SymbolId): CellSymbol {
    return at(this.#symbols, id);
  }

  local(id: LocalId): SymbolId {
    return getOrFail(this.#locals, id);
  }

  /** Null: the cell of an array with a cell for each process. */
  cell(id: SharedId, element: number | null): SymbolId {
    return getOrFail(this.#weak, `${id} ${element ?? '-'}`).symbol;
  }

  /** One more array with a cell for each process. */
  plain(wanted: string, type: ValueType): SymbolId {
    return this.#add(wanted, false, 1, type, this.#somewhere);
  }

  typeOf(type: Type, process: ThreadId | null): ValueType {
    if (process !== null) return { kind: 'proc' };
    return type.kind === 'bool' ? boolType : { kind: 'int' };
  }

  get #somewhere(): Span {
    return generatedBy('export', at(this.system.threads, 0).span);
  }

  #declareLocal(variable: LocalVar): void {
    const { id, name, type, init, span } = variable;
    const process = this.numbers.ofLocal(id);
    const key = `${name} ${printType(type)} ${process ?? '-'} ${init.kind} ${initialExprs(init).map(exprId).join()}`;
    const alike = this.#alike.get(key) ?? [];
    const [first] = alike;
    const symbol =
      first === undefined
        ? this.#add(name, false, 1, this.typeOf(type, process), span)
        : this.local(first.id);
    this.#alike.set(key, [...alike, variable]);
    this.#locals.set(id, symbol);
  }

  #declareShared(variable: SharedVar): void {
    const { id, shape, type, span } = variable;
    const valueType = this.typeOf(type, this.numbers.ofShared(id));
    const declare = (name: string, element: number | null): void => {
      const arity = element === null ? 1 : 0;
      const symbol = this.#add(name, true, arity, valueType, span);
      this.#weak.set(`${id} ${element ?? '-'}`, { variable, element, symbol });
    };
    if (shape.kind === 'per-instance') declare(variable.name, null);
    else {
      const isArray = shape.kind === 'array';
      for (let i = 0; i < lengthOf(variable); i++)
        declare(isArray ? `${variable.name}[${i + shownFrom(variable)}]` : variable.name, i);
    }
  }

  #add(wanted: string, weak: boolean, arity: number, type: ValueType, span: Span): SymbolId {
    return this.#push(this.names.upper(wanted), weak, arity, type, span);
  }

  #push(name: string, weak: boolean, arity: number, type: ValueType, span: Span): SymbolId {
    const id = symbolId(this.#symbols.length);
    this.#symbols.push({ id, name, kind: 'variable', weak, arity, type, span });
    return id;
  }
}
