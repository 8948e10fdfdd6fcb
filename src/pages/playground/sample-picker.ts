import { html } from '../run-view/elements.js';
import type { PlaygroundProgram } from './playground-messages.js';
import { expectation, familyOf, samplesIn } from './listed-samples.js';
import type { PlaygroundSample } from './listed-samples.js';

/** A sample as it is put into the editor. */
export interface TakenSample extends PlaygroundProgram {
  /** How many there are of them is for whoever asks to say. */
  readonly hasProcesses: boolean;
}

/** The list of samples, by family; it shows the one that is in the editor, as long as nobody changes it. */
export class SamplePicker {
  #samples: readonly PlaygroundSample[] = [];

  constructor(private readonly list: HTMLSelectElement) {}

  async load(): Promise<void> {
    const answer = await fetch(new URL('./samples.json', import.meta.url));
    this.#samples = samplesIn(await answer.json());
    const groups = new Map<string, HTMLElement>();
    for (const { path } of this.#samples) {
      const family = familyOf(path);
      const group = groups.get(family) ?? html('optgroup', { label: family });
      groups.set(family, group);
      group.append(html('option', { value: path }, path.slice(family.length + 1)));
    }
    this.list.append(...groups.values());
  }

  /** Null: there is no such sample. */
  take(path: string): TakenSample | null {
    const sample = this.#samples.find((known) => known.path === path);
    if (sample === undefined) return null;
    this.list.value = path;
    const { text } = sample;
    const hasProcesses = /\.(fp|rmm)$/.test(path) && /^\s*process\b/m.test(text);
    return { name: path.slice(path.lastIndexOf('/') + 1), text, hasProcesses };
  }

  /** What to expect of the text under a model; of what is no sample nothing is known. */
  expected(text: string, model: string): string {
    const sample = this.#samples.find(({ path, text: known }) => path === this.list.value && known === text);
    if (sample !== undefined) return expectation(sample, model);
    this.list.value = '';
    return '';
  }
}
