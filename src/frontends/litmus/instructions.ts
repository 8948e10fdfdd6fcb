import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Word } from '../../diagnostics/span.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Block } from '../../lang/program/program.js';
import { getOrFail } from '../../support/invariant.js';
import { suggest } from '../../support/suggest.js';
import type { Instruction } from './ast.js';
import {
  arithmetic,
  compareExchange,
  exchange,
  exchangeAdd,
  fence,
  move,
  nothing,
  step,
} from './meanings.js';
import type { InstructionMeaning } from './meanings.js';
import type { LitmusNames } from './names.js';
import { resolveOperand } from './operands.js';

interface InstructionEntry {
  readonly meaning: InstructionMeaning;
  /** The operands in words, for messages. */
  readonly takes: string;
  readonly lockable: boolean;
}

const entry = (takes: string, meaning: InstructionMeaning): InstructionEntry => ({
  meaning,
  takes,
  lockable: false,
});
const lockable = (takes: string, meaning: InstructionMeaning): InstructionEntry => ({
  meaning,
  takes,
  lockable: true,
});

/** Loads are never reordered here, so LFENCE has nothing to do. */
const instructionSet: ReadonlyMap<string, InstructionEntry> = new Map([
  ['MOV', entry('a register or memory, and a source; not memory twice', move)],
  ['XCHG', lockable('two registers, or a register and memory', exchange)],
  ['MFENCE', entry('no operands', fence('full'))],
  ['SFENCE', entry('no operands', fence('ww'))],
  ['LFENCE', entry('no operands', nothing)],
  ['NOP', entry('no operands', nothing)],
  ['INC', lockable('a register or memory', step('+'))],
  ['DEC', lockable('a register or memory', step('-'))],
  ['ADD', lockable('a register or memory, and a source; not memory twice', arithmetic('+'))],
  ['SUB', lockable('a register or memory, and a source; not memory twice', arithmetic('-'))],
  ['XADD', lockable('a register or memory, and a register', exchangeAdd)],
  ['CMPXCHG', lockable('memory and a register, with LOCK', compareExchange)],
]);

const mnemonics: readonly string[] = [...instructionSet.keys()];

/** The entry name; with the suffix of 32-bit operands (MOVL) or without. */
export function canonicalMnemonic(text: string): string {
  const upper = text.toUpperCase();
  return !instructionSet.has(upper) && upper.endsWith('L') ? upper.slice(0, -1) : upper;
}

/** Whether there is such an instruction; reports it if not. */
export function checkMnemonic(mnemonic: Word, bag: DiagnosticBag): boolean {
  if (instructionSet.has(canonicalMnemonic(mnemonic.text))) return true;
  const close = suggest(mnemonic.text, mnemonics);
  const hint = `${close === null ? '' : `Did you mean ${close}? `}Supported are ${mnemonics.join(', ')}.`;
  bag.report('E501', mnemonic.span, `the instruction ${mnemonic.text} is not supported`, hint);
  return false;
}

/** The mnemonic has been checked. Empty if something was reported. */
export function lowerInstruction(
  instruction: Instruction,
  thread: ThreadId,
  names: LitmusNames,
  bag: DiagnosticBag,
): Block {
  const { mnemonic, lock, span } = instruction;
  const known = getOrFail(instructionSet, canonicalMnemonic(mnemonic.text));
  const operands = instruction.operands.map((operand) => resolveOperand(operand, thread, names, bag));
  const resolved = operands.filter((operand) => operand !== null);
  if (resolved.length < operands.length) return [];
  if (lock !== null && !(known.lockable && resolved.some((operand) => operand.kind === 'memory'))) {
    bag.report('E402', lock.span, 'LOCK is for instructions that read and write memory');
    return [];
  }
  const block = known.meaning(resolved, { thread, names, locked: lock !== null, span });
  if (block === null) bag.report('E501', span, `${mnemonic.text} takes ${known.takes}`);
  return block ?? [];
}
