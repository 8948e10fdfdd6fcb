'use strict';
// The client's side of JSON-RPC with headers, as the Language Server Protocol has it: enough for one server that is a child.

const { spawn } = require('node:child_process');

class ServerProcess {
  /**
   * @param {readonly string[]} command the program and its arguments
   * @param {string | undefined} folder where it runs
   * @param {{ notified: (method: string, params: any) => void, asked: (method: string, params: any) => unknown, ended: (why: string) => void }} listener
   */
  constructor(command, folder, listener) {
    this.listener = listener;
    this.next = 1;
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    this.rest = Buffer.alloc(0);
    this.isOver = false;
    // A program that npm has installed is a script on Windows, which needs a shell.
    this.child = spawn(command[0], command.slice(1), { cwd: folder, shell: process.platform === 'win32' });
    this.child.stdout.on('data', (chunk) => this.hear(chunk));
    this.child.stdin.on('error', () => undefined);
    this.child.on('error', (error) => this.end(error.message));
    this.child.on('exit', (code) => this.end(`it ended with exit code ${code}`));
  }

  end(why) {
    if (this.isOver) return;
    this.isOver = true;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    this.listener.ended(why);
  }

  hear(chunk) {
    this.rest = Buffer.concat([this.rest, chunk]);
    for (;;) {
      const header = this.rest.indexOf('\r\n\r\n');
      if (header === -1) return;
      const [, length] = /content-length: *([0-9]+)/i.exec(this.rest.toString('latin1', 0, header)) ?? [];
      const begin = header + 4;
      const end = begin + Number(length ?? 0);
      if (this.rest.length < end) return;
      const text = this.rest.toString('utf8', begin, end);
      this.rest = this.rest.subarray(end);
      if (text !== '') this.take(JSON.parse(text));
    }
  }

  take(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error !== undefined) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
    } else if (message.id === undefined) this.listener.notified(message.method, message.params);
    else this.send({ id: message.id, result: this.listener.asked(message.method, message.params) ?? null });
  }

  send(message) {
    if (this.isOver) return;
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** @param {{ onCancellationRequested(listener: () => void): unknown } | undefined} token */
  request(method, params, token) {
    if (this.isOver) return Promise.reject(new Error('the server is not running'));
    const id = this.next++;
    token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  async stop() {
    if (this.isOver) return;
    await Promise.race([this.request('shutdown'), new Promise((resolve) => setTimeout(resolve, 1000))]).catch(
      () => undefined,
    );
    this.notify('exit');
    this.isOver = true;
    setTimeout(() => this.child.kill(), 500).unref();
  }
}

module.exports = { ServerProcess };
