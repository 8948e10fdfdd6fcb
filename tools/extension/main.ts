import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { packed } from './pack.js';

// `npm run extension`: what `code --install-extension` takes.

const file = 'dist/extension/fencepost.vsix';
const content = packed('editors/vscode', readFileSync('LICENSE', 'utf8'));
mkdirSync('dist/extension', { recursive: true });
writeFileSync(file, content);
process.stdout.write(`${file}: ${(content.length / 1024).toFixed(1)} kB\n`);
