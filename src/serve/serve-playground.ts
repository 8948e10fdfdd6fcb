import { playgroundFiles } from './playground-files.js';
import { servePlayground } from './playground-server.js';
import type { PlaygroundServer } from './playground-server.js';

/** Serves the playground of the package in this folder on loopback; 0: at any free port. */
export const serveFrom = (packageFolder: string, port: number): Promise<PlaygroundServer> =>
  servePlayground(playgroundFiles(packageFolder), port);
