import { runsDocument, verifyDocument } from '../../report/report-json.js';
import { command } from '../command.js';

export const mergeCommand = command({
  name: 'merge',
  files: 'several',
  about: 'join the recordings of shards of a comparison into one',
  takes: 'recordings, as `compare --resume FILE` writes them',
  examples: [
    ['merge shard-*.jsonl', 'the table of the whole comparison'],
    ['merge shard-*.jsonl -o all.jsonl', 'one recording, which compare --resume takes'],
    ['merge shard-*.jsonl --format html > all.html', 'a page with plots'],
  ],
  epilogue:
    'Exit code 0 if they are joined; 2 if one is no recording, or they are of several versions; 70 if two contradict each other.',
  run: async (...call) => (await import('../merge-shards.js')).mergeShards(...call),
  failureDocument: (report, version) => runsDocument([verifyDocument(report, version)]),
});
