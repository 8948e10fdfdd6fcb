import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const programs = ['chromium', 'chromium-browser', 'google-chrome'];
const folders = (process.env['PATH'] ?? '').split(delimiter);

/** The browser that is installed here, if there is one. */
export const chromiumProgram = folders
  .flatMap((folder) => programs.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

/** It is started for our own pages alone, and is to do nothing besides. */
export const chromiumArgs: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
