import { createHash } from 'node:crypto';

/** By which the same content is known again: SHA-256 in hex. */
export const digest = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
