import type { VariableShape } from './program.js';

/** How a cell of an array goes by its number: `[1]`, and in rows `[0][1]`. */
export function cellNumber(shape: VariableShape, index: number): string {
  if (shape.kind !== 'array') return `[${index}]`;
  const { columns, shownFrom = 0 } = shape;
  if (columns === undefined) return `[${index + shownFrom}]`;
  return `[${Math.trunc(index / columns)}][${index % columns}]`;
}

/** Of an array of structures each member is an array: cell 1 of `node.next` is `node[1].next`. */
export function cellNamed(name: string, number: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? `${name}${number}` : `${name.slice(0, dot)}${number}${name.slice(dot)}`;
}

interface NamedArray {
  readonly name: string;
  readonly shape?: VariableShape;
}

/** A cell by an index as people count; `known` is what that is, where it is a constant. */
export function cellText({ name, shape }: NamedArray, index: string, known: bigint | null): string {
  const columns = shape?.kind === 'array' ? shape.columns : undefined;
  const [row, column] =
    columns === undefined || known === null ? [index] : [known / BigInt(columns), known % BigInt(columns)];
  return cellNamed(name, column === undefined ? `[${row}]` : `[${row}][${column}]`);
}
