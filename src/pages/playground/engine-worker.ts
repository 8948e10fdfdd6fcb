import { wishForZ3 } from './in-browser/browser-z3.js';
import { answerTo } from './answering.js';
import type { PlaygroundRequest, PlaygroundNews } from './playground-messages.js';

// The thread in which engines work. The page ends it when it is to stop, and starts another one.

const tell = (news: PlaygroundNews): void => postMessage(news);

addEventListener('message', ({ data }: MessageEvent<PlaygroundRequest>) => {
  const { id, choices } = data;
  wishForZ3(choices.allowsZ3 ? 'load' : 'never');
  const work = answerTo(data, ({ phase, states }) => tell({ kind: 'progress', id, phase, states }));
  // What is no answer is a fault of ours: the page hears of it as of any other end of a worker.
  work.then(
    (answer) => tell({ kind: 'answer', id, answer }),
    (error: unknown) => reportError(error),
  );
});

/** Loaded before they are asked for: a first answer is not to wait for them. */
async function warmUp(): Promise<void> {
  await Promise.all([
    import('../../library/asking.js'),
    import('../../ask/ask.js'),
    import('../../frontends/fp/parse.js'),
    import('../../robustness/carry-over.js'),
    import('../../../passes/pipelines.js'),
    import('../../engines/explicit/decide-program.js'),
    import('../../engines/dual/relief.js'),
    import('../../ask/confirm.js'),
    import('../../library/tell.js'),
  ]);
}

void warmUp();
