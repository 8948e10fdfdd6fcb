import { describe, expect, it } from '@jest/globals';
import { decideProgram } from '../../../src/ask/by-engines.js';
import type { PropertyReport } from '../../../src/ask/report.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import { askedAbout } from '../../support/asked.js';
import { parseFp } from '../../support/parse-fp.js';

// Where the process has to be ended from outside, what was heard of by then is all that is told.

/** The counters are there to be many states. */
const counters = ['A', 'B', 'C', 'D'].map(
  (name) =>
    `thread ${name} { local int r = 0; while (r < 12) { atomic { r = r + 1; turns = (turns + 1) % 3; } } }`,
);

const wrongSoon = `
shared int x = 0, turns = 0;
thread P { x = 1; assert(x == 0); }
${counters.join('\n')}
invariant small: turns <= 2;
`;

const growing = `
shared int x = 0;
thread P { local int r = 0; while (r >= 0) { r = r + 1; x = 1; } }
thread Q { local int s = 0; s = x; assert(s == 0); }
invariant below: x <= 1;
predicates { P.r >= 0; x == 0; x <= 1; Q.s == 0; }
`;

describe('violations while other properties are open', () => {
  it('are heard of before the explicit engine has seen all states', async () => {
    const { heard, decided } = await heardOf(wrongSoon, { engine: 'explicit' });
    expect(heard).toEqual(['assert unsafe true']);
    expect(decided).toEqual(['assert unsafe', 'small safe']);
  });

  it('are heard of as soon as the lazy method has one that the program takes', async () => {
    const { heard, decided } = await heardOf(growing, { engine: 'abstract' });
    expect(heard).toEqual(['assert unsafe true']);
    expect(decided).toEqual(['assert unsafe', 'below safe']);
  });

  it('are the answer where nobody listens', async () => {
    const { question } = askedAbout(parseFp(wrongSoon), { engine: 'explicit' });
    const { properties } = await decideProgram(question);
    expect(properties.map(kindAndVerdict)).toContain('assert unsafe');
  });
});

const kindAndVerdict = ({ kind, verdict }: PropertyReport): string => `${kind} ${verdict}`;

async function heardOf(
  text: string,
  options: Partial<VerifyOptions>,
): Promise<{ readonly heard: readonly string[]; readonly decided: readonly string[] }> {
  const { question } = askedAbout(parseFp(text), options);
  const heard: string[] = [];
  let isOver = false;
  const { properties } = await decideProgram(question, undefined, question.options.engine, (told) => {
    for (const report of told)
      if (!isOver) heard.push(`${kindAndVerdict(report)} ${report.trace !== undefined}`);
  });
  isOver = true;
  const decided = properties.map((p) => `${p.kind === 'assert' ? p.kind : p.name} ${p.verdict}`);
  return { heard, decided: [...decided].sort().filter((line) => !/^(range|div) /.test(line)) };
}
