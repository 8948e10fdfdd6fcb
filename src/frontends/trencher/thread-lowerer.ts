import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { falsity, shared } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Block, Stmt, Thread } from '../../lang/program/program.js';
import { assertNever } from '../../support/invariant.js';
import type { TrnThread, TrnTransition } from './ast.js';
import { ThreadFlow } from './thread-flow.js';
import { lockedBlock } from './lock-writer.js';
import type { LabelSupply } from './lock-writer.js';
import { memoryId } from './memory-cells.js';
import type { ConstantAddress } from './memory-cells.js';
import { RegisterScope, checkNumbers, expressionsOf } from './scope.js';

/** One thread: a label for each state, where its transitions are offered. */
export class ThreadLowerer {
  readonly scope: RegisterScope;
  readonly #flow: ThreadFlow;
  readonly #labels: LabelSupply;

  /** `firstRegister`: the id of the first register. */
  constructor(
    private readonly thread: TrnThread,
    private readonly id: ThreadId,
    firstRegister: number,
  ) {
    this.scope = new RegisterScope(thread, id, firstRegister);
    this.#flow = new ThreadFlow(thread);
    this.#labels = { taken: new Set(this.#flow.states), made: [] };
  }

  report(bag: DiagnosticBag): void {
    for (const { instruction } of this.thread.transitions)
      for (const expr of expressionsOf(instruction)) checkNumbers(expr, bag);
    this.scope.report(bag);
    this.#flow.report(bag);
  }

  constantAddresses(): readonly ConstantAddress[] {
    return this.thread.transitions.flatMap(({ instruction }) => {
      if (!('address' in instruction)) return [];
      const { address } = instruction;
      const value = this.scope.number(address);
      return value.kind === 'int' ? [{ value: value.value, address }] : [];
    });
  }

  lowered(): Thread {
    const { name, span, initial } = this.thread;
    const { states } = this.#flow;
    const order = [initial.text, ...states.filter((state) => state !== initial.text)];
    const body = order.flatMap((state, i) => this.#offered(state, order[i + 1] ?? null));
    const { made } = this.#labels;
    const labels = made.length === 0 ? {} : { madeLabels: made };
    return { id: this.id, name: name.text, instances: { kind: 'one' }, ...labels, body, span };
  }

  /** A state, as a place of the automaton. `next`: the state whose place is the next. */
  #offered(state: string, next: string | null): Block {
    const out = this.#flow.isReached(state) ? this.#flow.out(state) : [];
    const branches = out.map((transition) => this.#branch(transition));
    const [first, ...more] = branches;
    // Who is here stays here.
    if (first === undefined)
      return [{ kind: 'assume', cond: falsity, labels: [state], span: this.#spanOf(state) }];
    if (more.length > 0) return [{ kind: 'either', branches, labels: [state], span: this.#spanOf(state) }];
    const last = first.at(-1);
    const kept = last?.kind === 'goto' && last.target === next ? first.slice(0, -1) : first;
    return kept.map((stmt, i) => (i === 0 ? { ...stmt, labels: [state] } : stmt));
  }

  #branch(transition: TrnTransition): Block {
    const { instruction, to, span } = transition;
    if (instruction.kind === 'lock') {
      const section = this.#flow.sectionBehind(transition);
      if (section.exits.length === 0) return [this.#never(transition)];
      const step = (t: TrnTransition): Stmt | null => this.#stepUnderLock(t);
      return lockedBlock(transition, section, step, this.#labels);
    }
    if (instruction.kind === 'unlock') return [this.#never(transition)];
    return [this.#step(transition), { kind: 'goto', target: to.text, labels: [], span }];
  }

  #never(transition: TrnTransition): Stmt {
    return { kind: 'assume', cond: falsity, ...marks(transition) };
  }

  /** The buffer is empty under a lock, and what does nothing is no place where anybody could be seen. */
  #stepUnderLock(transition: TrnTransition): Stmt | null {
    const { kind } = transition.instruction;
    return kind === 'noop' || kind === 'mfence' ? null : this.#step(transition);
  }

  #step(transition: TrnTransition): Stmt {
    const { instruction } = transition;
    const base = marks(transition);
    switch (instruction.kind) {
      case 'read': {
        const target = { kind: 'local', local: this.scope.idOf(instruction.into) } as const;
        const value = shared(memoryId, this.scope.number(instruction.address));
        return { kind: 'assign', target, value, ...base };
      }
      case 'write': {
        const index = this.scope.number(instruction.address);
        const target = { kind: 'shared', shared: memoryId, index } as const;
        return { kind: 'assign', target, value: this.scope.number(instruction.value), ...base };
      }
      case 'local': {
        const target = { kind: 'local', local: this.scope.idOf(instruction.into) } as const;
        return { kind: 'assign', target, value: this.scope.number(instruction.value), ...base };
      }
      case 'check':
        return { kind: 'assume', cond: this.scope.truth(instruction.cond), ...base };
      case 'noop':
        return { kind: 'skip', ...base };
      case 'mfence':
        return { kind: 'fence', fence: 'full', ...base };
      case 'lock':
      case 'unlock':
        return this.#never(transition);
      default:
        return assertNever(instruction);
    }
  }

  /** The first transition that mentions it, or the thread. */
  #spanOf(state: string): TrnTransition['span'] {
    const { transitions, span } = this.thread;
    const leaving = this.#flow.out(state)[0] ?? transitions.find(({ to }) => to.text === state);
    return leaving?.span ?? span;
  }
}

const marks = ({ from, to, span }: TrnTransition): Pick<Stmt, 'labels' | 'title' | 'span'> => ({
  labels: [],
  title: `${from.text}->${to.text}`,
  span,
});
