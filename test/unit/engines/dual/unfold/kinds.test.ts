import { describe, expect, it } from '@jest/globals';
import { threadId } from '../../../../../src/lang/expr/ids.js';
import { tso } from '../../../../../src/memory/tso.js';
import type { Unfolding } from '../../../../../src/engines/dual/unfolding.js';
import { statesOf, systemOf, targetsIn, unfolded } from '../../../../support/dual/unfolded.js';

const countsOf = ({ program }: Unfolding): readonly string[] =>
  program.kinds.map((k) => `${k.name}: ${k.count ?? 'any'}`);

describe('kinds', () => {
  it('gather the threads that run the same, whatever they and their locals are called', async () => {
    const system = systemOf(`
      shared int x = 0;
      thread P { local int r = 0; L: x = 1; r = x; x = r; }
      thread Q(me: 0..1) { local int r = 0; r = x; x = 2; }
      thread R { local int s = 0; x = 1; s = x; x = s; }`);
    const unfolding = await unfolded(system, tso);
    expect(countsOf(unfolding)).toEqual(['P, R: 2', 'Q: 2']);
    expect(unfolding.kinds.map((k) => k.threads)).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  it('tell apart threads that use their number, begin differently or assert different things', async () => {
    const counts = async (body: string): Promise<readonly string[]> =>
      countsOf(await unfolded(systemOf(`shared int x = 0; shared bool a[2] = false; ${body}`), tso));
    expect(await counts('thread Q(me: 0..1) { x = me; }')).toEqual(['Q(0): 1', 'Q(1): 1']);
    expect(await counts('thread Q(me: 0..1) { a[me] = true; }')).toEqual(['Q(0): 1', 'Q(1): 1']);
    expect(await counts('thread Q(me: 0..1) { local int r = me; x = r; }')).toEqual(['Q(0): 1', 'Q(1): 1']);
    expect(await counts('thread P { assert(x == 0); x = 1; }\nthread Q { assert(x == 0); x = 1; }')).toEqual([
      'P: 1',
      'Q: 1',
    ]);
    // A number that makes no difference.
    expect(await counts('thread Q(me: 0..1) { local int r = me; r = me * 0; x = r; }')).toEqual(['Q: 2']);
  });

  it('keep what a property reads of one thread in all that run the same', async () => {
    const system = systemOf(`
      shared int x = 0;
      thread Q(me: 0..1) { local int r = 0, s = 0; r = x; s = r; x = 1; }
      final Q(1).s == 0;`);
    const unfolding = await unfolded(system, tso);
    expect(countsOf(unfolding)).toEqual(['Q: 2']);
    expect(statesOf(unfolding, system)).toContain('end s=1');
  });

  it('tell apart threads of which different locals are kept', async () => {
    const system = systemOf(`
      shared int x = 0;
      thread P { local int r = 0; x = 1; }
      thread Q { local int r = 0; x = 2 - 1; }
      final Q.r == 1;`);
    const unfolding = await unfolded(system, tso);
    expect(countsOf(unfolding)).toEqual(['P: 1', 'Q: 1']);
    expect(targetsIn(system, unfolding)).toEqual(['P at end; Q at end r=0']);
  });

  it('stand for any number of processes if the caller says so', async () => {
    const text = 'shared int x = 0; thread P { x = 2; } process R(me) { x = 1; }';
    const unfolding = await unfolded(systemOf(text, 2), tso, {
      unbounded: [[threadId(1), threadId(2)]],
    });
    expect(countsOf(unfolding)).toEqual(['P: 1', 'R: any']);
    await expect(
      unfolded(systemOf('shared int x = 0; process R(me) { x = me; }'), tso, {
        unbounded: [[threadId(0), threadId(1)]],
      }),
    ).rejects.toThrow('the processes R are not all the same');
  });
});

describe('beginnings', () => {
  it('leave open what has no initial value', async () => {
    const system = systemOf(`
      shared int[0..2] x; shared bool b; shared int y = 1;
      thread P { local bool r, dead; y = 2; if (r) { x = 1; } dead = b; assume(dead); }`);
    const { program } = await unfolded(system, tso);
    expect(program.cells.map((c) => c.values)).toEqual([
      [0n, 1n, 2n],
      [0n, 1n],
      [1n, 2n],
    ]);
    expect(program.beginnings).toEqual([{ memory: [null, null, 0], states: [[0, 1]] }]);
  });

  it('are several where initial values are computed from what is open', async () => {
    const system = systemOf(`
      shared int[0..1] x; shared int y = x + 1, z = y * 2;
      thread P { local int r = z; y = r; }`);
    const { program } = await unfolded(system, tso);
    const memories = program.beginnings.map((b) => b.memory.map((v, c) => program.cells[c]?.values[v ?? -1]));
    expect(memories).toEqual([
      [0n, 1n, 2n],
      [1n, 2n, 4n],
    ]);
    expect(program.beginnings.map((b) => b.states)).toEqual([[[0]], [[1]]]);
  });
});
