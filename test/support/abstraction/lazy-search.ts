import { toCommands } from '../../../src/abstraction/commands/to-commands.js';
import type { CommandProgram } from '../../../src/abstraction/command-program.js';
import type { AbstractVerdict } from '../../../src/abstraction/abstraction-request.js';
import { sc } from '../../../src/memory/sc.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { encoded } from '../plain/encoded.js';
import { parseFp } from '../parse-fp.js';

export interface Prepared {
  readonly commands: CommandProgram;
  readonly predicates: readonly Expr[];
}

/** A text of the native language as commands, with its own predicates. */
export function prepared(text: string, buffers: BufferSpec = { model: sc, bound: { all: 1 } }): Prepared {
  const { system } = encoded(parseFp(text), buffers, 'shapes');
  return { commands: toCommands(system), predicates: system.predicates };
}

/** `safe`, `unsafe 3` (steps), `unknown spurious`. */
export function verdictText(verdict: AbstractVerdict | undefined): string {
  if (verdict === undefined) return 'none';
  if (verdict.kind === 'unknown') return `unknown ${verdict.reason}`;
  return verdict.kind === 'unsafe' ? `unsafe ${verdict.path.length}` : 'safe';
}
