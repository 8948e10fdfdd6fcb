import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span, Word } from '../../diagnostics/span.js';
import type { SalplAssignment, SalplCond, SalplLine, SalplStatement } from './ast.js';
import { binary } from '../kit/written.js';
import { nest } from './nesting.js';
import type { BodyItem, Nodes } from './nesting.js';

/** A program as written, before names are resolved. */
export interface SalplFile {
  /** Between `beginit` and `endinit`: assignments in order. */
  readonly init: readonly SalplAssignment[];
  readonly processes: readonly SalplProcess[];
  readonly invariants: readonly Invariant[];
}

export interface SalplProcess {
  /** The N of `process N:`. */
  readonly number: Word;
  readonly body: Nodes;
  readonly span: Span;
}

export interface Invariant {
  readonly cond: SalplCond;
  readonly span: Span;
}

/** Sorts the statements of a file into its parts. */
export function readFile(items: readonly SalplLine[], bag: DiagnosticBag): SalplFile {
  const first = items.findIndex((item) => item.statement.kind === 'process');
  const head = first === -1 ? items : items.slice(0, first);
  const rest = first === -1 ? [] : items.slice(first);
  return {
    init: readInit(head, bag),
    processes: readProcesses(rest, bag),
    invariants: readInvariants(items, bag),
  };
}

function readInit(items: readonly SalplLine[], bag: DiagnosticBag): readonly SalplAssignment[] {
  const steps: SalplAssignment[] = [];
  let open: SalplLine | null = null;
  for (const item of items) {
    const { statement, span } = item;
    if (statement.kind === 'bracket' && statement.bracket === 'beginit' && open === null) open = item;
    else if (statement.kind === 'bracket' && statement.bracket === 'endinit' && open !== null) open = null;
    else if (isProperty(statement) || statement.kind === 'nop') continue;
    else if (open === null)
      bag.report('E402', span, 'a statement outside of the initial section and the processes');
    else if (isAssignment(statement)) steps.push(statement);
    else bag.report('E402', span, 'the initial section holds assignments, store and load only');
  }
  if (open !== null) bag.report('E103', open.span, 'this beginit has no endinit');
  return steps;
}

const isAssignment = (statement: SalplStatement): statement is SalplAssignment =>
  statement.kind === 'store' || statement.kind === 'load' || statement.kind === 'assign';

type SalplProperty = Extract<SalplStatement, { kind: 'always' | 'counters' }>;
const isProperty = (statement: SalplStatement): statement is SalplProperty =>
  statement.kind === 'always' || statement.kind === 'counters';

/** Every process from its heading up to the next. */
function readProcesses(items: readonly SalplLine[], bag: DiagnosticBag): readonly SalplProcess[] {
  const starts = items.flatMap(({ statement, span, label }, i) => {
    if (statement.kind !== 'process') return [];
    if (label !== null) bag.report('E402', label.span, 'a process has a number, not a label');
    return [{ number: statement.number, span, i }];
  });
  const seen = new Set<string>();
  return starts.map(({ number, span, i }, nth) => {
    if (seen.has(number.text)) bag.report('E202', number.span, `process ${number.text} is there twice`);
    seen.add(number.text);
    const body = items.slice(i + 1, starts[nth + 1]?.i).flatMap(bodyItem);
    return { number, span, body: nest(body, bag) };
  });
}

function bodyItem(item: SalplLine): readonly BodyItem[] {
  const { statement } = item;
  switch (statement.kind) {
    case 'process':
    case 'always':
    case 'counters':
      return [];
    case 'bracket':
    case 'if':
    case 'store':
    case 'load':
    case 'assign':
    case 'nop':
    case 'fence':
    case 'goto':
      return [{ ...item, statement }];
  }
}

/** A counters comment that begins with an operator is one property together with the `assert always` after it. */
function readInvariants(items: readonly SalplLine[], bag: DiagnosticBag): readonly Invariant[] {
  const invariants: Invariant[] = [];
  const properties = items.filter((item) => isProperty(item.statement));
  let waiting: { readonly item: SalplLine; readonly join: (cond: SalplCond) => SalplCond } | null = null;
  for (const item of properties) {
    const { statement, span, label } = item;
    if (!isProperty(statement)) continue;
    if (label !== null) bag.report('E402', label.span, 'a property has no label');
    if (statement.kind === 'counters' && statement.joins !== null) {
      if (waiting !== null) reportUnjoined(waiting.item, bag);
      const { joins: op, cond: left } = statement;
      waiting = { item, join: (right) => binary(op, left, right) };
    } else if (statement.kind === 'always' && waiting !== null) {
      invariants.push({ cond: waiting.join(statement.cond), span });
      waiting = null;
    } else invariants.push({ cond: statement.cond, span });
  }
  if (waiting !== null) reportUnjoined(waiting.item, bag);
  return invariants;
}

function reportUnjoined(item: SalplLine, bag: DiagnosticBag): void {
  const hint =
    'A comment of program counters that begins with && or || goes together with an assert always after it.';
  bag.report('E405', item.span, 'there is no assert always that this belongs to', hint);
}
