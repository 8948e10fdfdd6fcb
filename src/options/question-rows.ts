import { fairnessNames } from '../memory/fairness.js';
import type { FairnessName } from '../memory/fairness.js';
import type { LockedWaits } from '../memory/model.js';
import { anyText, bound, count, countOrAny, havocRange, model, oneOf } from './readers.js';
import { engineNames } from './row.js';
import type { EngineChoice, OptionRow } from './row.js';

const ofAll = { subjects: ['program', 'boolean', 'array'] } as const;
const ofPrograms = { subjects: ['program'] } as const;

const atomicFiles = '[files of atomic writes](#files-of-atomic-writes)';

/** How the question is put. */
export const questionRows = [
  {
    name: 'model',
    value: 'M',
    read: model,
    commands: ['verify', 'abstract', 'check', 'fences', 'simulate', 'transform'],
    ...ofAll,
    default: '`sc`',
    help: 'memory model: sc, tso, pso, tso1, or tsoN',
    meaning:
      'memory model: `sc`, `tso`, `pso`, `tso1`, or `tsoN` for at most N buffered writes of a thread to a variable',
    remarks: {
      check: 'as for verify; a model with store buffers needs the concrete semantics',
      transform: 'as for verify; with `sc` the program itself',
    },
  },
  {
    name: 'all-models',
    commands: ['verify'],
    ...ofAll,
    help: 'run under sc, tso and pso and print one table',
    meaning:
      'run under `sc`, `tso` and `pso`, one after the other, and print one table; not together with `--model`',
  },
  {
    name: 'engine',
    value: 'E',
    read: oneOf<EngineChoice>(['auto', ...engineNames]),
    commands: ['verify', 'fences'],
    ...ofAll,
    field: 'engine',
    otherwise: 'auto',
    help: `engine: auto, ${engineNames.slice(0, -1).join(', ')} or ${engineNames.at(-1)}`,
    meaning:
      '`auto`, `explicit`, `abstract` (predicate abstraction, [below](#predicate-abstraction)), `dual` (buffers without a bound, any number of processes, [below](#buffers-without-a-bound-any-number-of-processes)), `mcmt` (array-based systems, [below](#array-based-systems)), or `ltl` ([temporal properties](#temporal-properties))',
  },
  {
    name: 'bound',
    value: 'B',
    read: bound,
    commands: ['verify', 'abstract', 'check', 'fences', 'compare'],
    ...ofAll,
    engines: ['explicit', 'abstract', 'ltl'],
    refusedBy: ['dual', 'mcmt'],
    ofBuffers: true,
    field: 'bound',
    otherwise: null,
    default: '`auto`',
    help: 'most buffered writes of a thread (pso: to each variable): N, x=2,y=1, or auto',
    meaning:
      'at most so many buffered writes of a thread, under `pso` of a thread to each variable: a number from 1, or under `pso` one for each of some variables, as in `x=2,y=1`. A path that needs more is cut, and what is not violated becomes `unknown` with reason `overflow`. `auto` means no bound for the explicit engine; the abstract engine tries 1, 2, 3, ...',
    remarks: {
      check: 'as for verify; the three-valued semantics has no buffers, so it is refused with that',
    },
  },
  {
    name: 'bound',
    value: 'B',
    read: bound,
    commands: ['transform'],
    ...ofPrograms,
    field: 'bound',
    otherwise: null,
    default: '1; under `tsoN` what the model allows',
    help: 'most buffered writes of a thread (pso: to each variable): N, or x=2,y=1',
    meaning:
      'room for so many writes in each buffer: a number, or under `pso` one for each variable, as in `x=2,y=1`',
  },
  {
    name: 'procs',
    value: 'N',
    read: countOrAny,
    commands: ['verify', 'compare'],
    subjects: ['program', 'array'],
    field: 'procs',
    otherwise: null,
    default: '`any` under `sc` and `tso`',
    help: 'number of threads of each process, or any',
    meaning: 'how many threads each `process` gets: a number, or `any`',
  },
  {
    name: 'procs',
    value: 'N',
    read: count,
    commands: ['abstract', 'fences', 'simulate', 'transform'],
    ...ofPrograms,
    field: 'procs',
    otherwise: null,
    help: 'number of threads of each process',
    meaning: 'how many threads each `process` gets',
    remarks: {
      transform: 'how many threads each `process` gets; `--to fp` with `sc` keeps the `process` as it is',
    },
  },
  {
    name: 'property',
    value: 'NAME',
    read: anyText,
    repeatable: true,
    commands: ['verify', 'abstract', 'check', 'fences', 'compare'],
    ...ofAll,
    field: 'properties',
    default: 'all',
    help: 'decide only this property (repeatable)',
    meaning: 'decide only this property; repeatable',
    remarks: { check: '`always` or `final`: refused if it is not the one that the program has' },
  },
  {
    name: 'invariant',
    value: 'EXPR',
    read: anyText,
    repeatable: true,
    commands: ['verify', 'abstract', 'fences', 'compare'],
    ...ofPrograms,
    field: 'extraInvariants',
    help: 'decide this invariant too (repeatable)',
    meaning: 'decide this invariant too; repeatable',
  },
  {
    name: 'ltl',
    value: 'FORMULA',
    read: anyText,
    repeatable: true,
    commands: ['verify', 'fences', 'compare'],
    ...ofPrograms,
    field: 'extraFormulas',
    help: 'decide this temporal formula too (repeatable)',
    meaning: 'decide this temporal formula too; repeatable',
  },
  {
    name: 'fairness',
    value: 'F',
    read: oneOf<FairnessName>(fairnessNames),
    commands: ['verify', 'fences', 'compare'],
    ...ofPrograms,
    engines: ['ltl'],
    field: 'fairness',
    otherwise: 'flush',
    help: 'runs that count in ltl: flush (no write is buffered for ever), weak (nor a thread left behind), none',
    meaning:
      'the runs that count for temporal properties: `flush` (no write stays in a buffer for ever), `weak` (besides, no thread that could always move is left behind for ever), `none` (all)',
  },
  {
    name: 'deadlock',
    commands: ['verify', 'fences', 'compare'],
    ...ofPrograms,
    engines: ['explicit', 'ltl'],
    refusedBy: ['abstract', 'dual', 'mcmt'],
    field: 'deadlock',
    default: 'a warning',
    help: 'a deadlock is a violation',
  },
  {
    name: 'atomic',
    value: 'FILE',
    read: anyText,
    commands: ['verify', 'fences', 'transform', 'compare'],
    ...ofPrograms,
    field: 'atomicFile',
    otherwise: undefined,
    default: 'none',
    help: 'a file that names atomic writes, one a line: VARIABLE, TRANSITION',
    meaning: `these writes are atomic: ${atomicFiles}`,
    remarks: {
      fences: `these writes are atomic already, and the sets are what is needed besides: ${atomicFiles}`,
    },
  },
  {
    name: 'atomic-waits',
    value: 'A',
    read: oneOf<LockedWaits>(['all', 'own']),
    commands: ['verify', 'abstract', 'check', 'fences', 'transform', 'compare'],
    subjects: ['program', 'boolean'],
    ofBuffers: true,
    default: '`all`',
    help: 'whose buffers an atomic write waits for under tsoN: all or own',
    meaning:
      'whether an atomic write under `tsoN` waits for the buffers of `all` threads, or for its `own`; under `tso` and `pso` it waits for its own',
  },
  {
    name: 'havoc-range',
    value: 'A..B',
    read: havocRange,
    commands: ['verify', 'fences', 'compare'],
    ...ofPrograms,
    engines: ['explicit', 'ltl'],
    refusedBy: ['dual', 'mcmt'],
    field: 'havocRange',
    otherwise: null,
    help: 'values to try where an unbounded variable has no initial value, as in 0..3',
    meaning:
      'values to try for unbounded variables that have no initial value; with it `safe` becomes `unknown`',
  },
  {
    name: 'lang',
    value: 'L',
    read: anyText,
    commands: ['verify', 'abstract', 'check', 'fences', 'simulate', 'transform', 'compare'],
    ...ofAll,
    default: 'by the extension',
    help: 'input language, if the file extension does not tell',
    meaning: 'the input language',
  },
] as const satisfies readonly OptionRow[];
