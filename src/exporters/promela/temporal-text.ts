import { hasTemporal, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isTemporal } from '../../lang/program/program.js';
import { InternalError } from '../../support/invariant.js';
import { canBe } from './write-formula.js';
import type { PromelaLines } from './lines.js';
import type { PromelaModel } from './promela-model.js';
import { isLost, outcomeOf } from './monitor.js';
import { isTooLarge } from './too-large.js';
import { canGo } from './thread-model.js';

/** What the text of a model says about its steps. */
export interface StepTraits {
  /** Whether some step of the program is several of the model: a formula would look inside. */
  readonly looksInside: boolean;
  /** Whether values are chosen before the threads run: a formula would look at what is before. */
  readonly chooses: boolean;
}

export interface TemporalText {
  readonly lines: PromelaLines;
  /** The names of the `ltl` blocks, with the properties that they are. */
  readonly stated: readonly { readonly name: string; readonly property: string }[];
  readonly leftOut: readonly { readonly property: string; readonly why: string }[];
}

/** The temporal properties as Spin has them, or why it cannot have them. */
export function temporalText(model: PromelaModel, steps: StepTraits): TemporalText {
  const lines: string[] = [];
  const stated: TemporalText['stated'][number][] = [];
  const leftOut: TemporalText['leftOut'][number][] = [];
  for (const property of model.program.properties.filter(isTemporal)) {
    const isFormula = property.kind === 'ltl';
    const why = isFormula ? obstacle(model, property.formula, steps) : 'it is an automaton';
    if (!isFormula || why !== null) {
      leftOut.push({ property: property.name, why: why ?? '' });
      continue;
    }
    const name = model.names.fresh(property.name);
    lines.push(`ltl ${name} { ${written(model, property.formula)} }`);
    stated.push({ name, property: property.name });
  }
  return { lines, stated, leftOut };
}

function obstacle(model: PromelaModel, formula: Expr, { looksInside, chooses }: StepTraits): string | null {
  if (looksInside) return 'Spin would look inside atomic steps';
  if (chooses) return 'Spin would look at the time before the initial values are set';
  const isNext = (e: Expr): boolean => e.kind === 'temporal' && e.op === 'X';
  if ([...subexpressions(formula)].some(isNext)) return 'Spin has X only where it was built for it';
  const cannot = (e: Expr): boolean => isTooLarge(e) || mayBeLost(model, e);
  if (atomsOf(formula).some(cannot)) return 'a number in it may be beyond 32 bits';
  // A label by that name is told apart from the operator everywhere but here.
  return /\bnext\b/.test(written(model, formula)) ? 'next is an operator of Spin' : null;
}

const atomsOf = (formula: Expr): readonly Expr[] => {
  if (!hasTemporal(formula)) return [formula];
  if (formula.kind === 'temporal' || formula.kind === 'unary') return atomsOf(formula.arg);
  if (formula.kind === 'until' || formula.kind === 'binary')
    return [...atomsOf(formula.left), ...atomsOf(formula.right)];
  return [];
};

const mayBeLost = (model: PromelaModel, atom: Expr): boolean =>
  canBe(outcomeOf(model, atom), (o) => o.kind === 'unknown' || isLost(o)) !== false;

const operators = { G: '[]', F: '<>', X: 'X', U: 'U', R: 'V' } as const;
const connectives: Readonly<Record<string, string>> = { '&&': '&&', '||': '||', '->': '->', '==': '<->' };

/** Everything in parentheses: few know how the operators bind. */
function written(model: PromelaModel, formula: Expr): string {
  // One that divides by zero or reads beyond an array does not hold.
  if (!hasTemporal(formula)) return `(${model.text.formula(canGo(outcomeOf(model, formula)))})`;
  const of = (part: Expr): string => written(model, part);
  switch (formula.kind) {
    case 'temporal':
      return `(${operators[formula.op]} ${of(formula.arg)})`;
    case 'until': {
      const [left, right] = [of(formula.left), of(formula.right)];
      // Spin's W binds as it likes; its meaning does not.
      return formula.op === 'W'
        ? `((${left} U ${right}) || ([] ${left}))`
        : `(${left} ${operators[formula.op]} ${right})`;
    }
    case 'unary':
      return `(! ${of(formula.arg)})`;
    case 'binary': {
      const [left, right] = [of(formula.left), of(formula.right)];
      if (formula.op === '!=') return `(! (${left} <-> ${right}))`;
      return `(${left} ${connectives[formula.op] ?? formula.op} ${right})`;
    }
    default:
      throw new InternalError(`${formula.kind} has no temporal part`);
  }
}
