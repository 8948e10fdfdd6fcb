import type { QueueTools } from './redis.js';

/** Long enough for whoever works on it to look. */
const keptSeconds = 24 * 3600;

/** Runs that nobody wants any more, be somebody at work on them: told by keys that workers look for. */
export class CancelledRuns {
  constructor(private readonly tools: Pick<QueueTools, 'redis' | 'prefix' | 'name'>) {}

  async add(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.tools.redis.set(this.#key(id), '1', 'EX', keptSeconds)));
  }

  /** They are wanted again. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.tools.redis.del(...ids.map((id) => this.#key(id)));
  }

  /** Those of some. */
  async among(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const found = await this.tools.redis.mget(...ids.map((id) => this.#key(id)));
    return ids.filter((_, index) => found[index] !== null);
  }

  #key(id: string): string {
    return `${this.tools.prefix}:${this.tools.name}:cancelled:${id}`;
  }
}
