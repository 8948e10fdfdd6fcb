import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readModelCorpus } from './dve-expected.js';

/** A file on which runs with and without reductions are compared. */
export interface ReducedSubject {
  readonly path: string;
  /** Of one process each. */
  readonly questions: readonly ReducedQuestion[];
}

export interface ReducedQuestion {
  readonly options: readonly string[];
  /** What to take the reductions out of it. */
  readonly plain: readonly string[];
}

/** Files of one kind. */
export interface ReducedPart {
  readonly name: string;
  readonly subjects: readonly ReducedSubject[];
}

const withoutOrders = ['--por', 'off', '--symmetry', 'off'];
const withoutSymmetry = ['--symmetry', 'off'];

const models = ['sc', 'tso', 'pso'];

/** Empty parts are of corpora that are not there. */
export function reducedParts(corpus: string): readonly ReducedPart[] {
  return [
    { name: 'samples', subjects: sampleSubjects('samples') },
    part('litmus', join(corpus, 'litmus', 'public'), /\.litmus$/, (path) => atOnce(path, ['--deadlock'])),
    part('rmm', join(corpus, 'rmm', 'public'), /\.rmm$/, (path) => oneByOne(path, ['--deadlock'])),
    {
      name: 'dve',
      subjects: readModelCorpus(corpus).map(({ path, formula }) =>
        oneByOne(path, ['--deadlock', '--invariant', `!(${formula})`]),
      ),
    },
    part('bl', join(corpus, 'bl'), /\.bl$/, booleanSubject),
    part('cupex', join(corpus, 'cupex'), /\.bl$/, booleanSubject),
  ];
}

function part(
  name: string,
  folder: string,
  kinds: RegExp,
  subject: (path: string) => ReducedSubject,
): ReducedPart {
  return { name, subjects: filesIn(folder, kinds).map(subject) };
}

export const filesIn = (folder: string, kinds: RegExp): readonly string[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => kinds.test(path))
        .sort()
        .map((path) => join(folder, path));

/** Small: all models in one process. */
const atOnce = (path: string, options: readonly string[]): ReducedSubject => ({
  path,
  questions: [{ options: ['--engine', 'explicit', '--all-models', ...options], plain: withoutOrders }],
});

const oneByOne = (path: string, options: readonly string[]): ReducedSubject => ({
  path,
  questions: models.map((model) => ({
    options: ['--engine', 'explicit', '--model', model, ...options],
    plain: withoutOrders,
  })),
});

/** Three-valued states know no buffers, and leave no orders out that `--por` speaks of. */
function booleanSubject(path: string): ReducedSubject {
  const threeValued = { options: ['--model', 'sc'], plain: withoutSymmetry };
  return { path, questions: [threeValued, ...oneByOne(path, []).questions] };
}

function sampleSubjects(folder: string): readonly ReducedSubject[] {
  const temporal = filesIn(join(folder, 'ltl'), /\.fp$/).map((path) => ({
    path,
    questions: models.map((model) => ({
      options: ['--engine', 'ltl', '--model', model],
      // It leaves no orders out, and does not take the option.
      plain: withoutSymmetry,
    })),
  }));
  const programs = filesIn(folder, /\.(fp|litmus|rmm|dve|trn|c)$/)
    .filter((path) => !path.startsWith(join(folder, 'ltl')))
    .map((path) => oneByOne(path, ['--deadlock', '--procs', '3']));
  return [...programs, ...temporal, ...filesIn(folder, /\.bl$/).map(booleanSubject)];
}
