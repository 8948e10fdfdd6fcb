import type { Span } from '../../diagnostics/span.js';
import { local, shared } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Block, Program, SharedPlace } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import { isTruth } from '../../lang/expr/truth.js';
import { boolType, intType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { mayFail } from '../../lang/expr/eval.js';
import { at } from '../../support/invariant.js';
import type { LocalSupply } from '../local-supply.js';
import type { StmtMaker } from '../make-statements.js';
import { surelyWithin } from '../shapes/possible-values.js';
import type { AccessedCell } from './written-places.js';

/**
 * Evaluates what a store or load speaks of before the buffer is looked at, so that faults come as they would without:
 * the index, the value, an index out of bounds, a value out of range. What cannot fail stays where it is.
 */
export class AccessWriter {
  constructor(
    private readonly program: Program,
    private readonly thread: ThreadId,
    private readonly locals: LocalSupply,
  ) {}

  /** The operand is null if there is no such cell: then `before` fails. */
  store(
    target: SharedPlace,
    value: Expr,
    span: Span,
    make: StmtMaker,
  ): { readonly before: Block; readonly operand: AccessedCell | null; readonly value: Expr } {
    const { type } = at(this.program.shared, target.shared);
    const index = this.settled(target.index, span, make);
    const fixed = mayFail(value)
      ? this.bound(value, isTruth(value, this.variables) ? boolType : intType, span, make)
      : { before: [], value };
    const probe = this.probe(target.shared, index.value, span, make);
    const before = [...index.before, ...fixed.before, ...probe];
    if (probe.length > 0 && index.value?.kind === 'int') return { before, operand: null, value };
    const checked = this.isProper(fixed.value, type)
      ? { before: [], value: fixed.value }
      : this.bound(fixed.value, type, span, make);
    return {
      before: [...before, ...checked.before],
      operand: { shared: target.shared, index: index.value },
      value: checked.value,
    };
  }

  load(
    read: SharedRead,
    span: Span,
    make: StmtMaker,
  ): { readonly before: Block; readonly operand: AccessedCell } {
    const index = this.settled(read.index, span, make);
    const probe = this.probe(read.shared, index.value, span, make);
    return { before: [...index.before, ...probe], operand: { shared: read.shared, index: index.value } };
  }

  /** The index as a constant or a local. */
  private settled(index: Expr | null, span: Span, make: StmtMaker) {
    const simple = index === null || index.kind === 'int' || index.kind === 'local';
    if (simple) return { before: [], value: index };
    return this.bound(index, intType, span, make, 'index');
  }

  private bound(value: Expr, type: Type, span: Span, make: StmtMaker, stem = 'value') {
    const temporary = this.locals.temporary(stem, this.thread, type, span);
    return { before: [make.setLocal(temporary, value)], value: local(temporary) };
  }

  /** A read that fails where there is no such cell; nothing where there surely is. */
  private probe(variable: SharedId, index: Expr | null, span: Span, make: StmtMaker): Block {
    const declared = at(this.program.shared, variable);
    if (index === null || surelyWithin(this.variables, index, 0n, BigInt(lengthOf(declared)) - 1n)) return [];
    const cell = this.locals.temporary('cell', this.thread, declared.type, span);
    return [make.setLocal(cell, shared(variable, index))];
  }

  /** Whether the value is surely of the type. */
  private isProper(value: Expr, type: Type): boolean {
    if (type.kind !== 'range') return true;
    const isSettled = value.kind === 'int' || value.kind === 'local';
    return isSettled && surelyWithin(this.variables, value, type.lo, type.hi);
  }

  private get variables(): Pick<Program, 'shared' | 'locals'> {
    return { shared: this.program.shared, locals: this.locals.locals() };
  }
}
