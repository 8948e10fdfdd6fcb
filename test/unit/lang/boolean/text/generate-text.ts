import { generatedBy } from '../../../../../src/diagnostics/span.js';
import type {
  BooleanText,
  TextAction,
  TextBlock,
  TextComment,
  TextCondition,
  TextExpression,
  TextValue,
} from '../../../../../src/lang/boolean/boolean-text.js';
import type { Random } from '../../../../support/random.js';

const span = generatedBy('test', null);

/** What a place of a generated text can speak of. */
interface Scope {
  readonly names: readonly Extract<TextExpression, { kind: 'name' | 'pc' }>[];
  readonly numbers: readonly number[];
}

/** Any text of the language, with jumps anywhere; most of them mean little. */
export function generateText(random: Random): BooleanText {
  const shared = ['x', 'y', 'z'].slice(0, random.between(1, 3));
  const local = ['r', 's'].slice(0, random.between(0, 2));
  const count = random.between(2, 3);
  const blocks = Array.from({ length: count }, (_, i) => generateBlock(random, i, shared, local));
  const locals = blocks.flatMap((_, block) => local.map((name) => ({ kind: 'name', name, block }) as const));
  const scope: Scope = {
    names: [
      ...shared.map((name) => ({ kind: 'name', name, block: null }) as const),
      ...locals,
      ...blocks.map((_, block) => ({ kind: 'pc', block }) as const),
    ],
    numbers: [-1, 0, 1, 2, ...blocks.flatMap(({ statements }) => statements.map(({ label }) => label))],
  };
  const kind = random.chance(0.7) ? 'always' : 'final';
  const properties = [{ kind, condition: generateCondition(random, 2, scope), span } as const];
  return { shared, local, blocks, properties };
}

function generateBlock(
  random: Random,
  index: number,
  shared: readonly string[],
  local: readonly string[],
): TextBlock {
  const labels = Array.from({ length: random.between(index === 0 ? 0 : 1, 7) }, (_, i) =>
    random.chance(0.02) ? 1 : 10 * index + i,
  );
  const scope: Scope = {
    names: [...shared, ...local].map((name) => ({ kind: 'name', name, block: null }) as const),
    numbers: [0, 1, 0, 1, 2, 3, -1],
  };
  const statements = labels.map((label) => ({
    comments: Array.from({ length: random.below(2) }, () => generateComment(random, shared)),
    label,
    action: generateAction(random, shared, local, random.chance(0.03) ? [99] : labels, scope),
    span,
  }));
  return { number: index === 0 ? null : index, statements, span };
}

function generateAction(
  random: Random,
  shared: readonly string[],
  local: readonly string[],
  labels: readonly number[],
  scope: Scope,
): TextAction {
  const kind = random.weighted([
    ['store', 4],
    ['load', local.length === 0 ? 0 : 2],
    ['assign', local.length === 0 ? 0 : 3],
    ['if', 4],
    ['assume', 1],
    ['begin_atomic', 2],
    ['end_atomic', 2],
    ['nop', 1],
    ['barrier', 0.5],
  ]);
  switch (kind) {
    case 'store':
      return { kind, target: random.pick(shared), value: generateValue(random, scope) };
    case 'assign':
      return { kind, target: random.pick(local), value: generateValue(random, scope) };
    case 'load':
      return { kind, target: random.pick(local), from: random.pick(shared) };
    case 'assume':
      return { kind, condition: generateCondition(random, 2, scope) };
    case 'if':
      return { kind, condition: generateCondition(random, 2, scope), target: random.pick(labels) };
    default:
      return { kind };
  }
}

function generateValue(random: Random, scope: Scope): TextValue {
  return random.chance(0.4)
    ? {
        kind: 'choose',
        yes: generateCondition(random, 1, scope),
        no: generateCondition(random, 1, scope),
      }
    : { kind: 'expression', expression: generateExpression(random, random.chance(0.2) ? 1 : 0, scope) };
}

function generateCondition(random: Random, depth: number, scope: Scope): TextCondition {
  const kind = random.weighted([
    ['compare', 6],
    ['truth', 1],
    ['any', 1],
    ['not', depth === 0 ? 0 : 2],
    ['and', depth === 0 ? 0 : 2],
    ['or', depth === 0 ? 0 : 2],
  ]);
  const part = (): TextCondition => generateCondition(random, depth - 1, scope);
  switch (kind) {
    case 'truth':
      return { kind, value: random.chance(0.5) };
    case 'any':
      return { kind };
    case 'not':
      return { kind, part: part() };
    case 'and':
    case 'or':
      return { kind, parts: Array.from({ length: random.between(2, 4) }, part) };
    case 'compare': {
      const op = random.pick(['==', '!=', '==', '!=', '<', '<=', '>', '>='] as const);
      const left = generateExpression(random, random.chance(0.2) ? 1 : 0, scope);
      return { kind, op, left, right: generateExpression(random, 0, scope) };
    }
  }
}

function generateExpression(random: Random, depth: number, scope: Scope): TextExpression {
  const kind = random.weighted([
    ['name', 4],
    ['int', 4],
    ['any', 0.5],
    ['negative', depth === 0 ? 0 : 1],
    ['sum', depth === 0 ? 0 : 3],
    ['product', depth === 0 ? 0 : 2],
  ]);
  const part = (): TextExpression => generateExpression(random, depth - 1, scope);
  switch (kind) {
    case 'name':
      return random.pick(scope.names);
    case 'int':
      return { kind, value: random.pick(scope.numbers) };
    case 'any':
      return { kind };
    case 'negative':
      return { kind, part: random.pick(scope.names) };
    case 'sum':
      return {
        kind,
        terms: Array.from({ length: random.between(2, 3) }, (_, i) => ({
          minus: i > 0 && random.chance(0.5),
          part: part(),
        })),
      };
    case 'product':
      return { kind, parts: Array.from({ length: 2 }, part) };
  }
}

function generateComment(random: Random, shared: readonly string[]): TextComment {
  const text = random.pick(['x = 1', 'goto 3', '(x = y)', 'if (x != 0)']);
  const kind = random.pick(['source', 'predicate', 'note'] as const);
  return kind === 'predicate' ? { kind, variable: random.pick(shared), text } : { kind, text };
}
