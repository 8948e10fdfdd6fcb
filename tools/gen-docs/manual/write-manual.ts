import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from '../../../src/cli/commands/index.js';
import type { CliCommand } from '../../../src/cli/command.js';
import { framed, style, styleFile } from './manual-frame.js';
import { PageMaker, copyOf } from './manual-html.js';
import type { ManualPage } from './manual-page.js';
import { isListed, referencePages } from './reference-pages.js';
import { writtenPages } from './written-pages.js';

/** Every page of the manual, written or made. */
export async function manualPages(root: string): Promise<readonly ManualPage[]> {
  const loaded: CliCommand[] = [];
  for (const { load } of commands) loaded.push(await load());
  const written = writtenPages(root);
  const usage = written.find(({ source }) => source === 'docs/usage.md')?.markdown ?? '';
  return [...written, ...referencePages(loaded, usage)];
}

/** The manual as a folder of files that any server of files serves, and a browser reads from the disk. */
export async function writeManual(root: string, folder: string): Promise<number> {
  const pages = await manualPages(root);
  const maker = new PageMaker(root, pages);
  const listed = pages.filter(isListed);
  rmSync(folder, { recursive: true, force: true });
  const files = new Set<string>();
  for (const page of pages) {
    const body = maker.body(page);
    for (const file of body.files) files.add(file);
    write(join(folder, page.target), framed(page, body.html, listed));
  }
  for (const file of files) copy(join(root, file), join(folder, copyOf(file)));
  write(join(folder, styleFile), style);
  return pages.length;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
