/** So many items are held whether or not anybody else holds them: to look after fewer is not worth the time. */
const heldAtLeast = 2 ** 16;

/**
 * Items by key, each for as long as somebody holds it: who asks for it again gets the same one. The newest ones are held
 * here, so that asking costs one look into a map; now and then all are let go of, and forgotten if nobody else holds
 * them.
 */
export class Pool<T extends object> {
  #held = new Map<string, T>();
  #others = new Map<string, WeakRef<T>>();
  #room = heldAtLeast;

  get(key: string): T | undefined {
    const held = this.#held.get(key);
    if (held !== undefined || this.#others.size === 0) return held;
    const other = this.#others.get(key)?.deref();
    if (other !== undefined) this.#held.set(key, other);
    return other;
  }

  /** There must be none of that key. */
  add(key: string, item: T): void {
    if (this.#held.size >= this.#room) this.#letGo();
    this.#held.set(key, item);
  }

  #letGo(): void {
    const others = new Map<string, WeakRef<T>>();
    for (const [key, other] of this.#others) if (other.deref() !== undefined) others.set(key, other);
    // As many again as have proved to be held, so that the work for each item stays the same.
    this.#room = Math.max(heldAtLeast, others.size);
    for (const [key, item] of this.#held) if (!others.has(key)) others.set(key, new WeakRef(item));
    this.#others = others;
    this.#held = new Map();
  }
}
