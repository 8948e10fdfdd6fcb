import { readFileSync, writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics.js';
import { withOptionTables } from './options.js';

const page = (name: string): URL => new URL(`../../../docs/${name}`, import.meta.url);

writeFileSync(page('diagnostics.md'), diagnosticsPage());
writeFileSync(page('usage.md'), withOptionTables(readFileSync(page('usage.md'), 'utf8')));
