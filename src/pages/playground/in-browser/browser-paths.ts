import type * as paths from 'node:path';

// In the place of node:path: names of programs are written with slashes here.

export const sep: typeof paths.sep = '/';

export const isAbsolute: typeof paths.isAbsolute = (path) => path.startsWith('/');

export const basename: typeof paths.basename = (path, suffix = '') => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
};

export const dirname: typeof paths.dirname = (path) => {
  const end = path.lastIndexOf('/');
  return end < 0 ? '.' : end === 0 ? '/' : path.slice(0, end);
};

export const extname: typeof paths.extname = (path) => {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 || name === '..' ? '' : name.slice(dot);
};

/** Without `.` and with `..` taken back, as far as there is something to take back. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !isAbsolute(path)) parts.push(part);
  }
  const rest = parts.join('/');
  return isAbsolute(path) ? `/${rest}` : rest === '' ? '.' : rest;
}

export const join: typeof paths.join = (...parts) => normal(parts.filter((part) => part !== '').join('/'));

/** The working folder is the root. */
export const resolve: typeof paths.resolve = (...parts) =>
  normal(parts.reduce((path, part) => (isAbsolute(part) ? part : `${path}/${part}`), '/'));

export const relative: typeof paths.relative = (from, to) => {
  const [here, there] = [from, to].map((path) =>
    resolve(path)
      .split('/')
      .filter((part) => part !== ''),
  );
  if (here === undefined || there === undefined) return '';
  const differs = here.findIndex((part, i) => part !== there[i]);
  const common = differs < 0 ? here.length : differs;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/');
};
