import type { Span } from '../../../diagnostics/span.js';
import type { AsmOperand, CStmt } from '../syntax/c-ast.js';
import { boolC } from '../types/c-type.js';
import { CDeclarations } from './c-declarations.js';
import { constant, truthValue } from './c-value.js';
import type { CValue, NumberValue, Place } from './c-value.js';

type AsmStmt = CStmt & { readonly kind: 'asm' };

/** One instruction of x86 in the syntax of AT&T: the source comes before the target. */
interface AsmInstruction {
  readonly isLocked: boolean;
  readonly name: string;
  readonly args: readonly string[];
}

const simple: ReadonlyMap<string, 'nothing' | 'full' | 'ww'> = new Map([
  ['pause', 'nothing'],
  ['nop', 'nothing'],
  ['rep nop', 'nothing'],
  // Loads are in order, and so are stores but under PSO.
  ['lfence', 'nothing'],
  ['mfence', 'full'],
  ['sfence', 'ww'],
]);

const changes: ReadonlyMap<string, string> = new Map([
  ['add', '+'],
  ['sub', '-'],
  ['and', '&'],
  ['or', '|'],
  ['xor', '^'],
]);

const known =
  'mfence, sfence, lfence, pause, and locked xchg, cmpxchg, xadd, add, sub, and, or, xor, inc, dec are known';

/** Inline assembly, as far as it is one instruction that lock-free programs use; `lock cmpxchg` may be followed by `sete`. */
export abstract class CAssembly extends CDeclarations {
  protected assembly(stmt: AsmStmt): void {
    const [first, second, ...more] = instructionsOf(stmt.text);
    if (first === undefined) return;
    const isSet = second?.name === 'sete' || second?.name === 'setz';
    if (more.length > 0 || (second !== undefined && !(isSet && first.name === 'cmpxchg')))
      return this.#unknown(stmt);
    const effect = first.isLocked ? undefined : simple.get(first.name);
    if (effect !== undefined && first.args.length === 0) {
      if (effect !== 'nothing') this.emit({ kind: 'fence', fence: effect, span: stmt.span });
    } else if (isStackFence(first)) this.emit({ kind: 'fence', fence: 'full', span: stmt.span });
    else this.#changeByAssembly(stmt, first, second?.args[0] ?? null);
  }

  #unknown({ text, span }: AsmStmt): never {
    return this.refuse(`the inline assembly "${text}"`, span, `write what it does in C; ${known}`);
  }

  /** Who compares has what is expected in the register `a`, and gets there what was found; `truth` gets whether it was that. */
  #changeByAssembly(stmt: AsmStmt, { isLocked, name, args }: AsmInstruction, truth: string | null): void {
    const { span } = stmt;
    const named = args.map((arg) => operandNamed(stmt, arg));
    const memory = named.find((operand) => operand !== null && isMemory(operand)) ?? null;
    const register = named.find((operand) => operand !== null && !isMemory(operand)) ?? null;
    // `xchg` locks by itself.
    if (memory === null || (!isLocked && name !== 'xchg')) return this.#unknown(stmt);
    const place = this.placeOf(memory.expr);
    const [immediate] = args.flatMap((arg) => (/^\$-?\d+$/.test(arg) ? [BigInt(arg.slice(1))] : []));
    const given = (): NumberValue => {
      if (immediate !== undefined) return constant(immediate, place.type);
      return register === null ? this.#unknown(stmt) : this.#input(stmt, register, place, span);
    };
    const op = changes.get(name);
    if (op !== undefined && args.length === 2) this.atomicUpdate(place, op, given(), false, 'seq_cst', span);
    else if ((name === 'inc' || name === 'dec') && args.length === 1)
      this.atomicUpdate(place, name === 'inc' ? '+' : '-', constant(1n), false, 'seq_cst', span);
    else if (name === 'xadd' && register !== null)
      this.#output(register, this.atomicUpdate(place, '+', given(), false, 'seq_cst', span), span);
    else if (name === 'xchg' && register !== null) {
      const value = given();
      const old = this.updateInOneStep(place, () => ({ value: value.expr, order: 'seq_cst' }), span);
      this.#output(register, old, span);
    } else if (name === 'cmpxchg' && register !== null) this.#exchange(stmt, place, given(), truth);
    else this.#unknown(stmt);
  }

  #exchange(stmt: AsmStmt, place: Place, desired: NumberValue, truth: string | null): void {
    const { span } = stmt;
    const accumulator = [...stmt.outputs, ...stmt.inputs].find(({ constraint }) => constraint.includes('a'));
    if (accumulator === undefined) return this.#unknown(stmt);
    const expected = this.#input(stmt, accumulator, place, span);
    const old = this.updateInOneStep(
      place,
      (now) => ({
        ...{
          value: desired.expr,
          when: this.sameAddress({ ...expected, expr: now }, expected),
          order: 'seq_cst',
          otherwise: 'seq_cst',
        },
      }),
      span,
    );
    this.#output(accumulator, old, span);
    const told = truth === null ? null : operandNamed(stmt, truth);
    if (told !== null)
      this.#output(told, { ...truthValue(this.sameAddress(old, expected)), type: boolC }, span);
    else if (truth !== null) this.#unknown(stmt);
  }

  /** What a register holds before: that of an operand which is read, or the input that is tied to it. */
  #input(stmt: AsmStmt, operand: AsmOperand, place: Place, span: Span): NumberValue {
    const number = stmt.outputs.indexOf(operand);
    const isRead = number === -1 || operand.constraint.includes('+');
    const own = operand.constraint.replace(/^=&?/, '');
    const isTied = ({ constraint }: AsmOperand): boolean =>
      constraint === String(number) || (/^[abcd]$/.test(own) && constraint === own);
    const source = isRead ? operand : stmt.inputs.find(isTied);
    if (source === undefined) return this.#unknown(stmt);
    const value = this.asNumber(this.convert(this.value(source.expr), place.type, span), span);
    return this.capturedUnlessConstant(value, span);
  }

  /** Nobody sees what a register holds that is no output. */
  #output({ constraint, expr }: AsmOperand, value: CValue, span: Span): void {
    if (!/^[=+]/.test(constraint)) return;
    const place = this.placeOf(expr);
    this.writePlace(place, this.convert(value, place.type, span), 'plain', span);
  }
}

const isMemory = ({ constraint }: AsmOperand): boolean => /[mQ]/.test(constraint);

/** `%0`, `%b1`, `%[name]`; null: it is no operand. */
function operandNamed({ outputs, inputs }: AsmStmt, arg: string): AsmOperand | null {
  const [, number, name] = /^%[bwkqh]?(?:(\d+)|\[(\w+)\])$/.exec(arg) ?? [];
  const all = [...outputs, ...inputs];
  if (number === undefined)
    return all.find((operand) => operand.name !== null && operand.name.toLowerCase() === name) ?? null;
  const found = all[Number(number)];
  if (found === undefined || !/^\d+$/.test(found.constraint)) return found ?? null;
  return outputs[Number(found.constraint)] ?? null;
}

/** `lock addl $0, (%rsp)`: what is at the top of the stack nobody else sees. */
const isStackFence = ({ isLocked, name, args }: AsmInstruction): boolean =>
  isLocked &&
  (name === 'add' || name === 'or') &&
  args.length === 2 &&
  /^\$0x?0*$/.test(args[0] ?? '') &&
  /^-?\d*\(%%?[er]sp\)$/.test(args[1] ?? '');

function instructionsOf(text: string): readonly AsmInstruction[] {
  const parts = text
    .toLowerCase()
    .split(/;|\\n/)
    .map((part) => part.replace(/\\t/g, ' ').replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  const found: AsmInstruction[] = [];
  let prefix = '';
  for (const part of parts) {
    const whole = `${prefix}${part}`;
    prefix = whole === 'lock' || whole === 'rep' ? `${whole} ` : '';
    if (prefix === '') found.push(instructionOf(whole));
  }
  return found;
}

function instructionOf(text: string): AsmInstruction {
  const isLocked = text.startsWith('lock ');
  const body = isLocked ? text.slice('lock '.length) : text;
  const space = body.startsWith('rep ') ? -1 : body.indexOf(' ');
  const word = space === -1 ? body : body.slice(0, space);
  const args =
    space === -1
      ? []
      : body
          .slice(space)
          .split(',')
          .map((arg) => arg.replace(/\s+/g, ''));
  // A suffix says the size, which the operand has too.
  const name = word.replace(/^(xchg|cmpxchg|xadd|add|sub|and|or|xor|inc|dec)[bwlq]$/, '$1');
  return { isLocked, name, args };
}
