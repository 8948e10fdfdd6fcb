import type { CliCommand } from '../command.js';

/** A verb that is loaded when it is given, or when help is asked for. */
interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
}

/** The verbs, in the order of the help text. */
export const commands: readonly CommandEntry[] = [
  { name: 'verify', load: async () => (await import('./verify.js')).verifyCommand },
  { name: 'abstract', load: async () => (await import('./abstract.js')).abstractCommand },
  { name: 'check', load: async () => (await import('./check.js')).checkCommand },
  { name: 'litmus', load: async () => (await import('./litmus.js')).litmusCommand },
  { name: 'fences', load: async () => (await import('./fences.js')).fencesCommand },
  { name: 'simulate', load: async () => (await import('./simulate.js')).simulateCommand },
  { name: 'transform', load: async () => (await import('./transform.js')).transformCommand },
  { name: 'compare', load: async () => (await import('./compare.js')).compareCommand },
];
