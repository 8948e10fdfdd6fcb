import type { Span } from '../../../diagnostics/span.js';
import { and, falsity, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { assertNever } from '../../../support/invariant.js';
import type { CExpr, CStmt } from '../syntax/c-ast.js';
import { promoted } from '../types/c-type.js';
import type { CType, IntegerType } from '../types/c-type.js';
import { childrenOf } from './walk-ast.js';
import { CAssembly } from './assembly.js';
import { joined } from './flow-state.js';
import type { FlowState } from './flow-state.js';
import type { InScope } from './block-lifetimes.js';
import type { CValue, NumberValue, ObjectPlace } from './c-value.js';
import { constant, isTrue, nothing } from './c-value.js';
import { NameScope } from './c-world.js';

/** Where `break` and `continue` go, and what is known on the ways there. */
interface LeavePoint {
  readonly label: string;
  /** The block that is around; null: the program ends there, and its variables stay. */
  readonly scope: NameScope | null;
  state: FlowState | null;
}

/** A jump to a label that was not placed yet: it goes where what its blocks have to do at their ends can be written. */
interface WaitingJump {
  readonly label: string;
  readonly state: FlowState;
  readonly inScope: InScope;
}

interface LabelPlace {
  readonly label: string;
  readonly key: string;
  /** Of jumps that were written before the label. */
  readonly waiting: WaitingJump[];
  /** Not undefined: the label has been placed, with so many threads made by then, and there. */
  entered: FlowState | null | undefined;
  threads: number;
  scope: NameScope;
  inScope: InScope;
}

/** A jump at its target. */
interface JumpArrival {
  readonly label: string;
  readonly state: FlowState | null;
  readonly todo: () => void;
}

/** Where a `switch` begins. */
interface SwitchHead {
  readonly labels: ReadonlyMap<CStmt, string>;
  readonly state: FlowState | null;
  readonly inScope: InScope;
}

/** A function whose body stands in place of its call. */
export interface CallFrame {
  readonly name: string;
  readonly result: ObjectPlace | null;
  readonly returns: CType;
  readonly end: LeavePoint;
  /** Where it is called. */
  readonly caller: NameScope;
  readonly labels: Map<string, LabelPlace>;
  /** What stands behind a label that is jumped back to may be come to again. */
  isRepeated: boolean;
}

/** Loops that make threads are written out, up to so many rounds. */
const maxRounds = 2000;
/** Where it is not known how often, they end at the latest there. */
const maxRoundsUnknown = 64;
/** Those that make objects become loops with so many rounds. */
const maxRoundsOfObjects = 64;

/** CStatements, as jumps. */
export abstract class CStatements extends CAssembly {
  protected readonly frames: CallFrame[] = [];
  #breaks: LeavePoint[] = [];
  #continues: LeavePoint[] = [];
  #switches: SwitchHead[] = [];
  /** The labels of loops that are written without a way out. */
  protected readonly endless = new Set<string>();
  /** How many loops around are not written out. */
  protected cycles = 0;

  /** Whether threads are made or joined inside, or objects made, also by functions that are called there. */
  protected abstract whatIsMade(stmt: CStmt): 'threads' | 'objects' | 'nothing';

  protected override isRepeated(): boolean {
    return this.cycles > 0 || this.frames.some((frame) => frame.isRepeated);
  }

  protected block(body: readonly CStmt[]): void {
    const outer = this.scope;
    this.scope = new NameScope(outer);
    for (const stmt of body) this.statement(stmt);
    const last = body.at(-1);
    if (last !== undefined) this.endScope(last.span);
    this.scope = outer;
  }

  protected override blockValue(body: readonly CStmt[], span: Span): CValue {
    const outer = this.scope;
    this.scope = new NameScope(outer);
    const last = body.at(-1);
    for (const stmt of last?.kind === 'expr' ? body.slice(0, -1) : body) this.statement(stmt);
    const value = last?.kind === 'expr' ? this.value(last.expr) : nothing;
    const copyTo = (type: CType): ObjectPlace =>
      this.automatic('block', type, `${this.path}:block${this.world.facts.idOf(last ?? body)}`, span);
    const kept = this.outliving(value, copyTo, span);
    this.endScope(span);
    this.scope = outer;
    return kept;
  }

  /** A statement, with the gaps beside it marked. */
  protected statement(stmt: CStmt): void {
    const { gaps } = this.world;
    this.gap(gaps?.before.get(stmt));
    this.#unmarked(stmt);
    this.gap(gaps?.behind.get(stmt));
  }

  #unmarked(stmt: CStmt): void {
    // Nobody comes to what has no label inside.
    if (this.state === null && !mayBeEntered(stmt)) {
      if (stmt.kind === 'declare') for (const each of stmt.declarations) this.declare(each, false);
      return;
    }
    switch (stmt.kind) {
      case 'block':
        return this.block(stmt.body);
      case 'declare':
        for (const each of stmt.declarations) this.declare(each, false);
        return;
      case 'expr':
        return this.discard(stmt.expr);
      case 'empty':
        return;
      case 'if':
        return this.#if(stmt);
      case 'while':
      case 'do':
      case 'for':
        return this.#loop(stmt);
      case 'switch':
        return this.#switch(stmt);
      case 'case':
        return this.#case(stmt);
      case 'label':
        return this.#label(stmt);
      case 'goto':
        return this.#goto(stmt.label.text, stmt.span);
      case 'break':
        return this.#leave(this.#breaks.at(-1), 'break', stmt.span);
      case 'continue':
        return this.#leave(this.#continues.at(-1), 'continue', stmt.span);
      case 'return':
        return this.#return(stmt.value, stmt.span);
      case 'asm':
        return this.assembly(stmt);
      default:
        return assertNever(stmt);
    }
  }

  #if(stmt: CStmt & { readonly kind: 'if' }): void {
    const other = (): void => {
      if (stmt.else !== null) this.statement(stmt.else);
    };
    const isEntered = mayBeEntered(stmt.then) || (stmt.else !== null && mayBeEntered(stmt.else));
    if (!isEntered) return this.either(stmt.cond, () => this.statement(stmt.then), other, stmt.cond.span);
    this.#ifWithLabels(stmt, other);
  }

  /** Somebody may jump into a branch, so both are written whatever the condition. */
  #ifWithLabels(stmt: CStmt & { readonly kind: 'if' }, other: () => void): void {
    const test = this.state === null ? falsity : this.condition(stmt.cond);
    const [no, end] = [this.emitter.fresh('else'), this.emitter.fresh('end')];
    const before = this.state;
    if (before !== null) this.emitter.unless(test, no, stmt.cond.span);
    this.state = test === falsity ? null : before;
    if (this.state !== null) this.assume(stmt.cond, true);
    this.statement(stmt.then);
    if (this.state !== null) this.emitter.jump(end, stmt.span);
    const behind = this.state;
    this.emitter.place(no);
    this.state = test === truth ? null : before;
    if (this.state !== null) this.assume(stmt.cond, false);
    other();
    this.emitter.place(end);
    this.state = joined(behind, this.state);
  }

  #loop(stmt: CStmt & { readonly kind: 'while' | 'do' | 'for' }): void {
    const outer = this.scope;
    this.scope = new NameScope(outer);
    if (stmt.kind === 'for' && stmt.init !== null && this.state !== null) this.statement(stmt.init);
    const exit: LeavePoint = { label: this.emitter.fresh('done'), scope: this.scope, state: null };
    this.#breaks.push(exit);
    if (!this.#isWrittenOut(stmt) || !this.#rounds(stmt, exit)) this.#cycle(stmt, exit);
    this.#breaks.pop();
    this.emitter.place(exit.label);
    this.state = joined(exit.state, this.state);
    this.endScope(stmt.span);
    this.scope = outer;
  }

  /** Loops that make objects are where it is known how often they go round, so that each round makes one of its own. */
  #isWrittenOut(stmt: CStmt & { readonly kind: 'while' | 'do' | 'for' }): boolean {
    if (stmt.kind === 'do' && isZero(stmt.cond)) return false;
    const made = this.whatIsMade(stmt);
    return made === 'threads' || (made === 'objects' && !this.world.facts.has(this.#cycleFact(stmt)));
  }

  #cycleFact(stmt: CStmt): string {
    return `cycle:${this.world.facts.pathTo(this.path, `loop${this.world.facts.idOf(stmt)}`)}`;
  }

  /** Once through the body, to where `continue` leads. */
  #body(stmt: CStmt & { readonly kind: 'while' | 'do' | 'for' }): void {
    const next: LeavePoint = { label: this.emitter.fresh('next'), scope: this.scope, state: null };
    this.#continues.push(next);
    this.statement(stmt.body);
    this.#continues.pop();
    // A label that nobody jumps to would keep what stands on both sides of it apart.
    if (next.state !== null) this.emitter.place(next.label);
    this.state = joined(next.state, this.state);
    if (stmt.kind === 'for' && stmt.step !== null && this.state !== null) this.discard(stmt.step);
  }

  #cycle(stmt: CStmt & { readonly kind: 'while' | 'do' | 'for' }, exit: LeavePoint): void {
    const { facts } = this.world;
    if (stmt.kind === 'do' && isZero(stmt.cond)) return this.#body(stmt);
    if (this.state === null)
      this.refuse(
        'a jump into a loop that nobody enters otherwise',
        stmt.span,
        'put the label in front of the loop',
      );
    const key = facts.pathTo(this.path, `loop${facts.idOf(stmt)}`);
    const head = this.emitter.fresh('loop');
    this.emitter.place(head);
    if (isEndless(stmt)) this.endless.add(head);
    this.cycles++;
    const entered = this.enterCycle(key);
    if (stmt.kind !== 'do') this.#test(stmt.cond, exit, stmt.cond?.span ?? stmt.span);
    this.#body(stmt);
    if (stmt.kind === 'do' && this.state !== null) this.#test(stmt.cond, exit, stmt.cond.span);
    this.closeCycle(key, entered, this.state);
    if (this.state !== null) this.emitter.jump(head, stmt.span);
    this.state = null;
    this.cycles--;
  }

  /** Goes on if the condition holds, else to the exit. */
  #test(cond: CExpr | null, exit: LeavePoint, span: Span): void {
    if (cond === null || this.state === null) return;
    const test = this.condition(cond);
    const before: FlowState | null = this.state;
    if (test !== truth) {
      this.emitter.unless(test, exit.label, span);
      this.assume(cond, false);
      exit.state = joined(exit.state, this.state);
    }
    this.state = test === falsity ? null : before;
    if (this.state !== null) this.assume(cond, true);
  }

  /** A loop that makes threads or objects, round after round. False: nothing is written, since it is not known how often. */
  #rounds(stmt: CStmt & { readonly kind: 'while' | 'do' | 'for' }, exit: LeavePoint): boolean {
    const { path } = this;
    const makesThreads = this.whatIsMade(stmt) === 'threads';
    const cycleFact = this.#cycleFact(stmt);
    if (!makesThreads && stmt.kind !== 'do' && stmt.cond === null) {
      this.world.facts.note(cycleFact);
      return false;
    }
    const { facts } = this.world;
    const hint = 'make the threads one by one, or in a loop with a constant number of rounds';
    for (let round = 0; this.state !== null; round++) {
      if (!makesThreads && round >= maxRoundsOfObjects) return this.#asCycle(cycleFact, path);
      if (round >= maxRounds)
        this.refuse(`a loop that makes threads with more than ${maxRounds} rounds`, stmt.span);
      this.path = facts.pathTo(path, `round${facts.idOf(stmt)}:${round}`);
      const isTested = stmt.kind !== 'do' || round > 0;
      const test = !isTested || stmt.cond === null ? truth : this.condition(stmt.cond);
      if (test !== truth && test !== falsity && !makesThreads) return this.#asCycle(cycleFact, path);
      if (test !== truth && test !== falsity) {
        if (stmt.cond === null || round >= maxRoundsUnknown)
          this.refuse(
            'how often this loop goes round is not known here, and it makes or joins threads',
            stmt.span,
            hint,
          );
        this.emitter.unless(test, exit.label, stmt.span);
        const before = this.state;
        this.assume(stmt.cond, false);
        exit.state = joined(exit.state, this.state);
        this.state = before;
        this.assume(stmt.cond, true);
      }
      if (test === falsity) {
        exit.state = joined(exit.state, this.state);
        // The exit comes right behind.
        break;
      }
      this.#body(stmt);
    }
    this.path = path;
    return true;
  }

  /** The next round of lowering knows it; this one may go on with anything. */
  #asCycle(fact: string, path: string): true {
    this.world.facts.note(fact);
    this.path = path;
    this.state = null;
    return true;
  }

  #switch(stmt: CStmt & { readonly kind: 'switch' }): void {
    const { span } = stmt;
    const value = this.once(this.integerOf(this.value(stmt.value), span), span);
    const type = promoted(this.integerOf(value, span).type);
    const cases = [...casesOf(stmt.body)];
    const labels = new Map(cases.map((each): [CStmt, string] => [each, this.emitter.fresh('case')]));
    const exit: LeavePoint = { label: this.emitter.fresh('done'), scope: this.scope, state: null };
    let isSettled = false;
    for (const each of cases) {
      if (each.value === null || isSettled) continue;
      const cond = this.#isCase(value, each.value, each.to, type);
      this.emitter.when(cond, labels.get(each) ?? exit.label, each.span);
      isSettled = cond === truth;
    }
    const others = cases.find((each) => each.value === null);
    if (!isSettled)
      this.emitter.jump(others === undefined ? exit.label : (labels.get(others) ?? exit.label), span);
    const before = this.state;
    if (others === undefined) exit.state = before;
    this.#breaks.push(exit);
    this.#switches.push({ labels, state: before, inScope: this.inScope });
    this.state = null;
    this.statement(stmt.body);
    this.#breaks.pop();
    this.#switches.pop();
    this.emitter.place(exit.label);
    this.state = joined(exit.state, this.state);
  }

  #isCase(value: NumberValue, from: CExpr, to: CExpr | null, type: IntegerType): Expr {
    // A case is converted to the type of the value (C11 6.8.4.2): -1 is the greatest unsigned number.
    const limit = (expr: CExpr): NumberValue => {
      const written = constant(this.constantOf(expr, 'the value of a case'));
      return this.integerOf(this.convert(written, type, expr.span), expr.span);
    };
    const holds = (op: string, wanted: NumberValue, span: Span): Expr =>
      isTrue(this.binary(op, value, wanted, span));
    const first = limit(from);
    if (to === null) return holds('==', first, from.span);
    return and(holds('>=', first, from.span), holds('<=', limit(to), to.span));
  }

  #case(stmt: CStmt & { readonly kind: 'case' }): void {
    const head = this.#switches.at(-1);
    const label = head?.labels.get(stmt);
    if (head === undefined || label === undefined)
      return this.refuse('a case outside of a switch', stmt.span);
    const { state, inScope } = head;
    const skipped = this.skipped(inScope, this.inScope);
    this.#arrive([{ label, state, todo: () => this.beginSkipped(skipped, stmt.span) }], stmt.span);
    this.statement(stmt.of);
  }

  /** Jumps arrive at this place, each with what is to be done on its way; what comes from above goes past that. */
  #arrive(jumps: readonly JumpArrival[], span: Span): void {
    const through = this.state;
    const here = this.emitter.fresh('here');
    const tried = jumps.map((jump) => ({ jump, ...this.#onItsWay(jump) }));
    const detours = tried.filter(({ isWritten }) => isWritten);
    if (detours.length > 0 && through !== null) this.emitter.jump(here, span);
    for (const { jump } of detours) {
      this.emitter.place(jump.label);
      this.state = jump.state;
      jump.todo();
      this.emitter.jump(here, span);
    }
    for (const { jump, isWritten } of tried) if (!isWritten) this.emitter.place(jump.label);
    if (detours.length > 0) this.emitter.place(here);
    this.state = tried.reduce((all, { behind }) => joined(all, behind), through);
  }

  /** What is known behind what a jump has to do, and whether that writes anything; it is taken back. */
  #onItsWay({ state, todo }: JumpArrival): {
    readonly behind: FlowState | null;
    readonly isWritten: boolean;
  } {
    const [outer, saved, written] = [this.state, this.emitter.save(), this.emitter.written];
    this.state = state;
    todo();
    const behind = this.state;
    this.state = outer;
    this.emitter.restore(saved);
    return { behind, isWritten: this.emitter.written > written };
  }

  #labelPlace(name: string): LabelPlace | null {
    const frame = this.frames.at(-1);
    if (frame === undefined) return null;
    const known = frame.labels.get(name);
    if (known !== undefined) return known;
    const key = this.world.facts.pathTo(this.path, `label ${frame.name} ${name}`);
    const made: LabelPlace = {
      label: this.emitter.fresh(name),
      key,
      waiting: [],
      entered: undefined,
      threads: 0,
      scope: this.scope,
      inScope: new Map(),
    };
    frame.labels.set(name, made);
    return made;
  }

  #label(stmt: CStmt & { readonly kind: 'label' }): void {
    const place = this.#labelPlace(stmt.label.text);
    if (place !== null) {
      if (place.entered !== undefined)
        this.world.bag.report('E202', stmt.label.span, `the label ${stmt.label.text} stands here twice`);
      this.#placeLabel(place, stmt.span);
      // Jumps back to the label are known only later: then there is another round.
      place.entered = this.enterCycle(place.key);
      const frame = this.frames.at(-1);
      if (frame !== undefined && this.world.facts.has(`back:${place.key}`)) frame.isRepeated = true;
      place.threads = this.world.starts.length;
    }
    this.statement(stmt.of);
  }

  #placeLabel(place: LabelPlace, span: Span): void {
    place.scope = this.scope;
    place.inScope = this.inScope;
    const jumps = place.waiting.map(({ label, state, inScope }) => ({
      label,
      state,
      todo: (): void => {
        this.endForJump(inScope, place.scope, span);
        this.beginSkipped(this.skipped(inScope, place.inScope), span);
      },
    }));
    this.#arrive(jumps, span);
    this.emitter.place(place.label);
  }

  #goto(name: string, span: Span): void {
    const place = this.#labelPlace(name);
    if (place === null || this.state === null) return;
    if (place.entered === undefined) {
      const label = this.emitter.fresh(name);
      place.waiting.push({ label, state: this.state, inScope: this.inScope });
      this.emitter.jump(label, span);
    } else {
      if (this.world.starts.length > place.threads)
        this.refuse('a jump back over threads that are made', span, 'make threads outside of loops');
      if (place.entered === null)
        this.refuse('a jump back to where nobody comes otherwise', span, 'write a loop');
      const { inScope } = this;
      this.endForJump(inScope, place.scope, span);
      this.beginSkipped(this.skipped(inScope, place.inScope), span);
      this.closeCycle(place.key, place.entered, this.state);
      this.world.facts.note(`back:${place.key}`);
      this.emitter.jump(place.label, span);
    }
    this.state = null;
  }

  /** Labels that were jumped to and never placed. */
  protected checkLabels(frame: CallFrame, span: Span): void {
    for (const [name, place] of frame.labels)
      if (place.entered === undefined && place.waiting.length > 0)
        this.refuse(`the label ${name}, which ${frame.name} does not have`, span);
  }

  #leave(target: LeavePoint | undefined, word: string, span: Span): void {
    if (target === undefined) return this.world.bag.report('E402', span, `${word} outside of a loop`);
    if (this.state === null) return;
    if (target.scope !== null) this.endForJump(this.inScope, target.scope, span);
    target.state = joined(target.state, this.state);
    this.emitter.jump(target.label, span);
    this.state = null;
  }

  #return(expr: CExpr | null, span: Span): void {
    const frame = this.frames.at(-1);
    if (frame === undefined || this.state === null) return;
    if (expr !== null && frame.returns.kind === 'void') this.discard(expr);
    else if (expr !== null) {
      const value = this.convert(this.value(expr), frame.returns, span);
      if (frame.result === null) this.lookedAt(value, span);
      else this.writePlace(frame.result, value, 'plain', span);
    }
    this.#leave(frame.end, 'return', span);
  }
}

/** `while (1)` and the like, with nothing inside that leaves it. */
const isEndless = (stmt: CStmt & { readonly kind: 'while' | 'do' | 'for' }): boolean =>
  (stmt.cond === null || (stmt.cond.kind === 'number' && !isZero(stmt.cond))) && !mayLeave(stmt.body, true);

/** A jump counts wherever it leads. */
function mayLeave(stmt: CStmt, ownBreaks: boolean): boolean {
  if (stmt.kind === 'return' || stmt.kind === 'goto') return true;
  if (stmt.kind === 'break') return ownBreaks;
  const isInner =
    stmt.kind === 'while' || stmt.kind === 'do' || stmt.kind === 'for' || stmt.kind === 'switch';
  return childrenOf(stmt).some((inner) => mayLeave(inner, ownBreaks && !isInner));
}

const isZero = (expr: CExpr): boolean => expr.kind === 'number' && /^0[uUlL]*$/.test(expr.text);

/** The cases of a switch, but not those of one inside. */
function* casesOf(stmt: CStmt): Generator<CStmt & { readonly kind: 'case' }> {
  if (stmt.kind === 'case') {
    yield stmt;
    yield* casesOf(stmt.of);
  } else if (stmt.kind !== 'switch') for (const inner of childrenOf(stmt)) yield* casesOf(inner);
}

/** Whether control may come into the statement otherwise than at its begin; a switch has its cases for itself. */
const mayBeEntered = (stmt: CStmt, ownCases = false): boolean =>
  (stmt.kind === 'case' && !ownCases) ||
  stmt.kind === 'label' ||
  childrenOf(stmt).some((inner) => mayBeEntered(inner, ownCases || stmt.kind === 'switch'));
