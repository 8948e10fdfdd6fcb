import { constantValue } from '../../lang/expr/constant.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { initialExprs } from '../../lang/program/program.js';
import type { Init } from '../../lang/program/program.js';
import { lengthOf, shownFrom } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { constantText } from './pieces.js';
import type { SharedId } from '../../lang/expr/ids.js';
import { isPlain } from './wording.js';
import type { CScope } from './wording.js';
import { inOrder } from '../shared/in-order.js';
import { anyOfType } from './section.js';
import { quoted } from './c-text.js';
import type { CLines } from './c-text.js';
import type { ExprWriter, Needs } from './write-expr.js';

/** A variable outside the functions of threads: shared, or a local that others look at. */
interface CVariable {
  readonly key: string;
  readonly name: string;
  readonly type: Type;
  readonly init: Init;
  /** Null for what is no array. */
  readonly length: number | null;
}

function variablesOf(scope: CScope): readonly CVariable[] {
  const { program } = scope;
  return [
    ...program.shared
      .filter((v) => scope.ownerOf(v.id) === null)
      .map((v) => ({
        ...v,
        key: `shared ${v.id}`,
        name: scope.shared(v.id),
        length: v.shape.kind === 'scalar' ? null : lengthOf(v),
      })),
    ...program.locals
      .filter((v) => scope.isGlobal(v.id))
      .map((v) => ({ ...v, key: `local ${v.id}`, name: scope.local(v.id), length: null })),
  ];
}

/** Longer lists of equal initial values are loops. */
const longestList = 64;

/** The declarations of all variables outside functions, with those initial values that are constants. */
export const declarationLines = (scope: CScope): CLines =>
  variablesOf(scope).map((variable) => `static ${declarationOf(variable, scope)}`);

/** Of a variable that stands in the function of its only thread. */
export function ownDeclaration(id: SharedId, scope: CScope): string {
  const variable = at(scope.program.shared, id);
  const length = variable.shape.kind === 'scalar' ? null : lengthOf(variable);
  return declarationOf({ ...variable, name: scope.shared(id), length }, scope);
}

function declarationOf({ name, type, init, length }: Omit<CVariable, 'key'>, scope: CScope): string {
  const text = `${scope.typeName(type)} ${name}`;
  // An array without cells is none in C.
  const declared = length === null ? text : `${text}[${Math.max(length, 1)}]`;
  const value = staticValue(init, length);
  return `${declared}${value === null ? '' : ` = ${value}`};`;
}

/** Null if the value is not a constant, or too long to write. */
function staticValue(init: Init, length: number | null): string | null {
  if (init.kind === 'any' || length === 0 || !initialExprs(init).every(isPlain)) return null;
  if (init.kind === 'cells') return `{${init.values.map(constantText).join(', ')}}`;
  const value = constantText(init.value);
  if (length === null) return value;
  if (value === '0' || value === 'false') return `{${value}}`;
  return length > longestList ? null : `{${Array.from({ length }, () => value).join(', ')}}`;
}

/** The assignments that give the other variables their initial values, those first that others depend on. */
export function initialLines(scope: CScope, writer: ExprWriter, needs: Needs): CLines {
  const units = variablesOf(scope).flatMap((variable) =>
    staticValue(variable.init, variable.length) === null ? unitsOf(variable, writer, needs) : [],
  );
  return sorted(units).flatMap((unit) => unit.lines);
}

/** A part of the initial state that is given its value at once. */
interface Unit {
  readonly keys: readonly string[];
  readonly reads: readonly Expr[];
  readonly lines: CLines;
}

function unitsOf(
  { key, name, type, init, length }: CVariable,
  writer: ExprWriter,
  needs: Needs,
): readonly Unit[] {
  if (length === 0) return [];
  switch (init.kind) {
    case 'cells':
      return init.values.map((value, i) => ({
        keys: [`${key} ${i}`],
        reads: [value],
        lines: [`${name}[${i}] = ${writer.text(value)};`],
      }));
    case 'any':
    case 'value': {
      const value = init.kind === 'any' ? anyOfType(type, needs) : writer.text(init.value);
      const reads = initialExprs(init);
      if (length === null) return [{ keys: [key], reads, lines: [`${name} = ${value};`] }];
      const loop = `for (int32_t native_i = 0; native_i < ${length}; native_i++)`;
      return [{ keys: [key], reads, lines: [loop, `    ${name}[native_i] = ${value};`] }];
    }
  }
}

function sorted(units: readonly Unit[]): readonly Unit[] {
  const owner = new Map(units.flatMap((unit) => unit.keys.map((key) => [key, unit] as const)));
  return inOrder(units, ({ reads }) =>
    reads
      .flatMap((expr) => [...subexpressions(expr)])
      .flatMap(keysRead)
      .flatMap((key) => owner.get(key) ?? []),
  );
}

function keysRead(expr: Expr): readonly string[] {
  if (expr.kind === 'local') return [`local ${expr.local}`];
  if (expr.kind !== 'shared') return [];
  const index = expr.index === null ? 0n : constantValue(expr.index);
  return [`shared ${expr.shared}`, `shared ${expr.shared} ${String(index)}`];
}

/** What the final state is printed as, for whoever asks for it. */
export function printLines(scope: CScope): CLines {
  const { program } = scope;
  const shared = program.shared.flatMap((variable) => {
    const name = scope.shared(variable.id);
    if (variable.shape.kind === 'scalar') return [`printf(${format(variable.name)}, (int)${name});`];
    const shown = shownFrom(variable);
    const number = shown === 0 ? 'i' : `i + ${shown}`;
    return [
      `for (int i = 0; i < ${lengthOf(variable)}; i++)`,
      `    printf(${format(variable.name, '[%d]')}, ${number}, (int)${name}[i]);`,
    ];
  });
  const locals = program.locals
    .filter((v) => scope.isGlobal(v.id) && !v.temporary)
    .map(
      (v) =>
        `printf(${format(`${at(program.threads, v.thread).name}.${v.name}`)}, (int)${scope.local(v.id)});`,
    );
  return [...shared, ...locals, 'printf("\\n");'];
}

/** The format that prints a variable by its name in the program, which may hold any character. */
const format = (name: string, index = ''): string => quoted(`${name.replaceAll('%', '%%')}${index}=%d `);
