import { threadId } from '../../lang/expr/ids.js';
import type { LackedMark } from '../../lang/run/run-ranking.js';
import type { Fairness } from '../../memory/fairness.js';
import { byBuffering } from '../../memory/model-questions.js';
import { at, invariant } from '../../support/invariant.js';
import type { Marks } from '../shared/packed/code/graph-code.js';
import type { PackedPlan } from '../shared/packed/plan.js';
import type { PackedVariable } from '../shared/packed/packed-variables.js';

export interface FairMarks extends Marks {
  readonly count: number;
  /** What a cycle lacks that has not the mark, by mark. */
  readonly named: readonly LackedMark[];
}

/**
 * Fairness as marks on steps: a run is fair if each mark is on infinitely many of its steps (docs/engines/ltl.md has the
 * proofs). For flushes there is one mark for each queue: of a thread where the order of its writes is kept, else of a thread
 * and a cell. It is on the flushes from the queue and on all steps from states in which the queue is empty. For threads a
 * mark is on the thread's own steps and on all steps from states in which it can make none.
 */
export function fairMarks({ model, buffers, variables }: PackedPlan, fairness: Fairness): FairMarks {
  const named: LackedMark[] = [];
  // Beyond 31 the number is refused before a bit is used.
  const bit = (lacked: LackedMark): number => 1 << (named.push(lacked) - 1);
  const unbuffered: FairMarks['unbuffered'][number][] = [];
  if (fairness.flush) {
    for (const [thread, { cells, enough }] of buffers.entries()) {
      if (cells.length === 0 || enough === 0) continue;
      const queues = byBuffering<readonly (PackedVariable | null)[]>(model, {
        none: [],
        fifo: [null],
        'fifo-per-location': cells,
      });
      for (const cell of queues) {
        const written = cell?.place.kind === 'cell' ? cell.place.cell : null;
        unbuffered.push({
          ...{ thread, cell },
          bit: bit({ kind: 'flush', thread: threadId(thread), cell: written }),
        });
      }
    }
  }
  const moves = variables.system.threads.map(({ id }) =>
    fairness.weak ? bit({ kind: 'move', thread: id }) : 0,
  );
  return {
    count: named.length,
    named,
    unbuffered,
    unlessPossible: moves.reduce((bits, move) => bits | move, 0),
    of: (step) => {
      if (step.kind === 'edge') return at(moves, step.thread);
      const queue = unbuffered.find(
        ({ thread, cell }) => thread === step.thread && (cell === null || cell.index === step.cell),
      );
      invariant(queue !== undefined || !fairness.flush, 'what is flushed was buffered');
      return queue?.bit ?? 0;
    },
  };
}
