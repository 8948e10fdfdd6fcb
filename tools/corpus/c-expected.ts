import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { list, member, memberOrNull, number, readJson, text } from './json.js';

export const cModels = ['sc', 'tso', 'pso'] as const;
export type CModel = (typeof cModels)[number];

/** What others say of a C program, with its macros, under one model. */
export interface CExpectation {
  readonly id: string;
  readonly path: string;
  readonly level: number;
  readonly property: CAsked;
  /** As `NAME=VALUE`. */
  readonly defines: readonly string[];
  readonly models: ReadonlyMap<CModel, CSaid>;
}

/** What is asked: the assertions, or the program as a whole. */
const cAsked = ['assertion', 'termination', 'race'] as const;
export type CAsked = (typeof cAsked)[number];

export interface CSaid {
  readonly verdict: string;
  /** How many tools that share nothing say so. */
  readonly independent: number;
}

/** Empty if they are not there. */
export function readCCorpus(corpus: string): readonly CExpectation[] {
  const folder = join(corpus, 'c', 'public');
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) return [];
  return list(readJson(path)).flatMap((entry): readonly CExpectation[] => {
    const property = cAsked.find((asked) => asked === text(entry, 'property'));
    if (property === undefined) return [];
    const own = {
      ...{ id: text(entry, 'id'), path: join(folder, text(entry, 'file')), level: number(entry, 'level') },
      defines: list(member(entry, 'defines')).map((define) => String(define).replace(/^-D/, '')),
    };
    const main = { ...own, property, models: saidOf(property, member(entry, 'models')) };
    // Of some programs others say, too, whether they end.
    return isRecord(entry) && 'liveness' in entry
      ? [main, { ...own, property: 'termination', models: endsSaid(member(entry, 'liveness')) }]
      : [main];
  });
}

/** Races are those of C11, whose executions include those of all models here. */
function saidOf(asked: CAsked, models: unknown): ReadonlyMap<CModel, CSaid> {
  const said = cModels.flatMap((model): readonly (readonly [CModel, CSaid])[] => {
    const name = asked === 'race' ? 'c11' : model;
    const found = isRecord(models) && name in models ? memberOrNull(models, name) : null;
    return found === null
      ? []
      : [[model, { verdict: text(found, 'verdict'), independent: number(found, 'independent') }]];
  });
  return new Map(said);
}

/** One source says each of these; what it says of C11 is not about our models. */
function endsSaid(liveness: unknown): ReadonlyMap<CModel, CSaid> {
  const said = cModels.flatMap((model): readonly (readonly [CModel, CSaid])[] => {
    const [first] = isRecord(liveness) && model in liveness ? list(member(liveness, model)) : [];
    return first === undefined ? [] : [[model, { verdict: text(first, 'verdict'), independent: 1 }]];
  });
  return new Map(said);
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A verdict that two tools agree on. */
export const isSettled = ({ verdict, independent }: CSaid): boolean =>
  independent >= 2 && (verdict === 'safe' || verdict === 'unsafe');
