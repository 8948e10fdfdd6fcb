import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * The files that words of a command line name: files as they are, of folders all below with one of the extensions, and of
 * patterns (`*`, `?`, `[a-c]`, `{a,b}`, `**`) what they match. A word that matches nothing stays, for whoever reads it to tell.
 */
export function filesNamed(words: readonly string[], extensions: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap((word) => filesOf(word, extensions)))];
}

function filesOf(word: string, extensions: readonly string[]): readonly string[] {
  switch (kindOf(word)) {
    case 'folder':
      return orItself(word, below(word, extensions));
    case 'other':
      return [word];
    case 'nothing': {
      const found = spelled(word).flatMap(matching);
      return orItself(word, [...new Set(found.flatMap((path) => filesFound(path, extensions)))].sort());
    }
  }
}

const orItself = (word: string, found: readonly string[]): readonly string[] =>
  found.length === 0 ? [word] : found;

const filesFound = (path: string, extensions: readonly string[]): readonly string[] =>
  kindOf(path) === 'folder' ? below(path, extensions) : [path];

function kindOf(path: string): 'folder' | 'other' | 'nothing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other';
  } catch {
    return 'nothing';
  }
}

/** What is hidden is left out, and so are links to folders: they may lead back. */
function below(folder: string, extensions: readonly string[]): readonly string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return below(path, extensions);
    return extensions.includes(extname(entry.name)) && kindOf(path) === 'other' ? [path] : [];
  });
}

/** `{a,b}` written out; braces may stand in braces. */
function spelled(word: string): readonly string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(word);
  if (match === null) return [word];
  const [whole, inner = ''] = match;
  const [before, after] = [word.slice(0, match.index), word.slice(match.index + whole.length)];
  return inner.split(',').flatMap((part) => spelled(`${before}${part}${after}`));
}

const hasWildcard = (text: string): boolean => /[*?[]/.test(text);

function matching(pattern: string): readonly string[] {
  if (!hasWildcard(pattern)) return kindOf(pattern) === 'nothing' ? [] : [pattern];
  const segments = pattern.split('/').filter((segment, index) => index === 0 || segment !== '');
  const [first = ''] = segments;
  return first === '' ? within('/', segments.slice(1)) : within('', segments);
}

/** Paths below a folder that some segments match. */
function within(folder: string, segments: readonly string[]): readonly string[] {
  const [segment, ...rest] = segments;
  if (segment === undefined) return kindOf(folder) === 'nothing' ? [] : [folder];
  if (!hasWildcard(segment)) return within(folder === '' ? segment : join(folder, segment), rest);
  const entries = entriesOf(folder === '' ? '.' : folder);
  if (segment === '**') {
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
    return [
      ...(rest.length === 0 ? [] : within(folder, rest)),
      ...(rest.length === 0 ? entries.map(({ name }) => join(folder, name)) : []),
      ...folders.flatMap(({ name }) => within(join(folder, name), segments)),
    ];
  }
  const pattern = segmentPattern(segment);
  const isHidden = segment.startsWith('.');
  return entries
    .filter(({ name }) => pattern.test(name) && (isHidden || !name.startsWith('.')))
    .flatMap(({ name }) => within(join(folder, name), rest));
}

/** Of one name of a path. */
function segmentPattern(segment: string): RegExp {
  const parts = segment.match(/\[!?[^\]]+\]|[^]/g) ?? [];
  const texts = parts.map((part) => {
    if (part === '*') return '.*';
    if (part === '?') return '.';
    if (part.length > 1) return part.replace('[!', '[^').replaceAll('\\', '\\\\');
    return part.replace(/[.+^${}()|[\]\\]/, String.raw`\$&`);
  });
  return new RegExp(`^${texts.join('')}$`, 's');
}

function entriesOf(folder: string) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
