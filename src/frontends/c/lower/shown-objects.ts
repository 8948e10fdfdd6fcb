import type { Source } from '../../../diagnostics/span.js';
import type { ShownValues, ToldCells } from '../../../lang/program/shown-values.js';
import { UsedNames } from '../../../support/free-names.js';
import { remembered } from '../../../support/remembered.js';
import type { CExpr, CItem } from '../syntax/c-ast.js';
import type { CType } from '../types/c-type.js';
import { printCType, sameLayout } from '../types/c-type.js';
import type { CObject } from './c-value.js';
import { cellKey, cellsIn, cellsOfMember, scalarsOf, storedMembers } from './object-cells.js';
import { directParts, expressionsIn } from './walk-ast.js';

/** An object with the number of its first cell. */
export interface PlacedObject {
  readonly object: CObject;
  readonly base: number;
}

/** Larger objects are told by numbers. */
const mostPlaces = 4096;

/** How the values of variables are written: constants by their names, addresses by what is there, flags in hex. */
export class ValueWords {
  readonly #pointers = new Map<string, ShownValues>();
  private readonly placed: readonly PlacedObject[];

  constructor(
    placed: readonly PlacedObject[],
    /** Variables and members that stand beside numbers in hex. */
    private readonly inHex: ReadonlySet<string>,
  ) {
    // Objects that one `malloc` makes are called alike.
    const names = new UsedNames();
    this.placed = placed.map(({ object, base }) => {
      return { object: { ...object, name: names.free(object.name) }, base };
    });
  }

  /** `name` ends with that of the variable or member. */
  of(type: CType, name: string): ShownValues | null {
    if (type.kind === 'pointer')
      return remembered(this.#pointers, printCType(type.to), () => ({
        kind: 'names',
        names: this.#addresses(type.to),
      }));
    if (type.kind !== 'integer' || type.bits === 1) return null;
    if (type.names !== undefined) return { kind: 'names', names: type.names };
    return this.inHex.has(lastWord(name)) ? { kind: 'hex' } : null;
  }

  /** The cells of `memory`, which counts from `base`. */
  cells(base: number, length: number): ToldCells {
    // Between objects there is a cell that is none of them.
    const cells = Array.from({ length }, (): ToldCells['cells'][number] => null);
    for (const { object, base: first } of this.placed) {
      for (const { steps, type, cell } of scalarsOf(object.type, object.span)) {
        const name = `${object.name}${cellKey(steps)}`;
        cells[first - base + cell] = { name, shown: this.of(type, name) };
      }
    }
    return { base: BigInt(base), cells };
  }

  /** By number: the part of the type that a pointer is to, else the outermost one. */
  #addresses(to: CType): ReadonlyMap<bigint, string> {
    const names = new Map<bigint, string>([[0n, 'NULL']]);
    for (const { object, base } of this.placed)
      for (const { cell, name, isWanted } of partsOf(object, to)) {
        const address = BigInt(base + cell);
        if (isWanted || !names.has(address)) names.set(address, `&${name}`);
      }
    return names;
  }
}

interface ObjectPart {
  readonly cell: number;
  readonly name: string;
  readonly isWanted: boolean;
}

/** All parts, the outer ones first. */
function partsOf(object: CObject, wanted: CType): readonly ObjectPart[] {
  const found: ObjectPart[] = [];
  const walk = (type: CType, cell: number, name: string): void => {
    if (found.length >= mostPlaces) return;
    found.push({ cell, name, isWanted: sameLayout(type, wanted) });
    if (type.kind === 'array') {
      const size = cellsIn(type.of, object.span);
      for (let i = 0; i < (type.length ?? 0); i++) walk(type.of, cell + i * size, `${name}[${i}]`);
    } else if (type.kind === 'record') {
      let next = cell;
      for (const member of storedMembers(type, object.span)) {
        walk(member.type, next, `${name}.${member.name}`);
        next += cellsOfMember(member.type, object.span);
      }
    }
  };
  walk(object.type, 0, object.name);
  return found;
}

const lastWord = (name: string): string => /\w+(?=(?:\[\d+\])*$)/.exec(name)?.[0] ?? name;

/** Variables and members that are compared with, combined with or given a number that is written in hex. */
export function namesInHex(items: readonly CItem[], source: Source): ReadonlySet<string> {
  const found = new Set<string>();
  // Where no number is written so there is nothing to look for; included files are read with it.
  if (!/\b0[xX]/.test(source.text)) return found;
  for (const item of items) {
    if (item.kind !== 'function') continue;
    for (const stmt of item.function.body)
      for (const expr of expressionsIn(stmt)) {
        const parts = expr.kind === 'call' ? expr.args : besides(expr);
        if (parts.some(isHex)) for (const name of parts.flatMap(namesOf)) found.add(name);
      }
  }
  return found;
}

const besides = (expr: CExpr): readonly CExpr[] =>
  expr.kind === 'binary' || expr.kind === 'assign' ? directParts(expr) : [];

const isHex = (expr: CExpr): boolean =>
  (expr.kind === 'number' && /^0[xX]/.test(expr.text)) ||
  (expr.kind === 'unary' && (expr.op === '~' || expr.op === '-') && isHex(expr.arg));

/** What an operand is called: `l->flags`, `&x`, `a[i]`, `x & y`, the argument of a load. */
function namesOf(expr: CExpr): readonly string[] {
  switch (expr.kind) {
    case 'name':
      return [expr.name];
    case 'member':
      return [expr.name.text];
    case 'unary':
    case 'cast':
      return namesOf(expr.arg);
    case 'index':
      return namesOf(expr.array);
    case 'binary':
      return [...namesOf(expr.left), ...namesOf(expr.right)];
    case 'call':
      return expr.args.slice(0, 1).flatMap(namesOf);
    default:
      return [];
  }
}
