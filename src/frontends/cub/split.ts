import type { Word } from '../../diagnostics/span.js';
import { assertNever } from '../../support/invariant.js';
import { joined, nothing } from './alternatives.js';
import type { Alternative } from './alternatives.js';
import type { CubExpr, CubQuantifier } from './ast.js';
import { expansionOf, fenceHint } from './formulas.js';
import { allOf, flattened, instance, oneOf } from './parts.js';
import type { SignedPart } from './parts.js';
import { binderOf } from './scope.js';
import type { ProcessMeaning, FormulaScope } from './scope.js';
import { mentions, partsOf } from './walk.js';

/** More of them are a mistake in the file, or no work for any engine. */
const maxAlternatives = 1000;

/**
 * All ways in which the formula can hold, to be true together where it holds: disjunctions are only taken apart where
 * quantifiers or fences are in them. `others` are the processes that `forall_other` and `exists_other` leave out.
 */
export function alternativesOf(
  expr: CubExpr,
  scope: FormulaScope,
  others: readonly ProcessMeaning[],
): readonly Alternative[] {
  return new FormulaSplitter(scope).split({ expr, positive: true, bindings: scope.bindings }, others);
}

class FormulaSplitter {
  constructor(private readonly scope: FormulaScope) {}

  split(part: SignedPart, others: readonly ProcessMeaning[]): readonly Alternative[] {
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
  #isSpecial(expr: CubExpr): boolean {
    if (expr.kind === 'quantified' || expr.kind === 'fence') return true;
    if (expr.kind === 'call') {
      const predicate = this.scope.names.predicates.get(expr.name.text);
      return predicate !== undefined && this.#isSpecial(predicate.body);
    }
    return partsOf(expr).some((part) => this.#isSpecial(part));
  }

  #compound(part: SignedPart, others: readonly ProcessMeaning[]): readonly Alternative[] {
    const { all, of } = flattened(part, (one) => this.#isSpecial(one));
    // What is neither quantified nor a fence stays together.
    const plain = of.filter(({ expr }) => !this.#isSpecial(expr));
    const special = of.filter(({ expr }) => this.#isSpecial(expr)).map((one) => this.split(one, others));
    if (!all)
      return [...(plain.length === 0 ? [] : [{ ...nothing, parts: [oneOf(plain)] }]), ...special.flat()];
    return special.reduce((left, right) => this.#both(left, right, part), [{ ...nothing, parts: plain }]);
  }

  #both(
    left: readonly Alternative[],
    right: readonly Alternative[],
    { expr }: SignedPart,
  ): readonly Alternative[] {
    const both = left.flatMap((a) => right.flatMap((b) => joined(a, b)));
    if (both.length <= maxAlternatives) return both;
    const message = `this guard can hold in more than ${maxAlternatives} ways`;
    this.scope.bag.report('E004', expr.span, message, 'Write several transitions.');
    return both.slice(0, 1);
  }

  #quantified(
    expr: Extract<CubExpr, { kind: 'quantified' }>,
    { positive, bindings }: SignedPart,
    others: readonly ProcessMeaning[],
  ): readonly Alternative[] {
    const [name, ...more] = expr.names;
    if (name === undefined || more.length > 0) {
      const hint = `Write ${expr.quantifier} twice.`;
      this.scope.bag.report('E501', expr.span, 'quantifiers over several processes are not supported', hint);
      return [nothing];
    }
    const body: SignedPart = { expr: expr.body, positive, bindings };
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

  #exists(name: Word, body: SignedPart, others: readonly ProcessMeaning[]): readonly Alternative[] {
    const witness = binderOf(name);
    const inner = this.split(instance(body, name, witness), [...others, witness]);
    return inner.map((alternative) => ({ ...alternative, witnesses: [witness, ...alternative.witnesses] }));
  }

  /**
   * Users write `forall_other k. A[k] = B && fence()`, and the quantifier takes in all of it: fences and further
   * `forall_other` that do not speak of k are taken out again.
   */
  #forall(name: Word, body: SignedPart, others: readonly ProcessMeaning[]): readonly Alternative[] {
    const { all, of } = flattened(body, (one) => this.#isSpecial(one));
    const parts = all && this.#isSpecial(body.expr) ? of : [body];
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

  #standsOutside({ expr, positive }: SignedPart, { text }: Word): boolean {
    if (expr.kind === 'fence') return true;
    const isForall =
      expr.kind === 'quantified' && expr.quantifier === (positive ? 'forall_other' : 'exists_other');
    return isForall && !mentions(expr, text);
  }
}

const dual: Readonly<Record<CubQuantifier, CubQuantifier>> = {
  forall: 'exists',
  exists: 'forall',
  forall_other: 'exists_other',
  exists_other: 'forall_other',
};
