import type { VariableShape, Thread } from './program.js';

/** The indices that a variable has: the first, and the last, which is null where it depends on `--procs`. */
export function cellNumbers(
  shape: VariableShape,
  threads: readonly Pick<Thread, 'id' | 'instances'>[],
): readonly [bigint, bigint | null] {
  switch (shape.kind) {
    case 'scalar':
      return [0n, 0n];
    case 'array':
      return [0n, BigInt(shape.length - 1)];
    case 'per-instance': {
      const owner = threads.find((thread) => thread.id === shape.thread);
      return owner?.instances.kind === 'range'
        ? [BigInt(owner.instances.lo), BigInt(owner.instances.hi)]
        : [0n, null];
    }
  }
}
