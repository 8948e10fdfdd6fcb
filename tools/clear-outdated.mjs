// The compiler leaves what it made of sources that are gone: a test that was moved would run in both places.
import { existsSync, readdirSync, rmSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
for (const file of readdirSync(dist, { recursive: true })) {
  // What the bundler makes has no sources of the same name.
  if (/^(bin|playground)\b/.test(file)) continue;
  const source = file.replace(/\.(js|js\.map|d\.ts)$/, '.ts');
  if (source !== file && !existsSync(new URL(`../${source}`, import.meta.url))) rmSync(new URL(file, dist));
}
