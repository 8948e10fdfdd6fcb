import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { localId, sharedId, threadId } from '../../lang/expr/ids.js';
import type { LocalId, ThreadId } from '../../lang/expr/ids.js';
import type { LocalVar, SharedVar } from '../../lang/program/program.js';
import { freeName } from '../../support/free-names.js';
import { reportTwins } from '../kit/names.js';
import type { RmmDeclaration, RmmMachine, ProcessDecl } from './ast.js';
import { constantOf, meaningOf } from './constants.js';

/** All processes of a machine, each copy for itself, and all cells of memory. */
export interface RmmWorld {
  /** In the order in which addresses count them. */
  readonly globals: readonly SharedVar[];
  readonly processes: readonly ProcessCopy[];
}

/** One copy of a process. */
export interface ProcessCopy {
  readonly id: ThreadId;
  /** `P0`, `P1`, ... over the whole file. */
  readonly name: string;
  readonly decl: ProcessDecl;
  readonly cells: ReadonlyMap<string, SharedVar>;
  readonly registers: ReadonlyMap<string, LocalVar>;
}

/** Programs with more threads than this are out of reach of every engine. */
const maxProcesses = 1000;

/** Null, with a report, if there are too many processes. */
export function unfold(machine: RmmMachine, bag: DiagnosticBag): RmmWorld | null {
  const owners = machine.processes.flatMap((decl) => Array.from({ length: copiesOf(decl, bag) }, () => decl));
  if (owners.length > maxProcesses) {
    bag.report('E004', owners[maxProcesses]?.span ?? null, `more than ${maxProcesses} processes`);
    return null;
  }
  for (const scope of [
    machine.data,
    ...machine.processes.flatMap(({ data, registers }) => [data, registers]),
  ])
    reportTwins(
      scope.map(({ name }) => name),
      bag,
    );
  const names = new Set(machine.data.map(({ name }) => name.text));
  const globals = machine.data.map((cell, i) => sharedVar(cell, i, cell.name.text, null, bag));
  let cells = globals.length;
  let registers = 0;
  const processes = owners.map((decl, i): ProcessCopy => {
    const name = `P${i}`;
    const ownCells = decl.data.map((cell) => {
      const cellName = free(`${cell.name.text}_${name}`, names);
      return [cell.name.text, sharedVar(cell, cells++, cellName, BigInt(i), bag)] as const;
    });
    const ownRegisters = decl.registers.map((register) => {
      const id = localId(registers++);
      return [register.name.text, localVar(register, id, threadId(i), bag)] as const;
    });
    const maps = { cells: new Map(ownCells), registers: new Map(ownRegisters) };
    return { id: threadId(i), name, decl, ...maps };
  });
  return { globals, processes };
}

/** The cells of all, by id. */
export const allCells = ({ globals, processes }: RmmWorld): readonly SharedVar[] => [
  ...globals,
  ...processes.flatMap((process) => [...process.cells.values()]),
];

function copiesOf({ count, span }: ProcessDecl, bag: DiagnosticBag): number {
  if (count === null) return 1;
  const copies = constantOf(count, { my: null, bag });
  if (copies === null) return 1;
  if (copies < 0n) bag.report('E303', span, `there cannot be ${copies} copies of a process`);
  return copies < 0n ? 0 : Number(copies > maxProcesses ? maxProcesses + 1 : copies);
}

/** The name, or if that is taken the next that is not; from now on it is. */
function free(wanted: string, taken: Set<string>): string {
  const name = freeName(wanted, (text) => taken.has(text));
  taken.add(name);
  return name;
}

function sharedVar(
  cell: RmmDeclaration,
  id: number,
  name: string,
  my: bigint | null,
  bag: DiagnosticBag,
): SharedVar {
  const { span } = cell.name;
  return { id: sharedId(id), name, shape: { kind: 'scalar' }, ...meaningOf(cell, { my, bag }), span };
}

function localVar(register: RmmDeclaration, id: LocalId, thread: ThreadId, bag: DiagnosticBag): LocalVar {
  const { text: name, span } = register.name;
  const meaning = meaningOf(register, { my: BigInt(thread), bag });
  return { id, name, thread, ...meaning, temporary: false, span };
}
