import { generatedBy } from '../../diagnostics/span.js';
import type { BooleanCommand, BooleanProgram, BooleanVariable, BooleanUpdate } from './boolean-program.js';
import type {
  BooleanText,
  TextAction,
  TextBlock,
  TextComment,
  TextCondition,
  TextExpression,
  TextProperty,
  TextValue,
} from './boolean-text.js';
import { negation, variablesOf } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import type { BooleanId, CommandId } from '../expr/ids.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { someGuardHolds } from './guards.js';
import { FormulaRaising, joined, truth } from './raise-formula.js';
import { JudgementRaising } from './raise-judgement.js';
import { labelsOf } from './raise-labels.js';
import type { TextLabels } from './raise-labels.js';
import { TextNames } from './raise-names.js';
import { ThreadRaising } from './raise-thread.js';
import type { CommandBody } from './raise-thread.js';

/**
 * A text that means what the program means. The labels of the program are kept where each is at one location; the text
 * has more of them, and the property speaks of those that stand for the program's.
 */
export const raise = (program: BooleanProgram): BooleanText => raiseWithMap(program).text;

export interface Raised {
  readonly text: BooleanText;
  /** By thread: from the label of a statement to the command whose first statement it is. Every command has one. */
  readonly begins: readonly ReadonlyMap<number, CommandId>[];
}

/** Also tells where the commands are in the text, so that runs of the text can be led back (trace-back.ts). */
export function raiseWithMap(program: BooleanProgram): Raised {
  const names = new TextNames(program);
  const labels = labelsOf(program);
  const judgement = new JudgementRaising(program);
  const threads = program.threads.map((thread, i) => {
    const body = new CommandRaising(program, names, i);
    const raising = new ThreadRaising(
      thread,
      at(labels, i),
      (command) => body.statements(command, judgement.of(i, command)),
      i === 0 ? null : body.firstWait(),
    );
    return { block: raising.block(i === 0 ? null : i), begins: raising.begins };
  });
  const blocks = threads.map(({ block }) => block);
  const text = {
    blocks: withMeanings(blocks, program, names),
    properties: raiseProperty(program, names, labels),
    shared: names.shared,
    local: names.local,
  };
  return { text, begins: threads.map(({ begins }) => begins) };
}

/** The commands of one thread as statements. */
class CommandRaising {
  readonly #formulas: FormulaRaising;
  /** Of a list of cubes: that none of them holds. */
  readonly #feasible = new Map<readonly Formula[], TextAction>();
  /** Of what is read after it has been written: the name that holds its old value. */
  readonly #copies = new Map<BooleanId, string>();

  constructor(
    private readonly program: BooleanProgram,
    private readonly names: TextNames,
    private readonly thread: number,
  ) {
    this.#formulas = this.#raising(new Set());
  }

  /** `excluded`: cubes that must not hold afterwards. */
  statements({ guard, updates, fence }: BooleanCommand, excluded: readonly Formula[] | null): CommandBody {
    const body: { action: TextAction; comments: readonly TextComment[] }[] = [];
    const add = (action: TextAction, comments: readonly TextComment[] = []): void => {
      body.push({ action, comments });
    };
    if (fence) add({ kind: 'barrier' });
    if (guard.kind !== 'constant' || !guard.value) {
      add({ kind: 'assume', condition: this.#formulas.condition(guard) });
    }
    const copied = readAfterWritten(updates);
    for (const variable of copied) add(this.#copy(variable));
    const formulas = copied.size === 0 ? this.#formulas : this.#raising(copied);
    for (const update of updates) {
      const kind = this.names.owner(update.target) === null ? 'store' : 'assign';
      const target = this.names.of(update.target);
      add(
        { kind, target, value: valueOf(update, formulas) },
        meaningOf(this.#variable(update.target), target),
      );
    }
    if (excluded !== null && excluded.length > 0) add(this.#assumeNone(excluded));
    return body;
  }

  /** What has to hold before the thread can take its first step; null if some step can be taken whatever holds. */
  firstWait(): TextCondition | null {
    const { commands, entry } = at(this.program.threads, this.thread);
    const first = commands.filter(({ from }) => from === entry);
    if (first.length === 0 || someGuardHolds(first)) return null;
    return joined(
      'or',
      first.map(({ guard }) => this.#formulas.condition(guard)),
    );
  }

  #assumeNone(cubes: readonly Formula[]): TextAction {
    return remembered(this.#feasible, cubes, () => {
      const parts = cubes.map((cube) => this.#formulas.condition(cube));
      return { kind: 'assume', condition: { kind: 'not', part: joined('or', parts) } };
    });
  }

  #copy(variable: BooleanId): TextAction {
    const target = this.#copyName(variable);
    const from = this.names.of(variable);
    if (this.names.owner(variable) === null) return { kind: 'load', target, from };
    const expression: TextExpression = { kind: 'name', name: from, block: null };
    return { kind: 'assign', target, value: { kind: 'expression', expression } };
  }

  #copyName(variable: BooleanId): string {
    return remembered(this.#copies, variable, () =>
      this.names.fresh(`old_${this.names.of(variable)}`, this.thread),
    );
  }

  #raising(copied: ReadonlySet<BooleanId>): FormulaRaising {
    return new FormulaRaising({
      variable: (id) => ({
        kind: 'name',
        name: copied.has(id) ? this.#copyName(id) : this.names.of(id),
        block: null,
      }),
      // Only properties ask where a thread is.
      at: () => truth(false),
    });
  }

  #variable(id: BooleanId): BooleanVariable {
    return at(this.program.variables, id);
  }
}

/** The variables that an update reads after one before it has written them. */
function readAfterWritten(updates: readonly BooleanUpdate[]): ReadonlySet<BooleanId> {
  const written = new Set<BooleanId>();
  const found = new Set<BooleanId>();
  for (const { target, value } of updates) {
    for (const formula of value.kind === 'choose' ? [value.yes, value.no] : [value.formula]) {
      for (const variable of variablesOf(formula)) if (written.has(variable)) found.add(variable);
    }
    written.add(target);
  }
  return found;
}

function valueOf({ value }: BooleanUpdate, formulas: FormulaRaising): TextValue {
  if (value.kind === 'formula') return plainValue(value.formula, formulas);
  return { kind: 'choose', yes: formulas.condition(value.yes), no: formulas.condition(value.no) };
}

function plainValue(formula: Formula, formulas: FormulaRaising): TextValue {
  switch (formula.kind) {
    case 'constant':
      return { kind: 'expression', expression: { kind: 'int', value: formula.value ? 1 : 0 } };
    case 'any':
      return { kind: 'expression', expression: { kind: 'any' } };
    default: {
      const condition = formulas.condition(formula);
      if (condition.kind === 'compare' && condition.op === '!=') {
        return { kind: 'expression', expression: condition.left };
      }
      // Where a `*` makes both hold, the text drops the step; it has others for both values.
      return { kind: 'choose', yes: condition, no: formulas.condition(negation(formula)) };
    }
  }
}

const meaningOf = ({ meaning }: BooleanVariable, name: string): readonly TextComment[] =>
  meaning === null ? [] : [{ kind: 'predicate', variable: name, text: meaning }];

/** What a variable means stands where it is written; of one that never is, at the first statement of all. */
function withMeanings(
  blocks: readonly TextBlock[],
  program: BooleanProgram,
  names: TextNames,
): readonly TextBlock[] {
  const written = new Set(
    program.threads.flatMap(({ commands }) =>
      commands.flatMap(({ updates }) => updates.map(({ target }) => target)),
    ),
  );
  const missing = program.variables
    .filter(({ id }) => !written.has(id))
    .flatMap((variable) => meaningOf(variable, names.of(variable.id)));
  const block = blocks.findIndex(({ statements }) => statements.length > 0);
  return blocks.map((each, i) => {
    const [first, ...rest] = each.statements;
    if (i !== block || first === undefined) return each;
    return { ...each, statements: [{ ...first, comments: [...missing, ...first.comments] }, ...rest] };
  });
}

function raiseProperty(
  { property }: BooleanProgram,
  names: TextNames,
  labels: readonly TextLabels[],
): readonly TextProperty[] {
  if (property === null) return [];
  const formulas = new FormulaRaising({
    variable: (id) => ({ kind: 'name', name: names.of(id), block: names.owner(id) }),
    at: (thread, label) =>
      joined(
        'or',
        at(labels, thread)
          .aliases(label)
          .map((own) => ({
            kind: 'compare',
            op: '==',
            left: { kind: 'pc', block: thread },
            right: { kind: 'int', value: own },
          })),
      ),
  });
  const { kind, parts = [property] } = property;
  return parts.map(({ condition, span }) => ({
    ...{ kind, condition: formulas.condition(condition), span: generatedBy('raise', span) },
  }));
}
