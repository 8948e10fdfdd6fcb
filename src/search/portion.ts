/** So long, in ms, a piece of work may last that nothing interrupts. */
const longest = 20;

/** How much is done between two looks at the clock: less where steps turn out to be slow. */
export class Portion {
  #size: number;

  constructor(private readonly most: number) {
    this.#size = most;
  }

  /** Does a piece of the work, told how many steps that may be. */
  done(work: (steps: number) => void): void {
    const began = performance.now();
    work(this.#size);
    const took = performance.now() - began;
    if (took > longest) this.#size = Math.max(1, Math.floor((this.#size * longest) / (2 * took)));
    else if (took < longest / 4) this.#size = Math.min(this.most, this.#size * 2);
  }
}
