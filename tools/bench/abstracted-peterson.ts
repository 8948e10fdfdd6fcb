import { Random } from '../../test/support/random.js';

export interface PetersonSize {
  /** Variables whose values nobody knows at first, as predicates over unbounded data are. */
  readonly predicates: number;
  /** Cubes in each choice and each assume. */
  readonly cubes: number;
  /** Updates of predicates in the critical section. */
  readonly updates: number;
}

/**
 * Peterson's lock around updates as predicate abstraction writes them: all predicates loaded, one chosen by two
 * disjunctions of cubes, the locals forgotten, contradictory cubes assumed away. Two processes; mutual exclusion holds.
 */
export function abstractedPeterson({ predicates, cubes, updates }: PetersonSize): string {
  const random = new Random(predicates * 1000 + cubes);
  const indices = Array.from({ length: predicates }, (_, i) => i);
  const cube = (prefix: string, needed: string): string => {
    const chosen = indices.filter(() => random.chance(2 / predicates));
    const literals = chosen.map((i) => `(${prefix}${i} ${random.chance(0.5) ? '==' : '!='} 0)`);
    return `(${[needed, ...literals].join(' && ')})`;
  };
  const dnf = (prefix: string, needed: string): string =>
    Array.from({ length: cubes }, () => cube(prefix, needed)).join(' || ');
  const update = (target: number): readonly string[] => {
    // The two disjunctions exclude each other by this literal.
    const selector = random.below(predicates);
    const [yes, no] = [dnf('t', `(t${selector} != 0)`), dnf('t', `(t${selector} == 0)`)];
    return [
      'begin_atomic',
      ...indices.map((i) => `load t${i} = U${i}`),
      `store U${target} = choose(${yes}, ${no})`,
      ...indices.map((i) => `t${i} = 0`),
      `assume(!(${dnf('U', `(U${target} != 0) && (U${(target + 1) % predicates} == 0)`)}))`,
      'end_atomic',
    ];
  };
  /** Either way, and then it is known which: a conditional as predicate abstraction writes it. */
  const branch = (i: number, before: number): readonly string[] => [
    `if (*) goto ${before + 4}`,
    `assume(!(U${i} == 0))`,
    `if (true) goto ${before + 5}`,
    `assume(!(U${i} != 0))`,
  ];
  const chosen = Array.from({ length: updates }, () => random.below(predicates));
  const init = indices.map((i) => `store U${i} = *`);
  const process = (me: number): string => {
    const lines: readonly string[] = [
      `store F${me} = 1`,
      `store T = ${me - 1}`,
      `load f = F${3 - me}`,
      `load t = T`,
      `if ((f != 0) && (t == ${me - 1})) goto 3`,
      ...chosen.flatMap(update),
      `store F${me} = 0`,
    ];
    // What is found out about predicates outside of the lock is where the states come from.
    const asked = indices.flatMap((i) => branch(i, lines.length + 4 * i));
    return `process ${me}\n${numbered([...lines, ...asked, 'if (true) goto 1'])}`;
  };
  const critical = 6;
  return [
    `shared F1, F2, T, ${indices.map((i) => `U${i}`).join(', ')};`,
    `local f, t, ${indices.map((i) => `t${i}`).join(', ')};`,
    `init\n${numbered(init)}`,
    process(1),
    process(2),
    `assert always ((pc{1} != ${critical}) || (pc{2} != ${critical}));`,
    '',
  ].join('\n\n');
}

const numbered = (lines: readonly string[]): string =>
  lines.map((line, i) => `${i + 1}: ${line};`).join('\n');
