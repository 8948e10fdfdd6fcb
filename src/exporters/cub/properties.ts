import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { disjunction, procTerm, procVariable } from '../../lang/arrays/array-formula.js';
import type { ArrayComparison } from '../../lang/arrays/array-formula.js';
import type { ArrayFormula, ArrayTerm, Clause, ProcTerm } from '../../lang/arrays/array-system.js';
import { conjunction, not } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import { edgeId, locationId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Property } from '../../lang/program/program.js';
import { assertNever, at, getOrFail } from '../../support/invariant.js';
import { Characters } from './characters.js';
import { cubesOf } from './dnf.js';
import type { DnfCubes } from './dnf.js';
import { waysOf } from './evaluate-expr.js';
import { assumingEach, fewestValues, tooMany } from './knowledge.js';
import type { Knowledge } from './knowledge.js';
import { formulaOf, noNumber } from './write-formula.js';
import type { Speaker } from './write-formula.js';
import { withoutForalls } from './instances.js';
import type { Instantiated } from './instances.js';
import { stands } from './scene.js';
import type { Scene } from './scene.js';
import { settled } from './settle.js';
import { cellTerm } from './cells.js';
import { conditionOf } from './edge-ways.js';
import type { CubWay } from './edge-ways.js';

const mostClauses = 512;
const mostDisjuncts = 64;

/** The states that violate a property, one clause for each way to do so; null: `.cub` cannot say it. */
export function violationsOf(property: Property, scene: Scene): readonly Clause[] | null {
  switch (property.kind) {
    case 'invariant':
      return withoutForalls(property.formula, scene.knowledge.system, property.span).flatMap((instantiated) =>
        clausesOf(instantiated, property.span, scene, 'bystander'),
      );
    case 'final':
      if (!scene.cast.isFixed)
        unsupported(
          `${property.name} speaks of the end of all threads, which .cub cannot say of any number of processes`,
          property.span,
          'give a number with --procs N',
        );
      return clausesOf({ formula: property.formula, threadOf: new Map() }, property.span, scene, 'end');
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return faultClauses(property, scene);
    case 'ltl':
    case 'never':
    case 'deadlock':
      return null;
    default:
      return assertNever(property);
  }
}

function faultClauses(property: Property, scene: Scene): readonly Clause[] {
  if (!scene.places.hasFault(property.name)) return [];
  const span = 'span' in property ? property.span : at(scene.knowledge.system.threads, 0).span;
  return [faultClause(scene, property.name, span)];
}

/** Some process stands where one stands that has violated the property. */
export const faultClause = (scene: Scene, name: string, span: Span): Clause => ({
  params: ['p'],
  formula: stands(scene, procVariable(0), scene.places.fault(name), span),
  span,
});

/** Whose view of memory counts: that of a process that never writes, or of any when all buffers are empty. */
type Moment = 'bystander' | 'end';

function clausesOf(
  { formula, threadOf }: Instantiated,
  span: Span,
  scene: Scene,
  moment: Moment,
): readonly Clause[] {
  const characters = new Characters(scene, span);
  const ended = moment === 'end' ? allEnded(scene, characters) : [];
  const speaker = new PropertySpeaker(scene, characters, threadOf, moment, span);
  const cubes = waysToFail(formula, scene, span).flatMap((way) => cubesOfWay(way, speaker, scene));
  if (cubes.length > mostClauses) return tooMany(span);
  return cubes.map((cube) => characters.clause([...ended, ...cube]));
}

/** All threads have ended; those that store are behind a fence then if the property reads memory. */
function allEnded({ knowledge, places, drains }: Scene, characters: Characters): readonly ArrayComparison[] {
  return knowledge.system.threads.map(({ id, end }) => {
    const process = characters.of({ kind: 'member', thread: id, binder: null });
    return characters.stands(process, drains.has(id) ? places.drained(id) : places.at(id, end));
  });
}

/** Where the normal form is large, the values of the variables one by one may be fewer. */
function cubesOfWay(way: CubWay, speaker: Speaker, scene: Scene): DnfCubes {
  const cubes = cubesOf(formulaOf(conditionOf(way), speaker), mostDisjuncts);
  if (cubes !== null && cubes.length <= 4) return cubes;
  const byValues = valuations(way, speaker, scene, mostDisjuncts * 8);
  if (cubes === null) return byValues ?? tooMany(speaker.span);
  return byValues !== null && byValues.length > 0 && byValues.length < cubes.length ? byValues : cubes;
}

/** The ways in which the condition holds for some values of its variables; null: there are more values than `most`. */
function valuations(way: CubWay, speaker: Speaker, scene: Scene, most: number): DnfCubes | null {
  const choice = fewestValues(conjunction(way.conds), scene.knowledge);
  if (choice === null) return cubesOf(formulaOf(conditionOf(way), speaker), 1);
  if (choice.values.length > most) return null;
  const all: (readonly ArrayComparison[])[] = [];
  for (const part of assumingEach(way, choice)) {
    const cubes = valuations(part, speaker, scene, Math.floor(most / choice.values.length));
    if (cubes === null) return null;
    all.push(...cubes);
  }
  return all;
}

/** Ways that the target can say, one of which holds where the formula is false. */
function waysToFail(formula: Expr, { knowledge }: Scene, span: Span): readonly CubWay[] {
  const thread = at(knowledge.system.threads, 0).id;
  const question = { id: edgeId(0), from: locationId(0), to: locationId(0), span };
  const ways = waysOf({ ...question, actions: [{ kind: 'assume', cond: not(formula) }] }, thread, knowledge);
  if (ways.some((way) => way.fault !== null))
    unsupported('the property divides or uses an index in a way that may go wrong', span);
  return settled(ways, knowledge, span);
}

class PropertySpeaker implements Speaker {
  readonly knowledge: Knowledge;

  constructor(
    private readonly scene: Scene,
    private readonly characters: Characters,
    private readonly threadOf: Instantiated['threadOf'],
    private readonly moment: Moment,
    readonly span: Span,
  ) {
    this.knowledge = scene.knowledge;
  }

  place({ thread, instance, label }: Extract<Expr, { kind: 'at' }>): ArrayFormula {
    const process = instance === null ? this.#thread(thread) : this.#instance(instance);
    const options = this.scene.places.labelled(thread, label);
    return disjunction(options.map((place) => this.characters.stands(process, place)));
  }

  term(variable: Expr): ArrayTerm {
    const { vocabulary } = this.scene;
    switch (variable.kind) {
      case 'bound':
        return procTerm(this.#instance(variable));
      case 'local': {
        const { thread } = at(this.knowledge.system.locals, variable.local);
        return cellTerm({ symbol: vocabulary.local(variable.local), indices: [this.#thread(thread)] });
      }
      case 'instance-local':
        return cellTerm({
          symbol: vocabulary.local(variable.local),
          indices: [this.#instance(variable.instance)],
        });
      case 'shared':
        return this.#memory(variable);
      default:
        return noNumber(this.span);
    }
  }

  #memory({ shared, index }: SharedRead): ArrayTerm {
    const { vocabulary } = this.scene;
    const element = index === null ? 0 : index.kind === 'int' ? Number(index.value) : null;
    const indices = index !== null && element === null ? [this.#instance(index)] : [];
    return cellTerm({ symbol: vocabulary.cell(shared, element), indices }, this.#viewer());
  }

  #viewer(): ProcTerm {
    if (this.moment === 'bystander') return this.characters.of({ kind: 'bystander' });
    return this.#thread(at(this.scene.cast.members, 0).id);
  }

  #thread(thread: ThreadId): ProcTerm {
    return this.characters.of({ kind: 'member', thread, binder: null });
  }

  #instance(expr: Expr): ProcTerm {
    if (expr.kind !== 'bound') return noNumber(this.span);
    return this.characters.of({
      kind: 'member',
      thread: getOrFail(this.threadOf, expr.binder),
      binder: expr.binder,
    });
  }
}
