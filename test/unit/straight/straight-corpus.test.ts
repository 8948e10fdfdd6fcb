import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { loadLitmus, runExplicitly, runLitmus } from '../../../src/ask/litmus-run.js';
import { mainModels } from '../../../src/memory/index.js';
import { readExpected } from '../../../tools/corpus/expected.js';
import { sample } from '../../../tools/corpus/litmus-corpus.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';

const folder = corpusFolder('litmus', 'public');
const hooks = {
  limits: { signal: new AbortController().signal, deadline: null, memoryMB: null },
  progress: () => undefined,
};

describeOver(folder)('litmus tests without generated code (needs $FENCEPOST_CORPUS)', () => {
  it.each(mainModels.map((model) => [model.name, model] as const))(
    'have the final states that they have with it under %s',
    async (_name, model) => {
      let fewer = 0;
      for (const { file } of sample(readExpected(folder), 120)) {
        const loaded = loadLitmus(join(folder, file), toAutomata);
        const [quick, slow] = [
          await runLitmus(loaded, model, hooks),
          await runExplicitly(loaded, model, hooks),
        ];
        expect({ file, ...quick, states: 0 }).toEqual({ file, ...slow, states: 0 });
        if (quick.kind === 'complete' && slow.kind === 'complete' && quick.states < slow.states) fewer++;
      }
      // The comparison is of two different searches.
      expect(fewer).toBeGreaterThan(100);
    },
  );
});
