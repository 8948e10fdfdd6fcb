import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { atLabel, binary, bool, falsity, int, not, unary } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import { assertNever } from '../../support/invariant.js';
import type { SalplCond, SalplSum } from './ast.js';
import type { SalplFile } from './file.js';
import { hasLabel, labelText } from './labels.js';

/** What a name and a program counter mean in some place; null if something was reported. */
export interface WordMeaning {
  name(word: Word): Expr | null;
  at(process: Word, label: Word): Expr | null;
}

/** What was reported reads as 0 or false, so that the rest is looked at too. */
export function lowerSum(sum: SalplSum, meaning: WordMeaning): Expr {
  switch (sum.kind) {
    case 'int':
      return int(sum.value);
    case 'name':
      return meaning.name(sum.name) ?? int(0);
    case 'negative':
      return unary('-', lowerSum(sum.arg, meaning));
    case 'arithmetic':
      return binary(sum.op, lowerSum(sum.left, meaning), lowerSum(sum.right, meaning));
    default:
      return assertNever(sum);
  }
}

export function lowerCond(cond: SalplCond, meaning: WordMeaning): Expr {
  switch (cond.kind) {
    case 'truth':
      return bool(cond.value);
    case 'not':
      return not(lowerCond(cond.arg, meaning));
    case 'boolean':
      return binary(cond.op, lowerCond(cond.left, meaning), lowerCond(cond.right, meaning));
    case 'compare':
      return binary(cond.op, lowerSum(cond.left, meaning), lowerSum(cond.right, meaning));
    case 'at':
      return meaning.at(cond.process, cond.label) ?? falsity;
    default:
      return assertNever(cond);
  }
}

/** `pc{1} = 11` in a property: process 1 is at its label 11. */
export function counterMeaning(file: SalplFile, bag: DiagnosticBag): WordMeaning['at'] {
  return (process, label) => {
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
  return (process) => {
    bag.report(
      'E405',
      process.span,
      'pc belongs into properties',
      'Write it in a comment of program counters.',
    );
    return null;
  };
}
