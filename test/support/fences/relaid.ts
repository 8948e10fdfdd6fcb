import { printProgram } from '../../../src/lang/program/print.js';
import { parseFp } from '../parse-fp.js';
import type { Random } from '../random.js';

type Layout = (text: string, random: Random) => string;

/** A test or `else`, and behind it a block of one simple statement without label. */
const bracedStatement = /((?:if|while) \((?:[^(){}]|\([^(){}]*\))*\)|\belse) \{ ([^{};:]*;) \}/g;

const inOneLine = (text: string): string => `${text.replace(/\s+/g, ' ').trim()}\n`;

const layouts: readonly Layout[] = [
  (text) => text,
  (text) => text,
  inOneLine,
  (text) => inOneLine(text).replace(bracedStatement, '$1 $2').replaceAll('thread ', '\nthread '),
  (text) => text.replace(/^( +[^{}]*;)$/gm, '$1 // why'),
  (text) => text.replace(/^( +)/gm, '$1/* $1 */ '),
  (text) => text.trimEnd(),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, random) => text.replace(/;\n +/g, (gap) => (random.chance(0.5) ? '; ' : gap)).replace(/^ +/gm, '\t'),
];

/** The same program in another layout, as people write or tools leave behind; where that fails, the text itself. */
export function relaid(text: string, random: Random): string {
  const other = random.pick(layouts)(text, random);
  try {
    return printProgram(parseFp(other)) === printProgram(parseFp(text)) ? other : text;
  } catch {
    return text;
  }
}
