import type {
  BooleanText,
  TextAction,
  TextBlock,
  TextComment,
  TextCondition,
  TextExpression,
  TextStatement,
  TextValue,
} from './boolean-text.js';
import { assertNever } from '../../support/invariant.js';

/** The `.bl` text of a program; reading it gives the same program. */
export function printBooleanText(text: BooleanText): string {
  const writer = new LimitedText();
  writer.add(`shared ${text.shared.join(', ')};\nlocal ${text.local.join(', ')};\n`);
  for (const block of text.blocks) printBlock(block, writer);
  for (const { kind, condition } of text.properties) {
    writer.add(`\nassert ${kind} (`);
    printCondition(condition, writer);
    writer.add(');\n');
  }
  return writer.text();
}

/** A statement without its label; of a long one the beginning. */
export function actionText(action: TextAction, limit = 100): string {
  const writer = new LimitedText(limit);
  printAction(action, writer);
  return writer.text();
}

/** Collects text; from its limit on it takes no more, so that printing ends early. */
class LimitedText {
  readonly #parts: string[] = [];
  #length = 0;

  constructor(private readonly limit = Infinity) {}

  add(part: string): void {
    if (this.full) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  get full(): boolean {
    return this.#length > this.limit;
  }

  text(): string {
    const text = this.#parts.join('');
    return text.length > this.limit ? `${text.slice(0, this.limit).trimEnd()} ...` : text;
  }
}

function printBlock(block: TextBlock, writer: LimitedText): void {
  writer.add(block.number === null ? '\ninit\n' : `\nprocess ${block.number}\n`);
  for (const statement of block.statements) printStatement(statement, writer);
}

function printStatement({ comments, label, action }: TextStatement, writer: LimitedText): void {
  for (const comment of comments) writer.add(`\n/* ${commentText(comment)} */\n`);
  writer.add(`${label}: `);
  printAction(action, writer);
  writer.add(';\n');
}

function commentText(comment: TextComment): string {
  // What would end the comment early.
  const text = comment.text.replaceAll('*/', '* /');
  switch (comment.kind) {
    case 'source':
      return `Statement: ${text}`;
    case 'predicate':
      return `update predicate - ${comment.variable}: ${text}`;
    case 'note':
      return text;
    default:
      return assertNever(comment);
  }
}

function printAction(action: TextAction, writer: LimitedText): void {
  switch (action.kind) {
    case 'nop':
    case 'begin_atomic':
    case 'end_atomic':
    case 'barrier':
      writer.add(action.kind);
      return;
    case 'store':
    case 'assign':
      writer.add(`${action.kind === 'store' ? 'store ' : ''}${action.target} = `);
      printValue(action.value, writer);
      return;
    case 'load':
      writer.add(`load ${action.target} = ${action.from}`);
      return;
    case 'assume':
      writer.add('assume(');
      printCondition(action.condition, writer);
      writer.add(')');
      return;
    case 'if':
      writer.add('if (');
      printCondition(action.condition, writer);
      writer.add(`) goto ${action.target}`);
      return;
    default:
      assertNever(action);
  }
}

function printValue(value: TextValue, writer: LimitedText): void {
  if (value.kind === 'expression') {
    writer.add(expressionText(value.expression));
    return;
  }
  writer.add('choose(');
  printCondition(value.yes, writer);
  writer.add(', ');
  printCondition(value.no, writer);
  writer.add(')');
}

function printCondition(condition: TextCondition, writer: LimitedText): void {
  switch (condition.kind) {
    case 'truth':
      writer.add(String(condition.value));
      return;
    case 'any':
      writer.add('*');
      return;
    case 'compare':
      writer.add(`${expressionText(condition.left)} ${condition.op} ${expressionText(condition.right)}`);
      return;
    case 'not':
      writer.add('!(');
      printCondition(condition.part, writer);
      writer.add(')');
      return;
    case 'and':
    case 'or':
      printParts(condition.kind === 'and' ? ' && ' : ' || ', condition.parts, writer);
      return;
    default:
      assertNever(condition);
  }
}

function printParts(operator: string, parts: readonly TextCondition[], writer: LimitedText): void {
  let first = true;
  for (const part of parts) {
    if (writer.full) return;
    const inBrackets = part.kind === 'and' || part.kind === 'or';
    writer.add(`${first ? '' : operator}${inBrackets ? '(' : ''}`);
    printCondition(part, writer);
    if (inBrackets) writer.add(')');
    first = false;
  }
}

function expressionText(expression: TextExpression): string {
  switch (expression.kind) {
    case 'int':
      return String(expression.value);
    case 'any':
      return '*';
    case 'name':
      return expression.block === null ? expression.name : `${expression.name}{${expression.block}}`;
    case 'pc':
      return `pc{${expression.block}}`;
    case 'negative':
      return `-${operandText(expression.part)}`;
    case 'sum':
      return expression.terms
        .map(({ minus, part }, i) => `${i === 0 ? '' : minus ? ' - ' : ' + '}${termText(part)}`)
        .join('');
    case 'product':
      return expression.parts.map(operandText).join(' * ');
    default:
      return assertNever(expression);
  }
}

const termText = (part: TextExpression): string =>
  part.kind === 'sum' ? `(${expressionText(part)})` : expressionText(part);

const operandText = (part: TextExpression): string =>
  part.kind === 'sum' || part.kind === 'product' ? `(${expressionText(part)})` : expressionText(part);
