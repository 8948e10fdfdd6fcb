import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { atLabel, falsity, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import { exprOf } from '../kit/written.js';
import type { CounterTest, SalplCond } from './ast.js';
import type { SalplFile } from './file.js';
import { hasLabel, labelText } from './labels.js';

/** What a name and a program counter mean in some place; null if something was reported. */
export interface WordMeaning {
  name(word: Word): Expr | null;
  at(counter: CounterTest): Expr | null;
}

/** Of a condition or a sum. What was reported reads as 0 or false, so that the rest is looked at too. */
export const lowerExpr = (written: SalplCond, meaning: WordMeaning): Expr =>
  exprOf(written, (leaf) =>
    'process' in leaf ? (meaning.at(leaf) ?? falsity) : (meaning.name(leaf) ?? int(0)),
  );

/** `pc{1} = 11` in a property: process 1 is at its label 11. */
export function counterMeaning(file: SalplFile, bag: DiagnosticBag): WordMeaning['at'] {
  return ({ process, label }) => {
    const index = file.processes.findIndex(({ number }) => number.text === process.text);
    const found = file.processes[index];
    if (found === undefined) {
      bag.report('E204', process.span, `there is no process ${process.text}`);
      return null;
    }
    if (!hasLabel(found.body, label.text)) {
      bag.report('E203', label.span, `process ${process.text} has no label ${label.text}`);
      return null;
    }
    return atLabel(threadId(index), null, labelText(label));
  };
}

/** Statements do not look at program counters. */
export function noCounters(bag: DiagnosticBag): WordMeaning['at'] {
  return ({ process }) => {
    const hint = 'Write it in a comment of program counters.';
    bag.report('E405', process.span, 'pc belongs into properties', hint);
    return null;
  };
}
