import { anyText, count, oneOf, outputPath, seconds } from './readers.js';
import type { OptionRow } from './row.js';

const ofAll = { subjects: ['program', 'boolean', 'array'] } as const;

const runs = ['verify', 'abstract', 'check', 'litmus', 'fences', 'transform', 'compare'] as const;

/** When a run stops and what it tells. */
export const runRows = [
  {
    name: 'timeout',
    value: 'SECONDS',
    read: seconds,
    commands: runs,
    ...ofAll,
    field: 'timeoutSeconds',
    otherwise: null,
    help: 'stop after so many seconds',
    meaning: 'stop then; with `--all-models` this is the time for each model',
    remarks: {
      litmus: 'stop then: for all tests together',
      fences: 'stop then, with exit code 20; it is the time of all runs of the engine together',
      transform: 'stop then, with exit code 20',
      compare: 'for each run',
    },
  },
  {
    name: 'memory',
    value: 'MB',
    read: count,
    commands: runs,
    ...ofAll,
    field: 'memoryMB',
    otherwise: null,
    help: 'stop at so many MB of states',
    meaning: 'stop when the states take so much',
    remarks: {
      litmus: 'for the states of one test',
      fences: 'stop then, with exit code 20',
      transform: 'stop then, with exit code 20',
      compare: 'for each run',
    },
  },
  {
    name: 'output',
    letter: 'o',
    value: 'OUT',
    read: outputPath,
    commands: ['abstract', 'transform'],
    subjects: ['program'],
    default: 'stdout',
    help: 'write to this file, not to the standard output',
    meaning: 'write to this file, all of it or nothing',
  },
  {
    name: 'output',
    letter: 'o',
    value: 'OUT',
    read: outputPath,
    commands: ['fences'],
    subjects: ['program'],
    help: 'write the first set to this file, for --atomic',
    meaning: 'write the first set to this file, in the form that `--atomic` takes',
  },
  {
    name: 'json',
    commands: runs,
    ...ofAll,
    notPassedOn: true,
    help: 'print one JSON document',
    meaning: 'print one JSON document instead of text',
    remarks: {
      abstract:
        'print one JSON document with the text or the name of the file: [schema/abstract.json](schema/abstract.json)',
      litmus: 'one JSON document: [schema/litmus.json](schema/litmus.json)',
      fences: 'print one JSON document: [schema/fences.json](schema/fences.json)',
      transform:
        'print one JSON document with the text or the name of the file: [schema/transform.json](schema/transform.json)',
      compare: 'as `--format json`',
    },
  },
  {
    name: 'trace',
    value: 'T',
    read: oneOf<'text' | 'none'>(['text', 'none']),
    commands: ['verify', 'check', 'fences', 'compare'],
    ...ofAll,
    default: '`text`',
    help: 'how a counterexample is shown: text or none',
    meaning: 'the counterexample as `text`, or `none`; `none` leaves it out of the JSON document too',
    remarks: {
      fences: '`none` leaves out the counterexample where no set suffices',
      compare: '`none` leaves the counterexamples out of the JSON document and of the file of `--resume`',
    },
  },
  {
    name: 'verbose',
    commands: ['verify', 'abstract', 'check', 'fences', 'transform', 'compare'],
    ...ofAll,
    notPassedOn: true,
    help: 'tell on stderr what is done and how long it takes',
    meaning: 'tell on stderr which engine was chosen and why, the passes that ran, and where the time went',
    remarks: {
      fences: 'tell on stderr each question to the engine and its answer',
      transform: 'tell on stderr the passes and how long each took',
      compare: 'tell on stderr of each run how it ended',
    },
  },
  {
    name: 'debug',
    commands: [...runs, 'simulate'],
    ...ofAll,
    notPassedOn: true,
    help: 'print stack traces of internal errors',
    meaning: 'print the stack trace of an internal error',
  },
  {
    name: 'dump-after',
    value: 'PASS',
    read: anyText,
    commands: ['verify', 'transform'],
    subjects: ['program'],
    help: 'print what the program is after this pass (--verbose names them)',
    meaning: 'print to stderr what the program is after this pass; `--verbose` names the passes',
    remarks: {
      transform:
        'instead of an export, print what the program is after this pass; `--verbose` names the passes',
    },
  },
] as const satisfies readonly OptionRow[];
