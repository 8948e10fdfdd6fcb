import type { Span } from '../../diagnostics/span.js';
import { compare } from '../../lang/arrays/array-formula.js';
import type { ArrayFormula, EnumType, ProcTerm, SymbolId } from '../../lang/arrays/array-system.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { Program, Thread } from '../../lang/program/program.js';
import { cellTerm } from './cells.js';
import type { FreeNames } from './naming.js';
import type { TargetVocabulary } from './target-variables.js';

/** Who takes part: a fixed list of threads, which are the processes #1, #2, ..., or kinds of processes. */
export interface Cast {
  /** Without a `process` in the program. */
  readonly isFixed: boolean;
  /** By ThreadId. */
  readonly members: readonly Thread[];
  /** Whether there is a process that does nothing, through whose eyes properties see main memory. */
  readonly hasBystander: boolean;
}

export function castOf({ threads, properties }: Program): Cast {
  return {
    isFixed: threads.every((t) => t.instances.kind === 'one'),
    members: threads,
    hasBystander: properties.some((p) => p.kind === 'invariant' && sharedReads(p.formula).length > 0),
  };
}

/** Whether all processes of the system are of one kind. */
export const isUniform = ({ isFixed, members, hasBystander }: Cast): boolean =>
  !isFixed && members.length === 1 && !hasBystander;

/** Which kind of process a process is, for those of whom their place does not tell it. Nothing writes it. */
export class Kinds {
  #made: { readonly symbol: SymbolId; readonly type: EnumType } | null = null;

  constructor(
    private readonly cast: Cast,
    private readonly names: FreeNames,
    private readonly vocabulary: TargetVocabulary,
  ) {}

  /** Whether anything has asked for it. */
  get isNeeded(): boolean {
    return this.#made !== null;
  }

  /** The process is of the kind of that member; what comes behind the members is the bystander. */
  is(process: ProcTerm, member: number, span: Span): ArrayFormula {
    const { symbol, type } = (this.#made ??= this.#make());
    const kind = cellTerm({ symbol, indices: [process] });
    return compare('=', kind, { kind: 'constructor', type, index: member }, span);
  }

  #make(): { readonly symbol: SymbolId; readonly type: EnumType } {
    const wanted = [...this.cast.members.map((m) => m.name), ...(this.cast.hasBystander ? ['Other'] : [])];
    const constructors = wanted.map((name) => this.names.upper(`Is_${name}`));
    const type: EnumType = { kind: 'enum', name: 'kind', constructors };
    return { symbol: this.vocabulary.plain('Kind', type), type };
  }
}
