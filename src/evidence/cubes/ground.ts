/** Formulas about the variables of one obligation, which are numbered. Negations stand at literals only. */
export type GroundFormula =
  GroundLiteral | { readonly kind: 'and' | 'or'; readonly parts: readonly GroundFormula[] };

export type GroundLiteral = InLiteral | SameLiteral | SumLiteral;

/** A variable of finitely many values has one of these: bits. */
export interface InLiteral {
  readonly kind: 'in';
  readonly variable: number;
  readonly values: number;
  readonly holds: boolean;
}

/** Two variables of finitely many values have the same. */
export interface SameLiteral {
  readonly kind: 'same';
  readonly left: number;
  readonly right: number;
  readonly holds: boolean;
}

/** The sum is below 0, at most 0, or 0. */
export interface SumLiteral {
  readonly kind: 'sum';
  readonly sum: IntegerSum;
  readonly op: '<' | '<=' | '=';
  readonly holds: boolean;
}

/** Of variables of numbers with their factors, ordered by variable, none of which is 0. */
export interface IntegerSum {
  readonly terms: readonly (readonly [variable: number, factor: bigint])[];
  readonly constant: bigint;
}

export type AnyOf = Extract<GroundFormula, { readonly kind: 'and' | 'or' }>;

export const truth: GroundFormula = { kind: 'and', parts: [] };
export const falsity: GroundFormula = { kind: 'or', parts: [] };

export const allOf = (parts: readonly GroundFormula[]): GroundFormula => joined('and', parts);
export const anyOf = (parts: readonly GroundFormula[]): GroundFormula => joined('or', parts);

function joined(kind: 'and' | 'or', parts: readonly GroundFormula[]): GroundFormula {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const weak = kind === 'and' ? 'or' : 'and';
  // The other one without parts decides.
  const deciding = flat.find((part) => part.kind === weak && part.parts.length === 0);
  if (deciding !== undefined) return deciding;
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : { kind, parts: flat };
}

export function negated(ground: GroundFormula): GroundFormula {
  switch (ground.kind) {
    case 'and':
      return anyOf(ground.parts.map(negated));
    case 'or':
      return allOf(ground.parts.map(negated));
    case 'in':
    case 'same':
    case 'sum':
      return { ...ground, holds: !ground.holds };
  }
}
