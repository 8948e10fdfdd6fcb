import type { CliCommand } from '../command.js';

/** A verb that is loaded when it is given, or when help is asked for. */
interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
  /** Whether its work has a thread of its own, which can be ended (apart/supervise.ts). */
  readonly isLong: (argv: readonly string[]) => boolean;
}

const isLong = (): boolean => true;
/** At a prompt a person waits, other processes do the runs of a comparison, and texts are there at once. */
const isShort = (): boolean => false;
/** A portfolio is other processes, too. */
const isOne = (argv: readonly string[]): boolean => !argv.some((word) => /^--portfolio(=|$)/.test(word));
const isRandom = (argv: readonly string[]): boolean => argv.includes('--random');

/** The verbs, in the order of the help text. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'verify',
    load: async () => (await import('./verify-command.js')).verifyCommand,
    isLong: isOne,
  },
  {
    name: 'abstract',
    load: async () => (await import('./abstract-command.js')).abstractCommand,
    isLong,
  },
  {
    name: 'check',
    load: async () => (await import('./check-command.js')).checkCommand,
    isLong,
  },
  {
    name: 'litmus',
    load: async () => (await import('./litmus-command.js')).litmusCommand,
    isLong,
  },
  {
    name: 'fences',
    load: async () => (await import('./fences-command.js')).fencesCommand,
    isLong,
  },
  {
    name: 'simulate',
    load: async () => (await import('./simulate-command.js')).simulateCommand,
    isLong: isRandom,
  },
  {
    name: 'transform',
    load: async () => (await import('./transform-command.js')).transformCommand,
    isLong,
  },
  {
    name: 'replay',
    load: async () => (await import('./replay-command.js')).replayCommand,
    isLong,
  },
  {
    name: 'compare',
    load: async () => (await import('./compare-command.js')).compareCommand,
    isLong: isShort,
  },
  {
    name: 'fmt',
    load: async () => (await import('./fmt-command.js')).fmtCommand,
    isLong: isShort,
  },
  {
    name: 'lsp',
    load: async () => (await import('./lsp-command.js')).lspCommand,
    isLong: isShort,
  },
  {
    name: 'dap',
    load: async () => (await import('./dap-command.js')).dapCommand,
    isLong: isShort,
  },
  {
    name: 'merge',
    load: async () => (await import('./merge-command.js')).mergeCommand,
    isLong: isShort,
  },
  {
    name: 'worker',
    load: async () => (await import('./worker-command.js')).workerCommand,
    isLong: isShort,
  },
  {
    name: 'serve',
    load: async () => (await import('./serve-command.js')).serveCommand,
    isLong: isShort,
  },
  {
    name: 'samples',
    load: async () => (await import('./samples-command.js')).samplesCommand,
    isLong: isShort,
  },
  {
    name: 'init',
    load: async () => (await import('./init-command.js')).initCommand,
    isLong: isShort,
  },
  {
    name: 'explain',
    load: async () => (await import('./explain-command.js')).explainCommand,
    isLong: isShort,
  },
  {
    name: 'completion',
    load: async () => (await import('./completion-command.js')).completionCommand,
    isLong: isShort,
  },
];
