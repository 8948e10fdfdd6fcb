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
  readonly property: string;
  /** As `NAME=VALUE`. */
  readonly defines: readonly string[];
  readonly models: ReadonlyMap<CModel, CSaid>;
}

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
  return list(readJson(path)).map((entry) => {
    const models = member(entry, 'models');
    const said = cModels.flatMap((model): readonly (readonly [CModel, CSaid])[] => {
      const found = model in models ? memberOrNull(models, model) : null;
      return found === null
        ? []
        : [[model, { verdict: text(found, 'verdict'), independent: number(found, 'independent') }]];
    });
    return {
      id: text(entry, 'id'),
      path: join(folder, text(entry, 'file')),
      level: number(entry, 'level'),
      property: text(entry, 'property'),
      defines: list(member(entry, 'defines')).map((define) => String(define).replace(/^-D/, '')),
      models: new Map(said),
    };
  });
}

/** A verdict that two tools agree on. */
export const isSettled = ({ verdict, independent }: CSaid): boolean =>
  independent >= 2 && (verdict === 'safe' || verdict === 'unsafe');
