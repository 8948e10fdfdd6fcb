import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Block, LocalVar, Stmt, Thread } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { lengthOf } from '../../lang/program/system.js';
import { initialExprs } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import { at, getOrFail, invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { Helper } from './helpers.js';
import { NameSupply } from './naming.js';
import { ownDeclaration } from './initial.js';
import { constantText } from './pieces.js';
import type { Invariants } from './properties.js';
import type { CScope } from './wording.js';
import { comment } from './c-text.js';
import type { CLines } from './c-text.js';
import { placesWritten } from './undone-writes.js';
import type { Undo } from './undone-writes.js';
import type { CSections } from './section.js';
import type { Needs } from './write-expr.js';

/** What the functions of threads share. */
export interface FileParts {
  readonly scope: CScope;
  readonly invariants: Invariants;
  readonly sections: CSections;
  /** The function that reports a failed assert. */
  violated(property: string): string;
  needsHelper(name: Helper): void;
}

type FlagName = 'test' | 'taken';
type NumberName = 'leave' | 'back';
type Once = FlagName | NumberName | 'i';

/** The variables and labels of a thread's function; they are declared if they were asked for. */
export class FunctionFrame implements Needs {
  readonly #names: NameSupply;
  readonly #labels = new NameSupply();
  readonly #labelNames = new Map<string, string>();
  readonly #heads = new Map<Stmt, string>();
  readonly #unique = new Map<Once, string>();
  readonly #declared: string[] = [];
  readonly #saved = new Map<string, string>();
  readonly #read = new Set<LocalId>();
  readonly #looked = new Set<SharedId>();
  /** The comment that the head of the thread would have. */
  readonly #headLine: string | null;
  #lastLine = '';

  /** `labels` are those of the program that jumps lead to; the others take names that these leave. */
  constructor(
    private readonly thread: Thread,
    labels: Iterable<string>,
    private readonly file: FileParts,
  ) {
    this.#names = file.scope.names(thread.id);
    for (const label of labels) this.#labelNames.set(label, this.#labels.take(label));
    this.#headLine = sourceComment(thread.span);
  }

  helper(name: Helper): void {
    this.file.needsHelper(name);
  }

  reads(local: LocalId): void {
    this.#read.add(local);
  }

  looksAt(variable: SharedId): void {
    this.#looked.add(variable);
  }

  temporary(): string {
    return this.#declare('value', (name) => `int32_t ${name};`);
  }

  /** A truth value of the steps. */
  flag(kind: FlagName): string {
    return this.#once(kind, () => this.#declare(kind, (name) => `bool ${name};`));
  }

  number(kind: NumberName): string {
    return this.#once(kind, () => this.#declare(kind, (name) => `int32_t ${name} = 0;`));
  }

  /** A label of the program. */
  label(label: string): string {
    return getOrFail(this.#labelNames, label);
  }

  fresh(label: string): string {
    return this.#labels.take(label);
  }

  /** From now on the `either` has a label to go back to: one of the program if there is one. */
  makeHead(stmt: Stmt, own: string | null): void {
    if (!this.#heads.has(stmt)) this.#heads.set(stmt, own ?? this.#labels.take('choose'));
  }

  headLabel(stmt: Stmt): string | null {
    return this.#heads.get(stmt) ?? null;
  }

  headLabelOf(stmt: Stmt): string {
    return getOrFail(this.#heads, stmt);
  }

  /** A comment with the source line of a statement, unless it is the same as before; none for what passes have added. */
  sourceLine({ span }: Stmt): CLines {
    const line = sourceComment(span);
    const isAdded = this.thread.span.kind === 'generated' || line === this.#headLine;
    if (line === null || isAdded || line === this.#lastLine) return [];
    this.#lastLine = line;
    return [line];
  }

  /** The lines that keep what a blocked path must not change, and those that put it back. */
  undo({ shared, locals }: Undo): { readonly save: CLines; readonly restore: CLines } {
    const { scope } = this.file;
    const save: string[] = [];
    const restore: string[] = [];
    const scalar = (name: string, type: Type): void => {
      const copy = this.#copyOf(name, (saved) => `${scope.typeName(type)} ${saved};`);
      save.push(`${copy} = ${name};`);
      restore.push(`${name} = ${copy};`);
    };
    for (const id of locals) scalar(scope.local(id), at(scope.program.locals, id).type);
    for (const id of shared) {
      const variable = at(scope.program.shared, id);
      const name = scope.shared(id);
      if (variable.shape.kind === 'scalar') {
        scalar(name, variable.type);
        continue;
      }
      const length = lengthOf(variable);
      const copy = this.#copyOf(
        name,
        (saved) => `static ${scope.typeName(variable.type)} ${saved}[${length}];`,
      );
      const i = this.#once('i', () => this.#names.take('i'));
      save.push(...copyLoop(copy, name, length, i));
      restore.push(...copyLoop(name, copy, length, i));
    }
    return { save, restore };
  }

  /** What stands at the head of the function, once its steps are written: its locals, and what they asked for. */
  declarations(body: Block): CLines {
    const { scope } = this.file;
    const own = scope.program.locals.filter((v) => v.thread === this.thread.id && !scope.isGlobal(v.id));
    const written = localsWritten(body);
    const used = own.filter((v) => this.#read.has(v.id) || written.has(v.id));
    const buffers = scope.program.shared.filter((v) => scope.ownerOf(v.id) === this.thread.id);
    const unread = [
      ...used.filter((v) => !this.#read.has(v.id)).map((v) => scope.local(v.id)),
      ...buffers.filter((v) => !this.#looked.has(v.id)).map((v) => scope.shared(v.id)),
    ];
    return [
      ...used.map((v) => declaration(v, scope)),
      ...buffers.map((v) => ownDeclaration(v.id, scope)),
      ...this.#declared,
      '(void)unused;',
      ...unread.map((name) => `(void)${name};`),
    ];
  }

  #declare(wanted: string, text: (name: string) => string): string {
    const name = this.#names.take(wanted);
    this.#declared.push(text(name));
    return name;
  }

  #copyOf(name: string, text: (saved: string) => string): string {
    return remembered(this.#saved, name, () => this.#declare(`saved_${name}`, text));
  }

  #once(kind: Once, make: () => string): string {
    return remembered(this.#unique, kind, make);
  }
}

/** `sb.fp:7: x = 1;` */
function sourceComment(span: Span): string | null {
  const [origin, number] = [originOf(span), lineOf(span)];
  if (origin === null || number === null) return null;
  const file = origin.source.path.replace(/^.*[/\\]/, '');
  return comment(`${file}:${number}: ${origin.source.line(number).trim()}`);
}

function copyLoop(to: string, from: string, length: number, i: string): CLines {
  return [`for (int32_t ${i} = 0; ${i} < ${length}; ${i}++)`, `    ${to}[${i}] = ${from}[${i}];`];
}

function declaration({ id, type, init }: LocalVar, scope: CScope): string {
  const [value] = initialExprs(init);
  invariant(value !== undefined, 'a local whose initial value is no constant stands outside its function');
  return `${scope.typeName(type)} ${scope.local(id)} = ${constantText(value)};`;
}

const localsWritten = (body: Block): ReadonlySet<LocalId> =>
  new Set(
    [...everyStatement(body)]
      .flatMap(placesWritten)
      .flatMap((place) => (place.kind === 'local' ? place.local : [])),
  );
