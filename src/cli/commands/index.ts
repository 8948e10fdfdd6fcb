import type { Command } from '../command.js';
import { checkCommand } from './check.js';
import { litmusCommand } from './litmus.js';
import { simulateCommand } from './simulate.js';
import { transformCommand } from './transform.js';
import { verifyCommand } from './verify.js';

/** The verbs, in the order of the help text. */
export const commands: readonly Command[] = [
  verifyCommand,
  checkCommand,
  litmusCommand,
  simulateCommand,
  transformCommand,
];
