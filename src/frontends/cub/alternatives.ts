import { assertNever, at } from '../../support/check.js';
import type { Span } from '../../diagnostics/span.js';
import type { Expr, Quantifier, Word } from './ast.js';
import { expansionOf, fenceHint } from './formulas.js';
import { bind, binderOf } from './scope.js';
import type { Binder, Bindings, Bound, Scope } from './scope.js';
import { mentions, partsOf } from './walk.js';

/** A formula without quantifiers, or its negation, and what its names mean. */
export interface Part {
  readonly expr: Expr;
  readonly positive: boolean;
  readonly bindings: Bindings;
}

/** For every process but the parameters and witnesses. */
export interface OpenUniversal extends Part {
  readonly name: Word;
  readonly span: Span;
}

/** One way in which a formula can hold: for some different processes, all of the parts. */
export interface Alternative {
  readonly witnesses: readonly Binder[];
  readonly parts: readonly Part[];
  readonly universals: readonly OpenUniversal[];
  readonly fences: readonly Span[];
}

const nothing: Alternative = { witnesses: [], parts: [], universals: [], fences: [] };

/** More of them are a mistake in the file, or no work for any engine. */
const maxAlternatives = 1000;

/**
 * All ways in which the formula can hold, to be true together where it holds: disjunctions are only taken apart where
 * quantifiers or fences are in them. `others` are the processes that `forall_other` and `exists_other` leave out.
 */
export function alternativesOf(expr: Expr, scope: Scope, others: readonly Bound[]): readonly Alternative[] {
  return new Splitter(scope).split({ expr, positive: true, bindings: scope.bindings }, others);
}

class Splitter {
  constructor(private readonly scope: Scope) {}

  split(part: Part, others: readonly Bound[]): readonly Alternative[] {
    const { expr, positive } = part;
    if (!this.#isSpecial(expr)) return [{ ...nothing, parts: [part] }];
    switch (expr.kind) {
      case 'truth':
      case 'compare':
        return [{ ...nothing, parts: [part] }];
      case 'not':
        return this.split({ ...part, expr: expr.arg, positive: !positive }, others);
      case 'connective':
      case 'if':
        return this.#compound(part, others);
      case 'fence':
        if (positive) return [{ ...nothing, fences: [expr.span] }];
        this.scope.bag.report('E402', expr.span, 'fence() cannot be negated', fenceHint);
        return [nothing];
      case 'call': {
        const expanded = expansionOf(expr, { ...this.scope, bindings: part.bindings });
        if (expanded === null) return [nothing];
        return this.split({ positive, expr: expanded.body, bindings: expanded.bindings }, others);
      }
      case 'quantified':
        return this.#quantified(expr, part, others);
      default:
        return assertNever(expr);
    }
  }

  /** Whether quantifiers or fences are in it. */
  #isSpecial(expr: Expr): boolean {
    if (expr.kind === 'quantified' || expr.kind === 'fence') return true;
    if (expr.kind === 'call') {
      const predicate = this.scope.names.predicates.get(expr.name.text);
      return predicate !== undefined && this.#isSpecial(predicate.body);
    }
    return partsOf(expr).some((part) => this.#isSpecial(part));
  }

  #compound(part: Part, others: readonly Bound[]): readonly Alternative[] {
    const { all, of } = flattened(part);
    // What is neither quantified nor a fence stays together.
    const plain = of.filter(({ expr }) => !this.#isSpecial(expr));
    const special = of.filter(({ expr }) => this.#isSpecial(expr)).map((one) => this.split(one, others));
    if (!all)
      return [...(plain.length === 0 ? [] : [{ ...nothing, parts: [oneOf(plain)] }]), ...special.flat()];
    return special.reduce((left, right) => this.#both(left, right, part), [{ ...nothing, parts: plain }]);
  }

  #both(left: readonly Alternative[], right: readonly Alternative[], { expr }: Part): readonly Alternative[] {
    const both = left.flatMap((a) => right.flatMap((b) => joined(a, b)));
    if (both.length <= maxAlternatives) return both;
    const message = `this guard can hold in more than ${maxAlternatives} ways`;
    this.scope.bag.report('E004', expr.span, message, 'Write several transitions.');
    return both.slice(0, 1);
  }

  #quantified(
    expr: Extract<Expr, { kind: 'quantified' }>,
    { positive, bindings }: Part,
    others: readonly Bound[],
  ): readonly Alternative[] {
    const [name, ...more] = expr.names;
    if (name === undefined || more.length > 0) {
      const hint = `Write ${expr.quantifier} twice.`;
      this.scope.bag.report('E501', expr.span, 'quantifiers over several processes are not supported', hint);
      return [nothing];
    }
    const body: Part = { expr: expr.body, positive, bindings };
    const meant = positive ? expr.quantifier : dual[expr.quantifier];
    switch (meant) {
      case 'forall_other':
        return this.#forall(name, body, others);
      case 'forall': {
        const own = others.map((other) => this.split(instance(body, name, other), others));
        return [...own, this.#forall(name, body, others)].reduce((a, b) => this.#both(a, b, body));
      }
      case 'exists_other':
        return this.#exists(name, body, others);
      case 'exists': {
        const own = others.flatMap((other) => this.split(instance(body, name, other), others));
        return [...own, ...this.#exists(name, body, others)];
      }
      default:
        return assertNever(meant);
    }
  }

  #exists(name: Word, body: Part, others: readonly Bound[]): readonly Alternative[] {
    const witness = binderOf(name);
    const inner = this.split(instance(body, name, witness), [...others, witness]);
    return inner.map((alternative) => ({ ...alternative, witnesses: [witness, ...alternative.witnesses] }));
  }

  /**
   * Users write `forall_other k. A[k] = B && fence()`, and the quantifier takes in all of it: fences and further
   * `forall_other` that do not speak of k are taken out again.
   */
  #forall(name: Word, body: Part, others: readonly Bound[]): readonly Alternative[] {
    const { all, of } = flattened(body);
    const parts = all ? of : [body];
    const plain = parts.filter(({ expr }) => !this.#isSpecial(expr));
    const special = parts.filter(({ expr }) => this.#isSpecial(expr));
    const outside = special.filter((part) => this.#standsOutside(part, name));
    if (outside.length < special.length) {
      const message = 'quantifiers inside of forall_other are not supported, nor is fence() in a part of it';
      const hint = 'Write fence() and what else does not speak of the process before forall_other.';
      this.scope.bag.report(
        'E501',
        special.find((part) => !outside.includes(part))?.expr.span ?? name.span,
        message,
        hint,
      );
      return [nothing];
    }
    const universals = plain.length === 0 ? [] : [{ ...allOf(plain), name, span: body.expr.span }];
    return outside
      .map((part) => this.split(part, others))
      .reduce((a, b) => this.#both(a, b, body), [{ ...nothing, universals }]);
  }

  #standsOutside({ expr, positive }: Part, { text }: Word): boolean {
    if (expr.kind === 'fence') return true;
    const isForall =
      expr.kind === 'quantified' && expr.quantifier === (positive ? 'forall_other' : 'exists_other');
    return isForall && !mentions(expr, text);
  }
}

const dual: Readonly<Record<Quantifier, Quantifier>> = {
  forall: 'exists',
  exists: 'forall',
  forall_other: 'exists_other',
  exists_other: 'forall_other',
};

const instance = ({ bindings, ...part }: Part, { text }: Word, process: Bound): Part => ({
  ...part,
  bindings: bind(bindings, [[text, process]]),
});

/** A formula as what must hold together (`all`) or of which one must hold. */
function flattened(part: Part): { readonly all: boolean; readonly of: readonly Part[] } {
  const { expr, positive } = part;
  const as = (inner: Expr, same = true): Part => ({ ...part, expr: inner, positive: same === positive });
  if (expr.kind === 'not') return flattened(as(expr.arg, false));
  if (expr.kind === 'if') {
    const { cond, span } = expr;
    const side = (when: Expr, then: Expr): Part =>
      as({ kind: 'connective', op: '&&', left: when, right: then, span });
    const otherwise: Expr = { kind: 'not', arg: cond, span };
    return { all: !positive, of: [side(cond, expr.then), side(otherwise, expr.else)] };
  }
  if (expr.kind !== 'connective') return { all: true, of: [part] };
  const { left, right, op, span } = expr;
  switch (op) {
    case '&&':
    case '||': {
      const all = (op === '&&') === positive;
      const of = [as(left), as(right)].flatMap((inner) => {
        const flat = flattened(inner);
        return flat.all === all ? flat.of : [inner];
      });
      return { all, of };
    }
    case '=>':
      return { all: !positive, of: [as(left, false), as(right)] };
    case '<=>': {
      const implies = (a: Expr, b: Expr): Part =>
        as({ kind: 'connective', op: '=>', left: a, right: b, span });
      return { all: positive, of: [implies(left, right), implies(right, left)] };
    }
    default:
      return assertNever(op);
  }
}

/** Parts of one formula, put together again; they have the bindings of that. */
const oneOf = (parts: readonly Part[]): Part => chained(parts, '||');
const allOf = (parts: readonly Part[]): Part => chained(parts, '&&');

function chained(parts: readonly Part[], op: '&&' | '||'): Part {
  const { bindings } = at(parts, 0);
  const exprs = parts.map(({ expr, positive }): Expr =>
    positive ? expr : { kind: 'not', arg: expr, span: expr.span },
  );
  const expr = exprs.reduce((left, right) => ({ kind: 'connective', op, left, right, span: left.span }));
  return { expr, positive: true, bindings };
}

/**
 * Both alternatives together. A witness of the one may be a witness of the other; where it is not, it is one more process that
 * the other's universals speak of.
 */
function joined(a: Alternative, b: Alternative): readonly Alternative[] {
  return matchings(b.witnesses, a.witnesses).map((same) => {
    const renamed = replaced(b, same);
    const added = renamed.witnesses.filter((witness) => !a.witnesses.includes(witness));
    const missed = a.witnesses.filter((witness) => !renamed.witnesses.includes(witness));
    return {
      witnesses: [...a.witnesses, ...added],
      parts: [
        ...a.parts,
        ...renamed.parts,
        ...instances(a.universals, added),
        ...instances(renamed.universals, missed),
      ],
      universals: [...a.universals, ...renamed.universals],
      fences: [...a.fences, ...b.fences],
    };
  });
}

const instances = (universals: readonly OpenUniversal[], processes: readonly Binder[]): readonly Part[] =>
  universals.flatMap(({ name, expr, positive, bindings }) =>
    processes.map((process) => instance({ expr, positive, bindings }, name, process)),
  );

type Matching = ReadonlyMap<Bound, Binder>;

/** All ways to let some of the witnesses be some of the others, each another one. */
function matchings(witnesses: readonly Binder[], others: readonly Binder[]): readonly Matching[] {
  if (witnesses.length === 0) return [new Map()];
  const witness = at(witnesses, 0);
  return matchings(witnesses.slice(1), others).flatMap((rest) => {
    const used = new Set(rest.values());
    const free = others.filter((other) => !used.has(other));
    return [rest, ...free.map((other) => new Map([...rest, [witness, other] as const]))];
  });
}

function replaced({ witnesses, parts, universals, fences }: Alternative, same: Matching): Alternative {
  const bindingsOf = (bindings: Bindings): Bindings =>
    same.size === 0
      ? bindings
      : new Map([...bindings].map(([name, bound]) => [name, same.get(bound) ?? bound]));
  return {
    witnesses: witnesses.map((witness) => same.get(witness) ?? witness),
    parts: parts.map((part) => ({ ...part, bindings: bindingsOf(part.bindings) })),
    universals: universals.map((universal) => ({ ...universal, bindings: bindingsOf(universal.bindings) })),
    fences,
  };
}
