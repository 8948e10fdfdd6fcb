import { contains } from '../../expr/interval.js';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { assertNever } from '../../../support/invariant.js';
import type { DveExpr } from '../dve-ast.js';
import { constantValue } from '../evaluate-dve.js';
import { intervalOf } from '../dve-interval.js';
import { all, binary, cell, equal, name, not, number } from '../make.js';
import { constantNamed } from '../name-table.js';
import type { ProcessTable } from '../name-table.js';
import { children, mapChildren, subexpressions } from '../walk-dve.js';
import { counted, isBuffered, newest, slot } from './buffer-layout.js';
import type { DveBuffer, BufferLayout, ProcessBuffers } from './buffer-layout.js';
import { given } from './state.js';
import type { RewriteProgress } from './state.js';

/** An expression in one case: as it is to be written, and what it is worth in terms of what was when all began. */
export interface ReadCase {
  readonly progress: RewriteProgress;
  readonly text: DveExpr;
  /** Null: that cannot be said. */
  readonly before: DveExpr | null;
}

/** More cases than this are a model that nobody can look through. */
const maxWays = 4096;

/** Rules 1 and 2 of paper 004, section III: each read takes the newest own entry, or main memory. */
export class BufferedReader {
  constructor(
    readonly layout: BufferLayout,
    readonly own: ProcessTable,
    readonly buffers: ProcessBuffers,
    /** Atomic writes wait until nothing is buffered, so there is nothing to be read from buffers but what is written now. */
    private readonly isDrained: boolean,
  ) {}

  ways(expr: DveExpr, progress: RewriteProgress): readonly ReadCase[] {
    switch (expr.kind) {
      case 'number':
      case 'truth':
      case 'state':
        return [{ progress, text: expr, before: expr }];
      case 'name':
      case 'cell':
        return this.#variable(expr, progress);
      case 'foreign':
      case 'unary':
      case 'binary':
        return this.#built(expr, progress);
      case 'temporal':
      case 'until':
        return [];
      default:
        return assertNever(expr);
    }
  }

  /** All parts one after another, in every way. */
  #built(expr: DveExpr, progress: RewriteProgress): readonly ReadCase[] {
    const rebuilt = (parts: readonly DveExpr[]): DveExpr => {
      const rest = parts.values();
      return mapChildren(expr, (child) => rest.next().value ?? child);
    };
    return this.several(children(expr), progress, expr.span).map(({ progress: after, ways }) => {
      const before = ways.flatMap((way) => way.before ?? []);
      return {
        progress: after,
        text: rebuilt(ways.map((way) => way.text)),
        before: before.length === ways.length ? rebuilt(before) : null,
      };
    });
  }

  several(
    parts: readonly DveExpr[],
    progress: RewriteProgress,
    span: Span,
  ): readonly { readonly progress: RewriteProgress; readonly ways: readonly ReadCase[] }[] {
    let cases: readonly { readonly progress: RewriteProgress; readonly ways: readonly ReadCase[] }[] = [
      { progress, ways: [] },
    ];
    for (const part of parts) {
      cases = cases.flatMap((so) =>
        this.ways(part, so.progress).map((way) => ({ progress: way.progress, ways: [...so.ways, way] })),
      );
      if (cases.length > maxWays)
        unsupported('this transition reads memory in too many ways', span, 'split the transition');
    }
    return cases;
  }

  #variable(
    expr: Extract<DveExpr, { kind: 'name' | 'cell' }>,
    progress: RewriteProgress,
  ): readonly ReadCase[] {
    const text = expr.name.text;
    const constant = constantNamed(this.layout.table, this.own, text);
    const buffer = this.own.locals.has(text) ? undefined : this.buffers.buffers.get(text);
    if (expr.kind === 'name') {
      if (constant !== null) return [{ progress, text: expr, before: number(constant) }];
      if (buffer !== undefined) return this.#read(buffer, null, null, expr, progress);
      return [{ progress, text: expr, before: valueNow(progress, text, expr) }];
    }
    return this.ways(expr.index, progress).flatMap((index): readonly ReadCase[] => {
      const read = cell(text, index.text);
      if (buffer !== undefined)
        return this.#read(buffer, index.text, this.index(index, expr), read, index.progress);
      const isStale = index.before === null || progress.changed.has(text);
      const before = isStale || index.before === null ? null : { ...expr, index: index.before };
      return [{ progress: index.progress, text: { ...expr, index: index.text }, before }];
    });
  }

  /** The index of an access in terms that guards can use. */
  index({ before }: ReadCase, { span }: DveExpr): DveExpr {
    if (before === null) {
      return unsupported(
        'this index depends on a cell that the same transition changes',
        span,
        'split the transition',
      );
    }
    if (mayDivideByZero(before)) {
      return unsupported(
        'this index divides by what may be 0',
        span,
        'compute it in a transition of its own',
      );
    }
    const value = this.constant(before);
    return value === null ? before : number(value);
  }

  /** `index` is written, `before` is the same in terms of the beginning; null for a scalar. */
  #read(
    buffer: DveBuffer,
    index: DveExpr | null,
    before: DveExpr | null,
    inMemory: DveExpr,
    progress: RewriteProgress,
  ): readonly ReadCase[] {
    const { entries } = this.layout;
    const own = newest(buffer, index, entries);
    const pending = slot(buffer, index, counted(buffer, index), entries);
    const known = before === null ? valueNow(progress, buffer.variable, inMemory) : null;
    const ways: ReadCase[] = [];
    let rest: RewriteProgress | null = progress;
    for (const { variable, index: place, isPending } of progress.written) {
      if (rest === null || variable !== buffer.variable) continue;
      const same = sameIndex(place, before);
      const here: RewriteProgress | null = given(rest, same);
      if (here !== null) ways.push({ progress: here, text: isPending ? pending : own, before: known });
      rest = given(rest, not(same));
    }
    if (rest === null) return ways;
    const buffered = this.buffered(buffer, before);
    const fromBuffer = this.isDrained ? null : given(rest, buffered);
    const fromMemory = this.isDrained ? rest : given(rest, not(buffered));
    const isStale = progress.changed.has(buffer.variable);
    if (fromMemory !== null) {
      const worth = before === null ? known : isStale ? null : withIndex(inMemory, before);
      ways.push({ progress: fromMemory, text: inMemory, before: worth });
    }
    if (fromBuffer !== null)
      ways.push({ progress: fromBuffer, text: own, before: newest(buffer, before, entries) });
    return ways;
  }

  /** A cell that the array does not have is not buffered: reading it goes wrong where the model says so, and not before. */
  buffered(buffer: DveBuffer, index: DveExpr | null): DveExpr {
    return this.within(buffer, index, isBuffered(buffer, index, this.layout.entries));
  }

  /** The condition, for an index that the array has; others do not meet it. */
  within(buffer: DveBuffer, index: DveExpr | null, test: DveExpr): DveExpr {
    if (index === null || buffer.length === null) return test;
    const bounds = intervalOf(index, this.layout.table, this.own);
    const high = BigInt(buffer.length);
    return all([
      ...(contains({ lo: 0n, hi: null }, bounds) ? [] : [binary('>=', index, number(0))]),
      ...(contains({ lo: null, hi: high - 1n }, bounds) ? [] : [binary('<', index, number(high))]),
      test,
    ]);
  }

  constant(expr: DveExpr): bigint | null {
    return constantValue(expr, (text) => constantNamed(this.layout.table, this.own, text));
  }
}

/** What a scalar holds now; `itself` if nothing has changed it, null where that cannot be said. */
function valueNow({ values }: RewriteProgress, variable: string, itself: DveExpr): DveExpr | null {
  const value = values.get(variable);
  return value === undefined ? itself : value;
}

function withIndex(read: DveExpr, index: DveExpr | null): DveExpr {
  if (read.kind !== 'cell' || index === null) return read;
  return { ...read, index };
}

/** As far as it is plain, whether two indices are the same; null indices are those of a scalar. */
export function sameIndex(a: DveExpr | null, b: DveExpr | null): DveExpr {
  if (a === null || b === null) return { ...name('same'), kind: 'truth', value: true };
  if (a.kind === 'number' && b.kind === 'number')
    return { kind: 'truth', value: a.value === b.value, span: a.span };
  return equal(a, b);
}

const mayDivideByZero = (expr: DveExpr): boolean =>
  [...subexpressions(expr)].some((part) => {
    if (part.kind !== 'binary' || (part.op !== '/' && part.op !== '%')) return false;
    return part.right.kind !== 'number' || part.right.value === 0n;
  });
