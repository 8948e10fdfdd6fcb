import type { Lowered } from './run-pipeline.js';

/** The property that the passes have added which write bounded store buffers into a program, or null. */
export function overflowProperty({
  system,
  reference,
}: Pick<Lowered, 'system' | 'reference'>): string | null {
  const own = new Set(reference.properties.map((p) => p.name));
  return system.properties.find((p) => p.kind === 'assert' && !own.has(p.name))?.name ?? null;
}
