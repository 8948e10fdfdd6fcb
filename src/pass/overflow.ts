import type { Property } from '../lang/program/program.js';
import { freeName } from '../support/free-names.js';
import type { Lowered } from './run-pipeline.js';

/** The property that the passes have added which write bounded store buffers into a program, or null. */
export function overflowProperty({
  system,
  reference,
}: Pick<Lowered, 'system' | 'reference'>): string | null {
  const own = new Set(reference.properties.map((p) => p.name));
  return system.properties.find((p) => p.kind === 'assert' && !own.has(p.name))?.name ?? null;
}

/** What that property is called: a program may have one of its own that is called `overflow`. */
export function overflowName(properties: readonly Pick<Property, 'name'>[]): string {
  const taken = new Set(properties.map(({ name }) => name));
  return freeName('overflow', (name) => taken.has(name));
}
