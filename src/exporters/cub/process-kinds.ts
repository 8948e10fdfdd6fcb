import { compare } from '../../lang/arrays/array-formula.js';
import type { ArrayFormula, ProcTerm, SymbolId, ValueType } from '../../lang/arrays/array-system.js';
import type { Span } from '../../diagnostics/span.js';
import type { Cast } from './cast.js';
import type { FreeNames } from './naming.js';
import { cellTerm } from './cells.js';
import type { TargetVocabulary } from './target-variables.js';

/** Which kind of process a process is, for those of whom their place does not tell it. Nothing writes it. */
export class Kinds {
  #made: { readonly symbol: SymbolId; readonly type: Extract<ValueType, { kind: 'enum' }> } | null = null;

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

  #make(): { readonly symbol: SymbolId; readonly type: Extract<ValueType, { kind: 'enum' }> } {
    const wanted = [...this.cast.members.map((m) => m.name), ...(this.cast.hasBystander ? ['Other'] : [])];
    const constructors = wanted.map((name) => this.names.upper(`Is_${name}`));
    const type = { kind: 'enum', name: 'kind', constructors } as const;
    return { symbol: this.vocabulary.plain('Kind', type), type };
  }
}
