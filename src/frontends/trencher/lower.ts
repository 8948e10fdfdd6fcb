import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';
import { implicitProperties } from '../../lang/program/implicit.js';
import { threadId } from '../../lang/expr/ids.js';
import { contains, isBounded, isEmpty } from '../../lang/expr/interval.js';
import type { LocalVar, Program, SharedVar, Thread } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import { freeName } from '../../support/free-names.js';
import { reportTwins } from '../kit/names.js';
import { nameOfFile } from '../kit/text.js';
import type { TrnProgram } from './ast.js';
import { finalStates } from './final-states.js';
import { addressesOf, memoryOf, sizeOf } from './memory-cells.js';
import { ThreadLowerer } from './thread-lowerer.js';

/** Null if the bag got errors. */
export function lowerTrencher(text: TrnProgram, source: Source, bag: DiagnosticBag): Program | null {
  reportTwins(
    text.threads.map(({ name }) => name),
    bag,
    (name) => `there are two threads ${name}`,
  );
  const lowerers: ThreadLowerer[] = [];
  let registers = 0;
  for (const [i, thread] of text.threads.entries()) {
    const lowerer = new ThreadLowerer(thread, threadId(i), registers);
    registers += lowerer.scope.registers.length;
    lowerer.report(bag);
    lowerers.push(lowerer);
  }
  const constants = lowerers.flatMap((lowerer) => lowerer.constantAddresses());
  const size = bag.hasErrors ? null : sizeOf(text, constants, bag);
  if (size === null || bag.hasErrors) return null;
  const start = text.memorySize?.span ?? sourceSpan(source, 0, 0);
  return assembled(text, nameOfFile(source), lowerers, size, start);
}

function assembled(
  text: TrnProgram,
  name: string,
  lowerers: readonly ThreadLowerer[],
  size: number,
  memorySpan: Span,
): Program {
  const threads = lowerers.map((lowerer) => lowerer.lowered());
  const locals = lowerers.flatMap(({ scope }) => scope.registers);
  const taken = new Set([...threads, ...locals].map((named) => named.name));
  const memoryName = freeName('mem', (candidate) => taken.has(candidate));
  const { memory, isSure } = fitted(
    threads,
    memoryOf(memoryName, size, memorySpan),
    locals,
    text.memorySize !== null,
  );
  const properties = finalStates(text.threads);
  const program: Program = { name, shared: [memory], locals, threads, properties, predicates: [] };
  const implicit = isSure ? [] : implicitProperties(program);
  return { ...program, properties: [...properties, ...implicit] };
}

/**
 * The memory without cells at its end that nobody can access, if the text says nothing of its size; and whether there are
 * all cells that somebody can access.
 */
function fitted(
  threads: readonly Thread[],
  memory: SharedVar,
  locals: readonly LocalVar[],
  isStated: boolean,
): { readonly memory: SharedVar; readonly isSure: boolean } {
  const addresses = addressesOf(threads, memory, locals);
  const cells = { lo: 0n, hi: BigInt(lengthOf(memory) - 1) };
  if (!contains(cells, addresses)) return { memory, isSure: false };
  const used = isEmpty(addresses) || !isBounded(addresses) ? 1 : Number(addresses.hi) + 1;
  const length = isStated ? lengthOf(memory) : used;
  return { memory: { ...memory, shape: { kind: 'array', length } }, isSure: true };
}
