import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { lexer } from '../../../src/frontends/dve/lexer.js';
import { languages } from '../../../src/frontends/index.js';
import { formulaReader, loadArray, loadBoolean, loadProgram, required } from '../../../src/ask/load.js';
import { root } from '../../support/golden.js';

const sample = (path: string): string => join(root, 'samples', path);

describe('a DiVinE model', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is read once for its program, for formulas about it and to be written', async () => {
    const bag = new DiagnosticBag();
    const started = jest.spyOn(lexer, 'reset');
    const text = required(await loadProgram(languages, sample('dve/peterson.dve'), null, bag), bag);
    expect(started).toHaveBeenCalledTimes(1);
    const read = await formulaReader(text);
    expect(text.writer?.write(null)).toContain('system async');
    expect(started).toHaveBeenCalledTimes(1);
    expect(read(new Source('--invariant', 'true and not false'), 'invariant', bag)).not.toBeNull();
    // The formula is a text of its own.
    expect(started).toHaveBeenCalledTimes(2);
  });
});

describe('a file', () => {
  it.each([
    ['boolean/test-and-set.bl', 'this is a Boolean program, and this command takes none'],
    ['arrays/mp.cub', 'this is an array-based system, and this command takes none'],
  ])('%s is refused where a program belongs', async (path, message) => {
    await expect(loadProgram(languages, sample(path), null, new DiagnosticBag())).rejects.toThrow(message);
  });

  it('is read by the language of its kind', async () => {
    const bag = new DiagnosticBag();
    const { language, subject } = await loadBoolean(languages, sample('boolean/test-and-set.bl'), null, bag);
    expect([language, subject?.threads.length]).toEqual(['bl', 3]);
    await expect(loadArray(languages, sample('boolean/test-and-set.bl'), null, bag)).rejects.toThrow(
      'this is a Boolean program',
    );
  });
});
