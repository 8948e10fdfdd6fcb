import { deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  /** With slashes. */
  readonly name: string;
  readonly content: Buffer;
}

/** An archive in the format of PKWARE's APPNOTE, 6.3: local headers with their data, then the central directory. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const data = deflateRawSync(content, { level: 9 });
    const nameBytes = Buffer.from(name, 'utf8');
    const fields = commonFields(content, data, nameBytes);
    const local = Buffer.concat([word(0x04034b50), fields, half(0), nameBytes, data]);
    const attributes = [half(0), half(0), half(0), half(0), word(0), word(offset)];
    directory.push(Buffer.concat([word(0x02014b50), half(versionNeeded), fields, ...attributes, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const counts = [half(entries.length), half(entries.length)];
  const end = [word(0x06054b50), half(0), half(0), ...counts, word(size), word(offset), half(0)];
  return Buffer.concat([...locals, ...directory, ...end]);
}

const versionNeeded = 20;
const utf8Names = 1 << 11;
const deflated = 8;
/** 1980-01-01: the same files give the same archive. */
const date = (1 << 5) | 1;

/** From the version to the length of the name, as both headers have them. */
const commonFields = (content: Buffer, data: Buffer, name: Buffer): Buffer =>
  Buffer.concat([
    ...[half(versionNeeded), half(utf8Names), half(deflated), half(0), half(date)],
    ...[word(crc32(content)), word(data.length), word(content.length), half(name.length)],
  ]);

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** ISO 3309, as zip wants it; Node has it from 22 on. */
export function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
