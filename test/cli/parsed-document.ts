import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from '@jest/globals';

/** They speak of each other. */
const schemas = ['verify', 'fences'] as const;

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
for (const name of schemas) {
  const schema: unknown = JSON.parse(readFileSync(`docs/schema/${name}.json`, 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

/** A document as a command prints it, which is what its schema says. */
export function parsedAs(name: (typeof schemas)[number], text: string): Readonly<Record<string, unknown>> {
  const document: unknown = JSON.parse(text);
  ajv.validate(`${name}.json`, document);
  expect(ajv.errors ?? []).toEqual([]);
  if (typeof document !== 'object' || document === null) throw new Error('not an object');
  return { ...document };
}
