import { parentPort } from 'node:worker_threads';
import { keepCompiledCode } from '../code-cache.js';
import type { WorkOrder } from './work-messages.js';

// The thread that does what a command line says. Another one, which is always awake, writes for it, tells it of signals,
// and ends it where it does not end by itself (supervise.ts). As in start.ts, code is kept from before the rest is loaded.
keepCompiledCode(process.env);
const parent = parentPort;
const order = new Promise<WorkOrder>((resolve) => parent?.once('message', resolve));
const { work } = await import('./work.js');
if (parent !== null) await work(await order, parent);
