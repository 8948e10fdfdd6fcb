import { searchAbstract } from '../../abstraction/lazy/search-abstract.js';
import { toCommands } from '../../abstraction/commands/to-commands.js';
import type { AbstractionRequest, ReachedStates } from '../../abstraction/abstraction-request.js';
import { typesOf } from '../../abstraction/commands/command-variables.js';
import type { Predicate } from '../../abstraction/predicate.js';
import { shared, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { locationId, sharedId } from '../../lang/expr/ids.js';
import type { LocationId } from '../../lang/expr/ids.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import { isImplicit } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import { isLimit } from '../../lang/program/limit-properties.js';
import { Cells, standingAt } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import type {
  PredicateBox,
  PredicateCover,
  WaitingCells,
  BufferSlot,
} from '../../lang/run/predicate-cover.js';
import type { Bound } from '../../memory/bound.js';
import { requireTime } from '../../search/limits.js';
import type { Lowered } from '../../pass/run-pipeline.js';
import { openSmt } from '../../smt/session.js';
import { at, getOrFail } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';
import type { BooleanQuestion, PredicateProof, ProgramQuestion } from '../question.js';
import { mergedBoxes } from '../shared/cover/merge-rows.js';
import { NumberSets, anyNumber } from '../shared/cover/number-sets.js';
import { asTracked } from './discovering.js';
import { prepareTask, smtFor } from './abstraction-task.js';

/**
 * What shows that the properties hold: all abstract states of a search, in the terms of the program as it was lowered. A shape
 * is what waits in a buffer there, and the variable for an entry its value; so nothing of the passes has to be believed. The
 * search is made again, with the predicates that led to the answer: it merges no threads, and it looks at what was left to
 * others too. A text says why there is no proof.
 */
export async function proofByPredicates(
  question: ProgramQuestion,
  { bound, predicates: found }: { readonly bound: Bound; readonly predicates: readonly Expr[] | null },
): Promise<PredicateProof | string> {
  const { options, limits, progress } = question;
  const shaped = {
    ...question,
    options: { ...options, abstraction: { ...options.abstraction, encoding: 'shapes' as const } },
  };
  const prepared = prepareTask(shaped, options.model, bound);
  const task = found === null ? prepared : { ...prepared, predicates: found.map(asTracked) };
  const { system, reference, procs } = task.lowered;
  const left = system.properties.filter(isLimit);
  const asked = new Set([...task.properties, ...left].map(({ name }) => name));
  const cuts = task.cuts.filter((name) => !asked.has(name));
  const smt = smtFor(shaped, task);
  const search = { smt, limits, progress, predicates: task.predicates, properties: [...asked], cuts };
  const predicates = await coverBySearch(task.lowered, { ...search, program: task.commands });
  if (typeof predicates === 'string') return predicates;
  const properties = question.properties.map(({ name }) => name);
  return { system: reference, model: options.model.name, procs, properties, predicates };
}

/** The same of a Boolean program under SC, whose variables are the predicates. */
export async function proofByVariables(
  { options, limits, progress }: BooleanQuestion,
  { system, property }: { readonly system: System; readonly property: Property },
): Promise<PredicateProof | string> {
  const program = toCommands(system);
  const variables = program.variables.filter(({ type }) => type.kind === 'bool');
  const smt = openSmt({ solver: options.abstraction.solver, typeOf: typesOf(program) });
  const predicates = await coverBySearch(
    { system, reference: system },
    {
      ...{ smt, limits, progress, program, properties: [property.name] },
      predicates: variables.map(({ expr }) => asTracked(expr)),
      cuts: system.properties.filter(isImplicit).map(({ name }) => name),
    },
  );
  if (typeof predicates === 'string') return predicates;
  return { system, model: options.model.name, procs: null, properties: [property.name], predicates };
}

/** The states of the lazy search in terms of the reference; a text: something may be violated. The solver is disposed of. */
async function coverBySearch(
  lowered: ProvedAutomata,
  request: AbstractionRequest,
): Promise<PredicateCover | string> {
  try {
    const first = await searchedAgain(request);
    // What was known of variables that are dead is of no state then; so none are dead.
    const reached =
      typeof first === 'object' && first.remembersDead
        ? await searchedAgain({ ...request, program: toCommands(lowered.system, { forgets: false }) })
        : first;
    if (typeof reached === 'string') return reached;
    const watch = (): void => requireTime(request.limits);
    return new CoverWriter(lowered, request.predicates, reached, watch).cover();
  } finally {
    request.smt.dispose();
  }
}

async function searchedAgain(request: AbstractionRequest): Promise<ReachedStates | string> {
  const { verdicts, reached } = await searchAbstract(request);
  const why = [...verdicts.values()].find(({ kind }) => kind !== 'safe');
  if (why === undefined && reached !== undefined) return reached;
  const detail = why?.kind === 'unknown' ? `: ${why.detail}` : '';
  return `the predicates do not show it once more${detail}`;
}

/** What was searched, and what it was before the passes. */
type ProvedAutomata = Pick<Lowered, 'system' | 'reference'>;

/** The columns of a table: for each thread where it stands and what waits, and what is known of each predicate. */
interface CoverColumns {
  readonly threads: number;
  readonly predicates: number;
}

const widthOf = ({ threads, predicates }: CoverColumns): number => 2 * threads + predicates;

/** Writes abstract states as boxes. */
class CoverWriter {
  readonly #system: System;
  readonly #reference: System;
  readonly #standing: readonly (readonly ShapedPlace[])[];
  readonly #shapes: WaitingCells[] = [];
  readonly #slots: BufferSlot[] = [];
  readonly #sets = new NumberSets();

  constructor(
    { system, reference }: ProvedAutomata,
    private readonly predicates: readonly Predicate[],
    private readonly reached: ReachedStates,
    private readonly watch: () => void,
  ) {
    this.#system = system;
    this.#reference = reference;
    const cells = new Cells(reference.shared);
    const numbers = new Map<string, number>();
    const shapeNumber = (shape: WaitingCells): number =>
      remembered(numbers, shape.join(' '), () => this.#shapes.push(shape) - 1);
    shapeNumber([]);
    this.#standing = system.threads.map(({ locations }) =>
      locations.map((location) => {
        const { location: place, waiting } = standingAt(location);
        const shape = waiting.map((kind) => (kind === '|' ? kind : cells.cell(kind.shared, kind.element)));
        return { place, shape: shapeNumber(shape) };
      }),
    );
  }

  cover(): PredicateCover {
    const { predicates } = this;
    const inTerms = this.#inTerms();
    const spoken = predicates.map(({ formula }) => inTerms(formula));
    const boxes = this.#boxes(numbersBelow(predicates.length).filter((p) => at(spoken, p) !== null));
    const used = [...new Set(boxes.flatMap(({ holds, fails }) => [...holds, ...fails]))].sort(
      (a, b) => a - b,
    );
    const number = new Map(used.map((p, i) => [p, i]));
    const renumbered = (list: readonly number[]): readonly number[] => list.map((p) => getOrFail(number, p));
    return {
      slots: this.#slots,
      predicates: used.map((p) => at(spoken, p) ?? truth),
      shapes: this.#shapes,
      boxes: boxes.map((box) => ({ ...box, holds: renumbered(box.holds), fails: renumbered(box.fails) })),
    };
  }

  /** A formula with slots for the variables that hold what waits; null: it speaks of something else that passes have made. */
  #inTerms(): (formula: Expr) => Expr | null {
    const cells = new Cells(this.#reference.shared);
    const first = this.#reference.shared.length;
    const slots = new Map<Expr, Expr>();
    for (const { id, buffer } of this.#system.shared.slice(first)) {
      if (buffer?.kind !== 'entry' || buffer.of === null) continue;
      const { thread, of, position } = buffer;
      slots.set(shared(id), shared(sharedId(first + this.#slots.length)));
      this.#slots.push({ thread, cell: cells.cell(of.shared, of.element ?? 0), position });
    }
    const inside = substitution(slots);
    const isKnown = (variable: Expr): boolean =>
      variable.kind !== 'shared' || variable.shared < first || slots.has(variable);
    return (formula) => ([...variablesOf(formula)].every(isKnown) ? inside(formula) : null);
  }

  #boxes(spoken: readonly number[]): readonly PredicateBox[] {
    const columns: CoverColumns = {
      threads: this.#system.threads.length,
      predicates: this.predicates.length,
    };
    const width = widthOf(columns);
    const rows = new Int32Array(this.reached.count * width).fill(anyNumber);
    for (let id = 0; id < this.reached.count; id++) this.#writeRow(rows, id, spoken, columns);
    const order = [...numbersBelow(width).slice(2 * columns.threads), ...numbersBelow(2 * columns.threads)];
    const merged = mergedBoxes({ width, rows, count: this.reached.count }, this.#sets, order, this.watch);
    return numbersBelow(merged.count).map((row) => this.#box(merged.rows.subarray(row * width), columns));
  }

  #writeRow(rows: Int32Array, id: number, spoken: readonly number[], { threads }: CoverColumns): void {
    this.watch();
    const { reached, predicates } = this;
    const locations = reached.locationsIn(id);
    const known = reached.knownIn(id);
    const from = id * (2 * threads + predicates.length);
    for (const [t, location] of locations.entries()) {
      const { place, shape } = at(at(this.#standing, t), location);
      rows[from + t] = this.#sets.single(place);
      rows[from + threads + t] = this.#sets.single(shape);
    }
    for (const p of spoken) {
      const value = at(known, p);
      if (value !== null) rows[from + 2 * threads + p] = this.#sets.single(value ? 1 : 0);
    }
  }

  #box(row: Int32Array, { threads, predicates }: CoverColumns): PredicateBox {
    const members = (column: number): readonly number[] | null => this.#sets.membersOf(at(row, column));
    const known = numbersBelow(predicates).map((p) => members(2 * threads + p));
    const valued = (value: number): readonly number[] =>
      numbersBelow(predicates).filter((p) => known[p]?.length === 1 && known[p][0] === value);
    return {
      at: numbersBelow(threads).map((t) => (members(t) ?? []).map(locationId)),
      shapes: numbersBelow(threads).map((t) => members(threads + t) ?? []),
      holds: valued(1),
      fails: valued(0),
    };
  }
}

interface ShapedPlace {
  readonly place: LocationId;
  /** Its number. */
  readonly shape: number;
}
