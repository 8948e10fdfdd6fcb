import { unsupported } from '../../diagnostics/diagnostic.js';
import { generatedBy, lineOf } from '../../diagnostics/span.js';
import { conjunction, procVariable } from '../../lang/arrays/array-formula.js';
import type { ArraySystem, Clause, UnsafeClause } from '../../lang/arrays/array-system.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import type { Templates } from '../exporter.js';
import { Kinds, castOf } from './cast.js';
import { Domains } from './domains.js';
import { initialClause } from './initial.js';
import { FreeNames } from './naming.js';
import { ProcessPlaces } from './process-places.js';
import { ProcNumbers } from './proc-numbers.js';
import { faultClause, violationsOf } from './properties.js';
import type { Scene } from './scene.js';
import { transitionsOf } from './edge-transitions.js';
import { TargetVocabulary } from './target-variables.js';

/** A program as an array system, and what each of its unsafe clauses stands for. */
export interface Exported {
  readonly system: ArraySystem;
  readonly properties: readonly ExportedProperty[];
  /** Whether it takes one process more, which does nothing. */
  readonly needsBystander: boolean;
  /** The one memory model under which the system is the program; null: it is under both. */
  readonly onlyUnder: 'sc' | 'tso' | null;
}

export interface ExportedProperty {
  readonly name: string;
  readonly kind: string;
  readonly line: number | null;
  /** The names of the clauses; none: the property cannot be violated. */
  readonly clauses: readonly string[];
}

export function toArraySystem(templates: Templates): Exported {
  const { system, procs } = templates;
  const span = generatedBy('export', at(system.threads, 0).span);
  let onlyUnder: Exported['onlyUnder'] = null;
  const scene = sceneOf(templates, (model) => (onlyUnder = model));
  requireWholeSections(system);
  const transitions = system.threads.flatMap((t) => transitionsOf(t, scene, scene.drains.has(t.id)));
  const { unsafe, properties } = unsafeClauses(system, scene);
  if (properties.length === 0)
    unsupported('the program has no property that .cub files can say', span, 'write an invariant');
  const invariants = uniqueness(scene);
  return {
    system: {
      maxProcs: scene.cast.isFixed ? system.threads.length + (scene.cast.hasBystander ? 1 : 0) : procs,
      init: initialClause(scene, span),
      symbols: scene.vocabulary.symbols,
      // There has to be something: a place that is never reached.
      unsafe: unsafe.length > 0 ? unsafe : [{ ...faultClause(scene, 'nothing', span), name: 'unsafe[1]' }],
      invariants,
      transitions,
      span,
    },
    properties,
    needsBystander: scene.cast.hasBystander,
    onlyUnder,
  };
}

/** A section is one step: `atomic` with a loop, or with an assert before what may wait, is not. */
function requireWholeSections({ threads }: System): void {
  for (const { locations, edges } of threads) {
    const inside = locations.find((l) => l.atomic && edges.some((e) => e.from === l.id));
    if (inside !== undefined)
      unsupported(
        'this part of an atomic section cannot be joined with the rest to one step',
        inside.span,
        'take another target',
      );
  }
}

function sceneOf({ program, system, isBuffered }: Templates, note: Scene['note']): Scene {
  const numbers = new ProcNumbers(system);
  const names = new FreeNames();
  const cast = castOf(program);
  // PC comes first, so that it is called so.
  const pc = names.upper('PC');
  const places = new ProcessPlaces(system, cast, names);
  const vocabulary = new TargetVocabulary(system, numbers, names, pc, places.type);
  return {
    knowledge: { system, numbers, domains: new Domains(system, numbers) },
    cast,
    places,
    vocabulary,
    kinds: new Kinds(cast, names, vocabulary),
    isBuffered,
    drains: drainsOf(system),
    note,
  };
}

/** The threads that store, if a final property reads what they store. */
function drainsOf({ threads, properties }: System): ReadonlySet<ThreadId> {
  if (!properties.some((p) => p.kind === 'final' && sharedReads(p.formula).length > 0)) return new Set();
  const storing = threads.filter((t) => t.edges.some((e) => e.actions.some((a) => a.kind === 'store')));
  return new Set(storing.map((t) => t.id));
}

function unsafeClauses(
  { properties }: System,
  scene: Scene,
): { readonly unsafe: readonly UnsafeClause[]; readonly properties: readonly ExportedProperty[] } {
  const unsafe: UnsafeClause[] = [];
  const told = properties.flatMap((property): ExportedProperty[] => {
    const clauses = violationsOf(property, scene);
    if (clauses === null) return [];
    const first = unsafe.length;
    for (const clause of clauses) unsafe.push({ ...clause, name: `unsafe[${unsafe.length + 1}]` });
    const { name, kind } = property;
    const line = 'span' in property ? lineOf(property.span) : null;
    return [{ name, kind, line, clauses: unsafe.slice(first).map((c) => c.name) }];
  });
  return { unsafe, properties: told };
}

/** Of a thread among processes there is one only. */
function uniqueness({ cast, kinds, knowledge }: Scene): readonly Clause[] {
  if (cast.isFixed) return [];
  return cast.members
    .filter((m) => m.instances.kind !== 'any')
    .map(({ id }) => {
      const { span } = at(knowledge.system.threads, id);
      const [p, q] = [procVariable(0), procVariable(1)];
      return {
        params: ['p', 'q'],
        formula: conjunction([kinds.is(p, id, span), kinds.is(q, id, span)]),
        span,
      };
    });
}
