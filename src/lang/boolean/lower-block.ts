import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import type { BooleanCommand, BooleanLocation, BooleanThread, BooleanUpdate } from './boolean-program.js';
import type { TextAction, TextBlock, TextStatement } from './boolean-text.js';
import { negation, yes } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import { commandId, locationId } from '../expr/ids.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { StatementEffect } from './lower-statement.js';
import { actionText } from './print.js';

/**
 * A place of the text together with whether the thread is in an atomic section: jumps lead into and out of the middle
 * of sections, so the text alone does not say. Twice the index of the statement, plus one inside a section; then comes
 * the end, then the labels that no statement has.
 */
type BlockPoint = number;

interface BlockStep {
  readonly to: BlockPoint;
  readonly guard: Formula;
  readonly updates: readonly BooleanUpdate[];
  readonly fence: boolean;
}

/** The automaton of a block: what can be reached from its entry if every condition but a constant may hold. */
export class BlockLowering {
  readonly #firstOf = new Map<number, number>();
  /** The labels that no statement has, in the order of the first jumps to them. */
  readonly #missing = new Map<number, { readonly index: number; readonly span: Span }>();
  readonly #end: BlockPoint;

  constructor(
    private readonly block: TextBlock,
    private readonly effects: readonly StatementEffect[],
    private readonly title: string,
    private readonly bag: DiagnosticBag,
  ) {
    this.#end = 2 * effects.length;
    for (const [index, { label, span }] of block.statements.entries()) {
      if (!this.#firstOf.has(label)) this.#firstOf.set(label, index);
      else
        bag.report('W611', span, `${title} has the label ${label} twice`, 'jumps lead to the first of them');
    }
    for (const [i, effect] of effects.entries()) {
      if (effect.kind !== 'if' || this.#firstOf.has(effect.target)) continue;
      if (this.#missing.has(effect.target)) continue;
      this.#missing.set(effect.target, { index: this.#missing.size, span: at(block.statements, i).span });
    }
  }

  thread(name: string): BooleanThread {
    const reached = this.#reach();
    this.#warnOfJumps(reached);
    this.#warnOfSections(reached);
    const points = [...reached.keys()].sort((a, b) => a - b);
    const missing = [...this.#missing.keys()];
    const ids = new Map(points.map((point, i) => [point, locationId(i)]));
    const commands: BooleanCommand[] = [];
    const texts = new Map<TextAction, string>();
    for (const point of points) {
      const steps = getOrFail(reached, point);
      if (steps.length === 0) continue;
      const { action, span } = at(this.block.statements, point >> 1);
      const [from, text] = [getOrFail(ids, point), texts.get(action) ?? actionText(action)];
      texts.set(action, text);
      for (const { to, guard, updates, fence } of steps) {
        const id = commandId(commands.length);
        commands.push({ id, from, to: getOrFail(ids, to), guard, updates, fence, text, span });
      }
    }
    const locations = points.map((point, i) => this.#location(point, i, missing));
    const [entry, end] = [getOrFail(ids, 0), getOrFail(ids, this.#end)];
    return { name, locations, commands, entry, end, span: this.block.span };
  }

  /** Where one can get, and how one goes on there. */
  #reach(): ReadonlyMap<BlockPoint, readonly BlockStep[]> {
    const reached = new Map<BlockPoint, readonly BlockStep[]>([[this.#end, []]]);
    const open: BlockPoint[] = [0];
    for (let point = open.pop(); point !== undefined; point = open.pop()) {
      if (reached.has(point)) continue;
      const steps = point < this.#end ? this.#steps(point >> 1, (point & 1) === 1) : [];
      reached.set(point, steps);
      for (const { to } of steps) open.push(to);
    }
    return reached;
  }

  #steps(index: number, atomic: boolean): readonly BlockStep[] {
    const effect = at(this.effects, index);
    const next = this.#point(index + 1, atomic);
    switch (effect.kind) {
      case 'nop':
        return [step(next)];
      case 'barrier':
        return [{ ...step(next), fence: true }];
      case 'begin_atomic':
        return [step(this.#point(index + 1, true))];
      case 'end_atomic':
        return [step(this.#point(index + 1, false))];
      case 'assume':
        return [step(next, effect.guard)];
      case 'update':
        return effect.ways.map((updates) => step(next, yes, updates));
      case 'if': {
        const jump = this.#jump(effect.target, atomic);
        const { guard } = effect;
        if (guard.kind === 'constant') return [step(guard.value ? jump : next)];
        // After a `*` alone both ways are open.
        if (guard.kind === 'any') return [step(jump), step(next)];
        return [step(jump, guard), step(next, negation(guard))];
      }
    }
  }

  #point(index: number, atomic: boolean): BlockPoint {
    return index < this.effects.length ? 2 * index + (atomic ? 1 : 0) : this.#end;
  }

  #jump(label: number, atomic: boolean): BlockPoint {
    const index = this.#firstOf.get(label);
    return index === undefined ? this.#astray(label) : this.#point(index, atomic);
  }

  #astray(label: number): BlockPoint {
    return this.#end + 1 + getOrFail(this.#missing, label).index;
  }

  #location(point: BlockPoint, index: number, missing: readonly number[]): BooleanLocation {
    const id = locationId(index);
    if (point < this.#end) {
      const statement = at(this.block.statements, point >> 1);
      const { label, span } = statement;
      return { id, label, atomic: (point & 1) === 1, astray: false, source: sourceOf(statement), span };
    }
    const astray = point > this.#end;
    const label = astray ? at(missing, point - this.#end - 1) : null;
    const span = label === null ? this.block.span : getOrFail(this.#missing, label).span;
    return { id, label, atomic: false, astray, source: null, span };
  }

  #warnOfJumps(reached: ReadonlyMap<BlockPoint, unknown>): void {
    for (const [label, { span }] of this.#missing) {
      const note = reached.has(this.#astray(label))
        ? 'what the program does after this jump is not known'
        : 'control cannot come to this jump';
      this.bag.report('W610', span, `${this.title} has no label ${label}`, note);
    }
  }

  #warnOfSections(reached: ReadonlyMap<BlockPoint, readonly BlockStep[]>): void {
    const begun: Span[] = [];
    const ended: Span[] = [];
    const open: Span[] = [];
    for (const [point, steps] of reached) {
      if (point >= this.#end) continue;
      const { span } = at(this.block.statements, point >> 1);
      const { kind } = at(this.effects, point >> 1);
      const inside = (point & 1) === 1;
      if (kind === 'begin_atomic' && inside) begun.push(span);
      if (kind === 'end_atomic' && !inside) ended.push(span);
      const isInside = kind === 'begin_atomic' || (inside && kind !== 'end_atomic');
      if (isInside && steps.some(({ to }) => to === this.#end)) open.push(span);
    }
    this.#warnOf(begun, 'begin_atomic inside an atomic section', 'the section goes on');
    this.#warnOf(ended, 'end_atomic outside of every atomic section', 'it does nothing then');
    this.#warnOf(open, `${this.title} ends inside an atomic section`, 'its end ends the section');
  }

  /** Programs that were made by a translator have the same oddity everywhere: one warning for all. */
  #warnOf(spans: readonly Span[], what: string, meaning: string): void {
    const [first] = [...spans].sort((a, b) => startOf(a) - startOf(b));
    if (first === undefined) return;
    const others = spans.length === 2 ? '1 other place' : `${spans.length - 1} other places`;
    const note = spans.length === 1 ? meaning : `${meaning}, and so in ${others} of ${this.title}`;
    this.bag.report('W612', first, what, note);
  }
}

const step = (to: BlockPoint, guard: Formula = yes, updates: readonly BooleanUpdate[] = []): BlockStep => ({
  ...{ to, guard, updates },
  fence: false,
});

const startOf = (span: Span): number => (span.kind === 'source' ? span.start : 0);

function sourceOf({ comments }: TextStatement): string | null {
  const sources = comments.flatMap((comment) => (comment.kind === 'source' ? [comment.text] : []));
  return sources.length === 0 ? null : sources.join('; ');
}
