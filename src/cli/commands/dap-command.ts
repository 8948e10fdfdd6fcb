import { command } from '../command.js';
import { ExitCode } from '../exit-codes.js';

export const dapCommand = command({
  name: 'dap',
  files: 'none',
  about: 'the debug adapter, which replays counterexamples (by standard input and output)',
  takes: '',
  examples: [['dap', 'what a debugger starts']],
  epilogue:
    'It ends when the debugger says so, or when its input ends. docs/editors.md says how to set up editors.',
  run: async () => {
    const { serveDebugger } = await import('../../editing/dap/adapter.js');
    await serveDebugger(process.stdin, process.stdout);
    return ExitCode.Ok;
  },
});
