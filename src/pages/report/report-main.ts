import type { RunModel, RunSource } from '../run-view/run-model.js';
import { runView } from '../run-view/run-view.js';
import type { RunView } from '../run-view/run-view.js';
import { offerThemes } from '../run-view/themes.js';

/** What the page carries for this script: `ReportData` of src/report/page. */
interface CarriedRuns {
  readonly source: RunSource | null;
  readonly runs: readonly RunModel[];
}

/** Page and script are made by one build, so that it is data of this kind at all is as much as there is to ask. */
const isCarried = (data: unknown): data is CarriedRuns =>
  typeof data === 'object' && data !== null && 'runs' in data && Array.isArray(data.runs) && 'source' in data;

/** Shows a run once its part of the page is opened, and gives keys that nobody else takes to the last one looked at. */
class ReportPage {
  readonly #views = new Map<Element, RunView>();
  #active: RunView | null = null;

  constructor(private readonly data: CarriedRuns) {}

  begin(): void {
    for (const place of document.querySelectorAll('.shown-run')) {
      const part = place.closest('details');
      if (part === null || part.open) {
        const view = this.#mount(place);
        this.#active ??= view;
      }
      part?.addEventListener('toggle', () => {
        if (part.open && !this.#views.has(place)) this.#active = this.#mount(place);
      });
      place.addEventListener('focusin', () => (this.#active = this.#views.get(place) ?? null));
    }
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  #mount(place: Element): RunView | null {
    const model = this.data.runs[Number(place.getAttribute('data-run'))];
    const known = this.#views.get(place) ?? null;
    if (model === undefined || known !== null) return known;
    const full = { ...model, source: model.source ?? this.data.source };
    const view = runView(place, full, { onShow: (position) => markPlaces(full, position) });
    this.#views.set(place, view);
    return view;
  }

  /** Keys that are pressed while nothing has the focus. */
  #pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target, key } = event;
    // The heading of a part that was opened still has the focus; space would close it.
    const isFree =
      target === document.body || (target instanceof Element && target.matches('summary') && key !== ' ');
    if (!isFree || this.#active === null) return;
    if (this.#active.press(event.key)) event.preventDefault();
  }
}

/** Fills the places of the control-flow graphs where threads stand. */
function markPlaces({ threads, steps }: RunModel, position: number): void {
  const stands = new Map<string, number>();
  for (const { thread, location } of steps.slice(0, position))
    if (location !== null) stands.set(thread, location);
  for (const node of document.querySelectorAll('.node[data-thread]')) {
    const thread = node.getAttribute('data-thread') ?? '';
    const place = Number(node.getAttribute('data-place'));
    const here = stands.get(thread);
    const isHere = here === undefined ? node.classList.contains('entry') : here === place;
    node.classList.toggle('standing', threads.includes(thread) && isHere);
  }
}

const carried: unknown = JSON.parse(document.querySelector('#data')?.textContent ?? 'null');
offerThemes(document.querySelector('#theme'));
if (isCarried(carried)) new ReportPage(carried).begin();
