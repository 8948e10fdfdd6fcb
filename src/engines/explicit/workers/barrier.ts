import { slots } from './control.js';

/** Where workers wait for each other. */
export class Barrier {
  constructor(
    private readonly control: Int32Array,
    private readonly workers: number,
  ) {}

  /** All come here, the last one does something, all go on. */
  meet(last: () => void = () => undefined): void {
    const { control } = this;
    const generation = Atomics.load(control, slots.generation);
    if (Atomics.add(control, slots.arrived, 1) + 1 === this.workers) {
      last();
      Atomics.store(control, slots.arrived, 0);
      Atomics.add(control, slots.generation, 1);
      Atomics.notify(control, slots.generation);
      return;
    }
    while (Atomics.load(control, slots.generation) === generation)
      Atomics.wait(control, slots.generation, generation);
  }
}
