import type { RunModel } from './run-model.js';

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

/** Shows a run in an element, which is emptied first. The page needs the styles of `run-view.css`. */
export function runView(element: Element, _model: RunModel, _options: RunViewOptions = {}): RunView {
  element.replaceChildren();
  return { position: 0, show: () => undefined, press: () => false, remove: () => element.replaceChildren() };
}
