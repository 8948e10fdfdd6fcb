import { describe, expect, it } from '@jest/globals';
import { deflateRawSync } from 'node:zlib';
import { fragmentOf, programIn } from '../../../src/pages/playground/program-link.js';

const linked = {
  ...{ name: 'mine.fp', model: 'pso', engine: 'explicit', procs: 'any' },
  text: 'shared int x = 0; // "<script>" ünï 🙂\nthread P { x = 1; }\n',
};

const packed = (text: string): string => `#p1=${deflateRawSync(text).toString('base64url')}`;

describe('a link', () => {
  it('carries a program and what was chosen', async () => {
    const fragment = await fragmentOf(linked);
    expect(fragment).toMatch(/^#p1=[\w-]+$/);
    expect(await programIn(fragment)).toEqual(linked);
  });

  it('is shorter than a long program', async () => {
    const text = linked.text.repeat(200);
    const fragment = await fragmentOf({ ...linked, text });
    expect(fragment.length).toBeLessThan(text.length / 10);
    expect(await programIn(fragment)).toEqual({ ...linked, text });
  });

  it('may be one of another tool, with a name and a text only', async () => {
    const told = await programIn(packed('{"name":"a.c","text":"int main(void){}"}'));
    expect(told).toEqual({ name: 'a.c', text: 'int main(void){}', model: 'sc', engine: 'auto', procs: '' });
  });

  it.each(['', '#', '#keys', '#x=1'])('that is %j carries none', async (fragment) => {
    expect(await programIn(fragment)).toBeNull();
  });

  it.each([
    ['has no base64', '#p1=%%%'],
    ['is cut off', packed(JSON.stringify(linked)).slice(0, 40)],
    ['is of a later version', '#p2=abc'],
    ['is no JSON', packed('{')],
    ['has no text', packed('{"name":"a.fp"}')],
    ['has no UTF-8', `#p1=${deflateRawSync(Buffer.from([0x22, 0xff, 0x22])).toString('base64url')}`],
    ['would unpack to more than anybody wants', packed('a'.repeat(3 * 1024 * 1024))],
  ])('that %s is said to be damaged', async (_, fragment) => {
    expect(await programIn(fragment)).toBe('the address carries a program, but it is damaged');
  });
});
