import { listField, textField } from '../../support/json-fields.js';

/** A program that comes with the page. */
export interface PlaygroundSample {
  /** `mutex/peterson.fp`. */
  readonly path: string;
  readonly text: string;
  readonly expected: readonly SampleVerdict[];
}

/** A row of samples/verdicts.tsv. */
export interface SampleVerdict {
  readonly property: string;
  /** By the names of models. */
  readonly verdicts: ReadonlyMap<string, string>;
  readonly note: string;
}

/** What samples.json says, which the build makes of the folder of samples. */
export const samplesIn = (json: unknown): readonly PlaygroundSample[] =>
  listField(json, 'samples').flatMap((sample) => {
    const path = textField(sample, 'path');
    const text = textField(sample, 'text');
    if (path === null || text === null) return [];
    return [{ path, text, expected: listField(sample, 'expected').map(sampleVerdict) }];
  });

const sampleVerdict = (row: unknown): SampleVerdict => ({
  property: textField(row, 'property') ?? '',
  verdicts: new Map(['sc', 'tso', 'pso'].map((model) => [model, textField(row, model) ?? ''])),
  note: textField(row, 'note') ?? '',
});

export const familyOf = (path: string): string => path.slice(0, path.indexOf('/'));

/** What to expect under a model, in one line; empty: nothing is known. */
export function expectation({ expected }: PlaygroundSample, model: string): string {
  const told = expected.flatMap(({ property, verdicts, note }) => {
    const verdict = verdicts.get(model) ?? '';
    if (verdict === '') return [];
    return [`${property} ${verdict}${note === '' ? '' : ` (${note})`}`];
  });
  return told.length === 0 ? '' : `Expected under ${model.toUpperCase()}: ${told.join(', ')}`;
}
