import type { Reason } from './report.js';

interface ReasonRow {
  /** In Markdown. */
  readonly means: string;
  readonly helps: string;
}

/** Why there is no answer: the reasons of a report, and what helps. The table of docs/usage.md is made from it. */
export const reasonTable: Readonly<Record<Reason, ReasonRow>> = {
  timeout: {
    means: 'the time of `--timeout` was up before the answer was there',
    helps: 'a longer time; another engine; for proofs `--bound`, fewer threads, smaller ranges',
  },
  memory: {
    means:
      'the memory of `--memory` was used up; without the option it may be 60% of the memory of the machine',
    helps: 'more of it; `--engine dual` or `--engine abstract` where states are many',
  },
  interrupted: {
    means: 'somebody stopped the search: Ctrl-C, or the signal of a program',
    helps: 'let it run; `--timeout` ends it by itself',
  },
  overflow: {
    means:
      'some path has more buffered writes than `--bound` or `--max-bound` lets in, or more than 512 in one thread; the abstract engine: may have',
    helps: 'a larger bound, a fence, `--model tso1`; predicates',
  },
  'integer-limit': {
    means:
      'a value left 32 bits, or an intermediate result 2^53; nothing wraps around. Of an array-based system with `--procs N`: a number got further from 0 than 64',
    helps: 'a finite range; `--engine mcmt`',
  },
  'havoc-range': { means: 'only the values of `--havoc-range` were tried', helps: 'a finite range' },
  'cut-off': {
    means: 'executions end where `div`, `bounds` or `range` is violated; what might follow is not known',
    helps: 'mend that first',
  },
  'after-violation': {
    means:
      'another property is violated, and as much work as that took, or some 300,000 states, did not decide this one: fewer where buffers make states long',
    helps: '`--property NAME`',
  },
  spurious: {
    means:
      'the predicates, or for Boolean programs the three-valued semantics, cannot tell whether the violation that was found is real; for array-based systems: paths were found, but other processes make them impossible',
    helps: 'further predicates; without `--merge`, `--semantics concrete`',
  },
  vacuous: {
    means:
      'no run of a Boolean program gets through its initialisation, or a process never gets past its first statement though nothing there makes it wait; for the abstract engine: no state is initial, or no thread can take a step. The program is stuck, not safe',
    helps: 'mend the program',
  },
  astray: {
    means:
      'a jump to a label that does not exist can be reached in a Boolean program, so what it does is not known',
    helps: 'mend the program',
  },
  unconfirmed: {
    means: 'a violation was found that the replayer, or the solver, could not check within its limits',
    helps: 'smaller ranges, another `--solver`',
  },
  allocations: {
    means: 'a run of a C program makes more objects at one `malloc` than `--allocations` says',
    helps: 'a larger `--allocations`',
  },
  unset: {
    means:
      'a C program reads what nothing was written to, or uses a pointer in a way that C gives no certain value',
    helps: 'initialise it',
  },
  input: {
    means: 'with exit code 2: something is wrong with the file, and there was no run',
    helps: 'the message',
  },
  usage: {
    means: 'with exit code 2: the command line says nothing that can be done',
    helps: 'the message, `--help`',
  },
  unsupported: {
    means: 'with exit code 2: the file is right, but this engine or command does not take it',
    helps: 'the message tells what does',
  },
  bug: { means: 'with exit code 70: fencepost has failed', helps: 'report it, with the input' },
};
