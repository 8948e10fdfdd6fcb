/** A bug of ours, as opposed to a mistake in the input: exit code 70. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** Closes an exhaustive switch; adding a kind to the union breaks the build here. */
export function assertNever(value: never): never {
  throw new InternalError(`unexpected value ${describe(value)}`);
}

/** `what` states what must hold. */
export function invariant(ok: boolean, what: string): asserts ok {
  if (!ok) throw new InternalError(`this should hold but does not: ${what}`);
}

/** The element at `index`, which must exist. */
export function at<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index];
  if (item === undefined) throw new InternalError(`no element ${index} in a sequence of ${items.length}`);
  return item;
}

export function getOrFail<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new InternalError(`no entry for ${describe(key)}`);
  return value;
}

function describe(value: unknown): string {
  return (
    JSON.stringify(value, (_key, v: unknown) => (typeof v === 'bigint' ? v.toString() : v)) ?? String(value)
  );
}
