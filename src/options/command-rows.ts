import { exporters } from '../exporters/index.js';
import { anyText, listOf, model, oneOf, seed, upTo } from './readers.js';
import { methodNames } from './engine-rows.js';
import { engineNames } from './row.js';
import type { EngineChoice, OptionRow } from './row.js';

const ofPrograms = { subjects: ['program'] } as const;
const compare = { commands: ['compare'], subjects: ['program', 'boolean', 'array'] } as const;

const formats = ['text', 'markdown', 'csv', 'json'] as const;
export type CompareFormat = (typeof formats)[number];

/** What one command only has. */
export const commandRows = [
  {
    name: 'semantics',
    value: 'S',
    read: oneOf<'three-valued' | 'concrete'>(['three-valued', 'concrete']),
    commands: ['check'],
    subjects: ['boolean'],
    field: 'semantics',
    otherwise: null,
    default: '`three-valued` under `sc`, else `concrete`',
    help: 'three-valued (one state stands for many) or concrete (every choice tried)',
    meaning:
      '`three-valued`: a state may leave the value of a variable open, so that one stands for many; every violation is confirmed by a run with true and false only. `concrete`: true and false only, every choice tried',
  },
  {
    name: 'merge',
    commands: ['check'],
    subjects: ['boolean'],
    field: 'merge',
    help: 'join the states at a place: fewer states, less precise',
    meaning:
      'with the three-valued semantics: join the states at a place into one. Fewer states, more often `unknown`',
  },
  {
    name: 'model',
    value: 'LIST',
    read: listOf(model),
    commands: ['litmus'],
    ...ofPrograms,
    default: '`sc`',
    help: 'memory models, separated by commas',
  },
  {
    name: 'expect',
    commands: ['litmus'],
    ...ofPrograms,
    help: 'exit with 10 if the verdict of any test is No',
  },
  {
    name: 'kind',
    value: 'K',
    read: oneOf<'atomic'>(['atomic']),
    commands: ['fences'],
    ...ofPrograms,
    default: 'must be given',
    help: 'what to put in: atomic (writes that go to memory at once)',
    meaning: 'what to put in: `atomic` (writes that go to memory at once)',
  },
  {
    name: 'algorithm',
    value: 'A',
    read: oneOf<'exact' | 'hazard'>(['exact', 'hazard']),
    commands: ['fences'],
    ...ofPrograms,
    default: '`exact`',
    help: 'exact (all smallest sets) or hazard (the loop of paper 004: one set, perhaps too large)',
    meaning:
      '`exact`: all smallest sets. `hazard`: the loop of paper 004, which finds one set, perhaps too large',
  },
  {
    name: 'first',
    commands: ['fences'],
    ...ofPrograms,
    help: 'one smallest set is enough',
  },
  {
    name: 'random',
    commands: ['simulate'],
    ...ofPrograms,
    help: 'take random steps instead of asking',
  },
  {
    name: 'steps',
    value: 'N',
    read: upTo(100_000),
    commands: ['simulate'],
    ...ofPrograms,
    default: '100',
    help: 'how many steps to take at most',
    meaning: 'with `--random`: how many steps to take at most',
  },
  {
    name: 'seed',
    value: 'S',
    read: seed,
    commands: ['simulate'],
    ...ofPrograms,
    default: 'any; it is printed',
    help: 'seed of the random choices: the same seed gives the same run',
    meaning: 'with `--random`: the same seed gives the same run',
  },
  {
    name: 'to',
    value: 'LANG',
    read: oneOf(exporters.map((e) => e.name)),
    commands: ['transform'],
    ...ofPrograms,
    default: 'must be given',
    help: `what to write: ${exporters.map((e) => `${e.name} (${e.title})`).join(', ')}`,
    meaning: `what to write: ${exporters.map((e) => `\`${e.name}\` (${e.title})`).join(', ')}`,
  },
  {
    name: 'models',
    value: 'LIST',
    read: listOf(model),
    ...compare,
    default: '`sc,tso,pso`',
    help: 'memory models, separated by commas',
  },
  {
    name: 'methods',
    value: 'LIST',
    read: listOf(oneOf(methodNames)),
    ...compare,
    help: 'methods of abstraction, separated by commas: lazy, trad, pe, ce',
    meaning: 'a row of the abstract engine for each of these methods',
  },
  {
    name: 'engines',
    value: 'LIST',
    read: listOf(oneOf<EngineChoice>(['auto', ...engineNames])),
    ...compare,
    default: '`auto`; with `--methods` `abstract`',
    help: `engines, separated by commas: auto, ${engineNames.join(', ')}`,
    meaning: 'a row for each of these engines',
  },
  {
    name: 'jobs',
    value: 'N',
    read: upTo(256),
    ...compare,
    default: '1',
    help: 'so many runs at a time (times are comparable with 1)',
    meaning: 'so many runs at a time; times compare best with 1',
  },
  {
    name: 'format',
    value: 'F',
    read: oneOf<CompareFormat>(formats),
    ...compare,
    default: '`text`',
    help: 'text, markdown, csv or json',
    meaning: '`text`, `markdown`, `csv`, or `json` (as `--json`)',
  },
  {
    name: 'resume',
    value: 'FILE',
    read: anyText,
    ...compare,
    help: 'add each finished run to this file, and do not make again what it has',
    meaning: 'add each finished run to this file at once, and do not make again what it has',
  },
] as const satisfies readonly OptionRow[];
