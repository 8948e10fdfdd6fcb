import type { Block, Stmt } from '../../lang/program/program.js';
import type { ControlFlow } from '../../lang/program/control-flow.js';
import type { FileParts, FunctionFrame } from './frame.js';
import type { Moves } from './c-moves.js';
import type { Waits } from './retries.js';
import { loopCount } from './section.js';
import type { SectionWriter } from './section.js';
import { indented } from './c-text.js';
import type { CLines } from './c-text.js';
import { undoOf } from './undone-writes.js';
import type { ExprWriter } from './write-expr.js';

type Atomic = Extract<Stmt, { kind: 'atomic' }>;

/** What the writer of a thread has for its atomic blocks. */
export interface ThreadParts {
  readonly file: FileParts;
  readonly flow: ControlFlow;
  readonly frame: FunctionFrame;
  readonly moves: Moves;
  readonly retries: Waits;
  readonly writer: ExprWriter;
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
    const count = this.waitsBefore(stmt);
    const waits = stmt.body.slice(0, count).flatMap((s) => (s.kind === 'assume' ? [s.cond] : []));
    return [
      ...waits.map((cond) => `__VERIFIER_assume(${this.parts.writer.text(cond)});`),
      ...this.section(stmt, stmt.body.slice(count), section),
    ];
  }

  /** How many statements a verifier need not enter the section for: they only wait for what the thread itself does. */
  private waitsBefore({ body }: Atomic): number {
    const { scope, sections } = this.parts.file;
    if (scope.purpose === 'run') return 0;
    const isOwnWait = (s: Stmt): boolean =>
      s.kind === 'assume' && s.labels.length === 0 && !sections.touchesShared(s);
    const rest = body.findIndex((s) => !isOwnWait(s));
    return rest === -1 ? body.length : rest;
  }

  private section(stmt: Atomic, statements: Block, section: SectionWriter): CLines {
    const { flow, frame, moves, retries, file } = this.parts;
    const isInside = (label: string): boolean => !flow.isOutside(flow.labelled(label));
    const undo = undoOf(statements, file.scope.program.locals, isInside);
    const exits = flow.exits(stmt);
    const out = exits.length === 0 ? null : { label: frame.fresh('done'), leave: frame.number('leave') };
    const blocked = undo.mayBlock ? { label: frame.fresh('blocked'), taken: frame.flag('taken') } : null;
    const { save, restore } = frame.undo(undo);
    this.#ways = { stmt, out, blocked };
    const ends = [flow.after(stmt), ...exits];
    const checks = moves.checks(stmt, ends);
    const body = section.block(statements);
    this.#ways = null;
    const lines = file.sections.around(
      stmt,
      [
        ...(blocked === null ? [] : [`${blocked.taken} = false;`]),
        ...(out === null ? [] : [`${out.leave} = 0;`]),
        ...save,
        ...body,
        ...moves.lines(stmt, flow.after(stmt)),
        ...(out === null ? [] : [`${out.label}:`]),
        ...(blocked === null ? [] : [`${blocked.taken} = true;`]),
        ...retries.done(stmt),
        ...checks,
        ...(blocked === null ? [] : [`${blocked.label}:`]),
        ...(blocked === null || restore.length === 0
          ? []
          : [`if (!${blocked.taken}) {`, ...indented(restore), '}']),
      ],
      [...ends.flatMap((to) => moves.lines(stmt, to)), ...checks],
    );
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
      return [...loopCount(this.parts.file.scope), this.parts.goto(target)];
    const number = flow.exits(ways.stmt).indexOf(target) + 1;
    return [...moves.lines(ways.stmt, target), `${ways.out.leave} = ${number};`, `goto ${ways.out.label};`];
  }
}
