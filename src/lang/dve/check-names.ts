import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../support/suggest.js';
import type { DveExpr, DvePlace, Sync, DveTransition } from './dve-ast.js';
import { constantValue } from './evaluate-dve.js';
import { constantNamed, lookUp } from './name-table.js';
import type { ProcessTable, DveSymbol, DveTable } from './name-table.js';
import { reportUnknown, reportUnknownProcess } from './unknown.js';
import { subexpressions } from './walk-dve.js';

/** Looks up the names in what processes do, and in formulas about them. */
export class Checker {
  readonly #used = new Map<string, Set<Sync['kind']>>();

  constructor(
    private readonly table: DveTable,
    private readonly bag: DiagnosticBag,
  ) {}

  process(owner: ProcessTable): void {
    const { process } = owner;
    const isProperty = owner === this.table.property;
    const [own] = process.declarations;
    if (isProperty && own !== undefined)
      this.bag.report('E402', own.name.span, 'a property has no variables: it looks at those of the system');
    const { initial, commit, accept, asserts } = process;
    for (const state of [initial, ...commit, ...accept, ...asserts.map((a) => a.state)])
      this.#state(state, owner);
    for (const { cond } of asserts) this.expression(cond, owner);
    for (const transition of process.transitions) {
      this.#transition(transition, owner);
      const [change] = [
        ...transition.effects.map(({ target }) => target),
        ...(transition.sync === null ? [] : [transition.sync]),
      ];
      if (isProperty && change !== undefined)
        this.bag.report('E402', change.span, 'a property looks at the system and changes nothing');
    }
  }

  /** Warns of channels that only one side uses: nothing ever goes through. */
  channels(): void {
    for (const symbol of this.table.globals.values()) {
      const used = this.#used.get(symbol.name.text);
      if (symbol.kind !== 'channel' || used === undefined || used.size === 2 || symbol.capacity > 0) continue;
      const missing = used.has('send') ? 'receives from' : 'sends to';
      this.bag.report('W602', symbol.name.span, `nobody ${missing} the channel ${symbol.name.text}`);
    }
  }

  /** `owner` is null in a formula about the model. */
  expression(expr: DveExpr, owner: ProcessTable | null): void {
    for (const part of subexpressions(expr)) {
      if (part.kind === 'name') this.#variable(part.name, null, owner, 'read');
      if (part.kind === 'cell') this.#variable(part.name, part.index, owner, 'read');
      const process = part.kind === 'foreign' || part.kind === 'state' ? this.#process(part.process) : null;
      if (process === null) continue;
      if (part.kind === 'foreign') this.#foreign(part.name, part.index, process);
      if (part.kind === 'state') this.#state(part.state, process);
    }
  }

  #transition({ from, to, guards, sync, effects }: DveTransition, owner: ProcessTable): void {
    this.#state(from, owner);
    this.#state(to, owner);
    for (const guard of guards) this.expression(guard, owner);
    if (sync !== null) this.#sync(sync, owner);
    for (const { target, value } of effects) {
      this.#target(target, owner);
      this.expression(value, owner);
    }
  }

  #sync(sync: Sync, owner: ProcessTable): void {
    const { channel } = sync;
    const symbol = this.table.globals.get(channel.text);
    const parts: readonly DveExpr[] = sync.kind === 'send' ? sync.values : sync.targets;
    if (symbol?.kind !== 'channel') {
      const known = [...this.table.globals].flatMap(([name, { kind }]) => (kind === 'channel' ? [name] : []));
      this.bag.report(
        'E201',
        channel.span,
        `there is no channel ${channel.text}`,
        didYouMean(channel.text, known, 'Is it'),
      );
    } else {
      this.#used.set(channel.text, (this.#used.get(channel.text) ?? new Set()).add(sync.kind));
      const wanted = symbol.types.length;
      if (parts.length !== wanted) {
        const message = `messages of ${channel.text} have ${wanted} value${wanted === 1 ? '' : 's'}, not ${parts.length}`;
        this.bag.report('E301', sync.span, message);
      }
    }
    if (sync.kind === 'send') for (const value of sync.values) this.expression(value, owner);
    else for (const target of sync.targets) this.#target(target, owner);
  }

  #target(target: DvePlace, owner: ProcessTable): void {
    const index = target.kind === 'cell' ? target.index : null;
    this.#variable(target.name, index, owner, 'write');
    if (index !== null) this.expression(index, owner);
  }

  #variable(name: Word, index: DveExpr | null, owner: ProcessTable | null, use: 'read' | 'write'): void {
    const symbol = lookUp(this.table, owner, name.text);
    if (symbol !== null) return this.#fitting(name, index, symbol, use);
    const holder = [...this.table.processes.values()].find(({ locals }) => locals.has(name.text));
    if (holder !== undefined) {
      const where = `${name.text} is a variable of the process ${holder.process.name.text}`;
      const hint = use === 'read' ? `Write ${holder.process.name.text}->${name.text} to read it.` : null;
      this.bag.report('E201', name.span, where, hint);
    } else reportUnknown(name, [...(owner?.locals.keys() ?? []), ...this.table.globals.keys()], this.bag);
  }

  #fitting(name: Word, index: DveExpr | null, symbol: DveSymbol, use: 'read' | 'write'): void {
    const wrong = (message: string, hint: string | null = null): void =>
      this.bag.report('E205', name.span, message, hint);
    if (symbol.kind === 'channel')
      return wrong(`${name.text} is a channel`, 'It can stand behind sync only.');
    const isArray = symbol.kind === 'variable' && symbol.length !== null;
    if (isArray && index === null) return wrong(`${name.text} is an array`, `Name a cell: ${name.text}[0]`);
    if (!isArray && index !== null) return wrong(`${name.text} is no array`);
    if (use === 'write' && (symbol.kind === 'constant' || symbol.isConst))
      return this.bag.report('E407', name.span, `${name.text} is a constant`);
    if (index !== null && symbol.kind === 'variable') this.#index(index, symbol.length ?? 0, name);
  }

  /** A constant index that no cell has is an error in the run, so a warning is enough. */
  #index(index: DveExpr, length: number, name: Word): void {
    const value = constantValue(index, (text) => constantNamed(this.table, null, text));
    if (value === null || (value >= 0n && value < BigInt(length))) return;
    this.bag.report('W608', index.span, `${name.text} has the cells 0 to ${length - 1}, but no ${value}`);
  }

  #foreign(name: Word, index: DveExpr | null, process: ProcessTable): void {
    const symbol = process.locals.get(name.text);
    if (symbol !== undefined) return this.#fitting(name, index, symbol, 'read');
    const isState = process.states.has(name.text);
    const hint = isState
      ? `Write ${process.process.name.text}.${name.text} for the state.`
      : didYouMean(name.text, process.locals.keys(), 'Is it');
    this.bag.report(
      'E201',
      name.span,
      `the process ${process.process.name.text} has no variable ${name.text}`,
      hint,
    );
  }

  #process(name: Word): ProcessTable | null {
    const found = this.table.processes.get(name.text) ?? null;
    if (found === null) reportUnknownProcess(name, this.table.processes.keys(), this.bag);
    else if (found === this.table.property) {
      this.bag.report('E205', name.span, `${name.text} is a property: the system does not see it`);
      return null;
    }
    return found;
  }

  #state(state: Word, { process, states, locals }: ProcessTable): void {
    if (states.has(state.text)) return;
    const message = `the process ${process.name.text} has no state ${state.text}`;
    const owner = [...this.table.processes.values()].find((other) => other.states.has(state.text));
    const hint = locals.has(state.text)
      ? `${state.text} is a variable: write ${process.name.text}->${state.text}`
      : owner !== undefined
        ? `It is a state of ${owner.process.name.text}.`
        : didYouMean(state.text, states.keys(), 'Is it');
    this.bag.report('E203', state.span, message, hint);
  }
}
