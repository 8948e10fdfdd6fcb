import type { Span } from '../../../diagnostics/span.js';
import { includes } from '../../../lang/expr/interval.js';
import { assertNever } from '../../../support/invariant.js';
import { didYouMean } from '../../../support/suggest.js';
import type { CDeclaration, CExpr, CTypeAst, LayoutAst, RecordAst } from '../syntax/c-ast.js';
import { integerNames, libraryTypes } from '../syntax/type-names.js';
import type { CType, RecordMember, RecordType } from '../types/c-type.js';
import {
  alignmentOf,
  intC,
  offsetOfMember,
  sizeOf,
  pointerTo,
  printCType,
  rangeOfInteger,
  typeOfWords,
  unsignedC,
} from '../types/c-type.js';
import { SharedAccesses } from './shared-accesses.js';

/** Whether its members lie in what is around as if they were written there. */
function hasPlainLayout(type: RecordType): boolean {
  const members = type.isUnion ? (type.used ?? []).slice(0, 1) : (type.members ?? []);
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [start, size, whole] = [offsetOfMember(type, last.name), sizeOf(last.type), sizeOf(type)];
  const isFull = start !== null && size !== null && start + size === whole;
  return isFull && alignmentOf(first.type) === alignmentOf(type);
}

/** An array of bytes that nobody names keeps others apart. */
const isFiller = (type: CType): boolean =>
  type.kind === 'array' && type.of.kind === 'integer' && type.of.bits === 8;

const fitsInt = (value: bigint): boolean => includes(rangeOfInteger(intC), value);

/** More elements than this are out of reach of every engine. */
export const maxLength = 100_000;

/** From types as they are written to types as they are meant. */
export abstract class TypeResolver extends SharedAccesses {
  /** The value of an expression that must be known when the program is lowered. */
  protected abstract constantOf(expr: CExpr, what: string): bigint;
  protected abstract typeOf(expr: CExpr): CType;

  protected resolve(ast: CTypeAst): CType {
    switch (ast.kind) {
      case 'words':
        return typeOfWords(ast.words) ?? this.#noSuchWords(ast.words, ast.span);
      case 'named':
        return this.#named(ast.name, ast.span);
      case 'record':
        return this.#record(ast);
      case 'enum':
        return this.#enum(ast);
      case 'typeof':
        return this.typeOf(ast.expr);
      case 'typeof-type':
        return this.resolve(ast.type);
      case 'atomic':
        return this.#atomic(this.resolve(ast.of), ast.span);
      case 'pointer':
        return pointerTo(this.resolve(ast.to));
      case 'array':
        return this.#array(this.resolve(ast.of), ast.size, ast.span);
      case 'function': {
        const params = ast.params.map((param) => this.parameterType(param.type));
        const more = ast.isVariadic ? ({ isVariadic: true } as const) : {};
        return { kind: 'function', returns: this.resolve(ast.returns), params, ...more };
      }
      default:
        return assertNever(ast);
    }
  }

  /** Arrays and functions as parameters are pointers to them. */
  protected parameterType(ast: CTypeAst): CType {
    if (ast.kind === 'array') return pointerTo(this.resolve(ast.of));
    const type = this.resolve(ast);
    return type.kind === 'array' ? pointerTo(type.of) : type.kind === 'function' ? pointerTo(type) : type;
  }

  #noSuchWords(words: readonly string[], span: Span): CType {
    const isFloat = words.includes('float') || words.includes('double');
    if (words.includes('__int128'))
      return this.refuse(
        'integers of 128 bits',
        span,
        'take two of 64 bits, changed under a lock or in __VERIFIER_atomic_begin and end',
      );
    return this.refuse(
      isFloat ? 'numbers with a fraction' : `there is no type ${words.join(' ')} here`,
      span,
      isFloat ? 'integers are taken' : null,
    );
  }

  #atomic(type: CType, span: Span): CType {
    if (type.kind === 'integer' || type.kind === 'pointer') return { ...type, atomic: true };
    return this.refuse(`${printCType(type)} as one atomic object`, span, 'make its members atomic');
  }

  #named(name: string, span: Span): CType {
    const meaning = this.scope.find(name);
    if (meaning?.kind === 'typedef') return meaning.type;
    const known = integerNames.get(name);
    if (known !== undefined) {
      const type = typeOfWords(known.words.split(' '));
      if (type !== null) return known.atomic === true ? this.#atomic(type, span) : type;
    }
    const library = libraryTypes.get(name);
    if (library !== undefined) return { kind: 'library', what: library };
    return this.refuse(
      `the type ${name}`,
      span,
      didYouMean(name, [...integerNames.keys(), ...this.scope.known()]),
    );
  }

  #array(of: CType, size: CExpr | null, span: Span): CType {
    if (size === null) return { kind: 'array', of, length: null };
    const length = this.constantOf(size, 'the length of an array');
    if (length < 0n || length > BigInt(maxLength)) this.refuse(`an array of ${length} elements`, span);
    return { kind: 'array', of, length: Number(length) };
  }

  #record(ast: RecordAst): CType {
    const known = this.scope.records.get(ast);
    if (known !== undefined) return known;
    const type = this.#recordFor(ast);
    if (ast.members === null) return type;
    this.scope.records.set(ast, type);
    if (type.members !== null) {
      this.world.bag.report('E202', ast.span, `${printCType(type)} is written twice`);
      return type;
    }
    const members = ast.members.flatMap((member, index): readonly RecordMember[] => {
      if (member.bits !== null) this.refuse('members of some bits', member.span, 'take a member of its own');
      const own = this.resolve(member.type);
      const layout = this.#layoutOf(member.layout);
      if (member.name !== null) return [{ name: member.name.text, type: own, ...layout }];
      // The members of a struct without a name are seen as those of what is around.
      if (own.kind !== 'record') return [];
      const isPlain = !type.isUnion && !(own.isUnion && (own.used ?? []).length > 1);
      if (isPlain && Object.keys(layout).length === 0 && hasPlainLayout(own))
        return (own.used ?? own.members ?? []).map((inner) => ({ ...inner, isInner: true }));
      return [{ name: `(${own.name} ${index})`, type: own, isHidden: true, ...layout }];
    });
    if (members.length === 0) this.refuse(`${printCType(type)} without members`, ast.span);
    if (type.isUnion) {
      // The first one gets the initial value that names none.
      const used = members.filter(
        (member, i) => this.#isNamed(member) || (i === 0 && !isFiller(member.type)),
      );
      type.used = used.length > 0 ? used : members.slice(0, 1);
    }
    const { arrayMembers, otherMembers } = this.world;
    for (const { name, type: own } of members) (own.kind === 'array' ? arrayMembers : otherMembers).add(name);
    type.members = members;
    const { align, isPacked } = this.#layoutOf(ast.layout);
    if (align !== undefined) type.align = align;
    if (isPacked !== undefined) type.isPacked = isPacked;
    return type;
  }

  #layoutOf({ aligns, isPacked }: LayoutAst): Pick<RecordMember, 'align' | 'isPacked'> {
    const all = aligns.map((expr) => this.constantOf(expr, 'an alignment'));
    const align = all.reduce((most, each) => (each > most ? each : most), 1n);
    return { ...(align > 1n ? { align } : {}), ...(isPacked ? { isPacked } : {}) };
  }

  /** Whether the program names it, or one of its members if it has no name itself. */
  #isNamed(member: RecordMember): boolean {
    if (member.isHidden !== true) return this.world.hints.members.has(member.name);
    return member.type.kind === 'record' && (member.type.members ?? []).some((inner) => this.#isNamed(inner));
  }

  /** What an attribute of a typedef does to a struct that is written there: it moves it in others, and makes it no larger. */
  protected alignTypedef(type: CType, { layout, span, type: written }: CDeclaration): void {
    const { align } = this.#layoutOf(layout);
    if (align === undefined || align <= alignmentOf(type)) return;
    if (type.kind !== 'record' || written.kind !== 'record' || written.members === null)
      return this.refuse(
        'a typedef with an alignment',
        span,
        'write it where the struct or the member is declared',
      );
    type.align = align;
    type.isLoose = true;
  }

  #recordFor(ast: RecordAst): RecordType {
    const name = ast.tag ?? `without a name`;
    const fresh = (): RecordType => ({
      kind: 'record',
      isUnion: ast.isUnion,
      name,
      members: null,
      span: ast.span,
    });
    if (ast.tag === null) return fresh();
    const own = this.scope.tags.get(ast.tag);
    const found = ast.members === null ? this.scope.tag(ast.tag) : (own ?? null);
    if (found?.kind === 'record') return found.type;
    const type = fresh();
    this.scope.tags.set(ast.tag, { kind: 'record', type });
    return type;
  }

  #enum(ast: CTypeAst & { readonly kind: 'enum' }): CType {
    if (ast.items === null) {
      const known = ast.tag === null ? null : this.scope.tag(ast.tag);
      return known?.kind === 'enum' ? known.type : intC;
    }
    let next = 0n;
    const names = new Map<bigint, string>();
    for (const item of ast.items) {
      const value = item.value === null ? next : this.constantOf(item.value, 'the value of a constant');
      if (!fitsInt(value)) this.refuse('an enumeration of numbers that no int can be', ast.span);
      this.scope.names.set(item.name.text, { kind: 'constant', value });
      if (!names.has(value)) names.set(value, item.name.text);
      next = value + 1n;
    }
    // What gcc and clang choose (C11 6.7.2.2p4 leaves it open); the constants themselves are of type int.
    const isSigned = [...names.keys()].some((value) => value < 0n);
    const type: CType = { ...(isSigned ? intC : unsignedC), names };
    if (ast.tag !== null) this.scope.tags.set(ast.tag, { kind: 'enum', type });
    return type;
  }
}
