import type { CellValue, DualProgram, Op } from '../../../src/engines/dual/dual-program.js';
import { at, invariant } from '../../../src/support/invariant.js';

/**
 * A program whose kinds are straight lines, one process of each:
 *
 *   nop   x=1   x?1   x?1&y?0   fence   x:0->1   (separated by `;`)
 *
 * The last is a locked read and write. Memory begins with 0. State n is after n of them.
 */
export function lineProgram(lines: readonly string[], count: number | null = 1): DualProgram {
  const texts = lines.map((line) => line.split(';').map((text) => text.trim()));
  const names = [...new Set(lines.flatMap((line) => line.match(/[a-z]+(?=[=?:])/gu) ?? []))];
  const greatest = Math.max(1, ...lines.flatMap((line) => (line.match(/\d+/gu) ?? []).map(Number)));
  const values = Array.from({ length: greatest + 1 }, (_, value) => BigInt(value));
  return {
    cells: names.map((name) => ({ name, values })),
    kinds: texts.map((ops, k) => ({
      name: `p${k}`,
      count,
      states: ops.length + 1,
      transitions: ops.map((text, from) => ({ from, to: from + 1, op: operation(text, names) })),
    })),
    beginnings: [{ memory: names.map(() => 0), states: texts.map(() => [0]) }],
  };
}

function operation(text: string, names: readonly string[]): Op {
  if (text === 'nop') return { kind: 'read', reads: [] };
  if (text === 'fence') return { kind: 'locked', reads: [], writes: [] };
  const [, cell, before, after] = /^(\w+):(\d)->(\d)$/u.exec(text) ?? [];
  if (cell !== undefined) {
    return {
      kind: 'locked',
      reads: [pair(`${cell}?${before}`, names)],
      writes: [pair(`${cell}=${after}`, names)],
    };
  }
  if (text.includes('?')) return { kind: 'read', reads: text.split('&').map((part) => pair(part, names)) };
  return { kind: 'write', ...pair(text, names) };
}

function pair(text: string, names: readonly string[]): CellValue {
  const parts = text.trim().split(/[=?]/u);
  const cell = names.indexOf(at(parts, 0));
  invariant(parts.length === 2 && cell >= 0, `${text} speaks of a cell`);
  return { cell, value: Number(parts[1]) };
}
