import type { Readable, Writable } from 'node:stream';
import { parsedJson } from '../../support/json-fields.js';

/** Longer messages are none: what came is something else. */
const mostBytes = 64 * 1024 * 1024;

/** Hands over the messages that come, each behind a header with its length, until the stream ends. */
export async function* messagesIn(input: Readable): AsyncGenerator<unknown, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of input) {
    rest = Buffer.concat([rest, Buffer.from(chunk)]);
    for (let next = firstIn(rest); next !== null; next = firstIn(rest)) {
      rest = rest.subarray(next.end);
      const message = next.text === null ? undefined : parsedJson(next.text);
      if (message !== undefined) yield message;
    }
  }
}

/** The first message and where it ends; text null: a header without a length, which is passed over. */
function firstIn(bytes: Buffer): { readonly text: string | null; readonly end: number } | null {
  const header = bytes.indexOf('\r\n\r\n');
  if (header === -1) return null;
  const begin = header + 4;
  const [, length] = /content-length: *([0-9]+)/i.exec(bytes.toString('latin1', 0, header)) ?? [];
  const size = Number(length ?? NaN);
  if (!(size <= mostBytes)) return { text: null, end: begin };
  return bytes.length < begin + size
    ? null
    : { text: bytes.toString('utf8', begin, begin + size), end: begin + size };
}

export function writeMessage(output: Writable, message: object): void {
  const text = JSON.stringify(message);
  output.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}
