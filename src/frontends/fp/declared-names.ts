import type { Word } from '../../diagnostics/span.js';
import type { ItemAst } from './ast.js';

/** The names of the file that an item declares; those of procedures are a world of their own. */
export function declaredBy(item: ItemAst): readonly Word[] {
  switch (item.kind) {
    case 'const':
    case 'thread':
      return [item.name];
    case 'shared':
      return item.variables.map((variable) => variable.name);
    case 'struct':
      return [item.name];
    case 'enum':
      return [item.name, ...item.members.map((member) => member.name)];
    case 'property':
    case 'predicates':
    case 'inline':
    case 'include':
      return [];
  }
}
