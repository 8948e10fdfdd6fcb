import type { InitAst, ItemAst, TypeAst, VariableAst } from './ast.js';
import { wrongUse } from './name-reports.js';
import { reportTwice } from './scope.js';
import type { ExprPlace } from './scope.js';
import type { FieldInfo, RecordInfo, StructureInfo } from './variable-infos.js';
import { typeOf } from './sizes.js';
import type { ShownType } from './sizes.js';

/*
 * A variable of a structure is a variable for each member: `Node node[2];` are the arrays `node.next` and `node.data`. Each is
 * read, written and buffered by itself, as in memory.
 */

export function declareStructure(
  { name, fields }: Extract<ItemAst, { kind: 'struct' }>,
  place: ExprPlace,
): StructureInfo {
  const found = new Map<string, FieldInfo>();
  for (const { type, variables } of fields) {
    const shown = typeOf(type, place);
    for (const { name: word, sizes, init } of variables) {
      const [size] = sizes;
      if (size !== undefined)
        wrongUse(
          place,
          size.span,
          'a member is a single value',
          'declare an array of structures, or several members',
        );
      if (found.has(word.text)) reportTwice(place.world.bag, word, 'a member of this structure', name.span);
      else found.set(word.text, { name: word.text, ...shown, init });
    }
  }
  if (found.size === 0) wrongUse(place, name.span, `\`${name.text}\` has no members`);
  return { kind: 'struct', name: name.text, fields: [...found.values()], span: name.span };
}

/** One of the variables that a declaration is about. */
export interface DeclaredPart extends ShownType {
  readonly name: string;
  readonly init: InitAst | null;
}

interface DeclaredParts {
  readonly parts: readonly DeclaredPart[];
  /** Null: it is the variable itself. */
  readonly record: RecordInfo | null;
}

export function partsOf(type: TypeAst, variable: VariableAst, place: ExprPlace): DeclaredParts {
  const { name, init } = variable;
  const structure = type.kind === 'named' ? place.world.globals.get(type.name.text) : undefined;
  if (structure?.kind !== 'struct')
    return { parts: [{ name: name.text, ...typeOf(type, place), init }], record: null };
  const { fields } = structure;
  const parts = fields.map((field, i) => ({
    ...field,
    name: `${name.text}.${field.name}`,
    init: memberInit(field, i, fields.length, init),
  }));
  checkMembers(structure, variable, place);
  const members = fields.map((field) => field.name);
  return { parts, record: { kind: 'record', name: name.text, members, structure, span: name.span } };
}

/** What the variable says, a value for each member or such a list for each cell; else what the structure does. */
export function memberInit(
  field: Pick<FieldInfo, 'init'>,
  i: number,
  count: number,
  init: InitAst | null,
): InitAst | null {
  if (init === null) return field.init;
  if (init.kind === 'value') return null;
  const { values, rows, span } = init;
  if (rows !== null)
    return { kind: 'cells', values: values.filter((_, j) => j % count === i), rows: null, span };
  const value = values[i];
  return value === undefined ? null : { kind: 'value', value };
}

function checkMembers({ name, fields }: StructureInfo, { init }: VariableAst, place: ExprPlace): void {
  if (init === null) return;
  const example = `{${fields.map((field) => field.name).join(', ')}}`;
  const note = `give a value for each member: \`${example}\``;
  if (init.kind === 'value') {
    place.world.bag.report('E301', init.value.span, `\`${name}\` is a structure`, note);
    return;
  }
  const lists = init.rows ?? [init.values.length];
  if (lists.every((length) => length === fields.length)) return;
  place.world.bag.report('E301', init.span, `\`${name}\` has ${fields.length} members`, note);
}
