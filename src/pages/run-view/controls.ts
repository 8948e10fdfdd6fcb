import { html, svg } from './elements.js';
import type { ArrowKind, RunModel } from './run-model.js';
import type { ArrowChoice } from './arrows.js';

/** Buttons and slider. */
export interface RunControls {
  readonly element: HTMLElement;
  show(position: number, isPlaying: boolean): void;
}

export interface RunMoves {
  readonly last: number;
  readonly show: (position: number) => void;
  readonly go: (by: number) => void;
  readonly play: () => void;
}

export function runControls({ last, show, go, play }: RunMoves): RunControls {
  const slider = html('input', {
    ...{ type: 'range', class: 'rv-slider', min: 0, max: last, value: 0, step: 1 },
    'aria-label': 'Step',
  });
  slider.addEventListener('input', () => show(Number(slider.value)));
  const count = html('span', { class: 'rv-count', 'aria-hidden': 'true' });
  const player = button('Play', icons.play, play);
  const element = html(
    'div',
    { class: 'rv-controls', role: 'group', 'aria-label': 'Steps of the run' },
    button('First', icons.first, () => show(0)),
    button('Back', icons.back, () => go(-1)),
    player,
    button('Next', icons.next, () => go(1)),
    button('Last', icons.last, () => show(last)),
    slider,
    count,
  );
  return {
    element,
    show(position, isPlaying) {
      slider.value = String(position);
      slider.setAttribute('aria-valuetext', position === 0 ? 'start' : `step ${position} of ${last}`);
      count.textContent = `${position} / ${last}`;
      const name = isPlaying ? 'Pause' : 'Play';
      player.setAttribute('aria-label', name);
      player.title = name;
      player.replaceChildren(icon(isPlaying ? icons.pause : icons.play));
    },
  };
}

const icons = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z',
  back: 'M12 3v10L4 8z',
  play: 'M4 2v12l10-6z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  next: 'M4 3v10l8-5z',
  last: 'M11 3h2v10h-2zM3 3v10l7-5z',
} as const;

function button(name: string, path: string, act: () => void): HTMLButtonElement {
  const element = html(
    'button',
    { type: 'button', class: 'rv-button', 'aria-label': name, title: name },
    icon(path),
  );
  element.addEventListener('click', act);
  return element;
}

const icon = (path: string): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    svg('path', { d: path }),
  );

const kindNames: Readonly<Record<ArrowKind, string>> = {
  po: 'program order',
  rf: 'reads from',
  co: 'overwrites',
  fr: 'reads before it is overwritten',
};

/** Of more steps only the arrows of the step that is shown are drawn, until somebody asks for all. */
const fewSteps = 12;

/** Which arrows of happens-before are wanted; null: nothing is known of it. */
export function arrowControls(
  { before, steps }: RunModel,
  choose: (choice: ArrowChoice) => void,
): HTMLElement | null {
  if (before.length === 0) return null;
  const present = new Set(before.map(({ kind }) => kind));
  const boxes = Object.entries(kindNames).flatMap(([kind, about]) =>
    isKind(kind) && present.has(kind)
      ? [{ kind, ...checkBox(kind, about, `rv-kind rv-${kind}`, false) }]
      : [],
  );
  const local = checkBox(
    'this step only',
    'arrows to and from the step that is shown',
    'rv-kind',
    steps.length > fewSteps,
  );
  const element = html(
    'fieldset',
    { class: 'rv-choice' },
    html('legend', {}, 'happens before'),
    ...boxes.map(({ label }) => label),
    local.label,
  );
  element.addEventListener('change', () =>
    choose({
      kinds: new Set(boxes.filter(({ box }) => box.checked).map(({ kind }) => kind)),
      isLocal: local.box.checked,
    }),
  );
  return element;
}

const isKind = (name: string): name is ArrowKind => name in kindNames;

function checkBox(name: string, about: string, style: string, checked: boolean) {
  const box = html('input', { type: 'checkbox', checked });
  return { box, label: html('label', { class: style, title: about }, box, ` ${name}`) };
}
