import { doubled } from '../../../support/lists.js';

/** A growing list of 32-bit integers. */
export class Ints {
  #data = new Int32Array(64);
  length = 0;

  get bytes(): number {
    return this.#data.byteLength;
  }

  get(index: number): number {
    return this.#data[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  push(value: number): void {
    if (this.length === this.#data.length) this.#data = doubled(this.#data);
    this.#data[this.length++] = value;
  }
}
