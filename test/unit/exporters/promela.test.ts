import { describe, expect, it } from '@jest/globals';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../../src/diagnostics/render.js';
import type { Source } from '../../../src/diagnostics/span.js';
import { promela } from '../../../src/exporters/promela/export.js';
import { sc } from '../../../src/memory/sc.js';
import { bufferComment } from '../../support/buffer-comment.js';
import { exportRequest } from '../../support/export-request.js';
import { Random, generateProgram, languageOptions } from '../../support/generate/generate-program.js';
import { golden } from '../../support/golden.js';
import { parseFp, warnedFp } from '../../support/parse-fp.js';

function exportedText(source: Source): string {
  const { program } = warnedFp(source.text, source.path.replace(/\.fp$/, ''));
  const model = bufferComment(source, program.shared)?.model ?? sc;
  try {
    const request = exportRequest(program, model, source.path);
    const memory = model === sc ? 'sc' : `${model.name}, at most 1 buffered write of a thread`;
    return promela.run({ ...request, about: { ...request.about, memory } });
  } catch (error) {
    if (error instanceof Unsupported) return renderDiagnostic(error.diagnostic);
    throw error;
  }
}

golden('exporters/promela', 'pml', exportedText);

const ofText = (text: string): string => promela.run(exportRequest(parseFp(text), sc, 'test.fp'));

describe('the Promela exporter', () => {
  it('gives the same text for the same program', () => {
    const text = (): string =>
      promela.run(exportRequest(generateProgram(new Random(4), languageOptions), sc, 'four.fp'));
    expect(text()).toBe(text());
  });

  it('tells a computation that leaves 32 bits, and no other', () => {
    const grows = ofText('shared int x = 0; thread P { while (true) { x = x * 2 + 1; } } invariant x >= 0;');
    expect(grows).toContain('report(violated_int32)');
    const bounded = ofText('shared int x = 3; thread P { x = 5; x = 7; x = 2 * 3; } final x == 6;');
    expect(bounded).not.toContain('int32');
  });

  it('checks a range only where the value may leave it', () => {
    const inside = ofText(
      'shared int[0..3] x = 0; shared bool b = false; thread P { x = 3; b = x == 3; } final b;',
    );
    expect(inside).not.toContain('violated_range');
    const may = ofText(
      'shared int[0..3] x = 0; thread P { local int[0..3] r = 0; r = x; x = r + 1; } final x == 1;',
    );
    expect(may).toContain('r <= 2');
    expect(may).toContain('violated_range');
  });

  it('knows from a test before it what a later one cannot find', () => {
    const text = ofText(
      'shared int[0..2] n = 0; thread P { atomic { if (n < 2) { n = n + 1; } } } thread Q { n = 2; } final n > 0;',
    );
    expect(text).not.toContain('violated_range');
  });

  it('keeps what a comment must not hold out of comments', () => {
    const text = ofText('shared int x = 0; thread P { x = 1; /* so */ } final x == 1;');
    expect(text).toContain('/ * so * /');
  });
});
