// The compiler writes plain files; what package.json names as programs must be executable for npx to run it from a checkout.
import { chmodSync, readFileSync } from 'node:fs';

const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
for (const path of Object.values(bin)) chmodSync(new URL(`../${path}`, import.meta.url), 0o755);
