import { InternalError } from '../../support/invariant.js';

/** What the page is known to have. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new InternalError(`the page has a ${kind.name} called ${id}`);
}

const select = (id: string): HTMLSelectElement => byId(id, HTMLSelectElement);
const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement);

/** All that index.html has for people to use, and the places that are filled. */
export const controls = {
  ...{ sample: select('sample'), model: select('model'), engine: select('engine'), procs: select('procs') },
  timeout: select('timeout'),
  ...{ name: byId('name', HTMLInputElement), z3: byId('z3', HTMLInputElement) },
  ...{ verify: button('verify'), fences: button('fences'), stop: button('stop'), link: button('link') },
  ...{
    status: byId('status', HTMLElement),
    answer: byId('answer', HTMLElement),
    marks: byId('marks', HTMLElement),
  },
  ...{ expected: byId('expected', HTMLElement), aboutEngine: byId('about-engine', HTMLElement) },
  ...{ aboutZ3: byId('about-z3', HTMLElement), outdated: byId('outdated', HTMLElement) },
};
