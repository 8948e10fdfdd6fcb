import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './golden.js';

/** Whether a sample is there for predicate abstraction: most of these have values without end. */
export const forAbstraction = (sample: string): boolean => sample.startsWith('abstraction/');

const samples = readdirSync(join(root, 'samples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.fp'))
  .sort();

/** The samples in `.fp` whose states an enumeration comes to the end of. */
export const finiteSamples = samples.filter((path) => !forAbstraction(path));

export const abstractionSamples = samples.filter(forAbstraction);
