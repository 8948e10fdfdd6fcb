import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout; tests and tools run from dist/. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
