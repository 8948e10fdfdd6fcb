import type { BooleanValue } from '../../../src/lang/boolean/boolean-program.js';
import {
  allOf,
  anyOf,
  anyTruth,
  literal,
  negation,
  no,
  yes,
} from '../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import type { BooleanId } from '../../../src/lang/expr/ids.js';
import type { Random } from '../random.js';

type BooleanIds = readonly BooleanId[];

export const differ = (a: BooleanId, b: BooleanId): Formula =>
  anyOf([allOf([literal(a), literal(b, false)]), allOf([literal(a, false), literal(b)])]);

export const same = (a: BooleanId, b: BooleanId): Formula =>
  anyOf([allOf([literal(a), literal(b)]), allOf([literal(a, false), literal(b, false)])]);

/** Holds whatever the variable is; under three-valued evaluation it is unknown if the variable is. */
const excludedMiddle = (variable: BooleanId): Formula => anyOf([literal(variable), literal(variable, false)]);

/** As many of the variables as asked for, or all; each once. */
export function someOf(random: Random, variables: BooleanIds, count: number): BooleanIds {
  const left = [...variables];
  const taken: BooleanId[] = [];
  while (taken.length < count && left.length > 0) {
    taken.push(...left.splice(random.below(left.length), 1));
  }
  return taken;
}

export const someCube = (random: Random, variables: BooleanIds, size: number): Formula =>
  allOf(someOf(random, variables, size).map((variable) => literal(variable, random.chance(0.5))));

/** `a && b || c && !d || ...` */
export const someDnf = (random: Random, variables: BooleanIds): Formula =>
  anyOf(
    Array.from({ length: random.between(1, 3) }, () => someCube(random, variables, random.between(1, 3))),
  );

export function someFormula(random: Random, variables: BooleanIds, depth = 2): Formula {
  if (variables.length === 0) return random.chance(0.5) ? yes : anyTruth;
  const kind = random.weighted([
    ['literal', depth === 0 ? 10 : 4],
    ['any', 1],
    ['not', depth === 0 ? 0 : 2],
    ['and', depth === 0 ? 0 : 3],
    ['or', depth === 0 ? 0 : 3],
    ['compare', depth === 0 ? 0 : 2],
    ['middle', depth === 0 ? 0 : 1],
  ]);
  const parts = (): readonly Formula[] =>
    Array.from({ length: random.between(2, 3) }, () => someFormula(random, variables, depth - 1));
  switch (kind) {
    case 'literal':
      return literal(random.pick(variables), random.chance(0.6));
    case 'any':
      return anyTruth;
    case 'not':
      return negation(someFormula(random, variables, depth - 1));
    case 'and':
      return allOf(parts());
    case 'or':
      return anyOf(parts());
    case 'compare':
      return (random.chance(0.5) ? differ : same)(random.pick(variables), random.pick(variables));
    case 'middle':
      return excludedMiddle(random.pick(variables));
  }
}

/** What a test asks: mostly little, so that both answers occur. */
export function someTest(random: Random, variables: BooleanIds): Formula {
  if (variables.length === 0) return anyTruth;
  const kind = random.weighted([
    ['literal', 5],
    ['cube', 2],
    ['formula', 2],
    ['compare', 2],
  ]);
  switch (kind) {
    case 'literal':
      return literal(random.pick(variables), random.chance(0.5));
    case 'cube':
      return someCube(random, variables, 2);
    case 'formula':
      return someFormula(random, variables);
    case 'compare':
      return (random.chance(0.5) ? differ : same)(random.pick(variables), random.pick(variables));
  }
}

export const formulaValue = (formula: Formula): BooleanValue => ({ kind: 'formula', formula });

export const copyOf = (variable: BooleanId, positive = true): BooleanValue =>
  formulaValue(literal(variable, positive));

/** True or false, as chance will have it. */
export const anyValue: BooleanValue = { kind: 'choose', yes: no, no };

export function someValue(random: Random, variables: BooleanIds): BooleanValue {
  const kind = random.weighted([
    ['constant', 4],
    ['any', 2],
    ['copy', variables.length === 0 ? 0 : 4],
    ['formula', 2],
    ['choose', variables.length === 0 ? 0 : 5],
  ]);
  switch (kind) {
    case 'constant':
      return formulaValue(random.chance(0.5) ? yes : no);
    case 'any':
      return random.chance(0.5) ? anyValue : formulaValue(anyTruth);
    case 'copy':
      return copyOf(random.pick(variables), random.chance(0.7));
    case 'formula':
      return formulaValue(someFormula(random, variables));
    case 'choose':
      return someChoice(random, variables);
  }
}

/** Exact, with something left open, or with something that both sides claim. */
function someChoice(random: Random, variables: BooleanIds): BooleanValue {
  const [a, b = a] = someOf(random, variables, 2);
  const shape = random.below(4);
  if (a === undefined || b === undefined) return anyValue;
  if (shape === 0) return { kind: 'choose', yes: literal(a), no: literal(a, false) };
  if (shape === 1) return { kind: 'choose', yes: literal(a), no: allOf([literal(a, false), literal(b)]) };
  if (shape === 2) return { kind: 'choose', yes: literal(a), no: literal(b, random.chance(0.5)) };
  return { kind: 'choose', yes: someDnf(random, variables), no: someDnf(random, variables) };
}

/** A cube over all the variables, at least one of them true. */
export function someTrueCube(random: Random, variables: BooleanIds): Formula {
  const first = random.below(variables.length);
  return allOf(variables.map((variable, i) => literal(variable, i === first || random.chance(0.4))));
}
