import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { usualOptions } from '../../../src/ask/verify-options.js';
import { languages } from '../../../src/frontends/index.js';
import { tso } from '../../../src/memory/tso.js';
import { usualCosts } from '../../../src/options/fence-wishes.js';
import { fenceSetsOfFile } from '../../../src/synthesis/fences/find-fence-sets.js';
import { pipelines } from '../../support/pipelines-with-hooks.js';
import { root } from '../../support/root.js';

it.each([2, 3, 4])(
  'a signal while question %d is made ready leaves what the answers before told',
  async (number) => {
    const controller = new AbortController();
    const input = { path: join(root, 'samples/mutex/peterson.fp'), language: null };
    const { found } = await fenceSetsOfFile(
      input,
      { ...usualOptions, model: tso },
      {
        ...{ languages, pipelines, signal: controller.signal },
        progress: ({ phase }) => {
          if (phase.startsWith(`verification ${number} `)) controller.abort('interrupted');
        },
      },
      { goal: 'property', robustness: null, task: 'add', costs: usualCosts, first: false },
    );
    expect(found).toMatchObject({ queries: number, sets: [], stop: { reason: 'interrupted' } });
  },
);
