import type { DveDeclaration, DveExpr as Ast, DveProcess, DveTransition } from '../../lang/dve/dve-ast.js';
import { all, assign, name, not, number, variable, word } from '../../lang/dve/make.js';
import { localsOf } from '../../lang/expr/expr.js';
import { legalForm } from '../../lang/program/legal-names.js';
import { formulasOf, isTemporal } from '../../lang/program/program.js';
import type { Automaton, Edge } from '../../lang/program/system.js';
import { liveLocals } from '../../lang/program/liveness.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { valuesOf, segmentsOf } from './segments.js';
import type { DveFault, Segment } from './segments.js';
import { valueType } from './wording.js';
import type { DveScope } from './wording.js';

/** A variable without an initial value that a process chooses before all else. */
export interface DveChoice {
  readonly target: Parameters<DveScope['variable']>[0];
  readonly values: readonly bigint[];
}

/** What a thread becomes, and the states in which it is in the middle of something: nobody looks then. */
export interface WrittenProcess {
  readonly process: DveProcess;
  readonly inside: readonly Ast[];
}

/** Variables that say what has gone wrong, each declared if something can set it. */
export class UsedFlags {
  readonly #faults = new Map<DveFault, string>();
  readonly #failed = new Map<string, string>();

  constructor(private readonly scope: DveScope) {}

  fault(fault: DveFault): string {
    return remembered(this.#faults, fault, () => this.scope.names.fresh(`fault_${fault}`));
  }

  failed(property: string): string {
    return remembered(this.#failed, property, () => this.scope.names.fresh(`failed_${legalForm(property)}`));
  }

  declarations(): readonly DveDeclaration[] {
    return [...this.#faults.values(), ...this.#failed.values()].map((flag) => variable('byte', flag));
  }

  faults(): readonly (readonly [DveFault, string])[] {
    return [...this.#faults];
  }

  get hasLimit(): boolean {
    return this.#faults.has('too_large');
  }
}

/**
 * A place of the automaton is a state, and an edge a transition; where an edge tests something in the middle there is a
 * state of its own. Such states, and places in atomic sections, are `commit` states: no other process moves meanwhile.
 */
export class ProcessWriter {
  readonly #transitions: DveTransition[] = [];
  readonly #made: string[] = [];
  #stops = false;

  constructor(
    private readonly thread: Automaton,
    private readonly scope: DveScope,
    private readonly flags: UsedFlags,
  ) {}

  written(choices: readonly DveChoice[], initial: (local: number) => bigint): WrittenProcess {
    const { thread, scope } = this;
    const entry = scope.place(thread.id, thread.entry);
    const start = this.#choosing(choices, entry);
    for (const edge of thread.edges) this.#edge(edge);
    if (this.#stops) this.#transition(stopped, stopped, [number(0)], []);
    const places = thread.locations.map(({ id }) => scope.place(thread.id, id));
    const atomic = thread.locations.flatMap(({ id, atomic: isAtomic }) =>
      isAtomic ? [scope.place(thread.id, id)] : [],
    );
    const commit = [...atomic, ...this.#made, ...(this.#stops ? [stopped] : [])];
    const locals = scope.system.locals.filter((v) => v.thread === thread.id);
    const declarations = locals.map(({ id, type }): DveDeclaration => ({
      ...variable(valueType(type), at(scope.names.locals, id)),
      initial: { kind: 'value', value: number(initial(id)) },
    }));
    const process: DveProcess = {
      name: word(scope.thread(thread.id)),
      declarations,
      states: [...places, ...this.#made, ...(this.#stops ? [stopped] : [])].map(word),
      initial: word(start),
      commit: commit.map(word),
      accept: [],
      asserts: [],
      transitions: this.#transitions,
    };
    return { process, inside: commit.map((place) => scope.isIn(thread.id, place)) };
  }

  #choosing(choices: readonly DveChoice[], entry: string): string {
    const states = choices.map((_, i) => this.#madeState(`choosing_${i}`));
    for (const [i, { target, values }] of choices.entries()) {
      const place = this.scope.variable(target);
      for (const value of values)
        this.#transition(at(states, i), states[i + 1] ?? entry, [], [assign(place, number(value))]);
    }
    return states[0] ?? entry;
  }

  #edge(edge: Edge): void {
    const { thread, scope } = this;
    const segments = segmentsOf(edge, thread.id, scope, (property) => this.flags.failed(property));
    let from = scope.place(thread.id, edge.from);
    for (const [i, segment] of segments.entries()) {
      const isLast = i + 1 === segments.length;
      const to = isLast ? scope.place(thread.id, edge.to) : this.#madeState(`within_${edge.id}_${i}`);
      this.#segment(segment, from, to);
      from = to;
    }
  }

  #segment({ guards, checks, choice, effects }: Segment, from: string, to: string): void {
    const passed: Ast[] = [];
    for (const { ok, fault } of checks) {
      this.#stops = true;
      this.#transition(
        from,
        stopped,
        [...guards, ...passed, not(ok)],
        [assign(name(this.flags.fault(fault)), number(1))],
      );
      passed.push(ok);
    }
    const values = choice === null ? [null] : choice.values;
    for (const value of values) {
      const chosen = choice === null || value === null ? [] : [assign(choice.target, number(value))];
      this.#transition(from, to, [...guards, ...passed], [...chosen, ...effects]);
    }
  }

  #transition(from: string, to: string, guards: readonly Ast[], effects: DveTransition['effects']): void {
    const guard = guards.length === 0 ? [] : [all(guards)];
    this.#transitions.push({
      from: word(from),
      to: word(to),
      guards: guard,
      sync: null,
      effects,
      span: word(from).span,
    });
  }

  #madeState(wanted: string): string {
    this.#made.push(wanted);
    return wanted;
  }
}

/** Where a run has ended that went wrong: a `commit` state that is never left, so nobody moves any more. */
const stopped = 'stopped';

/** Locals that have no initial value and whose first value the thread or a property may read. */
export function choicesOf(thread: Automaton, scope: DveScope): readonly DveChoice[] {
  const read = scope.system.properties
    .filter((p) => !isTemporal(p))
    .flatMap(formulasOf)
    .flatMap((f) => [...localsOf(f)]);
  const live = new Set([...at(liveLocals(thread), thread.entry), ...read]);
  return scope.system.locals.flatMap(({ id, thread: owner, init, type, name: text, span }) =>
    owner === thread.id && init.kind === 'any' && live.has(id)
      ? [{ target: { local: id }, values: valuesOf(type, text, span) }]
      : [],
  );
}
