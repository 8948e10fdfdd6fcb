import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Channel, DveDeclaration, DveExpr, DveVariable } from './dve-ast.js';
import { constantValue } from './evaluate-dve.js';
import type { ChannelSymbol, DveSymbol } from './name-table.js';
import { limits, wrapped } from './name-table.js';
import { reportUnknown } from './unknown.js';
import { subexpressions } from './walk-dve.js';

/** Beyond these an array or a channel is a mistake. */
const maxCells = 1n << 16n;
const maxWaiting = 256n;

/** How many values the messages of a channel without types carry. */
type Arities = ReadonlyMap<string, number>;

/** Enters declarations into a scope, one after another, so each may use the constants before it. */
export class Declarer {
  readonly symbols = new Map<string, DveSymbol>();

  constructor(
    private readonly outer: ReadonlyMap<string, DveSymbol>,
    private readonly arities: Arities,
    private readonly bag: DiagnosticBag,
  ) {}

  declare(declaration: DveDeclaration): void {
    const symbol = declaration.kind === 'variable' ? this.#variable(declaration) : this.#channel(declaration);
    if (symbol !== null) this.symbols.set(declaration.name.text, symbol);
  }

  #variable(declaration: DveVariable): DveSymbol | null {
    const { name, type, size, initial, isConst } = declaration;
    if (size === null) {
      const value = initial?.kind === 'value' ? this.#constant(initial.value) : 0n;
      if (initial === null && isConst) {
        this.bag.report(
          'E305',
          name.span,
          `the constant ${name.text} has no value`,
          `write const ${type} ${name.text} = 1;`,
        );
      }
      if (value === null) return null;
      const fitting = this.#fitting(declaration, value, initialSpan(declaration));
      if (isConst) return { kind: 'constant', name, value: fitting };
      return { kind: 'variable', name, type, length: null, initial: [fitting], isConst };
    }
    const length = this.#size(size, 1n, maxCells, 'an array has', 'cells');
    if (length === null) return null;
    return { kind: 'variable', name, type, length, initial: this.#cells(declaration, length), isConst };
  }

  /** Cells without a value are 0; values without a cell are ignored, as DiVinE does. */
  #cells(declaration: DveVariable, length: number): readonly bigint[] {
    const { initial, name } = declaration;
    const given = initial?.kind === 'list' ? initial.values : [];
    if (given.length > length && initial?.kind === 'list') {
      const [what, many] = [`${name.text} has ${length} cell${length === 1 ? '' : 's'}`, given.length];
      this.bag.report(
        'W605',
        initial.span,
        `${what}, but here are ${many} values`,
        'Surplus values are ignored.',
      );
    }
    return Array.from({ length }, (_, i) => {
      const expr = given[i];
      const value = expr === undefined ? 0n : this.#constant(expr);
      return value === null ? 0n : this.#fitting(declaration, value, expr ?? null);
    });
  }

  #fitting({ type }: DveVariable, value: bigint, place: { readonly span: DveExpr['span'] } | null): bigint {
    const kept = wrapped(type, value);
    if (kept !== value && place !== null) {
      const { lo, hi } = limits[type];
      this.bag.report(
        'W607',
        place.span,
        `${value} is no ${type}: these are ${lo} to ${hi}`,
        `It becomes ${kept}.`,
      );
    }
    return kept;
  }

  #channel({ name, types, size }: Channel): ChannelSymbol | null {
    const capacity = size === null ? 0 : this.#size(size, 0n, maxWaiting, 'in a channel wait', 'messages');
    if (capacity === null) return null;
    const arity = this.arities.get(name.text) ?? 0;
    return {
      kind: 'channel',
      name,
      types: types ?? Array.from({ length: arity }, () => 'int' as const),
      capacity,
    };
  }

  #size(expr: DveExpr, least: bigint, most: bigint, what: string, things: string): number | null {
    const value = this.#constant(expr);
    if (value === null) return null;
    if (value >= least && value <= most) return Number(value);
    this.bag.report('E303', expr.span, `${what} ${least} to ${most} ${things}, not ${value}`);
    return null;
  }

  #constant(expr: DveExpr): bigint | null {
    const value = constantValue(expr, (name) => this.#valueOf(name));
    if (value === null) this.#reportNoConstant(expr);
    return value;
  }

  #valueOf(name: string): bigint | null {
    const symbol = this.symbols.get(name) ?? this.outer.get(name);
    return symbol?.kind === 'constant' ? symbol.value : null;
  }

  #reportNoConstant(expr: DveExpr): void {
    const known = [...this.symbols.keys(), ...this.outer.keys()];
    for (const part of subexpressions(expr)) {
      if (part.kind !== 'name' || this.#valueOf(part.name.text) !== null) continue;
      const isKnown = known.includes(part.name.text);
      if (isKnown)
        this.bag.report('E305', part.span, `${part.name.text} is no constant`, 'Declare it as const.');
      else reportUnknown(part.name, known, this.bag);
      return;
    }
    this.bag.report('E305', expr.span, 'this has no value before the model runs');
  }
}

const initialSpan = ({ initial }: DveVariable): { readonly span: DveExpr['span'] } | null =>
  initial?.kind === 'value' ? initial.value : initial;
