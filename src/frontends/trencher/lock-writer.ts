import { freeName } from '../../support/free-names.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import { maxNesting, nestedTooDeep } from '../kit/nesting.js';
import { unsupported } from '../../diagnostics/diagnostic.js';
import type { TrnTransition } from './ast.js';
import type { LockSection } from './thread-flow.js';

/** The statement of a transition that is no lock or unlock, without labels; null: none is needed under a lock. */
export type StepMaker = (transition: TrnTransition) => Stmt | null;

/** The names of a thread's labels, to which those of places inside of lock sections are added. */
export interface LabelSupply {
  readonly taken: Set<string>;
  /** Nobody can be seen at these. */
  readonly made: string[];
}

/**
 * A lock section as a statement, and where it goes on: the states inside follow each other, branch and join. What would
 * not get to its unlock is not begun, as is so of every `locked` block.
 */
export function lockedBlock(
  lock: TrnTransition,
  section: LockSection,
  step: StepMaker,
  labels: LabelSupply,
): Block {
  const { span, from, to } = lock;
  const title = `${from.text}->${to.text}`;
  const body = new LockWriter(section, step, labels).write();
  const [only] = section.exits;
  const next: Block =
    only === undefined || section.exits.length > 1 ? [] : [{ kind: 'goto', target: only, labels: [], span }];
  // A lock and an unlock with nothing between.
  if (body.length === 0) return [{ kind: 'fence', fence: 'full', labels: [], title, span }, ...next];
  return [{ kind: 'locked', body, labels: [], title, span }, ...next];
}

class LockWriter {
  readonly #arrivals = new Map<string, number>();
  /** The labels of the states that have been written; null: nothing jumps there. */
  readonly #written = new Map<string, string | null>();

  constructor(
    private readonly section: LockSection,
    private readonly step: StepMaker,
    private readonly labels: LabelSupply,
  ) {
    this.#arrivals.set(section.entry, 1);
    for (const out of section.inside.values())
      for (const { instruction, to } of out)
        if (instruction.kind !== 'unlock')
          this.#arrivals.set(to.text, (this.#arrivals.get(to.text) ?? 0) + 1);
  }

  write(): Block {
    return this.#from(this.section.entry, 0);
  }

  /** What happens from a state on, which nothing follows: all ways end behind an unlock or jump to what is written. */
  #from(start: string, depth: number): Block {
    const block: Stmt[] = [];
    for (let state: string | null = start; state !== null;) {
      const known = this.#written.get(state);
      const out: readonly TrnTransition[] = this.section.inside.get(state) ?? [];
      const { span } = at(out, 0);
      if (typeof known === 'string') {
        block.push({ kind: 'goto', target: known, labels: [], span });
        return block;
      }
      const label = this.#labelFor(state);
      this.#written.set(state, label);
      const [only] = out;
      if (out.length > 1 || only === undefined) {
        if (depth >= maxNesting / 2) unsupported(nestedTooDeep, span);
        const branches = out.map((transition) => this.#branch(transition, depth + 1));
        block.push({ kind: 'either', branches, labels: label === null ? [] : [label], span });
        return block;
      }
      block.push(...labelled(label, this.#steps(only), only));
      state = only.instruction.kind === 'unlock' ? null : only.to.text;
    }
    return block;
  }

  #branch(transition: TrnTransition, depth: number): Block {
    const steps = this.#steps(transition);
    const rest = transition.instruction.kind === 'unlock' ? [] : this.#from(transition.to.text, depth);
    const all = [...steps, ...rest];
    return all.length === 0 ? [skipOf(transition)] : all;
  }

  /** Where the section has several exits, each unlock says where it leads. */
  #steps(transition: TrnTransition): Block {
    if (transition.instruction.kind === 'unlock') {
      const { to, span } = transition;
      const leads = this.section.exits.length > 1;
      return leads ? [{ kind: 'goto', target: to.text, labels: [], span }] : [];
    }
    const stmt = this.step(transition);
    return stmt === null ? [] : [stmt];
  }

  #labelFor(state: string): string | null {
    if ((this.#arrivals.get(state) ?? 0) < 2) return null;
    const { taken, made } = this.labels;
    const name = freeName(`${state}_locked`, (label) => taken.has(label));
    taken.add(name);
    made.push(name);
    return name;
  }
}

const skipOf = ({ span }: TrnTransition): Stmt => ({ kind: 'skip', labels: [], span });

function labelled(label: string | null, block: Block, transition: TrnTransition): Block {
  if (label === null) return block;
  const [first = skipOf(transition), ...rest] = block;
  return [{ ...first, labels: [label] }, ...rest];
}
