import type { System } from '../../lang/program/system.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import type { StateBox, StateCover, AllowedValues } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type {
  EvidenceBox,
  EvidenceEntry,
  EvidenceNumber,
  EvidenceStep,
  EvidenceValues,
  InvariantClaim,
  RunClaim,
} from './evidence-document.js';
import { StateNames } from '../../lang/program/state-names.js';

/** A run of the automata as they were right after lowering; `cycle`: what is repeated for ever behind it, null: it is finite. */
export function runClaim(
  system: System,
  property: string,
  execution: Execution,
  cycle: readonly Step[] | null,
): RunClaim {
  const names = new StateNames(system);
  const { cells, locals } = execution.initial;
  const step = (taken: Step): EvidenceStep => stepOf(taken, names);
  return {
    kind: cycle === null ? 'run' : 'lasso',
    property,
    initial: Object.fromEntries([
      ...[...cells].map(([cell, value]) => [names.ofCell(cell), String(value)] as const),
      ...[...locals].map(([local, value]) => [names.ofLocal(local), String(value)] as const),
    ]),
    steps: execution.steps.map(step),
    cycle: (cycle ?? []).map(step),
  };
}

function stepOf(step: Step, names: StateNames): EvidenceStep {
  const thread = at(names.threads, step.thread);
  if (step.kind === 'flush') return { thread, flush: names.ofCell(step.cell) };
  const chosen = step.havoc.map(String);
  return { thread, edge: step.edge, ...(chosen.length === 0 ? {} : { chosen }) };
}

export function invariantClaim(
  system: System,
  properties: readonly string[],
  { boxes, waiting }: StateCover,
): InvariantClaim {
  const names = new StateNames(system);
  return {
    kind: 'invariant',
    properties,
    waiting: waiting.map((buffer) =>
      buffer.map((entry): EvidenceEntry =>
        entry.kind === 'marker' ? '|' : [names.ofCell(entry.cell), numberOf(entry.value)],
      ),
    ),
    boxes: boxes.map((box) => boxOf(box, names)),
  };
}

function boxOf(box: StateBox, { threads, cells, locals }: StateNames): EvidenceBox {
  const variables = [...cells, ...locals];
  const byName = (names: readonly string[], first: number, isTold: (values: AllowedValues) => boolean) =>
    Object.fromEntries(
      names.flatMap((name, i) => {
        const values = at(box, first + i);
        return values === null || !isTold(values) ? [] : [[name, told(values)] as const];
      }),
    );
  return {
    at: byName(threads, 0, () => true),
    values: byName(variables, threads.length, () => true),
    buffers: byName(threads, threads.length + variables.length, (values) => values?.join() !== '0'),
  };
}

/** Three and more in a row are told as a pair. */
function told(values: readonly bigint[]): EvidenceValues {
  const runs: { from: bigint; to: bigint }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last !== undefined && value === last.to + 1n) last.to = value;
    else runs.push({ from: value, to: value });
  }
  return runs.flatMap(({ from, to }): EvidenceValues => {
    if (from === to) return [numberOf(from)];
    const ends = [numberOf(from), numberOf(to)] as const;
    return to - from === 1n ? ends : [ends];
  });
}

const numberOf = (value: bigint): EvidenceNumber =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
