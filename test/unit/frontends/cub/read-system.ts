import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticBag, Unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { readCub } from '../../../../src/frontends/cub/parse.js';
import type { ArraySystem } from '../../../../src/lang/arrays/array-system.js';

/** The systems of a folder: name and text. */
export const systemsIn = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.cub') && !file.includes('.expect.'))
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);

/** The system; null and what is wrong with it, all as the user sees it. */
export function outcomeOf(source: Source): { readonly system: ArraySystem | null; readonly report: string } {
  const bag = new DiagnosticBag();
  try {
    const system = readCub(source, bag);
    return { system, report: renderDiagnostics(bag.sorted()) };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { system: null, report: renderDiagnostics(bag.sorted()) };
  }
}

export function systemOf(text: string): ArraySystem {
  const { system, report } = outcomeOf(new Source('system.cub', text));
  if (system === null) throw new Error(`${report}\n\n${text}`);
  return system;
}

/** A text that two systems have in common exactly if they are the same but for spans. */
export const spanless = (system: ArraySystem): string =>
  JSON.stringify(
    system,
    (key, value: unknown) => {
      if (key === 'span') return undefined;
      return typeof value === 'bigint' ? `${value}n` : sorted(value);
    },
    1,
  );

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
