import { assertNever } from '../../../src/support/invariant.js';
import { ownArray, ownValues, sharedArray, sharedEnum, sharedInts } from './sugar.js';
import type {
  SugarBlock,
  SugarExpr,
  SugarForms,
  SugarProcedure,
  SugarProgram,
  SugarStmt,
  SugarThread,
} from './sugar.js';

/** The program as it is, with all brackets but those of a block with one simple statement here and there. */
export function printSugar({ members, procedures, threads, final, at, forms }: SugarProgram): string {
  const names = members.map(({ name, value }) => (value === null ? name : `${name} = ${value}`));
  const first = members[0]?.name ?? '0';
  const property =
    at === null
      ? []
      : threads.some(({ name, isRange }) => name === at.thread && isRange)
        ? [`invariant place: !(exists t in ${at.thread}: t at ${at.label} && !${printSugarExpr(at.cond)});`]
        : [`invariant place: ${at.thread} at ${at.label} -> ${printSugarExpr(at.cond)};`];
  const goal = forms.hasGoal ? [`exists goal: ${printSugarExpr(final)};`] : [];
  const rest = [
    ...procedures.map(procedureText),
    ...threads.map((thread) => threadText(thread, forms)),
    `final last: ${printSugarExpr(final)};`,
    ...goal,
    ...property,
    '',
  ].join('\n');
  return [
    `enum E { ${names.join(', ')} }`,
    ...(forms.hasRecord
      ? [`struct Ints { ${sharedInts.map((name) => `int ${name} = 0;`).join(' ')} }`, 'shared Ints rec;']
      : sharedInts.map((name) => `shared int ${name} = 0;`)),
    `shared E ${sharedEnum} = ${first};`,
    `shared int ${sharedArray}${{ none: '[2]', columns: '[2][1]', row: '[1][2]' }[forms.rows]} = 0;`,
    inForms(rest, forms),
  ].join('\n');
}

function threadText({ name, isRange, locals, body }: SugarThread, { hasOwnCells }: SugarForms): string {
  const text = linesOf(body).join('\n');
  const isOwn = new RegExp(`\\b(?:${locals.join('|')})\\b`, 'g');
  return [
    `thread ${name}${isRange ? '(me: 0..1)' : ''} {`,
    hasOwnCells
      ? `  local int cell[${locals.length}] = 0;`
      : `  local int ${locals.map((local) => `${local} = 0`).join(', ')};`,
    `  local int ${ownArray}[${ownValues.length}] = {${ownValues.join(', ')}};`,
    hasOwnCells ? text.replace(isOwn, (local) => `cell[${locals.indexOf(local)}]`) : text,
    '}',
  ].join('\n');
}

/** Nothing else has the names of the shared variables. */
function inForms(text: string, { hasRecord, rows }: SugarForms): string {
  const ints = new RegExp(`\\b(?:${sharedInts.join('|')})\\b`, 'g');
  const cells = new RegExp(`\\b${sharedArray}(\\[(?:[^\\[\\]]|\\[[^\\]]*\\])*\\])`, 'g');
  const members = hasRecord ? text.replace(ints, (name) => `rec.${name}`) : text;
  if (rows === 'none') return members;
  return members.replace(cells, (_, index: string) =>
    rows === 'columns' ? `${sharedArray}${index}[0]` : `${sharedArray}[0]${index}`,
  );
}

function procedureText({ name, result, parameters, body }: SugarProcedure): string {
  const list = parameters.map((parameter) => `${parameter.kind} ${parameter.name}`).join(', ');
  const head = `inline ${result === null ? '' : `${result} `}${name}(${list}) {`;
  return [head, ...linesOf(body), '}'].join('\n');
}

export function printSugarExpr(expr: SugarExpr): string {
  switch (expr.kind) {
    case 'number':
      return String(expr.value);
    case 'name':
      return expr.name;
    case 'cell':
      return `${expr.name}[${printSugarExpr(expr.index)}]`;
    case 'binary':
      return `(${printSugarExpr(expr.left)} ${expr.op} ${printSugarExpr(expr.right)})`;
    case 'not':
      return `!${printSugarExpr(expr.of)}`;
    case 'choice':
      return `(${printSugarExpr(expr.cond)} ? ${printSugarExpr(expr.yes)} : ${printSugarExpr(expr.no)})`;
    default:
      return assertNever(expr);
  }
}

const linesOf = (block: SugarBlock): readonly string[] => block.flatMap(stmtLines).map((line) => `  ${line}`);

function stmtLines(stmt: SugarStmt): readonly string[] {
  const [first = '', ...others] = bareLines(stmt);
  return [`${stmt.label === undefined ? '' : `${stmt.label}: `}${first}`, ...others];
}

const blockText = (head: string, body: SugarBlock): readonly string[] => [`${head} {`, ...linesOf(body), '}'];

function bareLines(stmt: SugarStmt): readonly string[] {
  switch (stmt.kind) {
    case 'assign':
      return [`${printSugarExpr(stmt.target)} = ${printSugarExpr(stmt.value)};`];
    case 'update': {
      const { target, op, by } = stmt;
      return [`${printSugarExpr(target)}${by === null ? `${op}${op}` : ` ${op}= ${printSugarExpr(by)}`};`];
    }
    case 'cas':
      return [`${stmt.result} = cas(${printSugarExpr(stmt.place)}, 0, ${printSugarExpr(stmt.value)});`];
    case 'pick':
      return [`${printSugarExpr(stmt.target)} = ${ownArray}[${printSugarExpr(stmt.index)}];`];
    case 'put':
      return [`${ownArray}[${printSugarExpr(stmt.index)}] = ${printSugarExpr(stmt.value)};`];
    case 'skip':
    case 'fence':
    case 'break':
    case 'continue':
      return [`${stmt.kind};`];
    case 'assert':
      return [`assert claim: ${printSugarExpr(stmt.cond)};`];
    case 'assume':
      return [`assume(${printSugarExpr(stmt.cond)});`];
    case 'declare':
      return [`local ${stmt.type} ${stmt.name} = ${printSugarExpr(stmt.value)};`];
    case 'if': {
      const then = blockText(`if (${printSugarExpr(stmt.cond)})`, stmt.then);
      return stmt.otherwise === null ? then : [...then.slice(0, -1), ...blockText('} else', stmt.otherwise)];
    }
    case 'while':
      return blockText(`while (${printSugarExpr(stmt.cond)})`, stmt.body);
    case 'do':
      return [...blockText('do', stmt.body).slice(0, -1), `} while (${printSugarExpr(stmt.cond)});`];
    case 'for': {
      const { variable, lo, hi } = stmt;
      return blockText(`for (${variable} in ${printSugarExpr(lo)}..${printSugarExpr(hi)})`, stmt.body);
    }
    case 'either':
      return stmt.branches.flatMap((branch, i) => blockText(i === 0 ? 'either' : 'or', branch));
    case 'atomic':
    case 'locked':
      return blockText(stmt.kind, stmt.body);
    case 'call': {
      const { target, procedure, values } = stmt;
      const call = `${procedure}(${values.map(printSugarExpr).join(', ')});`;
      return [target === null ? call : `${printSugarExpr(target)} = ${call}`];
    }
    case 'return':
      return [stmt.value === null ? 'return;' : `return ${printSugarExpr(stmt.value)};`];
    default:
      return assertNever(stmt);
  }
}
