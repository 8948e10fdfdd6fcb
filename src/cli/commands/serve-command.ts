import { ExitCode } from '../exit-codes.js';
import { command } from '../command.js';

const usualPort = 8080;

export const serveCommand = command({
  name: 'serve',
  files: 'none',
  about: 'serve the playground to browsers on this machine',
  takes: '',
  examples: [
    ['serve', 'at http://127.0.0.1:8080/, until Ctrl-C'],
    ['serve --port 0', 'at any port that is free: the address is printed'],
  ],
  epilogue:
    'The page does all work in the browser. The server binds loopback, answers to no other name, and gives away nothing but ' +
    'the files of the page. Exit codes: 130 when it is interrupted, 2 when the port is taken.',
  run: async ({ port }, { output, signal }) => {
    const { packageFolder } = await import('../../library/own-package.js');
    const { serveFrom } = await import('../../serve/serve-playground.js');
    const server = await serveFrom(packageFolder(), port ?? usualPort);
    output.result(`The playground is at ${server.url} (Ctrl-C ends it)`);
    await aborted(signal);
    await server.close();
    return ExitCode.Interrupted;
  },
});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
