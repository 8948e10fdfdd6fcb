import { allOf, anyTruth, literal, negation, yes } from '../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import type {
  BooleanCommand,
  BooleanProgram,
  BooleanThread,
  BooleanUpdate,
  BooleanValue,
  BooleanVariable,
} from '../../../src/lang/boolean/boolean-program.js';
import { booleanId, commandId, locationId } from '../../../src/lang/expr/ids.js';
import type { BooleanId } from '../../../src/lang/expr/ids.js';
import { assertNever, at } from '../../../src/support/invariant.js';
import { numbersBelow } from '../../../src/support/lists.js';
import type { Random } from '../random.js';
import { booleanOptions, generateBoolean } from './generate-boolean.js';

/** In what way the processes are not the same after all. */
export type SymmetryBreak = 'property' | 'start' | 'command' | 'infeasible' | null;

export interface SymmetricBoolean {
  readonly program: BooleanProgram;
  readonly breaks: SymmetryBreak;
}

/** What a shared variable of the one process that is copied becomes. */
type Role =
  /** The same for all. */
  | 'common'
  /** One for each; and in a process, the one of its neighbour. */
  | 'own'
  | 'next'
  /** Of two processes: the second sees its negation, as of `turn == 0`. */
  | 'turn';

/**
 * A Boolean program of several processes that are one process over and over, with the operands, updates and variables of each in an
 * order of its own. Three processes may stand in a ring, where only all together can take each other's places.
 */
export function symmetricBoolean(random: Random): SymmetricBoolean {
  const one = generateBoolean(random, {
    ...booleanOptions,
    threads: [1, 1],
    shared: [3, 7],
    statements: [2, 3],
  });
  const count = random.chance(0.7) ? 2 : 3;
  const breaks = random.chance(0.35)
    ? random.pick(['property', 'start', 'command', 'infeasible'] as const)
    : null;
  const copies = new ProcessCopies(one, count, random);
  const threads = numbersBelow(count).map((i) => copies.thread(i, breaks === 'command' && i === 1));
  const conditionOf = (i: number): Formula =>
    copies.formula(one.property?.condition ?? literal(booleanId(0)), i);
  const cubes = numbersBelow(count).flatMap((i) => one.infeasible.map((cube) => copies.formula(cube, i)));
  const condition =
    breaks === 'property' ? conditionOf(0) : allOf(copies.shuffled(numbersBelow(count).map(conditionOf)));
  const property =
    one.property === null ? null : { kind: one.property.kind, span: one.property.span, condition };
  const initial = copies.initial(breaks === 'start');
  const infeasible = copies.shuffled(breaks === 'infeasible' ? cubes.slice(1) : cubes);
  return {
    program: {
      name: 'alike',
      variables: copies.variables,
      threads: [initial, ...threads],
      infeasible,
      property,
    },
    breaks,
  };
}

class ProcessCopies {
  readonly variables: readonly BooleanVariable[];
  readonly #roles: readonly Role[];
  /** By variable of the one, then by process. */
  readonly #ids: readonly (readonly BooleanId[])[];

  constructor(
    private readonly one: BooleanProgram,
    count: number,
    private readonly random: Random,
  ) {
    const { variables } = one;
    const roles = variables.map(({ thread }, i): Role => {
      if (thread !== null) return 'own';
      // One that is another's own is next to one of its own.
      const before = variables[i - 1];
      return random.weighted([
        ['common', 2],
        ['own', 3],
        ['turn', count === 2 ? 1 : 0],
        ['next', before?.thread === null ? 2 : 0],
      ]);
    });
    this.#roles = roles.map((role, i) => (role === 'next' && roles[i - 1] !== 'own' ? 'common' : role));
    const made: Omit<BooleanVariable, 'id'>[] = [];
    const places = new Map<string, number>();
    const slots = this.shuffled(
      variables.flatMap((variable, v) => numbersBelow(count).map((process) => ({ variable, v, process }))),
    );
    for (const { variable, v, process } of slots) {
      const role = at(this.#roles, v);
      if (role === 'next' || (role !== 'own' && process > 0)) continue;
      const thread = variable.thread === null || variable.thread === 0 ? variable.thread : process + 1;
      places.set(`${v} ${process}`, made.length);
      made.push({ ...variable, name: `${variable.name}_${process}`, thread });
    }
    this.variables = made.map((variable, i) => ({ ...variable, id: booleanId(i) }));
    this.#ids = variables.map((_, v) =>
      numbersBelow(count).map((process) => {
        const role = at(this.#roles, v);
        const key =
          role === 'own'
            ? `${v} ${process}`
            : role === 'next'
              ? `${v - 1} ${(process + 1) % count}`
              : `${v} 0`;
        return booleanId(places.get(key) ?? 0);
      }),
    );
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    const left = [...items];
    return items.map(() => at(left.splice(this.random.below(left.length), 1), 0));
  }

  formula(formula: Formula, process: number): Formula {
    switch (formula.kind) {
      case 'constant':
      case 'any':
        return formula;
      case 'literal':
        return this.#literal(formula.variable, formula.positive, process);
      case 'at':
        return { ...formula, thread: process + 1 };
      case 'not':
        return negation(this.formula(formula.part, process));
      case 'and':
      case 'or':
        return {
          kind: formula.kind,
          parts: this.shuffled(formula.parts.map((part) => this.formula(part, process))),
        };
      default:
        return assertNever(formula);
    }
  }

  thread(process: number, isOdd: boolean): BooleanThread {
    const thread = at(this.one.threads, 1);
    const odd = isOdd ? this.random.below(thread.commands.length) : -1;
    const commands = thread.commands.map((command, i): BooleanCommand => {
      const made = {
        ...command,
        guard: this.formula(command.guard, process),
        updates: this.shuffled(command.updates.map((update) => this.#update(update, process))),
      };
      return i === odd ? this.#another(made) : made;
    });
    return { ...thread, name: String(process + 1), commands };
  }

  /** Sets each variable, those that take each other's places alike. */
  initial(isOdd: boolean): BooleanThread {
    const { threads, variables } = this.one;
    const values = variables.map(() => this.random.pick([null, null, anyTruth, yes]));
    const updates = variables.flatMap(({ thread }, v) =>
      thread !== null
        ? []
        : [...new Set(at(this.#ids, v))].flatMap((target): readonly BooleanUpdate[] => {
            const value = at(values, v);
            if (value === null) return [];
            return [{ target, value: { kind: 'formula', formula: value } }];
          }),
    );
    const first = at(threads, 0);
    const [entry, end] = [locationId(0), locationId(1)];
    const place = { label: null, atomic: false, astray: false, source: null, span: first.span };
    const kept = isOdd ? updates.slice(1) : updates;
    return {
      ...{ name: 'init', entry, end, span: first.span },
      locations: [
        { ...place, id: entry },
        { ...place, id: end },
      ],
      commands: [
        {
          ...{ id: commandId(0), from: entry, to: end, guard: yes },
          ...{ updates: onlyLast(kept), fence: false, text: 'start', span: first.span },
        },
      ],
    };
  }

  #update({ target, value }: BooleanUpdate, process: number): BooleanUpdate {
    const isTurned = at(this.#roles, target) === 'turn' && process === 1;
    return { target: at(at(this.#ids, target), process), value: this.#value(value, process, isTurned) };
  }

  #value(value: BooleanValue, process: number, isTurned: boolean): BooleanValue {
    if (value.kind === 'formula') {
      const formula = this.formula(value.formula, process);
      return { kind: 'formula', formula: isTurned ? negation(formula) : formula };
    }
    const [holds, fails] = [this.formula(value.yes, process), this.formula(value.no, process)];
    return isTurned ? { kind: 'choose', yes: fails, no: holds } : { kind: 'choose', yes: holds, no: fails };
  }

  #literal(variable: BooleanId, positive: boolean, process: number): Formula {
    const isTurned = at(this.#roles, variable) === 'turn' && process === 1;
    return literal(at(at(this.#ids, variable), process), positive !== isTurned);
  }

  #another(command: BooleanCommand): BooleanCommand {
    const [first, ...others] = command.updates;
    if (first === undefined || this.random.chance(0.5)) return { ...command, guard: negation(command.guard) };
    const value: BooleanValue =
      first.value.kind === 'formula'
        ? { kind: 'formula', formula: negation(first.value.formula) }
        : { kind: 'choose', yes: first.value.no, no: first.value.yes };
    return { ...command, updates: [{ ...first, value }, ...others] };
  }
}

/** A variable may have been given two values. */
const onlyLast = (updates: readonly BooleanUpdate[]): readonly BooleanUpdate[] => [
  ...new Map(updates.map((update) => [update.target, update])).values(),
];
