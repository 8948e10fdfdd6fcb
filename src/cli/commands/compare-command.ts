import { runsDocument, verifyDocument } from '../../report/report-json.js';
import { command } from '../command.js';

export const compareCommand = command({
  name: 'compare',
  files: 'several',
  needsNoFile: (given) => given.has('plan'),
  about: 'verify several programs in several ways and print one table',
  takes: 'the programs',
  examples: [
    ['compare samples/mutex/*.fp --engines explicit', 'all programs under SC, TSO and PSO'],
    ['compare ticket.fp --models tso,pso --methods lazy,ce,pe', 'methods of abstraction'],
    ['compare *.fp --refine itp,wp,newton --scope extrapolate,direct', 'ways to find predicates'],
    ['compare *.fp --timeout 60 --resume runs.jsonl', 'to be continued if interrupted'],
    ['compare samples/mutex --expect samples/verdicts.tsv', 'a folder, and whether verdicts are right'],
    ['compare *.fp --repeat 5 --format html > runs.html', 'medians of five; a page with plots'],
    ['compare --plan plan.json --format latex > runs.tex', 'several comparisons; for a paper'],
    ['compare *.fp --format csv > runs.csv', 'for a spreadsheet'],
  ],
  epilogue:
    'Exit code 0 if all runs were made, whatever they found; 10 if --expect knows better; 70 if two runs contradict each other; 2 if no file can be read; 130 if interrupted.',
  // What comparing takes is fetched then: help and other commands do without.
  run: async (...call) => (await import('../compare-runs.js')).compareRuns(...call),
  failureDocument: (report, version) => runsDocument([verifyDocument(report, version)]),
});
