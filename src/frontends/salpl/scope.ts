import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId, sharedId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import { getOrFail } from '../../support/invariant.js';
import type { SalplFile } from './file.js';
import type { NameUse } from './names.js';

/** What the names mean in each place. */
export class SalplScope {
  readonly #shared: ReadonlyMap<string, SharedId>;
  /** For each name the local of each process that has one. */
  readonly #locals: ReadonlyMap<string, ReadonlyMap<number, LocalId>>;

  constructor(
    use: NameUse,
    hidden: readonly Word[],
    private readonly file: SalplFile,
    private readonly bag: DiagnosticBag,
  ) {
    const sharedNames = [...use.shared.keys(), ...hidden.map((word) => word.text)];
    this.#shared = new Map(sharedNames.map((name, i) => [name, sharedId(i)]));
    let next = 0;
    const entries = [...use.locals].map(([name, { owners }]): [string, ReadonlyMap<number, LocalId>] => [
      name,
      new Map(owners.map((process) => [process, localId(next++)])),
    ]);
    this.#locals = new Map(entries);
  }

  /** A name in an invariant, or as an initial value. */
  outside(word: Word): Expr | null {
    const id = this.#shared.get(word.text);
    if (id !== undefined) return shared(id);
    const [only, ...more] = this.#locals.get(word.text) ?? [];
    if (only !== undefined && more.length === 0) return local(only[1]);
    const message =
      only === undefined ? `no process uses ${word.text}` : `several processes have a local ${word.text}`;
    this.bag.report('E205', word.span, message, 'Here a name must be that of one variable.');
    return null;
  }

  /** A name that a process reads without `load`. */
  inside(word: Word, process: number): Expr | null {
    const id = this.localOf(word, process);
    return id === null ? null : local(id);
  }

  /** The local that a process reads or writes. */
  localOf(word: Word, process: number): LocalId | null {
    if (this.#shared.has(word.text)) {
      const hint = `A shared variable is accessed by store ${word.text} = ... and load r = ${word.text} only.`;
      this.bag.report(
        'E205',
        word.span,
        `${word.text} is shared, because load or store is used for it`,
        hint,
      );
      return null;
    }
    const owners = this.#locals.get(word.text);
    const id = owners?.get(process);
    if (id !== undefined) return id;
    const names = [...(owners?.keys() ?? [])].map((i) => this.file.processes[i]?.number.text ?? '?');
    const message = `${word.text} is a local of process ${names.join(' and ')}`;
    this.bag.report(
      'E205',
      word.span,
      message,
      'Processes see each other by shared variables: store and load.',
    );
    return null;
  }

  /** `word` is the target of a store or the source of a load. */
  sharedOf(word: Word): SharedId {
    return getOrFail(this.#shared, word.text);
  }

  /** The locals that have this name. */
  copies(name: string): ReadonlyMap<number, LocalId> {
    return this.#locals.get(name) ?? new Map<number, LocalId>();
  }
}
