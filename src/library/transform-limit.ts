/** A limit of time or memory was reached, or the signal came. */
export class TransformLimit extends Error {
  override readonly name = 'TransformLimit';
  constructor(readonly reason: 'timeout' | 'memory' | 'interrupted') {
    super(`stopped: ${clauses[reason]}`);
  }
}

const clauses = {
  timeout: 'the time is up',
  memory: 'the memory is used up',
  interrupted: 'interrupted',
} as const;
