import type { RunModel, RunStep } from './run-model.js';
import type { RunState } from './run-states.js';

/** What happens in a step, in words: for a screen reader, and under the controls for everybody. */
export function stepWords(model: RunModel, position: number, state: RunState): string {
  const step = model.steps[position - 1];
  if (step === undefined)
    return model.steps.length === 0
      ? `The run has no steps. ${violatedWords(model)}`.trim()
      : `Start: nothing has happened yet. ${amountWords(model)}`;
  const words = [`Step ${step.number}: ${whatHappens(step, model)}`, ...changeWords(step, state)];
  if (position < model.steps.length) return words.join(' ');
  return [...words, ...repeating(model), violatedWords(model)].filter((part) => part !== '').join(' ');
}

function amountWords({ steps }: RunModel): string {
  const count = steps.reduce((sum, step) => sum + step.count, 0);
  return `${count} ${count === 1 ? 'step follows' : 'steps follow'}.`;
}

function whatHappens(step: RunStep, { steps }: RunModel): string {
  const { thread, action, line, leaves } = step;
  switch (step.kind) {
    case 'gap':
      return `${action}.`;
    case 'flush': {
      const write = action.replace(/^flush /, '');
      const made = leaves === null ? undefined : steps[leaves];
      return `the write ${write} of ${thread}${made === undefined ? '' : `, made in step ${made.number},`} reaches memory.`;
    }
    case 'edge':
      return `${thread} does ${action}${line === null ? '' : ` in line ${line}`}.`;
  }
}

function changeWords({ thread, changes, kind }: RunStep, state: RunState): readonly string[] {
  const memory = changes.memory.map(([name, value]) => `${name} is ${value}`);
  const waiting = state.buffers.get(thread) ?? [];
  const told = waiting.map(({ cell, value }) => (cell === null ? 'a barrier' : `${cell} = ${value}`));
  const isChanged = changes.buffers.some(([name]) => name === thread);
  return [
    ...(memory.length === 0 || kind === 'flush' ? [] : [`In memory ${memory.join(', ')}.`]),
    ...(!isChanged
      ? []
      : [told.length === 0 ? `Its buffer is empty.` : `In its buffer: ${told.join(', ')}, oldest first.`]),
  ];
}

function repeating({ loop, steps }: RunModel): readonly string[] {
  if (loop === null) return [];
  const first = steps[loop];
  return [
    first === undefined ? 'The run stays here for ever.' : `The run goes on with step ${first.number}.`,
  ];
}

const violatedWords = ({ property, isReached, conclusion }: RunModel): string =>
  property === null
    ? ''
    : `${isReached ? 'Reached' : 'Violated'}: ${property}${conclusion === '' ? '' : ` (${conclusion})`}.`;
