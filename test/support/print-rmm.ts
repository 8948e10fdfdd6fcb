import { assertNever } from '../../src/support/invariant.js';
import type {
  BareStatement,
  RmmDeclaration,
  ForbiddenList,
  RmmMachine,
  RmmPlace,
  ProcessDecl,
  RmmStatement,
  Statements,
  RmmExpr,
} from '../../src/frontends/rmm/ast.js';

/**
 * A machine as text, without macros: reading it gives the same machine again, but for spans. Equal things have one
 * spelling: `locked write:` becomes `syncwr:`.
 */
export function printMachine({ forbidden, data, processes }: RmmMachine): string {
  const sections = [
    ['forbidden', forbidden.map(printForbidden).join(' ;\n')].join('\n'),
    ...(data.length === 0 ? [] : [printDeclarations('data', '', data)]),
    ...processes.map(printProcess),
  ];
  return `${sections.join('\n\n')}\n`;
}

const printForbidden = ({ labels }: ForbiddenList): string =>
  `  ${labels.map((label) => label?.text ?? '*').join(' ')}`;

function printDeclarations(keyword: string, sign: '' | '$', declarations: readonly RmmDeclaration[]): string {
  const lines = declarations.map(({ name, initial, domain }) => {
    const values = domain === null ? 'Z' : `[${printSum(domain.lo)}:${printSum(domain.hi)}]`;
    return `  ${sign}${name.text} = ${initial === null ? '*' : printSum(initial)} : ${values}`;
  });
  return [keyword, ...lines].join('\n');
}

function printProcess({ count, data, registers, body }: ProcessDecl): string {
  return [
    count === null ? 'process' : `process(${printSum(count)})`,
    ...(data.length === 0 ? [] : [printDeclarations('data', '', data)]),
    ...(registers.length === 0 ? [] : [printDeclarations('registers', '$', registers)]),
    'text',
    printStatements(body, '  '),
  ].join('\n');
}

const printStatements = (statements: Statements, indent: string): string =>
  statements.map((stmt) => indent + printStatement(stmt, indent)).join(';\n');

/** Without the indentation of its first line. */
function printStatement(stmt: RmmStatement, indent: string): string {
  return stmt.labels.map(({ text }) => `${text}: `).join('') + printSimple(stmt, indent);
}

function printSimple(stmt: BareStatement, indent: string): string {
  switch (stmt.kind) {
    case 'nop':
      return 'nop';
    case 'assume':
      return `assume: ${printCond(stmt.cond)}`;
    case 'assign':
      return `$${stmt.target.text} := ${printSum(stmt.value)}`;
    case 'read':
      return `${stmt.sync ? 'syncrd' : 'read'}: $${stmt.into.text} := ${printPlace(stmt.place)}`;
    case 'expect':
      return `${stmt.sync ? 'syncrd' : 'read'}: ${printPlace(stmt.place)} = ${printSum(stmt.value)}`;
    case 'write':
      return `${stmt.sync ? 'syncwr' : 'write'}: ${printPlace(stmt.place)} := ${printSum(stmt.value)}`;
    case 'cas':
      return `cas(${printPlace(stmt.place)}, ${printSum(stmt.expected)}, ${printSum(stmt.value)})`;
    case 'fence':
      return { full: 'fence', store: 'ssfence', load: 'llfence' }[stmt.fence];
    case 'goto':
      return `goto ${stmt.target.text}`;
    case 'if': {
      const then = `if ${printCond(stmt.cond)} then ${printStatement(stmt.then, indent)}`;
      return stmt.else === null ? then : `${then} else ${printStatement(stmt.else, indent)}`;
    }
    case 'while':
      return `while ${printCond(stmt.cond)} do ${printStatement(stmt.body, indent)}`;
    case 'either':
    case 'locked':
      return `${stmt.kind} {\n${printBranches(stmt.branches, indent)}\n${indent}}`;
    case 'block':
      return `{\n${printStatements(stmt.body, `${indent}  `)}\n${indent}}`;
    default:
      return assertNever(stmt);
  }
}

const printBranches = (branches: readonly Statements[], indent: string): string =>
  branches.map((branch) => printStatements(branch, `${indent}  `)).join(`\n${indent}or\n`);

function printPlace(place: RmmPlace): string {
  switch (place.kind) {
    case 'global':
      return place.name.text;
    case 'of-process':
      return `${place.name.text}[${printSum(place.index)}]`;
    case 'pointer':
      return `[${printSum(place.address)}]`;
    default:
      return assertNever(place);
  }
}

/** Operators of one kind group to the left, and `&&` binds more tightly than `||`. */
function printCond(cond: RmmExpr): string {
  switch (cond.kind) {
    case 'constant':
      return String(cond.value);
    case 'unary':
      return `not ${inBrackets(cond.arg, isConnected(cond.arg))}`;
    case 'binary': {
      const { op, left, right } = cond;
      if (!isConnected(cond)) return `${printSum(left)} ${op === '==' ? '=' : op} ${printSum(right)}`;
      const looser = op === '&&' && left.kind === 'binary' && left.op === '||';
      const grouped = isConnected(right) && !(op === '||' && right.kind === 'binary' && right.op === '&&');
      return `${inBrackets(left, looser)} ${op} ${inBrackets(right, grouped)}`;
    }
    default:
      throw new Error('a register is no condition');
  }
}

const isConnected = (cond: RmmExpr): boolean =>
  cond.kind === 'binary' && (cond.op === '&&' || cond.op === '||');

const inBrackets = (cond: RmmExpr, needed: boolean): string =>
  needed ? `[${printCond(cond)}]` : printCond(cond);

function printSum(sum: RmmExpr): string {
  switch (sum.kind) {
    case 'constant':
      return String(sum.value);
    case 'leaf':
      return 'kind' in sum.leaf ? 'my' : `$${sum.leaf.text}`;
    case 'unary':
      return `-${printTerm(sum.arg)}`;
    case 'binary':
      return `${printSum(sum.left)} ${sum.op} ${printTerm(sum.right)}`;
    default:
      return assertNever(sum);
  }
}

const printTerm = (sum: RmmExpr): string => (sum.kind === 'binary' ? `(${printSum(sum)})` : printSum(sum));
