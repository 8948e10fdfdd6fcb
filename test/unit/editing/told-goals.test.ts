import { describe, expect, it } from '@jest/globals';
import { answerIn, outcomeOf } from '../../../src/editing/apart/answered-run.js';
import { violations } from '../../../src/editing/lsp/result-text.js';
import { verify } from '../../../src/library/calls.js';
import { toJson } from '../../../src/library/tell.js';
import { jsonText } from '../../../src/report/report-json.js';

const text = `shared int x = 0, y = 0;
thread P { local int r = 0; x = 1; r = y; }
thread Q { local int r = 0; y = 1; r = x; }
exists final both_miss: P.r == 0 && Q.r == 0;
`;

async function answer(model: 'sc' | 'tso'): Promise<ReturnType<typeof answerIn>> {
  const report = await verify({ text, name: 'goal.fp' }, { model });
  return answerIn(JSON.parse(jsonText(toJson(report))));
}

describe('what editors tell of a goal', () => {
  it('is that its run reaches it', async () => {
    const told = await answer('tso');
    expect(told).toMatchObject({ verdict: 'safe', run: { property: 'both_miss', isReached: true } });
    expect(told?.run && outcomeOf(told.run)).toBe('both_miss is reached');
    expect(told && violations('file:///goal.fp', 'tso', told)).toEqual([]);
  });

  it('is that nothing reaches it, without a run', async () => {
    const told = await answer('sc');
    expect(told && violations('file:///goal.fp', 'sc', told)).toMatchObject([
      { message: 'nothing reaches both_miss under SC', relatedInformation: [] },
    ]);
  });
});
