import { generatedBy } from '../src/diagnostics/span.js';
import { sharedReads, truth } from '../src/lang/expr/expr.js';
import type { Block, Stmt, Thread } from '../src/lang/program/program.js';
import { mapBlocks, rewriteBlock } from '../src/lang/program/visit.js';
import { everyStatement, exprsOf, jumpTargets } from '../src/lang/program/walk-statements.js';
import { FreshLabels } from '../src/lang/program/fresh-labels.js';
import type { ReductionPass } from '../src/pass/pass.js';

/**
 * A loop for ever with a loop inside that depends on what others do is one loop: tools that unwind loops unwind the inner one
 * anew in each round of the outer. What the outer does before the inner stands twice.
 *
 *   BEFORE  while (true) {                       AFTER  x = 1;
 *             x = 1;                                    while (true) {
 *             Try: r = y;                                 Try: r = y;
 *             if (r) { x = 0; goto Try; }                 if (r) { x = 0; goto again_1; }
 *             x = 2;                                      x = 2; x = 1;
 *           }                                             again_1: skip;
 *                                                       }
 *
 *   BEFORE  while (true) {                       AFTER  x = 1;
 *             x = 1;                                    while (true) {
 *             while (r) { r = y; x = 3; }                 if (r) { r = y; x = 3; }
 *             x = 2;                                      else { x = 2; x = 1; }
 *           }                                           }
 *
 * Left alone: outer loops with a condition or a label, with labels, jumps or loops before the inner one, and inner ones without
 * a load, which count. The step of the `skip` touches nothing.
 */
export const mergeLoops: ReductionPass = {
  name: 'merge-loops',
  summary: 'make one loop of a loop that waits inside one for ever',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access'],
  establishes: ['single-access'],
  run: (program) => ({ ...program, threads: program.threads.map(merged) }),
};

type Loop = Extract<Stmt, { kind: 'while' }>;

function merged(thread: Thread): Thread {
  const labels = FreshLabels.of(thread);
  const jumps = jumpTargets(thread.body);
  const mergedIn = (block: Block): Block =>
    block.flatMap((stmt) => {
      if (stmt.kind === 'atomic' || stmt.kind === 'locked') return [stmt];
      const inner = mapBlocks(stmt, mergedIn);
      if (inner.kind !== 'while' || inner.cond !== truth || inner.labels.length > 0) return [inner];
      return withInnerLoop(inner) ?? withInnerJumps(inner, jumps, labels) ?? [inner];
    });
  return labels.labelled(thread, mergedIn(thread.body));
}

function withInnerLoop(loop: Loop): Block | null {
  const at = loop.body.findIndex((stmt) => stmt.kind === 'while');
  const [inner, before, after] = [loop.body[at], loop.body.slice(0, at), loop.body.slice(at + 1)];
  if (inner?.kind !== 'while' || inner.cond === truth || !looks([inner]) || !mayStandTwice(before))
    return null;
  const { cond, body, ...rest } = inner;
  const choice: Stmt = { ...rest, kind: 'if', cond, then: body, else: [...after, ...before] };
  return [...before, { ...loop, body: [choice] }];
}

function withInnerJumps(loop: Loop, jumps: readonly string[], labels: FreshLabels): Block | null {
  const times = (block: Block, label: string): number => jumpTargets(block).filter((l) => l === label).length;
  const all = (label: string): number => jumps.filter((l) => l === label).length;
  const at = loop.body.findIndex(({ labels: own }) => own.some((label) => all(label) > 0));
  const [head, before, region] = [loop.body[at], loop.body.slice(0, at), loop.body.slice(at)];
  if (head === undefined || !mayStandTwice(before) || !looks(region)) return null;
  const back = head.labels.filter((label) => all(label) > 0);
  if (back.some((label) => times(region, label) !== all(label)) || region.some(leavesSection(back)))
    return null;
  const again = labels.numbered('again');
  const jumping = rewriteBlock(region, (stmt) => [
    stmt.kind === 'goto' && back.includes(stmt.target) ? { ...stmt, target: again } : stmt,
  ]);
  const span = generatedBy('merge-loops', loop.span);
  // Who jumps back is at the head at once.
  const continues = [...(head.continues ?? []), ...head.labels];
  const next: Stmt = { kind: 'skip', labels: [again], continues, span };
  return [...before, { ...loop, body: [...jumping, ...before, next] }];
}

/** Jumps out of sections are left as they are. */
const leavesSection =
  (targets: readonly string[]) =>
  (stmt: Stmt): boolean =>
    [...everyStatement([stmt])].some(
      (s) =>
        (s.kind === 'atomic' || s.kind === 'locked') && jumpTargets(s.body).some((l) => targets.includes(l)),
    );

/** Whether what happens depends on others. */
const looks = (block: Block): boolean =>
  [...everyStatement(block)].flatMap(exprsOf).some((expr) => sharedReads(expr).length > 0);

const mayStandTwice = (block: Block): boolean => {
  const all = [...everyStatement(block)];
  const jumps = all.some(({ kind }) => kind === 'goto' || kind === 'while');
  return !jumps && all.every(({ labels }) => labels.length === 0) && all.length <= mostTwice;
};

const mostTwice = 20;
