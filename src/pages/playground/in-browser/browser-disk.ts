// In the place of node:fs, for what is read by the way: options that name files. Programs come by browser-files.ts.

/** Who asks tells that the file cannot be read. */
export function readFileSync(path: string): never {
  throw new Error(`there are no files in a browser, so ${path} cannot be read`);
}

export const existsSync = (): boolean => false;
