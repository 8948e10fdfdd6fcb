import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../support/root.js';
import { fencepost } from './fencepost.js';

describe('serve', () => {
  it('prints where the playground is, serves it, and ends by Ctrl-C with 130', async () => {
    const child = spawn(process.execPath, [join(root, 'dist/bin/fencepost.js'), 'serve', '--port', '0']);
    const url = await new Promise<string>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [found] = /http:\/\/127\.0\.0\.1:[0-9]+\//.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    // Who has asked keeps a connection, which is not to be waited for.
    const answer = await fetch(url);
    expect(await answer.text()).toContain('fencepost playground');
    const code = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGINT');
    expect(await code).toBe(130);
  });

  it('refuses a port that another program has', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { code, stdout, stderr } = await fencepost(['serve', '--port', port]);
    other.close();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`port ${port} is taken by another program`);
    expect(stderr).toContain('--port');
  });

  it.each([
    [['serve', '--port', '65536'], '--port takes at most 65535'],
    [['serve', '--port', 'http'], '--port takes a whole number'],
    [['serve', 'a.fp'], "serve takes no file; what is 'a.fp'?"],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await fencepost(words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
