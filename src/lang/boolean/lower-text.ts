import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { covering } from '../../diagnostics/span.js';
import { remembered } from '../../support/remembered.js';
import type { BooleanProgram, BooleanProperty } from './boolean-program.js';
import type { BooleanText } from './boolean-text.js';
import { allOf } from './boolean-formula.js';
import { BlockLowering } from './lower-block.js';
import { ConditionLowering } from './lower-condition.js';
import { StatementLowering } from './lower-statement.js';
import type { BlockScope } from './lower-statement.js';
import { insideProperty } from './name-meanings.js';
import { TextVariables } from './text-variables.js';
import { possibleValues } from './read-values.js';
import { CodedVariables, meaningsIn } from './coded-variables.js';

/** The automata of a text. They mean nothing if the bag got errors; E501 is for what is right but not supported. */
export function lowerBooleanText(text: BooleanText, name: string, bag: DiagnosticBag): BooleanProgram {
  const names = new TextVariables(text);
  const { values, tooMany } = possibleValues(text, names);
  if (tooMany !== null) {
    bag.report(
      'E501',
      tooMany.span,
      `\`${tooMany.name}\` has too many values`,
      'a Boolean program may hold small numbers, at most 64 in a variable',
    );
  }
  const variables = new CodedVariables(text, names, tooMany === null ? values : new Map());
  const scope: BlockScope = { text, names, variables, bag };
  const threads = text.blocks.map((block, i) => {
    const title = i === 0 ? 'init' : `process ${i}`;
    if (i > 0 && block.number !== null && block.number !== i) {
      const note = `it is process ${i} by its position, which is what counts in \`pc{${i}}\``;
      bag.report('W605', block.span, `the number ${block.number} is ignored`, note);
    }
    const lowering = new StatementLowering(scope, i);
    const effects = block.statements.map((statement) => lowering.effect(statement));
    return new BlockLowering(block, effects, title, bag).thread(i === 0 ? 'init' : String(block.number));
  });
  const property = lowerProperties(scope);
  warnOfOtherMeanings(scope);
  return { name, variables: variables.variables, threads, infeasible: [], property };
}

/** Of what comments say that a variable stands for, only the first is shown. */
function warnOfOtherMeanings({ text, names, bag }: BlockScope): void {
  const first = new Map<string, string>();
  const warned = new Set<string>();
  for (const { variable, text: meaning, span } of meaningsIn(text)) {
    if (names.shared(variable) === null) continue;
    const known = remembered(first, variable, () => meaning);
    if (known === meaning || warned.has(variable)) continue;
    warned.add(variable);
    const message = `a comment says that \`${variable}\` stands for ${shortened(meaning)}`;
    bag.report('W605', span, message, `the first one said ${shortened(known)}; traces show that`);
  }
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

/** Several of one kind are one that says all of them. */
function lowerProperties({ text, names, variables, bag }: BlockScope): BooleanProperty | null {
  const conditions = new ConditionLowering(variables, insideProperty(text, names, bag), bag);
  const [first, ...others] = text.properties;
  if (first === undefined) return null;
  const parts = text.properties.map(({ kind, condition, span }) => {
    if (kind !== first.kind) {
      bag.report('E501', span, 'both `assert always` and `assert final`', 'check them one after the other');
    }
    return { condition: conditions.condition(condition, span), span };
  });
  const span = others.reduce((all, other) => covering(all, other.span), first.span);
  const condition = allOf(parts.map((part) => part.condition));
  return { kind: first.kind, condition, span, ...(others.length === 0 ? {} : { parts }) };
}
