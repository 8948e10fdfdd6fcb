import type { Span } from '../../../diagnostics/span.js';
import type { CDeclaration, CInit } from '../syntax/c-ast.js';
import type { CType } from '../types/c-type.js';
import { CLifetimes } from './block-lifetimes.js';
import type { CObject, ObjectPlace } from './c-value.js';

/** Names of files and of functions get their meaning. */
export abstract class CDeclarations extends CLifetimes {
  protected declare(declaration: CDeclaration, isGlobal: boolean): void {
    const { name, storage, span } = declaration;
    if (name === null) {
      this.resolve(declaration.type);
      return;
    }
    const type = this.withLength(this.resolve(declaration.type), declaration.init);
    if (storage === 'typedef') this.alignTypedef(type, declaration);
    if (storage === 'typedef') this.scope.names.set(name.text, { kind: 'typedef', type });
    else if (type.kind === 'function') this.#declareFunction(name.text, type);
    else if (declaration.threadLocal) this.#declareThreadLocal(name.text, type, declaration);
    else if (isGlobal || storage === 'static' || storage === 'extern')
      this.#declareStatic(name.text, type, declaration, isGlobal);
    else this.#declareAutomatic(name.text, type, declaration, span);
  }

  #declareFunction(name: string, type: CType & { readonly kind: 'function' }): void {
    if (!this.world.functions.has(name)) this.world.functions.set(name, { type, definition: null });
    this.world.globals.names.set(name, { kind: 'function', name });
  }

  #declareThreadLocal(name: string, type: CType, { init, span }: CDeclaration): void {
    const values = this.staticValues(type, init, name, span);
    const made = new Map<number, CObject>();
    const make = (thread: number): CObject => {
      const known = made.get(thread);
      if (known !== undefined) return known;
      const object: CObject = {
        key: `own:${name}:${thread}`,
        name,
        type,
        owner: thread,
        init: values,
        isOpen: false,
        span,
      };
      made.set(thread, object);
      return object;
    };
    this.scope.names.set(name, { kind: 'thread-local', name, make });
  }

  /** One object for all, whatever calls its function; several declarations of a name in a file mean the same. */
  #declareStatic(name: string, type: CType, declaration: CDeclaration, isGlobal: boolean): void {
    const { init, span, storage } = declaration;
    const before = isGlobal
      ? this.world.globals.names.get(name)
      : storage === 'extern'
        ? this.world.globals.names.get(name)
        : undefined;
    if (before?.kind === 'object' && (init === null || storage === 'extern')) {
      this.scope.names.set(name, before);
      return;
    }
    if (before?.kind === 'object' && before.object.init.size > 0) {
      this.world.bag.report('E202', span, `${name} is declared twice`);
      return;
    }
    const key = isGlobal ? `global:${name}` : `static:${this.world.facts.idOf(declaration)}`;
    // The variable is known in its own initial value: a list may begin with a pointer to itself.
    const values = new Map<string, bigint>();
    const object: CObject = { key, name, type, owner: null, init: values, isOpen: false, span };
    this.scope.names.set(name, { kind: 'object', object });
    for (const [cell, value] of this.staticValues(type, init, name, span)) values.set(cell, value);
  }

  #declareAutomatic(name: string, type: CType, declaration: CDeclaration, span: Span): void {
    const key = `${this.path}:${this.world.facts.idOf(declaration)}`;
    const place = this.automatic(name, type, key, span);
    this.scope.names.set(name, { kind: 'object', object: place.object });
    const { init } = declaration;
    this.begin(place, init !== null, span);
    if (init !== null) this.initialise(place, init, span);
  }

  /** A variable of a function, which may hold anything. */
  protected automatic(name: string, type: CType, key: string, span: Span): ObjectPlace {
    const object: CObject = { key, name, type, owner: this.number, init: new Map(), isOpen: true, span };
    return { kind: 'object', object, steps: [], type };
  }

  protected override temporaryObject(type: CType, init: CInit, span: Span): ObjectPlace {
    const place = this.automatic(
      'literal',
      this.withLength(type, init),
      `${this.path}:${this.world.facts.idOf(init)}`,
      span,
    );
    this.begin(place, true, span);
    this.initialise(place, init, span);
    return place;
  }
}
