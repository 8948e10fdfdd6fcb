import { parsedJson, textField } from '../../support/json-fields.js';
import type { PlaygroundProgram } from './playground-messages.js';

/** What a link carries. */
export interface LinkedProgram extends PlaygroundProgram {
  readonly model: string;
  readonly engine: string;
  readonly procs: string;
}

/** Before the text, so that other forms may come. */
const mark = '#p1=';

/** More than this no address holds; and nobody is to unpack more. */
const mostBytes = 2 * 1024 * 1024;

/** The fragment of an address: it is not sent to any server. */
export async function fragmentOf(linked: LinkedProgram): Promise<string> {
  const { name, text, model, engine, procs } = linked;
  const bytes = Uint8Array.from(
    new TextEncoder().encode(JSON.stringify({ name, text, model, engine, procs })),
  );
  const packed = await through(new CompressionStream('deflate-raw'), bytes);
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `${mark}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Null: the fragment carries no program. A text: what is wrong with it. */
export async function programIn(fragment: string): Promise<LinkedProgram | string | null> {
  if (!fragment.startsWith('#p')) return null;
  const damaged = 'the address carries a program, but it is damaged';
  if (!fragment.startsWith(mark)) return damaged;
  try {
    const binary = atob(fragment.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream('deflate-raw'), packed);
    const said = parsedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const name = textField(said, 'name');
    const text = textField(said, 'text');
    if (name === null || text === null) return damaged;
    const chosen = (key: string, usual: string): string => textField(said, key) ?? usual;
    return {
      name,
      text,
      model: chosen('model', 'sc'),
      engine: chosen('engine', 'auto'),
      procs: chosen('procs', ''),
    };
  } catch {
    return damaged;
  }
}

/** All that comes out, up to a limit. */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What is wrong with it is told by who reads.
  Promise.all([writer.write(bytes), writer.close()]).catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > mostBytes) throw new RangeError('too long');
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
