import { answerOrder } from './answer-order.js';

// Where a verification runs that an editor asked for: whatever becomes of it, the editor's server goes on.
process.once('message', (order) => {
  void answerOrder(order).then((answer) => {
    if (process.connected) process.send?.(answer, () => process.disconnect());
  });
});
// Nobody waits for the answer any more.
process.once('disconnect', () => process.exit(0));
