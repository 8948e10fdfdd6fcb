import { freeName } from '../../support/free-names.js';
import { assertNever } from '../../support/invariant.js';
import { addTo, remembered } from '../../support/remembered.js';
import { atLabel, disjunction, subexpressions } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import type { ThreadId } from '../expr/ids.js';
import { formulasOf, mapFormulas } from './program.js';
import type { Block, Program, Stmt, Thread } from './program.js';
import { everyStatement } from './walk-statements.js';
import { mapBlocks, rewriteExpr } from './visit.js';

/**
 * The program without `continues`, which a text cannot say: a later part of a statement gets a label of its own, and
 * `at` speaks of that, too.
 *
 *   BEFORE  L: load_1 = x; if (load_1 == y) { }        AFTER  L: load_1 = x; L_2: if (load_1 == y) { }
 *           invariant P at L;                                 invariant P at L || P at L_2;
 *
 * A part that has a label already keeps it as the only one, also one made to jump to. Left alone: labels that no formula
 * speaks of; parts inside `atomic` and `locked`, where no formula is read; and parts that take no step unless labelled,
 * or that begin a branch of `either`, for which a label would be a step more.
 */
export function speltLabels(program: Program): Program {
  const spoken = spokenLabels(program);
  const threads = program.threads.map((thread) => new Speller(thread, spoken.get(thread.id)));
  const spelt = { ...program, threads: threads.map((t) => t.thread) };
  const places = new Map(threads.map((t) => [t.thread.id, t.places]));
  if (threads.every((t) => t.places.size === 0)) return spelt;
  const respell = (expr: Expr): Expr => rewriteExpr(expr, (e) => atAnyOf(e, places));
  return {
    ...spelt,
    properties: program.properties.map((p) => mapFormulas(p, respell)),
    predicates: program.predicates.map(respell),
  };
}

type LabelSet = ReadonlySet<string>;

/** The labels that formulas mention. */
function spokenLabels({ properties, predicates }: Program): ReadonlyMap<ThreadId, LabelSet> {
  const spoken = new Map<ThreadId, Set<string>>();
  const formulas = [...properties.flatMap(formulasOf), ...predicates];
  for (const formula of formulas) {
    for (const e of subexpressions(formula)) {
      if (e.kind !== 'at') continue;
      remembered(spoken, e.thread, () => new Set()).add(e.label);
    }
  }
  return spoken;
}

/** By label the labels of the later parts of its statement. */
type LaterLabels = ReadonlyMap<string, readonly string[]>;

function atAnyOf(expr: Expr, places: ReadonlyMap<ThreadId, LaterLabels>): Expr {
  if (expr.kind !== 'at') return expr;
  const later = places.get(expr.thread)?.get(expr.label) ?? [];
  return disjunction([expr, ...later.map((label) => atLabel(expr.thread, expr.instance, label))]);
}

class Speller {
  readonly #taken: Set<string>;
  readonly places = new Map<string, string[]>();
  readonly thread: Thread;

  constructor(
    original: Thread,
    private readonly spoken: LabelSet = new Set(),
  ) {
    this.#taken = new Set([...everyStatement(original.body)].flatMap((s) => s.labels));
    this.thread = { ...original, body: this.#block(original.body, 'plain') };
  }

  #block(block: Block, context: 'plain' | 'branch' | 'exclusive'): Block {
    return block.map((stmt, i) => {
      const plain = context === 'plain' || (context === 'branch' && i > 0);
      const spelt = plain || stmt.labels.length > 0 ? this.#spelt(stmt, context === 'exclusive') : stmt;
      const inside = context === 'exclusive' ? context : contextIn(stmt);
      return withoutContinues(mapBlocks(spelt, (inner) => this.#block(inner, inside)));
    });
  }

  #spelt(stmt: Stmt, exclusive: boolean): Stmt {
    const continued = (stmt.continues ?? []).filter((label) => this.spoken.has(label));
    const [stem] = continued;
    const [own] = stmt.labels;
    if (exclusive || stem === undefined) return stmt;
    if (own === undefined && !takesStep(stmt)) return stmt;
    const label = own ?? this.#fresh(stem);
    for (const of of new Set(continued)) addTo(this.places, of, label);
    return own === undefined ? { ...stmt, labels: [label] } : stmt;
  }

  #fresh(stem: string): string {
    const label = freeName(stem, (name) => name === stem || this.#taken.has(name));
    this.#taken.add(label);
    return label;
  }
}

const contextIn = ({ kind }: Stmt): 'plain' | 'branch' | 'exclusive' =>
  kind === 'atomic' || kind === 'locked' ? 'exclusive' : kind === 'either' ? 'branch' : 'plain';

function withoutContinues(stmt: Stmt): Stmt {
  if (stmt.continues === undefined) return stmt;
  const { continues: _, ...rest } = stmt;
  return rest;
}

/** Whether the statement is a step, labelled or not. */
function takesStep(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'skip':
    case 'goto':
      return false;
    case 'if':
    case 'while':
      return stmt.cond.kind !== 'bool';
    case 'assign':
    case 'havoc':
    case 'rmw':
    case 'fence':
    case 'assume':
    case 'assert':
    case 'either':
    case 'atomic':
    case 'locked':
      return true;
    default:
      return assertNever(stmt);
  }
}
