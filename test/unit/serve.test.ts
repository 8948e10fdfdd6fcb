import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { connect } from 'node:net';
import { refusalOf } from '../../src/serve/request-check.js';
import { playgroundFiles } from '../../src/serve/playground-files.js';
import { servePlayground } from '../../src/serve/playground-server.js';
import type { PlaygroundServer } from '../../src/serve/playground-server.js';
import { root } from '../support/root.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

let server: PlaygroundServer;
let port: number;

beforeAll(async () => {
  server = await servePlayground(playgroundFiles(root), 0);
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

/** The path goes out as it is: URLs would be tidied. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (body += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the server of the playground', () => {
  it('gives the page, with a policy and the headers that Z3 needs', async () => {
    const { status, headers, body } = await ask('/');
    expect(status).toBe(200);
    expect(body).toContain('<title>fencepost playground</title>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('lets the worker alone compile code', async () => {
    const { headers } = await ask('/engine-worker.js?v=1');
    expect(headers['content-security-policy']).toContain("'unsafe-eval'");
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/./index.html',
    '//index.html',
    '/z3/../index.html',
    '/z3/node.js',
    '/etc/passwd',
    '/index.html/',
    '/index.html%00.js',
    '/\\index.html',
    '/toString',
    '/__proto__',
  ])('has nothing at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('gives the files of Z3 from the package', async () => {
    const { status, headers } = await ask('/z3/z3-built.wasm', {}, 'HEAD');
    expect([status, headers['content-type']]).toEqual([200, 'application/wasm']);
  });

  it('answers to no other name, no other page, and no other method', async () => {
    expect((await ask('/', { Host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { Host: `evil.example:${port}` })).status).toBe(403);
    expect((await ask('/', { Origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask('/', { Origin: 'null' })).status).toBe(403);
    expect((await ask('/', { Host: `localhost:${port}`, Origin: `http://localhost:${port}` })).status).toBe(
      200,
    );
    const posted = await ask('/', {}, 'POST');
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('survives what is no request', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('\u0000\u0001 nonsense\r\n\r\n'));
      socket.on('data', () => undefined);
      socket.on('close', () => resolve());
    });
    expect((await ask('/playground.css')).status).toBe(200);
  });

  it('refuses a port that is taken', async () => {
    await expect(servePlayground(new Map(), port)).rejects.toThrow(
      `port ${port} is taken by another program`,
    );
  });
});

describe('a request', () => {
  it('may leave out the usual port, and no other', () => {
    expect(refusalOf({ method: 'GET', host: 'localhost', origin: undefined }, 80)).toBeNull();
    expect(refusalOf({ method: 'GET', host: 'localhost', origin: undefined }, 8080)?.status).toBe(403);
    expect(refusalOf({ method: 'GET', host: undefined, origin: undefined }, 8080)?.status).toBe(403);
    expect(
      refusalOf({ method: 'GET', host: '127.0.0.1:8080.evil.example', origin: undefined }, 8080)?.status,
    ).toBe(403);
  });
});
