import type { CliCommand } from '../command.js';

/** A verb that is loaded when it is given, or when help is asked for. */
interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
}

/** The verbs, in the order of the help text. */
export const commands: readonly CommandEntry[] = [
  { name: 'verify', load: async () => (await import('./verify-command.js')).verifyCommand },
  { name: 'abstract', load: async () => (await import('./abstract-command.js')).abstractCommand },
  { name: 'check', load: async () => (await import('./check-command.js')).checkCommand },
  { name: 'litmus', load: async () => (await import('./litmus-command.js')).litmusCommand },
  { name: 'fences', load: async () => (await import('./fences-command.js')).fencesCommand },
  { name: 'simulate', load: async () => (await import('./simulate-command.js')).simulateCommand },
  { name: 'transform', load: async () => (await import('./transform-command.js')).transformCommand },
  { name: 'compare', load: async () => (await import('./compare-command.js')).compareCommand },
];
