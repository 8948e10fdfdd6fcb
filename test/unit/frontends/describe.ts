import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../src/diagnostics/render.js';
import { children } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Block, Init, LValue, Program, RmwOp, Stmt } from '../../../src/lang/program/program.js';
import { at } from '../../../src/support/invariant.js';

/** Programs as short text, for comparing them with what is expected. */
export class Describe {
  constructor(private readonly program: Program) {}

  shared(): string {
    return this.program.shared.map(({ name, init }) => `${name} = ${this.init(init)}`).join('; ');
  }

  locals(): string {
    return this.program.locals
      .map(
        ({ name, thread, init }) => `${at(this.program.threads, thread).name}.${name} = ${this.init(init)}`,
      )
      .join('; ');
  }

  thread(index: number): readonly string[] {
    return this.block(at(this.program.threads, index).body);
  }

  properties(): readonly string[] {
    return this.program.properties.map((p) =>
      'formula' in p ? `${p.kind} ${p.name}: ${this.expr(p.formula)}` : `${p.kind} ${p.name}`,
    );
  }

  expr(expr: Expr): string {
    const [left, right] = children(expr).map((child) => this.expr(child));
    switch (expr.kind) {
      case 'int':
      case 'bool':
        return String(expr.value);
      case 'shared':
        return at(this.program.shared, expr.shared).name;
      case 'local':
        return at(this.program.locals, expr.local).name;
      case 'at':
        return `${at(this.program.threads, expr.thread).name} at ${expr.label}`;
      case 'unary':
        return `${expr.op}${left}`;
      case 'binary':
        return `(${left} ${expr.op} ${right})`;
      default:
        throw new Error(`a front end of this kind makes no ${expr.kind}`);
    }
  }

  private init(init: Init): string {
    return init.kind === 'value' ? this.expr(init.value) : init.kind;
  }

  private block(block: Block): readonly string[] {
    return block.flatMap((stmt) => {
      const [head, ...rest] = this.statement(stmt);
      return [`${stmt.labels.map((label) => `${label}: `).join('')}${head}`, ...rest];
    });
  }

  private statement(stmt: Stmt): readonly string[] {
    switch (stmt.kind) {
      case 'skip':
        return ['skip'];
      case 'assign':
        return [`${this.place(stmt.target)} = ${this.expr(stmt.value)}`];
      case 'rmw': {
        const result = stmt.result === null ? '' : `${at(this.program.locals, stmt.result).name} = `;
        return [`${result}${this.rmw(stmt.op, this.place(stmt.place))}`];
      }
      case 'fence':
        return [`fence ${stmt.fence}`];
      case 'goto':
        return [`goto ${stmt.target}`];
      case 'if':
        return [
          `if ${this.expr(stmt.cond)}`,
          ...indent(this.block(stmt.then)),
          'else',
          ...indent(this.block(stmt.else)),
        ];
      case 'atomic':
      case 'locked':
        return [stmt.kind, ...indent(this.block(stmt.body))];
      default:
        throw new Error(`a front end of this kind makes no ${stmt.kind}`);
    }
  }

  private rmw(op: RmwOp, place: string): string {
    const args = op.kind === 'cas' ? [op.expected, op.value] : [op.value];
    return `${op.kind}(${[place, ...args.map((arg) => this.expr(arg))].join(', ')})`;
  }

  private place(place: LValue): string {
    return place.kind === 'local'
      ? at(this.program.locals, place.local).name
      : at(this.program.shared, place.shared).name;
  }
}

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** The first lines of the messages in a report: place, code and what is wrong. */
export const messages = (report: string): readonly string[] =>
  report.split('\n').flatMap((line) => {
    const match = /^[^ ]*:([0-9]+:[0-9]+): (?:error|warning): (.*) \[([EW][0-9]+)\]$/.exec(line);
    return match === null ? [] : [`${match[1]} ${match[3]} ${match[2]}`];
  });

/** The result of `parse`, and everything it reported as the user sees it. */
export function collect<T>(parse: (bag: DiagnosticBag) => T): {
  readonly result: T;
  readonly report: string;
} {
  const bag = new DiagnosticBag();
  const result = parse(bag);
  return { result, report: renderDiagnostics(bag.sorted()) };
}
