import type { GivenOptions } from '../options/values.js';
import type { Progress } from '../search/limits.js';
import { assertNever } from '../support/invariant.js';
import type { Output } from './output.js';

/** Who has waited for so long may be glad of advice. */
const patienceSeconds = 60;

/** What a run spends its time on, by what it tells of its progress. */
type WorkOfRun = 'states' | 'backward' | 'predicates' | 'Boolean program' | 'invariants';

/**
 * Tells once, on a terminal, what might help a run that takes long. What is told of progress goes on to `listener`.
 */
export function hinting(
  listener: (progress: Progress) => void,
  output: Output,
  given: GivenOptions,
  /** In milliseconds. */
  clock: () => number = () => performance.now(),
): (progress: Progress) => void {
  const began = clock();
  let isTold = !output.canRedraw;
  return (progress) => {
    listener(progress);
    if (isTold || clock() - began < patienceSeconds * 1000) return;
    isTold = true;
    output.message(hintFor(progress, given));
  };
}

/** What might help, without what is given already. */
export function hintFor({ phase }: Pick<Progress, 'phase'>, given: GivenOptions): string {
  const work = workOf(phase);
  const open = advice(work, given.has('procs')).filter(({ option }) => option === null || !given.has(option));
  const lines = open.map(({ words }) => `  ${words}`);
  return [`This takes long (${told(work)}). What might help; Ctrl-C stops it:`, ...lines].join('\n');
}

/** Phases are named in src/engines; what stands before the last words is who asks. */
function workOf(phase: string): WorkOfRun {
  if (/Boolean program/.test(phase)) return 'Boolean program';
  if (/invariants/.test(phase)) return 'invariants';
  if (/backward|targets|unfold|candidates/.test(phase)) return 'backward';
  if (/predicate|refin|iteration/.test(phase)) return 'predicates';
  return 'states';
}

function told(work: WorkOfRun): string {
  switch (work) {
    case 'states':
      return 'states are gone through one by one';
    case 'backward':
      return 'it searches backward from the violation';
    case 'predicates':
      return 'it looks for predicates';
    case 'Boolean program':
      return 'solvers are asked which cubes are implied';
    case 'invariants':
      return 'it looks for invariants of any number of threads';
    default:
      return assertNever(work);
  }
}

interface Advice {
  /** Where it is given already it is no advice; null: it is no option. */
  readonly option: string | null;
  readonly words: string;
}

function advice(work: WorkOfRun, hasProcs: boolean): readonly Advice[] {
  const fewer = { option: null, words: 'smaller ranges of variables, fewer rounds of loops' };
  const threads = {
    option: hasProcs ? null : 'procs',
    words: '--procs 2: two threads of each process first',
  };
  const short = { option: 'bound', words: '--bound 1: runs with one buffered write at most, a first look' };
  const one = { option: 'property', words: '--property NAME: one property alone' };
  const wait = { option: 'timeout', words: '--timeout SECONDS: give up by itself' };
  const others = {
    option: 'engine',
    words: '--engine dual (buffers without end), --engine abstract (numbers without end)',
  };
  switch (work) {
    case 'states':
      return [
        { option: 'workers', words: '--workers auto: all cores, by the explicit engine' },
        ...[others, short, threads, one, fewer, wait],
      ];
    case 'backward':
      return [
        { option: 'engine', words: '--engine explicit: where the states are finitely many' },
        threads,
        one,
        fewer,
        wait,
      ];
    case 'predicates':
      return [
        {
          option: 'predicates',
          words: 'predicates { ... } in the program: what you would prove it with under SC',
        },
        { option: 'refine', words: '--refine spacer or --discover templates: found in another way' },
        ...[short, one, wait],
      ];
    case 'Boolean program':
      return [
        { option: 'method', words: '--method lazy: only those cubes that the proof needs' },
        { option: 'max-cube', words: '--max-cube 2: smaller cubes; coarser, never wrong' },
        ...[short, one, wait],
      ];
    case 'invariants':
      return [
        threads,
        { option: 'engine', words: '--engine dual: any number of threads over few values' },
        one,
        fewer,
        wait,
      ];
    default:
      return assertNever(work);
  }
}
