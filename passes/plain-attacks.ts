import type { Pipeline } from '../src/pass/run-pipeline.js';
import { delayAttacks } from './delay-attacks.js';
import { plainAutomata } from './plain-automata.js';

/** What a program means, with the attacks on its robustness and nothing left out or joined: what evidence of robustness speaks of. */
export const plainAttacks: Pipeline = {
  ...plainAutomata,
  name: 'plain-attacks',
  onSystem: [delayAttacks],
};
