import type { init as Init } from 'z3-solver';
import { unsupported } from '../../../diagnostics/diagnostic.js';

// In the place of z3-solver, whose own way into a browser is a script of the page. Here Z3 runs beside the engine that asks it.

/** What a worker may do about Z3. */
export type Z3Wish = 'never' | 'load';

let wish: Z3Wish = 'never';

export function wishForZ3(now: Z3Wish): void {
  wish = now;
}

/** What says that this is why there is no answer. */
export const needsZ3 = 'this needs the solver Z3';

type LowLevel = Pick<Awaited<ReturnType<typeof Init>>, 'Z3' | 'em'>;

export async function init(overrides: object): Promise<LowLevel> {
  if (wish === 'never')
    unsupported(`${needsZ3}, which was not asked for`, null, 'allow Z3 (35 MB), or take another engine');
  if (!crossOriginIsolated)
    unsupported(
      `${needsZ3}, which this page cannot run: it is not isolated from other pages, so there is no shared memory`,
      null,
      'the server must send the headers COOP and COEP, as fencepost serve does; explicit, dual and ltl need no solver',
    );
  const url = new URL('./z3/z3-built.js', import.meta.url).href;
  const { init: start } = await import('z3-solver/build/low-level/index.js');
  const locations = { locateFile: (file: string) => new URL(file, url).href, mainScriptUrlOrBlob: url };
  return start(await script(url), { ...overrides, ...locations });
}

/** The file is a classic script that makes one global function; workers that are modules have no other way to run those. */
async function script(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok)
    unsupported(`${needsZ3}, which is not on this server`, null, 'npm run playground puts it there');
  const made: unknown = Reflect.construct(Function, [`${await answer.text()}\nreturn initZ3;`]);
  return typeof made === 'function' ? Reflect.apply(made, undefined, []) : made;
}
