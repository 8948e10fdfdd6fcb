import { readFileSync, writeFileSync } from 'node:fs';
import { renderGrid } from '../../src/report/grid.js';
import type { GridColumn } from '../../src/report/grid.js';
import { at, invariant } from '../../src/support/invariant.js';

/** A table that is shown on the terminal and may be written into a page. */
export interface Sheet {
  /** Where it belongs in a page: between `<!-- bench: NAME -->` and `<!-- end -->`. */
  readonly name: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly string[])[];
}

export const left = (title: string): GridColumn => ({ title, align: 'left' });
export const right = (title: string): GridColumn => ({ title, align: 'right' });

export function sheetText({ columns, rows }: Sheet): string {
  const { header, body } = renderGrid(
    columns,
    rows.map((cells) => ({ cells })),
    170,
  );
  return [...header, ...body].join('\n');
}

function sheetMarkdown({ columns, rows }: Sheet): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = columns.map(({ align }) => (align === 'left' ? '---' : '--:'));
  return [line(columns.map(({ title }) => title)), line(rule), ...rows.map(line)].join('\n');
}

/** Puts the tables into their places in a page; what else stands there stays. */
export function writeSheets(path: string, sheets: readonly Sheet[]): void {
  const page = sheets.reduce((text, sheet) => placed(text, sheet), readFileSync(path, 'utf8'));
  writeFileSync(path, page);
}

function placed(page: string, sheet: Sheet): string {
  const begin = `<!-- bench: ${sheet.name} -->`;
  const parts = page.split(begin);
  invariant(parts.length === 2, `the page has one place for ${sheet.name}`);
  const rest = at(parts, 1);
  const end = rest.indexOf('<!-- end -->');
  invariant(end !== -1, `the place for ${sheet.name} has an end`);
  return `${at(parts, 0)}${begin}\n\n${sheetMarkdown(sheet)}\n\n${rest.slice(end)}`;
}
