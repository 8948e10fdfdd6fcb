import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { lineOf } from '../../diagnostics/span.js';
import type { Word } from '../../diagnostics/span.js';
import type { BlockAst, StmtAst } from './ast.js';
import { unknown } from './name-reports.js';
import { reportTwice } from './scope.js';
import type { ExprPlace, ThreadInfo } from './scope.js';
import { blocksInAst, everyStmtAst } from './walk.js';

/** The labels of a thread; one that is there twice is reported. */
export function declareLabels(body: BlockAst, bag: DiagnosticBag): ReadonlySet<string> {
  const first = new Map<string, Word>();
  for (const label of [...everyStmtAst(body)].flatMap((stmt) => stmt.labels)) {
    const earlier = first.get(label.text);
    if (earlier === undefined) first.set(label.text, label);
    else reportTwice(bag, label, 'a label of this thread', earlier.span);
  }
  return new Set(first.keys());
}

/** The `atomic` and `locked` statements around a place, outermost first. */
type EnclosingSections = readonly StmtAst[];

/** Reports every `goto` without a target, and those that would enter an `atomic` or `locked` block in its middle. */
export function checkJumps(body: BlockAst, thread: ThreadInfo, place: ExprPlace): void {
  const targets = new Map<string, EnclosingSections>();
  const jumps: { readonly target: Word; readonly from: EnclosingSections }[] = [];
  const visit = (block: BlockAst, sections: EnclosingSections): void => {
    for (const stmt of block.statements) {
      for (const label of stmt.labels) targets.set(label.text, sections);
      if (stmt.kind === 'goto') jumps.push({ target: stmt.target, from: sections });
      const inside = stmt.kind === 'atomic' || stmt.kind === 'locked' ? [...sections, stmt] : sections;
      for (const inner of blocksInAst(stmt)) visit(inner, inside);
    }
  };
  visit(body, []);
  for (const { target, from } of jumps) {
    const to = targets.get(target.text);
    const entered = to?.find((section) => !from.includes(section));
    if (to === undefined) {
      unknown(
        place,
        target,
        `\`${thread.name}\` has no label \`${target.text}\``,
        [...thread.labels],
        'E203',
      );
    } else if (entered !== undefined) {
      const message = `\`${target.text}\` is inside the \`${entered.kind}\` block of line ${lineOf(entered.span) ?? 0}`;
      place.world.bag.report('E403', target.span, message, 'put a label before the block and jump there');
    }
  }
}
