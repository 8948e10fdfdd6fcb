import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadSystem } from '../../src/cli/load-system.js';
import { SimulationSession } from '../../src/cli/simulation/simulation-session.js';
import { Machine } from '../../src/memory/machine.js';
import { modelNamed } from '../../src/memory/index.js';
import { plainStyle } from '../../src/report/style.js';
import { folderWith, storeBuffering } from './fencepost.js';

const folder = folderWith({
  'sb.fp': storeBuffering,
  'fault.fp': 'shared int[0..1] x = 1;\nthread P { x = x + 1; }\n',
});

async function session(name: string): Promise<SimulationSession> {
  const model = modelNamed('tso');
  if (model === null) throw new Error('TSO is a model');
  const machine = new Machine(await loadSystem({ path: join(folder, name) }, null, null), model);
  return new SimulationSession(machine, { width: 100, style: plainStyle });
}

const say = (s: SimulationSession, line: string): string => {
  const reply = s.answer(line);
  return reply.kind === 'text' ? reply.text : 'quit';
};

describe('an interactive run', () => {
  it('numbers the steps that are possible', async () => {
    const text = (await session('sb.fp')).view();
    expect(text).toContain('step 0: x=0 y=0');
    expect(text).toMatch(/^ +1 {2}P: store x = 1 {2}\(line 2\)$/m);
    expect(text).toMatch(/^ +2 {2}Q: store y = 1 {2}\(line 3\)$/m);
  });

  it('takes a step and undoes it', async () => {
    const s = await session('sb.fp');
    const start = s.view();
    expect(say(s, '1')).toContain('P buffers x=1');
    expect(say(s, ' ')).toContain('P: flush x = 1');
    expect(say(s, 'u')).toBe(start);
    expect(say(s, 'u')).toBe('this is the start');
  });

  it('shows the run so far', async () => {
    const s = await session('sb.fp');
    say(s, '2');
    expect(say(s, 't')).toContain('store y = 1');
  });

  it('explains itself when it is not understood', async () => {
    const s = await session('sb.fp');
    expect(say(s, '99')).toContain('there is no step 99');
    expect(say(s, '0')).toContain('there is no step 0');
    expect(say(s, 'what?')).toContain('? helps');
    expect(say(s, '?')).toContain('u undoes');
    expect(s.answer('q')).toEqual({ kind: 'quit' });
  });

  it('ends where the program does', async () => {
    const s = await session('sb.fp');
    let text = s.view();
    for (let i = 0; i < 6; i++) text = say(s, '1');
    expect(text).toContain('All threads have ended and all buffers are empty.');
  });

  it('ends at a fault, from which undo leads back', async () => {
    const s = await session('fault.fp');
    let text = s.view();
    for (let i = 0; i < 3 && !text.includes('The execution ends here.'); i++) text = say(s, '1');
    expect(text).toContain('! the property range is violated');
    expect(say(s, '1')).toContain('no step is possible here');
    expect(say(s, 'u')).not.toContain('ends here');
  });
});
