import type { Block, Stmt } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { choice, indivisible, reporting, startsWithChoice } from './lines.js';
import type { PromelaLines } from './lines.js';
import { InsideStep } from './inside.js';
import { hasUnknown, simplified } from './step-outcome.js';
import { foresee } from './outcomes.js';
import { canGo } from './thread-model.js';
import { notPlain } from '../shared/plain.js';
import type { ThreadModel } from './thread-model.js';

/**
 * Writes a step from a place where others may move to another: a statement outside `atomic`, or an `atomic` block.
 * Promela gives up the atomicity of a process that has to wait inside; so what would wait inside becomes a guard at the
 * beginning. A fault is an option of its own that reports and changes nothing: no execution goes on behind it, and it
 * adds no states. `retry` is a label before the choice. `isOption`: the step is the first of an option of a choice.
 */
export function step(context: ThreadModel, stmt: Stmt, retry: () => string, isOption: boolean): PromelaLines {
  const { model } = context;
  // Labels of the statement itself stand before the step.
  const body: Block = stmt.kind === 'atomic' ? stmt.body : [{ ...stmt, labels: [] }];
  const foreseen = foresee(body, model.program, model.faults);
  const outcome = simplified(foreseen.outcome, model.known);
  const inner = new Set([...everyStatement(body)].flatMap(({ labels }) => labels));
  const options = [...foreseen.options.values()].flat();
  if ([outcome, ...options.map((o) => simplified(o, model.known))].some(hasUnknown)) {
    context.holds = true;
    const lines = new InsideStep(context, null, inner).block(body).map(withoutEmptyLoop);
    const held = [`inside = ${context.number};`, ...lines, 'inside = 0;'];
    // Spin would follow an endless loop inside `atomic` for ever, as it stores no states there.
    return foreseen.loops ? held : indivisible('atomic', held);
  }
  const ok = canGo(outcome);
  const faults = context.faultsOf(outcome);
  const lines = new InsideStep(context, foreseen, inner).block(body);
  // Nobody may jump to a d_step.
  const keyword = stmt.labels.length === 0 && body.every(isStraight) ? 'd_step' : 'atomic';
  // Spin would take the options of a choice at the very beginning for options of the choice around it, `else` among them.
  const opens = (isOption || faults.length > 0) && startsWithChoice(lines) ? ['skip;'] : [];
  const guard = ok === true ? opens : [`${model.text.formula(ok)};`];
  const whole = indivisible(keyword, [...guard, ...lines]);
  if (faults.length === 0) return whole;
  const failing = faults.map(({ when, flag }) => [
    ...reporting(model.text.formula(when), flag),
    `goto ${retry()};`,
  ]);
  return choice('if', [...(ok === false ? [] : [whole]), ...failing]);
}

/** An option that does nothing may lead back to its choice: Spin refuses that for `true` and for a mere jump. */
const withoutEmptyLoop = (line: string): string =>
  line.replace(/^( *:: )true( ->|;)$/, '$1idle$2').replace(/^( *:: )(goto \w+;)$/, '$1idle -> $2');

/** What d_step can do: no jumps, no choices, nothing that might go on for ever. */
function isStraight(stmt: Stmt): boolean {
  if (stmt.labels.length > 0) return false;
  switch (stmt.kind) {
    case 'skip':
    case 'assign':
    case 'assume':
    case 'assert':
      return true;
    case 'if':
      return [...stmt.then, ...stmt.else].every(isStraight);
    case 'atomic':
      return stmt.body.every(isStraight);
    case 'havoc':
    case 'goto':
    case 'while':
    case 'either':
      return false;
    default:
      return notPlain(stmt);
  }
}
