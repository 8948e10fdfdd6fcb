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
    ['compare *.fp --format csv > runs.csv', 'for a spreadsheet'],
  ],
  epilogue:
    'Exit code 0 if all runs were made, whatever they found; 2 if no file can be read; 130 if interrupted.',
  // What comparing takes is fetched then: help and other commands do without.
  run: async (...call) => (await import('../compare-runs.js')).compareRuns(...call),
  failureDocument: (report, version) => runsDocument([verifyDocument(report, version)]),
});
