import { readFileSync } from 'node:fs';

/** As package.json says. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const isObject = typeof manifest === 'object' && manifest !== null;
  return isObject && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : 'unknown';
}
