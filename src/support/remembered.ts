/** What the map has for the key; if it has nothing yet, that is made and kept. */
export function remembered<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

/** Puts the item behind those that the map has for the key. */
export function addTo<K, V>(map: Map<K, V[]>, key: K, item: V): void {
  remembered(map, key, (): V[] => []).push(item);
}
