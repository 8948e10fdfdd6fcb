import type { Word } from '../../diagnostics/span.js';
import type {
  DveAssignment,
  Channel,
  DveDeclaration,
  DveInitial,
  DveModel,
  DveProcess,
  Sync,
  DveTransition,
  DveVariable,
} from './dve-ast.js';
import { printExpr } from './print-expr.js';

/** A model as DVE text that parses back to it. `heading` becomes comment lines. */
export function printModel(model: DveModel, heading: readonly string[] = []): string {
  const { mode, property } = model.system;
  const parts = [
    heading.map((line) => (line === '' ? '//\n' : `// ${line}\n`)).join(''),
    model.declarations.map((d) => `${printDeclaration(d)}\n`).join(''),
    ...model.processes.map(printProcess),
    `system ${mode}${property === null ? '' : ` property ${property.text}`};\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const printDeclaration = (declaration: DveDeclaration): string =>
  declaration.kind === 'variable' ? variable(declaration) : channel(declaration);

function variable({ isConst, type, name, size, initial }: DveVariable): string {
  const cells = size === null ? '' : `[${printExpr(size)}]`;
  const value = initial === null ? '' : ` = ${printInitial(initial)}`;
  return `${isConst ? 'const ' : ''}${type} ${name.text}${cells}${value};`;
}

const printInitial = (initial: DveInitial): string =>
  initial.kind === 'value'
    ? printExpr(initial.value)
    : `{${initial.values.map((v) => printExpr(v)).join(', ')}}`;

function channel({ name, types, size }: Channel): string {
  const message = types === null ? '' : `{${types.join(', ')}} `;
  return `channel ${message}${name.text}${size === null ? '' : `[${printExpr(size)}]`};`;
}

function printProcess(process: DveProcess): string {
  const { name, declarations, states, initial, commit, accept, asserts, transitions } = process;
  const checks = asserts.map(({ state, cond }) => `${state.text}: ${printExpr(cond)}`);
  const lines = [
    ...declarations.map((d) => `  ${printDeclaration(d)}`),
    `  state ${words(states)};`,
    ...(commit.length === 0 ? [] : [`  commit ${words(commit)};`]),
    `  init ${initial.text};`,
    ...(accept.length === 0 ? [] : [`  accept ${words(accept)};`]),
    ...(checks.length === 0 ? [] : [`  assert ${checks.join(', ')};`]),
    ...(transitions.length === 0 ? [] : ['  trans', `${transitions.map(printTransition).join(',\n')};`]),
  ];
  return `process ${name.text} {\n${lines.join('\n')}\n}\n`;
}

const words = (list: readonly Word[]): string => list.map(({ text }) => text).join(', ');

/** `guard`, `sync` and `effect` in one line if they are short. */
function printTransition({ from, to, guards, sync, effects }: DveTransition): string {
  const parts = [
    ...(guards.length === 0 ? [] : [`guard ${guards.map((g) => printExpr(g)).join(', ')};`]),
    ...(sync === null ? [] : [`sync ${printSync(sync)};`]),
    ...(effects.length === 0 ? [] : [`effect ${effects.map(printAssignment).join(', ')};`]),
  ];
  const head = `    ${from.text} -> ${to.text} {`;
  const line = `${head} ${parts.join(' ')} }`;
  if (parts.length === 0) return `${head} }`;
  return line.length <= 110 ? line : `${head}\n${parts.map((part) => `      ${part}`).join('\n')}\n    }`;
}

function printSync(sync: Sync): string {
  const [mark, parts] = sync.kind === 'send' ? (['!', sync.values] as const) : (['?', sync.targets] as const);
  const list = parts.map((part) => printExpr(part)).join(', ');
  return `${sync.channel.text}${mark}${parts.length > 1 ? `{${list}}` : list}`;
}

const printAssignment = ({ target, value }: DveAssignment): string =>
  `${printExpr(target)} = ${printExpr(value)}`;
