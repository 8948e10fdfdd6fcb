import { writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics.js';

writeFileSync(new URL('../../../docs/diagnostics.md', import.meta.url), diagnosticsPage());
