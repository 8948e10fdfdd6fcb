import { atLabel, int, not, truth } from '../../../src/lang/expr/expr.js';
import type { Block, Program, Property, Stmt, Thread } from '../../../src/lang/program/program.js';
import { mapBlocks } from '../../../src/lang/program/visit.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { StmtMaker } from '../../../src/pass/make-statements.js';
import type { Random } from '../random.js';
import { span } from './generate-values.js';

const make = new StmtMaker('with-jumps', span);

/** The program with labels on some statements, jumps to them from anywhere, and invariants that name some of them. */
export function withJumps(program: Program, random: Random): Program {
  const labelled = program.threads.map((thread) => labelledThread(thread, random));
  const threads = labelled.map((thread) => ({
    ...thread,
    body: jumping(thread.body, jumpLabels(thread), random),
  }));
  const named = threads.flatMap((thread, i): readonly Property[] => {
    const { instances, id } = thread;
    const marks = jumpLabels(thread);
    if (marks.length === 0 || instances.kind === 'any' || random.chance(0.3)) return [];
    const instance = instances.kind === 'range' ? int(instances.lo) : null;
    const formula = not(atLabel(id, instance, random.pick(marks)));
    return [{ kind: 'invariant', name: `named_${i}`, formula, span }];
  });
  return { ...program, threads, properties: [...named, ...program.properties] };
}

const isSection = ({ kind }: Stmt): boolean => kind === 'atomic' || kind === 'locked';

function labelledThread(thread: Thread, random: Random): Thread {
  let made = 0;
  const labelled = (block: Block): Block =>
    block.map((stmt) => {
      const labels = random.chance(0.25) ? [...stmt.labels, `J${made++}`] : stmt.labels;
      return { ...(isSection(stmt) ? stmt : mapBlocks(stmt, labelled)), labels };
    });
  return { ...thread, body: labelled(thread.body) };
}

const jumpLabels = ({ body }: Thread): readonly string[] =>
  [...everyStatement(body)].flatMap(({ labels }) => labels.filter((label) => /^J\d/.test(label)));

/** Jumps never lead into sections: nothing in them has such a label. */
function jumping(block: Block, marks: readonly string[], random: Random): Block {
  if (marks.length === 0) return block;
  return block.flatMap((stmt): Block => {
    const inner = isSection(stmt) ? stmt : mapBlocks(stmt, (body) => jumping(body, marks, random));
    if (!random.chance(0.2)) return [inner];
    return [make.when(truth, [make.goto(random.pick(marks))]), inner];
  });
}
