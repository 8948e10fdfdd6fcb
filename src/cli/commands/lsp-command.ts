import { command } from '../command.js';
import { ExitCode } from '../exit-codes.js';

export const lspCommand = command({
  name: 'lsp',
  files: 'none',
  about: 'the language server, for editors (by standard input and output)',
  takes: '',
  examples: [['lsp', 'what an editor starts']],
  epilogue:
    'It ends when the editor says so, or when its input ends. docs/editors.md says how to set up editors.',
  run: async (_args, { version }) => {
    const { serveEditor } = await import('../../editing/lsp/server.js');
    await serveEditor(process.stdin, process.stdout, version);
    return ExitCode.Ok;
  },
});
