import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../compare/children.js';
import type { Patience } from '../../compare/children.js';
import type { Contradiction } from '../../portfolio/member-answer.js';
import type { Entrant } from '../../portfolio/race.js';

/**
 * Both that contradict each other once more, now with evidence of what they say, for whoever looks for the mistake. Gives the
 * folder with that and with their documents.
 */
export async function keepContradiction(
  { safe, unsafe }: Contradiction,
  entrants: readonly Entrant[],
  { script, patience }: { readonly script: string; readonly patience: Patience },
  signal: AbortSignal,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-contradiction-'));
  const children = new Children(signal);
  try {
    await Promise.all(
      [safe, unsafe].map(async ({ name, document }) => {
        const path = (what: string): string => join(folder, `${name}.${what}.json`);
        if (document !== undefined) writeFileSync(path('answer'), JSON.stringify(document, null, 2));
        const args = entrants.find((entrant) => entrant.name === name)?.args ?? [];
        await children.run(script, withEvidence(args, path('evidence')), patience);
      }),
    );
  } finally {
    children.close();
  }
  return folder;
}

/** With this file in the place of all that it writes otherwise. */
const withEvidence = (args: readonly string[], path: string): readonly string[] => [
  'verify',
  `--evidence=${path}`,
  ...args.slice(1).filter((word) => !/^--(evidence|save-predicates|report|document)=/.test(word)),
];
