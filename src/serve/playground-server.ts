import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { UsageError } from '../diagnostics/diagnostic.js';
import { refusalOf } from './request-check.js';
import type { ServedFile } from './served-files.js';

/** Nobody but this machine gets there. */
const loopback = '127.0.0.1';

export interface PlaygroundServer {
  readonly url: string;
  /** Closes what is open, too. */
  readonly close: () => Promise<void>;
}

const pagePolicy = [
  ...[
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
  ],
  ...["img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/** Engines compile what they search, and so does Z3: in workers, which have no document that others could write into. */
const workerPolicy = [
  ...["default-src 'none'", "script-src 'self' 'unsafe-eval'", "connect-src 'self'", "worker-src 'self'"],
].join('; ');

const workerFiles = new Set(['/engine-worker.js', '/z3/z3-built.js']);

/** What all answers say. The first two make the page one that has shared memory, which Z3 needs. */
const usualHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
} as const;

/** Serves these files on loopback, at any free port if it is 0. */
export async function servePlayground(
  files: ReadonlyMap<string, ServedFile>,
  wantedPort: number,
): Promise<PlaygroundServer> {
  const server = createServer((request, response) => answer(request, response, files, portOf(server)));
  await listening(server, wantedPort);
  return { url: `http://${loopback}:${portOf(server)}/`, close: () => closed(server) };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(whyNot(error, port)));
    server.listen(port, loopback, resolve);
  });
}

function whyNot(error: Error, port: number): Error {
  const code = 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return new UsageError(
      `port ${port} is taken by another program`,
      'give another one with --port, or 0 for any that is free',
    );
  if (code === 'EACCES')
    return new UsageError(`port ${port} is not for everybody`, 'give one from 1024 with --port');
  return error;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, ServedFile>,
  port: number,
): void {
  const { method, url = '/' } = request;
  const refusal = refusalOf({ method, host: request.headers.host, origin: request.headers.origin }, port);
  if (refusal !== null) {
    tell(response, refusal.status, refusal.message);
    return;
  }
  const path = url.replace(/[?#].*$/, '');
  const file = files.get(path === '/' ? '/index.html' : path);
  if (file === undefined) {
    tell(response, 404, 'there is no such file');
    return;
  }
  const policy = workerFiles.has(path) ? workerPolicy : pagePolicy;
  response.writeHead(200, {
    ...usualHeaders,
    'Content-Type': file.type,
    'Content-Security-Policy': policy,
  });
  if (method === 'HEAD') response.end();
  else send(file, response);
}

function send(file: ServedFile, response: ServerResponse): void {
  const stream = createReadStream(file.path);
  // It was there when the server began.
  stream.on('error', () => response.destroy());
  response.on('close', () => stream.destroy());
  stream.pipe(response);
}

function tell(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    ...usualHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(`${message}\n`);
}
