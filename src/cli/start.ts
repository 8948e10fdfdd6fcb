#!/usr/bin/env node
import { keepCompiledCode } from './code-cache.js';

// Both must be said before the rest is loaded, so nothing else is imported in the ordinary way. And nothing imports this
// file: whoever did would wait for the end of the run.
keepCompiledCode(process.env);
if (process.argv.includes('--debug')) process.setSourceMapsEnabled(true);

const { main } = await import('./main.js');
await main();
