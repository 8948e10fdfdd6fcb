import { constantValue } from '../../lang/expr/constant.js';
import { equal, int, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { includes } from '../../lang/expr/interval.js';
import type { SharedVar } from '../../lang/program/program.js';
import { assertNever } from '../../support/invariant.js';
import { didYouMean } from '../../support/suggest.js';
import type { RmmExpr, RmmPlace } from './ast.js';
import type { ProcessScope } from './scope.js';

/** A cell that a place may mean, and when it does. */
export interface CellChoice {
  readonly when: Expr;
  readonly cell: SharedVar;
}

type OfProcess = Extract<RmmPlace, { kind: 'of-process' }>;
type Pointer = Extract<RmmPlace, { kind: 'pointer' }>;

/** The cells that a place may mean, at most one at a time; none, with a report, if it can mean none. */
export function choicesOf(place: RmmPlace, scope: ProcessScope): readonly CellChoice[] {
  switch (place.kind) {
    case 'global':
      return globalCell(place, scope);
    case 'of-process':
      return isMy(place.index) ? ownCell(place, scope) : otherCell(place, scope);
    case 'pointer':
      return pointedTo(place, scope);
    default:
      return assertNever(place);
  }
}

const isMy = (sum: RmmExpr): boolean => sum.kind === 'leaf' && 'kind' in sum.leaf;

function globalCell(
  { name }: Extract<RmmPlace, { kind: 'global' }>,
  scope: ProcessScope,
): readonly CellChoice[] {
  const { globals, processes } = scope.world;
  const cell = globals.find((global) => global.name === name.text);
  if (cell !== undefined) return [{ when: truth, cell }];
  const names = globals.map((global) => global.name);
  const hint = processes.some(({ cells }) => cells.has(name.text))
    ? `A cell of a process is written ${name.text}[my], or ${name.text}[k] for that of the k-th other process.`
    : (didYouMean(name.text, names, 'Is it') ?? 'Declare it under data.');
  scope.bag.report('E201', name.span, `there is no global cell ${name.text}`, hint);
  return [];
}

function ownCell({ name }: OfProcess, scope: ProcessScope): readonly CellChoice[] {
  const cell = scope.process.cells.get(name.text);
  if (cell !== undefined) return [{ when: truth, cell }];
  reportMissing(`${scope.process.name} has no cell ${name.text} of its own`, name, scope);
  return [];
}

/** Processes count the others from 0 in the order of the file, without themselves. */
function otherCell({ name, index, span }: OfProcess, scope: ProcessScope): readonly CellChoice[] {
  const others = scope.world.processes.filter((process) => process !== scope.process);
  const number = scope.sum(index);
  const k = constantValue(number);
  const other = typeof k === 'bigint' ? others[Number(k)] : undefined;
  if (typeof k === 'bigint' && other === undefined) {
    const message = `${scope.process.name} has no other process number ${k}`;
    const hint = `${whoElse(others.length)}; its own cell is ${name.text}[my].`;
    scope.bag.report('E304', span, message, hint);
    return [];
  }
  const cells = others.map(({ cells: own }) => own.get(name.text) ?? null);
  const choices = indexed(number, cells, scope);
  if (choices.length === 0) {
    const whose = other === undefined ? 'no process that this can mean' : `${other.name}, which this means,`;
    reportMissing(`${whose} has ${other === undefined ? 'a' : 'no'} cell ${name.text}`, name, scope);
  }
  return choices;
}

function whoElse(others: number): string {
  if (others === 0) return 'It is the only one';
  return others === 1
    ? 'The only other one has number 0'
    : `The others are 0 to ${others - 1}, in order and without itself`;
}

function reportMissing(message: string, name: OfProcess['name'], scope: ProcessScope): void {
  const isGlobal = scope.world.globals.some((global) => global.name === name.text);
  const hint = isGlobal
    ? `A global cell is written without brackets: ${name.text}`
    : 'Cells of a process are declared under data after process.';
  scope.bag.report('E201', name.span, message, hint);
}

function pointedTo({ address, span }: Pointer, scope: ProcessScope): readonly CellChoice[] {
  const { globals } = scope.world;
  const choices = indexed(scope.sum(address), globals, scope);
  if (choices.length === 0) {
    const hint =
      globals.length === 0
        ? 'There are no global cells.'
        : `Global cells are numbered from 0 to ${globals.length - 1}, in the order of their declaration.`;
    scope.bag.report('E304', span, 'this is the address of no cell', hint);
  }
  return choices;
}

/** Which of the cells the index can be the number of. */
function indexed(
  index: Expr,
  cells: readonly (SharedVar | null)[],
  scope: ProcessScope,
): readonly CellChoice[] {
  const values = scope.interval(index);
  return cells.flatMap((cell, i): readonly CellChoice[] => {
    if (cell === null || !includes(values, BigInt(i))) return [];
    return [{ when: index.kind === 'int' ? truth : equal(index, int(i)), cell }];
  });
}
