import { command } from '../command.js';

export const workerCommand = command({
  name: 'worker',
  files: 'none',
  about: 'make the runs of comparisons that are in a queue',
  takes: '',
  examples: [
    ['worker --queue redis://host:6379', 'until the queue is empty'],
    ['worker --queue redis://host:6379 --jobs 8 --keep', 'eight at a time, until it is stopped'],
    ['worker --queue "rediss://user:secret@host/0?ca=ca.pem"', 'with TLS'],
  ],
  epilogue:
    'Exit code 0 when the queue is empty; 2 if there is no such queue; 130 if interrupted: what was not finished waits for others.',
  // What a queue takes is fetched then.
  run: async (...call) => (await import('../work-for-queue.js')).workForQueue(...call),
});
