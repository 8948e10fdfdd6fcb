import { truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Block, Stmt, Thread } from '../../lang/program/program.js';
import { jumpTargets } from '../../lang/program/walk-statements.js';
import { Arrivals } from '../../lang/program/arrivals.js';
import { AtomicWriter } from './atomic-blocks.js';
import { FunctionFrame } from './frame.js';
import type { FileParts } from './frame.js';
import { ControlFlow, isChoice } from '../../lang/program/control-flow.js';
import type { JumpTarget } from '../../lang/program/control-flow.js';
import { Moves } from './c-moves.js';
import { NoRetries, Retries } from './retries.js';
import type { Waits } from './retries.js';
import { SectionWriter, conditional } from './section.js';
import { notPlain } from '../shared/plain.js';
import { comment, functionLines, indented, isLabel } from './c-text.js';
import type { CLines } from './c-text.js';
import { ExprWriter } from './write-expr.js';

type Of<K extends Stmt['kind']> = Extract<Stmt, { kind: K }>;

/** The function of a thread. */
export class CThreadWriter {
  readonly #flow: ControlFlow;
  readonly #arrivals: Arrivals;
  readonly #frame: FunctionFrame;
  readonly #writer: ExprWriter;
  readonly #steps: SectionWriter;
  readonly #jumpedTo: ReadonlySet<string>;
  readonly #retries: Waits;
  readonly #moves: Moves;
  readonly #atomics: AtomicWriter;

  constructor(
    private readonly thread: Thread,
    private readonly file: FileParts,
  ) {
    this.#flow = new ControlFlow(thread);
    this.#arrivals = new Arrivals(this.#flow);
    this.#jumpedTo = new Set(jumpTargets(this.#flow.body));
    this.#frame = new FunctionFrame(thread, this.#jumpedTo, file);
    this.#writer = new ExprWriter(file.scope, this.#frame);
    this.#steps = new SectionWriter({
      scope: file.scope,
      writer: this.#writer,
      needs: this.#frame,
      heading: (stmt) => this.#heading(stmt),
      violated: (property) => file.violated(property),
      blocked: () => this.#atomics.blocked(),
      jump: (stmt) => this.#atomics.jump(stmt),
    });
    this.#retries =
      file.scope.purpose === 'verifier'
        ? new NoRetries(this.#frame)
        : new Retries(this.#flow, this.#arrivals, this.#frame, (stmt) => this.#labelOf(stmt));
    this.#moves = new Moves(thread, this.#flow, this.#arrivals, file.scope, file.invariants);
    this.#atomics = new AtomicWriter({
      file,
      flow: this.#flow,
      frame: this.#frame,
      writer: this.#writer,
      moves: this.#moves,
      retries: this.#retries,
      goto: (target) => this.#goto(target),
    });
  }

  lines(number: number): CLines {
    const body = this.#block(this.#flow.body);
    const isRun = this.file.scope.purpose === 'run';
    const lines = [
      ...(isRun ? [`native_thread_starts(${number});`] : []),
      ...body,
      ...(isRun ? ['native_thread_ends();'] : []),
      'return NULL;',
    ];
    return [
      comment(
        this.thread.span.kind === 'generated'
          ? `Thread ${this.thread.name}: lets one buffered write after another reach main memory.`
          : `Thread ${this.thread.name}`,
      ),
      ...functionLines(`static void *${this.file.scope.thread(this.thread.id)}(void *unused)`, [
        ...this.#frame.declarations(this.#flow.body),
        ...lines,
      ]),
    ];
  }

  #block(block: Block): CLines {
    return block.flatMap((stmt) => {
      const [heading, lines] = [this.#heading(stmt), this.#stmt(stmt)];
      // A label needs a statement behind it.
      return [...heading, ...(lines.length === 0 && heading.some(isLabel) ? [';'] : lines)];
    });
  }

  #heading(stmt: Stmt): CLines {
    const label = this.#labelOf(stmt);
    return [...this.#frame.sourceLine(stmt), ...(label === null ? [] : [`${label}:`])];
  }

  /** Of several labels the one that all jumps to the statement use; null if there are none. */
  #labelOf(stmt: Stmt): string | null {
    const label = stmt.labels.find((name) => this.#jumpedTo.has(name));
    return label === undefined ? null : this.#frame.label(label);
  }

  #goto(target: Stmt): string {
    return `goto ${this.#labelOf(target) ?? ''};`;
  }

  /** A statement outside atomic blocks. */
  #stmt(stmt: Stmt): CLines {
    switch (stmt.kind) {
      case 'skip':
        return this.#flow.silent(stmt) === null
          ? this.#step(stmt, [])
          : this.#enter(stmt, this.#flow.after(stmt));
      case 'assume':
        return this.#assume(stmt);
      case 'goto':
        return [
          ...this.#enter(stmt, this.#flow.labelled(stmt.target)),
          this.#goto(this.#flow.labelled(stmt.target)),
        ];
      case 'if':
        return this.#if(stmt);
      case 'while':
        return this.#while(stmt);
      case 'either':
        return this.#either(stmt);
      case 'atomic':
        return this.#atomics.lines(stmt, this.#steps);
      case 'assign':
      case 'havoc':
      case 'assert':
        return this.#step(stmt, this.#steps.stmt(stmt));
      default:
        return notPlain(stmt);
    }
  }

  /** One step that always can go and leads to what comes next. */
  #step(stmt: Stmt, actions: CLines): CLines {
    const arriving = this.#arriving(stmt, this.#flow.after(stmt), this.#retries.done(stmt));
    return this.file.sections.around(stmt, [...actions, ...arriving], arriving);
  }

  /** The way from a statement that says only where control goes, where it is a step all the same. */
  #enter(stmt: Stmt, target: JumpTarget): CLines {
    if (!this.#arrivals.takesStep(stmt, target)) return [];
    const arriving = this.#arriving(stmt, target, this.#retries.left(stmt));
    return this.file.sections.around(stmt, arriving, arriving);
  }

  /** What a step that is taken does besides its own effects. */
  #arriving(stmt: Stmt, target: JumpTarget, forgetting: CLines): CLines {
    return [...this.#moves.lines(stmt, target), ...forgetting, ...this.#moves.checks(stmt, [target])];
  }

  #if(stmt: Of<'if'>): CLines {
    const ways = [this.#flow.branch(stmt.then, stmt), this.#flow.branch(stmt.else, stmt)] as const;
    if (this.#flow.silent(stmt) !== null) {
      const inside = [stmt.then, stmt.else].map((block, i) => [
        ...this.#enter(stmt, ways[i] ?? null),
        ...this.#block(block),
      ]);
      return conditional(
        () => this.#writer.text(stmt.cond),
        () => this.#writer.negated(stmt.cond),
        [inside[0] ?? [], inside[1] ?? []],
      );
    }
    const test = this.#frame.flag('test');
    return [
      ...this.#test(stmt, stmt.cond, ways),
      ...conditional(
        () => test,
        () => `!${test}`,
        [this.#block(stmt.then), this.#block(stmt.else)],
      ),
    ];
  }

  #while(stmt: Of<'while'>): CLines {
    const ways = [this.#flow.branch(stmt.body, stmt), this.#flow.after(stmt)] as const;
    if (this.#flow.silent(stmt) !== null) {
      const [enter, leave] = [this.#enter(stmt, ways[0]), this.#enter(stmt, ways[1])];
      if (stmt.cond.kind === 'bool' && !stmt.cond.value)
        return [...leave, 'while (false) {', ...indented(this.#block(stmt.body)), '}'];
      return ['for (;;) {', ...indented([...enter, ...this.#block(stmt.body)]), '}'];
    }
    const test = this.#frame.flag('test');
    const lines = [
      ...this.#test(stmt, stmt.cond, ways),
      `if (!${test})`,
      '    break;',
      ...this.#block(stmt.body),
    ];
    return ['for (;;) {', ...indented(lines), '}'];
  }

  /** The step of a test; the variable `test` keeps what came out. */
  #test(stmt: Stmt, cond: Expr, [yes, no]: readonly [JumpTarget, JumpTarget]): CLines {
    const test = this.#frame.flag('test');
    const checks = [yes, no].map((to) => this.#moves.checks(stmt, [to]));
    // A verifier has a price for what the checks read: they stand where something has changed.
    const apart = this.file.scope.purpose === 'verifier' && checks.some((lines) => lines.length === 0);
    const [then = [], otherwise = []] = [yes, no].map((to, i) => [
      ...this.#moves.lines(stmt, to),
      ...(apart ? (checks[i] ?? []) : []),
    ]);
    const same = then.join() === otherwise.join();
    const moved = [
      ...(same
        ? then
        : conditional(
            () => test,
            () => `!${test}`,
            [then, otherwise],
          )),
      ...this.#retries.done(stmt),
      ...(apart ? [] : this.#moves.checks(stmt, [yes, no])),
    ];
    return this.file.sections.around(stmt, [`${test} = ${this.#writer.text(cond)};`, ...moved], moved);
  }

  #either(stmt: Of<'either'>): CLines {
    const ways = stmt.branches.map((branch) => [
      ...this.#enter(stmt, this.#flow.branch(branch, stmt)),
      ...this.#block(branch),
    ]);
    if (!isChoice(stmt)) return ways.flat();
    return [...this.#retries.atChoice(stmt), ...this.#steps.choice(ways)];
  }

  #assume(stmt: Of<'assume'>): CLines {
    const effects = this.#arriving(stmt, this.#flow.after(stmt), this.#retries.done(stmt));
    if (this.file.scope.purpose === 'verifier') {
      if (stmt.cond === truth && effects.length === 0) return [];
      if (effects.length === 0 && !this.file.sections.touchesShared(stmt))
        return [`__VERIFIER_assume(${this.#writer.text(stmt.cond)});`];
    }
    const taken = this.#frame.flag('taken');
    const then = effects.length === 0 ? [] : [`if (${taken}) {`, ...indented(effects), '}'];
    const step = [`${taken} = ${this.#writer.text(stmt.cond)};`, ...then];
    return this.#retries.attempt(stmt, this.file.sections.around(stmt, step, then));
  }
}
