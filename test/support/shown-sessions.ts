import { at } from '../../src/support/invariant.js';

/** A command shown on a page, and the output below it. */
export interface ShownSession {
  readonly args: readonly string[];
  /** Null: the page shows nothing of it, but dots. */
  readonly shown: string | null;
}

/** The commands behind `$ npx fencepost` on a page. */
export const sessionsOf = (page: string): readonly ShownSession[] =>
  [...page.matchAll(/^ {4}\$ npx fencepost (.*)\n((?: {4}(?!\$ ).*\n|\n(?= {4}(?!\$ )))*)/gm)].map((m) => {
    const shown = at(m, 2).replaceAll(/^ {4}/gm, '').trim();
    return { args: at(m, 1).trim().split(' '), shown: shown === '...' ? null : shown };
  });

/** Times and memory differ from run to run, and with them the width of columns. */
export const withoutFigures = (text: string): string =>
  text
    .replaceAll(/\d+\.\d+( s)?/g, 'N')
    .replaceAll(/\d+ MB/g, 'N MB')
    .replaceAll(/ +/g, ' ')
    .trim();
