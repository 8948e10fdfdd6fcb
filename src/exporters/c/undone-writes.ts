import { localsOf } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Block, LValue, LocalVar, Stmt } from '../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { at } from '../../support/invariant.js';
import { notPlain } from '../shared/plain.js';

/** What an atomic block may have changed on a path that turns out blocked: it is put back then. */
export interface Undo {
  /** Whether a path through the block may block. */
  readonly mayBlock: boolean;
  readonly shared: ReadonlySet<SharedId>;
  readonly locals: ReadonlySet<LocalId>;
}

/**
 * Temporaries of passes stay as they are if the block writes them before it reads them: then nobody sees what a blocked
 * path left in them.
 */
export function undoOf(body: Block, locals: readonly LocalVar[], isInside: (label: string) => boolean): Undo {
  const changed = new Changed(body, isInside);
  changed.walk(body, false);
  const early = readEarly(body, isInside);
  const kept = [...changed.locals].filter(
    (id) => !at(locals, id).temporary || early === null || early.has(id),
  );
  return { mayBlock: mayBlockIn(body), shared: changed.shared, locals: new Set(kept) };
}

const blocks = (stmt: Stmt): boolean =>
  stmt.kind === 'assume' && !(stmt.cond.kind === 'bool' && stmt.cond.value);

/** What a statement itself writes. */
export function placesWritten(stmt: Stmt): readonly LValue[] {
  if (stmt.kind === 'havoc') return [{ kind: 'local', local: stmt.local }];
  return stmt.kind === 'assign' ? [stmt.target] : [];
}

export const mayBlockIn = (body: Block): boolean => [...everyStatement(body)].some(blocks);

/** Collects what is written where the path may still block afterwards. */
class Changed {
  readonly shared = new Set<SharedId>();
  readonly locals = new Set<LocalId>();

  constructor(
    private readonly whole: Block,
    private readonly isInside: (label: string) => boolean,
  ) {}

  /** Given whether a path may block after the block: whether it may in or after it. */
  walk(block: Block, after: boolean): boolean {
    return block.toReversed().reduce((later, stmt) => this.#stmt(stmt, later), after);
  }

  #stmt(stmt: Stmt, later: boolean): boolean {
    switch (stmt.kind) {
      case 'assume':
        return later || blocks(stmt);
      case 'assign':
      case 'havoc':
        for (const place of later ? placesWritten(stmt) : [])
          if (place.kind === 'local') this.locals.add(place.local);
          else this.shared.add(place.shared);
        return later;
      case 'if': {
        const then = this.walk(stmt.then, later);
        return this.walk(stmt.else, later) || then;
      }
      case 'while': {
        const inLoop = later || mayBlockIn(stmt.body);
        this.walk(stmt.body, inLoop);
        return inLoop;
      }
      case 'either':
        return stmt.branches.map((branch) => this.walk(branch, later)).some((may) => may);
      case 'atomic':
        return this.walk(stmt.body, later);
      case 'goto':
        return this.isInside(stmt.target) && mayBlockIn(this.whole);
      case 'skip':
      case 'assert':
        return later;
      default:
        return notPlain(stmt);
    }
  }
}

/** The locals that may be read before they are written; null if jumps inside make that hard to say. */
function readEarly(body: Block, isInside: (label: string) => boolean): ReadonlySet<LocalId> | null {
  if ([...everyStatement(body)].some((s) => s.kind === 'goto' && isInside(s.target))) return null;
  const early = new Set<LocalId>();
  const read = (stmt: Stmt, written: ReadonlySet<LocalId>): void => {
    for (const id of exprsOf(stmt).flatMap((e) => [...localsOf(e)])) if (!written.has(id)) early.add(id);
  };
  /** What is surely written after the block; null if control does not come there. */
  const walk = (block: Block, before: WrittenLocals): WrittenLocals => {
    let written = before;
    for (const stmt of block) {
      if (written === null) return null;
      read(stmt, written);
      written = through(stmt, written);
    }
    return written;
  };
  const through = (stmt: Stmt, written: ReadonlySet<LocalId>): WrittenLocals => {
    switch (stmt.kind) {
      case 'assign':
        return stmt.target.kind === 'local' ? new Set([...written, stmt.target.local]) : written;
      case 'havoc':
        return new Set([...written, stmt.local]);
      case 'if':
        return both(walk(stmt.then, written), walk(stmt.else, written));
      case 'while':
        walk(stmt.body, written);
        return written;
      case 'either':
        return stmt.branches.map((branch) => walk(branch, written)).reduce(both, null);
      case 'atomic':
        return walk(stmt.body, written);
      case 'goto':
        return null;
      case 'skip':
      case 'assume':
      case 'assert':
        return written;
      default:
        return notPlain(stmt);
    }
  };
  walk(body, new Set());
  return early;
}

type WrittenLocals = ReadonlySet<LocalId> | null;

function both(a: WrittenLocals, b: WrittenLocals): WrittenLocals {
  if (a === null || b === null) return a ?? b;
  return new Set([...a].filter((id) => b.has(id)));
}
