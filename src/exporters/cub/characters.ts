import type { Span } from '../../diagnostics/span.js';
import {
  compare,
  conjunction,
  mapTerms,
  procTerm,
  procVariable,
  procsOf,
} from '../../lang/arrays/array-formula.js';
import type { ArrayComparison } from '../../lang/arrays/array-formula.js';
import type { ArrayFormula, Clause, ProcTerm } from '../../lang/arrays/array-system.js';
import type { BinderId, ThreadId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { isUniform } from './cast.js';
import { parameterName } from './naming.js';
import type { PcValue } from './process-places.js';
import { stands } from './scene.js';
import type { Scene } from './scene.js';

/** A process that a property speaks of. */
export type Character =
  /** Of the one kind; `binder` tells instances of a process apart, and is null for a thread. */
  | { readonly kind: 'member'; readonly thread: ThreadId; readonly binder: BinderId | null }
  /** It never writes: what it sees is main memory. */
  | { readonly kind: 'bystander' };

/** The parameters of the clauses that a property becomes. */
export class Characters {
  readonly #all: Character[] = [];
  readonly #keys = new Map<string, number>();

  constructor(
    private readonly scene: Scene,
    private readonly span: Span,
  ) {}

  of(character: Character): ProcTerm {
    const key = character.kind === 'bystander' ? '' : `${character.thread} ${character.binder ?? '-'}`;
    return procVariable(remembered(this.#keys, key, () => this.#all.push(character) - 1));
  }

  stands(process: ProcTerm, place: PcValue): ArrayComparison {
    return stands(this.scene, process, place, this.span);
  }

  /** The clause with the processes that occur in it, and who they are. */
  clause(cube: readonly ArrayComparison[]): Clause {
    const used = this.#all.map((_, i) => i).filter((i) => cube.some((l) => mentions(l, i)));
    const place = (index: number): number => used.indexOf(index);
    const who = used.flatMap((i) => this.#identity(i, cube));
    const formula = conjunction([...who, ...cube]);
    return {
      params: used.map((_, i) => parameterName(i)),
      formula: renamed(formula, place),
      span: this.span,
    };
  }

  #identity(index: number, cube: readonly ArrayComparison[]): readonly ArrayFormula[] {
    const { cast, places, kinds } = this.scene;
    const character = at(this.#all, index);
    const process = procVariable(index);
    const member = character.kind === 'bystander' ? cast.members.length : character.thread;
    const whereabouts = cube.filter((l) => this.#isWhereabouts(l, index));
    const isPlaced = whereabouts.some((l) => l.op === '=');
    const number: ProcTerm = { kind: 'fixed', number: member + 1 };
    const who = cast.isFixed
      ? [compare('=', procTerm(process), procTerm(number), this.span)]
      : character.kind === 'bystander'
        ? [this.stands(process, places.bystander())]
        : isPlaced || isUniform(cast)
          ? []
          : [kinds.is(process, member, this.span)];
    // A process that has violated a property is nowhere any more.
    const faults = whereabouts.length === 0 || isPlaced ? [] : places.faults;
    return [...who, ...faults.map((fault) => ({ ...this.stands(process, fault), op: '<>' as const }))];
  }

  #isWhereabouts({ left }: ArrayComparison, index: number): boolean {
    if (left.kind !== 'cell' || left.symbol !== this.scene.vocabulary.pc) return false;
    return left.indices.some((i) => i.kind === 'variable' && i.index === index);
  }
}

const mentions = ({ left, right }: ArrayComparison, index: number): boolean =>
  [...procsOf(left), ...procsOf(right)].some((p) => p.kind === 'variable' && p.index === index);

function renamed(formula: ArrayFormula, place: (index: number) => number): ArrayFormula {
  const proc = (p: ProcTerm): ProcTerm => (p.kind === 'variable' ? procVariable(place(p.index)) : p);
  return mapTerms(formula, (t) => {
    if (t.kind === 'proc') return procTerm(proc(t.proc));
    if (t.kind !== 'cell') return t;
    return { ...t, indices: t.indices.map(proc), view: t.view === null ? null : proc(t.view) };
  });
}
