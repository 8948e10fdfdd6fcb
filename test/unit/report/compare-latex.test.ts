import { describe, expect, it } from '@jest/globals';
import { compareLatex } from '../../../src/report/compare-latex.js';
import { at } from '../../../src/support/invariant.js';
import { comparedRuns } from '../../support/compared-runs.js';
import { hasLatex, latexNote, typeset } from '../../support/latex.js';

describe('a table for LaTeX', () => {
  it('names each program once, and marks where the next begins', () => {
    const lines = compareLatex(comparedRuns(20)).split('\n');
    expect(lines.filter((line) => line.startsWith('prog'))).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith(' & '))).toHaveLength(18);
    expect(lines.filter((line) => line === '\\addlinespace')).toHaveLength(1);
    expect(lines).toContain('\\toprule');
    // Engines that have no cubes: dashes. Thousands: thin spaces.
    expect(lines.find((line) => line.startsWith('prog'))).toContain('5\\,678');
    expect(lines.at(-1)).toBe('\\end{tabular}');
  });

  it('ends no cell and no line by what stands in it', () => {
    const nasty = String.raw`a_b&c%d#e{f}g\h~i^j$k<l>|"`;
    const line = compareLatex([{ ...at(comparedRuns(1), 0), algorithm: nasty }])
      .split('\n')
      .find((each) => each.startsWith('a\\_'));
    expect(line).toContain(
      String.raw`a\_b\&c\%d\#e\{f\}g\textbackslash{}h\textasciitilde{}i\textasciicircum{}j\$k\textless{}l\textgreater{}\textbar{}''`,
    );
  });
});

(hasLatex ? describe : describe.skip)(`tables for LaTeX${latexNote}`, () => {
  it('are typeset, short and long', () => {
    const nasty = at(comparedRuns(1), 0);
    for (const runs of [
      comparedRuns(20),
      comparedRuns(120),
      [{ ...nasty, algorithm: String.raw`a_b&c%d#e{f}g\h~i^j$k<l>|"` }],
    ]) {
      const { isMade, log } = typeset(compareLatex(runs));
      expect(isMade ? '' : log).toBe('');
    }
  });
});
