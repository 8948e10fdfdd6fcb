// The compiler writes plain files; what package.json names as programs must be executable for npx to run it from a checkout.
// And it leaves what it made of sources that are gone: a test that was moved would run in both places.
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';

const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
for (const path of Object.values(bin)) chmodSync(new URL(`../${path}`, import.meta.url), 0o755);

const dist = new URL('../dist/', import.meta.url);
for (const file of readdirSync(dist, { recursive: true })) {
  const source = file.replace(/\.(js|js\.map|d\.ts)$/, '.ts');
  if (source !== file && !existsSync(new URL(`../${source}`, import.meta.url))) rmSync(new URL(file, dist));
}
