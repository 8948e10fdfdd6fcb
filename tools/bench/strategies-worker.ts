import { runStrategy } from './strategies-run.js';
import type { StrategyQuestion } from './strategies-run.js';

/** What it is fetched and compiled for is paid for before anything is measured. */
const first: Omit<StrategyQuestion, 'way'> = {
  ...{ subject: { name: 'mutex/peterson-fenced', isAuthors: false }, model: 'tso' },
  ...{ scope: 'extrapolate', encoding: 'shapes', seconds: 10 },
};

process.on('disconnect', () => process.exit());
process.on('message', (question: StrategyQuestion) => {
  void (async () => {
    process.send?.(await runStrategy(question));
  })();
});
for (const way of ['itp', 'spacer'] as const) await runStrategy({ ...first, way });
process.send?.('ready');
