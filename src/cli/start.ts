#!/usr/bin/env node
import { beforeLoading } from './before-loading.js';
import { Interrupts } from './interrupts.js';

// Nothing imports this file: whoever did would wait for the end of the run.
const interrupts = new Interrupts();
beforeLoading();

const { main } = await import('./main.js');
await main(interrupts);
