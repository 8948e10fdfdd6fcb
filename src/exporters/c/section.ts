import { truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Block, LValue, Stmt } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import type { BoundedInterval } from '../../lang/expr/interval.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { notPlain } from '../shared/plain.js';
import { faultsOf, mayMiss } from './faulty-operands.js';
import { nearestLiteral } from './pieces.js';
import type { CScope } from './wording.js';
import { indented, isLabel } from './c-text.js';
import type { CLines } from './c-text.js';
import type { ExprWriter, Needs } from './write-expr.js';

/** What the statements of a step need of the function around them. */
export interface SectionSurroundings {
  readonly scope: CScope;
  readonly writer: ExprWriter;
  readonly needs: Needs;
  /** The source line, where it is another than before, and the labels that jumps lead to. */
  heading(stmt: Stmt): CLines;
  violated(property: string): string;
  /** How an `assume` that fails leaves the step. */
  blocked(): string;
  /** A jump, which may leave the step. */
  jump(stmt: Extract<Stmt, { kind: 'goto' }>): CLines;
}

/** The statements of one step: no other thread comes between, so they are plain C. */
export class SectionWriter {
  constructor(private readonly around: SectionSurroundings) {}

  block(block: Block): CLines {
    return block.flatMap((stmt) => {
      const [heading, lines] = [this.around.heading(stmt), this.stmt(stmt)];
      // A label needs a statement behind it.
      return lines.length === 0 && heading.some(isLabel) ? [...heading, ';'] : [...heading, ...lines];
    });
  }

  stmt(stmt: Stmt): CLines {
    const { writer } = this.around;
    switch (stmt.kind) {
      case 'skip':
        return [];
      case 'assign':
        return this.assign(stmt.target, stmt.value);
      case 'havoc':
        return this.havoc(stmt.local);
      case 'assume':
        if (stmt.cond === truth) return [];
        return [`if (${writer.negated(stmt.cond)})`, `    goto ${this.around.blocked()};`];
      case 'assert':
        return [`if (${writer.negated(stmt.cond)})`, `    ${this.around.violated(stmt.property)}();`];
      case 'goto':
        return this.around.jump(stmt);
      case 'if':
        return conditional(
          () => writer.text(stmt.cond),
          () => writer.negated(stmt.cond),
          [this.block(stmt.then), this.otherwise(stmt.else)],
        );
      case 'while':
        return [
          `while (${writer.text(stmt.cond)}) {`,
          ...indented(['native_loop();', ...this.block(stmt.body)]),
          '}',
        ];
      case 'either':
        return choice(
          this.choose(stmt.branches.length),
          stmt.branches.map((branch) => this.block(branch)),
        );
      case 'atomic':
        return this.block(stmt.body);
      default:
        return notPlain(stmt);
    }
  }

  /** An `else if` stands on the line of its `else`, without a comment before it. */
  private otherwise(block: Block): CLines {
    const [only, ...more] = block;
    if (only?.kind !== 'if' || more.length > 0) return this.block(block);
    const heading = this.around.heading(only).filter(isLabel);
    return [...heading, ...this.stmt(only)];
  }

  /** Any of the first numbers. */
  choose(count: number): string {
    this.around.needs.helper('any_of');
    return `any_of(0, ${count - 1})`;
  }

  private typeOf(local: LocalId): Type {
    return at(this.around.scope.program.locals, local).type;
  }

  private havoc(local: LocalId): CLines {
    const { scope, needs } = this.around;
    return [`${scope.local(local)} = ${anyOfType(this.typeOf(local), needs)};`];
  }

  private assign(target: LValue, value: Expr): CLines {
    const { scope, writer } = this.around;
    if (target.kind === 'local')
      return [`${scope.local(target.local)} = ${writer.fitting(value, rangeOf(this.typeOf(target.local)))};`];
    const { type } = at(scope.program.shared, target.shared);
    if (target.index === null)
      return [`${scope.shared(target.shared)} = ${writer.fitting(value, rangeOf(type))};`];
    return this.storeToCell(target.shared, target.index, value);
  }

  /** First the index, then the value, then whether there is such a cell, then whether the value fits. */
  private storeToCell(id: SharedId, index: Expr, value: Expr): CLines {
    const { scope, writer, needs } = this.around;
    const { program } = scope;
    const variable = at(program.shared, id);
    const [name, length, range] = [scope.shared(id), lengthOf(variable), rangeOf(variable.type)];
    const known = !mayMiss({ shared: id, index }, program);
    const indexIsSafe = known && faultsOf(index, program).size === 0;
    const fits = range === null || writer.surelyFits(value, range);
    if (indexIsSafe || (fits && faultsOf(value, program).size === 0))
      return [`${writer.cell(name, writer.text(index), length, known)} = ${writer.fitting(value, range)};`];
    const [place, stored] = [needs.temporary(), needs.temporary()];
    needs.helper('cell');
    return [
      `${place} = ${writer.text(index)};`,
      `${stored} = ${writer.text(value)};`,
      ...(known ? [] : [`${place} = cell(${place}, ${length});`]),
      `${name}[${place}] = ${fits || range === null ? stored : writer.inRange(stored, range)};`,
    ];
  }
}

/** A step as one atomic section. */
export const sectionLines = (lines: CLines): CLines => [
  '__VERIFIER_atomic_begin();',
  ...lines,
  '__VERIFIER_atomic_end();',
];

const rangeOf = (type: Type): BoundedInterval | null => (type.kind === 'range' ? type : null);

/** Any value of a type, as far as 32 bits hold them. */
export function anyOfType(type: Type, needs: Pick<Needs, 'helper'>): string {
  switch (type.kind) {
    case 'int':
      needs.helper('any_int');
      return 'any_int()';
    case 'bool':
      needs.helper('any_bool');
      return 'any_bool()';
    case 'range':
      needs.helper('any_of');
      return `any_of(${nearestLiteral(type.lo)}, ${nearestLiteral(type.hi)})`;
  }
}

/** Of the condition and its negation only the text is asked for that is needed. */
export function conditional(
  cond: () => string,
  negated: () => string,
  [then, otherwise]: readonly [CLines, CLines],
): CLines {
  if (then.length === 0 && otherwise.length > 0) return [`if (${negated()}) {`, ...indented(otherwise), '}'];
  const head = [`if (${cond()}) {`, ...indented(then)];
  if (otherwise.length === 0) return [...head, '}'];
  const [first = '', ...rest] = otherwise;
  if (isOneIf(otherwise)) return [...head, `} else ${first}`, ...rest];
  return [...head, '} else {', ...indented(otherwise), '}'];
}

/** Whether the lines are one `if` in braces, with all its branches. */
function isOneIf(lines: CLines): boolean {
  const outside = lines.filter((line) => !line.startsWith(' ') && !isLabel(line));
  return (
    lines[0]?.startsWith('if (') === true &&
    lines[0].endsWith('{') &&
    outside.slice(1).every((line) => line.startsWith('}'))
  );
}

/** One of the ways, whichever number comes. */
export function choice(number: string, ways: readonly CLines[]): CLines {
  const [only] = ways;
  if (only !== undefined && ways.length === 1) return only;
  return [
    `switch (${number}) {`,
    ...ways.flatMap((lines, i) => [
      i === ways.length - 1 ? 'default:' : `case ${i}:`,
      ...indented(lines.at(-1)?.startsWith('goto ') === true ? lines : [...lines, 'break;']),
    ]),
    '}',
  ];
}
