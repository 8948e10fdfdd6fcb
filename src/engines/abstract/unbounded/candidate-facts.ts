import { constantsIn } from '../../../abstraction/program-formulas.js';
import type { CommandProgram } from '../../../abstraction/command-program.js';
import { binary, equal, int, not, shared } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { CellId, ThreadId } from '../../../lang/expr/ids.js';
import { threadId } from '../../../lang/expr/ids.js';
import { cardinality, firstValues } from '../../../lang/expr/type.js';
import type { Type } from '../../../lang/expr/type.js';
import { Cells } from '../../../lang/program/system.js';
import type { System } from '../../../lang/program/system.js';
import type { MemoryModel } from '../../../memory/model.js';
import { ordersWrites } from '../../../memory/model-questions.js';
import type { EntryFact } from '../../../pass/summaries/entry-facts.js';
import type { SummaryVariables } from '../../../pass/summaries/summary-variables.js';

const mostConstants = 6;
/** Of a range with no more values all are told apart. */
const mostValues = 8;

/** What may be true of entries as they leave: of usual forms, each to be refuted or proved. */
export function candidateFacts(
  system: System,
  variables: SummaryVariables,
  commands: CommandProgram,
  model: MemoryModel,
): readonly EntryFact[] {
  const constants = fewConstants(commands);
  const ofThread = (cells: readonly CellId[], t: number): readonly EntryFact[] =>
    cells.flatMap((older) => {
      const maker = new CandidateMaker(system, variables, threadId(t), older);
      const younger = ordersWrites(model) ? cells : [older];
      return [...maker.single(constants), ...younger.flatMap((newer) => maker.pairs(newer))];
    });
  return variables.cells.flatMap(ofThread);
}

class CandidateMaker {
  readonly #cells: Cells;
  readonly #own: Expr;
  readonly #type: Type;

  constructor(
    system: System,
    private readonly variables: SummaryVariables,
    private readonly thread: ThreadId,
    private readonly older: CellId,
  ) {
    this.#cells = new Cells(system.shared);
    this.#own = variables.followed(thread, older, 'older');
    this.#type = this.#cells.variable(older).type;
  }

  single(constants: readonly bigint[]): readonly EntryFact[] {
    const ofMemory = this.#cells.all().flatMap((cell) => {
      const { id, shape, type } = this.#cells.variable(cell);
      if (!isAlike(type, this.#type)) return [];
      const memory = shared(id, shape.kind === 'scalar' ? null : int(this.#cells.indexIn(cell)));
      return this.#compared(memory);
    });
    return this.#named(null, [...ofMemory, ...this.#againstConstants(constants)]);
  }

  pairs(newer: CellId): readonly EntryFact[] {
    if (!isAlike(this.#cells.variable(newer).type, this.#type)) return [];
    return this.#named(newer, this.#compared(this.variables.followed(this.thread, newer, 'newer')));
  }

  #againstConstants(constants: readonly bigint[]): readonly Expr[] {
    const own = this.#own;
    const type = this.#type;
    if (type.kind === 'bool') return [own, not(own)];
    const size = cardinality(type);
    const values = size !== null && size <= mostValues ? firstValues(type, mostValues) : null;
    if (values !== null) return values.map((value) => not(equal(own, int(value))));
    return constants.flatMap((c) => [
      binary('>=', own, int(c)),
      binary('<=', own, int(c)),
      not(equal(own, int(c))),
    ]);
  }

  #compared(other: Expr): readonly Expr[] {
    const own = this.#own;
    if (this.#type.kind === 'bool') return [equal(own, other), not(equal(own, other))];
    return [
      binary('<=', own, other),
      binary('>=', own, other),
      binary('<', own, other),
      binary('>', own, other),
      not(equal(own, other)),
    ];
  }

  #named(newer: CellId | null, formulas: readonly Expr[]): readonly EntryFact[] {
    const { thread, older } = this;
    return formulas.map((formula, i) => ({
      ...{ thread, older, newer, formula },
      name: `entry ${thread}.${older}${newer === null ? '' : `.${newer}`} fact ${i + 1}`,
    }));
  }
}

const isAlike = (a: Type, b: Type): boolean => (a.kind === 'bool') === (b.kind === 'bool');

/** Those that are nearest to zero. */
function fewConstants(commands: CommandProgram): readonly bigint[] {
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  return [...new Set([0n, 1n, ...constantsIn(commands)])]
    .sort((a, b) => Number(size(a) - size(b)))
    .slice(0, mostConstants);
}
