import type { Span } from '../../../diagnostics/span.js';
import { int } from '../../../lang/expr/expr.js';
import type { CType } from '../types/c-type.js';
import { CInitialisers } from './initialisers.js';
import type { CObject, CValue, ObjectPlace } from './c-value.js';
import type { NameScope } from './c-world.js';

/** Variables of blocks by key, each with its block. */
export type InScope = ReadonlyMap<string, { readonly object: CObject; readonly scope: NameScope }>;

/**
 * From where to where variables are there (C11 6.2.4): they have no value each time their declaration is come to, and with
 * the end of their block, by whatever way it is left, pointers to them have none. What a pointer is known to point to is
 * forgotten there, so that whoever uses it later needs its number; and who follows a number sees in `life` that nothing
 * is there any more.
 */
export abstract class CLifetimes extends CInitialisers {
  /** A variable of the block around, which begins here; `isSet`: its initial value comes right behind. */
  protected begin(place: ObjectPlace, isSet: boolean, span: Span): void {
    this.scope.automatic.set(place.object.key, place.object);
    this.#beginAgain(place, isSet, span);
  }

  #beginAgain(place: ObjectPlace, isSet: boolean, span: Span): void {
    this.forget(place);
    if (this.isRepeated()) this.#setLife(place.object, 1, span);
    if (!isSet) this.unsetAgain(place, this.isRepeated(), span);
  }

  /** What is known of an object that is made anew, or is no longer there. */
  protected forget({ object: { key } }: ObjectPlace): void {
    if (this.state === null) return;
    for (const cell of this.state.keys())
      if (cell === key || cell.startsWith(`${key}.`) || cell.startsWith(`${key}[`)) this.know(cell, null);
  }

  /** The variables that are declared here, of the function. */
  protected get inScope(): InScope {
    return new Map(
      [...this.scope.outwards()].flatMap((scope) =>
        [...scope.automatic].map(([key, object]) => [key, { object, scope }] as const),
      ),
    );
  }

  /** A block ends here. */
  protected endScope(span: Span): void {
    this.endObjects([...this.scope.automatic.values()], span);
  }

  /** A jump out of blocks: those of `from` end that are not around the target. */
  protected endForJump(from: InScope, target: NameScope, span: Span): void {
    const around = new Set(target.outwards());
    this.endObjects(
      [...from.values()].flatMap(({ object, scope }) => (around.has(scope) ? [] : [object])),
      span,
    );
  }

  /** A jump into blocks, past declarations: what is there at the target and was not where the jump is has no value. */
  protected skipped(from: InScope, target: InScope): readonly CObject[] {
    return [...target].flatMap(([key, { object }]) => (from.has(key) ? [] : [object]));
  }

  protected beginSkipped(objects: readonly CObject[], span: Span): void {
    for (const object of objects)
      this.#beginAgain({ kind: 'object', object, steps: [], type: object.type }, false, span);
  }

  /** They are not there from here on. */
  protected endObjects(objects: readonly CObject[], span: Span): void {
    if (this.state === null || objects.length === 0) return;
    const ended = new Set(objects.map(({ key }) => key));
    const dangling = [...this.state].filter(
      ([, known]) => known.kind === 'address' && ended.has(known.place.object.key),
    );
    for (const [cell] of dangling) this.know(cell, null);
    for (const object of objects) this.#setLife(object, 0, span);
  }

  /** Of what others may still point to. */
  #setLife(object: CObject, value: 0 | 1, span: Span): void {
    if (this.state === null) return;
    const life = this.world.storage.lifeOf(object, span);
    if (life?.kind !== 'shared') return;
    const target = { kind: 'shared', shared: life.shared, index: life.index } as const;
    this.emit({ kind: 'assign', target, value: int(value), span });
  }

  /** A value that outlives the block that ends here: an address becomes a number, whose object is looked for by who follows it. */
  protected outliving(value: CValue, copyTo: (type: CType) => ObjectPlace, span: Span): CValue {
    const isEnding = (key: string): boolean => this.scope.automatic.has(key);
    if (value.kind === 'address' && isEnding(value.place.object.key)) return this.asNumber(value, span);
    if (value.kind !== 'record' || value.place.kind !== 'object') return value;
    const { object } = value.place;
    if (!isEnding(object.key) || this.world.storage.isPrivate(value.place, this.number)) return value;
    const copy = copyTo(value.type);
    this.writePlace(copy, value, 'plain', span);
    return { kind: 'record', type: value.type, place: copy };
  }
}
