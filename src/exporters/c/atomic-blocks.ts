import type { Stmt } from '../../lang/program/program.js';
import type { ControlFlow } from './flow.js';
import type { FileParts, FunctionFrame } from './frame.js';
import type { Moves } from './c-moves.js';
import type { Retries } from './retries.js';
import { sectionLines } from './section.js';
import type { SectionWriter } from './section.js';
import { indented } from './c-text.js';
import type { CLines } from './c-text.js';
import { undoOf } from './undone-writes.js';

type Atomic = Extract<Stmt, { kind: 'atomic' }>;

/** What the writer of a thread has for its atomic blocks. */
export interface ThreadParts {
  readonly file: FileParts;
  readonly flow: ControlFlow;
  readonly frame: FunctionFrame;
  readonly moves: Moves;
  readonly retries: Retries;
  goto(target: Stmt): string;
}

/** Where the block that is being written goes when it is left early. */
interface Ways {
  readonly stmt: Atomic;
  /** The label before its end, and the variable that says where to go from there; null without jumps out of it. */
  readonly out: { readonly label: string; readonly leave: string } | null;
  /** The label to which a path that blocks goes, and the variable that tells of it; null if no path blocks. */
  readonly blocked: { readonly label: string; readonly taken: string } | null;
}

/**
 * Atomic blocks as one section with one end. A path that blocks puts back what it has changed, and the block is tried
 * again, or the choice that led to it; a jump out of the block is done after its end.
 */
export class AtomicWriter {
  #ways: Ways | null = null;

  constructor(private readonly parts: ThreadParts) {}

  lines(stmt: Atomic, section: SectionWriter): CLines {
    const { flow, frame, moves, retries, file } = this.parts;
    const isInside = (label: string): boolean => !flow.isOutside(flow.labelled(label));
    const undo = undoOf(stmt.body, file.scope.program.locals, isInside);
    const exits = flow.exits(stmt);
    const out = exits.length === 0 ? null : { label: frame.fresh('done'), leave: frame.number('leave') };
    const blocked = undo.mayBlock ? { label: frame.fresh('blocked'), taken: frame.flag('taken') } : null;
    const { save, restore } = frame.undo(undo);
    this.#ways = { stmt, out, blocked };
    const body = section.block(stmt.body);
    this.#ways = null;
    const lines = sectionLines([
      ...(blocked === null ? [] : [`${blocked.taken} = false;`]),
      ...(out === null ? [] : [`${out.leave} = 0;`]),
      ...save,
      ...body,
      ...moves.lines(stmt, flow.after(stmt)),
      ...(out === null ? [] : [`${out.label}:`]),
      ...(blocked === null ? [] : [`${blocked.taken} = true;`]),
      ...retries.done(stmt),
      ...moves.checks(stmt, [flow.after(stmt), ...exits]),
      ...(blocked === null ? [] : [`${blocked.label}:`]),
      ...(blocked === null || restore.length === 0
        ? []
        : [`if (!${blocked.taken}) {`, ...indented(restore), '}']),
    ]);
    const jumps = exits.flatMap((exit, i) => [
      `if (${out?.leave ?? ''} == ${i + 1})`,
      `    ${this.parts.goto(exit)}`,
    ]);
    return [...(blocked === null ? lines : retries.attempt(stmt, lines)), ...jumps];
  }

  /** The label of a path that blocks. */
  blocked(): string {
    return this.#ways?.blocked?.label ?? '';
  }

  /** A jump inside an atomic block, or out of it. */
  jump(stmt: Extract<Stmt, { kind: 'goto' }>): CLines {
    const { flow, moves } = this.parts;
    const target = flow.labelled(stmt.target);
    const ways = this.#ways;
    if (ways === null || ways.out === null || !flow.isOutside(target))
      return ['native_loop();', this.parts.goto(target)];
    const number = flow.exits(ways.stmt).indexOf(target) + 1;
    return [...moves.lines(ways.stmt, target), `${ways.out.leave} = ${number};`, `goto ${ways.out.label};`];
  }
}
