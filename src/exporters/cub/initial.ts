import { unsupported } from '../../diagnostics/diagnostic.js';
import { conjunction, disjunction } from '../../lang/arrays/array-formula.js';
import type { ArrayFormula, Clause } from '../../lang/arrays/array-system.js';
import { binary, equal, int, local, param, shared, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { initialExpr } from '../../lang/program/program.js';
import type { LocalVar } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import type { Span } from '../../diagnostics/span.js';
import { liveLocals } from '../../lang/program/liveness.js';
import { at } from '../../support/invariant.js';
import { isUniform } from './cast.js';
import { cubesOf } from './dnf.js';
import { firstUnsayable } from './settle.js';
import { formulaOf } from './write-formula.js';
import type { PcValue } from './process-places.js';
import { stands } from './scene.js';
import type { Scene } from './scene.js';
import { actor } from './cells.js';
import { actorSpeaker } from './speak.js';
import { known } from './edge-ways.js';

/** Where everybody is and what everything holds in the beginning, said of each process. */
export function initialClause(scene: Scene, span: Span): Clause {
  const parts = [whereabouts(scene, span), ...localsBegin(scene), ...memoryBegins(scene)];
  return { params: ['p'], formula: conjunction(parts), span };
}

function whereabouts(scene: Scene, span: Span): ArrayFormula {
  const { cast, places, kinds, knowledge } = scene;
  const actorStands = (place: PcValue): ArrayFormula => stands(scene, actor, place, span);
  const { threads } = knowledge.system;
  const [first] = threads;
  if ((cast.isFixed || isUniform(cast)) && first !== undefined)
    return actorStands(places.at(first.id, first.entry));
  const members = threads.map((t) => ({ kind: t.id, place: places.at(t.id, t.entry) }));
  const all = cast.hasBystander ? [...members, { kind: threads.length, place: places.bystander() }] : members;
  return disjunction(
    all.map(({ kind, place }) =>
      kinds.isNeeded ? conjunction([actorStands(place), kinds.is(actor, kind, span)]) : actorStands(place),
    ),
  );
}

function localsBegin(scene: Scene): readonly ArrayFormula[] {
  return scene.vocabulary.locals.flatMap((variables) => {
    const [variable] = variables;
    if (variable === undefined || variables.every((v) => isForgotten(v, scene))) return [];
    return begins(local(variable.id), initialExpr(variable.init), variable, scene);
  });
}

/** Whether it does not matter that a variable for the number of a process begins with a number that none may have. */
function isForgotten(variable: LocalVar, { knowledge }: Scene): boolean {
  const { system, numbers } = knowledge;
  if (numbers.ofLocal(variable.id) === null || variable.init.kind === 'any') return false;
  if (variable.init.kind === 'value' && numbers.kindOf(variable.init.value) !== null) return false;
  const thread = at(system.threads, variable.thread);
  const isRead = system.properties.some(
    (p) =>
      'formula' in p && [...subexpressions(p.formula)].some((e) => 'local' in e && e.local === variable.id),
  );
  return !isRead && !at(liveLocals(thread), thread.entry).has(variable.id);
}

function memoryBegins(scene: Scene): readonly ArrayFormula[] {
  return scene.vocabulary.weak.flatMap(({ variable, element }) => {
    const { shape, id, init } = variable;
    const index =
      shape.kind === 'per-instance' ? param(shape.thread) : shape.kind === 'array' ? int(element ?? 0) : null;
    return begins(shared(id, index), initialExpr(init, element ?? 0), variable, scene);
  });
}

function begins(
  cell: Expr,
  value: Expr | null,
  { name, type, span }: { readonly name: string; readonly type: Type; readonly span: Span },
  scene: Scene,
): readonly ArrayFormula[] {
  const speaker = actorSpeaker(scene, span);
  if (value === null) {
    if (type.kind !== 'range') return [];
    return [binary('<=', int(type.lo), cell), binary('<=', cell, int(type.hi))].map((e) =>
      formulaOf(e, speaker),
    );
  }
  const is = known(equal(cell, value), new Map());
  const isDynamic = [...subexpressions(value)].some(
    (e) => e.kind === 'shared' && e.index !== null && e.index.kind !== 'int',
  );
  if (isDynamic || firstUnsayable(is, scene.knowledge) !== null)
    unsupported(`the initial value of '${name}' is computed in a way that .cub cannot say`, span);
  const formula = formulaOf(is, speaker);
  // `not (B = True)` reads better as `B = False`.
  const [cube, ...others] = cubesOf(formula, 2) ?? [];
  return others.length === 0 && cube !== undefined ? cube : [formula];
}
