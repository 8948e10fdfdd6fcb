import { at } from '../../../src/support/invariant.js';
import { judgeImage } from './judge-compile.js';
import { JudgeMachine } from './judge-machine.js';
import type { JudgeModel, JudgeState, JudgeStep } from './judge-machine.js';
import type { JudgedCode } from './judged-ast.js';

/** All that a program may do. */
export interface JudgedBehaviour {
  /** Values of what is watched where every thread has ended, in order, with commas. */
  readonly outcomes: ReadonlySet<string>;
  /** `assert` with its number, `overflow`, `div`, `memory`. */
  readonly violated: ReadonlySet<string>;
  readonly states: number;
}

/** Goes through all states; null: there are more than `maxStates`. */
export function judgeProgram(
  program: JudgedCode,
  model: JudgeModel,
  maxStates: number,
  wrap = false,
): JudgedBehaviour | null {
  const image = judgeImage(program);
  const machine = new JudgeMachine(image, model, wrap);
  const [outcomes, violated, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const open: JudgeState[] = [];
  const reach = (step: JudgeStep): void => {
    for (const name of step.violated) violated.add(name);
    const key = keyOf(step.state);
    if (seen.has(key)) return;
    seen.add(key);
    open.push(step.state);
  };
  reach(machine.initial());
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.size > maxStates) return null;
    const { memory } = state;
    if (machine.hasEnded(state)) outcomes.add(image.watched.map((cell) => at(memory, cell)).join(','));
    for (const step of machine.next(state)) reach(step);
  }
  return { outcomes, violated, states: seen.size };
}

const keyOf = ({ memory, threads }: JudgeState): string =>
  `${memory.join(',')};${threads
    .map(
      ({ status, pc, stack, returns, buffer }) =>
        `${status[0] ?? ''}${pc}:${stack.join(',')}:${returns.join(',')}:${buffer.map(({ cell, value }) => `${cell ?? '|'}=${value}`).join(',')}`,
    )
    .join(';')}`;
