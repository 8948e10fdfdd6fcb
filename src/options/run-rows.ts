import { anyText, count, oneOf, outputPath, seconds } from './kit/readers.js';
import type { OptionRow } from './kit/row.js';

/** Commands whose work takes time. */
const long = ['verify', 'abstract', 'check', 'litmus', 'fences', 'transform', 'compare', 'replay'] as const;

/** When a run stops and what it tells. */
export const runRows = [
  {
    name: 'timeout',
    value: 'SECONDS',
    read: seconds,
    commands: long,
    field: 'timeoutSeconds',
    otherwise: null,
    help: 'stop after so many seconds',
  },
  {
    name: 'memory',
    value: 'MB',
    read: count,
    commands: long,
    field: 'memoryMB',
    otherwise: null,
    help: 'stop when the process takes so many MB',
  },
  {
    name: 'output',
    ofCommandLine: true,
    letter: 'o',
    value: 'OUT',
    read: outputPath,
    commands: ['abstract', 'transform'],
    default: 'stdout',
    help: 'write to this file, all of it or nothing',
  },
  {
    name: 'output',
    ofCommandLine: true,
    letter: 'o',
    value: 'OUT',
    read: outputPath,
    commands: ['fences'],
    help: 'write to this file: with `--apply` the program, with `--diff` the patch; atomic writes in the form that `--atomic` takes',
  },
  {
    name: 'json',
    ofCommandLine: true,
    commands: long,
    notPassedOn: true,
    help: 'print one JSON document instead of text',
  },
  {
    name: 'trace',
    ofCommandLine: true,
    value: 'T',
    read: oneOf<'text' | 'none'>(['text', 'none']),
    commands: ['verify', 'check', 'fences', 'compare'],
    default: '`text`',
    help: 'the counterexample as `text`, or `none`; `none` leaves it out of the JSON document too',
  },
  {
    name: 'evidence',
    ofCommandLine: true,
    value: 'FILE',
    read: outputPath,
    commands: ['verify'],
    notPassedOn: true,
    help: 'write what shows the answer to this file, for [`replay`](evidence.md) to check',
  },
  {
    name: 'paranoid',
    ofCommandLine: true,
    commands: ['verify'],
    notPassedOn: true,
    help: 'check the answer as [`replay`](evidence.md) does, and give it only if that agrees',
  },
  {
    name: 'verbose',
    ofCommandLine: true,
    commands: ['verify', 'abstract', 'check', 'fences', 'transform', 'compare'],
    notPassedOn: true,
    help: 'tell on stderr what is done and how long it takes',
  },
  {
    name: 'debug',
    ofCommandLine: true,
    commands: [...long, 'simulate'],
    notPassedOn: true,
    help: 'print the stack trace of an internal error',
  },
  {
    name: 'dump-after',
    ofCommandLine: true,
    value: 'PASS',
    read: anyText,
    commands: ['verify', 'transform'],
    subjects: ['program'],
    help: 'print what the program is after this pass; `--verbose` names the passes',
  },
] as const satisfies readonly OptionRow[];
