import { unsupported } from '../../diagnostics/diagnostic.js';
import { children } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId } from '../../lang/expr/ids.js';
import { formulasOf, initialExprs } from '../../lang/program/program.js';
import type { Init, LocalVar, Program, SharedVar } from '../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { Cells, lengthOf } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { initialValues } from '../../lang/program/initial-values.js';
import type { InitialValues } from '../../lang/program/initial-values.js';
import { liveLocals } from '../../lang/program/liveness.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { int32 } from '../../lang/expr/interval.js';
import { inOrder } from '../shared/in-order.js';

export type OpenedVariable =
  | { readonly kind: 'shared'; readonly variable: SharedVar }
  | { readonly kind: 'local'; readonly variable: LocalVar };

/**
 * How variables start. What has any value of its type is chosen before the threads run; what depends on such a choice is
 * computed then. All else starts with a constant, and so does an integer without bounds that is written before anybody
 * reads it.
 */
export class Openings {
  /** The variables to choose a value for. */
  readonly chosen: readonly OpenedVariable[];
  /** Those that follow from the choice, each after those that it follows from; and what cannot be declared. */
  readonly computed: readonly OpenedVariable[];
  readonly dependentLocals: ReadonlySet<LocalId>;
  readonly #values: InitialValues;
  readonly #cells: Cells;

  constructor(
    private readonly program: Program,
    private readonly system: System,
  ) {
    this.#cells = new Cells(program.shared);
    this.#values = initialValues(system, this.#cells, { cells: new Map(), locals: new Map() });
    const all: readonly OpenedVariable[] = [
      ...program.shared.map((variable): OpenedVariable => ({ kind: 'shared', variable })),
      ...program.locals.map((variable): OpenedVariable => ({ kind: 'local', variable })),
    ];
    const read = this.#readInitially();
    this.chosen = all.filter(
      (v) => v.variable.init.kind === 'any' && (v.variable.type.kind !== 'int' || read(v)),
    );
    for (const { variable } of this.chosen) refuseUnbounded(variable);
    const follows = new Map<OpenedVariable, boolean>();
    const isChosen = (v: OpenedVariable): boolean => this.chosen.includes(v);
    const depends = (v: OpenedVariable): boolean =>
      remembered(
        follows,
        v,
        () => isChosen(v) || this.#isUnlistable(v) || this.#readBy(v.variable.init, all).some(depends),
      );
    const follow = all.filter((v) => !isChosen(v) && depends(v));
    this.computed = inOrder(follow, (v) => this.#readBy(v.variable.init, all)).filter((v) =>
      follow.includes(v),
    );
    this.dependentLocals = new Set(
      [...this.chosen, ...this.computed].flatMap((v) => (v.kind === 'local' ? [v.variable.id] : [])),
    );
    this.#refuseLarge();
  }

  /** Whether a step before all others gives values. */
  get needStep(): boolean {
    return this.chosen.length > 0 || this.computed.length > 0;
  }

  /** Whether it gets its value when the model runs, not where it is declared. */
  isLater({ kind, variable }: OpenedVariable): boolean {
    return [...this.chosen, ...this.computed].some((v) => v.kind === kind && v.variable === variable);
  }

  /** The values of the cells of a variable that starts with constants. */
  values(v: OpenedVariable): readonly bigint[] {
    if (v.kind === 'local') return [at(this.#values.locals, v.variable.id)];
    return Array.from({ length: lengthOf(v.variable) }, (_, i) =>
      at(this.#values.cells, this.#cells.cell(v.variable.id, i)),
    );
  }

  /** Promela has no negative numbers in the initial value of an array, but where all cells are the same. */
  #isUnlistable(v: OpenedVariable): boolean {
    if (v.variable.init.kind !== 'cells') return false;
    const values = this.values(v);
    return values.some((value) => value < 0n) && new Set(values).size > 1;
  }

  #readBy(init: Init, all: readonly OpenedVariable[]): readonly OpenedVariable[] {
    const names = new Set(initialExprs(init).flatMap(variablesIn));
    return all.filter((v) => names.has(keyOf(v)));
  }

  /** A local that is written before it is read, and a shared variable that nobody reads, need no choice. */
  #readInitially(): (v: OpenedVariable) => boolean {
    const { properties, shared, locals, threads } = this.program;
    const inits = [...shared, ...locals].flatMap(({ init }) => initialExprs(init));
    const always = [...properties.flatMap(formulasOf), ...inits].flatMap(variablesIn);
    const inThreads = threads.flatMap((t) => [...everyStatement(t.body)]).flatMap(exprsOf);
    const live = this.system.threads.flatMap((t) =>
      [...at(liveLocals(t), t.entry)].map((id) => `local ${id}`),
    );
    const anywhere = new Set([...always, ...inThreads.flatMap(variablesIn)]);
    const early = new Set([...always, ...live]);
    return (v) => (v.kind === 'shared' ? anywhere : early).has(keyOf(v));
  }

  #refuseLarge(): void {
    const all = [...this.#values.cells, ...this.#values.locals];
    if (all.some((value) => value < int32.lo || value > int32.hi))
      unsupported(
        'an initial value is beyond 32 bits, which is all that Promela has',
        null,
        'use smaller numbers',
      );
  }
}

const keyOf = ({ kind, variable }: OpenedVariable): string => `${kind} ${variable.id}`;

function variablesIn(expr: Expr): readonly string[] {
  const own =
    expr.kind === 'shared' ? [`shared ${expr.shared}`] : expr.kind === 'local' ? [`local ${expr.local}`] : [];
  return [...own, ...children(expr).flatMap(variablesIn)];
}

function refuseUnbounded(variable: SharedVar | LocalVar): void {
  if (variable.type.kind !== 'int') return;
  unsupported(
    `the integer '${variable.name}' has no initial value, and Spin cannot try all integers`,
    variable.span,
    'initialise it, or give it a range as in int[0..3]',
  );
}
