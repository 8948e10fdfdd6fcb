import type { Word } from '../../diagnostics/span.js';
import { int } from '../../lang/expr/expr.js';
import { rangeType } from '../../lang/expr/type.js';
import type { ItemAst } from './ast.js';
import type { ConstantInfo, EnumerationInfo, ExprPlace } from './scope.js';
import { constantInt } from './sizes.js';

/**
 * An enumeration is a range of integers, and constants that name them. `declared` gets each before the next is looked at: its
 * value may be made of those before it.
 */
export function declareEnumeration(
  { name, members }: Extract<ItemAst, { kind: 'enum' }>,
  place: ExprPlace,
  declared: (word: Word, member: ConstantInfo) => void,
): EnumerationInfo {
  const names = new Map<bigint, string>();
  let next = 0n;
  for (const { name: word, value } of members) {
    const given = value === null ? next : (constantInt(value, 'the value of a name', place) ?? next);
    next = given + 1n;
    if (!names.has(given)) names.set(given, word.text);
    declared(word, { kind: 'const', name: word.text, value: int(given), span: word.span });
  }
  const [least = 0n, ...others] = [...names.keys()].sort((a, b) => (a < b ? -1 : 1));
  const type = rangeType(least, others.at(-1) ?? least);
  return { kind: 'enum', name: name.text, type, shown: { kind: 'names', names }, span: name.span };
}
