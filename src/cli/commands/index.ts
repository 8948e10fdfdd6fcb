import type { Command } from '../command.js';
import { abstractCommand } from './abstract.js';
import { checkCommand } from './check.js';
import { compareCommand } from './compare.js';
import { fencesCommand } from './fences.js';
import { litmusCommand } from './litmus.js';
import { simulateCommand } from './simulate.js';
import { transformCommand } from './transform.js';
import { verifyCommand } from './verify.js';

/** The verbs, in the order of the help text. */
export const commands: readonly Command[] = [
  verifyCommand,
  abstractCommand,
  checkCommand,
  litmusCommand,
  fencesCommand,
  simulateCommand,
  transformCommand,
  compareCommand,
];
