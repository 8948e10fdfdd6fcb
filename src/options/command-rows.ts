import { hornForms } from '../exporters/exporter.js';
import type { HornForm } from '../exporters/exporter.js';
import { exporters } from '../exporters/index.js';
import { runFormats } from '../run-formats/index.js';
import { fenceCosts, goalNames } from './fence-wishes.js';
import { anyText, listOf, model, oneOf, seed, upTo } from './kit/readers.js';
import { methodNames } from '../engines/options/abstract-rows.js';
import { discoveryModes, discoveryScopes, strategyNames } from '../engines/options/discovery-rows.js';
import { engineNames } from '../engines/index.js';
import type { EngineName } from '../engines/index.js';
import type { OptionRow } from './kit/row.js';

const formats = ['text', 'markdown', 'csv', 'json'] as const;
export type CompareFormat = (typeof formats)[number];

/** What one command only has. */
export const commandRows = [
  {
    name: 'check',
    ofCommandLine: true,
    commands: ['fmt'],
    help: 'print the names of the files that are written in another style, and exit with 10 if there are any',
  },
  {
    name: 'stdio',
    ofCommandLine: true,
    commands: ['lsp', 'dap'],
    help: 'speak by standard input and output, as is done anyway: many editors say so',
  },
  {
    name: 'write',
    ofCommandLine: true,
    commands: ['fmt'],
    help: 'write each file anew, in place of printing it',
  },
  {
    name: 'semantics',
    value: 'S',
    read: oneOf<'three-valued' | 'concrete'>(['three-valued', 'concrete']),
    commands: ['check'],
    subjects: ['boolean'],
    field: 'semantics',
    otherwise: null,
    default: '`three-valued` under `sc`, else `concrete`',
    help: '`three-valued` (one state stands for many) or `concrete` (every choice tried)',
  },
  {
    name: 'merge',
    commands: ['check'],
    subjects: ['boolean'],
    field: 'merge',
    help: 'three-valued: join the states at a place into one; fewer states, more often `unknown`',
  },
  {
    name: 'model',
    value: 'LIST',
    read: listOf(model),
    commands: ['litmus'],
    default: '`sc`',
    help: 'memory models, separated by commas',
  },
  {
    name: 'expect',
    ofCommandLine: true,
    commands: ['litmus'],
    help: 'exit with 10 if the verdict of any test is No',
  },
  {
    name: 'kind',
    value: 'K',
    read: oneOf<'fence' | 'atomic'>(['fence', 'atomic']),
    commands: ['fences'],
    default: '`fence`',
    help: 'what to put in: `fence` (fences, and stores as locked instructions) or `atomic` (writes that go to memory at once)',
  },
  {
    name: 'goal',
    value: 'G',
    read: oneOf(goalNames),
    commands: ['fences'],
    default: '`property`',
    help: 'what they are for: `property` (the properties hold), `bound` (and no buffer needs more entries than `--bound`) or `robust` (the program behaves as under `sc`)',
  },
  {
    name: 'cost',
    value: 'LIST',
    read: fenceCosts,
    commands: ['fences'],
    default: '`fence=1,fence(ww)=1,locked=2`',
    help: 'what each costs; the sets are the cheapest',
  },
  {
    name: 'remove',
    commands: ['fences'],
    help: 'find the fences that can go, in the place of some to put in',
  },
  {
    name: 'diff',
    ofCommandLine: true,
    commands: ['fences'],
    help: 'print the first set as a patch that `patch -p1` takes',
  },
  {
    name: 'apply',
    ofCommandLine: true,
    commands: ['fences'],
    help: 'print the program with the first set in it; with `-o OUT` write it there',
  },
  {
    name: 'algorithm',
    value: 'A',
    read: oneOf<'exact' | 'hazard'>(['exact', 'hazard']),
    commands: ['fences'],
    default: '`exact`',
    help: '`exact` (all cheapest sets) or, of atomic writes, `hazard` (the loop of paper 004: one set, perhaps too large)',
  },
  {
    name: 'first',
    commands: ['fences'],
    help: 'one cheapest set is enough',
  },
  {
    name: 'random',
    commands: ['simulate'],
    help: 'take random steps instead of asking',
  },
  {
    name: 'steps',
    value: 'N',
    read: upTo(100_000),
    commands: ['simulate'],
    default: '100',
    help: 'with `--random`: how many steps to take at most',
  },
  {
    name: 'seed',
    value: 'S',
    read: seed,
    commands: ['simulate'],
    default: 'any; it is printed',
    help: 'with `--random`: the same seed gives the same run',
  },
  {
    name: 'to',
    value: 'LANG',
    read: oneOf(exporters.map((e) => e.name)),
    commands: ['transform'],
    default: 'must be given',
    help: `what to write: ${exporters.map((e) => `\`${e.name}\` (${e.title})`).join(', ')}`,
  },
  {
    name: 'form',
    value: 'F',
    read: oneOf<HornForm>(hornForms),
    commands: ['transform'],
    subjects: ['program'],
    field: 'form',
    otherwise: null,
    default: '`tuples`',
    help: 'with `--to smt2`: what there is a relation for, `tuples` (of places of all threads) or `threads` (each place of a thread by itself)',
  },
  {
    name: 'solution',
    value: 'EVIDENCE',
    read: anyText,
    commands: ['transform'],
    subjects: ['program'],
    help: 'with `--to smt2`: put the invariant of this [evidence](evidence.md) in the place of the relations, for solvers to check',
  },
  {
    name: 'to',
    ofCommandLine: true,
    value: 'FORMAT',
    read: oneOf(runFormats.map((e) => e.name)),
    commands: ['replay'],
    help: `print the run, once it is accepted, in another format: ${runFormats.map((e) => `\`${e.name}\` (${e.title})`).join(', ')}`,
  },
  {
    name: 'for',
    value: 'USE',
    read: oneOf<'run' | 'verifier'>(['run', 'verifier']),
    commands: ['transform'],
    default: '`run`',
    help: 'with `--to c`: C to be run, or for tools that unwind loops (`verifier`)',
  },
  {
    name: 'models',
    value: 'LIST',
    read: listOf(model),
    commands: ['compare'],
    default: '`sc,tso,pso`',
    help: 'memory models, separated by commas',
  },
  {
    name: 'methods',
    value: 'LIST',
    read: listOf(oneOf(methodNames)),
    commands: ['compare'],
    help: `a row of the abstract engine for each of these methods: ${methodNames.join(',')}`,
  },
  {
    name: 'engines',
    value: 'LIST',
    read: listOf(oneOf<'auto' | EngineName>(['auto', ...engineNames])),
    commands: ['compare'],
    default: '`auto`; with one of `--methods`, `--discover`, `--refine`, `--scope` `abstract`',
    help: `a row for each of these engines: auto,${engineNames.join(',')}`,
  },
  {
    name: 'discover',
    value: 'LIST',
    read: listOf(oneOf(discoveryModes)),
    commands: ['compare'],
    help: `a row for each of these ways to find predicates: ${discoveryModes.join(',')}`,
  },
  {
    name: 'refine',
    value: 'LIST',
    read: listOf(oneOf(strategyNames)),
    commands: ['compare'],
    help: `a row for each of these strategies, where predicates are found by refinement: ${strategyNames.join(',')}`,
  },
  {
    name: 'scope',
    value: 'LIST',
    read: listOf(oneOf(discoveryScopes)),
    commands: ['compare'],
    help: `a row for each of these scopes, where predicates are found for a model with store buffers: ${discoveryScopes.join(',')}`,
  },
  {
    name: 'jobs',
    value: 'N',
    read: upTo(256),
    commands: ['compare'],
    default: '1',
    help: 'so many runs at a time; times compare best with 1',
  },
  {
    name: 'format',
    ofCommandLine: true,
    value: 'F',
    read: oneOf<CompareFormat>(formats),
    commands: ['compare'],
    default: '`text`',
    help: '`text`, `markdown`, `csv`, or `json` (as `--json`)',
  },
  {
    name: 'resume',
    value: 'FILE',
    read: anyText,
    commands: ['compare'],
    help: 'add each finished run to this file at once, and do not make again what it has',
  },
] as const satisfies readonly OptionRow[];
