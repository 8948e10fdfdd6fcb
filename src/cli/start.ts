#!/usr/bin/env node
import { beforeLoading } from './before-loading.js';

// Nothing imports this file: whoever did would wait for the end of the run.
beforeLoading();

const { main } = await import('./main.js');
await main();
