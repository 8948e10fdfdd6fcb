import { falsity, localsOf, sharedReads, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Block, LValue, SharedVar, Stmt } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import type { BoundedInterval } from '../../lang/expr/interval.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { notPlain } from '../shared/plain.js';
import { faultsOf, mayMiss } from './faulty-operands.js';
import { nearestLiteral } from './pieces.js';
import type { CScope } from './wording.js';
import { indented, isLabel } from './c-text.js';
import type { CLines } from './c-text.js';
import { placesWritten } from './undone-writes.js';
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
        if (stmt.cond === falsity) return [`${this.around.violated(stmt.property)}();`];
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
          ...indented([...loopCount(this.around.scope), ...this.block(stmt.body)]),
          '}',
        ];
      case 'either':
        return this.choice(stmt.branches.map((branch) => this.block(branch)));
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

  /** One of the ways, whichever. */
  choice(ways: readonly CLines[]): CLines {
    const [first = [], second = []] = ways;
    const { needs, scope } = this.around;
    if (ways.length === 2 && scope.purpose === 'verifier') {
      needs.helper('any_bool');
      return conditional(
        () => 'any_bool()',
        () => '!any_bool()',
        [first, second],
      );
    }
    needs.helper('any_of');
    return choiceBy(`any_of(0, ${ways.length - 1})`, ways);
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
    const variable = at(scope.program.shared, target.shared);
    if (target.index === null)
      return [`${scope.shared(target.shared)} = ${writer.fitting(value, this.checkedRange(variable))};`];
    return this.storeToCell(target.shared, target.index, value);
  }

  /** A counter of a buffer counts what was put in and taken out, and nothing is where there is no room. */
  private checkedRange({ type, buffer }: SharedVar): BoundedInterval | null {
    const isCounter = this.around.scope.purpose === 'verifier' && buffer?.kind === 'count';
    return isCounter ? null : rangeOf(type);
  }

  /** First the index, then the value, then whether there is such a cell, then whether the value fits. */
  private storeToCell(id: SharedId, index: Expr, value: Expr): CLines {
    const { scope, writer, needs } = this.around;
    const { program } = scope;
    const variable = at(program.shared, id);
    const [name, length, range] = [scope.shared(id), lengthOf(variable), this.checkedRange(variable)];
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

/** Steps as atomic sections. For verifiers a step that nobody else has to do with is none: where it happens does not matter. */
export class CSections {
  constructor(private readonly scope: CScope) {}

  /** The step of a statement: what it does by itself, and what it does besides (`moved`). */
  around(stmt: Stmt, lines: CLines, moved: CLines = []): CLines {
    const isSeen = this.scope.purpose === 'run' || moved.length > 0 || this.touchesShared(stmt);
    return isSeen ? [begin, ...lines, end] : lines;
  }

  /** Whether others have to do with it. */
  touchesShared(stmt: Stmt): boolean {
    const { scope } = this;
    const parts = stmt.kind === 'atomic' ? [...everyStatement(stmt.body)] : [stmt];
    const isShared = (id: SharedId): boolean => scope.ownerOf(id) === null;
    return (
      parts.flatMap(exprsOf).some((expr) => sharedReads(expr).some((read) => isShared(read.shared))) ||
      parts.flatMap(exprsOf).some((expr) => [...localsOf(expr)].some((id) => scope.isGlobal(id))) ||
      parts
        .flatMap(placesWritten)
        .some((place) => (place.kind === 'local' ? scope.isGlobal(place.local) : isShared(place.shared)))
    );
  }
}

const [begin, end] = ['__VERIFIER_atomic_begin();', '__VERIFIER_atomic_end();'];

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

/** In a native run a loop inside a section counts as steps. */
export const loopCount = ({ purpose }: CScope): CLines => (purpose === 'run' ? ['native_loop();'] : []);

/** One of the ways, whichever number comes. */
function choiceBy(number: string, ways: readonly CLines[]): CLines {
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
