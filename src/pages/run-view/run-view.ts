import { arrowLayer } from './arrows.js';
import type { ArrowChoice } from './arrows.js';
import { arrowControls, runControls } from './controls.js';
import { html } from './elements.js';
import type { RunModel } from './run-model.js';
import { statesOf } from './run-states.js';
import { sourcePanel } from './source-panel.js';
import { pictureOf, planPicture } from './state-picture.js';
import { stepList } from './step-list.js';
import { stepWords } from './step-words.js';

/** What whoever shows a run may do with it. */
export interface RunView {
  /** Number of steps that were taken: 0 is the start. */
  readonly position: number;
  /** Shows the state after so many steps; beyond the ends: the first or last. */
  show(position: number): void;
  /** Does what a key means (arrows, Home, End, Page, space); false: it means nothing here. */
  press(key: string): boolean;
  /** Stops playing and takes the picture away. */
  remove(): void;
}

export interface RunViewOptions {
  /** Hears of each position that is shown, and of the line of the step that led there. */
  readonly onShow?: (position: number, line: number | null) => void;
  /** Whether the program's text is shown beside the run; absent: it is. An editor shows it by itself. */
  readonly showsSource?: boolean;
}

/** From one step to the next where the run plays. */
const stepMilliseconds = 1100;
/** How far Page keys go. */
const pageOfSteps = 10;

/** Shows a run in an element, which is emptied first. The page needs the styles of `run-view.css`. */
export function runView(element: Element, model: RunModel, options: RunViewOptions = {}): RunView {
  const view = new ShownRun(element, model, options);
  view.show(0);
  return view;
}

/** Why the run ends as it does. */
const reasonList = ({ reasons }: RunModel): readonly HTMLElement[] =>
  reasons.length === 0
    ? []
    : [
        html(
          'dl',
          { class: 'rv-reasons' },
          ...reasons.flatMap(([title, text]) => [html('dt', {}, title), html('dd', {}, text)]),
        ),
      ];

class ShownRun implements RunView {
  position = 0;
  readonly #states;
  readonly #plan;
  readonly #source;
  readonly #steps;
  readonly #arrows;
  readonly #controls;
  readonly #words = html('p', { class: 'rv-words', role: 'status', 'aria-live': 'polite' });
  readonly #picture = html('div', { class: 'rv-picture' });
  readonly #sizes = new ResizeObserver(() => this.#draw());
  #choice: ArrowChoice = { kinds: new Set(), isLocal: false };
  #timer: number | null = null;

  constructor(
    private readonly element: Element,
    private readonly model: RunModel,
    private readonly options: RunViewOptions,
  ) {
    this.#states = statesOf(model);
    this.#plan = planPicture(model, this.#states);
    this.#source =
      model.source === null || options.showsSource === false ? null : sourcePanel(model, model.source);
    this.#steps = stepList(model, (position) => this.#chosen(position));
    this.#arrows = arrowLayer(model, this.#steps);
    this.#controls = runControls({
      last: this.#last,
      show: (position) => this.#chosen(position),
      go: (by) => this.#chosen(this.position + by),
      play: () => this.#toggle(),
    });
    const choice = arrowControls(model, (wanted) => {
      this.#choice = wanted;
      this.#draw();
    });
    const run = html(
      'div',
      { class: this.#source === null ? 'rv-grid' : 'rv-grid rv-with-source' },
      html('div', { class: 'rv-top' }, this.#controls.element, this.#words),
      ...(this.#source === null ? [] : [this.#source.element]),
      html(
        'div',
        { class: 'rv-stage' },
        this.#picture,
        this.#steps.element,
        ...reasonList(model),
        ...(choice === null ? [] : [choice]),
      ),
    );
    const root = html('div', { class: 'rv' }, run);
    element.replaceChildren(root);
    root.addEventListener('keydown', (event) => this.#pressed(event));
    this.#sizes.observe(this.#steps.rows);
  }

  get #last(): number {
    return this.model.steps.length;
  }

  show(position: number): void {
    this.position = Math.max(0, Math.min(this.#last, Math.trunc(position)));
    const state = this.#states[this.position] ?? this.#states[0];
    const before = this.#states[this.position - 1] ?? null;
    this.#picture.replaceChildren(...pictureOf(this.#plan, state, before, this.position));
    this.#words.textContent = stepWords(this.model, this.position, state);
    const { property, isReached } = this.model;
    const isEnd = this.position === this.#last && property !== null;
    this.#words.classList.toggle('rv-violated', isEnd && !isReached);
    this.#words.classList.toggle('rv-reached', isEnd && isReached);
    this.#controls.show(this.position, this.#timer !== null);
    this.#steps.show(this.position);
    this.#source?.show(this.position);
    this.#draw();
    this.options.onShow?.(this.position, this.model.steps[this.position - 1]?.line ?? null);
  }

  press(key: string): boolean {
    switch (key) {
      case 'ArrowRight':
      case 'ArrowDown':
        this.#chosen(this.position + 1);
        return true;
      case 'ArrowLeft':
      case 'ArrowUp':
        this.#chosen(this.position - 1);
        return true;
      case 'PageDown':
        this.#chosen(this.position + pageOfSteps);
        return true;
      case 'PageUp':
        this.#chosen(this.position - pageOfSteps);
        return true;
      case 'Home':
        this.#chosen(0);
        return true;
      case 'End':
        this.#chosen(this.#last);
        return true;
      case ' ':
        this.#toggle();
        return true;
      default:
        return false;
    }
  }

  remove(): void {
    this.#stop();
    this.#sizes.disconnect();
    this.element.replaceChildren();
  }

  #draw(): void {
    this.#arrows.draw(this.#choice, this.position);
  }

  /** Somebody wants to look at this: the run plays no further. */
  #chosen(position: number): void {
    this.#stop();
    this.show(position);
  }

  #toggle(): void {
    if (this.#timer !== null) this.#stop();
    else {
      if (this.position === this.#last) this.show(0);
      this.#timer = window.setInterval(() => this.#playOn(), stepMilliseconds);
    }
    this.#controls.show(this.position, this.#timer !== null);
  }

  /** At the end of a run that repeats, the cycle begins again. */
  #playOn(): void {
    const { loop } = this.model;
    if (this.position < this.#last) this.show(this.position + 1);
    else if (loop !== null && loop < this.#last) this.show(loop + 1);
    else this.#chosen(this.position);
  }

  #stop(): void {
    if (this.#timer !== null) window.clearInterval(this.#timer);
    this.#timer = null;
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { target, key } = event;
    // Space is what a button or a box takes for itself.
    const isOwn = target instanceof HTMLButtonElement || target instanceof HTMLInputElement;
    if (key === ' ' && (isOwn || (target instanceof HTMLElement && target.tagName === 'SUMMARY'))) return;
    if (this.press(key)) event.preventDefault();
  }
}
